"""A finished game of 1906 San Francisco in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.state import Sf1906

PERIOD = "year"
TIE_BREAK = "more buildings built"


def period(s: Sf1906) -> int:
    return s.city.kit.years[s.year].year


def period_title(s: Sf1906) -> str:
    return str(period(s))


def goal(s: Sf1906) -> int | None:
    return None


def facts(match: Match) -> Sequence[tuple[str, Sequence[str]]]:
    return [("Buildings built", [str(p.built.bit_count()) for p in match.state.players])]
