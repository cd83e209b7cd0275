"""Legal actions, compiled (rulebook, "Game play"): numbers of the table of actions, in the order of the plain rules."""

from __future__ import annotations

from ...splendor.cards import EMPTY, GOLD
from ...splendor.expansions.strongholds import EACH
from ...splendor.limits import HAND_LIMIT, PAIR
from ...splendor.state import BASE_MARKET
from . import action_table as actions
from . import layout as at
from . import tables
from .compiled import compiled, part
from .effects import effect_choices, first_effect_number
from .layout import BLOCK, FORTS, NONE, ORIENT, PLAYERS, Row
from .payment import (
    HIGHS,
    double_gold,
    gold_worth,
    less,
    orient_payment_count,
    packed_cells,
    payment_count,
)


@part
def hand_card(s: Row, p: int, i: int) -> int:
    """A card reserved by the player with cells at `p`: first those from the market."""
    open_cards = s[p + at.RESERVED]
    return int(s[p + at.HAND + i] if i < open_cards else s[p + at.BLIND_HAND + i - open_cards])


@part
def fort_count(s: Row, player: int, card: int) -> int:
    """Strongholds of a player on a card."""
    first, count = at.PLACED + player * at.FORT_BLOCK, 0
    for i in range(int(s[first])):
        count += s[first + 1 + i] == card
    return count


@part
def is_barred_for(s: Row, player: int, card: int) -> bool:
    """True for a card under strongholds of others than a player."""
    for other in range(int(s[at.SEATS])):
        if other != player and fort_count(s, other, card):
            return True
    return False


@part
def is_barred(s: Row, card: int) -> bool:
    """The same for the player to move."""
    return is_barred_for(s, int(s[at.PLAYER]), card)


@part
def slot_with(s: Row, card: int) -> int:
    """The slot of a card in the market; the number of slots if it is not there."""
    slot, slots = 0, int(tables.MARKET_SIZE[s[at.MODULE]])
    while slot < slots and s[at.MARKET + slot] != card:
        slot += 1
    return slot


@part
def meets(bonuses: int, cost: int) -> bool:
    """True when packed bonuses meet a packed requirement."""
    return ((bonuses | HIGHS) - cost) & HIGHS == HIGHS


@part
def meets_face(s: Row, p: int, face: int) -> bool:
    """True when the player meets the requirement of a city."""
    most = 0
    for colour in range(GOLD):
        if colour != tables.ALIKE_NOT[face] and s[p + at.BONUSES + colour] > most:
            most = int(s[p + at.BONUSES + colour])
    reached = s[p + at.POINTS] >= tables.FACE_POINTS[face] and most >= tables.ALIKE[face]
    return reached and meets(packed_cells(s, p + at.BONUSES), tables.FACE_COST[face])


@part
def list_takes(s: Row, legal: Row) -> int:
    """Ways to take gems: three different colours (all if fewer are left), or a pair. Returns their number."""
    piles = 0
    for colour in range(GOLD):
        piles |= (1 if s[at.BANK + colour] else 0) << colour
    n = int(actions.DIFFERENT_COUNT[piles])
    for i in range(n):
        legal[i] = actions.DIFFERENT[piles, i]
    for colour in range(GOLD):
        if s[at.BANK + colour] >= PAIR:
            legal[n] = actions.PAIRS + colour
            n += 1
    return n


@part
def list_reservations(s: Row, slots: int, legal: Row, n: int) -> int:
    """Cards and decks to reserve from, out of that many slots."""
    for slot in range(slots):
        card = int(s[at.MARKET + slot])
        if card != EMPTY and not (s[at.MODULE] == FORTS and is_barred(s, card)):
            legal[n] = actions.RESERVES + slot
            n += 1
    for deck in range(at.DECK_NUMBER):
        if s[at.DECK_SIZE + deck] > s[at.BACKS + deck]:
            legal[n] = actions.BLIND_RESERVES + deck
            n += 1
    return n


