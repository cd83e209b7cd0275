"""Auctions in Metropolys: opening, outbidding, passing and the award (rulebook, "Course of play")."""

from __future__ import annotations

from random import Random

from ..core.game import Action
from .board import BUILDINGS, NEIGHBOURHOODS, NEIGHBOURS, places, size, values
from .state import ARCHAEOLOGY, NOBODY, SUBWAY, TOKENS, Metropolys

PASS: Action = ("pass",)
BIDS: list[list[Action]] = [
    [("bid", place, value) for place in range(len(NEIGHBOURHOODS))] for value in (0, *BUILDINGS)
]
"""[value][neighbourhood]: all bids; there is no building of value 0."""


def turn(s: Metropolys) -> int | None:
    return None if s.over else s.player


def targets(s: Metropolys) -> int:
    """Mask of neighbourhoods for a bid: any free one to open, afterwards free ones next to the latest bid."""
    return s.free & NEIGHBOURS[s.bids[-1][1]] if s.bids else s.free


def standing(s: Metropolys) -> int:
    """Value that a bid must exceed; 0 for the opening."""
    return s.bids[-1][2] if s.bids else 0


def higher(hand: int, value: int) -> int:
    """Buildings of a hand that exceed a value, as a hand."""
    return hand >> value << value


def legal(s: Metropolys) -> list[Action]:
    """Legal bids, and a pass except for the start player, who must open."""
    if s.over:
        return []
    where, bids = places(targets(s)), []
    for value in values(higher(s.players[s.player].hand, standing(s))):
        row = BIDS[value]
        bids += [row[place] for place in where]
    return [*bids, PASS] if s.bids else bids


def advance(s: Metropolys, a: Action, rng: Random) -> None:
    """Play a bid or a pass in place, then award the neighbourhood if that ends the auction."""
    match a:
        case ("bid", place, value):
            s.players[s.player].hand ^= 1 << value - 1
            s.free ^= 1 << place
            s.bids += ((s.player, place, value),)
        case _:
            s.passed |= 1 << s.player
    if contested(s):
        s.player = following(s)
    else:
        award(s)


def contested(s: Metropolys) -> bool:
    """Return whether any other player who is still in the auction can outbid."""
    bidder, place, value = s.bids[-1]
    if not s.free & NEIGHBOURS[place]:
        return False
    return any(p.hand >> value and seat != bidder and not s.passed >> seat & 1 for seat, p in enumerate(s.players))


def following(s: Metropolys) -> int:
    """Next player clockwise who has not passed."""
    seat = (s.player + 1) % len(s.players)
    while s.passed >> seat & 1:
        seat = (seat + 1) % len(s.players)
    return seat


def award(s: Metropolys) -> None:
    """Build the latest bid and return all others to their owners; the winner starts the next auction.

    The game ends when the winner has built all 13 buildings.
    """
    winner, place, value = s.bids[-1]
    for bidder, where, lying in s.bids:
        s.players[bidder].hand |= 1 << lying - 1
        s.free |= 1 << where
    s.bids, s.passed, s.player = (), 0, winner
    build(s, winner, place, value)
    s.over = not s.players[winner].hand


def build(s: Metropolys, seat: int, place: int, value: int) -> None:
    """Build a building of the player's hand for good, taking the token on its neighbourhood, if any."""
    p = s.players[seat]
    p.hand ^= 1 << value - 1
    p.built[size(value)] |= 1 << place
    s.values[place] = value
    s.free ^= 1 << place
    for kind in range(len(TOKENS)):
        if s.tokens[kind] >> place & 1:
            s.tokens[kind] ^= 1 << place
            p.tokens[kind] += 1
            move_card(s, seat, kind)


def move_card(s: Metropolys, seat: int, kind: int) -> None:
    """Give the special card of a token just taken to the player, if it moves.

    The subway card goes to the first taker, then to a player with more subway tokens than its holder; the archaeology
    card always goes to the last taker.
    """
    if kind == ARCHAEOLOGY:
        s.archaeology_card = seat
    elif kind == SUBWAY:
        holder = s.subway_card
        if holder == NOBODY or s.players[seat].tokens[SUBWAY] > s.players[holder].tokens[SUBWAY]:
            s.subway_card = seat
