"""The steps of a turn, compiled: the same draws from the same numbers as in the plain rules."""

from __future__ import annotations

from ...splendor.cards import EMPTY, GOLD
from ...splendor.expansions.strongholds import EACH
from ...splendor.expansions.trading_posts import (
    EXTRA_AFTER_PAIR,
    FIVE,
    FIVE_POINTS,
    POINT_PER_COAT,
    TOKEN_AFTER_PURCHASE,
)
from ...splendor.limits import GOAL, HAND_LIMIT, TOKEN_LIMIT
from ...splendor.state import BASE_MARKET
from . import action_table as actions
from . import layout as at
from . import tables
from .compiled import compiled, part
from .effects import acquire, drop_effect, resolve, spend_double_gold
from .layout import BLOCK, CITIES, FORTS, HIGH, NONE, ORIENT, PLAYERS, POSTS, Row
from .legal import choices, conquest_count, first_number, fort_count, hand_card, is_barred, meets
from .payment import has_coat, orient_pay, packed_cells, pay
from .pieces import append, cut, cut_value, draw, insert, refill

# Decisions


@part
def take(s: Row, p: int, number: int) -> None:
    s[at.PASSES] = 0
    for colour in range(GOLD):
        s[at.BANK + colour] -= actions.TAKEN[number, colour]
        s[p + at.TOKENS + colour] += actions.TAKEN[number, colour]
    if s[at.MODULE] == POSTS and number >= actions.PAIRS and has_coat(s, int(s[at.PLAYER]), EXTRA_AFTER_PAIR):
        s[at.EXTRA] = number - actions.PAIRS


@part
def take_gold(s: Row, p: int) -> None:
    """Take the gold that comes with a reserved card, if the bank has any."""
    s[at.PASSES] = 0
    if s[at.BANK + GOLD]:
        s[at.BANK + GOLD] -= 1
        s[p + at.TOKENS + GOLD] += 1


@part
def reserve(s: Row, p: int, slot: int) -> None:
    card = int(s[at.MARKET + slot])
    s[at.MARKET + slot] = EMPTY
    append(s, p + at.RESERVED, p + at.HAND, card)
    take_gold(s, p)
    if s[at.MODULE] == FORTS:
        take_back(s, card)


@part
def reserve_blind(s: Row, p: int, deck: int, source: Row) -> None:
    card = draw(s, deck, source)
    append(s, p + at.BLIND, p + at.BLIND_HAND, card)
    take_gold(s, p)


@part
def cut_hand(s: Row, count: int, first: int, card: int) -> None:
    """Remove a card from those in hand from `first` on, whose number is in the cell `count`."""
    for i in range(int(s[count])):
        if s[first + i] == card:
            cut(s, first, HAND_LIMIT, i)
            s[count] -= 1
            break


@part
def buy(s: Row, p: int, place: int, way: int) -> None:
    """Buy the card at a place by one of its payments."""
    card = int(s[at.MARKET + place]) if place < actions.HAND_PLACES else hand_card(s, p, place - actions.HAND_PLACES)
    s[at.PASSES] = 0
    if s[at.MODULE] == ORIENT:
        spend_double_gold(s, p, orient_pay(s, p, card, way))
    else:
        pay(s, p, card, way)
    if place < actions.HAND_PLACES:
        s[at.MARKET + place] = EMPTY
    elif place - actions.HAND_PLACES < s[p + at.RESERVED]:
        cut_hand(s, p + at.RESERVED, p + at.HAND, card)
    else:
        cut_hand(s, p + at.BLIND, p + at.BLIND_HAND, card)
    acquire(s, p, card)
    if s[at.MODULE] == POSTS and has_coat(s, int(s[at.PLAYER]), TOKEN_AFTER_PURCHASE):
        s[at.EXTRA] = GOLD
    elif s[at.MODULE] == FORTS:
        take_back(s, card)
        s[at.EXTRA] = 1


