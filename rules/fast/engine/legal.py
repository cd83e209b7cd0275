"""Legal actions, compiled (rulebook, "Game play"), as ascending numbers of the table of actions."""

from __future__ import annotations

from ...splendor.cards import EMPTY, GOLD
from ...splendor.expansions.strongholds import EACH
from ...splendor.expansions.trading_posts import DOUBLE_GOLD
from ...splendor.limits import HAND_LIMIT, PAIR
from ...splendor.state import BASE_MARKET
from . import action_table as actions
from . import layout as at
from . import tables
from .compiled import compiled
from .layout import BLOCK, NONE, PLAYERS, Row
from .payment import payment_count

CARD_NUMBER = at.CARD_NUMBER
POSTS, FORTS = at.POSTS, at.FORTS


@compiled
def step_kind(s: Row) -> int:
    """Kind of the step of the turn that the state is in."""
    return tables.KIND[s[at.MODULE], s[at.STEP]]


@compiled
def own_cells(s: Row) -> int:
    """First cell of the player to move."""
    return PLAYERS + s[at.PLAYER] * BLOCK


@compiled
def hand_card(s: Row, p: int, i: int) -> int:
    """A card reserved by the player with cells at `p`: first those from the market."""
    open_cards = s[p + at.RESERVED]
    return int(s[p + at.HAND + i] if i < open_cards else s[p + at.BLIND_HAND + i - open_cards])


@compiled
def market_card(s: Row, slot: int) -> int:
    return int(s[at.MARKET + slot])


@compiled
def mover(s: Row) -> int:
    """The player to move."""
    return int(s[at.PLAYER])


@compiled
def hand_size(s: Row, p: int) -> int:
    return s[p + at.RESERVED] + s[p + at.BLIND]


@compiled
def has_coat(s: Row, player: int, post: int) -> bool:
    first = at.COATS + player * at.COAT_BLOCK
    for i in range(int(s[first])):
        if s[first + 1 + i] == post:
            return True
    return False


@compiled
def gold_worth(s: Row) -> int:
    """Tokens of one colour that a gold token of the player to move stands for."""
    return 2 if s[at.MODULE] == POSTS and has_coat(s, mover(s), DOUBLE_GOLD) else 1


@compiled
def fort_count(s: Row, player: int, card: int) -> int:
    """Strongholds of a player on a card."""
    first, count = at.PLACED + player * at.FORT_BLOCK, 0
    for i in range(int(s[first])):
        count += s[first + 1 + i] == card
    return count


@compiled
def is_barred(s: Row, card: int) -> bool:
    """True for a card under another player's strongholds."""
    if s[at.MODULE] == FORTS:
        for player in range(int(s[at.SEATS])):
            if player != s[at.PLAYER] and fort_count(s, player, card):
                return True
    return False


@compiled
def meets(s: Row, p: int, costs: Row, which: int) -> bool:
    """True when the player's bonuses meet a requirement, a row of an array of costs."""
    for colour in range(GOLD):
        if s[p + at.BONUSES + colour] < costs[which, colour]:
            return False
    return True


@compiled
def meets_face(s: Row, p: int, face: int) -> bool:
    """True when the player meets the requirement of a city."""
    most = 0
    for colour in range(GOLD):
        if colour != tables.ALIKE_NOT[face]:
            most = max(most, s[p + at.BONUSES + colour])
    reached = s[p + at.POINTS] >= tables.FACE_POINTS[face] and most >= tables.ALIKE[face]
    return reached and meets(s, p, tables.FACE_COST, face)


@compiled
def list_takes(s: Row, legal: Row) -> int:
    """Ways to take gems: three different colours (all if fewer are left), or a pair. Returns their number."""
    piles, n = 0, 0
    for colour in range(GOLD):
        if s[at.BANK + colour]:
            piles |= 1 << colour
    for i in range(actions.DIFFERENT_COUNT[piles]):
        legal[n] = actions.DIFFERENT[piles, i]
        n += 1
    for colour in range(GOLD):
        if s[at.BANK + colour] >= PAIR:
            legal[n] = actions.PAIRS + colour
            n += 1
    return n


@compiled
def list_reservations(s: Row, legal: Row, n: int) -> int:
    for slot in range(BASE_MARKET):
        card = market_card(s, slot)
        if card != EMPTY and not is_barred(s, card):
            legal[n] = actions.RESERVES + slot
            n += 1
    for deck in range(at.LEVEL_NUMBER):
        if s[at.DECK_SIZE + deck] > s[at.BACKS + deck]:
            legal[n] = actions.BLIND_RESERVES + deck
            n += 1
    return n


