"""The steps of a turn, compiled: the same draws from the same numbers as in the plain rules."""

from __future__ import annotations

import numpy as np

from ...splendor.cards import EMPTY, GOLD
from ...splendor.expansions.trading_posts import (
    EXTRA_AFTER_PAIR,
    FIVE,
    FIVE_POINTS,
    POINT_PER_COAT,
    TOKEN_AFTER_PURCHASE,
)
from ...splendor.limits import GOAL, TOKEN_LIMIT
from ...splendor.state import BASE_MARKET
from . import action_table as actions
from . import layout as at
from . import tables
from .compiled import compiled
from .layout import HIGH, NONE, Row
from .legal import (
    fort_count,
    gold_worth,
    hand_card,
    has_coat,
    list_cities,
    list_conquests,
    list_fort_moves,
    list_gems,
    list_nobles,
    market_card,
    meets,
    mover,
    own_cells,
    step_kind,
)
from .payment import pay
from .pieces import append, cut_value, draw, refill
from .source import Source

CITIES, POSTS, FORTS = at.CITIES, at.POSTS, at.FORTS
ROOM = 128
"""More than the legal actions of a step other than an action."""


# Decisions


@compiled
def take(s: Row, p: int, number: int) -> None:
    s[at.PASSES] = 0
    for colour in range(GOLD):
        s[at.BANK + colour] -= actions.TAKEN[number, colour]
        s[p + at.TOKENS + colour] += actions.TAKEN[number, colour]
    if s[at.MODULE] == POSTS and number >= actions.PAIRS and has_coat(s, mover(s), EXTRA_AFTER_PAIR):
        s[at.EXTRA] = number - actions.PAIRS


@compiled
def take_gold(s: Row, p: int) -> None:
    """Take the gold that comes with a reserved card, if the bank has any."""
    s[at.PASSES] = 0
    if s[at.BANK + GOLD]:
        s[at.BANK + GOLD] -= 1
        s[p + at.TOKENS + GOLD] += 1


@compiled
def reserve(s: Row, p: int, slot: int) -> None:
    card = market_card(s, slot)
    s[at.MARKET + slot] = EMPTY
    append(s, p + at.RESERVED, p + at.HAND, card)
    take_gold(s, p)
    take_back(s, card)


@compiled
def reserve_blind(s: Row, p: int, deck: int, source: Source) -> None:
    card = draw(s, deck, source)
    append(s, p + at.BLIND, p + at.BLIND_HAND, card)
    take_gold(s, p)


@compiled
def buy(s: Row, p: int, place: int, way: int) -> None:
    """Buy the card at a place by one of its payments."""
    card = market_card(s, place) if place < actions.HAND_PLACES else hand_card(s, p, place - actions.HAND_PLACES)
    pay(s, p, card, gold_worth(s), way)
    s[at.PASSES] = 0
    if place < actions.HAND_PLACES:
        s[at.MARKET + place] = EMPTY
    elif place - actions.HAND_PLACES < s[p + at.RESERVED]:
        cut_value(s, p + at.RESERVED, p + at.HAND, 3, card)
    else:
        cut_value(s, p + at.BLIND, p + at.BLIND_HAND, 3, card)
    append(s, p + at.BOUGHT, p + at.CARDS, card)
    s[p + at.BONUSES + tables.BONUS[card]] += 1
    s[p + at.POINTS] += tables.CARD_POINTS[card]
    if s[at.MODULE] == POSTS and has_coat(s, mover(s), TOKEN_AFTER_PURCHASE):
        s[at.EXTRA] = GOLD
    elif s[at.MODULE] == FORTS:
        take_back(s, card)
        s[at.EXTRA] = 1


