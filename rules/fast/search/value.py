"""Features of a position and the players' probabilities of winning, compiled: those of `splendor.ai.features`.

Every number is made in the same order as there, so that the results are the same to the last bit.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np

from ...splendor.ai.expansion_features import FAR as FAR_CITY
from ...splendor.ai.expansion_features import NOBLE_GAP, POINT
from ...splendor.ai.features import CARD_COSTS, CLOSENESS, FIT, NEAR, POINTS, READY, RICH
from ...splendor.cards import BONUS as BONUS_OF_CARD
from ...splendor.cards import GOLD
from ...splendor.expansions.strongholds import EACH
from ...splendor.limits import GOAL
from ..engine import layout as at
from ..engine import tables
from ..engine.compiled import float_cells, int_cells, part
from ..engine.layout import BLOCK, CITIES, FORTS, NONE, ORIENT, PLAYERS, POSTS, Row
from ..engine.legal import fort_count, hand_card, is_barred_for, nth_patron, patron_count
from ..engine.payment import LAST_BITS, double_gold, has_coat, less, packed_cells, sum_of
from .sums import total_of
from .weights import ONE, Weights

COSTS = np.array([tables.packed(cost) for cost in CARD_COSTS], dtype=np.int64)
"""[card]: packed cost, also of backs and of an empty slot."""
NEAR_BY_GAP, FIT_BY_GAP, CLOSE_BY_GAP = np.array(NEAR), np.array(FIT), np.array(CLOSENESS)
READY_VALUE, POINTS_OF, IS_RICH = np.array(READY), np.array(POINTS), np.array(RICH)
BONUS = np.array([*BONUS_OF_CARD, *[0] * (len(POINTS) - len(BONUS_OF_CARD))], dtype=np.int64)
FEATURES = 64
"""Room for the features of a position."""
WHOLE = 1 / ONE**2


@part
def holdings(s: Row, p: int) -> int:
    """Tokens and bonuses of a player together, packed."""
    return packed_cells(s, p + at.TOKENS) + packed_cells(s, p + at.BONUSES)


@part
def lacking(cost: int, held: int) -> int:
    """Number of gems or bonuses missing of a packed cost with packed holdings."""
    return sum_of(less(cost, held))


@part
def cards_in_hand(s: Row, p: int) -> int:
    return int(s[p + at.RESERVED]) + int(s[p + at.BLIND])


@part
def noble_count(s: Row, player: int) -> int:
    """Number of nobles that may visit a player: those on the table, and those that the player has reserved."""
    return int(s[at.NOBLES_LEFT]) + patron_count(s, player)


@part
def nth_noble(s: Row, player: int, i: int) -> int:
    """One of the nobles that may visit a player."""
    left = int(s[at.NOBLES_LEFT])
    return int(s[at.NOBLES + i]) if i < left else nth_patron(s, player, i - left)


@part
def list_calls(s: Row, player: int, nobles: int, called: Row, first: int) -> None:
    """Write the points, by colour, of the noble that one more bonus of it brings, to cells from `first` on.

    Only the first so many of the nobles that may visit the player count.
    """
    bonuses = packed_cells(s, PLAYERS + player * BLOCK + at.BONUSES)
    for colour in range(GOLD + 1):
        called[first + colour] = 0
    for i in range(nobles):
        noble = nth_noble(s, player, i)
        rest = less(tables.NOBLE_COST[noble], bonuses)
        if sum_of(rest) == 1:
            for colour in range(GOLD):
                if rest >> 8 * colour & LAST_BITS:
                    called[first + colour] = tables.NOBLE_POINTS[noble]


@part
def start_best(best: Row, n: int, value: float) -> None:
    """Set all n values of a short list that `keep_best` sorts."""
    for i in range(n):
        best[i] = value


@part
def keep_best(best: Row, n: int, value: float) -> None:
    """Insert a value into a short list of n that is sorted, the greatest first."""
    last = n - 1
    if value > best[last]:
        while last > 0 and best[last - 1] < value:
            best[last] = best[last - 1]
            last -= 1
        best[last] = value


@part
def city_gap(s: Row, p: int, face: int) -> float:
    """Distance of a player from a city, in missing bonuses."""
    alike = 0
    for colour in range(GOLD):
        if colour != tables.ALIKE_NOT[face]:
            alike = max(alike, s[p + at.BONUSES + colour])
    gap = lacking(tables.FACE_COST[face], packed_cells(s, p + at.BONUSES)) + max(0, tables.ALIKE[face] - alike)
    return float(gap + POINT * max(0, tables.FACE_POINTS[face] - s[p + at.POINTS]))


@part
def city_features(s: Row, player: int, x: Row, n: int) -> int:
    gaps = float_cells()
    start_best(gaps, at.CITY_TILES, -FAR_CITY)
    for i in range(int(s[at.EXTRA])):
        keep_best(gaps, at.CITY_TILES, -city_gap(s, PLAYERS + player * BLOCK, int(s[at.EXTRA + 1 + i])))
    x[n] = 1.0 if s[at.OWNED + player] != NONE else 0.0
    for i in range(at.CITY_TILES):
        x[n + 1 + i] = 3 / (2 - gaps[i])
    x[n + 4] = x[n + 1] * x[n + 1]
    x[n + 5] = min(-gaps[0], 12.0) / 6
    return n + 6


@part
def post_features(s: Row, player: int, x: Row, n: int) -> int:
    p = PLAYERS + player * BLOCK
    bonuses = packed_cells(s, p + at.BONUSES)
    for post in range(at.POST_NUMBER):
        gap = lacking(tables.POST_COST[post], bonuses)
        gap += NOBLE_GAP if s[p + at.VISITED] < tables.POST_NOBLES[post] else 0
        owned = has_coat(s, player, post)
        x[n] = 1.0 if owned else 0.0
        x[n + 1] = 0.0 if owned else 1 / (1 + gap)
        n += 2
    return n


@part
def orient_features(s: Row, player: int, x: Row, n: int) -> int:
    p, count, near = PLAYERS + player * BLOCK, patron_count(s, player), float_cells()
    bonuses = packed_cells(s, p + at.BONUSES)
    x[n], x[n + 2], x[n + 3] = double_gold(s, p) / 2, 0.0, float(count)
    for i in range(count):
        near[i] = 1 / (1 + lacking(tables.NOBLE_COST[nth_patron(s, player, i)], bonuses))
        x[n + 2] = max(x[n + 2], near[i])
    x[n + 1] = total_of(near, count)
    return n + 4


@part
def nearness(s: Row, player: int, card: int) -> float:
    """Attraction of a card for a player: its points plus 1, divided by the gems still missing plus 2."""
    p = PLAYERS + player * BLOCK
    gap = lacking(COSTS[card], holdings(s, p)) - int(s[p + at.TOKENS + GOLD])
    return float(NEAR_BY_GAP[card, max(0, gap)])


@part
def list_forts(s: Row, player: int, are_mine: bool, cards: Row) -> int:
    """Write the cards under a player's strongholds, or under those of all others, once each and sorted."""
    n = 0
    for other in range(int(s[at.SEATS])):
        if (other == player) == are_mine:
            first = at.PLACED + other * at.FORT_BLOCK
            for i in range(int(s[first])):
                n = insert_once(cards, n, int(s[first + 1 + i]))
    return n


