"""The engine: many trials in flight in one process, each worked, graded, paid for and recorded."""
