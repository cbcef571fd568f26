"""pytest-bramble: every support ticket is a test, every candidate gets a verdict."""

__version__ = "0.1.0"
