"""A turn of Splendor: what is legal, what it does, and the order of its steps (rulebook, "Game play")."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from ..game import Action
from .cards import CARDS, EMPTY, GOLD, LEVELS, NOBLES
from .payment import purchases, reach
from .state import Player, Splendor, deck_size, draw, refill

TOKEN_LIMIT = 10
HAND_LIMIT = 3
PAIR = 4
"""Two tokens of one colour may be taken from a pile of at least this many."""
GOAL = 15
"""Points that make the current round the last."""

RESERVE: list[Action] = [("reserve", card) for card in range(len(CARDS))]
RESERVE_BLIND: list[Action] = [("reserve_blind", level) for level in LEVELS]
RETURN: list[Action] = [("return", colour) for colour in range(GOLD + 1)]
NOBLE_REACH = reach([noble.cost for noble in NOBLES])
PASS: Action = ("pass",)


@cache
def takes(bank: tuple[int, ...]) -> tuple[Action, ...]:
    """Ways to take gems from piles of these sizes: three colours, or all there are, or a pair."""
    piles = [colour for colour, n in enumerate(bank) if n]
    different = [("take", colours) for colours in combinations(piles, min(3, len(piles))) if colours]
    return (*different, *(("take", (colour, colour)) for colour in piles if bank[colour] >= PAIR))


def actions(s: Splendor) -> list[Action]:
    """The four actions, or to pass where none is possible."""
    p = s.players[s.player]
    legal = list(takes(tuple(s.bank[:GOLD])))
    if len(p.reserved) + len(p.blind) < HAND_LIMIT:
        legal += [RESERVE[card] for card in s.market if card != EMPTY]
        legal += [RESERVE_BLIND[level] for level in LEVELS if deck_size(s, level)]
    legal += purchases(p, (*s.market, *p.reserved, *p.blind))
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
    return [RETURN[colour] for colour, n in enumerate(s.players[s.player].tokens) if n]


def visitors(s: Splendor) -> list[int]:
    """Nobles who would visit the player: all that their bonuses satisfy."""
    w, u, g, r, k = s.players[s.player].bonuses
    white, blue, green, red, black = NOBLE_REACH
    if mask := white[w] & blue[u] & green[g] & red[r] & black[k]:
        return [noble for noble in s.nobles if mask >> noble & 1]
    return []


def visit(s: Splendor, rng: Random) -> bool:
    """A single noble comes by itself; of several the player chooses one."""
    coming = visitors(s)
    if len(coming) == 1:
        welcome(s, s.players[s.player], coming[0])
    return len(coming) > 1


def nobles(s: Splendor) -> list[Action]:
    return [("noble", noble) for noble in visitors(s)]


def end(s: Splendor, rng: Random) -> bool:
    """The end check, then the next player's turn. Everybody passing ends the game at once."""
    s.last_round = s.last_round or s.players[s.player].points >= GOAL
    s.turns += 1
    s.player = s.turns % len(s.players)
    s.over = s.passes == len(s.players) or (s.last_round and s.player == 0)
    s.step = 0
    return True


class Step(NamedTuple):
    """Part of a turn: `due` does what is automatic and says whether the player must decide; `legal` then says what."""

    due: Callable[[Splendor, Random], bool]
    legal: Callable[[Splendor], list[Action]]


def nothing(s: Splendor) -> list[Action]:
    return []


ORDER: dict[str, tuple[Step, ...]] = {
    "base": (
        Step(act, actions),
        Step(refilled, nothing),
        Step(above_limit, returns),
        Step(visit, nobles),
        Step(end, nothing),
    ),
}
"""The steps of a turn, in order, for each module."""


def turn(s: Splendor) -> int | None:
    return None if s.over else s.player


def legal(s: Splendor) -> list[Action]:
    return [] if s.over else ORDER[s.module][s.step].legal(s)


def advance(s: Splendor, a: Action, rng: Random) -> None:
    """Do what the action says, then go on through the steps of the turn to the next decision."""
    p = s.players[s.player]
    match a[0]:
        case "take":
            take(s, p, a[1])
        case "reserve":
            reserve(s, p, a[1])
        case "reserve_blind":
            reserve_blind(s, p, a[1], rng)
        case "buy":
            buy(s, p, a[1], a[2])
        case "return":
            give_back(s, p, a[1])
        case "noble":
            welcome(s, p, a[1])
        case "pass":
            s.passes += 1
    if a[0] != "return":  # returning goes on until the player is down to the limit
        s.step += 1
    steps = ORDER[s.module]
    while not steps[s.step].due(s, rng):
        s.step += 1


def take(s: Splendor, p: Player, colours: tuple[int, ...]) -> None:
    s.passes = 0
    for colour in colours:
        s.bank[colour] -= 1
        p.tokens[colour] += 1


def reserve(s: Splendor, p: Player, card: int) -> None:
    s.market[s.market.index(card)] = EMPTY
    p.reserved += (card,)
    take_gold(s, p)


def reserve_blind(s: Splendor, p: Player, level: int, rng: Random) -> None:
    p.blind += (draw(s.decks[level], rng),)
    take_gold(s, p)


def take_gold(s: Splendor, p: Player) -> None:
    """One gold comes with a reserved card while the bank has any."""
    s.passes = 0
    if s.bank[GOLD]:
        s.bank[GOLD] -= 1
        p.tokens[GOLD] += 1


def buy(s: Splendor, p: Player, card: int, paid: tuple[int, ...]) -> None:
    s.passes = 0
    for colour, n in enumerate(paid):
        p.tokens[colour] -= n
        s.bank[colour] += n
    if card in p.reserved:
        p.reserved = tuple(c for c in p.reserved if c != card)
    elif card in p.blind:
        p.blind = tuple(c for c in p.blind if c != card)
    else:
        s.market[s.market.index(card)] = EMPTY
    p.cards += (card,)
    p.bonuses[CARDS[card].bonus] += 1
    p.points += CARDS[card].points


def give_back(s: Splendor, p: Player, colour: int) -> None:
    p.tokens[colour] -= 1
    s.bank[colour] += 1


def welcome(s: Splendor, p: Player, noble: int) -> None:
    """The noble leaves the table for the player."""
    s.nobles = tuple(n for n in s.nobles if n != noble)
    p.nobles += (noble,)
    p.points += NOBLES[noble].points
