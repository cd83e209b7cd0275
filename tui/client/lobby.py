"""The lobby: the list of tables, and ways to join or open one."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabletown import rules
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.text import join_words, plural

from ..model.actions import bindings
from ..protocol.client_messages import Join
from ..protocol.clocks import CLOCKS, named
from ..protocol.player_messages import DeclineInvitation, Invitation
from ..protocol.server_messages import Problem, Row
from ..protocol.table_codes import CODE
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from ..widgets.title_art import Skyline
from . import lobby_rows, player_words
from .chat import OnlineScreen
from .clocks import time_sentence
from .connection import Incoming

TALL = 34
"""Rows of a window in which the skyline and a message of the day have room."""
NEXT_ROUNDS = 2
"""Tournaments whose next rounds are told."""
INVITED = "invitation "
"""Start of the ids of invitations in the list."""
NOBODY = "No tables yet. Open one and share its code."


class Tables(OptionList):
    """The tables of the server."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("lobby.list")]


class LobbyScreen(OnlineScreen):
    """The list of tables, with an input below it for codes and passwords."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("lobby")]

    last_join: Join | None = None
    """The last request to join, in case it needs a password."""
    window_title = ""
    """The title last given to the window; empty before the first list of tables."""

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Skyline()
            yield Static(id="message", markup=False)
            yield Static(id="waiting", classes="asked", markup=False)
            yield Static(id="who", markup=False)
            yield Tables(id="tables")
            yield Static(id="about", classes="muted", markup=False)
            yield LabelledLine(Input())
        yield KeyFooter(more="More")

    def on_mount(self) -> None:
        self.query_one(Tables).focus()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def received(self, message: Incoming) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        """Repaint after the settings may have changed."""
        self.query_one(Skyline).refresh()
        self.show()

    def show(self) -> None:
        tables = self.query_one(Tables)
        selected, rows, asked = self.selected, self.session.lobby.tables, self.session.invitations
        self.query_one("#who", Static).update(self.summary())
        self.call_to_games(sum(row.turn for row in rows))
        self.show_message()
        new = [invitation for invitation in asked if invitation not in self.session.seen_invitations]
        self.session.seen_invitations = asked
        if new:
            self.app.ring()
            selected = f"{INVITED}{new[0].code}"
        tables.clear_options()
        width = min(self.size.width, 110) - 8
        tables.add_options([Option(self.invitation_line(each, width), f"{INVITED}{each.code}") for each in asked])
        tables.add_options([Option(lobby_rows.table(row, width), row.code) for row in rows])
        if not (rows or asked):
            tables.add_option(Option(NOBODY, disabled=True))
        tables.highlighted = next(
            (n for n, option in enumerate(tables.options) if selected and option.id == selected),
            0 if rows or asked else None,
        )
        self.tell()
        self.refresh_bindings()

    def call_to_games(self, count: int) -> None:
        """Show how many games wait for this player; ring the bell when they become more."""
        text = f"{plural(count, 'game')} {'is' if count == 1 else 'are'} waiting for you"
        game = [self.game_sentence(self.tournament_game)] if self.tournament_game else []
        sentences = [*[text] * (count > 0), *game, *self.session.lobby.tournaments[:NEXT_ROUNDS]]
        self.query_one("#waiting", Static).update("\n".join(sentences))
        self.query_one("#waiting").set_class(not sentences, "hidden")
        if count > self.session.called_to:
            self.app.ring()
        self.session.called_to = count
        title = f"{text} - Tabletown" if count else "Tabletown"
        if self.session.lobby.players and title != self.window_title:
            self.window_title = title
            self.app.set_title(title)

    @property
    def tournament_game(self) -> Row | None:
        """This player's running game of a tournament."""
        rows = self.session.lobby.tables
        return next((row for row in rows if row.tournament and row.yours and row.stage == "playing"), None)

    def game_sentence(self, row: Row) -> str:
        """A sentence on a game of a tournament, with the key that sits down."""
        me, key = self.session.me.name, self.app.key_names["lobby.game"]
        other = next((seat_info.name for seat_info in row.seats if seat_info.name != me), "")
        return f"{row.tournament}: your game against {other} is on; {key} sits down"

    def show_message(self) -> None:
        """Show the message of the day, in place of the skyline in a small window."""
        text = self.message
        self.query_one("#message", Static).update(text)
        self.query_one("#message").set_class(not text, "hidden")
        self.query_one(Skyline).set_class(bool(text) and self.size.height < TALL, "hidden")

    @property
    def message(self) -> str:
        """The message of the day; empty once the player has hidden it, until there is another one."""
        text = self.session.me.message
        return "" if text == self.session.hidden_message else text

    def action_hide(self) -> None:
        self.session.hidden_message = self.session.me.message
        self.show()

    def summary(self) -> str:
        """The player's name and ratings, and the number of players here."""
        me, online = self.session.me, self.session.lobby.players
        ratings = join_words([f"{rules.load(game).TITLE} {n}" for game, n in me.ratings.items() if is_game(game)])
        parts = [f"You are {me.name}" if me.name else "Connecting", *([f"rating {ratings}"] if ratings else [])]
        others = f" {plural(online, 'player')} online." if online else ""
        return ", ".join(parts) + ("." if me.name else " ...") + others

    def invitation_line(self, invitation: Invitation, width: int) -> Text:
        text = lobby_rows.fit(player_words.invitation(invitation), width).rstrip()
        return Text(text, "bold", no_wrap=True)

    @property
    def selected(self) -> str:
        """Code of the highlighted table, or INVITED and the code of the highlighted invitation; empty for none."""
        at = self.query_one(Tables).highlighted
        return (self.query_one(Tables).get_option_at_index(at).id or "") if at is not None else ""

    @property
    def row(self) -> Row | None:
        """The highlighted table."""
        return next((row for row in self.session.lobby.tables if row.code == self.selected), None)

    @property
    def invitation(self) -> Invitation | None:
        """The highlighted invitation."""
        asked = self.session.invitations
        return next((invitation for invitation in asked if f"{INVITED}{invitation.code}" == self.selected), None)

    @on(OptionList.OptionHighlighted)
    def tell(self) -> None:
        """Show details of the highlighted table, and a guest's code."""
        row, guest = self.row, self.session.me.guest
        words = [f"Guest code: {guest} (keep it to come back as {self.session.me.name})."] if guest else []
        if invitation := self.invitation:
            names = self.app.key_names
            join, decline = names["lobby.join"], names["lobby.decline"]
            words = [f"{player_words.invitation(invitation)}. {join} joins, {decline} declines.", *words]
        if row:
            looking = f", {plural(row.watchers, 'spectator')}" if row.watchers else ""
            clock = f", {named(row.clock)}" if row.clock in CLOCKS else ""
            left = [self.time_left(row)] if row.left is not None else []
            practice = ", practice with hints" * row.practice + ", daily game" * bool(row.day)
            game = lobby_rows.played(row.game, row.options) + clock + practice
            origin = row.tournament or f"hosted by {row.host}"
            words = [" ".join([f"{row.code}: {game}, {origin}{looking}.", *left]), *words]
        self.query_one("#about", Static).update("\n".join(words))

    def time_left(self, row: Row) -> str:
        """A sentence on the time that this player has left in a game."""
        passed = self.session.now() - self.session.lobby_at
        return f"You have {time_sentence(max(0.0, (row.left or 0.0) - passed))} left."

    # The input

    def ask(self, label: str, placeholder: str = "", password: bool = False) -> None:
        """Open the input."""
        line, field = self.query_one(LabelledLine), self.query_one(Input)
        field.placeholder, field.value, field.password = placeholder, "", password
        line.say(f"{label}:", f"Enter joins, {self.app.key_names['lobby.close']} cancels")
        line.remove_class("hidden")
        field.focus()

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        text, request = event.value.strip(), self.last_join
        self.action_close()
        if self.query_one(Input).password and request:
            self.join(request.code, request.watch, text)
        elif len(text) == CODE and text.isalpha():
            self.join(text.upper(), bool(request and request.watch))
        elif text:
            self.notify(f"Table codes have {CODE} letters.", severity="warning")

    def join(self, code: str, watch: bool, password: str = "") -> None:
        self.last_join = Join(code, password, watch)
        self.session.send(self.last_join)

    def refused(self, problem: Problem) -> bool:
        """Ask for the password of a private table."""
        if problem.needs != "password":
            return False
        tried = bool(self.last_join and self.last_join.password)
        self.ask("Password", problem.text if tried else "", password=True)
        return True

    def action_close(self) -> None:
        self.query_one(LabelledLine).add_class("hidden")
        self.query_one(Tables).focus()

    @on(OptionList.OptionSelected)
    def sit(self) -> None:
        if chosen := self.row or self.invitation:
            self.join(chosen.code, False)

    def action_decline(self) -> None:
        if self.invitation:
            self.session.send(DeclineInvitation(self.invitation.code))

    def action_watch(self) -> None:
        if chosen := self.row or self.invitation:
            self.join(chosen.code, True)

    def action_code(self) -> None:
        self.last_join = None
        self.ask("Table code", f"{CODE} letters")

    def action_new(self) -> None:
        self.app.open_screen("new-table")

    def action_today(self) -> None:
        self.app.open_screen("today")

    def action_archive(self) -> None:
        self.app.open_screen("archive")

    def action_rules(self) -> None:
        self.app.open_screen("house-rules")

    def action_tournaments(self) -> None:
        self.app.open_screen("tournaments")

    def action_game(self) -> None:
        if row := self.tournament_game:
            self.join(row.code, False)

    def action_players(self) -> None:
        self.app.open_screen("players")

    def action_settings(self) -> None:
        self.app.open_screen("settings")

    def action_walk(self, step: int) -> None:
        tables = self.query_one(Tables)
        tables.action_cursor_down() if step > 0 else tables.action_cursor_up()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide actions that need a table while the list is empty, and one that needs a message without any."""
        if action == "hide":
            return bool(self.message)
        if action == "rules":
            return bool(self.session.me.rules)
        if action == "game":
            return self.tournament_game is not None
        if action == "decline":
            return self.is_mounted and self.invitation is not None
        return action != "watch" or not self.is_mounted or bool(self.row or self.invitation)
