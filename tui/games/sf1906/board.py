"""The board of 1906 San Francisco: picking of actions, and the preview that follows the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual import events
from textual.binding import BindingType

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import LogLine
from tabletown.rules.sf1906.city import fitting
from tabletown.rules.sf1906.state import ACT, BONUS, CLEAR, OBJECTIVE, PLOT, SPACE, SPEND, URBAN, Sf1906

from ...model.actions import bindings
from ...model.palette import Palette
from ...model.selection import Part
from ...narration.summary import Revealed
from ...widgets.board import Board
from ...widgets.board_controller import BoardController
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect, changes
from ...widgets.motion import Slide
from ...widgets.move_log import Entry
from ...widgets.tiles import DIRECTIONS, Tile, nearest
from .board_facts import COLLECT, action_of, keys, revealed, viewing_player, viewing_seat
from .detail_phrases import card_gained, collected, gain
from .layout import PAGES, lay_out, page_of, roomy
from .painter import Sf1906Painter
from .preview import Offer, Preview, make_preview, offers, reach
from .prompts import Sf1906Prompts
from .recap import log_entries, recent
from .text_homes import hint_homes, lesson_homes, year_end_home
from .year_end import YearEnd, points_now, starts_year, year_end

SPEND_THEM: Part = ("do", "spend")
PANEL_ACTIONS = {f"page('{page}')" for page in PAGES} | {"turn(1)", "turn(-1)"}
"""The actions of keys that show a panel in a small window."""
ASKED = (SPACE, BONUS, PLOT)
"""The steps whose only choice is left to the player: a turn starts with it, or the line below the board first tells
what the building brings.
"""
RING = ("ring", "card")
"""The zones of the ring, which the cursor leaves at the end of the game."""
FOLLOWING = {
    "space": ("slot",),
    "offers": ("slot",),
    "lit": ("plot",),
    "reaching": ("permit",),
    "shared": ("shelf", "permit", "pile"),
    "earning": ("permit",),
}
"""The kinds of tiles that change with each field of the preview."""


class Sf1906Board(Board):
    """The board: ring with its open card, city and permits; beside them panels, in a small window one at a time."""

    START = "card"
    ONTO = frozenset(("plot",))
    RECAP = ("news",)
    STANDING_FROM = 100
    TELLS_HINTS = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sf1906")]

    def __init__(self, palette: Palette, hand: BoardController) -> None:
        super().__init__(palette, hand)
        self.page = PAGES[0]
        self._preview = Preview()
        self._asked: tuple[int, bool] = (-1, False)
        """The ply, and whether the viewer was to move, for which the cursor was last moved to the choice."""
        self._page_left = ""
        """The panel to return to after an objective is taken; empty if there is none."""
        self._list_part = 0
        """Number of the part shown of a list of objectives that is too long."""
        self._advised = False
        """Is a hint shown, beside which the players have fewer rows?"""
        self._considered: int | None = None
        """The space of the open card that the cursor was last on."""
        self._starts: dict[tuple[int | None, int], tuple[int, ...]] = {}
        """Everyone's points at the start of a year, as far as a viewer knew them, by viewer and year."""
        self._year_end: tuple[int, tuple[YearEnd, ...]] = (-1, ())
        """A year that has just started, and what everyone had when the one before it ended; until the next key."""
        self._offered: tuple[BoardState, tuple[Offer | None, ...]] | None = None
        """A state and its offers, which stay the same while the cursor moves."""

    # Layout

    def lay_out(self, state: BoardState, width: int, height: int) -> list[Tile]:
        tiles = lay_out(state, width, height, self.page, self._list_part, self._advised)
        year, ends = self._year_end
        if ends and year == state.view.year:
            tiles.append(
                Tile(("chapter", ends), year_end_home(state, tiles, (width, height), roomy(width, height)), "")
            )
        return tiles

    def paint(self, state: BoardState, tile: Tile, at_cursor: bool) -> Canvas:
        return Sf1906Painter(self.palette, state, tile, at_cursor, self._preview).paint()

    def watch_state(self) -> None:
        """Show the new state; for a new choice move the cursor to it, and take the only one within a turn."""
        state = self.state
        if state is None:
            return
        if starts_year(state.view):
            self._starts[state.viewer, state.view.year] = points_now(state.view)
        asked = (state.ply, state.active)
        if self._page_left and not (state.active and state.view.step == OBJECTIVE):
            self.page, self._page_left = self._page_left, ""
        if state.active and asked != self._asked:
            if asked == (self._asked[0] + 1, True) and (part := self.only_choice(state)):
                self.call_later(self.hand.forced, part)
            self._asked, self._list_part, self._considered = asked, 0, None
            if state.view.step == OBJECTIVE:
                self._page_left, self.page = self._page_left or self.page, page_of(("objective",))
            anew = state.view.step in (SPACE, ACT) or self.cursor not in state.options
            if anew and (to := first(state, self._offers(state))):
                self._preview = self._follow(self.cursor)
                self.redraw()
                self.cursor = to
        if state.active and state.picked and state.view.step != SPEND and self.cursor not in state.picked:
            self.cursor = state.picked[0]  # a hint picks a move away from the cursor
        self._preview = self._follow(self.cursor)
        self.redraw()
        if state.view.over and (at := self.tile(self.cursor)) and at.zone in RING:
            winner: Part = ("player", state.game.winners(state.view)[0])
            self.cursor = winner if self.tile(winner) else self.cursor

    def _follow(self, cursor: Part | None) -> Preview:
        """The preview for the cursor, and for the space it was on last."""
        assert self.state is not None
        possible = self._offers(self.state)
        preview = make_preview(self.state, cursor, self._considered, not roomy(*self._room), possible)
        self._considered = preview.space
        return preview

    def _offers(self, state: BoardState) -> tuple[Offer | None, ...]:
        """The offers of a state, made once."""
        if self._offered is None or self._offered[0] is not state:
            self._offered = state, offers(state)
        return self._offered[1]

    def redraw(self) -> None:
        """Lay out and paint, twice if the layout has moved the cursor and so changed the preview."""
        super().redraw()
        if self.state is not None and self._preview != (now := self._follow(self.cursor)):
            self._preview = now
            super().redraw()

    def watch_cursor(self, old: Part | None, new: Part | None) -> None:
        if self.state is None:
            return
        was, self._preview = self._preview, self._follow(new)
        kinds = {kind for part, all_of in FOLLOWING.items() if self._changed(was, part) for kind in all_of}
        if kinds:
            before = self.canvas.copy()
            for tile in self.tiles:
                if tile.part[0] in kinds:
                    self._paint(tile)
            if changed := changes(before, self.canvas):
                self.refresh(*changed)
        super().watch_cursor(old, new)

    def _changed(self, was: Preview, part: str) -> bool:
        return bool(getattr(was, part) != getattr(self._preview, part))

    def _slides(self, line: LogLine, before: Sequence[Tile]) -> Iterator[Slide]:
        """Slides for a move; none for a token, which does not come from its player's panel."""
        return iter(()) if line.action[0] in ("space", "act") else super()._slides(line, before)

    # Picking

    def parts(self, action: Action) -> Sequence[Part]:
        match action:
            case ("space" | "act", k):
                return [("slot", k)]
            case ("spend", *permits):
                return [*(("permit", permit) for permit in permits), SPEND_THEM]
            case ("clear" | "plot", plot):
                return [("plot", plot)]
            case ("objective_deck",):
                return [("deck",)]
            case ("collect" | "clear_up" | "no_urban" as which,):
                return [("do", which)]
            case _:
                return [action]

    def preferred(self, state: BoardState) -> Action | None:
        """The action that spends the permits picked, unless the cursor is on another that can be added; or the only
        action.
        """
        picked = {part[1] for part in state.picked if part[0] == "permit"}
        if not picked:
            return state.left[0] if len(state.left) == 1 else None
        if self.cursor is not None and self.cursor[0] == "permit" and self.cursor in state.options:
            return None
        return next((a for a in state.left if set(a[1:]) == picked), None)

    def at_once(self, state: BoardState) -> Action | None:
        """The action of a single pick, or the only one of spending; the line below the board has shown its effect."""
        if state.view.step == SPEND and len(state.game.legal(state.view)) > 1:
            return None
        picked = [*state.picked, *([SPEND_THEM] * (state.view.step == SPEND))]
        return next((a for a in state.left if list(self.parts(a)) == picked), None)

    def only_choice(self, state: BoardState) -> Part | None:
        """The first part of the only action within a turn; None if there is a choice, or it is left to the player."""
        legal = state.game.legal(state.view) if state.view.step not in ASKED else []
        return self.parts(legal[0])[0] if len(legal) == 1 else None

    @staticmethod
    def revealed(game: Game[Any], s: Any) -> list[Revealed]:
        return revealed(s)

    def newest(self, zone: str) -> Part | None:
        """The part of a zone that came last: of the objectives your newest secret one."""
        secret = viewing_player(self.state).secret if self.state and zone == "objectives" else ()
        return ("objective", secret[-1]) if secret else super().newest(zone)

    # Keys

    def action_move(self, direction: str) -> None:
        """Move the cursor; from a permit or a plot that can be picked to the nearest such plot, if there is one that
        way.
        """
        state, tile = self.state, self.tile(self.cursor)
        if state and tile and state.active and state.view.step in (PLOT, CLEAR):
            plots = [t for t in self.tiles if t.part[0] == "plot" and t.part in state.options]
            leads = tile.part[0] == "permit" or tile in plots
            if leads and (to := nearest(tile, plots, *DIRECTIONS[direction])):
                self.cursor = to.part
                return
        super().action_move(direction)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state = self.state
        if state is None or self.has_class("hidden"):
            return False
        view: Sf1906 = state.view
        spending = state.active and view.step == SPEND and self.cursor is not None and self.cursor[0] == "plot"
        match action:
            case "nth" | "next":
                return state.active
            case "instead":
                return any(part[0] == "do" and part != SPEND_THEM for part in state.options)
            case "aim":
                return spending and not self._reaching(state) and bool(reach(state, self.cursor[1]))  # type: ignore[index]
            case "way":
                return spending and len(reach(state, self.cursor[1])) > 1  # type: ignore[index]
            case "turn":
                return not roomy(*self._room)
            case "page":
                cut = any(tile.part[:2] == ("label", "rest") for tile in self.tiles)
                return not roomy(*self._room) or (cut and parameters == ("objectives",))
        return True

    def unavailable(self, state: BoardState, action: str) -> str:
        """The panels of a large window are all on screen."""
        return "That panel is already on screen." if action in PANEL_ACTIONS else ""

    def key_label(self, action: str) -> str:
        """Effect of the key for the alternative in this step."""
        if action != "instead" or self.state is None:
            return ""
        return {ACT: "Collect $1", CLEAR: "Move up", URBAN: "No card"}.get(self.state.view.step, "")

    def _reaching(self, state: BoardState) -> bool:
        """Do the permits picked fit the plot under the cursor?"""
        picked = tuple(part[1] for part in state.picked if part[0] == "permit")
        at = self.cursor[1] if self.cursor else 0
        return bool(picked) and bool(fitting(state.view.city, picked, state.view.grant) >> at & 1)

    def action_nth(self, n: int) -> None:
        """Play the choice with that digit; permits to spend are only picked, but for the only one."""
        state = self.state
        part = next((p for p, key in keys(state).items() if key == str(n)), None) if state else None
        if state is None:
            return
        if part is None:
            return self.hand.picked(("choice", n))
        if self.tile(part):
            self.cursor = part
        self.hand.picked(part, go=state.view.step != SPEND or self.only_choice(state) is not None)

    def action_next(self, step: int) -> None:
        """Move the cursor to the next or previous part that can be picked, in table order."""
        state = self.state
        parts = [tile.part for tile in self.tiles if tile.zone and state and tile.part in state.options]
        if parts:
            at = parts.index(self.cursor) if self.cursor in parts else (-1 if step > 0 else 0)
            old, self.cursor = self.cursor, parts[(at + step) % len(parts)]
            if self.cursor == old:  # the only one: what the line below the board says of it is said again
                self.mutate_reactive(Sf1906Board.cursor)

    def action_instead(self) -> None:
        """Play the alternative of this step: collect $1, no token or no urban card."""
        part = next((p for p in self.state.options if p[0] == "do" and p != SPEND_THEM), None) if self.state else None
        if part is not None:
            self.hand.picked(part, go=True)

    def action_aim(self) -> None:
        self.action_way(0)

    def action_way(self, step: int) -> None:
        """Pick the permits that fit the plot under the cursor: the first way, or `step` after the one picked."""
        state = self.state
        if state is None or self.cursor is None:
            return
        fitting_ways = [way for way, _ in reach(state, self.cursor[1])]
        picked = [part for part in state.picked if part[0] == "permit"]
        now = next((n for n, way in enumerate(fitting_ways) if set(way) == {part[1] for part in picked}), None)
        next_way = fitting_ways[0 if now is None else (now + step) % len(fitting_ways)]
        for part in picked:
            self.hand.picked(part)
        for permit in next_way:
            self.hand.picked(("permit", permit))

    def action_turn(self, step: int) -> None:
        self.action_page(PAGES[(PAGES.index(self.page) + step) % len(PAGES)])

    def action_page(self, page: str) -> None:
        """Show a panel; if the objectives are already shown, the next part of their list."""
        self._list_part = self._list_part + 1 if page == self.page == "objectives" else 0
        self.page, self._page_left = page, ""
        self.hand.turned()

    def open_panel(self, name: str) -> None:
        if self.page != name:
            self.action_page(name)

    # Words

    def announcement(self, old: BoardState, new: BoardState) -> str:
        """An urban card that the building brought, or that a turn ended by itself. The end of a year is shown
        in a panel, until the next key.
        """
        start = self._starts.get((new.viewer, old.view.year))
        ends = year_end(old, new, start)
        if ends or new.view.over:
            self._year_end = new.view.year, ends
            self.redraw()
        return card_gained(old, new) or collected(old, new)

    async def on_event(self, event: events.Event) -> None:
        """Close the panel of a year's end at a key or a click, which then does what it always does; Enter, Space and
        Esc do no more, as one presses them to go on.
        """
        if isinstance(event, events.Key | events.MouseDown) and self._year_end[1]:
            self._year_end = (-1, ())
            self.redraw()
            if isinstance(event, events.Key) and event.key in ("enter", "space", "escape"):
                event.stop()
                return
        await super().on_event(event)

    def make_room(self, advised: bool) -> None:
        if self._advised != advised:
            self._advised = advised
            self.redraw()

    def text_homes(self, lesson: bool = False) -> Sequence[Rect]:
        if self.state is None:
            return ()
        homes = lesson_homes if lesson else hint_homes
        return homes(self.state, self.tiles, (self.canvas.width, self.canvas.height), roomy(*self._room))

    def log_entries(self, state: BoardState) -> list[Entry]:
        return log_entries(state)

    def recent(self, state: BoardState) -> list[LogLine]:
        return [] if state.viewer is None else recent(state, state.viewer)

    def prompts(self, state: BoardState) -> Sf1906Prompts:
        return Sf1906Prompts(self.app.size.width, self._preview)

    def detail(self, state: BoardState, part: Part | None) -> str:
        preview = self._preview
        if part != self.cursor:
            preview = make_preview(state, part, self._considered)
        return Sf1906Prompts(self.app.size.width, preview).detail(state, part)


def first(state: BoardState, possible: Sequence[Offer | None]) -> Part | None:
    """The part to start a choice from: of an action that is possible, the player's own or the first by digit, else
    to collect $1; of urban cards the one that scores most; of several plots to build on none, so that the key that
    spends permits does not build too.
    """
    view: Sf1906 = state.view
    if view.step == ACT:
        own: Part = ("slot", view.tokens[viewing_seat(state)])
        return own if own in state.options else COLLECT
    listed = [part for part in keys(state) if part in state.options]
    if view.step == SPACE:
        able = [part for part in listed if not possible or ((offer := possible[part[1]]) and not offer.why)]
        return next(iter([*able, *listed]), None)
    if view.step == URBAN and listed:
        return max(listed, key=lambda part: gain(state, action_of(view, part) or ()))
    plots = sorted(part for part in state.options if part[0] == "plot") if view.step >= 0 else []
    if view.step == PLOT and len(plots) > 1:
        return ("permit", view.spent[0])
    return next(iter([*listed, *plots, *state.options]), None)


BOARD = Sf1906Board
