"""The waiting room of a table: its code, its seats and the chat until the game starts."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.core.text import join_words, plural

from ..model.actions import bindings
from ..protocol.addresses import invitation
from ..protocol.client_messages import AssignSeat, Sit, Start
from ..protocol.clocks import BOT, CLOCKS, LOSS, named
from ..widgets.key_footer import KeyFooter
from ..widgets.letter_tiles import Tiles
from . import lobby_rows
from .chat import ChatPanel, TableScreenBase
from .connection import Incoming

AT_TIMEOUT = {BOT: "out of time: a bot takes over", LOSS: "out of time: the game is lost"}


class SeatList(OptionList):
    """The seats of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("room.list")]


class RoomScreen(TableScreenBase):
    """The seats in a list; the host may seat bots."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("room")]
    CLOSE = "room.close"

    def compose(self) -> ComposeResult:
        table = self.session.table
        with Vertical(id="page"):
            yield Static(id="title", classes="title", markup=False)
            yield Tiles(table.code)
            yield Static(
                f"Invite friends: {invitation(self.app.address, self.app.link, table.code)}",
                id="invite",
                classes="muted",
                markup=False,
            )
            yield SeatList(id="seats")
            yield Static(id="watchers", classes="muted", markup=False)
            yield Static(id="state", markup=False)
            yield ChatPanel()
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(SeatList).focus()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        self.show()

    def received(self, message: Incoming) -> None:
        self.show()

    def show(self) -> None:
        table, seat_list = self.session.table, self.query_one(SeatList)
        suffix = ", practice with hints (unrated)" * table.practice + ", private" * table.locked
        self.query_one("#title", Static).update(lobby_rows.played(table.game, table.options) + self.clock() + suffix)
        highlighted = seat_list.highlighted
        seat_list.clear_options()
        for n, seat_info in enumerate(table.seats):
            marks = [*["host"] * (seat_info.name == table.host), *["you"] * (n == table.yours)]
            seat_list.add_option(Option(lobby_rows.seat_line(n + 1, seat_info, marks), str(n)))
        seat_list.highlighted = 0 if highlighted is None else min(highlighted, len(table.seats) - 1)
        looking = f"Watching: {join_words(table.watchers)}" if table.watchers else ""
        self.query_one("#watchers", Static).update(looking + ", muted" * bool(looking and table.muted))
        self.query_one("#state", Static).update(self.question_line or self.state())
        self.query_one("#state").set_class(bool(self.question_line), "asked")
        self.show_talk(max(1, self.query_one("#chat-lines").container_size.height))
        self.refresh_bindings()

    def clock(self) -> str:
        """The table's clock and what happens when a player's time has run out; empty without a clock."""
        table = self.session.table
        return f", {named(table.clock)} ({AT_TIMEOUT[table.timeout]})" if table.clock in CLOCKS else ""

    def state(self) -> str:
        """The reason for the wait, as a line."""
        table, names = self.session.table, self.app.key_names
        free = sum(not seat_info.name for seat_info in table.seats)
        if waiting := self.session.waiting:
            return waiting.text
        if free:
            bot = f", or add a bot ({names['room.bot']})" * table.hosting
            return f"{plural(free, 'seat')} open: share the code{bot}"
        return (
            f"All seats taken: {names['room.start']} starts the game"
            if table.hosting
            else f"Waiting for {table.host} to start"
        )

    @property
    def seat(self) -> int:
        """Number of the highlighted seat."""
        return self.query_one(SeatList).highlighted or 0

    def back(self) -> None:
        self.query_one(SeatList).focus()

    @on(OptionList.OptionSelected)
    def sit(self) -> None:
        if self.seat != self.session.table.yours:
            self.ask_table(Sit(self.seat))

    def action_bot(self) -> None:
        """Seat a bot, or change its level; the levels cycle."""
        levels = list(LEVELS)
        bot = self.session.table.seats[self.seat].bot
        at = levels.index(bot) + 1 if bot in levels else 1
        self.ask_table(AssignSeat(self.seat, levels[at % len(levels)]))

    def action_open(self) -> None:
        self.ask_table(AssignSeat(self.seat))

    def action_invite(self) -> None:
        self.app.open_screen("players")

    def action_start(self) -> None:
        self.ask_table(Start())

    def action_leave(self) -> None:
        self.app.go_home()

    def action_close(self) -> None:
        if self.talking:
            self.hush()

    def action_walk(self, step: int) -> None:
        seat_list = self.query_one(SeatList)
        seat_list.action_cursor_down() if step > 0 else seat_list.action_cursor_up()

    @on(OptionList.OptionHighlighted)
    def chose(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the host seats bots, opens seats and starts the game; a bot never replaces a person."""
        if not self.ready:
            return super().check_action(action, parameters)
        table = self.session.table
        seat_info = table.seats[self.seat]
        match action:
            case "bot":
                return table.hosting and not seat_info.person
            case "open":
                return table.hosting and bool(seat_info.name) and self.seat != table.yours
            case "invite":
                return table.hosting
            case "start":
                return table.hosting and (all(seat_info.name for seat_info in table.seats) or None)
        return super().check_action(action, parameters)