@part
def play_action(s: Row, p: int, number: int, source: Row) -> None:
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
        room = actions.ORIENT_WAYS if s[at.MODULE] == ORIENT else actions.WAYS
        buy(s, p, (number - actions.BUYS) // room, (number - actions.BUYS) % room)


@part
def give_back(s: Row, p: int, colour: int) -> None:
    s[p + at.TOKENS + colour] -= 1
    s[at.BANK + colour] += 1


@part
def welcome(s: Row, p: int, noble: int) -> None:
    """Move a noble from the table to the player, with its points."""
    if not cut_value(s, at.NOBLES_LEFT, at.TILES, noble):
        cut_value(s, at.OWN + s[at.PLAYER] * at.OWN_BLOCK + at.OWN_PATRONS, at.PATRONS, noble)
    append(s, p + at.VISITED, p + at.VISITORS, noble)
    s[p + at.POINTS] += tables.NOBLE_POINTS[noble]


@part
def own_city(s: Row, face: int) -> None:
    cut_value(s, at.EXTRA, at.CITY_TILES, face)
    s[at.OWNED + s[at.PLAYER]] = face


@part
def gain_gem(s: Row, p: int, colour: int) -> None:
    """Take the extra gem of a trading post."""
    s[at.BANK + colour] -= 1
    s[p + at.TOKENS + colour] += 1
    s[at.EXTRA] = NONE


@part
def post_points(s: Row, player: int) -> int:
    """Points of a player's trading posts."""
    five = FIVE if has_coat(s, player, FIVE_POINTS) else 0
    coats = s[at.COATS + player * at.COAT_BLOCK] if has_coat(s, player, POINT_PER_COAT) else 0
    return five + coats


@part
def claim_posts(s: Row, p: int) -> None:
    """Place a coat of arms on every post whose requirement the player meets."""
    player, bonuses = int(s[at.PLAYER]), packed_cells(s, p + at.BONUSES)
    before, coats, new = post_points(s, player), at.COATS + player * at.COAT_BLOCK, 0
    for post in range(at.POST_NUMBER):
        met = s[p + at.VISITED] >= tables.POST_NOBLES[post] and meets(bonuses, tables.POST_COST[post])
        if met and not has_coat(s, player, post):
            new |= 1 << post
    for post in range(at.POST_NUMBER):
        if new >> post & 1:
            append(s, coats, coats + 1, post)
    s[p + at.POINTS] += post_points(s, player) - before


@part
def take_back(s: Row, card: int) -> None:
    """Return the strongholds of the player to move on a card to their supply."""
    first = at.PLACED + s[at.PLAYER] * at.FORT_BLOCK
    while cut_value(s, first, EACH, card):
        pass


@part
def place_fort(s: Row, player: int, card: int) -> None:
    """Put a stronghold on a card; those of a player stay sorted."""
    first = at.PLACED + player * at.FORT_BLOCK
    insert(s, first, first + 1, card)


@part
def lift_fort(s: Row, player: int, card: int) -> None:
    first = at.PLACED + player * at.FORT_BLOCK
    cut_value(s, first, EACH, card)


@part
def fortify(s: Row, number: int) -> None:
    """Place, move or remove one stronghold."""
    s[at.EXTRA] = 0
    if number < actions.MOVES:
        place_fort(s, int(s[at.PLAYER]), int(s[at.MARKET + number - actions.FORT_PLACES]))
    elif number < actions.REMOVALS:
        source, other = (number - actions.MOVES) // BASE_MARKET, (number - actions.MOVES) % BASE_MARKET
        lift_fort(s, int(s[at.PLAYER]), int(s[at.MARKET + source]))
        place_fort(s, int(s[at.PLAYER]), int(s[at.MARKET + other]))
    else:
        card = int(s[at.MARKET + number - actions.REMOVALS])
        for player in range(int(s[at.SEATS])):
            if player != s[at.PLAYER] and fort_count(s, player, card):
                lift_fort(s, player, card)
                break


@part
def conquer(s: Row, p: int, number: int) -> None:
    if number != actions.NO_CONQUEST:
        card = int(s[at.PLACED + s[at.PLAYER] * at.FORT_BLOCK + 1])
        for slot in range(BASE_MARKET):
            if int(s[at.MARKET + slot]) == card:
                buy(s, p, slot, number - actions.CONQUESTS)
                break


@part
def choose(s: Row, p: int, kind: int, choice: int) -> None:
    """Carry out one of the `choices` of a step."""
    if kind == tables.LIMIT:
        give_back(s, p, choice)
    elif kind == tables.NOBLE:
        welcome(s, p, choice)
    elif kind == tables.CITY:
        own_city(s, choice)
    elif kind == tables.TOKEN:
        gain_gem(s, p, choice)
    else:
        resolve(s, p, choice)


# Steps


@part
def tokens_held(s: Row, p: int) -> int:
    held = 0
    for colour in range(GOLD + 1):
        held += s[p + at.TOKENS + colour]
    return held


@part
def finish(s: Row, p: int) -> None:
    """Pass the turn to the next player, or end the game."""
    seats = s[at.SEATS]
    goal = s[at.OWNED + s[at.PLAYER]] != NONE if s[at.MODULE] == CITIES else s[p + at.POINTS] >= GOAL
    if goal:
        s[at.LAST_ROUND] = 1
    if s[at.TURNS] == HIGH - 1:
        s[at.TURNS] = 0
        s[at.TURNS_HIGH] += 1
    else:
        s[at.TURNS] += 1
    s[at.PLAYER] = s[at.PLAYER] + 1 if s[at.PLAYER] + 1 < seats else 0
    if s[at.PASSES] == seats or (s[at.LAST_ROUND] and s[at.PLAYER] == 0):
        s[at.OVER] = 1
    s[at.STEP] = 0


@part
def can_fortify(s: Row) -> bool:
    """True when the player to move can place, move or remove a stronghold."""
    first, free = at.PLACED + s[at.PLAYER] * at.FORT_BLOCK, 0
    for slot in range(BASE_MARKET):
        card = int(s[at.MARKET + slot])
        if card != EMPTY:
            if is_barred(s, card):
                return True
            free += 1
    return free > 1 or (free == 1 and s[first] < EACH)


@part
def settle(s: Row, p: int, kind: int) -> bool:
    """Make the choices of a step that has a single one; returns True when the player must choose."""
    bits = choices(s, p, kind)
    while bits and not bits & (bits - 1):
        choice = 0
        while not bits >> choice & 1:
            choice += 1
        choose(s, p, kind, choice)
        if kind != tables.EFFECT:
            return False
        bits = choices(s, p, kind)
    return bits != 0


@part
def is_due(s: Row, p: int, kind: int, source: Row) -> bool:
    """Do the automatic part of a step; returns True when the player must decide."""
    if kind == tables.REFILL:
        refill(s, source)
        return False
    if kind == tables.LIMIT:
        return tokens_held(s, p) > TOKEN_LIMIT
    if kind == tables.NOBLE or kind == tables.CITY:
        return settle(s, p, kind)
    if kind == tables.END:
        finish(s, p)
        return True
    if kind == tables.CLAIM:
        claim_posts(s, p)
        return False
    if kind == tables.TOKEN:
        due = settle(s, p, kind)
        if not due:
            s[at.EXTRA] = NONE
        return due
    if kind == tables.EFFECT:
        due = settle(s, p, kind)
        while not due and s[at.EXTRA]:
            drop_effect(s)
            due = settle(s, p, kind)
        return due
    if kind == tables.FORTIFY:
        s[at.EXTRA] = 1 if s[at.EXTRA] and can_fortify(s) else 0
        return bool(s[at.EXTRA] == 1)
    return kind == tables.ACTION or conquest_count(s, p) > 0


@compiled
def advance(s: Row, number: int, source: Row) -> None:
    """Play a legal action in place, then continue through the steps of the turn to the next decision."""
    p, kind = PLAYERS + s[at.PLAYER] * BLOCK, tables.KIND[s[at.MODULE], s[at.STEP]]
    if kind == tables.ACTION:
        play_action(s, p, number, source)
    elif kind == tables.FORTIFY:
        fortify(s, number)
    elif kind == tables.CONQUER:
        conquer(s, p, number)
    else:
        choose(s, p, kind, number - first_number(s, kind))
    if kind != tables.LIMIT and kind != tables.EFFECT:
        s[at.STEP] += 1
    while not is_due(s, p, tables.KIND[s[at.MODULE], s[at.STEP]], source):
        s[at.STEP] += 1