@compiled
def play_action(s: Row, p: int, number: int, source: Source) -> None:
    """Carry out one of the four actions, or a pass."""
    if s[at.MODULE] == FORTS:
        s[at.EXTRA] = 0
    if number < actions.RESERVES:
        take(s, p, number)
    elif number < actions.BLIND_RESERVES:
        reserve(s, p, number - actions.RESERVES)
    elif number < actions.RETURNS:
        reserve_blind(s, p, number - actions.BLIND_RESERVES, source)
    elif number == actions.NO_ACTION:
        s[at.PASSES] += 1
    else:
        buy(s, p, (number - actions.BUYS) // actions.WAYS, (number - actions.BUYS) % actions.WAYS)


@compiled
def give_back(s: Row, p: int, colour: int) -> None:
    s[p + at.TOKENS + colour] -= 1
    s[at.BANK + colour] += 1


@compiled
def welcome(s: Row, p: int, noble: int) -> None:
    """Move a noble from the table to the player, with its points."""
    cut_value(s, at.NOBLES_LEFT, at.NOBLES, at.TILES, noble)
    append(s, p + at.VISITED, p + at.VISITORS, noble)
    s[p + at.POINTS] += tables.NOBLE_POINTS[noble]


@compiled
def own_city(s: Row, face: int) -> None:
    cut_value(s, at.EXTRA, at.EXTRA + 1, at.CITY_TILES, face)
    s[at.OWNED + s[at.PLAYER]] = face


@compiled
def gain_gem(s: Row, p: int, colour: int) -> None:
    """Take the extra gem of a trading post."""
    s[at.BANK + colour] -= 1
    s[p + at.TOKENS + colour] += 1
    s[at.EXTRA] = NONE


@compiled
def post_points(s: Row, player: int) -> int:
    """Points of a player's trading posts."""
    five = FIVE if has_coat(s, player, FIVE_POINTS) else 0
    coats = s[at.COATS + player * at.COAT_BLOCK] if has_coat(s, player, POINT_PER_COAT) else 0
    return five + coats


@compiled
def claim_posts(s: Row, p: int) -> None:
    """Place a coat of arms on every post whose requirement the player meets."""
    player = mover(s)
    before, coats, new = post_points(s, player), at.COATS + player * at.COAT_BLOCK, 0
    for post in range(at.POST_NUMBER):
        met = s[p + at.VISITED] >= tables.POST_NOBLES[post] and meets(s, p, tables.POST_COST, post)
        if met and not has_coat(s, player, post):
            new |= 1 << post
    for post in range(at.POST_NUMBER):
        if new >> post & 1:
            append(s, coats, coats + 1, post)
    s[p + at.POINTS] += post_points(s, player) - before


@compiled
def take_back(s: Row, card: int) -> None:
    """Return the strongholds of the player to move on a card to their supply."""
    if s[at.MODULE] == FORTS:
        first = at.PLACED + s[at.PLAYER] * at.FORT_BLOCK
        while cut_value(s, first, first + 1, 3, card):
            pass


@compiled
def place_fort(s: Row, player: int, card: int) -> None:
    """Put a stronghold on a card; those of a player stay sorted."""
    first = at.PLACED + player * at.FORT_BLOCK
    place = first + 1 + s[first]
    while place > first + 1 and s[place - 1] > card:
        s[place] = s[place - 1]
        place -= 1
    s[place] = card
    s[first] += 1


@compiled
def lift_fort(s: Row, player: int, card: int) -> None:
    first = at.PLACED + player * at.FORT_BLOCK
    cut_value(s, first, first + 1, 3, card)


@compiled
def fortify(s: Row, number: int) -> None:
    """Place, move or remove one stronghold."""
    s[at.EXTRA] = 0
    if number < actions.MOVES:
        place_fort(s, mover(s), market_card(s, number - actions.FORT_PLACES))
    elif number < actions.REMOVALS:
        source, other = (number - actions.MOVES) // BASE_MARKET, (number - actions.MOVES) % BASE_MARKET
        lift_fort(s, mover(s), market_card(s, source))
        place_fort(s, mover(s), market_card(s, other))
    else:
        card = market_card(s, number - actions.REMOVALS)
        for player in range(int(s[at.SEATS])):
            if player != s[at.PLAYER] and fort_count(s, player, card):
                lift_fort(s, player, card)
                break


@compiled
def conquer(s: Row, p: int, number: int) -> None:
    if number != actions.NO_CONQUEST:
        card = int(s[at.PLACED + s[at.PLAYER] * at.FORT_BLOCK + 1])
        for slot in range(BASE_MARKET):
            if market_card(s, slot) == card:
                buy(s, p, slot, number - actions.CONQUESTS)
                break


@compiled
def play(s: Row, number: int, source: Source) -> None:
    """Carry out a decision of the present step."""
    p, kind = own_cells(s), step_kind(s)
    if kind == tables.ACTION:
        play_action(s, p, number, source)
    elif kind == tables.LIMIT:
        give_back(s, p, number - actions.RETURNS)
    elif kind == tables.NOBLE:
        welcome(s, p, number - actions.NOBLE_CHOICES)
    elif kind == tables.CITY:
        own_city(s, number - actions.CITY_CHOICES)
    elif kind == tables.TOKEN:
        gain_gem(s, p, number - actions.GEMS)
    elif kind == tables.FORTIFY:
        fortify(s, number)
    else:
        conquer(s, p, number)


# Steps


@compiled
def tokens_held(s: Row, p: int) -> int:
    held = 0
    for colour in range(GOLD + 1):
        held += s[p + at.TOKENS + colour]
    return held


@compiled
def finish(s: Row) -> None:
    """Pass the turn to the next player, or end the game."""
    p, seats = own_cells(s), s[at.SEATS]
    goal = s[at.OWNED + s[at.PLAYER]] != NONE if s[at.MODULE] == CITIES else s[p + at.POINTS] >= GOAL
    if goal:
        s[at.LAST_ROUND] = 1
    if s[at.TURNS] == HIGH - 1:
        s[at.TURNS] = 0
        s[at.TURNS_HIGH] += 1
    else:
        s[at.TURNS] += 1
    s[at.PLAYER] = (s[at.PLAYER] + 1) % seats
    if s[at.PASSES] == seats or (s[at.LAST_ROUND] and s[at.PLAYER] == 0):
        s[at.OVER] = 1
    s[at.STEP] = 0


@compiled
def is_due(s: Row, source: Source) -> bool:
    """Do the automatic part of the present step; returns True when the player must decide."""
    kind, p = step_kind(s), own_cells(s)
    if kind == tables.REFILL:
        refill(s, source)
        return False
    if kind == tables.LIMIT:
        return tokens_held(s, p) > TOKEN_LIMIT
    if kind == tables.CLAIM:
        claim_posts(s, p)
        return False
    if kind == tables.ACTION:
        return True
    if kind == tables.END:
        finish(s)
        return True
    choices = np.empty(ROOM, dtype=np.int64)
    if kind == tables.NOBLE:
        n = list_nobles(s, choices)
        if n == 1:
            welcome(s, p, choices[0] - actions.NOBLE_CHOICES)
        return n > 1
    if kind == tables.CITY:
        n = list_cities(s, choices)
        if n == 1:
            own_city(s, choices[0] - actions.CITY_CHOICES)
        return n > 1
    if kind == tables.TOKEN:
        n = list_gems(s, choices)
        if n == 1:
            gain_gem(s, p, choices[0] - actions.GEMS)
        elif n == 0:
            s[at.EXTRA] = NONE
        return n > 1
    if kind == tables.FORTIFY:
        s[at.EXTRA] = 1 if s[at.EXTRA] and list_fort_moves(s, choices) else 0
        return s[at.EXTRA] == 1
    return list_conquests(s, choices) > 1


@compiled
def advance(s: Row, number: int, source: Source) -> None:
    """Play a legal action in place, then continue through the steps of the turn to the next decision."""
    kind = step_kind(s)
    play(s, number, source)
    if kind != tables.LIMIT:
        s[at.STEP] += 1
    while not is_due(s, source):
        s[at.STEP] += 1
