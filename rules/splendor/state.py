"""State of Splendor, and setup of the base game (rulebook, "Setup")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol, Self

from .cards import DECK, DECKS, EMPTY, LEVELS, NOBLES


class Expansion(Protocol):
    """Part of the state of a Cities of Splendor module; `of` in the module's file gives its exact type."""

    def copy(self) -> Self: ...


TOKENS = {2: 4, 3: 5, 4: 7}
"""Number of tokens of each gem colour, by number of players."""

GOLD_TOKENS = 5
POOLS = [tuple(card for card, own_deck in enumerate(DECK) if own_deck == deck) for deck in DECKS]
"""All cards of each deck, sorted."""

SLOTS = 4
"""Face-up cards of each level."""

ORIENT_SLOTS = 2
"""Face-up cards of the Orient of each level; their slots come after all those of the base game."""

BASE_MARKET = SLOTS * len(LEVELS)
SLOT_DECKS = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5)
"""Deck that refills each slot of the market."""


@dataclass(slots=True)
class Player:
    """One player. Lists change in place; tuples change rarely and are shared by copies."""

    tokens: list[int]
    """Numbers of white, blue, green, red, black and gold tokens."""
    bonuses: list[int]
    points: int
    cards: tuple[int, ...]
    """Development cards bought, in order."""
    reserved: tuple[int, ...]
    """Cards reserved from the market, known to all."""
    blind: tuple[int, ...]
    """Cards reserved face down from a deck, known to their holder alone."""
    nobles: tuple[int, ...]

    def copy(self) -> Player:
        return Player(self.tokens[:], self.bonuses[:], self.points, self.cards, self.reserved, self.blind, self.nobles)

    @property
    def hand(self) -> tuple[int, ...]:
        """All cards reserved."""
        return self.reserved + self.blind


@dataclass(slots=True)
class Splendor:
    """The table. A deck is a sorted pool of which a random card is drawn, so there is no order to peek at."""

    module: str
    bank: list[int]
    decks: list[tuple[int, ...]]
    backs: tuple[int, ...]
    """Number of cards in each pool that are really face down in other hands; 0 except in views."""
    market: list[int]
    """Three rows of four slots, level 1 first; in The Orient three rows of two after them."""
    nobles: tuple[int, ...]
    players: list[Player]
    player: int
    step: int
    """Step of the turn that waits for a decision, an index into the module's `turn.ORDER`."""
    turns: int
    """Number of finished turns."""
    passes: int
    """Number of passes in a row."""
    last_round: bool
    over: bool
    extra: Expansion | None = None
    """None in the base game."""

    def copy(self) -> Splendor:
        return Splendor(
            self.module,
            self.bank[:],
            self.decks[:],
            self.backs,
            self.market[:],
            self.nobles,
            [p.copy() for p in self.players],
            self.player,
            self.step,
            self.turns,
            self.passes,
            self.last_round,
            self.over,
            self.extra.copy() if self.extra else None,
        )


def base(seats: int, module: str, rng: Random) -> Splendor:
    """A new base game, to which a module may add its pieces; the first seat starts."""
    nobles = list(range(len(NOBLES)))
    s = Splendor(
        module=module,
        bank=[TOKENS[seats]] * 5 + [GOLD_TOKENS],
        decks=[POOLS[deck] for deck in LEVELS],
        backs=(0, 0, 0),
        market=[EMPTY] * BASE_MARKET,
        nobles=tuple(sorted(pick(nobles, rng) for _ in range(seats + 1))),
        players=[Player([0] * 6, [0] * 5, 0, (), (), (), ()) for _ in range(seats)],
        player=0,
        step=0,
        turns=0,
        passes=0,
        last_round=False,
        over=False,
    )
    refill(s, rng)
    return s


def pick(pool: list[int], rng: Random) -> int:
    """Remove a random number from a list and return it."""
    return pool.pop(int(rng.random() * len(pool)))


def draw(s: Splendor, deck: int, rng: Random) -> int:
    """Remove a random card from a deck and return it."""
    pool = s.decks[deck]
    at = int(rng.random() * len(pool))
    s.decks[deck] = pool[:at] + pool[at + 1 :]
    return pool[at]


def refill(s: Splendor, rng: Random) -> None:
    """Reveal a card in every empty slot whose deck is not empty."""
    for slot, card in enumerate(s.market):
        if card == EMPTY and s.decks[SLOT_DECKS[slot]]:
            s.market[slot] = draw(s, SLOT_DECKS[slot], rng)


def deck_size(s: Splendor, deck: int) -> int:
    """Number of cards left in a deck; right in a view too, where the pool also has cards from other hands."""
    return len(s.decks[deck]) - s.backs[deck]
