"""Recounts that owe nothing to the rules code: pieces on the table, points and victory, for every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tabletown.rules.core.registry import game_module
from tests.rules.metropolys.positions import recounted
from tests.rules.sf1906 import positions


class Recount(NamedTuple):
    """Independent counts of one game, for the tests."""

    conserved: Callable[[Any], str]
    """Missing or surplus pieces in words; empty if the pieces are complete."""
    points: Callable[[Any], list[int]]
    """Every player's points."""
    winners: Callable[[Any], list[int]]


def splendor_conserved(s: Any) -> str:
    """5 x 4, 5 or 7 gems and 5 gold; 90 cards, 120 with the Orient; players + 1 nobles or three cities; strongholds on
    the table; the sums that players keep.
    """
    from tabletown.rules.splendor.cards import EMPTY, NOBLES

    players, orient = s.players, s.module == "orient"
    tokens = [sum(n) for n in zip(s.bank, *(p.tokens for p in players), strict=True)]
    cards = [c for deck in s.decks for c in deck] + [c for c in s.market if c != EMPTY]
    cards += [c for p in players for c in (*p.cards, *p.reserved, *p.blind)]
    cards += s.extra.gone if orient else ()
    tiles = [*s.nobles, *(n for p in players for n in p.nobles)]
    tiles += [n for patrons in s.extra.patrons for n in patrons] if orient else []
    rows = [0] * 4 + [1] * 4 + [2] * 4 + [3, 3, 4, 4, 5, 5]
    wrong = {
        "tokens": tokens != [{2: 4, 3: 5, 4: 7}[len(players)]] * 5 + [5],
        "negative": min([*s.bank, *(n for p in players for n in p.tokens)]) < 0,
        "cards": sorted(cards) != list(range(120 if orient else 90)),
        "decks": any(splendor_deck(c) != number for number, deck in enumerate(s.decks) for c in deck),
        "market": any(c != EMPTY and splendor_deck(c) != deck for deck, c in zip(rows, s.market, strict=False)),
        "slots": len(s.market) != (18 if orient else 12),
        "nobles": len(tiles) != len(set(tiles))
        or len(tiles) != (0 if s.module == "cities" else len(players) + 1)
        or any(tile >= len(NOBLES) for tile in tiles),
        "hand": any(len(p.reserved) + len(p.blind) > 3 for p in players),
        "bonuses": any(p.bonuses != splendor_bonuses(s, seat) for seat, p in enumerate(players)),
        "points": [p.points for p in players] != splendor_points(s),
        "cities": s.module == "cities"
        and len({face // 2 for face in (*s.extra.table, *s.extra.owned) if face is not None}) != 3,
        "strongholds": s.module == "strongholds" and splendor_strongholds_astray(s),
    }
    return ", ".join(what for what, is_wrong in wrong.items() if is_wrong)


def splendor_deck(card: int) -> int:
    """40, 30 and 20 cards of the base game, then ten of each level of the Orient."""
    return sum(card >= first for first in (40, 70, 90, 100, 110))


def splendor_strongholds_astray(s: Any) -> bool:
    """Three a player at most, on face-up cards, and never two colours on one."""
    standing = [(card, seat) for seat, mine in enumerate(s.extra.placed) for card in mine]
    owners = {card: seat for card, seat in standing}
    return (
        max(Counter(seat for _, seat in standing).values(), default=0) > 3
        or any(owners[card] != seat for card, seat in standing)
        or any(card not in s.market for card in owners)
    )


def splendor_bonuses(s: Any, seat: int) -> list[int]:
    """One a card, two of the five cards 100 to 104, none of the bags and double gold before they are associated."""
    from tabletown.rules.splendor.cards import CARDS

    counted = Counter(CARDS[c].bonus for c in s.players[seat].cards)
    counted.update(CARDS[c].bonus for c in s.players[seat].cards if c in range(100, 105))
    if s.module == "orient":
        counted.update(colour for _, colour in s.extra.bags[seat])
    return [counted[colour] for colour in range(5)]


def splendor_points(s: Any) -> list[int]:
    from tabletown.rules.splendor.cards import CARDS

    points = [sum(CARDS[c].points for c in p.cards) + 3 * len(p.nobles) for p in s.players]
    if s.module == "trading_posts":
        coats = s.extra.coats
        return [n + 5 * (3 in own) + len(own) * (4 in own) for n, own in zip(points, coats, strict=True)]
    return points


def splendor_winners(s: Any) -> list[int]:
    """Among the players who can win: most points, then fewest cards bought, then shared."""
    points, seats = splendor_points(s), list(range(len(s.players)))
    if s.module == "cities" and any(face is not None for face in s.extra.owned):
        seats = [seat for seat in seats if s.extra.owned[seat] is not None]
    most = max(points[i] for i in seats)
    best = [i for i in seats if points[i] == most]
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
    "sf1906": Recount(positions.pieces, positions.recounted, positions.victors),
}


def conserved(name: str, s: Any) -> str:
    """Faults found by the recount here and by the game's own `invariants.py`, if it has one; empty if none."""
    faults = [RECOUNTS[name].conserved(s)] if name in RECOUNTS else []
    if invariants := game_module(name, "invariants"):
        faults.append(invariants.conserved(s))
    assert faults, f"nothing counts the pieces of {name}"
    return "; ".join(filter(None, faults))
