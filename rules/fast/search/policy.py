"""Policy logits of the legal actions, compiled: those of `splendor.ai.policy`, with the same order of all sums."""

from __future__ import annotations

import numpy as np

from ...splendor.ai.policy import LEVEL as LEVEL_OF_CARD
from ...splendor.cards import GOLD, LEVELS
from ...splendor.limits import GOAL, TOKEN_LIMIT
from ...splendor.state import BASE_MARKET
from ..engine import action_table as actions
from ..engine import layout as at
from ..engine import tables
from ..engine.compiled import int_cells, part
from ..engine.layout import BLOCK, FORTS, ORIENT, PLAYERS, Row
from ..engine.legal import fort_count, hand_card, is_barred
from ..engine.payment import LAST_BITS, less, orient_pay, packed_cells, pay, sum_of
from . import weights as kinds
from .keys import card_at, discarded, mover_cells, ways_in
from .sums import total_of
from .value import (
    BONUS,
    CLOSE_BY_GAP,
    COSTS,
    NEAR_BY_GAP,
    POINTS_OF,
    cards_in_hand,
    holdings,
    lacking,
    list_calls,
    most_points,
    nearness,
    noble_count,
    nth_noble,
)
from .weights import Weights

LEVEL = np.array(LEVEL_OF_CARD)
LEVEL_NUMBER = len(LEVELS)
COLOURS = GOLD + 1
DEMAND, LAST, NOBLES, CALLED, FEARED = range(0, 5 * COLOURS, COLOURS)
"""Parts of a context, by colour."""
STAGE, HELD, RIVAL_HELD = range(5 * COLOURS, 5 * COLOURS + 3)
"""The others: stage of the game, packed holdings of the player and of the next one."""
CONTEXT = RIVAL_HELD + 1
"""Numbers of a context."""
SIZES = actions.TAKEN.sum(axis=1)
"""[action]: tokens taken."""


@part
def next_player(s: Row) -> int:
    return int((s[at.PLAYER] + 1) % s[at.SEATS])


@part
def rival_cells(s: Row) -> int:
    """First cell of the next player."""
    return PLAYERS + next_player(s) * BLOCK


@part
def write_context(s: Row, c: Row) -> None:
    """Write what the features of all actions share: demand for colours and cards, and the stage of the game."""
    p, rival = mover_cells(s), rival_cells(s)
    gold, hand, held, bonuses = (
        int(s[p + at.TOKENS + GOLD]),
        cards_in_hand(s, p),
        holdings(s, p),
        packed_cells(s, p + at.BONUSES),
    )
    player, slots = int(s[at.PLAYER]), int(tables.MARKET_SIZE[s[at.MODULE]])
    for i in range(CONTEXT):
        c[i] = 0.0
    for i in range(slots + hand):
        card = int(s[at.MARKET + i]) if i < slots else hand_card(s, p, i - slots)
        if s[at.MODULE] == FORTS and is_barred(s, card):
            continue
        rest = less(COSTS[card], held)
        gap = sum_of(rest) - gold
        if gap > 0 and card < at.CARD_NUMBER:
            near = NEAR_BY_GAP[card, gap]
            for colour in range(GOLD):
                if rest >> 8 * colour & LAST_BITS:
                    c[DEMAND + colour] += near
                    if gap <= 2:
                        c[LAST + colour] += near
    list_calls(s, player, noble_count(s, player), c, CALLED)
    list_calls(s, next_player(s), int(s[at.NOBLES_LEFT]), c, FEARED)
    for i in range(noble_count(s, player)):
        rest = less(tables.NOBLE_COST[nth_noble(s, player, i)], bonuses)
        gap = sum_of(rest)
        if gap:
            step = CLOSE_BY_GAP[gap - 1] - CLOSE_BY_GAP[gap]
            for colour in range(GOLD):
                if rest >> 8 * colour & LAST_BITS:
                    c[NOBLES + colour] += step
    c[STAGE], c[HELD], c[RIVAL_HELD] = most_points(s, -1) / GOAL, held, holdings(s, rival)


@part
def room_left(s: Row, p: int) -> int:
    """Tokens that the player may take before having to return some."""
    room = TOKEN_LIMIT
    for colour in range(COLOURS):
        room -= s[p + at.TOKENS + colour]
    return room


@part
def loses(s: Row, card: int, c: Row) -> float:
    """1.0 if the next player could reach 15 points by buying this card in the position as it is, else 0.0."""
    rival = rival_cells(s)
    within = lacking(COSTS[card], int(c[RIVAL_HELD])) <= s[rival + at.TOKENS + GOLD]
    needs = GOAL - s[rival + at.POINTS]
    return 1.0 if within and POINTS_OF[card] + c[FEARED + BONUS[card]] >= needs else 0.0