@part
def list_buys(s: Row, p: int, slots: int, hand: int, legal: Row, n: int) -> int:
    """Purchases of the cards in that many slots, and of those in hand."""
    tokens, bonuses = packed_cells(s, p + at.TOKENS), packed_cells(s, p + at.BONUSES)
    gold, worth, module = int(s[p + at.TOKENS + GOLD]), gold_worth(s), s[at.MODULE]
    doubles = double_gold(s, p) if module == ORIENT else 0
    room = actions.ORIENT_WAYS if module == ORIENT else actions.WAYS
    for i in range(slots + hand):
        card = int(s[at.MARKET + i]) if i < slots else hand_card(s, p, i - slots)
        if card >= at.CARD_NUMBER or (module == FORTS and is_barred(s, card)):
            continue
        prices = less(tables.COST[card], bonuses)
        if module == ORIENT:
            ways = orient_payment_count(s, p, card, prices, tokens, doubles)
        else:
            ways = payment_count(prices, tokens, gold, worth)
        first = actions.BUYS + (i if i < slots else i - slots + actions.HAND_PLACES) * room
        for way in range(ways):
            legal[n] = first + way
            n += 1
    return n


@part
def list_actions(s: Row, p: int, legal: Row) -> int:
    """The four actions, or a pass where none is legal."""
    hand, slots = int(s[p + at.RESERVED] + s[p + at.BLIND]), int(tables.MARKET_SIZE[s[at.MODULE]])
    n = list_takes(s, legal)
    if hand < HAND_LIMIT:
        n = list_reservations(s, slots, legal, n)
    n = list_buys(s, p, slots, hand, legal, n)
    if n == 0:
        legal[0] = actions.NO_ACTION
        n = 1
    return n


@part
def patron_count(s: Row, player: int) -> int:
    """Number of nobles that a player has reserved; 0 outside The Orient."""
    return int(s[at.OWN + player * at.OWN_BLOCK + at.OWN_PATRONS]) if s[at.MODULE] == ORIENT else 0


@part
def nth_patron(s: Row, player: int, i: int) -> int:
    """One of the nobles that a player has reserved."""
    return int(s[at.OWN + player * at.OWN_BLOCK + at.OWN_PATRONS + 1 + i])


@part
def visitors(s: Row, p: int) -> int:
    """Nobles on the table, or reserved by the player in The Orient, whose requirements the player meets, as bits."""
    coming, bonuses = 0, packed_cells(s, p + at.BONUSES)
    for i in range(int(s[at.NOBLES_LEFT])):
        noble = int(s[at.NOBLES + i])
        coming |= (1 if meets(bonuses, tables.NOBLE_COST[noble]) else 0) << noble
    for i in range(patron_count(s, int(s[at.PLAYER]))):
        noble = nth_patron(s, int(s[at.PLAYER]), i)
        coming |= (1 if meets(bonuses, tables.NOBLE_COST[noble]) else 0) << noble
    return coming


@part
def list_visitors(s: Row, p: int, legal: Row) -> int:
    """Nobles to choose from: those on the table, then those reserved by the player."""
    coming, n, left, player = visitors(s, p), 0, int(s[at.NOBLES_LEFT]), int(s[at.PLAYER])
    for i in range(left + patron_count(s, player)):
        noble = int(s[at.NOBLES + i]) if i < left else nth_patron(s, player, i - left)
        if coming >> noble & 1:
            legal[n] = actions.NOBLE_CHOICES + noble
            n += 1
    return n


@part
def cities(s: Row, p: int) -> int:
    """Cities that the player qualifies for, as bits; none for a player who has one."""
    faces = 0
    if s[at.OWNED + s[at.PLAYER]] == NONE:
        for i in range(int(s[at.EXTRA])):
            face = int(s[at.EXTRA + 1 + i])
            faces |= (1 if meets_face(s, p, face) else 0) << face
    return faces


