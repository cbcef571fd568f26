"""One trial: the schedule's place, the conversation, the agent driver, and the conduct of it all."""
