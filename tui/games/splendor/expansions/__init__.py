"""The expansions of Splendor on screen."""