@part
def choices(s: Row, p: int, kind: int) -> int:
    """Legal choices of a step other than an action or one of strongholds, as bits; see `first_number`."""
    if kind == tables.NOBLE:
        return visitors(s, p)
    if kind == tables.CITY:
        return cities(s, p)
    if kind == tables.EFFECT:
        return effect_choices(s, p)
    colours = 0
    if kind == tables.TOKEN:
        if s[at.EXTRA] != NONE:
            for colour in range(GOLD):
                colours |= (1 if s[at.BANK + colour] and colour != s[at.EXTRA] else 0) << colour
    else:
        for colour in range(GOLD + 1):
            colours |= (1 if s[p + at.TOKENS + colour] else 0) << colour
    return colours


@part
def first_number(s: Row, kind: int) -> int:
    """Number of the action for bit 0 of `choices`."""
    if kind == tables.LIMIT:
        return actions.RETURNS
    if kind == tables.NOBLE:
        return actions.NOBLE_CHOICES
    if kind == tables.CITY:
        return actions.CITY_CHOICES
    if kind == tables.TOKEN:
        return actions.GEMS
    return first_effect_number(s)


@part
def list_fort_moves(s: Row, legal: Row) -> int:
    """Ways to place, move or remove a stronghold after a purchase."""
    n, barred, free, first = 0, 0, 0, at.PLACED + s[at.PLAYER] * at.FORT_BLOCK
    for slot in range(BASE_MARKET):
        if s[at.MARKET + slot] != EMPTY:
            if is_barred(s, int(s[at.MARKET + slot])):
                barred |= 1 << slot
            else:
                free |= 1 << slot
    if s[first] < EACH:
        for slot in range(BASE_MARKET):
            if free >> slot & 1:
                legal[n] = actions.FORT_PLACES + slot
                n += 1
    for i in range(int(s[first])):
        source = slot_with(s, int(s[first + 1 + i]))
        if i == 0 or s[first + 1 + i] != s[first + i]:
            for slot in range(BASE_MARKET):
                if slot != source and free >> slot & 1:
                    legal[n] = actions.MOVES + source * BASE_MARKET + slot
                    n += 1
    for slot in range(BASE_MARKET):
        if barred >> slot & 1:
            legal[n] = actions.REMOVALS + slot
            n += 1
    return n


@part
def conquest_count(s: Row, p: int) -> int:
    """Number of ways to pay for the card under all three strongholds of the player; 0 without one."""
    first = at.PLACED + s[at.PLAYER] * at.FORT_BLOCK
    if s[first] < EACH or s[first + 1] != s[first + EACH]:
        return 0
    prices = less(tables.COST[s[first + 1]], packed_cells(s, p + at.BONUSES))
    return payment_count(prices, packed_cells(s, p + at.TOKENS), int(s[p + at.TOKENS + GOLD]), 1)


@compiled
def list_legal(s: Row, legal: Row) -> int:
    """Write the numbers of the legal actions to the start of an array; returns how many there are."""
    if s[at.OVER]:
        return 0
    p, kind, n = PLAYERS + s[at.PLAYER] * BLOCK, tables.KIND[s[at.MODULE], s[at.STEP]], 0
    if kind == tables.ACTION:
        return list_actions(s, p, legal)
    if kind == tables.FORTIFY:
        return list_fort_moves(s, legal)
    if kind == tables.CONQUER:
        n = conquest_count(s, p)
        for way in range(n):
            legal[way] = actions.CONQUESTS + way
        legal[n] = actions.NO_CONQUEST
        return n + 1
    if kind == tables.NOBLE:
        return list_visitors(s, p, legal)
    bits, number = choices(s, p, kind), first_number(s, kind)
    while bits:
        if bits & 1:
            legal[n] = number
            n += 1
        number += 1
        bits >>= 1
    return n
