"""The service of a server without sockets, bots and a clock of its own: tests send messages and let time pass."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import sqlalchemy as sql

from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.levels import choose
from tabletown.tui.protocol.client_messages import Act, Message
from tabletown.tui.protocol.server_messages import Begun, Moved, Problem
from tabletown.tui.server.databases import is_file
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.store import Store
from tabletown.tui.server.stored_table import Unsaved
from tabletown.tui.server.tables import game, hints
from tabletown.tui.server.tables.service import TableService
from tabletown.tui.server.tables.table import Table, Thought
from tests.rules.random_play import random_action
from tests.tui.server.raw_client import QUICK

M = TypeVar("M", bound=Message)


def do_not_wait_for_the_disk(engine: sql.Engine) -> None:
    """A test does not lose its power supply."""
    if is_file(engine):
        engine.dispose()
        sql.event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))


class Server:
    """A server on a database, with everything that it has posted; making another one on it is a restart."""

    def __init__(self, folder: Path, limits: Limits = QUICK) -> None:
        self.time = 1000.0
        """Seconds of its clock."""
        self.posted: list[tuple[int, Message]] = []
        self.thoughts: list[Thought] = []
        self.store = Store(folder / "a.db")
        do_not_wait_for_the_disk(self.store.engine)
        self.service = TableService(self.store, self.post, self.thoughts.append, lambda: self.time, limits)

    def post(self, number: int, message: Message) -> None:
        self.posted.append((number, message))

    def enter(self, name: str, identity: str = "", **arrival: Any) -> int:
        """The number of a player who arrives."""
        key = identity or f"SHA256:{name}"
        number = self.store.name_player(key, name, folded(name))
        assert number is not None
        self.service.arrive(number, name, **arrival)
        return number

    def send(self, number: int, message: Message) -> None:
        self.service.handle(number, message)

    def got(self, number: int, kind: type[M]) -> M:
        """The newest message of a kind to a player."""
        return next(message for to, message in reversed(self.posted) if to == number and isinstance(message, kind))

    def all_got(self, number: int, kind: type[M]) -> list[M]:
        return [message for to, message in self.posted if to == number and isinstance(message, kind)]

    def refusal(self, number: int, message: Message) -> str:
        """The reason for refusing a message; empty when it is not refused."""
        before = len(self.all_got(number, Problem))
        self.send(number, message)
        return "".join(problem.text for problem in self.all_got(number, Problem)[before:])

    def table_of(self, number: int) -> Table:
        table = self.service.people[number].table
        assert table is not None
        return table

    def think(self) -> None:
        """Let the bots answer all their questions quickly, and hints too."""
        waiting, self.thoughts[:] = self.thoughts[:], []
        for thought in waiting:
            choice: Choice = choose(thought.game, thought.view, "random", thought.seed)
            if thought.hint_for is not None:
                hints.answered(self.service, thought, choice)
            else:
                with suppress(Unsaved):
                    game.answered(self.service, thought, choice.action)

    def move(self, number: int, rng: Random) -> None:
        """Let a player make a random move."""
        now = next(m for to, m in reversed(self.posted) if to == number and isinstance(m, Begun | Moved))
        self.send(number, Act(now.ply, random_action(rng, now.legal, by_verb=False)))
