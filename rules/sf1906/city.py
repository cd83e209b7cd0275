"""Map of one game: plots, their neighbours, and the plots that permits fit.

A plot is its index, counted card by card and letter by letter; a set of plots is a mask, an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Any

from .components.model import Components, Space

CARD_ROWS = 2


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class City:
    """The plot cards of a game as laid out, and tables derived from them. Copies of a state share it."""

    kit: Components
    seats: int
    cards: tuple[int, ...]
    """Plot cards by place, the upper row first."""
    cells: tuple[tuple[int, int], ...]
    """Row and column of each plot on the map."""
    names: tuple[str, ...]
    """Address of each plot: the letter of its row and the number of its column, as in "A2"."""
    colours: tuple[int, ...]
    numbers: tuple[int, ...]
    neighbours: tuple[int, ...]
    """Masks of the plots next to each plot."""
    corners: int
    """Mask of the corner plots of the whole map."""
    of_colour: tuple[int, ...]
    """Masks of the plots of each colour."""
    permit_colour: tuple[int, ...]
    """Masks of the plots of each permit's colour; all plots for a grant."""
    permit_number: tuple[int, ...]
    """Masks of the plots of each permit's number; all plots for a grant."""
    sides: tuple[tuple[Space, ...], ...]
    """Spaces of each action card, on the side for this number of players."""
    all: int

    def __repr__(self) -> str:
        return f"City({self.kit.name!r}, {self.seats}, {self.cards})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, City) and (self.kit, self.seats, self.cards) == (other.kit, other.seats, other.cards)

    def __hash__(self) -> int:
        return hash((self.kit, self.seats, self.cards))

    def __reduce__(self) -> tuple[Any, ...]:
        return city, (self.kit, self.seats, self.cards)


@lru_cache(maxsize=256)
def city(kit: Components, seats: int, cards: tuple[int, ...]) -> City:
    """The map made of these plot cards."""
    cells = tuple(cell for place in range(len(cards)) for cell in placed(kit, seats, place))
    plots = [plot for card in cards for plot in kit.plot_cards[card].plots]
    colours, numbers = tuple(colour for colour, _ in plots), tuple(number for _, number in plots)
    everything = (1 << len(plots)) - 1
    at = {cell: plot for plot, cell in enumerate(cells)}
    bottom, right = (max(column) for column in zip(*cells, strict=True))
    return City(
        kit,
        seats,
        cards,
        cells,
        addresses(kit, cells),
        colours,
        numbers,
        tuple(
            mask(at[beside] for beside in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if beside in at)
            for r, c in cells
        ),
        mask(at[corner] for corner in ((0, 0), (0, right), (bottom, 0), (bottom, right)) if corner in at),
        tuple(mask(plot for plot, own in enumerate(colours) if own == c) for c in range(len(kit.colours))),
        tuple(
            everything if p.colour is None else mask(plot for plot, c in enumerate(colours) if c == p.colour)
            for p in kit.permits
        ),
        tuple(
            everything if p.number is None else mask(plot for plot, n in enumerate(numbers) if n == p.number)
            for p in kit.permits
        ),
        tuple(card.two_players if seats == 2 else card.more_players for card in kit.action_cards),
        everything,
    )


def addresses(kit: Components, cells: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Addresses of cells; letters of colours are not used for rows, so that "R3" is a permit and never a plot."""
    rows = [letter for letter in ascii_uppercase if letter not in kit.letters]
    return tuple(f"{rows[row]}{column + 1}" for row, column in cells)


def placed(kit: Components, seats: int, position: int) -> list[tuple[int, int]]:
    """Row and column on the map of each plot, by letter, of the card at a place."""
    card_row, card_column = divmod(position, kit.card_columns[seats])
    high, wide = len(kit.cells), len(kit.cells[0])
    cells = {}
    for r, row in enumerate(kit.cells):
        for c, letter in enumerate(row):
            if letter != ".":
                turned = kit.turned and card_row == CARD_ROWS - 1
                within = (high - 1 - r, wide - 1 - c) if turned else (r, c)
                cells[letter] = (card_row * high + within[0], card_column * wide + within[1])
    return [cells[letter] for letter in sorted(cells)]


def mask(plots: Iterator[int]) -> int:
    """Mask of these plots."""
    return sum(1 << plot for plot in plots)


@lru_cache(maxsize=1 << 14)
def places(plots: int) -> tuple[int, ...]:
    """Plots of a mask, in order."""
    return tuple(plot for plot in range(plots.bit_length()) if plots >> plot & 1)


def fitting(c: City, permits: tuple[int, ...], grant: bool) -> int:
    """Mask of the plots that one or two permits fit (rulebook, "Build"); with a grant colour or number is enough."""
    colour, number = c.permit_colour[permits[0]], c.permit_number[permits[0]]
    if len(permits) > 1:
        colour |= c.permit_colour[permits[1]]
        number |= c.permit_number[permits[1]]
    return colour | number if grant else colour & number
