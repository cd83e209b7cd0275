"""The bot that gives hints, and how long it thinks about them."""

HINT_LEVEL = "master"
HINT_SECONDS = 1.0, 5.0
"""Maximum thinking time of a hint, and of one that is asked for again."""
