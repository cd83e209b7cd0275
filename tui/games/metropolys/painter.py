"""How the city and the players of Metropolys look."""

from __future__ import annotations

from textwrap import wrap

from rich.style import Style

from tabletown.rules.metropolys.board import NAMES, NEIGHBOURHOODS, SIZES, TYPES, size, values
from tabletown.rules.metropolys.state import NOBODY, UNSEEN, Metropolys, Player, owner

from ...model.palette import Palette
from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.painter import Painter
from .holdings import cards_of, held_by, tokens_of
from .maps import OUTSIDE, RIVER, Map
from .recap import built, call_of, fresh, lately, points, points_in_words, taken

TYPE_COLOURS = dict(zip(TYPES, ("gem-black", "gem-green", "gem-red", "gem-blue", "gem-gold"), strict=True))
"""Industry, lodgings, mall, administration, park: the five colours that every theme keeps apart."""
PATTERNS = dict(zip(TYPES, ':^%="', strict=True))
"""What the ground is strewn with, so that the type does not rest on colour."""
TOKEN_MARKS = ("+3", "+1", "-1")
"""Trendy, subway and archaeology tokens by what they are worth."""
TOKEN_LETTERS = "tsa"
TOKEN_COLOURS = ("gem-gold", "gem-white", "gem-red")
LISTED = 60
"""Columns of a player from which on all that he has built is listed."""


