"""Analyses and notices as jobs in PostgreSQL: if one who has a job dies, another one does it, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
import pytest
import sqlalchemy as sql

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.tui.protocol.client_messages import JudgeMove, Message
from tabletown.tui.protocol.server_messages import Judged
from tabletown.tui.server import review_jobs, turn_notices
from tabletown.tui.server.archive_desk import ArchiveDesk
from tabletown.tui.server.jobs import Jobs
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.review_jobs import ReviewJobs
from tabletown.tui.server.store import Store
from tabletown.tui.server.turn_notices import NoticeOptions, TurnNotice, TurnNotices
from tests.tui.server.postgres import Postgres
from tests.tui.server.test_archive import add, whole_game

HANA, BRUNO = 1, 2


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    """A database with two players and a finished game."""
    url = postgres.new()
    store = Store(url)
    for name in ("Hana", "Bruno"):
        store.name_player(name, name, name)
    add(store, "splendor", whole_game(), (HANA, "Hana", 15), (BRUNO, "Bruno", 12))
    store.close()
    yield url
    postgres.give_back(url)


class Reviewer:
    """A host or worker, which answers a question when it is told to."""

    def __init__(self, url: str) -> None:
        self.store, self.posted, self.busy = Store(url), list[tuple[int, Message]](), False
        self.asked, self.answer = asyncio.Event(), asyncio.Event()
        post = lambda number, message: self.posted.append((number, message))  # noqa: E731
        self.desk = ArchiveDesk(self.store, post, lambda: 0.0, Limits(), self.judge)
        self.jobs = Jobs(self.store)
        self.reviews = ReviewJobs(self.store, self.jobs, self.desk, lambda: self.busy)
        self.desk.elsewhere = self.reviews.ask

    async def judge(self, question: Question) -> Decision:
        self.asked.set()
        await self.answer.wait()
        return Decision(question.ply, question.player, "take", 0.5, 0.0, None, "", (), (), 1)

    def take(self) -> asyncio.Task[bool]:
        return asyncio.create_task(self.reviews.take())

    def die(self) -> None:
        """Lose the connections, and so the locks."""
        with self.store.engine.begin() as base:
            own = sql.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'")
            base.execute(own)


@pytest.fixture
def both(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Reviewer, Reviewer]]:
    monkeypatch.setattr(review_jobs, "LOOK_EVERY", 0.01)
    reviewers = Reviewer(url), Reviewer(url)
    yield reviewers
    for reviewer in reviewers:
        reviewer.jobs.close()
        reviewer.store.close()


async def test_a_dead_worker_leaves_its_analysis_to_another_one(both: tuple[Reviewer, Reviewer]) -> None:
    """Two players wait for the same move; it is answered once, and each gets the answer once."""
    first, second = both
    for player in (HANA, BRUNO):
        first.desk.handle(player, JudgeMove(1, 3))
    task = first.take()
    await first.asked.wait()
    assert not await second.reviews.take()  # the first one has it
    first.die()
    with pytest.raises(sql.exc.OperationalError):
        await task
    second.answer.set()
    assert await second.reviews.take() and not await second.reviews.take()
    for _ in range(2):
        for player in (HANA, BRUNO):
            first.reviews.deliver(player)
    answers = {player: message for player, message in first.posted if isinstance(message, Judged)}
    assert len(first.posted) == 2 and answers.keys() == {HANA, BRUNO} and answers[HANA].decision["move"] == "take"
    first.desk.handle(BRUNO, JudgeMove(1, 3))
    assert first.posted[-1] == (BRUNO, answers[HANA]) and not first.reviews.open_moves()


HELD = """
SELECT count(*) - (SELECT count(*) FROM (SELECT FROM jobs WHERE name LIKE 'review%' FOR UPDATE SKIP LOCKED) free)
FROM jobs WHERE name LIKE 'review%'
"""
"""The number of analyses that somebody has."""


@pytest.mark.slow
def test_a_worker_that_is_killed_leaves_its_analysis_to_another_one(
    url: str, postgres: Postgres, tmp_path: Path
) -> None:
    """The processes of `tabletown work`; the analysis is written once."""
    info = postgres.info(url.partition("@/")[2].partition("?")[0])
    command = [sys.executable, "-m", "tabletown", "work", "--database", url, "--data"]
    first, second = ([*command, tmp_path / name] for name in ("1", "2"))
    with psycopg.connect(info, autocommit=True) as listener, psycopg.connect(info, autocommit=True) as base:
        listener.execute("LISTEN tabletown")
        base.execute("INSERT INTO review_jobs (player, record, ply, quick, asked) VALUES (1, 1, 3, true, 0)")
        with subprocess.Popen(first, stdout=subprocess.DEVNULL) as worker:
            while base.execute(HELD).fetchall() != [(1,)]:
                sleep(0.01)
            worker.kill()
        assert base.execute("SELECT answer FROM review_jobs").fetchall() == [(None,)]
        with subprocess.Popen(second, stdout=subprocess.DEVNULL) as worker:
            heard = [notice.payload for notice in listener.notifies(timeout=120, stop_after=2)]
            worker.terminate()
        heard += [notice.payload for notice in listener.notifies(timeout=0)]
        [(answer,)] = base.execute("SELECT answer FROM review_jobs").fetchall()
    assert [payload.split()[:2] for payload in heard] == [["review_jobs", "1"]] * 2, "asked once, answered once"
    assert json.loads(answer)[1] == ""


async def test_an_analysis_gives_way_to_bots_and_to_the_next_request(both: tuple[Reviewer, Reviewer]) -> None:
    first, second = both
    first.desk.handle(HANA, JudgeMove(1, 3))
    task = first.take()
    await first.asked.wait()
    first.busy = True
    assert not await task
    task = second.take()
    await second.asked.wait()
    first.desk.handle(HANA, JudgeMove(1, 5, quick=True))
    assert await task and [move for _, move in first.reviews.open_moves()] == [(1, 5, True)]
    second.answer.set()
    assert await second.reviews.take()
    first.reviews.deliver(HANA)
    assert [message.ply for _, message in first.posted if isinstance(message, Judged)] == [5]


async def test_a_dead_host_leaves_its_notice_to_another_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    started, never = asyncio.Event(), asyncio.Event()

    async def hang(self: TurnNotices, notice: TurnNotice) -> None:
        if self is first:
            started.set()
            await never.wait()
        sent.append(notice.id)

    monkeypatch.setattr(turn_notices.TurnNotices, "send", hang)
    first, second = (TurnNotices(Store(url), NoticeOptions("true")) for _ in range(2))
    first.choose(HANA, True, "")
    with first.store.engine.begin() as base:
        for player in (HANA, BRUNO, HANA):  # Bruno wants none, and Hana no two at once
            first.entry(player, "", "KRTMLA", "Splendor", turn_notices.TURN, "It is your turn.")(base, None)
    task = asyncio.create_task(first.send_next())
    await started.wait()
    assert not await second.send_next()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await second.send_next() and not await second.send_next() and sent == [1]
    for notices in (first, second):
        notices.store.close()


def test_a_connection_that_hangs_loses_its_locks(url: str) -> None:
    """PostgreSQL ends it by itself."""
    store = Store(url)
    job = Jobs(store).take("review")
    assert job
    settings: dict[str, Any] = {"idle_in_transaction_session_timeout": "1min", "lock_timeout": "1s"}
    assert {name: job.base.execute(sql.text(f"SHOW {name}")).scalar() for name in settings} == settings
    job.leave()
    store.close()
