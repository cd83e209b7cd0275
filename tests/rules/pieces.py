"""Recounts that owe nothing to the rules code: pieces on the table, points and victory, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from tests.rules import sf1906_table
from tests.rules.metropolys_table import recounted


class Recount(NamedTuple):
    """How the tests count one game again."""

    conserved: Callable[[Any], str]
    """What is missing or too much among the pieces; empty when all are there."""
    points: Callable[[Any], list[int]]
    """Every player's points."""
    winners: Callable[[Any], list[int]]


def splendor_conserved(s: Any) -> str:
    """5 x 4, 5 or 7 gems and 5 gold; 90 cards; players + 1 nobles; the sums that players keep."""
    from rules.splendor.cards import CARDS, EMPTY, NOBLES

    players = s.players
    tokens = [sum(n) for n in zip(s.bank, *(p.tokens for p in players), strict=True)]
    cards = [c for deck in s.decks for c in deck] + [c for c in s.market if c != EMPTY]
    cards += [c for p in players for c in (*p.cards, *p.reserved, *p.blind)]
    tiles = [*s.nobles, *(n for p in players for n in p.nobles)]
    wrong = {
        "tokens": tokens != [{2: 4, 3: 5, 4: 7}[len(players)]] * 5 + [5],
        "negative": min([*s.bank, *(n for p in players for n in p.tokens)]) < 0,
        "cards": sorted(cards) != list(range(90)),
        "decks": any(CARDS[c].level != level for level, deck in enumerate(s.decks) for c in deck),
        "market": any(c != EMPTY and CARDS[c].level != slot // 4 for slot, c in enumerate(s.market)),
        "nobles": len(tiles) != len(players) + 1 or len(set(tiles)) != len(tiles) or max(tiles) >= len(NOBLES),
        "hand": any(len(p.reserved) + len(p.blind) > 3 for p in players),
        "bonuses": any(p.bonuses != splendor_bonuses(p) for p in players),
        "points": [p.points for p in players] != splendor_points(s),
    }
    return ", ".join(what for what, is_wrong in wrong.items() if is_wrong)


def splendor_bonuses(p: Any) -> list[int]:
    from rules.splendor.cards import CARDS

    counted = Counter(CARDS[c].bonus for c in p.cards)
    return [counted[colour] for colour in range(5)]


def splendor_points(s: Any) -> list[int]:
    from rules.splendor.cards import CARDS

    return [sum(CARDS[c].points for c in p.cards) + 3 * len(p.nobles) for p in s.players]


def splendor_winners(s: Any) -> list[int]:
    """Most points, then fewest cards bought, then shared."""
    points = splendor_points(s)
    best = [i for i, n in enumerate(points) if n == max(points)]
    fewest = min(len(s.players[i].cards) for i in best)
    return [i for i in best if len(s.players[i].cards) == fewest]


def metropolys_conserved(s: Any) -> str:
    """13 buildings a player, one a neighbourhood, and 5, 6, 6 tokens or 8, 7, 7 or 9, 9, 9, on the board or owned."""
    players, board = s.players, range(55)
    stand = [(seat, place) for seat, p in enumerate(players) for place in board if p.places >> place & 1]
    stand += [(seat, place) for seat, place, _ in s.bids]
    taken = {place for _, place in stand}
    tokens = [[place for place in board if laid >> place & 1] for laid in s.tokens]
    counts = [len(laid) + sum(p.tokens[kind] for p in players) for kind, laid in enumerate(tokens)]
    built = [place for place in board if s.values[place]]
    each = [
        [v for v in range(1, 14) if p.hand >> v - 1 & 1]
        + [v for bidder, _, v in s.bids if bidder == seat]
        + [s.values[place] for place in built if p.places >> place & 1]
        for seat, p in enumerate(players)
    ]
    wrong = {
        "buildings": any(sorted(values) != list(range(1, 14)) for values in each),
        "neighbourhoods": len(taken) != len(stand) or len(built) != len(stand) - len(s.bids),
        "districts": s.in_use.bit_count() != {2: 35, 3: 45, 4: 55}[len(players)],
        "free": {place for place in board if s.free >> place & 1}
        != {place for place in board if s.in_use >> place & 1} - taken,
        "sizes": any(
            bool(p.built[which] >> place & 1) != (p.places >> place & 1 and s.values[place] in size)
            for p in players
            for which, size in enumerate((range(1, 6), range(6, 10), range(10, 14)))
            for place in board
        ),
        "tokens": counts != {2: [5, 6, 6], 3: [8, 7, 7], 4: [9, 9, 9]}[len(players)],
        "token places": len({place for laid in tokens for place in laid}) != sum(map(len, tokens))
        or any(place in built for laid in tokens for place in laid),
        "cards": len({p.cards for p in players}) != len(players),
        "end": s.over != any(p.places.bit_count() == 13 for p in players),
    }
    return ", ".join(what for what, is_wrong in wrong.items() if is_wrong)


def metropolys_winners(s: Any) -> list[int]:
    """Most points, then most buildings, then shared."""
    ranks = [(n, p.places.bit_count()) for n, p in zip(recounted(s), s.players, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


RECOUNTS = {
    "splendor": Recount(splendor_conserved, splendor_points, splendor_winners),
    "metropolys": Recount(metropolys_conserved, recounted, metropolys_winners),
    "sf1906": Recount(sf1906_table.pieces, sf1906_table.recounted, sf1906_table.victors),
}


def conserved(name: str, s: Any) -> str:
    """What the recount here and the game's own `check.py`, if it has one, find wrong."""
    found = [RECOUNTS[name].conserved(s)] if name in RECOUNTS else []
    if find_spec(f"rules.{name}.check"):
        found.append(import_module(f"rules.{name}.check").conserved(s))
    assert found, f"nothing counts the pieces of {name}"
    return "; ".join(filter(None, found))