@part
def write_take(s: Row, p: int, number: int, c: Row, x: Row) -> int:
    """Write the features of taking tokens; returns the kind of action. This and the functions below do the same."""
    demand, last, held, scarce, count = 0.0, 0.0, 0, 0, SIZES[number]
    over = max(0, count - room_left(s, p)) / 2
    if number >= actions.PAIRS:
        colour = number - actions.PAIRS
        x[1], x[2], x[3] = c[DEMAND + colour], c[LAST + colour], over
        x[4], x[5] = s[p + at.TOKENS + colour] / 3, c[STAGE]
        return kinds.PAIR
    for colour in range(GOLD):
        if actions.TAKEN[number, colour]:
            demand += c[DEMAND + colour]
            last += c[LAST + colour]
            held += s[p + at.TOKENS + colour]
            scarce += 1 if s[at.BANK + colour] <= 2 else 0
    x[1], x[2], x[3], x[4], x[5], x[6], x[7] = demand, last, over, held / 5, scarce / 2, 3.0 - count, c[STAGE]
    return kinds.TAKE


@part
def write_reserve(s: Row, p: int, card: int, c: Row, x: Row) -> int:
    rival, points = rival_cells(s), POINTS_OF[card]
    gap = max(0, lacking(COSTS[card], int(c[HELD])) - s[p + at.TOKENS + GOLD])
    theirs = lacking(COSTS[card], int(c[RIVAL_HELD])) - s[rival + at.TOKENS + GOLD]
    x[1] = points / 3
    x[2] = points * c[STAGE] / 3
    x[3] = NEAR_BY_GAP[card, gap]
    x[4] = NEAR_BY_GAP[card, max(0, theirs)]
    x[5] = (1 + points) / 3 if theirs <= 0 else 0.0
    x[6] = 1.0 if s[at.BANK + GOLD] else 0.0
    x[7] = cards_in_hand(s, p) / 2
    x[8] = gap / 5
    x[9] = room_left(s, p) / 5
    x[10] = c[STAGE]
    x[11] = LEVEL[card]
    x[12] = loses(s, card, c)
    return kinds.RESERVE


@part
def write_purchase(s: Row, p: int, card: int, way: int, c: Row, x: Row) -> None:
    points, bonus, lack = POINTS_OF[card], BONUS[card], lacking(COSTS[card], int(c[HELD]))
    gems, gold, doubles = paid(s, p, card, way)
    called = c[CALLED + bonus]
    own = s[p + at.POINTS] + points
    x[1] = points / 3
    x[2] = points * c[STAGE] / 3
    x[3] = c[DEMAND + bonus]
    x[4] = c[NOBLES + bonus]
    x[5] = gold / 2
    x[6] = max(0, gold - lack) / 2
    x[7] = (gems + doubles) / 5
    x[8] = 1.0 if own >= GOAL else 0.0
    x[9] = LEVEL[card]
    x[10] = s[p + at.BONUSES + bonus] / 4 if bonus < GOLD else 0.0
    x[11] = c[STAGE]
    x[12] = 1.0 if tables.BONUSES[card] > 1 else 0.0
    x[13] = 1.0 if bonus >= GOLD else 0.0
    x[14] = 1.0 if tables.DISCARDS[card] >= 0 else 0.0
    x[15] = doubles / 2
    x[16] = called / 3
    x[17] = 1.0 if own + called >= GOAL else 0.0
    x[18] = loses(s, card, c)


@part
def paid(s: Row, p: int, card: int, way: int) -> tuple[int, int, int]:
    """Gems, gold and double gold cards that a payment costs, found by paying and taking everything back."""
    before = int_cells()
    for colour in range(COLOURS):
        before[colour], before[COLOURS + colour] = s[p + at.TOKENS + colour], s[at.BANK + colour]
    doubles = 0
    if s[at.MODULE] == ORIENT:
        doubles = orient_pay(s, p, card, way)
    else:
        pay(s, p, card, way)
    gems, gold = 0, int(before[GOLD] - s[p + at.TOKENS + GOLD])
    for colour in range(COLOURS):
        gems += before[colour] - s[p + at.TOKENS + colour]
        s[p + at.TOKENS + colour], s[at.BANK + colour] = before[colour], before[COLOURS + colour]
    return gems - gold, gold, doubles


@part
def write_guard(s: Row, p: int, card: int, x: Row, n: int) -> None:
    """Write the features of a card for a stronghold to four numbers from n on: its attraction for the player and for
    others, its points, own strongholds there.
    """
    player, most = int(s[at.PLAYER]), 0.0
    for other in range(int(s[at.SEATS])):
        if other != player:
            most = max(most, nearness(s, other, card))
    x[n], x[n + 1] = nearness(s, player, card), most
    x[n + 2], x[n + 3] = POINTS_OF[card] / 3, fort_count(s, player, card) / 3


