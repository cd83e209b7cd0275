"""A player's profile: where they are, their ratings with the history, and their last games."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table as Sheet
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..model.actions import bindings
from ..protocol.client_messages import ListGames, Name
from ..protocol.message_limits import NAME
from ..protocol.player_messages import BLOCKED, FRIEND, NOBODY, FetchProfile, Invite, Profile, Relate
from ..protocol.server_messages import GameFile, GameList, Note
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from . import player_words
from .archive import GameOpener, Games, line_of
from .connection import Incoming
from .input_page import InputPage

NO_GAMES = "No finished games."
LINE = 24
"""Columns of the line of ratings."""
LAST = (3, 10)
"""Minimum and maximum number of last games."""
AROUND = 16
"""Rows of the window that the last games leave to others."""
SIGNS = {FRIEND: "friend", BLOCKED: "blocked"}


class ProfileScreen(InputPage, GameOpener):
    """The profile of a player; 0 is the client's own."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("profile")]

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.profile: Profile | None = None
        self.listed: GameList | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Static(id="title", classes="title", markup=False)
            yield Static(id="where", markup=False)
            yield Static(id="figures")
            yield Static("Last games", id="heading", markup=False)
            yield Games(id="games")
            yield LabelledLine(Input(max_length=NAME))
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Games).focus()

    def on_screen_resume(self) -> None:
        self.ask()

    def on_resize(self, event: events.Resize) -> None:
        self.show()
        self.ask_games()

    def ask(self) -> None:
        """Ask for the profile; its games follow."""
        self.session.send(FetchProfile(self.number))

    def ask_games(self) -> None:
        if self.profile:
            most = max(LAST[0], min(self.size.height - AROUND, LAST[1]))
            self.session.send(ListGames(player=self.profile.player.number, most=most))

    def received(self, message: Incoming) -> None:
        if not self.is_current:
            return
        match message:
            case Profile() if message.player.number == self.number or (message.yours and not self.number):
                self.profile, self.number = message, message.player.number
                self.show()
                self.ask_games()
            case Note(text):
                self.notify(text, markup=False)
            case GameList():
                self.listed = message
                self.show_games(message)
            case GameFile():
                self.read(message)

    def show(self) -> None:
        profile = self.profile
        if profile is None:
            return
        sign = "you" if profile.yours else SIGNS.get(profile.relation, "")
        self.query_one("#title", Static).update(profile.player.name + f" ({sign})" * bool(sign))
        self.query_one("#where", Static).update(self.where(profile))
        self.query_one("#figures", Static).update(self.figures(profile))
        self.refresh_bindings()

    def where(self, profile: Profile) -> str:
        """Sentences on where and when the player is and was here, and on former names."""
        place = player_words.place(profile.player)
        seen = [f"first seen {player_words.day(profile.first)}"] if profile.first else []
        if profile.last and not profile.player.online:
            seen.append(f"last seen {player_words.day(profile.last)}")
        former = f"Formerly {', '.join(profile.former)}." if profile.former else ""
        return "\n".join(filter(None, [", ".join([place[0].upper() + place[1:], *seen]) + ".", former]))

    def figures(self, profile: Profile) -> Sheet | str:
        """A row for each game: rating, games, and the line of ratings."""
        if not profile.games:
            return "No rated or finished games yet."
        p, sheet = self.app.palette, Sheet(box=None, padding=(0, 2, 0, 0))
        for title in ("Game", "Rating", "Rated", "Finished", "Won", "History"):
            sheet.add_column(title, justify="left" if title in ("Game", "History") else "right", no_wrap=True)
        for game in profile.games:
            rating = "-" if game.rating is None else str(game.rating)
            line = player_words.rating_line(game.history, LINE, bool(p["braille"]))
            numbers = (str(game.rated), str(game.finished), str(game.won))
            sheet.add_row(player_words.game_title(game.game), rating, *numbers, Text(line, p.style("cursor")))
        return sheet

    # Last games

    def show_games(self, listed: GameList) -> None:
        games, width = self.query_one(Games), min(self.size.width, 110) - 8
        games.clear_options()
        games.add_options([Option(line_of(game, width), str(game.number)) for game in listed.games])
        if not listed.games:
            games.add_option(Option(NO_GAMES, disabled=True))
        games.highlighted = 0 if listed.games else None
        self.refresh_bindings()

    def seat_in(self, number: int) -> int | None:
        games = self.listed.games if self.listed else []
        return next((game.yours for game in games if game.number == number), None)

    @on(OptionList.OptionSelected)
    def fetch_game(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.fetch(int(event.option.id))

    # What can be done

    def relate(self, relation: str) -> None:
        """Set the relation to this player, or undo it if it is so already."""
        if self.profile:
            undo = self.profile.relation == relation
            self.session.send(Relate(self.profile.player.number, NOBODY if undo else relation))

    def action_friend(self) -> None:
        self.relate(FRIEND)

    def action_block(self) -> None:
        self.relate(BLOCKED)

    def action_invite(self) -> None:
        if self.profile:
            self.ask_table(Invite(self.profile.player.number))

    def action_go(self) -> None:
        """Go to the table of this player."""
        if self.profile:
            self.app.join_table(self.profile.player.code)

    def action_keys(self) -> None:
        from .account_keys import AccountKeysScreen

        self.app.push_screen(AccountKeysScreen())

    def action_rename(self) -> None:
        self.open_input("New name:", "changes it, once a day", "profile.leave", self.session.me.name)

    @on(Input.Submitted)
    def rename(self, event: Input.Submitted) -> None:
        self.close_input()
        if (name := event.value.strip()) and name != self.session.me.name:
            self.session.send(Name(name))
            self.ask()

    def key_label(self, action: str) -> str:
        """The present labels of keys."""
        relation = self.profile.relation if self.profile else ""
        related = {"friend": "Unfriend" * (relation == FRIEND), "block": "Unblock" * (relation == BLOCKED)}
        return related.get(action, "") or super().key_label(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what cannot be done with this player."""
        if action in ("leave", "app.help") or not self.is_mounted:
            return True
        if self.profile is None or self.typing:
            return False
        match action:
            case "friend" | "block":
                return not self.profile.yours
            case "keys":
                return self.profile.yours
            case "rename":
                return self.profile.yours and not self.session.room
            case "invite":
                return not self.profile.yours and bool(player_words.hosted_table(self.session))
            case "go":
                return not self.profile.yours and bool(self.profile.player.code) and not self.session.room
        return True
