"""Bots of many tables in a few processes, scheduled so that no table waits for the slow bots of another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.levels import choose, seconds_of
from tabletown.rules.core.game import Action

from ..model.bot_pace import ONLINE_PACE
from ..model.bot_pool import BotPool, NoAnswer
from ..model.coach import QUICK
from .events import ServerEvents
from .tables.table import Thought

log = logging.getLogger("tabletown.serve")

NICENESS = 15
"""Added niceness of bot processes, so that the server stays responsive."""
LONGEST = 2.0
"""Maximum seconds that a bot thinks, whatever its level."""
ROUND = 6.0
"""Target seconds to serve all waiting tables: the more there are, the shorter each bot thinks."""
SHORTEST = 0.1
RETRY_SECONDS = 5.0
"""Seconds until a bot that has to give the same reply to everyone is asked again, if it did not answer."""


class Queue:
    """Fair queue: the next table is the waiting one whose bots have used the least time.

    A table has one thought at a time. A new or idle table gets no credit for the time it did not use.
    """

    def __init__(self) -> None:
        self.waiting: dict[str, Thought] = {}
        self._used: dict[str, float] = {}
        self._now = 0.0
        """Time used by the table served last."""

    def put(self, thought: Thought) -> None:
        """Add a thought; it replaces a waiting one of the same table."""
        self._used = {table: used for table, used in self._used.items() if used > self._now}
        self._used.setdefault(thought.table, self._now)
        self.waiting[thought.table] = thought

    def take(self) -> Thought:
        table = min(self.waiting, key=lambda table: self._used.get(table, self._now))
        self._now = max(self._now, self._used.get(table, self._now))
        return self.waiting.pop(table)

    def charge(self, table: str, seconds: float) -> None:
        """Add to the time that a table's bots have used."""
        self._used[table] = self._used.get(table, self._now) + seconds


class Bots:
    """The bot processes and their workers. Create it first: the processes are forked here."""

    def __init__(
        self,
        workers: int,
        answer: Callable[[Thought, Action], None],
        pace: float = ONLINE_PACE,
        events: ServerEvents | None = None,
    ) -> None:
        self.workers, self.answer, self.pace = workers, answer, pace
        self.events = events or ServerEvents()
        self.advise: Callable[[Thought, Choice | None], None] = lambda thought, choice: None
        """Called with the answer to a hint, None if there is none."""
        self.warn: Callable[[Thought, Advice | None], None] = lambda thought, advice: None
        """Called with the advice of the coach, None if there is none."""
        self.take_job: Callable[[Thought], Callable[[], None] | None] = lambda thought: lambda: None
        """Takes the decision of a bot, so that no other host thinks about it; None if one does already."""
        self.bot_pool = BotPool(workers, NICENESS)
        self.queue = Queue()
        self._wanted = asyncio.Event()

    def ask(self, thought: Thought) -> None:
        """Queue a thought; `answer` is called with the action from the event loop."""
        self.queue.put(thought)
        self._wanted.set()

    def is_busy(self) -> bool:
        """True while bots think about anything but reviews, or have to."""
        return bool(self.queue.waiting) or self.bot_pool.is_wanted

    async def work(self) -> None:
        """Worker loop; one runs for each process."""
        loop = asyncio.get_running_loop()
        while True:
            while not self.queue.waiting:
                self._wanted.clear()
                await self._wanted.wait()
            share = max(SHORTEST, ROUND * self.workers / len(self.queue.waiting))
            thought, began = self.queue.take(), monotonic()
            if thought.coach:
                await self.consult(thought, thought.coach)
                continue
            done = self.take_job(thought) if thought.hint_for is None else lambda: None
            if done is None:
                continue
            seconds = None if thought.nodes else min(LONGEST, share, seconds_of(thought.level))
            try:
                choice = await self.bot_pool.choose(
                    thought.game, thought.view, thought.level, thought.seed, seconds, alone=True, nodes=thought.nodes
                )
            except NoAnswer as why:
                if thought.hint_for is not None:
                    self.advise(thought, None)
                    continue
                if thought.nodes:
                    log.error("%s at table %s did not answer and is asked again: %s", thought.level, thought.table, why)
                    loop.call_later(RETRY_SECONDS, self.ask, thought)
                    done()
                    continue
                log.error(
                    "%s at table %s did not answer, so a random move was played: %s", thought.level, thought.table, why
                )
                choice = choose(thought.game, thought.view, "random", thought.seed)
            took = monotonic() - began
            self.queue.charge(thought.table, took)
            if thought.hint_for is not None:
                self.advise(thought, choice)
                continue
            self.events.thought(thought.level, took)
            loop.call_later(max(0.0, self.pace - took), self._give, thought, choice.action, done)

    def _give(self, thought: Thought, action: Action, done: Callable[[], None]) -> None:
        """Pass an answer on; then the job is done."""
        self.answer(thought, action)
        done()

    async def consult(self, thought: Thought, question: CoachQuestion) -> None:
        """Let the coach advise a player, after a first look and once more when it has looked properly."""
        began, advice = monotonic(), None
        for terms in (QUICK, question.terms):
            with suppress(NoAnswer):
                latest = await self.bot_pool.coach(question._replace(terms=terms))
                advice = advice.objected().deepened(latest) if advice and latest else latest or advice
            if advice or terms != QUICK:
                self.warn(thought, advice)
        self.queue.charge(thought.table, monotonic() - began)

    def close(self) -> None:
        self.bot_pool.close()
