"""A finished game of Metropolys in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.state import Metropolys

from ...narration.summary import NOTHING

PERIOD = "auction"
TIE_BREAK = "more buildings built"
SHORT_LABELS: Mapping[tuple[str, str], str] = {}


def period(s: Metropolys) -> int:
    """The number of the current auction: each ends with one building."""
    return sum(p.places.bit_count() for p in s.players) + 1


def period_title(s: Metropolys) -> str:
    return f"auction {period(s)}"


def goal(s: Metropolys) -> int | None:
    return None


def required(s: Metropolys) -> tuple[str, Sequence[int]]:
    return NOTHING


def facts(match: Match) -> Sequence[tuple[str, Sequence[str]]]:
    return [("Buildings built", [str(p.places.bit_count()) for p in match.state.players])]
