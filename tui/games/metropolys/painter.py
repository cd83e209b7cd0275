"""Painter of Metropolys: the city, the auction, the players, the key of the map."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from tabletown.rules.core.game import Action
from tabletown.rules.metropolys.board import places
from tabletown.rules.metropolys.objectives import FACE_DOWN
from tabletown.rules.metropolys.state import UNSEEN, Metropolys

from ...model.palette import Palette
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from ...widgets.painter import Painter
from ...widgets.tiles import Tile
from . import fields
from .auction_panel import NARROW, AuctionPanel, choices, newest
from .city_plan import Plan
from .fields import Look
from .highlights import Highlight, highlights
from .holdings import card_places, group_points, helping, places_of_card
from .layout import FEW_KEY_ROWS, LEAST_KEY_ROWS, SIDE_KEY_ROWS
from .map_key import MapKey
from .panel_lines import Line, Span, cut, draw, first_fitting
from .pieces import NEW, initials, piece
from .place_label import Marks, PlaceLabel, storeys
from .player_panel import PlayerPanel
from .recap import fresh
from .selection import value_first
from .tallest import districts_in_play

FEW = 12
"""The most places that are outlined as choices unless a building is picked; if there are more, they only keep their
full colour."""


def choosable(state: BoardState) -> int:
    """Mask of all places that the viewer can bid on now."""
    if not state.active:
        return 0
    mask = 0
    for action in state.game.legal(state.view):
        if action[0] == "bid":
            mask |= 1 << action[1]
    return mask


class CityState(NamedTuple):
    """Facts about the city in a position and window, computed once for all tiles."""

    plan: Plan
    look: Look
    legal: int
    """Mask of the places that can be picked."""
    fresh: int
    """Mask of the places built on by the viewer's last move or since."""
    initials: list[str]
    choices: dict[int, Action]
    """The bid that the auction lists for each place."""
    highlight: Highlight | None


def city_state(state: BoardState, highlight: str, plan: Plan, lines: bool, flat: bool) -> CityState:
    legal = choosable(state)
    listed = {bid[1]: bid for bid in choices(state, NARROW + 1)}
    maker = highlights(state).get(highlight)
    shown = maker() if maker else None
    look = city_look(state, legal, shown.places if shown else None, plan, lines, flat)
    return CityState(plan, look, legal, fresh(state), initials(state.seats), listed, shown)


def city_look(state: BoardState, legal: int, lit: int | None, city: Plan, lines: bool, flat: bool) -> Look:
    """The places in full colour, and the outlines with their colours. Buildings always lie on dimmed land."""
    view: Metropolys = state.view
    picked = {part[1] for part in state.picked if part[0] == "place"}
    full = legal if flat else view.free
    full = full if lit is None else lit
    rings: dict[int, str] = {}
    if view.bids and not lines:
        bidder, where, _ = view.bids[-1]
        rings[where] = f"seat-{bidder + 1}"
    if city.outlined and not lines:
        ringed = legal if legal.bit_count() <= FEW or value_first(state) else 0
        if lit is not None:
            ringed = lit if lit.bit_count() <= FEW or view.version == "family" else 0
        rings |= dict.fromkeys(places(ringed), "legal")
    if not lines:
        rings |= dict.fromkeys(picked, "picked")
    scoring, helps = card_places(view, state.viewer), helping(view, state.viewer)
    scoring = 0 if scoring and "card" in state.hides else scoring
    return Look(view.in_use, full, tuple(sorted(rings.items())), lines, scoring, helps)


