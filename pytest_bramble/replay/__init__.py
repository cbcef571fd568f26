"""A session replayed: believed in nothing that its exam, its plan and its recorded calls do not bear out."""
