"""What is on the table in Metropolys, and setup (rulebook, "Preparation")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ..core.game import Options
from .board import BLIND_ALLEYS, BUILDINGS, CENTER, DISTRICT_PLACES, NEIGHBOURHOODS, OUTER, places
from .objectives import decks

TOKENS = ("trendy", "subway", "archaeology")
TRENDY, SUBWAY, ARCHAEOLOGY = range(len(TOKENS))
TOKEN_COUNTS = {2: (5, 6, 6), 3: (8, 7, 7), 4: (9, 9, 9)}
"""Trendy, subway and archaeology tokens by number of players."""

IN_CENTER, IN_OUTER = 7, 5
"""Tokens in the Center and in each other district in use."""

NOBODY = -1
HAND = (1 << len(BUILDINGS)) - 1
"""All buildings as a hand: bit v - 1 stands for value v."""

UNSEEN = BUILDINGS.stop
"""In a view, the value of a building of which only the size is known."""

Bid: TypeAlias = tuple[int, int, int]
"""A building lying face up in the current call: player, neighbourhood, value."""


@dataclass(slots=True)
class Player:
    """One player. Lists change in place; tuples are shared by copies."""

    hand: int
    """Buildings neither built nor lying as bids, bit v - 1 for value v."""
    built: list[int]
    """Where the player has built, a mask for each of SIZES."""
    tokens: list[int]
    """How many trendy, subway and archaeology tokens."""
    cards: tuple[int, ...]
    """The area card, and in the expert version the neighbourhood card."""

    def copy(self) -> Player:
        return Player(self.hand, self.built[:], self.tokens[:], self.cards)

    @property
    def places(self) -> int:
        """Where the player has built, whatever the size; a mask."""
        small, medium, tall = self.built
        return small | medium | tall


@dataclass(slots=True)
class Metropolys:
    """The table. Sets of neighbourhoods are masks, one bit for each."""

    version: str
    memory: str
    """ "on" when everybody may look at the values of built buildings again, "off" when only sizes show."""
    in_use: int
    """The neighbourhoods of the districts in use."""
    free: int
    """Those of them on which nothing stands, built or bid."""
    tokens: list[int]
    """Where trendy, subway and archaeology tokens lie."""
    values: list[int]
    """What is built on each neighbourhood: 1 to 13, UNSEEN, or 0 for nothing."""
    bids: tuple[Bid, ...]
    """The bids of the current call, the latest last; none while the start player has yet to open."""
    passed: int
    """The players who have passed in this call, bit n for player n."""
    players: list[Player]
    player: int
    subway_card: int
    """The player who holds it, or NOBODY."""
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
    used = [CENTER, *outer_districts(seats, rng)]
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
    """The peripheral districts in use: neighbours, as many as there are players."""
    first = int(rng.random() * len(OUTER))
    return [OUTER[(first + step) % len(OUTER)] for step in range(seats)]


def draw(pool: list[int], rng: Random) -> int:
    """Take one of a pool by chance."""
    return pool.pop(int(rng.random() * len(pool)))


def lay_tokens(seats: int, districts: list[int], rng: Random) -> list[int]:
    """A token on chance places of each district, never in a blind alley; a mask for each kind."""
    pool = [kind for kind, count in enumerate(TOKEN_COUNTS[seats]) for _ in range(count)]
    laid = [0, 0, 0]
    for district in districts:
        eligible = list(places(DISTRICT_PLACES[district] & ~BLIND_ALLEYS))
        for _ in range(IN_CENTER if district == CENTER else IN_OUTER):
            laid[draw(pool, rng)] |= 1 << draw(eligible, rng)
    return laid


def deal(version: str, seats: int, rng: Random) -> list[tuple[int, ...]]:
    """One card of each deck for every player; what is left over nobody sees."""
    pools = [list(deck) for deck in decks(version, seats)]
    return [tuple(draw(pool, rng) for pool in pools) for _ in range(seats)]


def owner(s: Metropolys, place: int) -> int:
    """The player who has built there, or NOBODY."""
    return next((seat for seat, p in enumerate(s.players) if p.places >> place & 1), NOBODY)
