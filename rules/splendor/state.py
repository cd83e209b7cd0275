"""What is on the table in Splendor, and setup (rulebook, "Setup")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..game import Options
from .cards import CARDS, EMPTY, LEVELS, NOBLES

TOKENS = {2: 4, 3: 5, 4: 7}
"""Tokens of each gem colour by number of players."""

GOLD_TOKENS = 5
DECKS = [[card for card, c in enumerate(CARDS) if c.level == level] for level in LEVELS]
SLOTS = 4
"""Face-up cards of each level."""


@dataclass(slots=True)
class Player:
    """One player. Lists change in place; tuples change rarely and are shared by copies."""

    tokens: list[int]
    """White, blue, green, red, black, gold."""
    bonuses: list[int]
    points: int
    cards: tuple[int, ...]
    """Development cards bought, in order."""
    reserved: tuple[int, ...]
    """Cards reserved from the market, which everyone saw."""
    blind: tuple[int, ...]
    """Cards reserved from a deck: known to their holder alone."""
    nobles: tuple[int, ...]

    def copy(self) -> Player:
        return Player(self.tokens[:], self.bonuses[:], self.points, self.cards, self.reserved, self.blind, self.nobles)

    @property
    def hand(self) -> tuple[int, ...]:
        """All cards reserved."""
        return self.reserved + self.blind


@dataclass(slots=True)
class Splendor:
    """The table. A deck is a sorted pool drawn from by chance, so it has no order to peek at."""

    module: str
    bank: list[int]
    decks: list[list[int]]
    backs: tuple[int, ...]
    """In a view: how many cards of each pool really lie face down in somebody's hand."""
    market: list[int]
    """Three rows of four slots, level 1 first."""
    nobles: tuple[int, ...]
    players: list[Player]
    player: int
    step: int
    """Which step of the turn waits for a decision: an index into `turn.ORDER`."""
    turns: int
    """Turns finished."""
    passes: int
    """Players in a row who could only pass."""
    last_round: bool
    over: bool

    def copy(self) -> Splendor:
        low, middle, high = self.decks
        return Splendor(
            self.module,
            self.bank[:],
            [low[:], middle[:], high[:]],
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
        )


def setup(seats: int, options: Options, rng: Random) -> Splendor:
    """A new game; the first seat begins."""
    nobles = list(range(len(NOBLES)))
    s = Splendor(
        module=options["module"],
        bank=[TOKENS[seats]] * 5 + [GOLD_TOKENS],
        decks=[deck[:] for deck in DECKS],
        backs=(0, 0, 0),
        market=[EMPTY] * (SLOTS * len(LEVELS)),
        nobles=tuple(sorted(draw(nobles, rng) for _ in range(seats + 1))),
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


def draw(pool: list[int], rng: Random) -> int:
    """Take one card out of a pool by chance."""
    return pool.pop(int(rng.random() * len(pool)))


def refill(s: Splendor, rng: Random) -> None:
    """Turn up a card on every empty slot whose deck still has one."""
    for slot, card in enumerate(s.market):
        if card == EMPTY and s.decks[slot // SLOTS]:
            s.market[slot] = draw(s.decks[slot // SLOTS], rng)


def deck_size(s: Splendor, level: int) -> int:
    """Cards left in a deck; in a view too, where the pool also holds what is unseen in hands."""
    return len(s.decks[level]) - s.backs[level]
