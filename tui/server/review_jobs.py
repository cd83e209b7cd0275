"""Analyses of archived games that any host or worker of a PostgreSQL database takes while no table waits for a bot.

Everyone waits for one at most: it is a row, which another request of the player replaces. The host or worker that
analyses the move has the lock of its job meanwhile. If it dies, another one analyses the move; and as the answer is
written by the connection that has the lock, it is written once. The database tells the player's host of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from time import time
from typing import NamedTuple

import sqlalchemy as sql

from ..protocol.client_messages import JudgeMove
from .archive_desk import ArchiveDesk
from .databases import put, reason
from .jobs import Job, Jobs
from .schema import review_jobs
from .store import Store
from .stored_table import Unsaved

log = logging.getLogger("tabletown.serve")

LOOK_EVERY = 1.0
"""Seconds between two looks at whether an analysis is still wanted, and for those whose host has died."""
FAILED = "the server cannot analyse this move"
KEPT = 3600.0
"""Seconds after which an answer that nobody has fetched is deleted."""


class ReviewedMove(NamedTuple):
    """A move that somebody wants to be analysed."""

    record: int
    ply: int
    quick: bool

    def rows(self) -> sql.ColumnElement[bool]:
        """The condition on the rows of the players who still wait for it."""
        columns = review_jobs.c
        same = (columns.record == self.record) & (columns.ply == self.ply) & (columns.quick == self.quick)
        return same & columns.answer.is_(None)


class ReviewJobs:
    """The part of one host or worker."""

    def __init__(self, store: Store, jobs: Jobs, desk: ArchiveDesk, is_busy: Callable[[], bool]) -> None:
        self.store, self.jobs, self.desk, self.is_busy = store, jobs, desk, is_busy
        self.written = asyncio.Event()
        """Set when an analysis may wait for somebody who takes it."""

    def ask(self, player: int, request: JudgeMove) -> None:
        """Let somebody analyse a move for a player, in place of the one that the player waits for. Raises Unsaved."""
        move = {"record": request.number, "ply": request.ply, "quick": request.quick}
        with self.store.engine.begin() as base:
            put(base, review_jobs, {"player": player}, {**move, "asked": time(), "answer": None})

    def deliver(self, player: int) -> None:
        """Send a player of this host the answer, if there is one. Raises Unsaved."""
        answered = (review_jobs.c.player == player) & review_jobs.c.answer.is_not(None)
        with self.store.engine.begin() as base:
            row = base.execute(review_jobs.delete().where(answered).returning(*review_jobs.c)).first()
        if row:
            self.desk.deliver(player, JudgeMove(row.record, row.ply, quick=row.quick), *json.loads(row.answer))

    async def work(self) -> None:
        """Analyse moves one after the other, until it is cancelled."""
        while True:
            try:
                while not self.is_busy() and await self.take():
                    pass
            except Unsaved as error:
                log.error("no analysis: %s", reason(error))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.written.wait(), LOOK_EVERY)
            self.written.clear()

    async def take(self) -> bool:
        """Analyse the move that has been wanted for longest and that nobody analyses; False without one."""
        for player, move in self.open_moves():
            job = self.jobs.take(f"review {move.record} {move.ply} {move.quick}")
            if job:
                try:
                    return await self.analyse(job, player, move)
                finally:
                    job.leave()
        return False

    def open_moves(self) -> list[tuple[int, ReviewedMove]]:
        """The moves without an answer, each with a player who waits for it, in the order in which they were asked."""
        query = review_jobs.select().where(review_jobs.c.answer.is_(None)).order_by(review_jobs.c.asked)
        with self.store.engine.begin() as base:
            return [(row.player, ReviewedMove(row.record, row.ply, row.quick)) for row in base.execute(query)]

    async def analyse(self, job: Job, player: int, move: ReviewedMove) -> bool:
        """Analyse a move, as long as it is wanted and no bot has to think here; True once it is answered."""
        request = JudgeMove(move.record, move.ply, quick=move.quick)
        work = asyncio.create_task(self.desk.decide(player, request))
        try:
            while not work.done():
                if not job.reads(sql.select(review_jobs.c.player).where(move.rows())):
                    job.done()
                    return True
                await asyncio.wait([work], timeout=LOOK_EVERY)
                if self.is_busy() and not work.done():
                    return False  # another host may have time
            if error := work.exception():
                log.error("game %s, move %s: no analysis", move.record, move.ply, exc_info=error)
            answer = json.dumps(({}, FAILED) if error else work.result())
            job.done(review_jobs.update().where(move.rows()).values(answer=answer))
        finally:
            work.cancel()
        return True

    def clean(self) -> None:
        """Delete the answers that nobody has fetched. Raises Unsaved."""
        old = review_jobs.c.answer.is_not(None) & (review_jobs.c.asked < time() - KEPT)
        with self.store.engine.begin() as base:
            base.execute(review_jobs.delete().where(old))
