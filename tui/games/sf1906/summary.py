"""A finished game of 1906 San Francisco in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.state import Sf1906

from ...narration.summary import NOTHING

PERIOD = "year"
TIE_BREAK = "more buildings built"
COMMON, PERSONAL = "Common objectives", "Personal objectives"
SHORT_LABELS = {(COMMON, PERSONAL): "Personal", (PERSONAL, COMMON): "Common"}


def period(s: Sf1906) -> int:
    """The year; that of the last bonus, which is no year of its own, counts as the one before."""
    return s.city.kit.years[min(s.year, len(s.city.kit.years) - 2)].year


def period_title(s: Sf1906) -> str:
    return str(period(s))


def goal(s: Sf1906) -> int | None:
    return None


def required(s: Sf1906) -> tuple[str, Sequence[int]]:
    return NOTHING


def facts(match: Match) -> Sequence[tuple[str, Sequence[str]]]:
    return [("Buildings built", [str(p.built.bit_count()) for p in match.state.players])]
