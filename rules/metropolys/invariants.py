"""Invariants of Metropolys: every building, token and card exists exactly once, and all counts agree with them."""

from __future__ import annotations

from itertools import chain

from .board import BUILDINGS, NEIGHBOURHOODS, SIZES, places, size, values
from .objectives import decks
from .state import ARCHAEOLOGY, NOBODY, SUBWAY, TOKEN_COUNTS, TOKENS, Metropolys


def conserved(s: Metropolys) -> str:
    """First fault of a full state, in words; empty when there is none."""
    faults = (
        buildings_lost(s),
        places_doubled(s),
        tokens_lost(s),
        cards_lost(s),
        "the wrong player holds a special card" if cards_misplaced(s) else "",
        "the game is over when it should not be, or the other way round"
        if s.over != any(p.places.bit_count() == len(BUILDINGS) for p in s.players)
        else "",
    )
    return next(filter(None, faults), "")


def buildings_lost(s: Metropolys) -> str:
    """Check that each player has 13 buildings in hand, bid and built, each built one with its size."""
    for seat, p in enumerate(s.players):
        built = [s.values[place] for place in places(p.places)]
        lying = [value for bidder, _, value in s.bids if bidder == seat]
        if sorted((*values(p.hand), *lying, *built)) != list(BUILDINGS):
            return f"player {seat} does not have each building exactly once"
        if any(size(s.values[place]) != which for which in range(len(SIZES)) for place in places(p.built[which])):
            return f"one of player {seat}'s buildings is the wrong size"
    return ""


def places_doubled(s: Metropolys) -> str:
    """Check that each neighbourhood has at most one building, built or bid."""
    built = list(chain.from_iterable(places(mask) for p in s.players for mask in p.built))
    taken = built + [place for _, place, _ in s.bids]
    if len(set(taken)) < len(taken):
        return "two buildings on one neighbourhood"
    if {place for place in range(len(NEIGHBOURHOODS)) if s.values[place]} != set(built):
        return "a value where nothing is built"
    if s.free != s.in_use & ~sum(1 << place for place in taken) or any(not s.in_use >> place & 1 for place in taken):
        return "the free neighbourhoods are miscounted"
    return ""


def tokens_lost(s: Metropolys) -> str:
    counts = [s.tokens[kind].bit_count() + sum(p.tokens[kind] for p in s.players) for kind in range(len(TOKENS))]
    if tuple(counts) != TOKEN_COUNTS[len(s.players)]:
        return "tokens were created or lost"
    trendy, subway, archaeology = s.tokens
    if trendy & subway or subway & archaeology or trendy & archaeology:
        return "two tokens on one neighbourhood"
    built = s.in_use & sum(p.places for p in s.players)
    return "a token under a building" if (trendy | subway | archaeology) & built else ""


def cards_lost(s: Metropolys) -> str:
    """Check that every player has one card of each deck, all different."""
    for number, deck in enumerate(decks(s.version, len(s.players))):
        held = [p.cards[number] for p in s.players]
        if len(set(held)) < len(held) or not set(held) <= set(deck):
            return "an objective card is duplicated or does not belong here"
    return ""


def cards_misplaced(s: Metropolys) -> bool:
    """Return whether the subway card is not with a player who has most subway tokens, or the archaeology card not with
    one who has any archaeology token.
    """
    subway = [p.tokens[SUBWAY] for p in s.players]
    holds_most = s.subway_card != NOBODY and subway[s.subway_card] == max(subway)
    holds_any = s.archaeology_card != NOBODY and s.players[s.archaeology_card].tokens[ARCHAEOLOGY] > 0
    return holds_most != any(subway) or holds_any != any(p.tokens[ARCHAEOLOGY] for p in s.players)
