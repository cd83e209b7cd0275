"""Players who do everything that can be done at a server, at random, until it dies under them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic, time

from msgspec.structs import replace

from tabletown import rules
from tabletown.tui.protocol.client_messages import (
    PROTOCOL,
    Act,
    Answer,
    Ask,
    AssignSeat,
    FetchGame,
    Hello,
    Join,
    Leave,
    ListGames,
    Message,
    Name,
    Open,
    Resign,
    Start,
    TableRequest,
)
from tabletown.tui.protocol.clocks import CLOCKS, NONE, TIMEOUTS
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.protocol.server_messages import (
    Asked,
    Begun,
    ChatMessage,
    Clocks,
    Entry,
    FromServer,
    Lobby,
    Moved,
    Note,
    Over,
    Room,
    Row,
    Settled,
    Story,
    Undone,
    Welcome,
)
from tabletown.tui.protocol.tournament_messages import (
    SYSTEMS,
    CreateTournament,
    EnterTournament,
    LeaveTournament,
    ListTournaments,
    TournamentCall,
    TournamentList,
    TournamentRow,
)
from tests.tui.server.raw_client import Client, key

TABLES, CUPS = 7, 2
"""Tables and tournaments that there should be, at most."""
SOON = 5.0
"""Seconds until a new tournament starts."""
PATIENCE = 0.5
"""Seconds to wait for an answer."""
PAUSE = 0.004
"""Seconds between two things that a player does, on average."""


class Restless(Client):
    """A player's client that remembers what it has heard."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.lobby = Lobby([], 0)
        self.log: dict[int, Entry] = {}
        """Actions at the present table, as far as they were announced, by ply."""
        self.asked: dict[int, Asked] = {}
        """Open requests by number."""
        self.clocks: Clocks | None = None
        self.records: dict[str, list[str]] = {}
        """Records of finished games by the code of the table."""
        self.notes: list[tuple[str, str]] = []
        """Notes, each with the code of the table where the player was."""
        self.called: list[str] = []
        """Codes of the tables to which a tournament has called."""
        self.cups = TournamentList([], 0)
        self.acted = -1
        """The ply at which this player has moved last."""
        self.code = ""
        """Code of the present or last table."""
        self.moves = 0
        """Moves of which this player has heard."""
        self.patient = 0.0
        """The time until which this player waits for the answer to the last request; 0 once it is there."""

    def send(self, message: Message) -> None:
        """Send a request to a table with the code of the one that this player sees."""
        if self.room and isinstance(message, TableRequest):
            message = replace(message, table=self.room.code)
        super().send(message)

    def note(self, message: FromServer) -> None:
        super().note(message)
        if not isinstance(message, Moved | Clocks | Note | ChatMessage | Settled):
            self.patient = 0.0
        match message:
            case Lobby():
                self.lobby, self.room = message, None
                self.leave_table()
            case Room() if message.code != self.code:
                self.leave_table()
                self.code = message.code
            case Begun():
                self.log, self.acted = {}, -1
            case Story():
                self.log |= dict(enumerate(message.lines, message.ply))
            case Moved():
                self.log[message.ply - 1] = message.line
                self.moves += 1
            case Undone():
                self.log = {ply: entry for ply, entry in self.log.items() if ply < message.ply}
                self.acted = -1
            case Clocks():
                self.clocks = message
            case Asked():
                self.asked[message.number] = message
            case Settled():
                self.asked.pop(message.number, None)
            case Over(last=True) if self.room:
                self.records[self.room.code] = self.record
            case Note(text):
                self.notes.append((self.room.code if self.room else "", text))
            case TournamentCall(code=code):
                self.called.append(code)
            case TournamentList():
                self.cups = message

    def leave_table(self) -> None:
        self.log, self.asked, self.clocks, self.now, self.acted = {}, {}, None, None, -1


