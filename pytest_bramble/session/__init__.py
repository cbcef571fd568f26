"""A session's beginning, end and afterlife: registration, conclusion, money, merging."""