@part
def write_fort(s: Row, p: int, number: int, c: Row, x: Row) -> int:
    """The same for a decision on strongholds."""
    if number < actions.MOVES:
        write_guard(s, p, int(s[at.MARKET + number - actions.FORT_PLACES]), x, 1)
        return kinds.PLACE
    if number < actions.REMOVALS:
        source, slot = (number - actions.MOVES) // BASE_MARKET, (number - actions.MOVES) % BASE_MARKET
        write_guard(s, p, int(s[at.MARKET + slot]), x, 1)
        write_guard(s, p, int(s[at.MARKET + source]), x, 5)
        return kinds.MOVE
    if number < actions.CONQUESTS:
        write_guard(s, p, int(s[at.MARKET + number - actions.REMOVALS]), x, 1)
        return kinds.REMOVE
    if number == actions.NO_CONQUEST:
        return kinds.DECLINE
    card = int(s[at.PLACED + s[at.PLAYER] * at.FORT_BLOCK + 1])
    write_purchase(s, p, card, number - actions.CONQUESTS, c, x)
    return kinds.CONQUER


@part
def write_colour(s: Row, p: int, colour: int, c: Row, x: Row) -> None:
    """The same for a colour to take or to attach a bag to."""
    x[1], x[2], x[3] = c[DEMAND + colour], c[LAST + colour], c[NOBLES + colour]
    x[4] = s[p + at.BONUSES + colour] / 4


@part
def write_effect(s: Row, p: int, number: int, c: Row, x: Row) -> int:
    """The same for a decision on the effect of a card of The Orient."""
    if number < actions.FREE_CARDS:
        write_colour(s, p, number - actions.ASSOCIATIONS, c, x)
        return kinds.ASSOCIATE
    if actions.PATRONS <= number < actions.DISCARDS:
        bonuses = packed_cells(s, p + at.BONUSES)
        x[1] = 1 / (1 + lacking(tables.NOBLE_COST[number - actions.PATRONS], bonuses))
        return kinds.RESERVE_NOBLE
    is_free = number < actions.PATRONS
    card = int(s[at.MARKET + number - actions.FREE_CARDS]) if is_free else discarded(s, number)
    bonus = BONUS[card]
    x[1] = POINTS_OF[card] / 3
    if bonus < GOLD:
        x[2], x[3] = c[DEMAND + bonus], c[NOBLES + bonus]
    x[4], x[5] = tables.BONUSES[card] / 2, 1.0 if bonus >= GOLD else 0.0
    return kinds.FREE if is_free else kinds.DISCARD


@part
def write_action(s: Row, number: int, c: Row, x: Row) -> int:
    """Write the features of an action; returns its kind."""
    p = mover_cells(s)
    for i in range(kinds.MOST_FEATURES):
        x[i] = 0.0
    x[0] = 1.0
    if number < actions.RESERVES:
        return write_take(s, p, number, c, x)
    if number < actions.BLIND_RESERVES:
        return write_reserve(s, p, int(s[at.MARKET + number - actions.RESERVES]), c, x)
    if number >= actions.BUYS:
        place, way = (number - actions.BUYS) // ways_in(s), (number - actions.BUYS) % ways_in(s)
        write_purchase(s, p, card_at(s, place), way, c, x)
        return kinds.BUY
    if number < actions.RETURNS:
        level = (number - actions.BLIND_RESERVES) % LEVEL_NUMBER
        x[1], x[2] = 1.0 if level == 1 else 0.0, 1.0 if level == 2 else 0.0
        x[3], x[4], x[5] = c[STAGE], 1.0 if s[at.BANK + GOLD] else 0.0, room_left(s, p) / 5
        return kinds.RESERVE_BLIND
    if number < actions.NOBLE_CHOICES:
        colour = number - actions.RETURNS
        x[1], x[2], x[3] = 1.0 if colour == GOLD else 0.0, c[DEMAND + colour], c[LAST + colour]
        x[4] = s[p + at.TOKENS + colour] / 3
        return kinds.RETURN
    if number < actions.GEMS:
        return kinds.NOBLE if number < actions.CITY_CHOICES else kinds.CITY
    if number < actions.FORT_PLACES:
        write_colour(s, p, number - actions.GEMS, c, x)
        return kinds.TOKEN
    if number < actions.NO_ACTION:
        return write_fort(s, p, number, c, x)
    return kinds.PASS if number == actions.NO_ACTION else write_effect(s, p, number, c, x)


@part
def logit(s: Row, number: int, c: Row, x: Row, weights: Weights) -> float:
    """Policy logit of an action; `x` is room for its features."""
    kind = write_action(s, number, c, x)
    for i in range(kinds.MOST_FEATURES):
        x[i] *= weights.policy[kind, i]
    return float(total_of(x, kinds.MOST_FEATURES))
