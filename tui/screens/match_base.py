"""Base of the table and the replay: a match on screen at one of its positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.types import CSSPathType

from tabletown.rules.core.game import Action, Game, Options, total_points
from tabletown.rules.core.match import LogLine, Match, Seat

from ..model.actions import bindings
from ..model.selection import Part
from ..narration import game_ui, summary
from ..widgets.board import Board
from ..widgets.board_state import BoardState
from ..widgets.chart import ChartData
from ..widgets.key_footer import KeyFooter
from ..widgets.move_log import LOG
from ..widgets.partial_compositor import SparingCompositor
from ..widgets.status_line import Prompt, fitting
from ..widgets.text_box import TextBox
from .base import TabletownScreen
from .log_page import LogPage

MAX_COLUMNS = 10_000
"""Width of a line in cells before the size of the window is known."""


class MatchView(Protocol):
    """The part of a match that a screen needs; the match itself may be on a server."""

    name: str

    @property
    def game(self) -> Game[Any]: ...

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def options(self) -> Options: ...

    @property
    def log(self) -> Sequence[Any]:
        """One entry per action."""

    @property
    def player(self) -> int | None: ...

    @property
    def state(self) -> Any:
        """Newest position, or a view of it."""

    def legal(self) -> list[Action]:
        """Actions that the viewer can play now."""

    def view(self, ply: int, player: int | None) -> Any: ...

    def line(self, ply: int) -> LogLine: ...


def board_class(name: str) -> type[Board]:
    """Class of a game's board."""
    board: type[Board] = game_ui.load(name).board
    return board


def points_by_ply(match: Match, viewer: int | None = None) -> list[list[float]]:
    """Points of every seat at each position; in an unfinished game, as far as the viewer knows them."""
    game, over = match.game, match.player is None
    scores = [game.score(s if over else game.observe(s, viewer)) for s in match.states]
    return [[float(total_points(score[seat])) for score in scores] for seat in range(len(match.seats))]


def points_chart(match: Match, viewer: int | None = None) -> ChartData:
    """Data for a chart of points by move: the line of the only person is thick, or else the winners' lines at the end;
    rounds are on the axis.
    """
    names, people = [name for name, _ in match.seats], match.human_seats
    winners = match.game.winners(match.state) if match.player is None else []
    game_summary = summary.load_summary(match.name)
    starts = summary.period_starts(match)
    return ChartData(
        "Points",
        names,
        points_by_ply(match, viewer),
        summary.length_of(match),
        chosen=frozenset(people if len(people) == 1 else winners),
        goal=game_summary.goal(match.state),
        axis=game_summary.PERIOD if starts else "move",
        ticks=starts,
        even_ticks=True,
    )


def chances_chart(match: Match, winning_chances: Sequence[Sequence[float]]) -> ChartData:
    """Data for a chart of winning chances by move, from 0 to 1 for each player, with the axis of the points."""
    names, points = [name for name, _ in match.seats], points_chart(match)
    return ChartData(
        "Winning chances", names, winning_chances, percent=True, axis=points.axis, ticks=points.ticks, even_ticks=True
    )


@runtime_checkable
class KeyConsumer(Protocol):
    """A widget that takes some keys before their bindings do."""

    def takes(self, event: events.Key) -> bool:
        """Take a key and return True, or return False."""


