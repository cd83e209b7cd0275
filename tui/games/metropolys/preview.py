"""Points that each bid would score if it were built now, computed once a position."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.board import DISTRICTS, NEIGHBOURHOODS
from tabletown.rules.metropolys.score import HIGHEST, gains, highest_in
from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.turn import build

from .tallest import advantage

TALLEST = "Tallest buildings"
"""The part of a score for districts, which a player leads until someone has more tall buildings there."""
SPECIAL_CARDS = ("Subway card", "Archaeology card")
"""The other parts that can pass to a rival."""


class Preview(NamedTuple):
    """Changes of a score by source, and the district that the player would newly lead, if any."""

    parts: tuple[tuple[str, int], ...]
    leads: str
    """The district that the player would newly lead; empty if none."""
    level: tuple[int, ...] = ()
    """The rivals who would still share that lead."""
    passed: tuple[int, ...] = ()
    """The rivals who would lose it."""

    advantage: str = ""
    """The buildings that make the lead: "most tall buildings"."""

    @property
    def sure(self) -> int:
        """Points that nobody can take away: for tokens and for the player's own cards."""
        return total_points(part for part in self.parts if part[0] not in SPECIAL_CARDS)

    @property
    def so_far(self) -> int:
        """Points that can pass to a rival: for special cards and for the lead of a district."""
        cards = total_points(part for part in self.parts if part[0] in SPECIAL_CARDS)
        return cards + HIGHEST * bool(self.leads)


class Position:
    """A view hashed by identity: views never change, each move makes a new one."""

    def __init__(self, view: Metropolys) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.view is self.view


def preview(view: Metropolys, seat: int, place: int, value: int) -> Preview:
    """Points for building there now; the lead of a district scores only at the end, so it is separate."""
    return _preview(Position(view), seat, place, value)


@lru_cache(maxsize=1024)
def _preview(position: Position, seat: int, place: int, value: int) -> Preview:
    changed = dict(gains(position.view, seat, place, value))
    leads = changed.pop(TALLEST, 0) > 0
    parts = tuple((label, n) for label, n in changed.items() if n)
    return Preview(parts, *lead(position.view, seat, place, value)) if leads else Preview(parts, "")


def lead(view: Metropolys, seat: int, place: int, value: int) -> tuple[str, tuple[int, ...], tuple[int, ...], str]:
    """The district that the player would lead with that building, the rivals who would share the lead, those who lose
    it, and the buildings that make it.
    """
    district, after = NEIGHBOURHOODS[place].district, view.copy()
    build(after, seat, place, value)
    old, new = highest_in(view, district), highest_in(after, district)
    level, passed = tuple(n for n in new if n != seat), tuple(n for n in old if n not in new)
    return DISTRICTS[district], level, passed, advantage(after, seat, district)
