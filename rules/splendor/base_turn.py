"""The steps of a turn of the base game: what is legal and what it does (rulebook, "Game play")."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from ..core.game import Action
from .cards import CARDS, DECKS, EMPTY, GOLD, NOBLES
from .payment import purchases, reach
from .state import Player, Splendor, draw, refill

TOKEN_LIMIT = 10
HAND_LIMIT = 3
PAIR = 4
"""Two tokens of one colour may be taken from a pile of at least this many."""
GOAL = 15
"""Points that make the current round the last."""

RESERVE: list[Action] = [("reserve", card) for card in range(len(CARDS))]
RESERVE_BLIND: list[Action] = [("reserve_blind", deck) for deck in DECKS]
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
    return with_buying(s, p, purchases(p, (*s.market, *p.reserved, *p.blind)))


def with_buying(s: Splendor, p: Player, buying: list[Action]) -> list[Action]:
    """All that is legal where a player may buy in these ways."""
    legal = list(takes(tuple(s.bank[:GOLD])))
    if len(p.reserved) + len(p.blind) < HAND_LIMIT:
        legal += [RESERVE[card] for card in s.market if card != EMPTY]
        legal += [RESERVE_BLIND[i] for i, deck in enumerate(s.decks) if len(deck) > s.backs[i]]
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
    return [RETURN[colour] for colour, n in enumerate(s.players[s.player].tokens) if n]


def visitors(p: Player, nobles: tuple[int, ...]) -> list[int]:
    """Those of the nobles who would visit the player: all whom their bonuses satisfy."""
    w, u, g, r, k = p.bonuses
    white, blue, green, red, black = NOBLE_REACH
    if mask := white[w] & blue[u] & green[g] & red[r] & black[k]:
        return [noble for noble in nobles if mask >> noble & 1]
    return []


def visit(s: Splendor, rng: Random) -> bool:
    """A single noble comes by itself; of several the player chooses one."""
    p = s.players[s.player]
    coming = visitors(p, s.nobles)
    if len(coming) == 1:
        welcome(s, p, coming[0])
    return len(coming) > 1


def nobles(s: Splendor) -> list[Action]:
    return [("noble", noble) for noble in visitors(s.players[s.player], s.nobles)]


def end(s: Splendor, rng: Random) -> bool:
    """The end check: 15 points make the round the last."""
    return finish(s, s.players[s.player].points >= GOAL)


def finish(s: Splendor, reached: bool) -> bool:
    """The next player's turn, or the end: of the last round, or at once when everybody passed."""
    s.last_round = s.last_round or reached
    s.turns += 1
    s.player = s.turns % len(s.players)
    s.over = s.passes == len(s.players) or (s.last_round and s.player == 0)
    s.step = 0
    return True


def nothing(s: Splendor) -> list[Action]:
    return []


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """One of the four actions, or a pass."""
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
    for colour in colours:
        s.bank[colour] -= 1
        p.tokens[colour] += 1


def reserve(s: Splendor, p: Player, card: int) -> None:
    s.market[s.market.index(card)] = EMPTY
    p.reserved += (card,)
    take_gold(s, p)


def reserve_blind(s: Splendor, p: Player, deck: int, rng: Random) -> None:
    p.blind += (draw(s, deck, rng),)
    take_gold(s, p)


def take_gold(s: Splendor, p: Player) -> None:
    """One gold comes with a reserved card while the bank has any."""
    s.passes = 0
    if s.bank[GOLD]:
        s.bank[GOLD] -= 1
        p.tokens[GOLD] += 1


def buy(s: Splendor, p: Player, card: int, paid: tuple[int, ...]) -> None:
    pay(s, p, paid)
    fetch(s, p, card)
    p.cards += (card,)
    p.bonuses[CARDS[card].bonus] += 1
    p.points += CARDS[card].points


def pay(s: Splendor, p: Player, paid: tuple[int, ...]) -> None:
    s.passes = 0
    for colour, n in enumerate(paid):
        p.tokens[colour] -= n
        s.bank[colour] += n


def fetch(s: Splendor, p: Player, card: int) -> None:
    """The card leaves the player's hand or the table."""
    if card in p.reserved:
        p.reserved = tuple(c for c in p.reserved if c != card)
    elif card in p.blind:
        p.blind = tuple(c for c in p.blind if c != card)
    else:
        s.market[s.market.index(card)] = EMPTY


def give_back(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    p.tokens[a[1]] -= 1
    s.bank[a[1]] += 1


def choose_noble(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    welcome(s, p, a[1])


def welcome(s: Splendor, p: Player, noble: int) -> None:
    """The noble leaves the table for the player."""
    s.nobles = tuple(n for n in s.nobles if n != noble)
    p.nobles += (noble,)
    p.points += NOBLES[noble].points
