"""The board of Metropolys: city, picking of bids, keys and texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import NAMES, NEIGHBOURS, places

from ...app_protocol import AppProtocol
from ...model.actions import bindings
from ...model.default_keys import TYPED
from ...model.palette import Palette
from ...model.selection import Part
from ...narration.recap import by_player, in_full
from ...widgets.board import Board
from ...widgets.board_controller import BoardController
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from ...widgets.move_log import LOG
from ...widgets.tiles import Tile
from .auction_panel import lowest_bids, worth
from .highlights import highlights
from .layout import MAP, SMALL, arrangement, city_plan, free_column, lay_out
from .painter import CityState, MetropolysPainter, city_state
from .prompts import MetropolysPrompts
from .recap import can_finish_now, cannot_outbid, ending, lost, recent
from .selection import PASSES, bids_on, parts, passes_now, preferred, value_first

LESSON_ROWS = range(3, 12)
"""Rows of the text of a lesson."""
COLUMN_ROWS, FOOT_ROWS = 9, 9
"""Rows of a wide column that are enough for a hint, and the most of one over the city."""


class MetropolysBoard(Board):
    """The board: the city as large as the window allows, the auction and the players beside it."""

    app: AppProtocol

    START, OWN_TOO = "city", True
    NO_OTHER = "You have no other building high enough."
    ONTO = frozenset(("place",))
    TYPED = TYPED["metropolys"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("metropolys")]

    def __init__(self, palette: Palette, hand: BoardController) -> None:
        super().__init__(palette, hand)
        self.lit = ""
        self._lit_at: tuple[int, bool] = (0, False)
        """The ply of the position in which the player chose the highlight, and whether it was their turn."""
        self._city: CityState | None = None
        """Facts about the city that all tiles on screen are painted from."""
        self._typed = self._digits = ""
        """The characters typed so far of a place's name, and of a value."""
        self._told = False
        """Has the board said how a place and a value are typed that could be the name of another place?"""

    # Layout

    def lay_out(self, state: BoardState, width: int, height: int) -> list[Tile]:
        plan = city_plan(width, height, state.view.in_use)
        self._city = city_state(state, self.lit, plan, self.lines, self.palette.flat)
        return lay_out(state, self.palette, width, height, self._city.plan.boxes)

    def paint(self, state: BoardState, tile: Tile, at_cursor: bool) -> Canvas:
        assert self._city is not None
        is_near = tile.part in self.near(self.cursor) and not passes_now(state)
        at_cursor = at_cursor and not (tile.part[0] == "place" and passes_now(state))
        return MetropolysPainter(self.palette, state, tile, at_cursor, self._city, is_near).paint()

    def near(self, part: Part | None) -> Collection[Part]:
        """The places next to the one under the cursor, whose names are underlined."""
        match part:
            case ("place", int(place)) if self.state is not None:
                return {("place", there) for there in places(NEIGHBOURS[place] & self.state.view.in_use)}
        return ()

    def text_homes(self, lesson: bool = False) -> Sequence[Rect]:
        """Below the auction in a wide column, without the viewer's panel; else at the foot of the city, with the key of
        the map, or its top. A lesson is above the key, in a small window across all of it, or at the top of the city.
        """
        city, key, column = arrangement(*self._room)
        if lesson:
            wide = self._room.width if self._room.width < SMALL else city.x + city.w
            low = [Rect(0, key.y - rows, wide, rows) for rows in LESSON_ROWS]
            return [*low, *(Rect(0, 0, column.x, rows) for rows in LESSON_ROWS)]
        free = free_column(self.tiles, column, self.state.viewer if self.state else None)
        if free.h >= COLUMN_ROWS:
            return [free._replace(y=free.y + free.h - rows, h=rows) for rows in range(1, free.h + 1)]
        ends = [(self._room.height - rows, rows) for rows in range(1, FOOT_ROWS + 1)]
        return [Rect(0, y, column.x, rows) for foot, rows in ends for y in (foot, 0)]

    def tried_homes(self, homes: Sequence[Rect]) -> Sequence[Rect]:
        """The highest, as a box is only as high as its text."""
        return homes[-1:]

    def in_view(self, actions: Iterable[Action], pieces: Collection[Part] = ()) -> set[Part]:
        """The place of the first action alone, so that a text has the same place over the city as often as possible."""
        return super().in_view([*actions][:1])

    @property
    def lines(self) -> bool:
        """Is the city drawn with lines, because the terminal has no block characters or no colours?"""
        return not self.palette["quadrants"].strip() or self.palette.bare

    def tile_at(self, x: int, y: int) -> Tile | None:
        """The tile in a cell of the board; anywhere in a neighbourhood, or on its line among the choices, its label."""
        tile = super().tile_at(x, y)
        if tile is not None and tile.part == MAP and self._city is not None:
            area = self._city.plan.raster.area(x - tile.rect.x, y - tile.rect.y)
            return self.tile(("place", area))
        return self.tile(tile.part) if tile is not None else None

    # Picking

    def parts(self, action: Action) -> Sequence[Part]:
        return parts(action)

    def preferred(self, state: BoardState) -> Action | None:
        """The lowest bid on the place picked, or the only action left; else None."""
        return preferred(state)

    def at_once(self, state: BoardState) -> Action | None:
        """The bid on a place picked for a building; none if the place came first, as its value must be seen."""
        return state.left[0] if value_first(state) and len(state.left) == 1 else None

    def turn(self, state: BoardState) -> None:
        """Move the cursor to the place that is worth most, or of several to the nearest, unless it is on one that can
        be picked; end the highlight of an earlier position.
        """
        if self.lit and self._lit_at != (state.ply, True):
            self.lit = ""
            self.hand.turned()
        if self.cursor in state.options:
            return
        (x, y), best = self._rect.centre, best_places(state)
        if tiles := [tile for tile in self.tiles if tile.part in best]:
            self.cursor = min(tiles, key=lambda t: abs(t.rect.centre[0] - x) + 2 * abs(t.rect.centre[1] - y)).part

    def first_choices(self, state: BoardState) -> Collection[Part]:
        return best_places(state) if state.active else ()

    def clear(self) -> None:
        self.lit = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        active = self.state is not None and self.state.active
        if action == "pass":
            return active and self.state is not None and bool(self.state.view.bids)
        return action != "value" or active

    def given_up(self, picked: Sequence[Part]) -> bool:
        """A pass ends, as no place is marked beside it."""
        return PASSES in picked

    def action_pass(self) -> None:
        """Pick a pass; if nothing else is legal, pass at once."""
        forced = self.state is not None and len(self.state.left) == 1
        self.hand.picked(PASSES, go=forced)

    def action_value(self, step: int) -> None:
        """Pick the place under the cursor, or if one is picked the next or previous building for it."""
        state = self.state
        if state is None or self.cursor is None:
            return
        if not any(part[0] == "place" for part in state.picked):
            self.hand.picked(self.cursor)
        self.hand.cycled("value", step)

    def action_legal(self, step: int) -> None:
        """Move the cursor to the next or previous place that can be picked, or if there is none of all places."""
        parts = [tile.part for tile in self.tiles if tile.zone == "city"]
        legal = [part for part in parts if self.state is not None and part in self.state.options] or parts
        if legal:
            at = legal.index(self.cursor) if self.cursor in legal else (-1 if step > 0 else 0)
            self.cursor = legal[(at + step) % len(legal)]

    def action_light(self, step: int) -> None:
        if self.state is not None:
            names = ["", *highlights(self.state)]
            at = names.index(self.lit) if self.lit in names else 0
            self.lit = names[(at + step) % len(names)]
            self._lit_at = self.state.ply, self.state.active
            self.hand.turned()

    def takes(self, event: events.Key) -> bool:
        """Move the cursor to a place whose name is typed ("c14"), also while others move; digits alone choose the value
        of a bid.
        """
        if super().takes(event):
            return True
        state, char = self.state, (event.character or "").upper()
        value = char.isdigit() and self.ends_name(char)
        if state is None or not state.at_table or not char or char not in self.TYPED or (value and not state.active):
            self._typed = self._digits = ""
            return False
        if value:
            if char == "0" and self._typed[:-1] in NAMES and self._typed[-1:] == "1":  # "c110" is 10 on C1
                self.go_to(self._typed[:-1])
                self._digits = "1"
            self._typed = ""
            self.type_value(char)
            return True
        self._digits = ""
        shorter, self._typed = self._typed, char if char.isalpha() else self._typed + char
        if self._typed in NAMES:
            self.go_to(self._typed)
            if shorter in NAMES:
                self.tell_apart(shorter, char)
        elif char.isalpha():
            self.hand.awaits(f"{char}: now the number of the place, as in {char}1.")
        return True

    def go_to(self, name: str) -> None:
        """Move the cursor to the place of that name, where a new bid begins; a building picked first stays."""
        state = self.state
        if state is not None and state.picked:
            self.hand.repicked(state.picked[: 1 if value_first(state) else 0])
        self.cursor = ("place", NAMES.index(name))
        self.hand.awaits("")

    def tell_apart(self, name: str, digit: str) -> None:
        """Say once how to bid a value that was taken for the end of another place's name, if that would be legal."""
        if self.state is not None and not self._told and ("bid", NAMES.index(name), int(digit)) in self.state.left:
            self._told = True
            how = f"{name.lower()}, {self.state.enter}, {digit}"
            self.hand.awaits(f"{name}{digit}. To bid {digit} on {name} instead, type {how}.")

    def ends_name(self, digit: str) -> bool:
        """Is a digit not part of the name of a place: none has been begun, or there is no longer one?"""
        return not self._typed or (self._typed in NAMES and f"{self._typed}{digit}" not in NAMES)

    def type_value(self, digit: str) -> None:
        """Pick the building whose value is typed in place of another; a 1 can be followed by 0 to 3. If it is illegal,
        say why.

        If only one place is left for it, the cursor goes there.
        """
        state = self.state
        if state is None:
            return
        self._digits = f"1{digit}" if self._digits == "1" and digit in "0123" else digit
        building = ("value", int(self._digits))
        values = [value for _, _, value in bids_on(state, None)]
        if building[1] in values:
            self.hand.repicked([*(part for part in state.picked if part[0] == "place"), building])
            where = {bid[1] for bid in self.state.left} if self.state else set()
            if len(where) == 1:
                self.cursor = ("place", *where)
        elif self._digits != "1" or max(values, default=0) < 10:
            self.hand.picked(building)
        else:
            high = [str(value) for value in sorted({*values}) if value > 9]
            ends = join_words([value[1:] for value in high], "or")
            self.hand.awaits(f"1 and then {ends}: bid {join_words(high, 'or')}.")

    # Words

    def alarm_cause(self, state: BoardState) -> object:
        """The seats with one building left: each of them is warned of."""
        return ending(state.view)

    def prompts(self, state: BoardState) -> MetropolysPrompts:
        return MetropolysPrompts(self.app.size.width)

    def announcement(self, old: BoardState, new: BoardState) -> str:
        """A message about what the viewer has lost in a move, unless a recap will say so, and about buildings that
        they can no longer outbid, or that a rival can build alone.
        """
        if new.viewer is None or new.ply != old.ply + 1:
            return ""
        taken = lost(old.view, new.view, new.viewer, new.ply) if self.tile(LOG) else []
        alone = can_finish_now(new, old.view, new.viewer)
        sentences = [text for _, text in by_player(taken, new.seats, in_full)]
        return " ".join([*sentences, *cannot_outbid(new, old.view, new.viewer), *alone])

    def recent(self, state: BoardState) -> list[LogLine]:
        """The moves of others; in a wide window none, as the panels beside the city have room for all of them."""
        return [] if state.viewer is None or self._room[0] >= SMALL else recent(state, state.viewer)


def best_places(state: BoardState) -> set[Part]:
    """The places on which the lowest bid would score most now; that of the latest bid if there is nothing to bid."""
    points: dict[Part, tuple[int, int]] = {("place", bid[1]): worth(state.view, bid) for bid in lowest_bids(state)}
    if not points:
        return {("place", place) for _, place, _ in state.view.bids[-1:]}
    return {part for part, total in points.items() if total == max(points.values())}


BOARD = MetropolysBoard
