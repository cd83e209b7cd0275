"""Limits in Splendor: tokens and cards that a player may hold, the pile for a pair, the points that end the game."""

TOKEN_LIMIT = 10
HAND_LIMIT = 3
PAIR = 4
"""Least size of a pile from which a player may take two tokens."""
GOAL = 15
"""Prestige points that make the current round the last."""
