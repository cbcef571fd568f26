"""The exam as files: jobs, tickets in two halves, policy, seal."""
