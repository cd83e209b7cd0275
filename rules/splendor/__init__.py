"""Splendor by Marc André: gems buy cards, cards are worth gems, and whoever reaches 15 points ends the game."""

from .expansions.registry import OPTION, setup
from .notation import notation
from .observation import determinize, observe
from .refusal import refusal
from .score import score, winners
from .turn import advance, legal, turn
from .wording import describe

NAME = "splendor"
TITLE = "Splendor"
SEATS = range(2, 5)
OPTIONS = (OPTION,)
VERSION = 1

__all__ = [
    "NAME",
    "OPTIONS",
    "SEATS",
    "TITLE",
    "VERSION",
    "advance",
    "describe",
    "determinize",
    "legal",
    "notation",
    "observe",
    "refusal",
    "score",
    "setup",
    "turn",
    "winners",
]
