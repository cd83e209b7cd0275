"""Splendor by Marc André: gem tokens buy cards, cards give bonuses, and 15 prestige points start the last round."""

from .expansions.registry import OPTION, setup
from .notation import notation
from .observation import determinize, observe
from .refusal import refusal
from .score import score, winners
from .turn import advance, legal, turn
from .wording import describe, describe_named

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
    "describe_named",
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
