"""Requirements of cities and trading posts, for the board and the narrator: owners, shortages, powers."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.splendor.expansions.cities import of
from tabletown.rules.splendor.expansions.trading_posts import POSTS
from tabletown.rules.splendor.state import Player, Splendor


class Power(NamedTuple):
    """The effect of a post for its owners."""

    rows: tuple[tuple[str, ...], ...]
    """Wordings on the tile, in rows, the longest first."""
    sentence: str
    """In a sentence."""


POWERS = (
    Power(
        (("a gem with every", "card you buy"), ("a gem with", "each purchase"), ("buy one,", "get a gem")),
        "a gem with every card you buy",
    ),
    Power(
        (
            ("a third gem with", "every pair"),
            ("a third gem", "with a pair"),
            ("take 2,", "get a 3rd"),
            ("take 2,", "get 3"),
        ),
        "a third gem with every pair you take",
    ),
    Power(
        (("one gold pays", "2 of a colour"), ("one gold", "pays two")),
        "gold pays for two of one colour",
    ),
    Power((("you score", "5 points"), ("5 points",)), "5 points"),
    Power(
        (("1 point for each", "post you own"), ("1 point for", "each post"), ("1 point", "per post")),
        "1 point for each post you own",
    ),
)
"""The power of each post."""


def owner(view: Splendor, face: int) -> int | None:
    owned = of(view).owned
    return owned.index(face) if face in owned else None


def lack_for_post(p: Player, post: int) -> tuple[list[int], int]:
    """Bonuses of each colour, and nobles, that a player still needs for a post."""
    asked = POSTS[post]
    return [max(0, n - have) for n, have in zip(asked.cost, p.bonuses, strict=True)], max(
        0, asked.nobles - len(p.nobles)
    )
