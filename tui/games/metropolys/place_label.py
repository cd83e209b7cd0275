"""The label of a neighbourhood: its name and type, and its building, bid or token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from tabletown.rules.metropolys.board import NAMES

from ...model.palette import Palette
from ...widgets.canvas import Canvas, Rect
from .city_plan import Plan
from .fields import Look, name_ink
from .pieces import NEW, SMALL, TALL, TOKEN_COLOURS, TOKEN_MARKS, Bid, Building, Piece, Token, ground_sign

HOUSE, SHORT = 5, 3
"""Columns of a house, and of the plate of a bid; and of a building in one row."""
TALL_ROWS = 38
"""Rows of a city that are enough for tall buildings of three storeys."""
MARK = 3.0
"""Least contrast of the sign of a type with its place (WCAG 2.1, 1.4.11)."""


def storeys(city: Plan) -> int:
    """Rows of the highest pieces: one, a sign, in a small city, so that all bids look alike and all buildings."""
    return 3 if city.outlined and city.height >= TALL_ROWS else 2 if city.outlined else 1


CALM = 6.0
"""Least contrast of the text of a building in one row that is not new with its colour, which is no brighter."""


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
    near: bool = False
    """Is it next to the place under the cursor?"""


class PlaceLabel:
    """Painter of a label in the box that the plan has for the place."""

    def __init__(
        self, canvas: Canvas, palette: Palette, look: Look, place: int, piece: Piece, marks: Marks, who: Sequence[str]
    ) -> None:
        self.c, self.p, self.look, self.piece, self.marks = canvas, palette, look, piece, marks
        self.who, self.calm = who, False
        """The initial of each player; and are old buildings less bright than new ones?"""
        self.place, self.name, self.steps_back = place, NAMES[place], not look.full >> place & 1
        self.ground, self.ink = look.ground(place), name_ink(look, place)
        self.sign = ground_sign(palette, look.scoring, place) + palette["counts"] * self.helps

    def draw(self, box: Rect, inner: Rect, storeys: int) -> None:
        """Draw the name, in the same cells whatever else is there, and the piece below or beside it.

        All but buildings, whose places never have an outline, keep to `inner`, the box inside the outline. Pieces are
        at most `storeys` rows high.
        """
        x, y, w, h = inner
        self.calm = storeys == 1
        if h == 1:
            return self.in_one_row(x, y, w)
        top = y + max(0, h - 1 - min(2, storeys)) // 2
        self.draw_name(x, top, w)
        last = (box.y + box.h if isinstance(self.piece, Building) else y + h) - 1
        rows = min(self.rows(storeys), last - top)
        if storeys > 1 and w >= HOUSE and (rows > 1 or isinstance(self.piece, Bid) or self.value):
            return self.draw_piece(x + (w - HOUSE) // 2, top + rows, rows)
        short = f" {self.shorts(w)[-1]} " if isinstance(self.piece, Token) and w >= HOUSE else self.below(w)
        rest = self.rest_of_sign(w - len(self.name))
        if rest and short and len(short) + len(rest) <= w:
            self.write_sign(x, top + 1, rest)
            return self.draw_chip(x + len(rest), top + 1, short)
        self.draw_chip(x + (w - len(short)) // 2, top + 1, short)
        under = top + 1 + bool(short)
        if rest and under <= last and not (self.steps_aside and short):
            self.write_sign(x + (w - len(rest) + 1) // 2, under, rest)
        elif rest and self.starred and len(short) < w:  # beside the token, with no row below it
            self.write_sign(x + w - 1, top + 1, rest[-1:])
        return None

    @property
    def value(self) -> int:
        """The value of a building; 0 if it is hidden, or if there is none."""
        return (self.piece.value or 0) if isinstance(self.piece, Building) else 0

    def below(self, columns: int) -> str:
        """The piece below a name: a building leaves a column free, as the next place may start there."""
        return self.shorts(max(SHORT, columns - 1) if isinstance(self.piece, Building) else columns)[0]

    def in_one_row(self, x: int, y: int, w: int) -> None:
        """Draw name and piece in one row, if there is room for both; else the piece, unless the name is needed."""
        name = len(self.name)
        left = max(0, w - name - 1 - SHORT) // 2
        if self.piece is None:
            return self.draw_name_at(x + left, y, left, w - left - name)
        mark = int(self.marked and self.without_colours and not left)
        rest = w - left - mark - name
        short, gap = next(((text, gap) for text, gap in self.spaced_shorts(w) if len(text) + gap <= rest), ("", 0))
        if short:
            only_star = self.starred and gap == 1
            self.draw_name_at(x + left, y, left, mark + gap, blank=gap > self.close or only_star)
            if only_star:
                self.write_sign(x + left + mark + name, y, self.sign[-1:])
            return self.draw_chip(x + left + mark + name + gap, y, short)
        if self.marks.named or self.marks.at_cursor or self.marks.picked:
            return self.draw_name(x, y, w)
        short = self.shorts(w)[0]
        return self.draw_chip(x + (w - len(short)) // 2, y, short)

    def spaced_shorts(self, columns: int) -> list[tuple[str, int]]:
        """The piece as text with the columns before it, which have room for the sign of the type, best first.

        All of a building, and without colours all of a bid, matters more than the gap, but its inner blank less.
        """
        texts, signs = self.shorts(columns), len(self.sign)
        loose = [2 + signs, *range(1 + signs, 1, -1)] if signs else []
        gaps = (*loose, 1, 0)
        if isinstance(self.piece, Building):
            whole = [text for text in texts if text[-1:] == NEW or not self.marks.fresh]
            apart = [(text, gap) for text in whole for gap in gaps[:-1]]
            return [*apart, *((text, gap) for text in texts for gap in gaps)]
        if isinstance(self.piece, Bid) and (self.p.flat or self.look.lines):
            return [(text, gap) for text in texts for gap in gaps]
        ways = [(text, gap) for gap in gaps for text in texts]
        if self.starred and isinstance(self.piece, Token):  # the star matters more than the sign of the token's points
            ways.insert(-1, (texts[0][-1], 1))
        return ways

    @property
    def close(self) -> int:
        """Columns of the sign beside a name that may also touch the piece: that a place scores matters more."""
        return len(self.sign) if self.starred or self.look.scoring is not None else 0

    @property
    def helps(self) -> bool:
        """Would a building there score for the viewer's map card at once in the Expert edition?"""
        return bool(self.look.helping >> self.place & 1)

    @property
    def starred(self) -> bool:
        """Must a star say so, as nobody has bid or built there?"""
        return self.helps and not isinstance(self.piece, Bid | Building)

    @property
    def colour_tells(self) -> bool:
        """Does the colour of the place tell its type as the sign does?"""
        return not self.without_colours and self.look.scoring is None

    @property
    def needs_gap(self) -> bool:
        """Is the sign left out where it would touch the name or the piece? One with a star never is."""
        return self.colour_tells and not self.helps

    @property
    def steps_aside(self) -> bool:
        """May the sign of the type be left out below a bid or building, as the colour of the place tells it too?"""
        return isinstance(self.piece, Bid | Building) and self.colour_tells

    @property
    def without_colours(self) -> bool:
        """Do only signs show a choice?"""
        return self.p.bare or self.look.lines

    @property
    def marked(self) -> bool:
        """Is the name marked, if there is room? A place that can be picked is, where no colour shows it."""
        return self.marks.at_cursor or self.marks.picked or (self.marks.legal and self.without_colours)

    @property
    def mark(self) -> str:
        """The sign before a marked name: of the pick, the cursor, or a place that can be picked."""
        return self.p["chosen" if self.marks.picked else "here" if self.marks.at_cursor else "open"]

    # Names

    def draw_name(self, x: int, y: int, w: int) -> None:
        """Draw the name with the sign of its type in the middle of `w` columns."""
        columns = len(self.name) + min(2 * bool(self.sign), max(0, w - len(self.name)))
        left = max(0, w - columns) // 2
        self.draw_name_at(x + left, y, left, w - left - len(self.name))

    def draw_name_at(self, x: int, y: int, before: int, after: int, blank: bool = False) -> None:
        """Draw the name from column `x`, as far as there is room with the mark of a choice before it and the sign of
        its type after it, and then a `blank`. Only where no colours show the choice does the name give way to the mark.
        """
        marks, text = self.marks, self.name
        if self.marked and (before or (self.without_colours and after)):
            text = f"{self.mark}{text}"
            x, before, after = (x - 1, before - 1, after) if before else (x, before, after - 1)
        sign = self.sign_within(after - blank)
        if marks.at_cursor or marks.picked:
            pad = " " * (before > 0 and after > len(sign))
            style = self.p.style("cursor" if marks.at_cursor else "picked", bold=True, reverse=True)
            self.c.write(x - len(pad), y, f"{pad}{text}{sign}{pad}", style)
            return
        self.write_sign(self.c.write(x, y, text, self.name_style(text)), y, sign)

    def sign_within(self, columns: int) -> str:
        """The sign for so many columns after a name."""
        ways = (f" {self.sign}", *(() if self.needs_gap else (self.sign, self.sign[:1])))
        return next((sign for sign in ways if len(sign) <= columns), "")

    def rest_of_sign(self, columns: int) -> str:
        """The part of the sign that the piece must leave room for, with so many columns after the name."""
        if self.needs_gap and self.piece is not None:
            return ""
        return self.sign[max(0, columns) :] if not columns or self.starred else ""

    def write_sign(self, x: int, y: int, sign: str) -> None:
        """Write the sign of the type, or as much of it as there is room for; a star is bright."""
        end = self.c.write(x, y, sign[:-1], self.sign_style)
        self.c.write(
            end, y, sign[-1:], self.p.style(self.ink, self.ground, bold=True) if self.helps else self.sign_style
        )

    def name_style(self, text: str) -> Style:
        """Bold and bright if the place can be picked, or if nothing can and it is free; else quiet. Underlined beside
        the place under the cursor.
        """
        if self.marks.plate:
            return self.p.style("legal", bold=True, reverse=True, underline=self.marks.near)
        if not self.marks.legal and (self.steps_back or isinstance(self.piece, Building) or self.ink == "faint"):
            return self.p.quiet(self.ink, self.ground) + Style(underline=self.marks.near)
        marked = self.marks.legal and self.p.bare and text == self.name  # no room for the mark, and no colour
        line = marked or self.marks.near
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
        """The piece as text for one row, in full and without mark or gap, as far as it fits; else the shortest."""
        new = NEW if self.marks.fresh else ""
        texts = [""]
        match self.piece:
            case Token(kind):
                texts = [TOKEN_MARKS[kind]]
            case Bid(seat, value):
                text, aligned = f"{self.who[seat]}{value}", f"{self.who[seat]}{value:>2}"
                texts = [f"[{text}]"] if self.p.flat or self.look.lines else [f" {aligned} ", aligned]
                texts.append(text)
            case Building(seat, None, size):
                texts = [f"{self.who[seat]}{new}{self.p['heights'][size]}"]
            case Building(seat, value):
                aligned, close = f"{self.who[seat]}{value:>2}", f"{self.who[seat]}{value}"
                texts = list(dict.fromkeys([f"{aligned}{new}", f"{close}{new}", aligned, close]))
        return [text for text in texts if len(text) <= columns] or texts[-1:]

    def draw_chip(self, x: int, y: int, text: str) -> None:
        """Draw the piece as text on its colour."""
        match self.piece:
            case Token(kind):
                colour = TOKEN_COLOURS[kind]
                self.c.write(x, y, text, self.p.style(f"{colour}-text", colour, bold=True))
            case Bid(seat):
                self.c.write(x, y, text, self.p.style(f"seat-{seat + 1}", "sign", bold=True))
            case Building(seat, value):
                wall = self.wall(seat, value)
                end = self.c.write(x, y, text if value is not None else text[:-1], wall)
                if value is None:
                    self.c.write(end, y, text[-1], self.p.style(f"seat-{seat + 1}", self.ground, bold=True))

    def wall(self, seat: int, value: int | None) -> Style:
        """The style of a building in one row. On a small map, where many colours are close together, only those by the
        viewer's last move or since are bright; one of hidden value is as bright as the sign of its size.
        """
        colour = f"seat-{seat + 1}"
        if self.marks.fresh or value is None or not self.calm:
            return self.p.style(colour, bold=True, reverse=True, underline=self.marks.fresh)
        return self.p.quiet(colour, "felt", CALM) + Style(bold=True, reverse=True)

    def draw_piece(self, x: int, base: int, rows: int) -> None:
        """Draw a house or the plate of a bid, five columns and so many rows, with its last row at `base`."""
        match self.piece:
            case Bid(seat, value):
                self.draw_sign(x, base, seat, value, rows)
            case Building(seat, value, size):
                self.draw_house(x, base, Building(seat, value, size), rows)

    def draw_sign(self, x: int, base: int, seat: int, value: int, rows: int) -> None:
        frame, edge = self.p["sign"], self.p.style(f"seat-{seat + 1}", self.ground, bold=True)
        if rows > 1:
            self.c.write(x, base - 1, frame[:HOUSE], edge)
        self.c.write(x, base, frame[HOUSE], edge)
        self.c.write(x + 1, base, f"{self.who[seat]}{value:>2}", self.p.style(f"seat-{seat + 1}", "sign", bold=True))
        self.c.write(x + HOUSE - 1, base, frame[HOUSE + 1], edge)

    def draw_house(self, x: int, base: int, house: Building, rows: int) -> None:
        """Draw a house by size: low roof, high roof, or windows, in one row beside the value; of three rows with a
        spire.
        """
        colour, window = f"seat-{house.seat + 1}", self.p["window"]
        roof, (low, half) = self.p.style(colour, self.ground), tuple(self.p["roofs"])
        new, who = NEW if self.marks.fresh else " ", self.who[house.seat]
        text = f"  {who} {new}" if house.value is None else f" {who}{house.value:>2}{new}"
        self.c.write(x, base, text, self.p.style(colour, bold=True, reverse=True))
        if house.size == TALL and rows > 1:
            self.c.write(x, base - 1, f" {window * 3} ", self.p.style("roof", colour))
        elif house.size == TALL and not self.look.lines:
            sides = (x,) if self.marks.fresh else (x, x + HOUSE - 1)
            for side in sides:
                self.c.write(side, base, window, self.p.style("roof", colour))
        elif rows > 1:
            self.c.write(x, base - 1, (low if house.size == SMALL else half) * HOUSE, roof)
        if rows > 2:
            self.c.write(x, base - 2, self.p["spire"], roof)
