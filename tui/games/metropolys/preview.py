"""Points that each bid would score if it were built now, computed once a position, and their sources in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.metropolys.board import DISTRICTS, NEIGHBOURHOODS
from tabletown.rules.metropolys.score import HIGHEST, LEADS, changes, gains, highest_in, is_brief_lead
from tabletown.rules.metropolys.state import ARCHAEOLOGY, Metropolys
from tabletown.rules.metropolys.turn import build

from .pieces import SHORT_TOKEN_NAMES, TOKEN_NAMES
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
SHORT_SOURCES = {TOKEN_NAMES[ARCHAEOLOGY]: SHORT_TOKEN_NAMES[ARCHAEOLOGY]}
"""Shorter words for some of these."""

FOR_NOW, BRIEFLY = " for now", " now"
"""Words after a lead that a rival could take with a single building, in full and in brief."""


class Preview(NamedTuple):
    """Changes of a score by source without leads, and the district that the player would newly lead, if any."""

    parts: tuple[tuple[str, int], ...]
    leads: str
    """The district that the player would newly lead; empty if none."""
    level: tuple[int, ...] = ()
    """The rivals who would still share that lead."""
    advantage: str = ""
    """The buildings that make the lead: "most tall buildings"."""
    is_brief: bool = False
    """Could a rival take that lead with a single building?"""
    rivals: tuple[tuple[int, int], ...] = ()
    """The rivals whose points would change too, each with that change."""

    @property
    def points(self) -> int:
        """The change of the player's points, exactly as the rules would score at once."""
        return total_points(self.parts) + HIGHEST * bool(self.leads)

    @property
    def lasting(self) -> int:
        """Those points without special cards, and without a lead that a single building could take."""
        sure = total_points(part for part in self.parts if part[0] not in SPECIAL_CARDS)
        return sure + HIGHEST * (bool(self.leads) and not self.is_brief)


class Position:
    """A view hashed by identity: views never change, each move makes a new one."""

    def __init__(self, view: Metropolys) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.view is self.view


def preview(view: Metropolys, seat: int, place: int, value: int) -> Preview:
    """Points for building there now; those for the lead of a district are separate, as they come at the end."""
    return _preview(Position(view), seat, place, value)


@lru_cache(maxsize=1024)
def _preview(position: Position, seat: int, place: int, value: int) -> Preview:
    changed = dict(gains(position.view, seat, place, value))
    leads = changed.pop(LEADS, 0) > 0
    parts = tuple((label, n) for label, n in changed.items() if n)
    others = enumerate(changes(position.view, seat, place, value))
    rivals = tuple((who, n) for who, n in others if n and who != seat)
    lead = lead_of(position.view, seat, place, value) if leads else ("", (), "", False)
    return Preview(parts, *lead, rivals)


def lead_of(view: Metropolys, seat: int, place: int, value: int) -> tuple[str, tuple[int, ...], str, bool]:
    """The district that the player would lead with that building, the rivals who would share the lead, the buildings
    that make it, and whether one building could take it.
    """
    district, after = NEIGHBOURHOODS[place].district, view.copy()
    build(after, seat, place, value)
    level = tuple(n for n in highest_in(after, district) if n != seat)
    is_brief = is_brief_lead(view, seat, place, value)
    return DISTRICTS[district], level, advantage(after, seat, district), is_brief


def by_source(gains: Preview, brief: bool = False) -> list[tuple[int, str]]:
    """The points of each source in words, the most first; if `brief` each special card together with its token, and no
    district.
    """
    words = TOGETHER if brief else SOURCES
    lead = f"{gains.leads} lead{FOR_NOW * gains.is_brief}"
    if brief:
        lead = f"{'shared' if gains.level else 'lead'}{BRIEFLY * gains.is_brief}"
    elif gains.level:
        lead = f"shared {lead}"
    points: Counter[str] = Counter()
    for label, n in gains.parts:
        points[words[label]] += n
    if gains.leads:
        points[lead] = HIGHEST
    return [(n, source) for source, n in sorted(points.items(), key=lambda part: (-abs(part[1]), -part[1]))]


def reasons(gains: Preview, brief: bool = False) -> list[str]:
    """The same in words: "+5 East lead for now", "+3 map card"."""
    return [f"{n:+} {source}" for n, source in by_source(gains, brief)]


def in_brief(gains: Preview) -> list[list[str]]:
    """The sources with each special card together with its token, in full and short words; none if nothing scores."""
    brief = reasons(gains, brief=True)
    short = [f"{n:+} {SHORT_SOURCES.get(source, source)}" for n, source in by_source(gains, brief=True)]
    return [brief, *[short] * (short != brief)] if brief else []


def cut_off(brief: Sequence[str], gains: Preview) -> list[list[str]]:
    """Ever fewer of the brief reasons, with dots for the others: the last go first, a loss after all gains."""
    gaining = [n >= 0 for n, _ in by_source(gains, brief=True)]
    ranked = sorted(range(len(brief)), key=gaining.__getitem__)
    return [[*(brief[i] for i in sorted(ranked[:n])), "..."] for n in range(len(brief) - 1, 0, -1)]
