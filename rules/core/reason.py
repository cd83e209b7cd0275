"""Reasons for a move, as the module `ai.explain` of a game gives them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

Theme: TypeAlias = Literal[
    "finish",
    "denial",
    "noble",
    "city",
    "post",
    "fort",
    "objective",
    "order",
    "building",
    "permit",
    "development",
    "money",
    "bid",
    "points",
    "tempo",
    "reserve",
    "engine",
]
"""The theme of an effect, in one word."""
THEMES: tuple[Theme, ...] = get_args(Theme)
"""All themes, those that say most first."""


class Reason(NamedTuple):
    """An effect of a move, in words."""

    weight: float
    """About 1 a point."""
    phrase: str
    """A phrase such as "scores 3 points", which may have no subject."""
    theme: Theme | None = None
    """None if the effect says too little for one."""
    to_mover: bool = False
    """True if the phrase addresses the player who moves: "your 5 is your last building"."""
