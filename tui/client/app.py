"""The online app: the lobby is its home screen, and it reads and writes no files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from textual import events
from textual._compositor import CompositorUpdate
from textual.screen import Screen

from tabletown.rules.core.match import Match

from ..app import TabletownApp
from ..model.palette import Palette
from ..model.reviews import ReviewProgress
from ..model.settings import Settings
from ..model.terminal import Terminal
from ..protocol.addresses import Address
from ..protocol.client_messages import Leave
from ..protocol.daily_messages import PuzzleAnswer, PuzzlePosition, PuzzleReply, Today
from ..protocol.player_messages import KeyCode, KeyList, Leaderboard, PlayerList, Profile
from ..protocol.server_messages import Bye, GameFile, GameList, Judged, Note, Problem
from ..protocol.tournament_messages import TournamentCall, TournamentDetails, TournamentList
from ..widgets.painted_cells import ChangedCells, PaintedCells
from .app_protocol import OnlineAppProtocol
from .connection import Connection, Incoming, Lost
from .judges import RemoteJudges
from .session import Location, Session

if TYPE_CHECKING:
    from .chat import OnlineScreen

GUIDE = """\
# Tabletown

Play other people on this server. If your connection drops, reconnect and you are back in your seat.
If someone is away for long, a bot plays for them until they return.

- **Lobby**: arrow keys choose a table, {lobby.join} joins it, {lobby.watch} watches, {lobby.new} opens one.
- **Waiting room**: anyone with the table code can join; the host starts the game.
- **Table**: `{board.left} {board.down} {board.up} {board.right}` move the cursor, {board.next-zone} jumps to the
  next part of the table, {table.play} picks an item or plays your move. A click or a touch picks an item too, and
  another one there plays your move. The keys in the last line can be clicked.
- **Chat**: `{talk.say}` opens it; a digit sends a quick phrase. Players can ask each other to undo a
  move, swap seats, play a rematch or end the game: answer with `{talk.yes}` (accept) or `{talk.no}` (decline).
- **Clocks**: a table can have a live clock (`5+5`: 5 minutes, and 5 seconds more after each turn) or a slow one (days
  for each move). If your time runs out, a bot takes over, or you lose, as its host has chosen. Slow games wait in the
  lobby, and some servers send you notices: see the settings (`{lobby.settings}`).
- **Practice**: a table can be opened as practice, which everyone sees in the lobby and at the table. It is never
  rated, and its players can ask for hints with {table.hint}. There are no hints at other tables.
- **Today**: `{lobby.today}` in the lobby opens the daily game and five puzzles, the same for everyone here. You have
  one try at the game, without undo or hints, and nobody can watch it. Days change at 00:00 UTC. A game or puzzle that
  you opened before midnight counts for its own day if you finish it before the next day ends. Places go by result,
  margin, points, then the shorter game. A right first answer to puzzle 1 is worth 1 point, to puzzle 5 it is worth 5.
- **Leaving**: `{game.leave}` goes to the lobby and keeps your seat. To leave for good, resign with `{seat.resign}`:
  you lose, and a bot plays on. `{seat.end}` asks everyone to end the game without a result. If a player has been
  away for an hour, `{seat.replace}` asks the others to give that seat to a bot for good.
- **Players**: `{lobby.players}` in the lobby lists your friends, recent opponents and who is here. {players.profile}
  opens a profile, `{players.find}` finds a player by name, `{players.leaders}` shows the leaderboards. In a profile,
  `{profile.friend}` adds a friend and `{profile.block}` blocks: blocked players cannot chat with you, invite you or sit
  down at your tables, and are not told. `{players.own}` shows your own profile, where you change your name
  (`{profile.rename}`) and add the key of another machine (`{profile.keys}`).
- **Invitations**: the host invites players with `{room.invite}` in the waiting room. Invitations are on top of the
  lobby's list: {lobby.join} joins, `{lobby.decline}` declines. Players who are not here see them when they come.
- **Archive**: `{lobby.archive}` in the lobby lists every finished game. {archive.replay} replays the highlighted one,
  which bots of the server analyse while no table needs them; `{archive.game}`, `{archive.mine}`, `{archive.date}` and
  `{archive.search}` filter the list. `ssh HOST games` prints your games, and `ssh HOST game NUMBER > FILE` downloads
  one.
