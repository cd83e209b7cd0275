"""State of 1906 San Francisco, and setup (rulebook, "Setup")."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..core.game import Options
from .city import City, city
from .components.model import URBAN_TYPES
from .components.registry import components

BUILDINGS = 8
ROW = 3
"""Number of face-up permits, and of face-up objectives."""
COMMON = 3
NOBODY = -1
FACE_DOWN = -1
"""Marker in views of an objective that is not known."""
NONE = -1
"""Marker for no plot, or no type of urban card."""

SPACE, ACT, PERMIT, OBJECTIVE, CLEAR, SPEND, PLOT, URBAN, BONUS = range(9)
"""Steps: kinds of decision of the player to move."""

STRIP = 0
"""Stop of the earnings spaces; the action cards are stops 1 to 6."""


@dataclass(slots=True)
class Player:
    """One player; tuples are shared by copies."""

    money: int
    column: int
    """Urban development: column of the token on the development board."""
    row: int
    """Clear-up: row of the token on the development board, from the bottom."""
    pool: int
    """Number of buildings in the pool."""
    hand: int
    """Number of buildings in hand."""
    built: int
    """Mask of the plots with the player's buildings."""
    rubble: int
    """Number of rubble tokens."""
    permits: tuple[int, ...]
    open: tuple[int, ...]
    """Personal objectives known to all."""
    secret: tuple[int, ...]
    """Personal objectives known to their owner alone."""
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
    """Action cards in the order of play."""
    common: tuple[int, ...]
    """Common objectives, which count for every player."""
    year: int
    """Year from 0 for 1906 to 6 for 1912."""
    stop: int
    """Current stop: STRIP, or 1 to 6 for a card of the ring."""
    order: tuple[int, ...]
    """Players in the order in which they act at this stop."""
    acted: int
    """Number of players who have finished at this stop."""
    tokens: list[int]
    """Space of each player's token, at this stop if they have moved here, else at the last one."""
    step: int
    """Pending decision, SPACE to BONUS."""
    grant: bool
    """True while building with the grant action."""
    spent: tuple[int, ...]
    """Permits to discard, while building."""
    plot: int
    """Plot chosen, while building; else NONE."""
    players: list[Player]
    free: int
    """Mask of the plots without a building."""
    rubble: int
    """Mask of the plots with rubble."""
    piles: list[int]
    """Number of urban cards left of each type."""
    permit_row: tuple[int, ...]
    permit_deck: list[int]
    """Permits in the deck, in no order."""
    discards: list[int]
    """Permits that have been spent."""
    objective_row: tuple[int, ...]
    objective_deck: list[int]
    """Objectives in the deck, in no order; in a view also those face down in other hands."""
    best_builder: int
    """Player who has Best Builder, or NOBODY."""
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
    """Remove a random number from a pool and return it."""
    return pool.pop(int(rng.random() * len(pool)))


def setup(seats: int, options: Options, rng: Random) -> Sf1906:
    """A new game; the first seat opens the year 1906."""
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


def lay_rubble(city: City, rng: Random) -> int:
    """Mask of the plots marked with rubble on a random side of each plot card."""
    laid, each = 0, len(city.names) // len(city.cards)
    for n, card in enumerate(city.cards):
        side = int(rng.random() * 2)
        for plot in city.kit.plot_cards[card].rubble[side]:
            laid |= 1 << n * each + plot
    return laid


def deck_size(s: Sf1906) -> int:
    """Number of objectives left in the deck; right in a view too, where the deck also has cards from other hands."""
    return len(s.objective_deck) - sum([p.secret.count(FACE_DOWN) for p in s.players])
