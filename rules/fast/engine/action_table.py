"""The table of actions: the same numbers for every module, but for purchases in The Orient, and number of players.

A place is a slot of the market, or 18 to 20 for the reserved cards of the player to move. A purchase has the place and
the number of the payment among those that are legal, the usual one 0.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ...core.game import Action
from ...splendor.base_turn import PASS, RESERVE, RESERVE_BLIND, RETURN
from ...splendor.cards import DECKS, GOLD, NOBLES
from ...splendor.expansions import orient
from ...splendor.expansions.cities import FACES
from ...splendor.expansions.registry import MODULES
from ...splendor.expansions.strongholds import DECLINE
from ...splendor.limits import HAND_LIMIT
from ...splendor.state import BASE_MARKET, Splendor
from .layout import MOST_SLOTS

TAKES: list[Action] = [
    *(("take", colours) for n in (3, 2, 1) for colours in combinations(range(GOLD), n)),
    *(("take", (colour, colour)) for colour in range(GOLD)),
]
PAIRS = len(TAKES) - GOLD
"""The first of the pairs."""
RESERVES = len(TAKES)
BLIND_RESERVES = RESERVES + MOST_SLOTS
RETURNS = BLIND_RESERVES + len(DECKS)
NOBLE_CHOICES = RETURNS + GOLD + 1
CITY_CHOICES = NOBLE_CHOICES + len(NOBLES)
GEMS = CITY_CHOICES + len(FACES)
"""The extra gem of a trading post, by colour."""
FORT_PLACES = GEMS + GOLD
MOVES = FORT_PLACES + BASE_MARKET
"""[from, to]: BASE_MARKET numbers for each slot from which a stronghold moves."""
REMOVALS = MOVES + BASE_MARKET * BASE_MARKET
WAYS = 64
"""Room for the payments of a purchase; there are never more than 43."""
ORIENT_WAYS = 256
"""The same in The Orient, where there are never more than 243."""
CONQUESTS = REMOVALS + BASE_MARKET
NO_CONQUEST = CONQUESTS + WAYS
NO_ACTION = NO_CONQUEST + 1
"""A pass."""
ASSOCIATIONS = NO_ACTION + 1
"""The bonus that a bag is attached to, by colour."""
FREE_CARDS = ASSOCIATIONS + GOLD
PATRONS = FREE_CARDS + MOST_SLOTS
"""Nobles to reserve."""
DISCARDS = PATRONS + len(NOBLES)
"""Cards to discard, in the order of the plain rules."""
MOST_DISCARDS = 32
BUYS = DISCARDS + MOST_DISCARDS
"""[place, payment]."""
HAND_PLACES = MOST_SLOTS
"""Place of the first reserved card."""
ACTIONS = BUYS + (HAND_PLACES + HAND_LIMIT) * WAYS
ORIENT_ACTIONS = BUYS + (HAND_PLACES + HAND_LIMIT) * ORIENT_WAYS
"""Length of the table, and its length in The Orient."""
MOST_LEGAL = 6144
"""More than the legal actions of any state."""


def take_numbers() -> tuple[
    np.ndarray[tuple[int, int], np.dtype[np.int64]], np.ndarray[tuple[int], np.dtype[np.int64]]
]:
    """[colours in the bank as bits]: numbers of the ways to take different colours, and how many there are."""
    ways = np.zeros((1 << GOLD, 10), dtype=np.int64)
    counts = np.zeros(1 << GOLD, dtype=np.int64)
    for bank in range(1, 1 << GOLD):
        piles = [colour for colour in range(GOLD) if bank >> colour & 1]
        for i, colours in enumerate(combinations(piles, min(3, len(piles)))):
            ways[bank, i] = TAKES.index(("take", colours))
            counts[bank] = i + 1
    return ways, counts


DIFFERENT, DIFFERENT_COUNT = take_numbers()
TAKEN = np.array([[colours.count(colour) for colour in range(GOLD)] for _, colours in TAKES], dtype=np.int64)
"""[action, colour]: tokens taken."""


def ways_of(module: str) -> int:
    """Room for the payments of a purchase in a module."""
    return ORIENT_WAYS if module == "orient" else WAYS


def place_of(s: Splendor, card: int) -> int:
    """Place of a card that the player to move may buy."""
    return s.market.index(card) if card in s.market else HAND_PLACES + s.players[s.player].hand.index(card)


def number(s: Splendor, a: Action) -> int:
    """Number of a legal action of the plain rules in a state."""
    match a:
        case ("take", _):
            return TAKES.index(a)
        case ("reserve", card):
            return RESERVES + s.market.index(card)
        case ("reserve_blind", deck):
            return BLIND_RESERVES + int(deck)
        case ("return", colour):
            return RETURNS + int(colour)
        case ("noble", noble):
            return NOBLE_CHOICES + int(noble)
        case ("city", face):
            return CITY_CHOICES + int(face)
        case ("token", colour):
            return GEMS + int(colour)
        case ("place", card):
            return FORT_PLACES + s.market.index(card)
        case ("move", source, other):
            return MOVES + s.market.index(source) * BASE_MARKET + s.market.index(other)
        case ("remove", card):
            return REMOVALS + s.market.index(card)
        case ("conquer", card, paid):
            return CONQUESTS + payment_number(s, card, paid)
        case ("decline",):
            return NO_CONQUEST
        case ("associate", colour):
            return ASSOCIATIONS + int(colour)
        case ("free", card):
            return FREE_CARDS + s.market.index(card)
        case ("reserve_noble", noble):
            return PATRONS + int(noble)
        case ("discard", _):
            return DISCARDS + orient.choices(s).index(a)
        case ("buy", card, paid):
            return BUYS + place_of(s, card) * ways_of(s.module) + payment_number(s, card, paid)
    assert a == PASS
    return NO_ACTION


def payment_number(s: Splendor, card: int, paid: tuple[int, ...]) -> int:
    return MODULES[s.module].payments(s, s.player, card).index(paid)


def numbers_of(s: Splendor, legal: list[Action]) -> list[int]:
    """The numbers of all legal actions, faster than one by one: the payments for a card follow each other."""
    numbers: list[int] = []
    previous: Action = ("",)
    for a in legal:
        same = a[0] in ("buy", "conquer") and a[:2] == previous[:2]
        first = BUYS + place_of(s, a[1]) * ways_of(s.module) if a[0] == "buy" else CONQUESTS
        numbers.append(numbers[-1] + 1 if same else first if a[0] in ("buy", "conquer") else number(s, a))
        previous = a
    return numbers


def action(s: Splendor, n: int) -> Action:
    """The legal action of the plain rules with a number in a state."""
    p, slot = s.players[s.player], s.market.__getitem__
    if n < RESERVES:
        return TAKES[n]
    if n < BLIND_RESERVES:
        return RESERVE[slot(n - RESERVES)]
    if n < RETURNS:
        return RESERVE_BLIND[n - BLIND_RESERVES]
    if n < NOBLE_CHOICES:
        return RETURN[n - RETURNS]
    for first, beyond, verb in (
        (NOBLE_CHOICES, CITY_CHOICES, "noble"), (CITY_CHOICES, GEMS, "city"), (GEMS, FORT_PLACES, "token"),
        (ASSOCIATIONS, FREE_CARDS, "associate"), (PATRONS, DISCARDS, "reserve_noble"),
    ):  # fmt: skip
        if first <= n < beyond:
            return verb, n - first
    if n < MOVES:
        return "place", slot(n - FORT_PLACES)
    if n < REMOVALS:
        source, other = divmod(n - MOVES, BASE_MARKET)
        return "move", slot(source), slot(other)
    if n < CONQUESTS:
        return "remove", slot(n - REMOVALS)
    if n == NO_CONQUEST:
        return DECLINE
    if n == NO_ACTION:
        return PASS
    if FREE_CARDS <= n < PATRONS:
        return "free", slot(n - FREE_CARDS)
    if DISCARDS <= n < BUYS:
        return orient.choices(s)[n - DISCARDS]
    place, way = (None, n - CONQUESTS) if n < NO_CONQUEST else divmod(n - BUYS, ways_of(s.module))
    cards = dict(enumerate(s.market)) | dict(enumerate(p.hand, HAND_PLACES))
    card = s.extra.placed[s.player][0] if place is None else cards[place]  # type: ignore[union-attr]
    return "conquer" if place is None else "buy", card, MODULES[s.module].payments(s, s.player, card)[way]
