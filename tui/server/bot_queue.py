"""Bots of many tables, thinking in few processes: no table waits because another one's bots think for long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from tabletown.rules.bots.levels import choose, find_level
from tabletown.rules.core.game import Action

from ..model.bot_pool import BotPool, NoAnswer
from .tables.table import Thought

log = logging.getLogger("tabletown.serve")

NICENESS = 15
"""By how much thinking gives way to the server and what people see of it."""
LONGEST = 2.0
"""Seconds that a bot may think, whatever its level."""
ROUND = 6.0
"""Seconds in which all tables that wait shall have been served: the more there are, the shorter each bot thinks."""
SHORTEST = 0.1
PACE = 0.7
"""Seconds from question to answer at least, for people to follow."""


class Queue:
    """The next table: of those that wait, the one whose bots have had the least time.

    A table has one thought at a time. One that comes anew, or has rested, is not owed the time that it did not ask for.
    """

    def __init__(self) -> None:
        self.waiting: dict[str, Thought] = {}
        self._used: dict[str, float] = {}
        self._now = 0.0
        """The time used by the table that was served last."""

    def put(self, thought: Thought) -> None:
        """A later thought of a table takes the place of one that waits."""
        self._used = {table: used for table, used in self._used.items() if used > self._now}
        self._used.setdefault(thought.table, self._now)
        self.waiting[thought.table] = thought

    def take(self) -> Thought:
        table = min(self.waiting, key=lambda table: self._used.get(table, self._now))
        self._now = max(self._now, self._used.get(table, self._now))
        return self.waiting.pop(table)

    def charge(self, table: str, seconds: float) -> None:
        """So long a table's bot has thought."""
        self._used[table] = self._used.get(table, self._now) + seconds


class Bots:
    """Make it before all else: processes are started here."""

    def __init__(self, workers: int, answer: Callable[[Thought, Action], None], pace: float = PACE) -> None:
        self.workers, self.answer, self.pace = workers, answer, pace
        self.bot_pool = BotPool(workers, NICENESS)
        self.queue = Queue()
        self._wanted = asyncio.Event()

    def ask(self, thought: Thought) -> None:
        """`answer` is called with the action, from the event loop."""
        self.queue.put(thought)
        self._wanted.set()

    async def work(self) -> None:
        """One of the workers: as many of these run as there are processes."""
        loop = asyncio.get_running_loop()
        while True:
            while not self.queue.waiting:
                self._wanted.clear()
                await self._wanted.wait()
            share = max(SHORTEST, ROUND * self.workers / len(self.queue.waiting))
            thought, began = self.queue.take(), monotonic()
            seconds = min(LONGEST, share, find_level(thought.level).seconds)
            try:
                choice = await self.bot_pool.choose(
                    thought.game, thought.view, thought.level, thought.seed, seconds, alone=True
                )
            except NoAnswer as why:
                log.error("%s at table %s did not answer (random move): %s", thought.level, thought.table, why)
                choice = choose(thought.game, thought.view, "random", thought.seed)
            took = monotonic() - began
            self.queue.charge(thought.table, took)
            loop.call_later(max(0.0, self.pace - took), self.answer, thought, choice.action)

    def close(self) -> None:
        self.bot_pool.close()