class MatchScreen(TabletownScreen):
    """Prompt, board, line on the cursor, keys."""

    CSS_PATH: ClassVar[CSSPathType | None] = "match_base.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("game")]

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self._compositor = SparingCompositor()
        self.match: MatchView = match
        self.past_ply: int | None = None
        """The ply looked back at; None while the newest position is on screen."""
        self.log_open = False
        self.prompt_room = MAX_COLUMNS
        """Columns that the notice leaves for the prompt."""
        self.news = ""
        """Notice before the description until the next key or click."""
        self.unsaved = ""
        """Reason why the last save failed; empty when everything is on disk."""
        self._story: list[LogLine] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield Prompt(id="prompt")
            yield from self.beside_prompt()
            yield Prompt(id="notice", fits=True)
        yield from self.middle()
        yield Prompt(id="detail")
        yield KeyFooter()

    def beside_prompt(self) -> ComposeResult:
        """Other widgets in the first line, after the prompt."""
        return ()

    def columns_beside(self) -> int:
        """Columns that they take."""
        return 0

    def middle(self) -> ComposeResult:
        """Widgets between the prompt and the line below the board."""
        yield board_class(self.match.name)(self.app.palette_for(self.match.seats), self)

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    @property
    def ply(self) -> int:
        """Ply of the position on screen."""
        return len(self.match.log) if self.past_ply is None else self.past_ply

    def viewer(self) -> int | None:
        """Seat whose secrets may be on screen; None for no seat."""
        return None

    def story(self) -> tuple[LogLine, ...]:
        """The log in words, without secrets."""
        del self._story[len(self.match.log) :]
        self._story += [self.match.line(ply) for ply in range(len(self._story), len(self.match.log))]
        return tuple(self._story)

    def view(self, ply: int) -> Any:
        """The position after `ply` actions as the viewer may see it."""
        return self.match.view(ply, self.viewer())

    def place(self, action: Action) -> Part | None:
        """The first place on the board that a move is about: for a card to reserve, the card."""
        tiles = (self.board.tile(part) for part in self.board.parts(action))
        return next((tile.part for tile in tiles if tile), None)

    def board_state(self) -> BoardState:
        """State of the position on screen, with nothing to pick."""
        match, viewer = self.match, self.viewer()
        return BoardState(
            game=match.game,
            view=self.view(self.ply),
            before=self.view(self._last_seen()),
            viewer=viewer,
            seats=match.seats,
            story=game_ui.load(match.name).annotate_log(self.story(), match.state, match.seats),
            ply=self.ply,
            log_open=self.log_open,
            keys=self.app.key_names,
        )

    def _last_seen(self) -> int:
        """Ply just before or after the viewer's last action, to mark later changes; for a spectator, the ply before."""
        viewer, story = self.viewer(), self.story()
        if viewer is None:
            return max(0, self.ply - 1)
        after = 0 if self.board.OWN_TOO else 1
        return next((ply + after for ply in range(self.ply - 1, -1, -1) if story[ply].player == viewer), 0)

    def show(self) -> None:
        """Update everything on screen from the match."""
        state = self.board_state()
        self.board.state = state
        self.head(state)
        self.describe()
        self.refresh_bindings()

    def head(self, state: BoardState) -> None:
        """Show the first line: the prompt, shortened to whole phrases, and progress or alarm until the game is over."""
        over = state.ply == len(self.match.log) and self.match.player is None
        alarm, notice = "" if over else self.board.alarm(state), self.query_one("#notice", Prompt)
        right = self.notice(state) if self.unsaved or not alarm else alarm
        notice.say(right)
        notice.set_class(bool(alarm), "alarm")
        taken = cell_len(right) + 4 + self.columns_beside()
        self.prompt_room = self.size.width - taken if self.size.width else MAX_COLUMNS
        self.query_one("#prompt", Prompt).say(fitting(self.prompt(state), self.prompt_room))

    def prompt(self, state: BoardState) -> str:
        return f"Move {state.ply} of {len(self.match.log)}"

    def notice(self, state: BoardState) -> str:
        over = state.ply == len(self.match.log) and self.match.player is None
        return "" if over else self.board.notice(state)

    def moved(self) -> None:
        self.describe()

    def describe(self) -> None:
        """Describe the part under the cursor, or the picks."""
        if state := self.board.state:
            self.detail(self.board.detail(state, self.board.cursor))

    def detail(self, text: str) -> None:
        """Show a text in the line below the board, after the notice if there is one, shortened to whole phrases."""
        line, room = self.query_one("#detail", Prompt), self.size.width - 2 if self.size.width else MAX_COLUMNS
        both = f"{self.news} {text}".strip()
        line.say(fitting(both if len(both) <= room else self.news or text, room))
        line.set_class(bool(self.news), "notice")

    def shows_notice(self, text: str) -> bool:
        self.news = text
        if self.is_mounted:
            self.describe()
        return True

    def on_mouse_down(self) -> None:
        self._notice_seen()

    def _notice_seen(self) -> None:
        if self.news:
            self.news = ""
            self.describe()

    def on_mount(self) -> None:
        self.begin()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the first line and the one below the board to the new width."""
        if self.board.state:
            self.head(self.board.state)
            self.describe()

    def begin(self) -> None:
        """Show the match for the first time."""
        self.watch(self.board, "cursor", self.moved, init=False)
        self.show()
        self.set_focus(self.board)  # at once, since `board.focus` would take the focus from a page that opens next

    def queues(self, event: events.Key) -> bool:
        """Queue a key at the board, in order with the clicks, unless the player types elsewhere on the screen."""
        if self.is_mounted and (self.focused is None or isinstance(self.focused, KeyConsumer)):
            return self.board.post_message(event)
        return False

    async def hear(self, event: events.Key) -> None:
        """Handle a key completely: priority bindings, typed text, then other bindings."""
        self._notice_seen()
        if await self.app.bound(event, first=True):
            return
        if not (self.is_current and isinstance(self.focused, KeyConsumer) and self.focused.takes(event)):
            self.pressed(event)
            if not await self.app.bound(event):
                self.unheard(event.key)

    def pressed(self, event: events.Key) -> None:
        """Called before the ordinary bindings of a key."""

    def unheard(self, key: str) -> None:
        """Called after a key that did nothing."""

    def written(self, text: str) -> None:
        """Called with the text of the input at every change."""

    def entered(self, text: str) -> None:
        """Called with the text of the input on Enter."""

    def action_step(self, step: int) -> None:
        self.go(self.ply + step)

    def go(self, ply: int) -> None:
        """Show another position, at most the newest."""
        ply = max(0, min(ply, len(self.match.log)))
        self.past_ply = ply if ply < len(self.match.log) else None
        self.show()

    def laid_out(self) -> None:
        """Called after the first layout of the board; nothing to do here."""

    def resized(self) -> None:
        """Find a place for what lies over the board, which has another size now."""
        if any(not box.has_class("hidden") for box in self.query(TextBox)):
            self.describe()

    def picked(self, part: Part, go: bool = False) -> None:
        """Called for a part that is picked; nothing can be picked here."""

    def repicked(self, parts: Sequence[Part]) -> None:
        """Called for parts in place of those picked; nothing can be picked here."""

    def forced(self, part: Part) -> None:
        """Called for a part of the only action within a turn; nothing can be played here."""

    def clicked(self, part: Part, seen: bool) -> None:
        """Called for a part that is clicked."""
        self.picked(part, go=True)

    def awaits(self, text: str) -> None:
        """Show the board's own request for input; with an empty text, the description again."""
        if text:
            self.query_one("#detail", Prompt).say(text)
        else:
            self.describe()

    def cycled(self, kind: str, step: int = 1) -> None:
        """Called for the next part of a kind; nothing can be picked here."""

    def stepped(self, ply: int) -> None:
        self.go(ply + 1)

    def turned(self) -> None:
        if not self.board.has_class("hidden"):
            self.log_open = False
            self.show()

    def action_log(self) -> None:
        """Show or hide the log; on a page of its own where the board shows no more of it, or wants it there."""
        if not self.is_current:  # typed before the page was there
            self.app.pop_screen()
            return
        before, self.log_open = self.board.tile(LOG), not self.log_open and not self.pages_log
        self.show()
        if self.pages_log or (before and self.board.tile(LOG) == before):
            self.log_open = False
            self.app.push_screen(LogPage(self.match.seats, self.board.log_entries(self.board_state())))

    @property
    def pages_log(self) -> bool:
        """Does the log have a page of its own?"""
        return self.board.LOG_PAGE

    def action_leave(self) -> None:
        self.app.go_home(self.parting())

    def parting(self) -> str:
        """Sentence of home after this screen is left, on what becomes of the game; empty for nothing."""
        return ""
