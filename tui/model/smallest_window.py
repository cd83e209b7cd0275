"""The smallest window in which Tabletown can be played."""

LEAST = (80, 24)
"""Minimum size of a window, in columns and rows."""
