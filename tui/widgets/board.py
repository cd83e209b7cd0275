"""Base of all games' boards: tiles on a canvas, a cursor that moves over them, marks for parts that can be picked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import LogLine

from ..app_protocol import AppProtocol
from ..model.actions import bindings
from ..model.palette import Palette
from ..model.selection import Part
from ..narration.recap import since
from ..narration.summary import Revealed
from .board_controller import BoardController
from .board_state import BoardState
from .canvas import Canvas, Rect, changes, segments
from .closable_screen import is_open
from .jump_letters import JumpLetters, free_cell
from .motion import Motion, Slide, played_between
from .move_log import LOG, Entry, entries, log_rows
from .prompts import Prompts
from .tiles import DIRECTIONS, Tile, nearest


class Board(Widget, can_focus=True):
    """A board that draws a state and reports picks. It knows no rules; each game lays out and paints its tiles."""

    app: AppProtocol

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("board")]

    TYPED: ClassVar[str] = ""
    """Characters that players type on this board, which therefore cannot be keys."""
    NO_OTHER: ClassVar[str] = "There is no other choice."
    """The message when a key that cycles through the choices of a kind finds a single one."""
    START: ClassVar[str]
    """The zone that the cursor starts in."""
    BRIEF: ClassVar[bool] = False
    """True for a board of which a hint in few columns says only what matters most, and covers little."""
    TELLS_HINTS: ClassVar[bool] = False
    """True for a board that tells of a hint's picks wherever the cursor is; on others they end as it leaves them."""

    DOUBLED: ClassVar[Sequence[str]] = ()
    """Kinds of parts that some actions have twice."""

    state: reactive[BoardState | None] = reactive(None, layout=False, always_update=True)
    cursor: reactive[Part | None] = reactive(None, repaint=False)
    """The part under the cursor. Screens watch it in order to paint their texts about it at the same time."""

    def __init__(self, palette: Palette, hand: BoardController) -> None:
        super().__init__(id="board")
        self.palette, self.hand = palette, hand
        self.tiles: list[Tile] = []
        self.canvas = Canvas(0, 0, Style())
        self._visited: dict[str, Part] = {}
        self._rect = Rect(0, 0, 0, 0)
        self._left: Part | None = None
        """The part that the cursor was on before the log covered it."""
        self.is_displaced = False
        """True while the cursor goes to another part because its own is gone, not by a key."""
        self._room = Size(0, 0)
        """The last visible size in cells, for keys typed ahead that arrive before the next layout."""
        self._jumps: dict[str, Part] | None = None
        """The part that each letter jumps to; None while no letters are shown."""
        self._letters = JumpLetters()
        self._motion = Motion(self)
        self._shown: BoardState | None = None

    # Methods that each game provides

    def lay_out(self, state: BoardState, width: int, height: int) -> list[Tile]:
        """Lay out all tiles in a board of that size in cells; later tiles are on top."""
        raise NotImplementedError

    def paint(self, state: BoardState, tile: Tile, at_cursor: bool) -> Canvas:
        """Paint a tile on a canvas of its size; `at_cursor` if the cursor is on it."""
        raise NotImplementedError

    def parts(self, action: Action) -> Sequence[Part]:
        """The parts to pick for an action, in any order."""
        raise NotImplementedError

    def preferred(self, state: BoardState) -> Action | None:
        """The action left that Enter plays although the picks do not specify it yet; None if there is none."""
        raise NotImplementedError

    def at_once(self, state: BoardState) -> Action | None:
        """The action that Enter plays at once when it picks a part; None if the player must see it first."""
        raise NotImplementedError

    def choices(self, state: BoardState, legal: Sequence[Action]) -> Sequence[Action]:
        """Choices for the player: the legal actions, or sequences of them combined into one choice."""
        return legal

    def steps(self, choice: Action) -> Sequence[Action]:
        """The legal actions, in order, that play a choice."""
        return [choice]

    def notation(self, state: BoardState, choice: Action) -> str:
        """A choice as players type it."""
        return state.game.notation(state.view, choice)

    def can_pick(self, state: BoardState, part: Part) -> bool:
        """Can the part be used now, so that it gets a letter to jump to?"""
        return part in state.options

    def prompts(self, state: BoardState) -> Prompts:
        """The texts beside the board."""
        raise NotImplementedError

    def unavailable(self, state: BoardState, action: str) -> str:
        """The reason, as a sentence, why a key's action does nothing now; empty for the usual sentence."""
        return ""

    def turn(self, state: BoardState) -> None:
        """The viewer's turn starts."""

    def first_choices(self, state: BoardState) -> Collection[Part]:
        """The parts on one of which the cursor starts, if there are any: all that can be picked."""
        return state.options

    def open_panel(self, name: str) -> None:
        """Show one of several panels that share a place; nothing where a board has none."""

    def given_up(self, picked: Sequence[Part]) -> bool:
        """Do these picks end as soon as the cursor moves, because it is not seen beside them?"""
        return False

    def clear(self) -> None:
        """Close anything shown besides the table; called when there are no picks to clear."""

    ONTO: ClassVar[frozenset[str]] = frozenset()
    """Kinds of part that pieces move to from a player; from all other kinds they move to the player."""

    def piece(self, part: Part, player: int) -> tuple[str, str]:
        """The text and the name of the colour of a piece that moves between a part and a player."""
        assert self.state is not None
        return f" {self.state.seats[player].name[:1]} ", f"seat-{player + 1}"

    def newest(self, zone: str) -> Part | None:
        """The part of a zone that came last; None if the zone is empty."""
        return next((tile.part for tile in reversed(self.tiles) if tile.zone == zone), None)

    def announcement(self, old: BoardState, new: BoardState) -> str:
        """A message about what the viewer has gained between two states besides the move itself; empty for none."""
        return ""

    def make_room(self, advised: bool) -> None:
        """Make room for a hint, or take it back when there is none."""

    def text_homes(self, lesson: bool = False) -> Sequence[Rect]:
        """Places for a hint or a lesson over the board, the usual one first; none if any place will do."""
        return ()

    def whole_column(self) -> Sequence[Rect]:
        """The column beside the cards for a text on a move that is over, which may cover your own panel too; none if
        the other places will do.
        """
        return ()

    def tried_homes(self, homes: Sequence[Rect]) -> Sequence[Rect]:
        """Those of the places for a hint to which its text is shortened."""
        return homes

    def in_view(self, actions: Iterable[Action], pieces: Collection[Part] = ()) -> set[Part]:
        """The parts that a text about these actions, the most important first, and these pieces must not cover."""
        return {part for action in actions for part in self.parts(action)} | {*pieces}

    RECAP: ClassVar[Part | None] = LOG
    """The tile that shows what others did; where it is not on screen, the line below the board says it. With None the
    line says it in every window.
    """

    @property
    def shows_recap(self) -> bool:
        """True while a tile shows what others did."""
        return self.RECAP is not None and self.tile(self.RECAP) is not None

    def recent(self, state: BoardState) -> list[LogLine]:
        """Log lines to repeat when the viewer's turn starts, the oldest first."""
        return [] if state.viewer is None else since(state.story, state.viewer)

    def log_entries(self, state: BoardState) -> Sequence[Entry]:
        """Entries of the log."""
        return entries(state)

    LEAST: ClassVar[tuple[int, int]] = (80, 21)
    """The smallest columns and rows that a board is laid out for; in a smaller window it is cut off."""

    STANDING_FROM: ClassVar[int] = 0
    """Columns of a window from which on there is room for the standing of a rated game beside every prompt."""

    LOG_PAGE: ClassVar[bool] = False
    """Does the whole log have a page of its own even where the board could show a part of it?"""

    OWN_TOO: ClassVar[bool] = False
    """Are the effects of the viewer's own last move marked as new, besides those of later moves?"""

    @staticmethod
    def revealed(game: Game[Any], s: Any) -> list[Revealed]:
        """Hidden values that the result reveals row by row below the score sheet."""
        return []

    def key_label(self, action: str) -> str:
        """The label of an action's key in this position; empty for its usual label."""
        return ""

    # Methods that all games share

    def prompt(self, state: BoardState) -> str:
        return self.prompts(state).prompt(state)

    def notice(self, state: BoardState) -> str:
        return self.prompts(state).notice(state)

    def alarm(self, state: BoardState) -> str:
        return self.prompts(state).alarm(state)

    def alarm_cause(self, state: BoardState) -> object:
        """The cause of the alarm, false without one; players are warned whenever it changes."""
        return bool(self.alarm(state))

    def warning(self, state: BoardState) -> str:
        return self.prompts(state).warning(state)

    def detail(self, state: BoardState, part: Part | None) -> str:
        return self.prompts(state).detail(state, part)

    def why(self, state: BoardState, part: Part) -> str:
        return self.prompts(state).why(state, part)

    def missing(self, state: BoardState) -> str:
        """The rest that the picks need, if Enter must not start another choice in their place; else empty."""
        return self.prompts(state).missing(state)

    def typed(self, state: BoardState, action: Action) -> str:
        return self.prompts(state).typed(state, action)

    def watch_state(self) -> None:
        self.redraw()

    def _show_move(self, before: Sequence[Tile]) -> None:
        """Animate the move that another player has just made; `before` are the tiles as they were."""
        old, self._shown = self._shown, self.state
        if old is None or self.state is None or old.ply != self.state.ply:
            self._motion.stop()
            line = played_between(old, self.state)
            if line is not None and self.app.terminal.animation:
                self._motion.begin(self._slides(line, before))

    def _slides(self, line: LogLine, before: Sequence[Tile]) -> Iterator[Slide]:
        """Slides for a move: between its parts, in their earlier places, and the player who made it."""
        home, rects = self.tile(("player", line.player)), {tile.part: tile.rect for tile in before}
        for part in self.parts(line.action) if home else ():
            if home and part in rects:
                text, colour = self.piece(part, line.player)
                way = (home.rect, rects[part]) if part[0] in self.ONTO else (rects[part], home.rect)
                yield Slide(*way, text, self.palette.style(f"{colour}-text", colour, bold=True))

    def on_resize(self, event: events.Resize) -> None:
        first = not self.tiles
        if event.size:  # the last size is kept while the window is too small to show the board
            self._room = Size(max(event.size.width, self.LEAST[0]), max(event.size.height, self.LEAST[1]))
        self.redraw()
        if self.tiles:
            self.hand.laid_out() if first else self.hand.resized()

    def redraw(self) -> None:
        """Lay out and paint everything, and refresh the cells that have changed."""
        width, height = self._room
        if self.state is None or not width or not height:
            return
        previous, self.tiles = self.tiles, self.lay_out(self.state, width, height)
        before, self.canvas = self.canvas, Canvas(width, height, self.palette.style())
        parts = {tile.part for tile in self.tiles if tile.zone}
        if self._left in parts:
            self.cursor, self._left = self._left, None
        if self.cursor not in parts:
            self._left = self._left or (self.cursor if self.state.log_open else None)
            self.is_displaced = True
            self.cursor = self._start()
            self.is_displaced = False
        for tile in self.tiles:
            self._paint(tile)
        for letter, part in (self._jumps or {}).items():
            if to := self.tile(part):
                at = free_cell(self.canvas, to.rect, self.letter_cells(to))
                self.canvas.write(*at, letter, self.palette.style("cursor", bold=True, reverse=True))
        if changed := changes(before, self.canvas):
            self.refresh(*changed)
        self._show_move(previous)

    def letter_cells(self, tile: Tile) -> Sequence[tuple[int, int]]:
        """The cells of a tile that the game prefers for the letter that jumps to it."""
        return ()

    def _start(self) -> Part | None:
        """The part that the cursor starts on, or if its part has gone the nearest one."""
        x, y = self._rect.centre
        tiles = [tile for tile in self.tiles if tile.zone and (self._rect.w or tile.zone == self.START)]
        if not self._rect.w and self.state is not None:
            first = self.first_choices(self.state)
            tiles = [tile for tile in tiles if tile.part in first] or tiles
        near = min(tiles, key=lambda t: abs(t.rect.centre[0] - x) + 2 * abs(t.rect.centre[1] - y), default=None)
        return near.part if near else None

    def _paint(self, tile: Tile) -> None:
        assert self.state is not None
        self.canvas.paste(tile.rect.x, tile.rect.y, self.paint(self.state, tile, tile.part == self.cursor))

    def near(self, part: Part | None) -> Collection[Part]:
        """The parts that look different while the cursor is on a part; by default none but itself."""
        return ()

    def watch_cursor(self, old: Part | None, new: Part | None) -> None:
        before = self.canvas.copy()
        affected = {old, new, *self.near(old), *self.near(new)}
        for tile in self.tiles:
            if tile.part in affected:
                self._paint(tile)
                if tile.part == new:
                    self._rect = tile.rect
                    self._visited[tile.zone] = tile.part
        if changed := changes(before, self.canvas):
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self.palette.style())
        if self._motion.slides:
            return Strip(segments(self._motion.onto(self.canvas.rows[y], y)), self.canvas.width)
        return self.canvas.strip(y)

    def tile_at(self, x: int, y: int) -> Tile | None:
        """The topmost tile in a cell of the board, else None."""
        return next((tile for tile in reversed(self.tiles) if tile.rect.holds(x, y)), None)

    def tile(self, part: Part | None) -> Tile | None:
        return next((tile for tile in self.tiles if tile.part == part), None)

    def action_move(self, direction: str) -> None:
        tile = self.tile(self.cursor)
        if tile is None:
            self.cursor = self._start()
        elif to := nearest(tile, [t for t in self.tiles if t.zone], *DIRECTIONS[direction]):
            self.cursor = to.part

    def action_zone(self, step: int) -> None:
        """Move the cursor to its last place in the next zone, else to a legal part, else to the first tile."""
        zones = list(dict.fromkeys(tile.zone for tile in self.tiles if tile.zone))
        current = self.tile(self.cursor)
        if not zones or current is None or self.state is None:
            return
        zone = zones[(zones.index(current.zone) + step) % len(zones)]
        parts = [tile.part for tile in self.tiles if tile.zone == zone]
        visited = self._visited.get(zone)
        legal = [part for part in parts if part in self.state.options]
        self.cursor = visited if visited in parts else (legal or parts)[0]

    def action_jump(self) -> None:
        """Show a letter in the corner of every tile that can be picked, or if there is none of every tile that the
        cursor can move to; the next key jumps to its tile or cancels.
        """
        if self.state is None:
            return
        tiles = [tile for tile in self.tiles if tile.zone]
        legal = [tile for tile in tiles if self.can_pick(self.state, tile.part)]
        self._jumps = self._letters.give(self.state, legal or tiles, (self.canvas.width, self.canvas.height))
        self.redraw()
        self.hand.awaits("Type a letter to jump there; any other key cancels.")

    async def on_event(self, event: events.Event) -> None:
        """Ignore keys and clicks that arrive after the table has been closed."""
        if not isinstance(event, events.InputEvent) or is_open(self):
            await super().on_event(event)

    async def on_key(self, event: events.Key) -> None:
        """Pass keys to the controller one at a time: a key that bubbled further would be overtaken by the next."""
        event.stop()
        event.prevent_default()
        self._motion.stop()
        await self.hand.hear(event)

    def takes(self, event: events.Key) -> bool:
        """Use a key while letters are shown: jump to its tile or cancel, and say so of a letter that no tile has.
        False if no letters are shown.
        """
        if self._jumps is None or self.state is None:
            return False
        char = event.character if event.is_printable else ""
        part = self._jumps.get(char or "")
        self._jumps = None
        self.redraw()
        lost = char and part is None
        self.hand.awaits(
            f"No place has the letter {char}. {self.state.keys['board.jump']} shows them again." if lost else ""
        )
        if part is not None:
            self.cursor = part
        return True

    def action_pick(self) -> None:
        if self.cursor is not None:
            self.hand.picked(self.cursor)

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.region.offset
        tile = self.tile_at(*at)
        if tile is not None and tile.part == LOG and self.state is not None:
            rows = log_rows(self.state, tile.rect.w, tile.rect.h - 1, self.log_entries(self.state))
            row = at.y - tile.rect.y - 1
            if 0 <= row < len(rows):
                self.hand.stepped(rows[row].entry.ply)
        elif tile is not None and tile.zone:
            seen, self.cursor = self.cursor == tile.part, tile.part
            self.hand.clicked(tile.part, seen)
