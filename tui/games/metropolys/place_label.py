"""The label of a neighbourhood: its name and type, and its building, bid or token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style

from tabletown.rules.metropolys.board import NAMES

from ...model.palette import Palette
from ...widgets.canvas import Canvas, Rect
from .city_plan import Plan
from .fields import Look, name_ink
from .pieces import MEDIUM, SMALL, TALL, TOKEN_COLOURS, TOKEN_MARKS, Bid, Building, Piece, Token, ground_sign

HOUSE = 5
"""Columns of a house, and of the plate of a bid."""
TALL_ROWS = 38
"""Rows of a city that are enough for tall buildings of three storeys."""
MARK = 3.0
"""Least contrast of the sign of a type with its place (WCAG 2.1, 1.4.11)."""
STEP_BACK = 0.5
"""Share of its colour in a token that cannot be taken now."""


def storeys(city: Plan) -> int:
    """Rows of the highest pieces: one, a sign, in a small city, so that all bids look alike and all buildings."""
    return 3 if city.outlined and city.height >= TALL_ROWS else 2 if city.outlined else 1


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
        self.name, self.steps_back = NAMES[place], not look.full >> place & 1
        self.ground, self.ink = look.ground(place), name_ink(look, place)
        self.sign = ground_sign(palette, look.scoring, place)

    def draw(self, box: Rect, storeys: int) -> None:
        """Draw the piece below, beside or in place of the name, as the room allows, at most `storeys` rows high."""
        x, y, w, h = box
        rows, short = self.rows(storeys), self.shorts(w)[-1]
        if self.piece is None and h >= 2 and w == len(self.name):
            top = y + (h - 2) // 2
            self.draw_name(x, top, w)
            self.c.write(x + w // 2, top + 1, self.sign, self.sign_style)
        elif self.piece is None:
            self.draw_name(x, y + (h - 1) // 2, w)
        elif isinstance(self.piece, Token) and h >= 2 and w >= HOUSE:
            top = y + (h - 2) // 2
            self.draw_name(x, top, w)
            self.draw_chip(x + (w - 4) // 2, top + 1, f" {short} ")
        elif rows > 1 and h > rows and w >= HOUSE:
            top = y + (h - 1 - rows) // 2
            self.draw_name(x, top, w)
            self.draw_piece(x + (w - HOUSE) // 2, top + rows, storeys)
        elif rows > 1 and h >= 2 and w >= HOUSE + 1 + len(self.name):
            self.side_by_side(box)
        elif h >= 2:
            top, short = y + (h - 2) // 2, self.shorts(self.apart(w))[0]
            self.draw_name(x, top, w)
            self.draw_chip(x + (w - len(short)) // 2, top + 1, short)
        else:
            self.in_one_row(x, y + (h - 1) // 2, w)

    def side_by_side(self, box: Rect) -> None:
        """Draw the piece in two rows, and the name beside it: if there is room where it is without a piece."""
        x, y, w, h = box
        full = len(self.name) + 2 * bool(self.sign) + self.marked
        columns = min(full, w - HOUSE - 1)
        left = min(max(HOUSE + 1, (w - full) // 2), w - columns)
        row = y + (h - 1) // 2
        self.draw_piece(x + left - HOUSE - 1, y + (h - 2) // 2 + 1, 2)
        self.draw_name(x + left, row, columns)
        if self.sign and columns == len(self.name):
            self.c.write(x + left, row + 1, self.sign, self.sign_style)

    def apart(self, columns: int) -> int:
        """Columns for a piece below a name: a building leaves one free, as the next place may start there."""
        return max(3, columns - 1) if isinstance(self.piece, Building) else columns

    def in_one_row(self, x: int, y: int, w: int) -> None:
        """Draw name and piece in one row, with the mark of a choice and the type if they fit; else one of the two."""
        marked = self.marked + len(self.name)
        for short, gap in self.spaced_shorts(w):
            for columns in range(marked + 2 * gap, len(self.name) - 1, -1):
                if columns + gap + len(short) <= w:
                    left = x + (w - columns - len(short) - gap) // 2
                    self.draw_name(left, y, columns)
                    return self.draw_chip(left + columns + gap, y, short)
        if self.marks.named or self.marks.at_cursor or self.marks.picked:
            return self.draw_name(x, y, w)
        short = self.shorts(w)[0]
        return self.draw_chip(x + (w - len(short)) // 2, y, short)

    def spaced_shorts(self, columns: int) -> Iterator[tuple[str, int]]:
        """The piece as text with the columns before it, best first: an initial, or all of a bid, matters more than a
        gap.
        """
        shorts = self.shorts(columns)
        if isinstance(self.piece, Bid):
            yield from ((short, gap) for short in shorts for gap in (1, 0))
            return
        for some in (shorts[:-1], shorts[-1:]):
            for gap in (1, 0):
                yield from ((short, gap) for short in some)

    @property
    def marked(self) -> bool:
        """Is the name marked, if there is room?"""
        return self.marks.legal or self.marks.at_cursor or self.marks.picked

    @property
    def mark(self) -> str:
        """The sign before a marked name: of the pick, the cursor, or a place that can be picked."""
        return self.p["chosen" if self.marks.picked else "here" if self.marks.at_cursor else "open"]

    # Names

    def draw_name(self, x: int, y: int, w: int) -> None:
        """Draw the name in the middle of `w` columns; if there is room with the sign of its type and the mark of a
        choice. Where colours show the choice, the sign is more important."""
        marks, lines = self.marks, self.p.bare or self.look.lines
        room = w - len(self.name) - (0 if lines else len(self.sign))
        text = f"{self.mark}{self.name}" if self.marked and room > 0 else self.name
        sign = f" {self.sign}" if self.sign and w >= len(text) + 2 else self.sign if w > len(text) else ""
        left = x + max(0, (w - len(text + sign)) // 2)
        if marks.at_cursor or marks.picked:
            pad = " " * (w >= len(text + sign) + 2)
            style = self.p.style("cursor" if marks.at_cursor else "picked", bold=True, reverse=True)
            self.c.write(left - len(pad), y, f"{pad}{text}{sign}{pad}", style)
            return
        end = self.c.write(left, y, text, self.name_style(text))
        self.c.write(end, y, sign, self.sign_style)

    def name_style(self, text: str) -> Style:
        """Bold and bright if the place can be picked, or if nothing can and it is free; else quiet."""
        if self.marks.plate:
            return self.p.style("legal", bold=True, reverse=True)
        if not self.marks.legal and (self.steps_back or isinstance(self.piece, Building) or self.ink == "faint"):
            return self.p.quiet(self.ink, self.ground)
        line = self.marks.legal and self.p.bare and text == self.name  # no room for the mark, and no colour
        return self.p.style(self.ink, self.ground, bold=True, underline=line)

    @property
    def sign_style(self) -> Style:
        return self.p.quiet(self.ink, self.ground, MARK)

    # Pieces

    def rows(self, storeys: int) -> int:
        """Number of rows of the piece if there is room."""
        if self.look.lines or self.piece is None or isinstance(self.piece, Token):
            return 1
        return storeys if isinstance(self.piece, Building) and self.piece.size == TALL else min(2, storeys)

    def shorts(self, columns: int) -> list[str]:
        """The piece as text for one row, in full and without the initial, as far as it fits; else the shortest."""
        new = "*" if self.marks.fresh else ""
        texts = [""]
        match self.piece:
            case Token(kind):
                texts = [TOKEN_MARKS[kind]]
            case Bid(seat, value):
                text = f"{self.who[seat]}{value}"
                texts = [f"[{text}]" if self.p.flat or self.look.lines else f" {text} ", text, f"{value}"]
            case Building(seat, None, size):
                texts = [f"{self.who[seat]}{new}{self.p['heights'][size]}"]
            case Building(seat, value):
                texts = [
                    f"{self.who[seat]}{value}{new}" if new else f"{self.who[seat]}{value:>2}",
                    f"{self.who[seat]}{value}{new}",
                    f"{value:>{2 - len(new)}}{new}",
                ]
        return [text for text in texts if len(text) <= columns] or texts[-1:]

    def draw_chip(self, x: int, y: int, text: str) -> None:
        """Draw the piece as text on its colour."""
        match self.piece:
            case Token(kind):
                colour = TOKEN_COLOURS[kind]
                quiet = self.steps_back and not self.p.flat
                bright = self.p.style(f"{colour}-text", colour, bold=True)
                self.c.write(x, y, text, self.p.washed("ink", colour, STEP_BACK) if quiet else bright)
            case Bid(seat):
                self.c.write(x, y, text, self.p.style(f"seat-{seat + 1}", "sign", bold=True))
            case Building(seat, value):
                wall = self.p.style(f"seat-{seat + 1}", bold=True, reverse=True)
                end = self.c.write(x, y, text if value is not None else text[:-1], wall)
                if value is None:
                    self.c.write(end, y, text[-1], self.p.style(f"seat-{seat + 1}", self.ground, bold=True))

    def draw_piece(self, x: int, base: int, storeys: int) -> None:
        """Draw a house or the plate of a bid, five columns wide, with its last row at `base`."""
        match self.piece:
            case Bid(seat, value):
                self.draw_sign(x, base, seat, value)
            case Building(seat, value, size):
                self.draw_house(x, base, Building(seat, value, size), storeys)

    def draw_sign(self, x: int, base: int, seat: int, value: int) -> None:
        frame, edge = self.p["sign"], self.p.style(f"seat-{seat + 1}", self.ground, bold=True)
        self.c.write(x, base - 1, frame[:HOUSE], edge)
        self.c.write(x, base, frame[HOUSE], edge)
        self.c.write(x + 1, base, f"{self.who[seat]}{value:>2}", self.p.style(f"seat-{seat + 1}", "sign", bold=True))
        self.c.write(x + HOUSE - 1, base, frame[HOUSE + 1], edge)

    def draw_house(self, x: int, base: int, house: Building, storeys: int) -> None:
        """Draw a house by size: low roof, high roof, or windows; of three storeys, medium has windows, tall a spire."""
        colour = f"seat-{house.seat + 1}"
        roof, (low, half) = self.p.style(colour, self.ground), tuple(self.p["roofs"])
        new = "*" if self.marks.fresh else " "
        text = (
            f"  {self.who[house.seat]} {new}"
            if house.value is None
            else f" {self.who[house.seat]}{house.value:>2}{new}"
        )
        self.c.write(x, base, text, self.p.style(colour, bold=True, reverse=True))
        if house.size == SMALL:
            self.c.write(x, base - 1, low * HOUSE, roof)
        elif house.size == MEDIUM and storeys < 3:
            self.c.write(x, base - 1, half * HOUSE, roof)
        else:
            self.c.write(x, base - 1, f" {self.p['window'] * 3} ", self.p.style("roof", colour))
        if house.size == TALL and storeys == 3:
            self.c.write(x, base - 2, self.p["spire"], roof)
