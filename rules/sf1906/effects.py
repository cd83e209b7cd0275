"""Effects of actions and bonuses in 1906 San Francisco: money, the development board, and the rows of cards."""

from __future__ import annotations

from random import Random

from .city import City
from .limits import MONEY_MAX
from .state import ROW, Player, Sf1906, draw


def gain(p: Player, dollars: int) -> None:
    """Give a player dollars; those above $15 are lost."""
    p.money = min(MONEY_MAX, p.money + dollars)


def pay(p: Player, dollars: int) -> None:
    p.money -= dollars


def up(c: City, p: Player) -> None:
    """Move a step of clear-up: at the top a step to the right instead, in the corner $1."""
    if p.row < len(c.kit.row_sidebar) - 1:
        p.row += 1
    elif p.column < len(c.kit.column_sidebar) - 1:
        p.column += 1
    else:
        gain(p, 1)


def right(c: City, p: Player) -> None:
    """Move a step of urban development: at the right edge a step up instead, in the corner $1."""
    if p.column < len(c.kit.column_sidebar) - 1:
        p.column += 1
    elif p.row < len(c.kit.row_sidebar) - 1:
        p.row += 1
    else:
        gain(p, 1)


def at_corner(c: City, p: Player) -> bool:
    """Is a player in the last corner of the development board, where a step brings $1 instead?"""
    return p.row == len(c.kit.row_sidebar) - 1 and p.column == len(c.kit.column_sidebar) - 1


def get_building(p: Player) -> None:
    """Move a building from the player's pool to the hand."""
    p.pool -= 1
    p.hand += 1


def take_permit(s: Sf1906, p: Player, permit: int) -> None:
    s.permit_row = tuple([card for card in s.permit_row if card != permit])
    p.permits += (permit,)


def take_objective(s: Sf1906, p: Player, objective: int) -> None:
    """Take an objective from the row, which stays face up."""
    s.objective_row = tuple([card for card in s.objective_row if card != objective])
    p.open += (objective,)


def draw_objective(s: Sf1906, p: Player, rng: Random) -> None:
    """Draw a random objective from the deck, known to its owner alone."""
    p.secret += (draw(s.objective_deck, rng),)


def clear(s: Sf1906, p: Player, plot: int) -> None:
    """Take the rubble token of a plot."""
    s.rubble ^= 1 << plot
    p.rubble += 1


def refill(s: Sf1906, rng: Random, objectives: int) -> None:
    """Refill both rows to three; `objectives` is the number of cards left in the objective deck.

    When the permit deck runs out, the discarded permits become the deck.
    """
    while len(s.permit_row) < ROW and (s.permit_deck or s.discards):
        if not s.permit_deck:
            s.permit_deck, s.discards = sorted(s.discards), []
        s.permit_row += (draw(s.permit_deck, rng),)
    while len(s.objective_row) < ROW and objectives:
        s.objective_row += (draw(s.objective_deck, rng),)
        objectives -= 1
