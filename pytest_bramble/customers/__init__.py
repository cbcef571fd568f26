"""Who the candidate talks to."""
