"""The players of a server: friends, recent opponents, others who are here, and those whom you have blocked."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.core.text import plural

from ..model.actions import bindings
from ..protocol.message_limits import NAME
from ..protocol.player_messages import FetchProfile, Invite, ListPlayers, PlayerInfo, PlayerList, Profile
from ..protocol.server_messages import Note
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from . import lobby_rows, player_words
from .connection import Incoming
from .input_page import InputPage

HEADINGS = ("Friends", "Recent opponents", "Others who are here", "Blocked players")
NO_FRIENDS = "No friends yet: find a player by name, or open a profile."
REFRESH = 20.0
"""Seconds after which the list is fetched again; the server sends its changes for a while longer."""
AROUND = 8
"""Rows of the window that the list leaves to others."""


class People(OptionList):
    """The players under their headings."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("players.list")]


class PlayersScreen(InputPage):
    """The list of players, with an input below it that finds one by name."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("players")]

    def __init__(self) -> None:
        super().__init__()
        self.listed: PlayerList | None = None
        self.seeking = False
        """True while the profile of a player found by name is on its way."""

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static("Players", classes="title")
            yield Static(id="who", markup=False)
            yield People(id="people")
            yield Static(id="about", classes="muted", markup=False)
            yield LabelledLine(Input(max_length=NAME))
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(People).focus()
        self.set_interval(REFRESH, self.ask)
        self.query_one(People).styles.max_height = max(3, self.size.height - AROUND)

    def on_screen_resume(self) -> None:
        self.ask()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(People).styles.max_height = max(3, event.size.height - AROUND)
        self.show()

    def ask(self) -> None:
        if self.is_current:
            self.session.send(ListPlayers())

    def received(self, message: Incoming) -> None:
        match message:
            case PlayerList():
                self.listed = message
                self.show()
            case Note(text) if self.is_current:
                self.notify(text, markup=False)
            case Profile() if self.seeking:
                from .profile import ProfileScreen

                self.seeking = False
                self.app.push_screen(ProfileScreen(message.player.number))

    def show(self) -> None:
        if self.listed is None:
            return
        people, before = self.query_one(People), self.player
        groups = (self.listed.friends, self.listed.recent, self.listed.others, self.listed.blocked)
        people.clear_options()
        for heading, infos in zip(HEADINGS, groups, strict=True):
            if infos or heading == HEADINGS[0]:
                people.add_option(Option(Text(heading, "bold"), disabled=True))
            people.add_options([Option(self.line(info), str(info.number)) for info in infos])
            if not infos and heading == HEADINGS[0]:
                people.add_option(Option(f"  {NO_FRIENDS}", disabled=True))
        rows = [n for n, option in enumerate(people.options) if option.id]
        same = [n for n in rows if before and people.options[n].id == str(before.number)]
        people.highlighted = next(iter([*same, *rows]), None)
        self.query_one("#who", Static).update(self.summary())
        self.refresh_bindings()

    def line(self, info: PlayerInfo) -> Text:
        """A player as a line: name, and where they are."""
        return Text(f"  {lobby_rows.fit(info.name, player_words.NAMES)}{player_words.place(info)}", no_wrap=True)

    def summary(self) -> str:
        """The number of players here, and the table to which they can be invited."""
        if code := player_words.hosted_table(self.session):
            return f"Choose whom you invite to {code}."
        return f"{plural(self.session.lobby.players, 'player')} online."

    @property
    def player(self) -> PlayerInfo | None:
        """The highlighted player."""
        at, listed = self.query_one(People).highlighted, self.listed
        if at is None or listed is None or at >= self.query_one(People).option_count:
            return None
        number = self.query_one(People).get_option_at_index(at).id
        everyone = [*listed.friends, *listed.recent, *listed.others, *listed.blocked]
        return next((info for info in everyone if str(info.number) == number), None)

    @on(OptionList.OptionHighlighted)
    def chose(self) -> None:
        self.refresh_bindings()

    @on(OptionList.OptionSelected)
    def open_profile(self) -> None:
        from .profile import ProfileScreen

        if self.player:
            self.app.push_screen(ProfileScreen(self.player.number))

    def action_own(self) -> None:
        """Open the player's own profile."""
        from .profile import ProfileScreen

        self.app.push_screen(ProfileScreen(0))

    def action_leaders(self) -> None:
        from .leaders import LeadersScreen

        self.app.push_screen(LeadersScreen())

    def action_invite(self) -> None:
        if self.player:
            self.ask_table(Invite(self.player.number))

    def action_go(self) -> None:
        """Go to the table of the highlighted player."""
        if self.player:
            self.app.join_table(self.player.code)

    # The input

    def action_find(self) -> None:
        self.open_input("Name:", "finds the player", "players.leave")

    @on(Input.Submitted)
    def find(self, event: Input.Submitted) -> None:
        self.close_input()
        if name := event.value.strip():
            self.seeking = True
            self.session.send(FetchProfile(name=name))

    def key_label(self, action: str) -> str:
        table = "Table" if action == "leave" and self.session.room else ""
        return super().key_label(action) or table

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what cannot be done with the highlighted player."""
        if not self.is_mounted:
            return True
        match action:
            case "find" | "leaders" | "own":
                return not self.typing
            case "invite":
                return bool(self.player and player_words.hosted_table(self.session))
            case "go":
                return bool(self.player and self.player.code and not self.session.room)
        return True
