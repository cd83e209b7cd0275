"""Steps of a turn of the base game: legal actions and their effects (rulebook, "Game play")."""

from __future__ import annotations

from functools import cache
from itertools import combinations, compress
from operator import gt
from random import Random

from ..core.game import Action
from .cards import BONUS, CARDS, DECKS, EMPTY, GOLD, NOBLES, POINTS
from .limits import GOAL, HAND_LIMIT, PAIR, TOKEN_LIMIT
from .payment import purchases, reach
from .state import Player, Splendor, draw, refill

RESERVE: list[Action] = [("reserve", card) for card in range(len(CARDS))]
RESERVE_BLIND: list[Action] = [("reserve_blind", deck) for deck in DECKS]
RETURN: list[Action] = [("return", colour) for colour in range(GOLD + 1)]
NOBLE_REACH = reach([noble.cost for noble in NOBLES])
FEWEST = min(sum(noble.cost) for noble in NOBLES)
"""Bonuses that the most modest noble asks for."""
PASS: Action = ("pass",)


@cache
def takes(bank: tuple[int, ...]) -> tuple[Action, ...]:
    """Ways to take gems from piles of these sizes: three different colours (all if fewer are left), or a pair."""
    piles = [colour for colour, n in enumerate(bank) if n]
    different = [("take", colours) for colours in combinations(piles, min(3, len(piles))) if colours]
    return (*different, *(("take", (colour, colour)) for colour in piles if bank[colour] >= PAIR))


def actions(s: Splendor) -> list[Action]:
    """Legal ways to take the four actions, or a pass where there are none."""
    p = s.players[s.player]
    return with_buying(s, p, purchases(p, [*s.market, *p.reserved, *p.blind]))


def with_buying(s: Splendor, p: Player, buying: list[Action]) -> list[Action]:
    """Legal actions, given the legal purchases; a pass where there are none."""
    w, u, g, r, k, _ = s.bank
    legal = list(takes((w, u, g, r, k)))
    if len(p.reserved) + len(p.blind) < HAND_LIMIT:
        legal += [RESERVE[card] for card in s.market if card != EMPTY]
        legal += compress(RESERVE_BLIND, map(gt, map(len, s.decks), s.backs))
    legal += buying
    return legal or [PASS]


def act(s: Splendor, rng: Random) -> bool:
    return True


def refilled(s: Splendor, rng: Random) -> bool:
    if EMPTY in s.market:
        refill(s, rng)
    return False


def above_limit(s: Splendor, rng: Random) -> bool:
    return sum(s.players[s.player].tokens) > TOKEN_LIMIT


def returns(s: Splendor) -> list[Action]:
    return list(compress(RETURN, s.players[s.player].tokens))


def visitors(p: Player, nobles: tuple[int, ...]) -> list[int]:
    """Nobles among these whose requirements the player's bonuses meet."""
    w, u, g, r, k = p.bonuses
    if w + u + g + r + k < FEWEST:
        return []
    white, blue, green, red, black = NOBLE_REACH
    if mask := white[w] & blue[u] & green[g] & red[r] & black[k]:
        return [noble for noble in nobles if mask >> noble & 1]
    return []


def visit(s: Splendor, rng: Random) -> bool:
    """Let a single noble visit; return True when the player must choose one of several (rulebook, "The nobles")."""
    p = s.players[s.player]
    coming = visitors(p, s.nobles)
    if len(coming) == 1:
        welcome(s, p, coming[0])
    return len(coming) > 1


def nobles(s: Splendor) -> list[Action]:
    return [("noble", noble) for noble in visitors(s.players[s.player], s.nobles)]


def end(s: Splendor, rng: Random) -> bool:
    """End the turn; 15 prestige points make the round the last (rulebook, "End of the game")."""
    return finish(s, s.players[s.player].points >= GOAL)


def finish(s: Splendor, reached: bool) -> bool:
    """Pass the turn to the next player, or end the game: after the last round, or when everybody has passed in a row.

    `reached` makes the current round the last.
    """
    s.last_round = s.last_round or reached
    s.turns += 1
    s.player = s.turns % len(s.players)
    s.over = s.passes == len(s.players) or (s.last_round and s.player == 0)
    return True


def nothing(s: Splendor) -> list[Action]:
    return []


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Carry out one of the four actions, or a pass."""
    match a[0]:
        case "take":
            take(s, p, a[1])
        case "reserve":
            reserve(s, p, a[1])
        case "reserve_blind":
            reserve_blind(s, p, a[1], rng)
        case "buy":
            buy(s, p, a[1], a[2])
        case _:
            s.passes += 1


def take(s: Splendor, p: Player, colours: tuple[int, ...]) -> None:
    s.passes = 0
    bank, tokens = s.bank, p.tokens
    for colour in colours:
        bank[colour] -= 1
        tokens[colour] += 1


def reserve(s: Splendor, p: Player, card: int) -> None:
    s.market[s.market.index(card)] = EMPTY
    p.reserved += (card,)
    take_gold(s, p)


def reserve_blind(s: Splendor, p: Player, deck: int, rng: Random) -> None:
    p.blind += (draw(s, deck, rng),)
    take_gold(s, p)


def take_gold(s: Splendor, p: Player) -> None:
    """Take the gold that comes with a reserved card, if the bank has any."""
    s.passes = 0
    if s.bank[GOLD]:
        s.bank[GOLD] -= 1
        p.tokens[GOLD] += 1


def buy(s: Splendor, p: Player, card: int, paid: tuple[int, ...]) -> None:
    pay(s, p, paid)
    fetch(s, p, card)
    p.cards += (card,)
    p.bonuses[BONUS[card]] += 1
    p.points += POINTS[card]


def pay(s: Splendor, p: Player, paid: tuple[int, ...]) -> None:
    s.passes = 0
    bank, tokens = s.bank, p.tokens
    for colour, n in enumerate(paid):
        if n:
            tokens[colour] -= n
            bank[colour] += n


def fetch(s: Splendor, p: Player, card: int) -> None:
    """Remove a card from the player's hand or from the table."""
    if card in p.reserved:
        p.reserved = tuple([c for c in p.reserved if c != card])
    elif card in p.blind:
        p.blind = tuple([c for c in p.blind if c != card])
    else:
        s.market[s.market.index(card)] = EMPTY


def give_back(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    p.tokens[a[1]] -= 1
    s.bank[a[1]] += 1


def choose_noble(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    welcome(s, p, a[1])


def welcome(s: Splendor, p: Player, noble: int) -> None:
    """Move a noble from the table to the player, with its points."""
    s.nobles = tuple(n for n in s.nobles if n != noble)
    p.nobles += (noble,)
    p.points += NOBLES[noble].points
