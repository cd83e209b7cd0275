"""The bots of the server, as far as the review of a finished game needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.analysis.review_depth import QUICK
from tabletown.rules.analysis.review_json import from_entry

from ..model.bot_pool import BotPool, NoAnswer
from ..protocol.client_messages import FromClient, JudgeMove
from ..protocol.server_messages import Judged


class RemoteJudges(BotPool):
    """A bot pool without bots of its own: the server analyses moves, one at a time."""

    def __init__(self, send: Callable[[FromClient], None]) -> None:
        self.processes = self.reviewers = 1
        self.send = send
        self.number: int | None = None
        """Number of the finished game whose moves are analysed; None for a game that the server does not analyse."""
        self.asked: dict[tuple[int, int], asyncio.Future[Decision]] = {}
        """Answers that are still to come, by game and ply."""

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        if self.number is None:
            return None
        key = (self.number, question.ply)
        answer: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.asked[key] = answer
        self.send(JudgeMove(*key, quick=question.terms.nodes == QUICK))
        try:
            return await answer
        finally:
            self.asked.pop(key, None)

    def answer(self, judged: Judged) -> None:
        """Pass an answer of the server on."""
        answer = self.asked.get((judged.number, judged.ply))
        if answer is None or answer.done():
            return
        try:
            answer.set_result(from_entry(judged.decision))
        except (KeyError, TypeError, ValueError):
            answer.set_exception(NoAnswer(judged.reason or "the answer makes no sense"))

    def give_up(self, reason: str) -> None:
        """End the wait for answers that will not come."""
        for answer in self.asked.values():
            if not answer.done():
                answer.set_exception(NoAnswer(reason))

    def move_now(self) -> None:
        pass

    def close(self) -> None:
        pass