class Player:
    """A person who comes back after each death of the server."""

    pause = PAUSE

    def __init__(self, name: str, seed: str) -> None:
        self.name, self.rng = name, Random(seed)
        self.client: Restless | None = None
        """The present or last connection."""
        self.finishing = False
        """True when the player only finishes games."""
        self.visits: Counter[str] = Counter()
        """Visits while doing that, by the code of the table."""

    def new_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Restless:
        return Restless(reader, writer)

    async def live(self, path: Path) -> None:
        """Come, and do things until the server dies or the task is cancelled."""
        self.client = None
        try:
            client = self.new_client(*await asyncio.open_unix_connection(str(path), limit=SERVER_LINE))
            client.name = self.name
            client.send(Hello(PROTOCOL, key=key(self.name)))
            self.client = client
            reading = asyncio.create_task(self.read(client))
            try:
                while not reading.done():
                    await asyncio.sleep(self.rng.expovariate(1 / self.pause))
                    if client.writer.is_closing() or monotonic() < client.patient:
                        continue
                    if message := self.wish(client):
                        client.patient = 0.0 if isinstance(message, Act | Answer) else monotonic() + PATIENCE
                        client.send(message)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
        except OSError:
            pass

    async def read(self, client: Restless) -> None:
        """Read to the end."""
        while True:
            try:
                client.unread.clear()
                message = await client.receive()
            except (EOFError, OSError):
                return
            if isinstance(message, Welcome) and message.new:
                client.send(Name(self.name))

    def wish(self, client: Restless) -> Message | None:
        """Something that this player wants to do now."""
        if not self.finishing and self.rng.random() < 0.1:
            stages = ("coming", "running") if self.rng.random() < 0.2 else ("coming",)
            cups = [row for row in client.cups.tournaments if row.stage in stages]
            return EnterTournament(self.rng.choice(cups).number) if cups else ListTournaments()
        if client.room is None:
            return self.wish_in_lobby(client)
        by_stage: dict[str, Callable[[Restless, Room], Message | None]] = {
            "waiting": self.wish_in_room,
            "playing": self.wish_in_game,
            "over": self.wish_afterwards,
        }
        return by_stage[client.room.stage](client, client.room)

    def wish_in_lobby(self, client: Restless) -> Message | None:
        rows, chance = client.lobby.tables, self.rng.random()
        if client.called:
            return Join(client.called.pop())
        mine = [row for row in rows if row.turn] or [row for row in rows if row.yours]
        if self.finishing:
            return self.least_visited(mine) if mine else None
        if chance < 0.5 and mine:
            return Join(self.rng.choice(mine).code)
        waiting = [row for row in rows if row.stage == "waiting"]
        if chance < 0.6 and waiting:
            return Join(self.rng.choice(waiting).code)
        if chance < 0.7 and rows:
            return Join(self.rng.choice(rows).code, watch=chance < 0.53)
        if chance < 0.8 and len(rows) < TABLES:
            return self.new_table()
        if chance < 0.88:
            return self.about_tournaments(client.cups.tournaments)
        return ListGames() if chance < 0.9 else FetchGame(self.rng.randrange(1, 40)) if chance < 0.92 else None

    def least_visited(self, mine: list[Row]) -> Join:
        """Go to the table where this player has been least often, so that no game waits for long."""
        code = min(mine, key=lambda row: self.visits[row.code]).code
        self.visits[code] += 1
        return Join(code)

    def new_table(self) -> Open:
        game = self.rng.choice(rules.GAMES)
        seats = self.rng.choice([["", ""], ["", ""], ["", ""], ["", "", ""], ["", "novice"], ["", "novice", ""]])
        clock = self.rng.choice([NONE, *CLOCKS])
        return Open(game, {}, seats, clock=clock, timeout=self.rng.choice(TIMEOUTS))

    def about_tournaments(self, cups: list[TournamentRow]) -> Message:
        current = [row for row in cups if row.stage in ("coming", "running")]
        if current and self.rng.random() < 0.02:
            return LeaveTournament(self.rng.choice(current).number)
        if len(current) >= CUPS:
            return ListTournaments()
        game, system, clock = (self.rng.choice(choices) for choices in (rules.GAMES, SYSTEMS, [*CLOCKS]))
        name = f"Cup {self.rng.randrange(10**6)}"
        return CreateTournament(name, game, {}, system, clock, time() + SOON, most=6)

    def wish_in_room(self, client: Restless, room: Room) -> Message | None:
        if self.finishing or self.rng.random() < 0.02:
            return Leave()
        empty = [n for n, seat in enumerate(room.seats) if not seat.bot and not seat.person]
        if room.hosting and not empty:
            return Start()
        if room.hosting and self.rng.random() < 0.01:
            return AssignSeat(self.rng.choice(empty), "novice")
        return None

    def wish_in_game(self, client: Restless, room: Room) -> Message | None:
        now, chance = client.now, self.rng.random()
        if question := next((asked for asked in client.asked.values() if asked.yours), None):
            del client.asked[question.number]
            return Answer(question.number, not self.finishing and chance < 0.7)
        away = [n for n, seat in enumerate(room.seats) if seat.away]
        if self.finishing or room.yours is None:
            act = now and now.legal and now.ply != client.acted
            return self.move(client) if act else Leave() if chance < 0.02 else None
        if now and now.legal and now.ply != client.acted:
            if chance < 0.04:
                return Leave() if chance < 0.02 else Resign() if chance < 0.03 else Ask("end")
            return self.move(client)
        if away and chance > 0.99:
            return Ask(self.rng.choice(["bot", "replace"]), self.rng.choice(away))
        return Leave() if chance < (0.06 if away else 0.003) else Ask("undo") if chance > 0.98 else None

    def move(self, client: Restless) -> Act:
        assert client.now
        client.acted = client.now.ply
        return Act(client.now.ply, self.rng.choice(client.now.legal))

    def wish_afterwards(self, client: Restless, room: Room) -> Message | None:
        if question := next((asked for asked in client.asked.values() if asked.yours), None):
            del client.asked[question.number]
            return Answer(question.number, self.rng.random() < 0.7)
        if self.finishing or self.rng.random() < 0.1:
            return Leave()
        return Ask("rematch") if self.rng.random() < 0.1 else None
