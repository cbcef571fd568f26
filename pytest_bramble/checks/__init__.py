"""Checks: deterministic grades of one property of a record each."""
