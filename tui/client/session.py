"""The state of a client: its player, its location, and everything the server has sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic, time
from typing import NamedTuple

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import freeze
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import start_match

from ..protocol.client_messages import Message
from ..protocol.message_limits import CHAT_LINES
from ..protocol.player_messages import Invitation, Invitations
from ..protocol.server_messages import (
    Asked,
    Begun,
    ChatMessage,
    Clocks,
    FromServer,
    HouseRules,
    Lobby,
    Looked,
    Moved,
    Note,
    Notices,
    Over,
    Rated,
    Room,
    Settled,
    Story,
    Undone,
    Welcome,
)
from .remote_match import RemoteMatch


class Location(NamedTuple):
    """The location of the player, which decides the screen."""

    kind: str
    """ "nobody" before the player has a name, "rules" before they have accepted the house rules, then "lobby",
    "room", "seat" during a game, or "over"."""
    code: str = ""


class Session:
    """The client's copy of the server's state; only messages of the server change it."""

    def __init__(
        self,
        send: Callable[[Message], None],
        now: Callable[[], float] = monotonic,
        calendar: Callable[[], float] = time,
    ) -> None:
        self.send, self.now, self.calendar = send, now, calendar
        self.me = Welcome("", False)
        self.hidden_message = ""
        """The message of the day that the player has hidden."""
        self.lobby = Lobby([], 0)
        self.house_rules: HouseRules | None = None
        """House rules that the player has to accept first."""
        self.room: Room | None = None
        """The current table; None in the lobby."""
        self._table: Room | None = None
        self.chat_log: list[ChatMessage | Note] = []
        """Chat and notes of this table, the newest last."""
        self.rated: list[Rated] = []
        self.clocks: Clocks | None = None
        """The clocks of this table at the time `clocks_at`; None if it has none."""
        self.clocks_at = self.lobby_at = 0.0
        self.notices: Notices | None = None
        """This player's notices about slow games; None when the server offers none."""
        self.invitations: list[Invitation] = []
        """Open invitations of this player, the newest first."""
        self.seen_invitations: list[Invitation] = []
        """The invitations that the lobby has shown."""
        self.called_to = 0
        """Number of games waiting for this player when the lobby was last shown."""
        self.next_game = ""
        """Code of the table to which a tournament has called this player; empty without one."""
        self._match: RemoteMatch | None = None
        self._over: Match | None = None
        self._asked: dict[int, Asked] = {}
        self._record: list[str] = []
        self._location = Location("lobby")

    @property
    def table(self) -> Room:
        """The current table, or the last one while its screen is still open; there must be one."""
        assert self._table is not None
        return self._table

    @property
    def match(self) -> RemoteMatch:
        """The running game of the table; there must be one."""
        assert self._match is not None
        return self._match

    @property
    def finished(self) -> Match:
        """The finished game of the table; there must be one."""
        assert self._over is not None
        return self._over

    @property
    def location(self) -> Location:
        """The newest location for which everything that its screen shows has arrived."""
        if self.me.new:
            self._location = Location("nobody")
        elif self.house_rules is not None:
            self._location = Location("rules")
        elif self.room is None:
            self._location = Location("lobby")
        elif self.room.stage == "waiting":
            self._location = Location("room", self.room.code)
        elif self._over is not None:
            self._location = Location("over", self.room.code)
        elif self.room.stage == "playing" and self._match is not None and self._match.complete:
            self._location = Location("seat", self.room.code)
        return self._location

    @property
    def left_daily(self) -> bool:
        """True in the lobby after the table of a daily game."""
        return self.room is None and self._table is not None and bool(self._table.day)

    @property
    def question(self) -> Asked | None:
        """The oldest request that this player has to answer."""
        return next((asked for asked in self._asked.values() if asked.yours), None)

    @property
    def waiting(self) -> Asked | None:
        """The oldest request that others have to answer."""
        return next((asked for asked in self._asked.values() if not asked.yours), None)

    def seconds_left(self) -> list[float | None]:
        """Seconds that each seat of this table has left now; None for a bot. Empty without clocks."""
        if self.clocks is None:
            return []
        passed, running = self.now() - self.clocks_at, self.clocks.running
        return [
            seconds if seconds is None or seat != running else max(0.0, seconds - passed)
            for seat, seconds in enumerate(self.clocks.left)
        ]

    def receive(self, message: FromServer) -> None:
        match message:
            case Welcome():
                self.me, self._asked, self.house_rules = message, {}, None
            case HouseRules():
                self.house_rules = message
            case Notices():
                self.notices = message
            case Invitations(invitations):
                self.invitations = invitations
            case Lobby():
                self.lobby, self.room, self.lobby_at = message, None, self.now()
                self._clear()
            case Room():
                self._enter(message)
            case Begun():
                self._match, self._over, self._record = RemoteMatch(self.table, message), None, []
            case Story():
                self.match.tell(message)
            case Moved():
                self.match.move(message)
            case Undone():
                self.match.take_back(message)
            case Clocks():
                self.clocks, self.clocks_at = message, self.now()
            case Looked():
                self.match.look(message)
            case Over():
                self._end(message)
            case ChatMessage() | Note():
                self.chat_log = [*self.chat_log[1 - CHAT_LINES :], message]
            case Asked():
                self._asked[message.number] = message
            case Settled():
                self._asked.pop(message.number, None)

    def _enter(self, room: Room) -> None:
        """Enter a table, or update the current one."""
        if self.room is None or self.room.code != room.code:
            self._clear()
        self.room = self._table = room
        if room.code == self.next_game:
            self.next_game = ""
        if self._match is not None:
            self._match.sit(room.seats)

    def _clear(self) -> None:
        self._match, self._over, self._record, self._asked, self.chat_log = None, None, [], {}, []
        self.clocks = None

    def _end(self, message: Over) -> None:
        """Add a part of the record; with the last one the match is finished."""
        self._record += message.lines
        if message.last:
            self._over, self.rated = replayed(self._record), message.rated
            self._record = []


def replayed(lines: list[str]) -> Match:
    """Rebuild a match from the lines of its record."""
    head, *actions = (freeze(json.loads(line)) for line in lines)
    match = start_match(Path("record"), head, BOTS)
    for action in actions:
        match.act(action)
    return match
