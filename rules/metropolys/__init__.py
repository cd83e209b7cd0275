"""Metropolys by Sébastien Pauchon: players outbid each other from neighbourhood to neighbourhood to build a city."""

from ..core.game import Option
from .notation import notation
from .observation import determinize, observe
from .refusal import refusal
from .score import score, winners
from .state import setup
from .turn import advance, legal, turn
from .wording import automatic_effects, describe

NAME = "metropolys"
TITLE = "Metropolys"
SEATS = range(2, 5)
OPTIONS = (
    Option("version", "Edition", (("family", "Family"), ("expert", "Expert")), words=("edition", "family", "expert")),
    Option(
        "memory",
        "Values",
        (("on", "Shown"), ("off", "Hidden")),
        words=("values", "shown", "hidden"),
        long_title="Building values",
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
    "automatic_effects",
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
