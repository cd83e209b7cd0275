"""A server that is killed before or after any transaction of a daily game: one try, one result, nothing lost."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql

from tabletown.tui.model import daily
from tabletown.tui.protocol.daily_messages import OVER, AnswerPuzzle, PlayDaily, ShowToday, Today
from tabletown.tui.server import daily_desk, daily_results
from tabletown.tui.server.schema import records, results
from tests.tui.server.desk import Server
from tests.tui.server.killed_transactions import Killed, Kills

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
DAY = NOON.date()
FAST = (61,)
KILLED = [(moment, moment % 2 == 0) for moment in range(1, 65)]
"""The number of a writing transaction; whether the server is killed after it or before: after is before the next."""


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "now", lambda: NOON)
    monkeypatch.setattr(daily_desk, "new_seed", lambda: 1906)


class Attempt:
    """Hana at a server, until it is killed."""

    def __init__(self, folder: Path, kills: Kills) -> None:
        self.server = Server(folder)
        if not kills.done:
            kills.watch(self.server.store)
        self.hana = self.server.enter("Hana")

    def go_on(self) -> bool:
        """Answer a puzzle, and continue the daily game to its end; True when it is over."""
        server, hana, text = self.server, self.hana, DAY.isoformat()
        best = server.service.daily.puzzle(DAY, 3).puzzle.best
        server.send(hana, AnswerPuzzle(text, 3, [*best]))
        server.send(hana, ShowToday())
        if server.got(hana, Today).state == OVER:
            return True
        server.send(hana, PlayDaily(text))
        table = server.table_of(hana)
        while table.stage == "playing":
            server.think()
            if table.stage == "playing" and table.seats[table.to_move or 0].person == hana:
                server.move(hana, Random(table.plies))
        return False


@pytest.mark.slow_unless(moment=FAST)
@pytest.mark.parametrize(("moment", "after"), KILLED)
def test_a_daily_game_survives_a_kill_at_any_transaction(tmp_path: Path, moment: int, after: bool) -> None:
    kills, over = Kills(moment, after), False
    while not over:
        with suppress(Killed):
            over = Attempt(tmp_path, kills).go_on()
    server = Server(tmp_path)
    number = server.enter("Hana")
    server.send(number, ShowToday())
    today = server.got(number, Today)
    assert today.players == today.solvers == today.streak == 1 and today.puzzle_board[0].result == "3"
    counts = [sql.select(sql.func.count()).select_from(table) for table in (records, results, daily_results.tries)]
    with server.store.engine.begin() as base:
        assert [base.execute(count).scalar() for count in counts] == [1, 2, 1]
        assert base.execute(sql.select(daily_results.tries.c.record)).scalar() == 1
    assert not [table for table in server.service.tables.values() if table.stage == "playing"]
    assert kills.done or moment > 60