@part
def insert_once(cards: Row, n: int, card: int) -> int:
    """Add a card to the first n, which are sorted, unless it is one of them; returns their number."""
    place = n
    while place > 0 and cards[place - 1] > card:
        place -= 1
    if place > 0 and cards[place - 1] == card:
        return n
    for i in range(n, place, -1):
        cards[i] = cards[i - 1]
    cards[place] = card
    return n + 1


@part
def fort_features(s: Row, player: int, x: Row, n: int) -> int:
    cards, near = int_cells(), float_cells()
    massed, stormed, first = 0, 0.0, at.PLACED + player * at.FORT_BLOCK
    for mine in range(2):
        count = list_forts(s, player, mine == 0, cards)
        x[n + 2 * mine + 1] = 0.0
        for i in range(count):
            card = int(cards[i])
            near[i] = nearness(s, player, card)
            x[n + 2 * mine + 1] = max(x[n + 2 * mine + 1], near[i])
            if mine == 0:
                massed = max(massed, fort_count(s, player, card))
                stormed = near[i] if massed == EACH else 0.0
        x[n + 2 * mine] = total_of(near, count)
    x[n + 4], x[n + 5], x[n + 6] = stormed, massed / 3, s[first] / 3
    return n + 7


@part
def most_points(s: Row, but: int) -> int:
    """Most points of a player other than one."""
    most = -1
    for player in range(int(s[at.SEATS])):
        if player != but:
            most = max(most, int(s[PLAYERS + player * BLOCK + at.POINTS]))
    return most


@part
def bonus_features(s: Row, player: int, x: Row) -> None:
    """Features 2 to 10: bonuses and nobles."""
    p = PLAYERS + player * BLOCK
    bonuses, colours, packed = 0, 0, packed_cells(s, p + at.BONUSES)
    for colour in range(GOLD):
        held = int(s[p + at.BONUSES + colour])
        bonuses += held
        colours += 1 if held > 0 else 0
        x[3 + colour] = held / 4
    x[2] = sqrt(float(bonuses)) / 3
    x[8] = colours / 5
    close, count = float_cells(), noble_count(s, player)
    x[10] = 0.0
    for i in range(count):
        close[i] = CLOSE_BY_GAP[lacking(tables.NOBLE_COST[nth_noble(s, player, i)], packed)]
        x[10] = max(x[10], close[i])
    x[9] = total_of(close, count)


