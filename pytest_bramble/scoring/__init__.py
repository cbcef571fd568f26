"""What the outcomes of a session amount to: scores, bounds, comparisons and the verdict.

Pure functions over frozen values; nothing here reads a file, a clock or the network.
"""