class MetropolysPainter(Painter):
    """Tiles of the table. `lit` are the places that are highlighted, None for no highlight."""

    def __init__(self, palette: Palette, state: BoardState, tile: Tile, here: bool, city: Map, lit: int | None) -> None:
        super().__init__(palette, state, tile, here)
        self.city, self.lit = city, lit
        self.view: Metropolys = state.view

    # The city

    def ground(self, place: int) -> tuple[str, float]:
        """The colour of a neighbourhood, and how strong: what is lit or can be picked stands out."""
        colour = TYPE_COLOURS[TYPES[NEIGHBOURHOODS[place].type]]
        if not self.view.in_use >> place & 1:
            return "faint", 0.12
        if self.lit is not None:
            return colour, 0.85 if self.lit >> place & 1 else 0.15
        if self.state.active:
            return colour, 0.62 if ("place", place) in self.state.options else 0.28
        return colour, 0.42

    def map(self) -> None:
        for y, row in enumerate(self.city.rows):
            for x, char in enumerate(row):
                self.c.rows[y][x] = self.cell(x, y, char)
        for bridge in self.city.bridges:
            style = self.p.style("ink", "card", bold=True)
            for x, y in bridge.deck:
                self.c.write(x, y, "H" if bridge.upright else "=", style)
        for x, y in self.city.statues.values():
            place = self.city.places[self.city.rows[y][x]]
            self.c.write(x, y, "&", self.p.washed("ink", *self.ground(place), bold=True))

    def cell(self, x: int, y: int, char: str) -> tuple[str, Style]:
        if char == OUTSIDE:
            return " ", self.p.style()
        if char == RIVER or char in self.city.lakes:
            river = char == RIVER
            wave = (x + 2 * y) % (6 if river else 3) == 0
            return "~" if wave else " ", self.p.washed(
                "faint" if river else "seat-1", "gem-blue", 0.05 if river else 0.2
            )
        place = self.city.places[char]
        kind = TYPES[NEIGHBOURHOODS[place].type]
        pattern = PATTERNS[kind] if self.view.in_use >> place & 1 else self.p["none"]
        if self.p.flat:  # no field can be tinted, so the pattern is denser and has the colour
            colour, strength = self.ground(place)
            return pattern if (x + y) % 2 == 0 else " ", self.p.style(colour, bold=strength > 0.5)
        return pattern if (x + 2 * y) % 4 == 0 else " ", self.p.washed("muted", *self.ground(place))

    def place(self, place: int) -> None:
        """The label of a neighbourhood: its name and type, and what stands or lies there."""
        view, legal, picked = self.view, self.legal, self.picked
        style = self.p.washed("ink", *self.ground(place), bold=legal or self.here or picked, underline=legal)
        if self.here:
            style = self.p.style("cursor", bold=True, reverse=True)
        elif picked:
            style = self.p.style("picked", bold=True, reverse=True)
        for y in range(self.h):
            self.c.write(0, y, " " * self.w, style)
        self.c.write(0, 0, NAMES[place], style)
        if view.in_use >> place & 1:
            letter = TYPES[NEIGHBOURHOODS[place].type][0].upper()
            self.c.write(3 if self.h == 1 else self.w - 1, 0, letter, style)
            self.standing(place)
            if fresh(self.state) >> place & 1:
                self.fresh(place)

    def fresh(self, place: int) -> None:
        """That something was built there since the viewer last moved, and the token that it took.

        In a label of one row that is a sign in place of the type.
        """
        kind, style = taken(self.state, place), self.p.style("fresh", bold=True)
        if self.h == 1:
            self.c.write(3, 0, "*" if kind is None else TOKEN_LETTERS[kind], style)
        elif kind is None:
            self.c.write(3, 0, "new", style)
        else:
            self.token(self.c.write(3, 0, "new" if self.w >= 10 else "*", style), 0, kind)

    def token(self, x: int, y: int, kind: int) -> None:
        self.chip(x, y, TOKEN_MARKS[kind], TOKEN_COLOURS[kind])

    def standing(self, place: int) -> None:
        """A building, a bid or a token, in the last row of the label."""
        view, x, y = self.view, (4 if self.h == 1 else 0), self.h - 1
        bid = next(((seat, value) for seat, where, value in view.bids if where == place), None)
        seat = owner(view, place)
        if bid:
            self.c.write(
                x,
                y,
                f"{bid[1]:>2}" if self.h == 1 else f"{bid[0] + 1}: {bid[1]}",
                self.seat_style(bid[0], underline=True),
            )
        elif seat != NOBODY:
            word = SIZES[self.size_of(place)]
            long = f"{seat + 1} {word}" if len(word) + 2 <= self.w else f"{seat + 1} {word[:3]}."
            text = f"{seat + 1}{word[0].upper()}" if self.h == 1 else long
            self.c.write(x, y, text, self.seat_style(seat))
        else:
            kind = next((kind for kind, where in enumerate(view.tokens) if where >> place & 1), None)
            if kind is not None:
                self.token(x, y, kind)

    def size_of(self, place: int) -> int:
        """The size of what is built there, also when its value is not shown."""
        value = self.view.values[place]
        if value != UNSEEN:
            return size(value)
        return next(i for p in self.view.players for i, built in enumerate(p.built) if built >> place & 1)

    # The players

    def player(self, seat: int) -> None:
        p, name = self.view.players[seat], self.state.seats[seat].name
        turn = self.state.game.turn(self.view) == seat
        style = self.p.style(f"seat-{seat + 1}", bold=True, reverse=self.here)
        if self.h == 1:
            mark = self.p["here"] if turn else "x" if self.view.passed >> seat & 1 else " "
            return self.in_one_row(seat, p, f"{mark}{seat + 1} {name}", style)
        for y in range(self.h - 1):
            self.c.write(0, y, self.p["half"], self.p.style(f"seat-{seat + 1}", bold=True))
        self.c.write(1, 0, f"{self.p['here'] if turn else ' '}{seat + 1} {name}"[:20], style)
        self.c.right(self.w, 0, points_in_words(self.state, seat), self.p.style(bold=True))
        rows = iter(range(1, self.h))
        self.buildings(next(rows), p)
        tokens = tokens_of(self.view, seat)
        text = tokens if len(tokens) <= self.w - 2 else held_by(self.view, seat)
        self.c.write(2, next(rows), text, self.p.style("muted"))
        if self.h > 3:
            self.c.write(2, next(rows), call_of(self.state, seat), self.p.style("muted"))
        if cards := cards_of(p):
            x, y = (24, 0) if self.w >= LISTED else (2, self.h - 2)
            self.c.write(x, y, cards, self.p.style("ink"))
        if self.w >= LISTED and self.h > 4:
            listed = wrap(built(self.view, seat), self.w - 2, max_lines=self.h - 4, placeholder=" ...")
            for y, line in enumerate(listed, 4):
                self.c.write(2, y, line, self.p.style("muted"))
        return None

    def in_one_row(self, seat: int, p: Player, name: str, style: Style) -> None:
        """For the compact map: points, how many buildings of each size are left, tokens, the last move.

        Where there is no room for them, only the special cards are shown of these.
        """
        x = max(8, self.w - 31)
        self.c.write(0, 0, name[:x], style)
        self.c.right(x + 4, 0, points(self.state, seat), self.p.style(bold=True))
        counts = [0, 0, 0]
        for value in values(p.hand):
            counts[size(value)] += 1
        ink = self.p.style("faint" if self.view.passed >> seat & 1 else "ink")
        x = self.c.write(x + 5, 0, "/".join(map(str, counts)), ink)
        held = held_by(self.view, seat)
        if self.w - x > 6:
            self.c.write(x + 1, 0, held, ink)
            last = lately(self.state, seat)
            if x + 9 + len(last) <= self.w:
                self.c.write(x + 9, 0, last, self.p.style("muted"))
        else:
            self.c.right(self.w, 0, "".join(filter(str.isupper, held)), ink)

    def buildings(self, y: int, p: Player) -> None:
        """All thirteen values; those that are built or lie as bids are missing."""
        x, left = 2, values(p.hand)
        for value in range(1, 14):
            gap = " " if value in (5, 9) else ""
            text = str(value) if value in left else self.p["none"] * len(str(value))
            style = self.p.style(bold=True) if value in left else self.p.style("faint")
            x = self.c.write(x, y, text, style)
            x = self.c.write(x, y, f" {gap}", self.p.style())