class MetropolysPainter(Painter):
    """Painter of one tile; `is_near` if it is of a place next to that under the cursor."""

    def __init__(
        self, palette: Palette, state: BoardState, tile: Tile, at_cursor: bool, city: CityState, is_near: bool = False
    ) -> None:
        super().__init__(palette, state, tile, at_cursor)
        self.city, self.look, self.is_near = city, city.look, is_near
        self.view: Metropolys = state.view

    # The city

    def map(self) -> None:
        self.c = self.ground()

    def ground(self) -> Canvas:
        return fields.ground(self.p, self.city.plan.width, self.city.plan.height, self.look)

    def place(self, place: int) -> None:
        """Draw the label of a neighbourhood, or its line among the choices of the auction."""
        if not self.tile.zone:
            return self.choice(place)
        self.c.rows = self.label(place, self.at_cursor).rows
        return None

    def label(self, place: int, at_cursor: bool = False) -> Canvas:
        """The label of a neighbourhood on its ground."""
        x, y, w, h = self.city.plan.boxes[place]
        canvas = Canvas(w, h, self.p.style())
        canvas.rows = [row[x : x + w] for row in self.ground().rows[y : y + h]]
        if not (self.look.in_play >> place & 1 or at_cursor):
            return canvas  # the ground says of the whole district that it is not in play
        can, shown = bool(self.city.legal >> place & 1), self.city.highlight
        marks_legal = self.city.legal.bit_count() <= FEW or self.p.bare or bool(value_first(self.state))
        plates = shown.places if shown else self.city.legal * marks_legal
        marks = Marks(
            at_cursor=at_cursor,
            picked=bool(self.picked),
            named=can,
            legal=can and marks_legal,
            plate=bool(plates >> place & 1) and not self.city.plan.outlined and not self.look.lines,
            fresh=bool(self.city.fresh >> place & 1),
            near=self.is_near,
        )
        label = PlaceLabel(canvas, self.p, self.look, place, piece(self.view, place), marks, self.city.initials)
        inner = self.city.plan.inner[place]
        label.draw(Rect(0, 0, w, h), inner._replace(x=inner.x - x, y=inner.y - y), storeys(self.city.plan))
        return canvas

    def marks_new(self) -> bool:
        """Does a label on the map show that its building is new? A narrow one has no room for the mark."""
        rows = (row for place in places(self.city.fresh) for row in self.label(place).rows)
        return any(char == NEW for row in rows for char, _ in row)

    def key(self) -> None:
        """Draw the key below the city: the types of places, and in a large window everything else."""
        lines = self.signs().below(self.w, self.h) if self.h > 1 else self.signs().land_alone(self.w)
        if self.city.highlight:
            lines = [*self.caption(self.city.highlight), *lines][: self.h]
        for y, line in enumerate(lines[: self.h], max(0, self.h - len(lines))):
            draw(self.c, 0, y, self.w, line)

    def caption(self, highlight: Highlight) -> list[Line]:
        """The title of the highlight and a note on it, and the keys to change it, as far as there is room."""
        keys = f"{self.state.keys['metropolys.light']} next  {self.state.esc} off"
        titles = (
            [*highlight.title, *(f"{title}  {keys}" for title in highlight.title)] if self.h == 1 else highlight.title
        )
        title = first_fitting(sorted(titles, key=cell_len, reverse=True), self.w)
        note = first_fitting([*(f"{words}  {keys}" for words in highlight.note), keys], self.w)
        return [
            Line((Span(cut(title, self.w), self.p.style("accent", bold=True)),)),
            Line((Span(note, self.p.style("muted")),)),
        ]

    def side_key(self) -> None:
        """Draw the rest of a small window's key, as far as there is room, the heading too."""
        if self.h < LEAST_KEY_ROWS:
            for y, line in enumerate(self.signs().on_places(self.w - 1, self.h)):
                draw(self.c, 1, y, self.w - 1, line)
            return
        self.heading(0, 0, self.w, "Map key")
        signs = self.signs()
        lines = signs.beside(self.w - 2) if self.h >= SIDE_KEY_ROWS else signs.beside_in_few(self.w - 1)
        lines = lines if self.h >= FEW_KEY_ROWS else signs.on_places(self.w - 1, self.h - 1)
        for y, line in enumerate(lines[: self.h - 1], 1):
            draw(self.c, 1, y, self.w - 1, line)

    def signs(self) -> MapKey:
        small = self.look.lines or storeys(self.city.plan) == 1
        values = self.view.memory == "on" or any(value not in (0, UNSEEN) for value in self.view.values)
        star = group_points(self.view, self.state.viewer) if self.look.helping else 0
        who, districts = self.city.initials[1], districts_in_play(self.view)
        return MapKey(self.p, self.look.lines, values, who, small, self.tasks(), star, self.marks_new(), districts)

    def tasks(self) -> tuple[str, ...] | None:
        """Wordings of what the viewer's card scores in the Family edition; None in Expert."""
        if self.look.scoring is None:
            return None
        if "card" in self.state.hides:
            return ()
        cards = () if self.state.viewer is None else self.view.players[self.state.viewer].cards
        return next((places_of_card(card) for card in cards if card != FACE_DOWN), ())

    # The auction

    def story(self) -> None:
        """Draw the auctions that have ended since the viewer's last move, with the key of the log if it says more."""
        title = "Last auction" if self.state.viewer is None else "Since your move"
        panel = AuctionPanel(self.p, self.state, self.w - 2)
        key = "" if panel.tells_all(self.h - 1) else f" ({self.state.keys['game.log']})"
        self.heading(0, 0, self.w, first_fitting([f"{title}{key}", title], self.w - 3))
        for y, line in enumerate(panel.story(self.h - 1), 1):
            draw(self.c, 1, y, self.w - 2, line)

    def auction(self) -> None:
        """Draw the heading, the bids and the question."""
        panel, columns = AuctionPanel(self.p, self.state, self.w - 2), self.w - 2
        self.heading(0, 0, self.w, "The end" if self.view.over else "The auction", strong=not self.view.over)
        question = panel.question()
        bids = newest(panel.bids(), self.h - 1 - len(question), self.p.style("muted"))
        for y, line in enumerate(bids + question, 1):
            draw(self.c, 1, y, columns, line)

    def pass_key(self) -> None:
        for y, line in enumerate(AuctionPanel(self.p, self.state, self.w - 2).below()):
            draw(self.c, 1, y, self.w - 2, line)

    def choice(self, place: int) -> None:
        panel = AuctionPanel(self.p, self.state, self.w)
        for y, line in enumerate(panel.choice(self.city.choices[place], self.at_cursor, self.h)):
            draw(self.c, 0, y, self.w, line)

    # The players

    def player(self, seat: int) -> None:
        self.spine(0, 0, self.h, seat, self.state.game.turn(self.view) == seat)
        columns = self.w - 3
        panel = PlayerPanel(self.p, self.state, seat, columns)
        for y, line in enumerate([*panel.lines(self.at_cursor, self.h), *panel.last_move()][: self.h]):
            draw(self.c, 2, y, columns, line)
