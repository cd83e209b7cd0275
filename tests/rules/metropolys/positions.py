"""Metropolys tables laid by hand, and scorers that owe nothing to the rules code but the table of the board."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

from tabletown import rules
from tabletown.rules import metropolys
from tabletown.rules.core.game import Action, apply
from tabletown.rules.metropolys.board import NAMES, mask, places, size
from tabletown.rules.metropolys.objectives import OBJECTIVES
from tabletown.rules.metropolys.state import TOKENS, Metropolys
from tabletown.rules.metropolys.turn import build

DATA = Path(rules.__file__).parent / "metropolys" / "data"
SITES = {
    row["id"]: row
    for row in csv.DictReader(
        (Path(rules.__file__).parent / "metropolys" / "data" / "neighbourhoods.csv")
        .read_text(encoding="utf-8")
        .splitlines()
    )
}
"""The rows of the board's table by name."""

DISTRICT_LETTERS = "CNESW"


def column(name: str, key: str) -> list[str]:
    """The words in one column of a neighbourhood's row."""
    return SITES[name][key].split()


def named(where: int) -> list[str]:
    """The neighbourhoods of a mask by name."""
    return [NAMES[place] for place in places(where)]


def card(deck: str, name: str) -> int:
    """The objective card of that deck and name."""
    return next(number for number, o in enumerate(OBJECTIVES) if (o.deck, o.name) == (deck, name))


def table(
    seats: int = 4,
    version: str = "family",
    memory: str = "on",
    tokens: Mapping[str, str] | None = None,
    use: str = DISTRICT_LETTERS,
) -> Metropolys:
    """A table with the districts of these letters and only these tokens, before the first call."""
    s = metropolys.setup(seats, {"version": version, "memory": memory}, Random(1))
    s.in_use = s.free = mask(name for name in NAMES if name[0] in use)
    s.tokens = [mask(name for name, kind in (tokens or {}).items() if kind == word) for word in TOKENS]
    return s


def erect(s: Metropolys, seat: int, *buildings: str) -> Metropolys:
    """Buildings won in earlier calls, as "7 C9"; they take the tokens there."""
    for text in buildings:
        value, name = text.split()
        build(s, seat, NAMES.index(name), int(value))
    return s


def hold(s: Metropolys, seat: int, *values: int) -> None:
    """Only these buildings are left in a player's hand."""
    s.players[seat].hand = sum(1 << value - 1 for value in values)


def can(s: Metropolys) -> list[str]:
    """The notation of all that is legal."""
    return [metropolys.notation(s, a) for a in metropolys.legal(s)]


def sites(s: Metropolys) -> set[str]:
    """Names of the places that the player to move can bid on."""
    return {NAMES[a[1]] for a in metropolys.legal(s) if a[0] == "bid"}


def values(s: Metropolys) -> set[int]:
    """Values that the player to move can bid."""
    return {a[2] for a in metropolys.legal(s) if a[0] == "bid"}


def do(s: Metropolys, *notations: str) -> Metropolys:
    """The table after these actions, one after the other."""
    for text in notations:
        matching: list[Action] = [a for a in metropolys.legal(s) if metropolys.notation(s, a) == text]
        assert len(matching) == 1, f"{text!r} is not among {can(s)[:20]}"
        s = apply(metropolys, s, matching[0], Random(0))
    return s


def call(s: Metropolys, *notations: str) -> Metropolys:
    """The same, then all players pass until the call is over."""
    s = do(s, *notations)
    while s.bids:
        s = do(s, "pass")
    return s


def points(s: Metropolys, seat: int) -> dict[str, int]:
    """A player's score by source."""
    return dict(metropolys.score(s)[seat])


@cache
def adjacent(site: str, other: str) -> bool:
    """Adjacency by the data table: over land or a bridge."""
    return other in column(site, "land") + column(site, "bridges")


def connected(three: Iterable[str]) -> bool:
    """Can one walk from any of the three to any other over the three alone?"""
    return sum(adjacent(site, other) for site, other in combinations(three, 2)) >= 2


def most_disjoint(groups: list[frozenset[str]]) -> int:
    """The size of the largest set of groups without a common member: every set is tried."""
    if not groups:
        return 0
    first, *rest = groups
    return max(most_disjoint(rest), 1 + most_disjoint([group for group in rest if not group & first]))


def around(kind: str) -> dict[str, set[str]]:
    """Names of the places round each statue or lake."""
    places: dict[str, set[str]] = {}
    for name in SITES:
        for feature in column(name, kind):
            places.setdefault(feature, set()).add(name)
    return places


def best_bridges(own: Collection[str]) -> int:
    return most_disjoint([frozenset(pair) for pair in combinations(own, 2) if pair[1] in column(pair[0], "bridges")])


def best_statues(own: Collection[str]) -> int:
    return most_disjoint([frozenset(three) for three in around("statues").values() if three <= set(own)])


def best_lakes(own: Collection[str]) -> int:
    """Every building is given to one of its lakes in every way; a lake with three pays."""
    ways = product(*(column(name, "lakes") for name in own if column(name, "lakes")))
    return max(sum(way.count(lake) >= 3 for lake in set(way)) for way in ways)


def best_districts(own: Collection[str]) -> int:
    return sum(sum(name[0] == letter for name in own) >= 3 for letter in DISTRICT_LETTERS)


def best_chains(own: Collection[str]) -> int:
    return most_disjoint([frozenset(three) for three in combinations(own, 3) if connected(three)])


BEST = {
    "bridges": (4, best_bridges),
    "statues": (7, best_statues),
    "lakes": (5, best_lakes),
    "districts": (4, best_districts),
    "chains": (4, best_chains),
}
"""Points for each group of an expert map card, and the most groups."""


@cache
def brute_area(version: str, name: str, own: frozenset[str]) -> int:
    """The points of a map card for these neighbourhoods."""
    if version == "expert":
        points, best = BEST[name]
        return points * best(sorted(own))
    key = "outer_edge" if name == "edge" else name
    return 3 * sum(SITES[site][key] not in ("", "0") for site in own)


def brute_highest(s: Any, letter: str) -> list[int]:
    """Seats with the highest building in a district, comparing their sizes from the largest down."""
    lines = [
        sorted((size(s.values[place]) for place in places(p.places) if NAMES[place][0] == letter), reverse=True)
        for p in s.players
    ]
    return [seat for seat, line in enumerate(lines) if line and line == max(lines)]


def recounted(s: Any) -> list[int]:
    """Every player's points, counted again from the table."""
    highest = [brute_highest(s, letter) for letter in DISTRICT_LETTERS] if s.version == "expert" else []
    totals = []
    for seat, p in enumerate(s.players):
        own = frozenset(named(p.places))
        trendy, subway, archaeology = p.tokens
        total = 3 * trendy + subway - archaeology + 3 * (s.subway_card == seat) - 2 * (s.archaeology_card == seat)
        total += brute_area(s.version, OBJECTIVES[p.cards[0]].name, own)
        if s.version == "expert":
            total += 2 * sum(SITES[site]["type"] == OBJECTIVES[p.cards[1]].name for site in own)
            total += 5 * sum(seat in best for best in highest)
        totals.append(total)
    return totals
