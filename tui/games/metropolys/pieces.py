"""Pieces on a neighbourhood: a building, a bid or a token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from tabletown.rules.core.match import Seat
from tabletown.rules.metropolys.board import NEIGHBOURHOODS, size
from tabletown.rules.metropolys.state import NOBODY, UNSEEN, Metropolys, owner

from ...model.palette import Palette

TOKEN_NAMES = ("trendy", "subway", "archaeology")
SHORT_TOKEN_NAMES = ("trendy", "subway", "arch.")
TOKEN_MARKS = ("+3", "+1", "-1")
"""Points of the kinds of tokens, their marks on the map."""
TOKEN_COLOURS = ("gem-gold", "gem-white", "gem-red")
SMALL, MEDIUM, TALL = range(3)
NEW = "'"
"""The mark of a building by the viewer's last move, or since, which looks like no other sign of the map."""


class Token(NamedTuple):
    kind: int


class Bid(NamedTuple):
    seat: int
    value: int


class Building(NamedTuple):
    seat: int
    value: int | None
    """None if values are hidden."""
    size: int


Piece: TypeAlias = Token | Bid | Building | None


def ground_sign(palette: Palette, scoring: int | None, place: int) -> str:
    """The sign of a neighbourhood's type; or if only places in the mask `scoring` score, that it does, or nothing."""
    if scoring is None:
        return palette["place-types"][NEIGHBOURHOODS[place].type]
    return palette["counts"] if scoring >> place & 1 else ""


def piece(view: Metropolys, place: int) -> Piece:
    for seat, where, value in view.bids:
        if where == place:
            return Bid(seat, value)
    seat = owner(view, place)
    if seat != NOBODY:
        value = view.values[place]
        return Building(seat, None if value == UNSEEN else value, size_of(view, place))
    return next((Token(kind) for kind, where in enumerate(view.tokens) if where >> place & 1), None)


def size_of(view: Metropolys, place: int) -> int:
    """The size of the building there, even if its value is hidden."""
    value = view.values[place]
    if value != UNSEEN:
        return size(value)
    return next(i for p in view.players for i, built in enumerate(p.built) if built >> place & 1)


def initials(seats: Sequence[Seat]) -> list[str]:
    """A character for each player; of two with the same initial the second has another letter or a number."""
    taken: list[str] = []
    for n, (name, _) in enumerate(seats, 1):
        letters = [char for char in name.upper() if char.isalnum() and char.isascii()]
        taken.append(next((char for char in [*letters, str(n)] if char not in taken), str(n)))
    return taken
