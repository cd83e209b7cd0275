"""A review in text mode: it goes on in a thread while the player types, and is kept when they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Protocol

from tabletown.rules.core.match import Match

from ..model import review_words
from ..model.bot_pool import BotPool
from ..model.review_runner import ReviewPool, ReviewRunner
from ..model.reviews import ReviewProgress

LINE = 10**4
"""Columns of a line, which text mode does not limit."""


class ClosablePool(ReviewPool, Protocol):
    """A bot pool that reviews and can be closed."""

    def close(self) -> None: ...


class BackgroundReview:
    """The review of a match, with processes of its own from `start` to `close`."""

    def __init__(self, match: Match, make_pool: Callable[[], ClosablePool] = BotPool) -> None:
        self.progress = ReviewProgress(match)
        self.make_pool = make_pool
        self.pool: ClosablePool | None = None
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start or continue the analysis, unless it is complete or has been started."""
        if self.pool is None and not self.progress.is_complete:
            self.pool = self.make_pool()
            runner = ReviewRunner(self.pool)
            runner.join(self.progress)
            self._task = self._loop.create_task(runner.run())
            self._thread.start()

    def _run(self) -> None:
        assert self._task
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._task)

    def close(self) -> None:
        """Stop the analysis, and keep what it has found."""
        if self._task and self.pool:
            with suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join()
            self.pool.close()
        self._loop.close()

    def lines(self) -> list[str]:
        """The progress of the review, and the biggest mistakes so far in the order of play."""
        progress = self.progress
        if not progress.total:
            return ["Hands are hidden until the game is over."]
        state = progress.progress or progress.depth_text
        mistakes = progress.mistakes(None)
        so_far = " so far" * (not progress.is_complete)
        heading = f"Biggest mistakes{so_far}:" if mistakes else progress.flawless(None)
        lines = [
            f"Move {mistake.ply + 1}, {review_words.verdict(progress, mistake.ply, LINE)}." for mistake in mistakes
        ]
        again = [] if progress.is_complete else ["Type review again for more. The review continues in the background."]
        return [f"Review: {state}.", heading, *lines, *again]
