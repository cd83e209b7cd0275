"""State of Metropolys, and setup (rulebook, "Preparation")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ..core.game import Options
from .board import BLIND_ALLEYS, BUILDINGS, CENTRE, DISTRICT_PLACES, NEIGHBOURHOODS, OUTER, places
from .objectives import decks

TOKENS = ("trendy", "subway", "archaeology")
TRENDY, SUBWAY, ARCHAEOLOGY = range(len(TOKENS))
TOKEN_COUNTS = {2: (5, 6, 6), 3: (8, 7, 7), 4: (9, 9, 9)}
"""Numbers of trendy, subway and archaeology tokens, by number of players."""

IN_CENTRE, IN_OUTER = 7, 5
"""Numbers of tokens in the Centre and in each other district in play."""

NOBODY = -1
HAND = (1 << len(BUILDINGS)) - 1
"""All buildings as a hand: bit v - 1 stands for value v."""

UNSEEN = BUILDINGS.stop
"""Marker in views for the value of a building of which only the size is known."""

Bid: TypeAlias = tuple[int, int, int]
"""A building bid in the current auction: player, neighbourhood, value."""


@dataclass(slots=True)
class Player:
    """One player. Lists change in place; tuples are shared by copies."""

    hand: int
    """Buildings neither built nor bid, bit v - 1 for value v."""
    built: list[int]
    """Masks of the neighbourhoods with the player's buildings, one for each of SIZES."""
    tokens: list[int]
    """Numbers of trendy, subway and archaeology tokens."""
    cards: tuple[int, ...]
    """The map card, and in the Expert edition the type card."""

    def copy(self) -> Player:
        return Player(self.hand, self.built[:], self.tokens[:], self.cards)

    @property
    def places(self) -> int:
        """Mask of the neighbourhoods with the player's buildings of any size."""
        small, medium, tall = self.built
        return small | medium | tall


@dataclass(slots=True)
class Metropolys:
    """The table. Sets of neighbourhoods are masks, one bit for each."""

    version: str
    memory: str
    """Setting "on" to show the values of built buildings, "off" to show only their sizes."""
    in_use: int
    """Neighbourhoods of the districts in play."""
    free: int
    """Neighbourhoods in play without a building, built or bid."""
    tokens: list[int]
    """Neighbourhoods with trendy, subway and archaeology tokens, a mask for each."""
    values: list[int]
    """Value of the building on each neighbourhood: 1 to 13, UNSEEN, or 0 for none."""
    bids: tuple[Bid, ...]
    """Bids of the current auction, the latest last; none before the start player has opened."""
    passed: int
    """Players who have passed in this auction, bit n for player n."""
    players: list[Player]
    player: int
    subway_card: int
    """Player who has the card, or NOBODY; so with the archaeology card."""
    archaeology_card: int
    over: bool

    def copy(self) -> Metropolys:
        return Metropolys(
            self.version,
            self.memory,
            self.in_use,
            self.free,
            self.tokens[:],
            self.values[:],
            self.bids,
            self.passed,
            [p.copy() for p in self.players],
            self.player,
            self.subway_card,
            self.archaeology_card,
            self.over,
        )


def setup(seats: int, options: Options, rng: Random) -> Metropolys:
    """A new game; the first seat opens."""
    used = [CENTRE, *outer_districts(seats, rng)]
    in_use = sum(DISTRICT_PLACES[district] for district in used)
    return Metropolys(
        version=options["version"],
        memory=options["memory"],
        in_use=in_use,
        free=in_use,
        tokens=lay_tokens(seats, used, rng),
        values=[0] * len(NEIGHBOURHOODS),
        bids=(),
        passed=0,
        players=[Player(HAND, [0, 0, 0], [0, 0, 0], cards) for cards in deal(options["version"], seats, rng)],
        player=0,
        subway_card=NOBODY,
        archaeology_card=NOBODY,
        over=False,
    )


def outer_districts(seats: int, rng: Random) -> list[int]:
    """Peripheral districts in play: as many as there are players, next to each other."""
    first = int(rng.random() * len(OUTER))
    return [OUTER[(first + step) % len(OUTER)] for step in range(seats)]


def draw(pool: list[int], rng: Random) -> int:
    """Remove a random number from a pool and return it."""
    return pool.pop(int(rng.random() * len(pool)))


def lay_tokens(seats: int, districts: list[int], rng: Random) -> list[int]:
    """Masks for each kind of token, laid on random neighbourhoods of each district, never in a blind alley."""
    pool = [kind for kind, count in enumerate(TOKEN_COUNTS[seats]) for _ in range(count)]
    laid = [0, 0, 0]
    for district in districts:
        eligible = list(places(DISTRICT_PLACES[district] & ~BLIND_ALLEYS))
        for _ in range(IN_CENTRE if district == CENTRE else IN_OUTER):
            laid[draw(pool, rng)] |= 1 << draw(eligible, rng)
    return laid


def deal(version: str, seats: int, rng: Random) -> list[tuple[int, ...]]:
    """Deal every player one random card of each deck; nobody sees the others."""
    pools = [list(deck) for deck in decks(version, seats)]
    return [tuple(draw(pool, rng) for pool in pools) for _ in range(seats)]


def owner(s: Metropolys, place: int) -> int:
    """Player who has built on a neighbourhood, or NOBODY."""
    return next((seat for seat, p in enumerate(s.players) if p.places >> place & 1), NOBODY)
