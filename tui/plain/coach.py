"""The coach in text mode: it thinks in another process while the player types."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cached_property
from threading import Thread
from typing import Any

from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model.bot_pool import BotPool, NoAnswer
from ..model.coach import DEPTHS, Coach, late_warning


class TextCoach(Coach):
    """A coach with a thread in which it waits for the process; neither starts before the first decision."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._asked_ply: int | None = None
        """Ply of the decision that the coach was last asked about."""
        self._thinking: Future[None] | None = None
        self._late: tuple[int, CoachQuestion, Future[Advice | None]] | None = None
        """The ply of a move played before the coach had an answer, the question about it, and the answer to come."""

    @cached_property
    def _pool(self) -> BotPool:
        return BotPool(1)

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        Thread(target=run, args=(loop,), daemon=True).start()
        return loop

    def consult(self) -> None:
        """Start to think about the decision at hand, once."""
        if self._asked_ply != len(self.match.log):
            self._stop()
            self._asked_ply = len(self.match.log)
            questions = [self.question(terms) for terms in DEPTHS]
            self._thinking = asyncio.run_coroutine_threadsafe(self._think(self.match.state, questions), self._loop)

    async def _think(self, state: Any, questions: Sequence[CoachQuestion]) -> None:
        """Search a position as it was when the decision began; the match may go on meanwhile."""
        with suppress(NoAnswer):
            for question in questions:
                await self.search(self._pool, state, question)

    def _stop(self) -> None:
        """Stop thinking about the decision at hand, and drop the advice on it."""
        super().drop()
        self._asked_ply = None
        if self._thinking:
            self._thinking.cancel()

    def drop(self) -> None:
        """Stop thinking, also about the move before, and drop the advice."""
        self._stop()
        if self._late:
            self._late[2].cancel()
            self._late = None

    def leave(self, action: Action) -> None:
        """Leave the decision at hand with an action; think on about it if there is no answer yet."""
        self.note(action)
        questions = self.late_questions(action)
        self.drop()
        if questions:
            answer = asyncio.run_coroutine_threadsafe(self._pool.coach(questions[-1]), self._loop)
            self._late = len(self.match.log), questions[-1], answer

    def late_objection(self) -> list[str]:
        """A line on what the latest move costs, once, if the answer has come only after it was played."""
        if self._late is None or not self._late[2].done():
            return []
        (ply, question, answer), self._late = self._late, None
        with suppress(NoAnswer):
            advice = answer.result()
            if advice and (objection := self.note_late(ply, question, advice)):
                text = late_warning(self.match, self.losses[ply], ply, objection, ply in self.let_pass)
                return [f'{text} Type "undo" to take it back.']
        return []

    def close(self) -> None:
        """Stop for good."""
        self.drop()
        if self._thinking:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._pool.close()


def run(loop: asyncio.AbstractEventLoop) -> None:
    """Run a loop until it is stopped, cancel what is left in it, and close it."""
    asyncio.set_event_loop(loop)
    loop.run_forever()
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.close()
