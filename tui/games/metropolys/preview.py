"""Points that each bid would score if it were built now, computed once a position, and their sources in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.board import DISTRICTS, NEIGHBOURHOODS
from tabletown.rules.metropolys.score import HIGHEST, LEADS, gains, highest_in, is_brief_lead
from tabletown.rules.metropolys.state import Metropolys
from tabletown.rules.metropolys.turn import build

from .tallest import advantage

SPECIAL_CARDS = ("Subway card", "Archaeology card")
"""The other parts that can pass to a rival."""
SOURCES = {
    "Trendy tokens": "trendy",
    "Subway tokens": "subway",
    "Subway card": "subway card",
    "Archaeology tokens": "archaeology",
    "Archaeology card": "archaeology card",
    "Map card": "map card",
    "Type card": "type card",
}
"""Sources of points, by their labels in the score."""
TOGETHER = SOURCES | {"Subway card": "subway", "Archaeology card": "archaeology"}
"""The same with each special card as one with the token that it comes with."""


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
    is_brief: bool = False
    """Could a rival take that lead with a single building? Its points are then not counted."""

    @property
    def sure(self) -> int:
        """Points that nobody can take away: for tokens and for the player's own cards."""
        return total_points(part for part in self.parts if part[0] not in SPECIAL_CARDS)

    @property
    def so_far(self) -> int:
        """Points that can pass to a rival: for special cards and for a lead that takes two buildings to lose."""
        cards = total_points(part for part in self.parts if part[0] in SPECIAL_CARDS)
        return cards + HIGHEST * (bool(self.leads) and not self.is_brief)


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
    leads = changed.pop(LEADS, 0) > 0
    parts = tuple((label, n) for label, n in changed.items() if n)
    return Preview(parts, *lead(position.view, seat, place, value)) if leads else Preview(parts, "")


def lead(
    view: Metropolys, seat: int, place: int, value: int
) -> tuple[str, tuple[int, ...], tuple[int, ...], str, bool]:
    """The district that the player would lead with that building, the rivals who would share the lead, those who lose
    it, the buildings that make it, and whether one building could take it.
    """
    district, after = NEIGHBOURHOODS[place].district, view.copy()
    build(after, seat, place, value)
    old, new = highest_in(view, district), highest_in(after, district)
    level, passed = tuple(n for n in new if n != seat), tuple(n for n in old if n not in new)
    is_brief = is_brief_lead(view, seat, place, value)
    return DISTRICTS[district], level, passed, advantage(after, seat, district), is_brief


def reasons(gains: Preview, words: Mapping[str, str] = SOURCES) -> list[str]:
    """The sources of the points in words, those of most points first: "+5 East lead", "+3 map card"."""
    points: Counter[str] = Counter()
    for label, n in gains.parts:
        points[words[label]] += n
    if gains.leads and not gains.is_brief:
        points[f"{gains.leads} lead"] = HIGHEST
    return [f"{n:+} {source}" for source, n in sorted(points.items(), key=lambda part: (-abs(part[1]), -part[1]))]


def in_brief(gains: Preview) -> list[list[str]]:
    """The sources with each special card together with its token, then ever fewer of them; none if nothing scores."""
    brief = reasons(gains, TOGETHER)
    return [brief, *([*brief[:n], "..."] for n in range(len(brief) - 1, 0, -1))] if brief else []
