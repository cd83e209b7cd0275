"""The label of a neighbourhood: its name and type, and its building, bid or token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rules.metropolys.board import NAMES, NEIGHBOURHOODS

from ...model.palette import Palette
from ...widgets.canvas import Canvas, Rect
from .fields import Look, name_ink
from .pieces import MEDIUM, SMALL, TALL, TOKEN_COLOURS, TOKEN_MARKS, Bid, Building, Piece, Token

HOUSE = 5
"""Columns of a house, and of the plate of a bid."""
TALL_ROWS = 38
"""Rows of a city that are enough for tall buildings of three storeys."""


class Marks(NamedTuple):
    """States of a place that its label shows besides the piece."""

    at_cursor: bool
    """Is the cursor on it?"""
    picked: bool
    named: bool
    """Is its name needed, even in place of the piece?"""
    legal: bool
    """Can it be picked, and are there only few such places?"""
    plate: bool
    """Does a plate behind the name show that, because there is no room for an outline?"""
    fresh: bool
    """Was it built by the viewer's last move, or since?"""


class PlaceLabel:
    """Painter of a label in the box that the plan has for the place."""

    def __init__(
        self, canvas: Canvas, palette: Palette, look: Look, place: int, piece: Piece, marks: Marks, who: Sequence[str]
    ) -> None:
        self.c, self.p, self.look, self.piece, self.marks = canvas, palette, look, piece, marks
        self.who = who
        """The initial of each player."""
        self.name = NAMES[place]
        self.ground, self.ink = look.ground(place), name_ink(look, place)
        self.sign = palette["place-types"][NEIGHBOURHOODS[place].type]

    def draw(self, box: Rect, tall: bool) -> None:
        """Draw the piece below, beside or in place of the name, as the room allows; `tall` if houses can be higher."""
        x, y, w, h = box
        rows, short = self.rows(tall), self.short()
        if self.piece is None:
            self.draw_name(x, y + (h - 1) // 2, w)
        elif isinstance(self.piece, Token) and h >= 2 and w >= HOUSE:
            top = y + (h - 2) // 2
            self.draw_name(x, top, w)
            self.draw_chip(x + (w - 4) // 2, top + 1, f" {short} ")
        elif rows > 1 and h > rows and w >= HOUSE:
            top = y + (h - 1 - rows) // 2
            self.draw_name(x, top, w)
            self.draw_piece(x + (w - HOUSE) // 2, top + rows, tall)
        elif rows > 1 and h >= 2 and w >= HOUSE + 1 + len(self.name):
            left, top = x + (w - HOUSE - 1 - len(self.name)) // 2, y + (h - 2) // 2
            self.draw_piece(left, top + 1, False)
            self.draw_name(left + HOUSE + 1, top, len(self.name))
            self.c.write(left + HOUSE + 1, top + 1, self.sign, self.p.style(self.ink, self.ground))
        elif h >= 2 and w >= len(short):
            top = y + (h - 2) // 2
            self.draw_name(x, top, w)
            self.draw_chip(x + (w - len(short)) // 2, top + 1, short)
        else:
            self.in_one_row(x, y + (h - 1) // 2, w, short)

    def in_one_row(self, x: int, y: int, w: int, short: str) -> None:
        """Draw name and piece in one row if both fit, else the piece, or the name if it is needed."""
        both = len(self.name) + len(short)
        if w >= both:
            gap = int(w > both)
            left = x + (w - both - gap) // 2
            self.draw_name(left, y, len(self.name))
            self.draw_chip(left + len(self.name) + gap, y, short)
        elif self.marks.named or self.marks.at_cursor or self.marks.picked or len(short) > w:
            self.draw_name(x, y, w)
        else:
            self.draw_chip(x + (w - len(short)) // 2, y, short)

    # Names

    def draw_name(self, x: int, y: int, w: int) -> None:
        """Draw the name in the middle of `w` columns; if there is room with the mark of a choice, the sign of its type
        and "new"."""
        marks = self.marks
        text = f"{self.p['here']}{self.name}" if (marks.legal or marks.at_cursor) and w > len(self.name) else self.name
        sign = f" {self.sign}" if w >= len(text) + 2 else ""
        new = " new" if marks.fresh and w >= len(text + sign) + 4 else ""
        left = x + max(0, (w - len(text + sign + new)) // 2)
        if marks.at_cursor or marks.picked:
            pad = " " * (w >= len(text + sign + new) + 2)
            style = self.p.style("cursor" if marks.at_cursor else "picked", bold=True, reverse=True)
            self.c.write(left - len(pad), y, f"{pad}{text}{sign}{new}{pad}", style)
            return
        strong = marks.legal or not isinstance(self.piece, Building)
        line = marks.legal and self.p.bare and text == self.name  # no room for the mark, and no colour
        style = self.p.style(self.ink, self.ground, bold=strong and self.ink != "faint", underline=line)
        if marks.plate:
            style = self.p.style("legal", bold=True, reverse=True)
        end = self.c.write(left, y, text, style)
        end = self.c.write(end, y, sign, self.p.style(self.ink, self.ground))
        self.c.write(end + 1, y, new.strip(), self.p.style("fresh", bold=True, reverse=True))

    # Pieces

    def rows(self, tall: bool) -> int:
        """Number of rows of the piece if there is room."""
        if self.look.lines or self.piece is None or isinstance(self.piece, Token):
            return 1
        return 3 if tall and isinstance(self.piece, Building) and self.piece.size == TALL else 2

    def short(self) -> str:
        """The piece as text for one row."""
        mark = "*" if self.marks.fresh else ""
        match self.piece:
            case Token(kind):
                return TOKEN_MARKS[kind]
            case Bid(seat, value):
                return f"[{self.who[seat]}{value}]"
            case Building(seat, None, size):
                return f"{self.who[seat]}{mark}{self.p['heights'][size]}"
            case Building(seat, value):
                return f"{self.who[seat]}{mark}{value}" if mark else f"{self.who[seat]}{value:>2}"
        return ""

    def draw_chip(self, x: int, y: int, text: str) -> None:
        """Draw the piece as text on its colour."""
        match self.piece:
            case Token(kind):
                colour = TOKEN_COLOURS[kind]
                self.c.write(x, y, text, self.p.style(f"{colour}-text", colour, bold=True))
            case Bid(seat):
                self.c.write(x, y, text, self.p.style(f"seat-{seat + 1}", "sign", bold=True))
            case Building(seat, value):
                wall = self.p.style(f"seat-{seat + 1}", bold=True, reverse=True)
                end = self.c.write(x, y, text if value is not None else text[:-1], wall)
                if value is None:
                    self.c.write(end, y, text[-1], self.p.style(f"seat-{seat + 1}", self.ground, bold=True))

    def draw_piece(self, x: int, base: int, tall: bool) -> None:
        """Draw a house or the plate of a bid, five columns wide, with its last row at `base`."""
        match self.piece:
            case Bid(seat, value):
                self.draw_sign(x, base, seat, value)
            case Building(seat, value, size):
                self.draw_house(x, base, Building(seat, value, size), tall)

    def draw_sign(self, x: int, base: int, seat: int, value: int) -> None:
        frame, edge = self.p["sign"], self.p.style(f"seat-{seat + 1}", self.ground, bold=True)
        self.c.write(x, base - 1, frame[:HOUSE], edge)
        self.c.write(x, base, frame[HOUSE], edge)
        self.c.write(x + 1, base, f"{self.who[seat]}{value:>2}", self.p.style(f"seat-{seat + 1}", "sign", bold=True))
        self.c.write(x + HOUSE - 1, base, frame[HOUSE + 1], edge)

    def draw_house(self, x: int, base: int, house: Building, tall: bool) -> None:
        """Draw a house by size: low roof, high roof, or windows; if `tall`, medium gets windows, tall a spire."""
        colour = f"seat-{house.seat + 1}"
        roof, (low, half) = self.p.style(colour, self.ground), tuple(self.p["roofs"])
        text = f"{self.who[house.seat]}{'*' if self.marks.fresh else ' '}"
        text = f"  {text} " if house.value is None else f"{text}{house.value:>2} "
        self.c.write(x, base, text, self.p.style(colour, bold=True, reverse=True))
        if house.size == SMALL:
            self.c.write(x, base - 1, low * HOUSE, roof)
        elif house.size == MEDIUM and not tall:
            self.c.write(x, base - 1, half * HOUSE, roof)
        else:
            self.c.write(x, base - 1, f" {self.p['window'] * 3} ", self.p.style("roof", colour))
        if house.size == TALL and tall:
            self.c.write(x, base - 2, self.p["spire"], roof)