@compiled
def list_payments(s: Row, p: int, card: int, first: int, legal: Row, n: int) -> int:
    """Purchases of a card, as numbers from `first` on."""
    for way in range(payment_count(s, p, card, gold_worth(s))):
        legal[n] = first + way
        n += 1
    return n


@compiled
def list_actions(s: Row, legal: Row) -> int:
    """The four actions, or a pass where none is legal."""
    p = own_cells(s)
    n, hand = list_takes(s, legal), hand_size(s, p)
    if hand < HAND_LIMIT:
        n = list_reservations(s, legal, n)
    for place in range(actions.HAND_PLACES + hand):
        card = market_card(s, place) if place < actions.HAND_PLACES else hand_card(s, p, place - actions.HAND_PLACES)
        if card < CARD_NUMBER and not is_barred(s, card):
            n = list_payments(s, p, card, actions.BUYS + place * actions.WAYS, legal, n)
    if n == 0:
        legal[0] = actions.NO_ACTION
        n = 1
    return n


@compiled
def list_returns(s: Row, legal: Row) -> int:
    n, p = 0, own_cells(s)
    for colour in range(GOLD + 1):
        if s[p + at.TOKENS + colour]:
            legal[n] = actions.RETURNS + colour
            n += 1
    return n


@compiled
def list_nobles(s: Row, legal: Row) -> int:
    """Nobles on the table whose requirements the player meets."""
    n, p = 0, own_cells(s)
    for i in range(int(s[at.NOBLES_LEFT])):
        noble = int(s[at.NOBLES + i])
        if meets(s, p, tables.NOBLE_COST, noble):
            legal[n] = actions.NOBLE_CHOICES + noble
            n += 1
    return n


@compiled
def list_cities(s: Row, legal: Row) -> int:
    """Cities that the player qualifies for; none for a player who has one."""
    n, p = 0, own_cells(s)
    if s[at.OWNED + s[at.PLAYER]] == NONE:
        for i in range(int(s[at.EXTRA])):
            face = int(s[at.EXTRA + 1 + i])
            if meets_face(s, p, face):
                legal[n] = actions.CITY_CHOICES + face
                n += 1
    return n


@compiled
def list_gems(s: Row, legal: Row) -> int:
    """Extra gems of a trading post."""
    n = 0
    if s[at.EXTRA] != NONE:
        for colour in range(GOLD):
            if s[at.BANK + colour] and colour != s[at.EXTRA]:
                legal[n] = actions.GEMS + colour
                n += 1
    return n


@compiled
def list_fort_moves(s: Row, legal: Row) -> int:
    """Ways to place, move or remove a stronghold after a purchase."""
    player, n = mover(s), 0
    if s[at.PLACED + player * at.FORT_BLOCK] < EACH:
        for slot in range(BASE_MARKET):
            if market_card(s, slot) != EMPTY and not is_barred(s, market_card(s, slot)):
                legal[n] = actions.FORT_PLACES + slot
                n += 1
    for source in range(BASE_MARKET):
        if market_card(s, source) != EMPTY and fort_count(s, player, market_card(s, source)):
            for slot in range(BASE_MARKET):
                if slot != source and market_card(s, slot) != EMPTY and not is_barred(s, market_card(s, slot)):
                    legal[n] = actions.MOVES + source * BASE_MARKET + slot
                    n += 1
    for slot in range(BASE_MARKET):
        if market_card(s, slot) != EMPTY and is_barred(s, market_card(s, slot)):
            legal[n] = actions.REMOVALS + slot
            n += 1
    return n


@compiled
def list_conquests(s: Row, legal: Row) -> int:
    """Ways to buy the card under all three strongholds of the player, and to decline."""
    first, n = at.PLACED + s[at.PLAYER] * at.FORT_BLOCK, 0
    if s[first] == EACH and s[first + 1] == s[first + EACH]:
        n = list_payments(s, own_cells(s), int(s[first + 1]), actions.CONQUESTS, legal, n)
    legal[n] = actions.NO_CONQUEST
    return n + 1


@compiled
def list_legal(s: Row, legal: Row) -> int:
    """Write the numbers of the legal actions to the start of an array; returns how many there are."""
    if s[at.OVER]:
        return 0
    kind = step_kind(s)
    if kind == tables.ACTION:
        return list_actions(s, legal)
    if kind == tables.LIMIT:
        return list_returns(s, legal)
    if kind == tables.NOBLE:
        return list_nobles(s, legal)
    if kind == tables.CITY:
        return list_cities(s, legal)
    if kind == tables.TOKEN:
        return list_gems(s, legal)
    if kind == tables.FORTIFY:
        return list_fort_moves(s, legal)
    return list_conquests(s, legal)
