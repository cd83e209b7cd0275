"""Ladder: the matches that rate all levels on one scale, for every game, version and module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, NamedTuple

from tabletown import rules

from ..bots.level_descriptions import LEVELS
from .series import Series, SeriesTerms

SEATS = (2, 4)
"""Numbers of players for which levels are rated by default."""


def cases(name: str | None, given: Mapping[str, str], seats: int | None) -> Iterator[tuple[str, dict[str, str], int]]:
    """Cases to rate: (game, options, players). A game's first option takes every value unless one is given."""
    for game_name in [name] if name else rules.GAMES:
        game = rules.load(game_name)
        first = game.OPTIONS[0] if game.OPTIONS else None
        varied = [{first.key: value} for value, _ in first.choices] if first and first.key not in given else [{}]
        for options in varied:
            for count in [seats] if seats else [count for count in SEATS if count in game.SEATS]:
                yield game_name, options | dict(given), count


def pairs(bots: Sequence[str], adjacent: bool) -> list[tuple[str, str]]:
    """Pairs of bots that play each other, the stronger one first; with `adjacent` only neighbours."""
    matches = [(bots[high], bots[low]) for low, high in combinations(range(len(bots)), 2)]
    return [(high, low) for high, low in matches if not adjacent or bots.index(high) == bots.index(low) + 1]


@cache
def load_toml() -> list[dict[str, Any]]:
    """The entries of `ladder.toml`."""
    text = files(__package__).joinpath("ladder.toml").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = tomllib.loads(text)["fewer"]
    return entries


def fewer_nodes(terms: SeriesTerms) -> dict[str, int]:
    """Limits in positions by level for those matches of a case that would take weeks without them."""
    case = {**terms.options, "game": terms.game, "players": terms.seats}
    entry = next(e for e in load_toml() if all(case.get(key) == e[key] for key in e if key != "nodes"))
    nodes: dict[str, int] = entry["nodes"]
    return nodes


def shortened(terms: SeriesTerms, match: tuple[str, str]) -> tuple[str, str]:
    """The two levels of a match, limited in positions where the match would take weeks otherwise."""
    fewer = fewer_nodes(terms)
    if terms.seconds or terms.nodes or "master" not in match:
        return match
    high, low = (f"{level}:nodes={fewer[level]}" if level in fewer else level for level in match)
    return high, low


class Ladder(NamedTuple):
    """Cases and players to rate."""

    cases: Sequence[SeriesTerms]
    players: Sequence[str] = ()
    """Bots from weak to strong; all levels if empty."""
    adjacent: bool = False
    """True when only neighbours play each other."""

    def matches(self, terms: SeriesTerms) -> Iterator[tuple[tuple[int, int], Series]]:
        """Every match with the places of its two bots in the list, the stronger one first."""
        bots = self.players or list(LEVELS)
        for high, low in pairs(bots, self.adjacent):
            match = (high, low) if self.players else shortened(terms, (high, low))
            yield (bots.index(high), bots.index(low)), Series(terms, match)
