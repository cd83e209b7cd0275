"""What each bid would pay if it were built now, worked out once a position."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.board import DISTRICTS, NEIGHBOURHOODS
from tabletown.rules.metropolys.score import gains
from tabletown.rules.metropolys.state import Metropolys

HIGHEST = "Highest buildings"
"""The part of a score that others can still take away."""


class Preview(NamedTuple):
    """The parts of a score that would change for good, and the district that the building would lead for now."""

    parts: tuple[tuple[str, int], ...]
    leads: str

    @property
    def points(self) -> int:
        return total_points(self.parts)


class Position:
    """A view by its identity: views are made anew after each move and not changed."""

    def __init__(self, view: Metropolys) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.view is self.view


def preview(view: Metropolys, seat: int, place: int, value: int) -> Preview:
    """What building there would pay; the highest building of a district pays at the end alone, if it still is."""
    return _preview(Position(view), seat, place, value)


@lru_cache(maxsize=1024)
def _preview(position: Position, seat: int, place: int, value: int) -> Preview:
    changed = dict(gains(position.view, seat, place, value))
    leads = changed.pop(HIGHEST, 0) > 0
    parts = tuple((label, n) for label, n in changed.items() if n)
    return Preview(parts, DISTRICTS[NEIGHBOURHOODS[place].district] if leads else "")
