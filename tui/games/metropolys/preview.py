"""Points that each bid would score if it were built now, computed once a position."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.board import DISTRICTS, NEIGHBOURHOODS
from tabletown.rules.metropolys.score import gains, highest_in
from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.turn import build

HIGHEST = "Tallest buildings"
"""The part of a score that rivals can still take away."""


class Preview(NamedTuple):
    """Lasting changes of a score by source, and the district in which the player would then lead, if any."""

    parts: tuple[tuple[str, int], ...]
    leads: str
    """The district in which the player would now have the tallest buildings; empty if in none."""
    level: tuple[int, ...] = ()
    """The rivals who would still share that lead."""
    passed: tuple[int, ...] = ()
    """The rivals who would lose it."""

    @property
    def points(self) -> int:
        return total_points(self.parts)


class Position:
    """A view hashed by identity: views never change, each move makes a new one."""

    def __init__(self, view: Metropolys) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.view is self.view


def preview(view: Metropolys, seat: int, place: int, value: int) -> Preview:
    """Points for building there now; the tallest building of a district scores only at the end, so it is separate."""
    return _preview(Position(view), seat, place, value)


@lru_cache(maxsize=1024)
def _preview(position: Position, seat: int, place: int, value: int) -> Preview:
    changed = dict(gains(position.view, seat, place, value))
    leads = changed.pop(HIGHEST, 0) > 0
    parts = tuple((label, n) for label, n in changed.items() if n)
    return Preview(parts, *lead(position.view, seat, place, value)) if leads else Preview(parts, "")


def lead(view: Metropolys, seat: int, place: int, value: int) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The district in which that building would lead, the rivals who would share the lead, and those who lose it."""
    district, after = NEIGHBOURHOODS[place].district, view.copy()
    build(after, seat, place, value)
    old, new = highest_in(view, district), highest_in(after, district)
    return DISTRICTS[district], tuple(n for n in new if n != seat), tuple(n for n in old if n not in new)