- **Tournaments**: `{lobby.tournaments}` in the lobby lists them; `{tournaments.new}` creates one, {tournaments.show}
  shows one. Join with `{tournament.join}` before it starts; with fewer than 4 players it is cancelled. When a round
  starts you are called to your table: `{lobby.game}` in the lobby sits down. Your clock runs from then on, and when it
  has run out you lose.
- **Help** is always `{game.help}`; `{app.palette}` opens the command palette.
"""


NOTICE = 20.0
"""Seconds for which the news of a closed table is shown."""


EARLY_ENTER = "ctrl+j"
"""Enter from a terminal that the program had not set up yet: it arrives as a line feed."""


def typed(event: events.Key) -> bool:
    """True for a key of text: a character, Backspace or Enter."""
    return event.is_printable or event.key in ("backspace", "enter", EARLY_ENTER)


class OnlineApp(TabletownApp, OnlineAppProtocol):
    """The app at a server: it shows the screen of the player's location."""

    SETTINGS = ("theme", "glyphs", "confirm", "bell", "keys")
    CSS_PATH = "../app.tcss"
    GUIDE = GUIDE

    def __init__(
        self,
        connection: Connection,
        settings: Settings,
        terminal: Terminal,
        address: Address | None = None,
        *,
        link: str = "",
        now: Callable[[], float] = monotonic,
        calendar: Callable[[], float] = time,
    ) -> None:
        self.judges = RemoteJudges(connection.send)
        super().__init__(self.judges, settings, terminal)
        self.address, self.link = address, link
        self.connection, self.session = connection, Session(connection.send, now, calendar)
        self.location: Location | None = None
        self.location_screen: OnlineScreen | None = None
        """Screen of that location; other screens may be on top of it."""
        self.typed_ahead: list[events.Key] | None = []
        """Keys typed before the server has answered; None from then on."""
        self.farewell = ""
        """The reason why the server ended the session, printed after the program."""
        self.painted = PaintedCells()

    def on_mount(self) -> None:
        self.run_worker(self.follow())

    async def follow(self) -> None:
        """Handle the server's messages in order."""
        await self.go(Location("lobby"))
        await self.connection.run(self.receive)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send the player no more than the cells that have changed."""
        if isinstance(renderable, CompositorUpdate):
            renderable = ChangedCells(self.painted, renderable)
        super()._display(screen, renderable)

    # Keys typed ahead

    async def on_event(self, event: events.Event) -> None:
        """Keep the name that a new player types before the server has answered; the key that quits comes first."""
        if isinstance(event, events.Resize):
            self.painted.forget()
        keys = self.typed_ahead
        if keys is None or not isinstance(event, events.Key) or event.is_forwarded or not typed(event):
            return await super().on_event(event)
        if not keys and event.key in self.key_names.keys("lobby.quit"):
            return await super().on_event(event)
        return keys.append(event)

    async def release_keys(self) -> None:
        """Handle the keys typed ahead, before any that come later; a player who has a name did not mean what opened."""
        keys, self.typed_ahead = self.typed_ahead or [], None
        for key in keys if self.session.me.new else []:
            await self.on_event(events.Key("enter", "\r") if key.key == EARLY_ENTER else key)

    # Locations

    async def receive(self, message: Incoming) -> None:
        """Handle a message completely before the next one, and after the first one the keys typed ahead."""
        await self.handle(message)
        if self.typed_ahead is not None:
            self.call_later(self.release_keys)

    async def handle(self, message: Incoming) -> None:
        from .disconnected import Disconnected

        if not self.is_running:
            return None  # the app is closing its screens
        match message:
            case Lost():
                self.judges.give_up("the connection was lost")
                if isinstance(self.screen, Disconnected):
                    return self.screen.say(message.wait)
                await self.push_screen(Disconnected(message.wait))
                return None
            case Bye():
                self.farewell = message.text
                return self.exit()
            case GameList() | GameFile() | TournamentList() | TournamentDetails():
                return self.show_above(message)
            case Today() | PuzzlePosition() | PuzzleAnswer() | PuzzleReply():
                return self.show_above(message)
            case TournamentCall():
                self.session.next_game = message.code
                self.ring()
                self.notify(message.text, timeout=NOTICE, markup=False)
                return self.screen.refresh_bindings()
            case PlayerList() | Profile() | Leaderboard() | KeyList() | KeyCode():
                return self.show_above(message)
            case Judged():
                return self.judges.answer(message)
            case Problem(about="judgemove"):
                return self.judges.give_up(message.text)
            case Problem() if self.location_screen is None or not self.location_screen.refused(message):
                return self.notify(message.text, severity="warning", markup=False)
            case Note() if self.session.room is None:  # about a table that is no more
                return self.notify(message.text, timeout=NOTICE, markup=False)
        if isinstance(self.screen, Disconnected):
            await self.pop_screen()
        called = self.session.next_game
        self.session.receive(message)
        if called and not self.session.next_game:
            self.clear_notifications()  # the player has followed the call
        room = self.session.room
        self.connection.set_return_table(room.code if room else "", room is not None and room.yours is None)
        if self.session.location != self.location:
            await self.go(self.session.location)
        elif self.location_screen is not None:
            self.location_screen.received(message)
            if isinstance(message, Note):
                self.show_above(message)

    def show_above(self, message: Incoming) -> None:
        """Show a message on the screens above that of the location, whichever of them are still open."""
        from .chat import OnlineScreen

        for screen in self.screen_stack:
            if isinstance(screen, OnlineScreen) and screen is not self.location_screen and screen.is_mounted:
                screen.received(message)

    async def go(self, location: Location) -> None:
        """Close all screens and show that of another location."""
        from .house_rules import HouseRulesScreen
        from .lobby import LobbyScreen
        from .name import NameScreen
        from .score_sheet import OnlineScoreSheet
        from .table import TableScreen
        from .waiting_room import RoomScreen

        screens: dict[str, Callable[[], OnlineScreen]] = {
            "nobody": NameScreen,
            "rules": HouseRulesScreen,
            "lobby": LobbyScreen,
            "room": RoomScreen,
            "seat": lambda: TableScreen(self.session),
            "over": lambda: OnlineScoreSheet(self.session),
        }
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        back_to_today = location.kind == "lobby" and self.location is not None and self.session.left_daily
        self.location, self.location_screen = location, screens[location.kind]()
        await self.push_screen(self.location_screen)
        self.on_resize(events.Resize(self.size, self.size))
        if back_to_today:
            self.open_screen("today")

    def palette_for(self, seats: Sequence[tuple[str, str]]) -> Palette:
        """The same palette in every seat: the people at a table can speak of colours."""
        return self.palette

    def join_table(self, code: str) -> None:
        """Leave all other screens for the lobby, and go to a table; the lobby asks for a password."""
        from .lobby import LobbyScreen

        lobby = self.location_screen
        if isinstance(lobby, LobbyScreen):
            for _ in self.screen_stack[self.screen_stack.index(lobby) + 1 :]:
                self.pop_screen()
            lobby.join(code, False)

    def open_screen(self, name: str) -> None:
        from .new_table import NewTable
        from .settings import OnlineSettings

        if name == "archive":
            from .archive import ArchiveScreen

            self.push_screen(ArchiveScreen())
        elif name == "house-rules":
            from .house_rules import HouseRulesPage

            self.push_screen(HouseRulesPage())
        elif name == "tournaments":
            from .tournaments import TournamentsScreen

            self.push_screen(TournamentsScreen())
        elif name == "today":
            from .today import TodayScreen

            self.push_screen(TodayScreen())
        elif name == "players":
            from .players import PlayersScreen

            self.push_screen(PlayersScreen())
        elif name == "new-table":
            self.push_screen(NewTable())
        elif name == "settings":
            self.push_screen(OnlineSettings())
        else:
            super().open_screen(name)

    def show_replay(self, match: Match, path: Path | None, ply: int = 0, page: str = "") -> None:
        from .score_sheet import OnlineScoreSheet, Review

        assert isinstance(self.location_screen, OnlineScoreSheet)
        self.push_screen(Review(match, self.location_screen.seat, ply=ply))

    def review(self, own: ReviewProgress) -> ReviewProgress:
        """Let the server's bots analyse a game of the archive, and leave any other one as it is."""
        from .archive import ArchivedReplay

        self.judges.number = self.screen.number if isinstance(self.screen, ArchivedReplay) else None
        if self.judges.number is not None:
            return super().review(own)
        own.leave()
        return own

    def go_home(self, news: str = "") -> None:
        """Leave the table for the lobby, which has no place for news; before the start this gives up the seat."""
        if self.session.room is not None:
            self.session.send(Leave(table=self.location.code if self.location else ""))

    # Nothing is saved

    @property
    def kept(self) -> str:
        return "Kept until you disconnect"

    def save_or_warn(self, write: Callable[[], None]) -> None:
        """Apply settings without saving them: they last for the session."""
