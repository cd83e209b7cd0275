"""Reviews in the background: they go on whichever screen is in front, and are kept when they stop."""

from __future__ import annotations

import asyncio
from typing import Protocol

from tabletown.rules.analysis.decision import Decision, Question

from .bot_pool import NoAnswer
from .reviews import ReviewProgress, path

SAVE_EVERY = 20
"""Number of decisions after which an analysis in progress is saved."""


class ReviewPool(Protocol):
    """The part of the bot pool that reviews need."""

    reviewers: int

    async def judge(self, question: Question) -> Decision | None:
        """Analyse a decision of a match; None when no more will be analysed. Raises NoAnswer."""


class ReviewRunner:
    """Reviews of the matches that have been joined, the latest first."""

    def __init__(self, pool: ReviewPool) -> None:
        self.pool = pool
        self.reviews: list[ReviewProgress] = []
        """Unfinished reviews, the latest last."""
        self.is_running = False

    def join(self, own: ReviewProgress) -> ReviewProgress:
        """The review of the same match that is in progress, or this one; it comes before all others."""
        unfinished = {path(review.match): review for review in self.reviews if not review.is_complete}
        review = unfinished.pop(path(own.match), own)
        self.reviews = [*unfinished.values(), review]
        return review

    async def run(self) -> None:
        """Analyse the reviews to their end; when it is cancelled, what they have so far is kept."""
        self.is_running = True
        try:
            await asyncio.gather(*(self._work() for _ in range(self.pool.reviewers)))
        finally:
            self.is_running = False
            for review in self.reviews:
                review.save_new()

    async def _work(self) -> None:
        while following := self._next():
            review, question = following
            review.running += 1
            try:
                wrong = await self._ask(review, question)
            finally:
                review.running -= 1
            if wrong is None:
                return
            for watcher in list(review.watchers):
                watcher(question.ply, wrong)

    def _next(self) -> tuple[ReviewProgress, Question] | None:
        for review in reversed(self.reviews):
            if question := review.take():
                return review, question
        return None

    async def _ask(self, review: ReviewProgress, question: Question) -> str | None:
        """Ask a question; return the reason if there is no answer, or None when no more will be answered."""
        try:
            decision = await self.pool.judge(question)
        except NoAnswer as why:
            review.failed += 1
            return str(why)
        except asyncio.CancelledError:
            review.put_back(question)
            raise
        if decision is None:
            review.put_back(question)
            return None
        review.add(decision)
        if review.analysed % SAVE_EVERY == 0 or review.is_complete:
            review.save_new()
        return ""
