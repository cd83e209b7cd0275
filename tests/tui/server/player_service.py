"""The players' part of a server without sockets: who does what, and what each of them is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabletown.tui.protocol.client_messages import Message, Open
from tabletown.tui.protocol.player_messages import Profile
from tabletown.tui.protocol.server_messages import Problem
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.tables.table import Table
from tests.tui.server.desk import Server
from tests.tui.server.raw_client import QUICK


class PlayerService(Server):
    """A server whose clocks the test sets; every player's key is their name in small letters."""

    def __init__(self, folder: Path, limits: Limits = QUICK) -> None:
        super().__init__(folder, limits)
        self.time = 1e9
        self.ended: list[str] = []
        """Keys whose sessions were ended."""
        self.using: dict[int, str] = {}
        """The key of each player's session."""
        self.desk, self.directory = self.service.players, self.service.directory
        self.desk.clock = lambda: self.time
        self.desk.key_of = lambda number: self.using.get(number, "")
        self.desk.end_key = self.ended.append

    def enter(self, name: str, identity: str = "", **arrival: Any) -> int:
        """The number of a player who arrives, perhaps for the first time."""
        number = super().enter(name, identity or name.lower(), **arrival)
        self.using[number] = identity or name.lower()
        self.desk.arrived(number, self.using[number])
        return number

    def send(self, number: int, message: Message) -> None:
        """Handle a message that is not refused."""
        before = self.count(number, Problem)
        super().send(number, message)
        assert self.count(number, Problem) == before, self.posted[-1]

    def refusal(self, number: int, message: Message) -> str:
        """The reason for refusing a message."""
        super().send(number, message)
        to, problem = self.posted[-1]
        assert to == number and isinstance(problem, Problem), problem
        return problem.text

    def count(self, number: int, kind: type[Message]) -> int:
        return len(self.all_got(number, kind))

    def open_table(self, number: int, seats: int = 2, **fields: str) -> Table:
        """A table that a player opens."""
        self.send(number, Open("splendor", {}, [""] * seats, **fields))
        return self.table_of(number)

    def profile(self, number: int) -> Profile:
        """The newest profile that a player has fetched."""
        return self.got(number, Profile)
