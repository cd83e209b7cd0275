"""1906 San Francisco by Perepau Llistosella: rebuild a city; a space on each card gives you action and turn order."""

from ..core.game import Option
from .components.registry import STAND_IN, named
from .notation import notation
from .observation import determinize, observe
from .refusal import refusal
from .score import score, winners
from .state import setup
from .turn import advance, legal, turn
from .wording import describe

NAME = "sf1906"
TITLE = "1906 San Francisco"
SEATS = range(2, 5)
OPTIONS = (
    Option(
        "components",
        "Components",
        ((STAND_IN, "Stand-in cards and boards"),),
        named,
        long_title="Cards and boards",
    ),
)
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