@part
def card_features(s: Row, player: int, x: Row) -> int:
    """Features 11 to 19, of the cards on the table and in hand; returns the most points of a next card and noble."""
    p, slots = PLAYERS + player * BLOCK, int(tables.MARKET_SIZE[s[at.MODULE]])
    called = int_cells()
    list_calls(s, player, noble_count(s, player), called, 0)
    near, dear, ready = float_cells(), float_cells(), float_cells()
    start_best(near, 3, 0.0)
    start_best(dear, 2, 0.0)
    start_best(ready, 2, 0.0)
    reserved, fits, rich, next_points = float_cells(), float_cells(), 0, 0
    hand, gold = cards_in_hand(s, p), int(s[p + at.TOKENS + GOLD])
    held, bonuses = holdings(s, p), packed_cells(s, p + at.BONUSES)
    for i in range(hand + slots):
        card = hand_card(s, p, i) if i < hand else int(s[at.MARKET + i - hand])
        if s[at.MODULE] == FORTS and is_barred_for(s, player, card):
            continue
        gap = max(0, lacking(COSTS[card], held) - gold)
        keep_best(near, 3, NEAR_BY_GAP[card, gap])
        if i < hand:
            reserved[i] = NEAR_BY_GAP[card, gap]
        if gap == 0:
            keep_best(ready, 2, float(READY_VALUE[card]))
            next_points = max(next_points, POINTS_OF[card] + called[BONUS[card]])
        if IS_RICH[card]:
            keep_best(dear, 2, FIT_BY_GAP[card, gap])
            fits[rich] = FIT_BY_GAP[card, lacking(COSTS[card], bonuses)]
            rich += 1
    x[11] = total_of(fits, rich)
    for i in range(3):
        x[12 + i] = near[i]
    x[15] = total_of(reserved, hand)
    for i in range(2):
        x[16 + i] = ready[i] / 3
        x[18 + i] = dear[i]
    return next_points


@part
def write_features(s: Row, player: int, x: Row) -> int:
    """Write the features of a player's position; returns their number."""
    p = PLAYERS + player * BLOCK
    points, most, rivals = int(s[p + at.POINTS]), most_points(s, player), int(s[at.SEATS]) - 1
    late = (points if points > most else most) / GOAL
    move = 1.0 if s[at.PLAYER] == player else 0.0
    gold, gems = int(s[p + at.TOKENS + GOLD]), 0
    for colour in range(GOLD):
        gems += s[p + at.TOKENS + colour]
    x[0] = points / GOAL
    x[1] = points * points / (GOAL * GOAL)
    bonus_features(s, player, x)
    then = points + card_features(s, player, x)
    x[20] = gold / 2
    x[21] = gems / 5
    x[22] = (gems + gold - 7) / 3 if gems + gold > 7 else 0.0
    x[23] = cards_in_hand(s, p) / 2
    x[24] = (points - most) / 5
    x[25] = move
    x[26] = late
    x[27] = late * points / GOAL
    x[28] = late * move
    x[29] = (rivals - player) / 3
    x[30] = (rivals - 1) / 2
    n = 31
    if s[at.MODULE] == CITIES:
        n = city_features(s, player, x, n)
    elif s[at.MODULE] == POSTS:
        n = post_features(s, player, x, n)
    elif s[at.MODULE] == FORTS:
        n = fort_features(s, player, x, n)
    elif s[at.MODULE] == ORIENT:
        n = orient_features(s, player, x, n)
    ends = 1.0 if then >= GOAL else 0.0
    x[n] = then / GOAL
    x[n + 1] = then * then / (GOAL * GOAL)
    x[n + 2] = (then - 10) / 5 if then > 10 else 0.0
    x[n + 3] = ends
    x[n + 4] = ends * move
    return n + 5


@part
def value_of(x: Row, n: int, weights: Weights) -> float:
    """The network's value of features, in log odds, computed in whole numbers."""
    units = len(weights.out)
    sums = int_cells()
    for unit in range(units + 1):
        sums[unit] = weights.constants[unit]
    for i in range(n):
        fixed = np.int64(x[i] * ONE)
        for unit in range(units + 1):
            sums[unit] += weights.columns[i, unit] * fixed
    value = sums[units] * WHOLE
    for unit in range(units):
        if sums[unit] > 0:
            value += sums[unit] * weights.out[unit]
    return float(value)


@part
def softmax(values: Row, n: int) -> None:
    """Turn the first n values into numbers in proportion to e to their power, adding up to 1."""
    most = values[0]
    for i in range(1, n):
        most = max(most, values[i])
    for i in range(n):
        values[i] = exp(values[i] - most)
    total = total_of(values, n)
    for i in range(n):
        values[i] /= total


@part
def win_probabilities(s: Row, weights: Weights, x: Row, values: Row) -> None:
    """Write each player's probability of winning a game that is not over; `x` is room for features."""
    seats = int(s[at.SEATS])
    for player in range(seats):
        n = write_features(s, player, x)
        values[player] = value_of(x, n, weights)
    softmax(values, seats)
