"""What is on the table in 1906 San Francisco, and setup (rulebook, "Setup")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..core.game import Options
from .city import City, city
from .components.model import URBAN_TYPES
from .components.registry import components

BUILDINGS = 8
PERMIT_LIMIT = 5
ROW = 3
"""Face-up permits, and objectives."""
COMMON = 3
NOBODY = -1
FACE_DOWN = -1
"""In a view, an objective that is not known."""
NONE = -1
"""No plot, no type of urban card."""

SPACE, ACT, PERMIT, OBJECTIVE, CLEAR, SPEND, PLOT, URBAN, BONUS = range(9)
"""What the player to move decides next."""

STRIP = 0
"""The stop of the earnings strip; the action cards are stops 1 to 6."""


@dataclass(slots=True)
class Player:
    """One player; tuples are shared by copies."""

    money: int
    column: int
    """Urban development: the column of the token on the development board."""
    row: int
    """Clear-up: its row."""
    pool: int
    """Buildings not yet obtained."""
    hand: int
    """Buildings obtained, not yet built."""
    built: int
    """Where the player has built, a mask."""
    rubble: int
    permits: tuple[int, ...]
    open: tuple[int, ...]
    """Objectives face up."""
    secret: tuple[int, ...]
    """Objectives face down, known to their owner."""
    urban: tuple[int, ...]
    """Urban cards."""

    def copy(self) -> Player:
        return Player(
            self.money,
            self.column,
            self.row,
            self.pool,
            self.hand,
            self.built,
            self.rubble,
            self.permits,
            self.open,
            self.secret,
            self.urban,
        )


@dataclass(slots=True)
class Sf1906:
    """The table. Sets of plots are masks, one bit for each."""

    city: City
    ring: tuple[int, ...]
    """The action cards in the order of play."""
    common: tuple[int, ...]
    """The objectives of everybody."""
    year: int
    """0 for 1906 to 6 for 1912."""
    stop: int
    """STRIP, or which card of the ring is played."""
    order: tuple[int, ...]
    """The players in the order in which they act at this stop."""
    acted: int
    """Players who have finished here."""
    tokens: list[int]
    """The space of each player's token: at this stop for who has moved here, else at the stop before."""
    step: int
    """The decision due: SPACE to BONUS."""
    grant: bool
    """While building: is it the action with grant?"""
    spent: tuple[int, ...]
    """While building: the permits to be discarded."""
    plot: int
    """While building: the plot chosen, or NONE."""
    players: list[Player]
    free: int
    """Plots without a building."""
    rubble: int
    """Plots with rubble."""
    piles: list[int]
    """Urban cards left of each type."""
    permit_row: tuple[int, ...]
    permit_deck: list[int]
    """Unordered."""
    discards: list[int]
    """Permits that were spent."""
    objective_row: tuple[int, ...]
    objective_deck: list[int]
    """Unordered; in a view also what others hold face down."""
    best_builder: int
    """The player who has that card, or NOBODY."""
    over: bool

    def copy(self) -> Sf1906:
        return Sf1906(
            self.city,
            self.ring,
            self.common,
            self.year,
            self.stop,
            self.order,
            self.acted,
            self.tokens[:],
            self.step,
            self.grant,
            self.spent,
            self.plot,
            [p.copy() for p in self.players],
            self.free,
            self.rubble,
            self.piles[:],
            self.permit_row,
            self.permit_deck[:],
            self.discards[:],
            self.objective_row,
            self.objective_deck[:],
            self.best_builder,
            self.over,
        )


def draw(pool: list[int], rng: Random) -> int:
    """Take one of a pool by chance."""
    return pool.pop(int(rng.random() * len(pool)))


def setup(seats: int, options: Options, rng: Random) -> Sf1906:
    """A new game; the first seat begins the opening of 1906."""
    kit = components(options["components"])
    pool = list(range(len(kit.plot_cards)))
    table = city(kit, seats, tuple(draw(pool, rng) for _ in range(2 * seats)))
    rubble = lay_rubble(table, rng)
    pool = list(range(len(kit.action_cards)))
    ring = tuple(draw(pool, rng) for _ in kit.action_cards)
    initial = [n for n, o in enumerate(kit.objectives) if o.deck == "initial"]
    common = tuple(draw(initial, rng) for _ in range(COMMON))
    deck = sorted([*initial, *(n for n, o in enumerate(kit.objectives) if o.deck != "initial")])
    secrets = [draw(deck, rng) for _ in range(seats)]
    objective_row = tuple(draw(deck, rng) for _ in range(ROW))
    permits = list(range(len(kit.permits)))
    permit_row = tuple(draw(permits, rng) for _ in range(ROW))
    return Sf1906(
        city=table,
        ring=ring,
        common=common,
        year=0,
        stop=STRIP,
        order=tuple(range(seats)),
        acted=0,
        tokens=[NOBODY] * seats,
        step=SPACE,
        grant=False,
        spent=(),
        plot=NONE,
        players=[Player(0, 0, 0, BUILDINGS, 0, 0, 0, (), (), (secret,), ()) for secret in secrets],
        free=table.all,
        rubble=rubble,
        piles=[len(kit.piles[kind]) for kind in range(len(URBAN_TYPES))],
        permit_row=permit_row,
        permit_deck=permits,
        discards=[],
        objective_row=objective_row,
        objective_deck=deck,
        best_builder=NOBODY,
        over=False,
    )


def lay_rubble(table: City, rng: Random) -> int:
    """A side of each plot card by chance, and a token on every plot marked there."""
    laid, each = 0, len(table.names) // len(table.cards)
    for place, card in enumerate(table.cards):
        side = int(rng.random() * 2)
        for plot in table.kit.plot_cards[card].rubble[side]:
            laid |= 1 << place * each + plot
    return laid


def deck_size(s: Sf1906) -> int:
    """Objectives left in the deck; in a view its pool holds those face down elsewhere too."""
    return len(s.objective_deck) - sum([p.secret.count(FACE_DOWN) for p in s.players])
