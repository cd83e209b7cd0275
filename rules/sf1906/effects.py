"""What actions and bonuses do in 1906 San Francisco: money, the development board, and the rows of cards."""

from __future__ import annotations

from random import Random

from .city import City
from .components.model import MONEY_MAX
from .state import ROW, Player, Sf1906, draw


def gain(p: Player, dollars: int) -> None:
    """What goes beyond $15 is lost."""
    p.money = min(MONEY_MAX, p.money + dollars)


def pay(p: Player, dollars: int) -> None:
    p.money -= dollars


def up(c: City, p: Player) -> None:
    """A step of clear-up: at the top a step to the right, in the corner $1."""
    if p.row < len(c.kit.row_sidebar) - 1:
        p.row += 1
    elif p.column < len(c.kit.column_sidebar) - 1:
        p.column += 1
    else:
        gain(p, 1)


def right(c: City, p: Player) -> None:
    """A step of urban development: at the right edge a step up, in the corner $1."""
    if p.column < len(c.kit.column_sidebar) - 1:
        p.column += 1
    elif p.row < len(c.kit.row_sidebar) - 1:
        p.row += 1
    else:
        gain(p, 1)


def get_building(p: Player) -> None:
    """From pool to hand."""
    p.pool -= 1
    p.hand += 1


def take_permit(s: Sf1906, p: Player, permit: int) -> None:
    s.permit_row = tuple([card for card in s.permit_row if card != permit])
    p.permits += (permit,)


def take_objective(s: Sf1906, p: Player, objective: int) -> None:
    """From the row it stays face up."""
    s.objective_row = tuple([card for card in s.objective_row if card != objective])
    p.open += (objective,)


def draw_objective(s: Sf1906, p: Player, rng: Random) -> None:
    """From the deck only its owner knows it."""
    p.secret += (draw(s.objective_deck, rng),)


def clear(s: Sf1906, p: Player, plot: int) -> None:
    """Take the rubble of a plot."""
    s.rubble ^= 1 << plot
    p.rubble += 1


def refill(s: Sf1906, rng: Random, objectives: int) -> None:
    """Both rows back to three, the objectives as far as the deck of so many reaches.

    Where the permits run out the discarded ones become the deck.
    """
    while len(s.permit_row) < ROW and (s.permit_deck or s.discards):
        if not s.permit_deck:
            s.permit_deck, s.discards = sorted(s.discards), []
        s.permit_row += (draw(s.permit_deck, rng),)
    while len(s.objective_row) < ROW and objectives:
        s.objective_row += (draw(s.objective_deck, rng),)
        objectives -= 1
