"""People of a town with several hosts: they play fast, come back at another host when theirs dies, and move on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tabletown.rules.core.game import freeze
from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Join, Leave, Message, Open, Resign, Start
from tabletown.tui.protocol.clocks import BOT, LOSS, NONE
from tabletown.tui.protocol.server_messages import Entry, FromServer, Moved, Room, Story
from tests.tui.server.journal_checks import Heard
from tests.tui.server.quick_host import SHORT
from tests.tui.server.restless import Player, Restless

PAUSE = 0.06
"""Seconds between two things that a person does, on average: a client may send 20 messages a second."""
TABLES = 12
"""Games and tables that there should be, at most."""
SLEEPY = 10
"""One in so many players does not move in a game with a live clock."""
SEATS = (["", ""], ["", ""], ["", ""], ["", "", ""], ["", "novice"], ["", "novice", ""], ["", "novice", "novice"])


class Talker(Restless):
    """A client that notes which actions were announced to it."""

    heard: Heard

    def note(self, message: FromServer) -> None:
        super().note(message)
        match message:
            case Moved():
                self.announced(message.ply - 1, message.line)
            case Story():
                for ply, line in enumerate(message.lines, message.ply):
                    self.announced(ply, line)

    def announced(self, ply: int, entry: Entry) -> None:
        if self.room:
            self.heard.announced.add((self.room.code, ply, freeze(entry.action)))


class Citizen(Player):
    """A person who lives as long as the town."""

    pause = PAUSE

    def __init__(self, name: str, seed: str, heard: Heard) -> None:
        super().__init__(name, seed)
        self.heard = heard
        self.arrivals = 0

    def new_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Talker:
        client = Talker(reader, writer)
        client.heard = self.heard
        return client

    async def stay(self, hosts: Callable[[], list[Path]]) -> None:
        """Go to one host after the other, until the task is cancelled."""
        while True:
            await self.live(self.rng.choice(hosts()))
            self.arrivals += self.client is not None
            await asyncio.sleep(0.2 * self.rng.random())

    def wish(self, client: Restless) -> Message | None:
        if not self.finishing and self.rng.random() < 0.002:
            client.close()
            return None
        if client.room is None:
            return self.wish_in_lobby(client)
        by_stage = {"waiting": self.wish_in_room, "playing": self.wish_in_game, "over": self.wish_afterwards}
        return by_stage[client.room.stage](client, client.room)

    def wish_in_lobby(self, client: Restless) -> Message | None:
        rows, chance = client.lobby.tables, self.rng.random()
        if turn := [row for row in rows if row.turn]:
            return Join(self.rng.choice(turn).code)
        waiting = [row for row in rows if row.stage == "waiting"]
        playing = [row for row in rows if row.yours and row.stage == "playing"]
        if playing and chance < 0.2:
            return Join(self.rng.choice(playing).code)
        if self.finishing:
            return None
        if waiting:
            return Join(self.rng.choice(waiting).code) if chance < 0.5 else None
        if client.lobby.players and chance < 0.1 and sum(row.stage == "playing" for row in rows) < TABLES:
            return self.new_table()
        return None

    def wish_in_room(self, client: Restless, room: Room) -> Message | None:
        if room.hosting and all(seat.bot or seat.person for seat in room.seats):
            return Start()
        return Leave() if self.finishing or self.rng.random() < 0.002 else None

    def new_table(self) -> Open:
        game = self.rng.choice(["splendor", "splendor", "splendor", "metropolys"])
        seats = self.rng.choice(SEATS[:3] if game == "metropolys" else SEATS)
        clock = self.rng.choice([NONE, SHORT, SHORT, "10+10", "1d"])
        return Open(game, {}, seats, clock=clock, timeout=self.rng.choice([BOT, LOSS]))

    def wish_in_game(self, client: Restless, room: Room) -> Message | None:
        now, chance = client.now, self.rng.random()
        if question := next((asked for asked in client.asked.values() if asked.yours), None):
            del client.asked[question.number]
            return Answer(question.number, chance < 0.7)
        away = any(seat.away for seat in room.seats)
        if room.yours is None:
            return Leave() if chance < 0.2 else None
        if now and now.legal and now.ply != client.acted and not self.sleeps(room):
            if chance < 0.004:
                return Leave() if chance < 0.001 else Resign() if chance < 0.003 else Ask("end")
            return self.move(client)
        if now and not now.legal and chance > 0.997:
            return Ask("undo")
        return Leave() if chance < (0.05 if away else 0.003) else None

    def sleeps(self, room: Room) -> bool:
        """True at a table where this person lets the time run out."""
        return room.clock == SHORT and sum(map(ord, room.code + self.name)) % SLEEPY == 0

    def move(self, client: Restless) -> Act:
        assert client.now and client.room
        client.acted = client.now.ply
        legal = client.now.legal
        action = self.rng.choice([a for a in legal if a[0] == "buy"] or [a for a in legal if a[0] == "take"] or legal)
        self.heard.sent.add((client.room.code, client.now.ply, self.name, freeze(action)))
        return Act(client.now.ply, action)
