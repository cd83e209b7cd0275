"""Metropolys for programs that learn: its action table, and a view in numbers; see `tabletown.rules.core.encoding`."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.encoding import ActionGroup, Place, Segment, bits, clockwise, joined, one_hot
from ..core.game import Action
from .board import BUILDINGS, NEIGHBOURHOODS, SIZES
from .objectives import FACE_DOWN
from .state import NOBODY, TOKENS, UNSEEN, Metropolys

SITES = len(NEIGHBOURHOODS)
CARDS = {"family": 1, "expert": 2}
"""Objective cards of each player, by edition."""
CARD = FACE_DOWN + 1
"""Numbers of an objective card: one for each, the last one for a card that is face down."""


def action_groups(s: Metropolys) -> tuple[ActionGroup, ...]:
    return (
        ActionGroup("bid", (len(BUILDINGS), SITES), "a building, the lowest first; a neighbourhood by its number"),
        ActionGroup("pass", (), "leave the auction"),
    )


def places(s: Metropolys, legal: Sequence[Action]) -> list[Place]:
    return [("bid", (a[2] - 1, a[1])) if a[0] == "bid" else ("pass", ()) for a in legal]


def segments(s: Metropolys) -> tuple[Segment, ...]:
    seats = len(s.players)
    return (
        Segment("to_move", (seats,), 1, "the player to move"),
        Segment("seat", (seats,), 1, "your own seat; seat 0 starts"),
        Segment("in_use", (SITES,), 1, "neighbourhoods of the districts in play"),
        Segment("free", (SITES,), 1, "neighbourhoods in play without a building, built or bid"),
        Segment("tokens_laid", (len(TOKENS), SITES), 1, "neighbourhoods with trendy, subway and archaeology tokens"),
        Segment("values", (SITES,), UNSEEN, f"value of the building built; {UNSEEN} for one that is hidden"),
        Segment("built", (seats, len(SIZES), SITES), 1, "buildings of each player: small, medium and tall"),
        Segment("bids", (seats, SITES), BUILDINGS.stop - 1, "value of each player's bid on each neighbourhood"),
        Segment("latest_bid", (SITES,), 1, "neighbourhood of the bid to exceed"),
        Segment("passed", (seats,), 1, "players who have left the auction"),
        Segment("hands", (seats, len(BUILDINGS)), 1, "buildings of each player neither built nor bid, lowest first"),
        Segment("tokens", (seats, len(TOKENS)), 9, "trendy, subway and archaeology tokens of each player"),
        Segment("subway_card", (seats,), 1, "player with the subway card"),
        Segment("archaeology_card", (seats,), 1, "player with the archaeology card"),
        Segment("objectives", (seats, CARDS[s.version], CARD), 1, "objective cards by number; the last is face down"),
    )


def numbers(view: Metropolys, player: int) -> dict[str, list[int]]:
    seats = clockwise(len(view.players), player)
    players = [view.players[seat] for seat in seats]
    return {
        "to_move": one_hot(None if view.over else seats.index(view.player), len(seats)),
        "seat": one_hot(player, len(seats)),
        "in_use": bits(view.in_use, SITES),
        "free": bits(view.free, SITES),
        "tokens_laid": joined([bits(laid, SITES) for laid in view.tokens]),
        "values": view.values,
        "built": joined([bits(built, SITES) for p in players for built in p.built]),
        "bids": joined([bid_values(view, seat) for seat in seats]),
        "latest_bid": one_hot(view.bids[-1][1] if view.bids else None, SITES),
        "passed": [view.passed >> seat & 1 for seat in seats],
        "hands": joined([bits(p.hand, len(BUILDINGS)) for p in players]),
        "tokens": joined([p.tokens for p in players]),
        "subway_card": holder(seats, view.subway_card),
        "archaeology_card": holder(seats, view.archaeology_card),
        "objectives": joined([one_hot(card, CARD) for p in players for card in p.cards]),
    }


def bid_values(view: Metropolys, seat: int) -> list[int]:
    """Value of a player's bid on each neighbourhood; 0 for none."""
    values = [0] * SITES
    for bidder, place, value in view.bids:
        if bidder == seat:
            values[place] = value
    return values


def holder(seats: list[int], player: int) -> list[int]:
    """The holder of a card, by order of seats; all 0 for nobody."""
    return one_hot(None if player == NOBODY else seats.index(player), len(seats))
