"""The puzzles of the day on a server: the same for everyone, judged by the server, without a word on the solution."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.tui.model import daily
from tabletown.tui.model.bot_pool import NoAnswer
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.client_messages import line
from tabletown.tui.protocol.daily_messages import (
    PUZZLES,
    AnswerPuzzle,
    PlayDaily,
    PuzzleAnswer,
    PuzzlePosition,
    PuzzleReply,
    ShowPuzzle,
    ShowToday,
    Today,
)
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.server import daily_puzzles, repair
from tabletown.tui.server.daily_results import DailyResults, Drawn
from tabletown.tui.server.store import Store
from tests.tui.server.desk import Server
from tests.tui.server.secrecy import MASKS

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
TEXT = "2026-11-25"


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(daily, "now", lambda: NOON)
    yield


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def today(server: Server, number: int) -> Today:
    server.send(number, ShowToday())
    return server.got(number, Today)


def moves(server: Server, number: int) -> tuple[Action, Action]:
    """The best move of a puzzle and another one."""
    asked = server.service.daily.puzzle(NOON.date(), number)
    other = next(action for action in asked.match.legal() if action != asked.puzzle.best)
    return asked.puzzle.best, other


def test_puzzles_are_the_same_for_everyone_from_easy_to_hard(server: Server, tmp_path: Path) -> None:
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    asked = today(server, hana).puzzles
    assert asked == today(server, bruno).puzzles and [puzzle.number for puzzle in asked] == [1, 2, 3, 4, 5]
    ratings = [puzzle.rating for puzzle in asked]
    assert ratings == sorted(ratings) and all(puzzle.right is None for puzzle in asked)
    again = Server(tmp_path)
    assert today(again, again.enter("Hana")).puzzles == asked, "also after a restart"


def test_a_new_day_is_prepared_before_anyone_asks(server: Server) -> None:
    """In a thread, while a player may ask at the same time: the first drawing counts."""
    desk = server.service.daily
    with ThreadPoolExecutor(2) as pool:
        days = [*pool.map(lambda _: (desk.prepare(NOON.date()), desk.drawn(NOON.date()))[1], range(2))]
    assert days[0] == days[1] == desk.drawn(NOON.date())
    before = daily_puzzles.posed.cache_info().misses
    assert today(server, server.enter("Hana")).puzzles and daily_puzzles.posed.cache_info().misses == before


def test_no_puzzle_comes_again_soon(server: Server) -> None:
    days = [NOON.date() + timedelta(n) for n in range(daily_puzzles.RECENT)]
    names = [name for day in days for name in server.service.daily.drawn(day).puzzles]
    assert len(set(names)) == len(names) == PUZZLES * daily_puzzles.RECENT
    kinds = [daily_puzzles.kind(daily_puzzles.by_name()[name]) for name in names[:PUZZLES]]
    assert len(set(kinds)) == PUZZLES


def test_a_position_hides_cards_and_the_solution(server: Server) -> None:
    """Of all puzzles that can come, some of each game."""
    seen = dict.fromkeys(MASKS, 0)
    for name, puzzle in sorted(daily_puzzles.by_name().items()):
        if seen[puzzle.game] >= 12:
            continue
        seen[puzzle.game] += 1
        asked = daily_puzzles.posed(name)
        assert asked
        match = asked.match
        message = daily_puzzles.position(TEXT, 1, asked, None)
        for ply, view in ((message.ply, message.view), (message.since, message.before)):
            right = MASKS[puzzle.game](match.states[ply], match.player)
            assert repr(encoding.decode(puzzle.game, view)) == repr(right)
        sent = line(message)
        assert str(puzzle.seed).encode() not in sent and name.encode() not in sent and len(sent) < SERVER_LINE
        assert puzzle.theme not in {message.title, *message.options.values()}
        legal = [encoding.action(action) for action in message.legal]
        assert legal == match.game.legal(match.view(len(match.log), match.player)) and puzzle.best in legal
    assert all(seen.values())


def test_the_first_answer_counts_and_scores_the_number_of_its_puzzle(server: Server) -> None:
    hana, bruno, cleo = (server.enter(name) for name in ("Hana", "Bruno", "Cleo"))
    for player, number, right in (
        (hana, 4, True),
        (hana, 2, True),
        (bruno, 5, False),
        (bruno, 1, True),
        (cleo, 1, True),
    ):
        best, other = moves(server, number)
        server.send(player, AnswerPuzzle(TEXT, number, [*(best if right else other)]))
        verdict = server.got(player, PuzzleAnswer)
        assert (verdict.right, verdict.counted) == (right, True)
        assert encoding.action(verdict.best) == best and verdict.solution[0].startswith("Best: ")
    server.send(bruno, AnswerPuzzle(TEXT, 5, [*moves(server, 5)[0]]))
    assert (server.got(bruno, PuzzleAnswer).right, server.got(bruno, PuzzleAnswer).counted) == (True, False)
    page = today(server, bruno)
    assert [(row.place, row.name, row.result) for row in page.puzzle_board] == [
        (1, "Hana", "6"), (2, "Bruno", "1"), (2, "Cleo", "1"),
    ]  # fmt: skip
    assert [puzzle.right for puzzle in page.puzzles] == [True, None, None, None, False] and page.solvers == 3
    server.send(bruno, ShowPuzzle(5))
    assert server.got(bruno, PuzzlePosition).right is False


def test_an_impossible_answer_is_refused_and_does_not_count(server: Server) -> None:
    hana = server.enter("Hana")
    for action in (["no such verb"], [], [["x"]]):
        assert server.refusal(hana, AnswerPuzzle(TEXT, 1, action)) == "That move is not legal in this puzzle."
    assert server.refusal(hana, AnswerPuzzle("2026-11-23", 1, [])).startswith("That day is over")
    assert today(server, hana).solvers == 0


def test_a_puzzle_opened_before_midnight_counts_for_its_day(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    hana = server.enter("Hana")
    best, _ = moves(server, 3)
    monkeypatch.setattr(daily, "now", lambda: NOON + timedelta(hours=13))
    server.send(hana, AnswerPuzzle(TEXT, 3, [*best]))
    assert server.got(hana, PuzzleAnswer).counted and today(server, hana).solvers == 0
    assert server.service.daily.results.answers_of(NOON.date(), hana) == {3: True}


def test_a_puzzle_that_this_version_does_not_have_is_left_out(server: Server) -> None:
    hana = server.enter("Hana")
    server.service.daily.results.drawn(
        NOON.date(), lambda used: Drawn(5, ["00000000", *list(daily_puzzles.by_name())[:2]]), 1
    )
    assert [puzzle.number for puzzle in today(server, hana).puzzles] == [2, 3]
    for number in (1, 5):
        assert server.refusal(hana, ShowPuzzle(number)) == "There is no puzzle with that number today."


@pytest.mark.on_files
def test_damaged_databases_keep_results_and_answers(server: Server, tmp_path: Path) -> None:
    """What is about players who are lost is left out."""
    hana = server.enter("Hana")
    server.send(hana, AnswerPuzzle(TEXT, 1, [*moves(server, 1)[0]]))
    server.send(hana, PlayDaily(TEXT))
    server.store.close()
    contents = repair.check(tmp_path / "a.db")
    assert not contents.faults and [row["puzzle"] for row in contents.rows["puzzle_answers"]] == [1]
    assert len(contents.rows["daily_tries"]) == len(contents.rows["daily_deals"]) == 1
    (tmp_path / "a.db").rename(tmp_path / repair.DATABASE)
    repair.salvage(tmp_path, contents, datetime.now())
    again = DailyResults(Store(tmp_path / repair.DATABASE))
    assert again.answers_of(NOON.date(), hana) == {1: True} and again.try_of(NOON.date(), hana)
    contents.rows["players"] = []
    repair.drop_incomplete(contents)
    assert not contents.rows["daily_tries"] and not contents.rows["puzzle_answers"]


async def test_what_follows_a_wrong_answer_comes_later_and_only_once_at_a_time(server: Server) -> None:
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    asked: list[str] = []
    go = asyncio.Event()

    async def follow(game: str, view: Any, action: Action) -> Choice:
        asked.append(game)
        await go.wait()
        if len(asked) > 1:
            raise NoAnswer("bots crashed")
        return Choice(action, 0.0, line=(action,))

    server.service.daily.follow = follow
    for player in (hana, bruno):
        server.send(player, AnswerPuzzle(TEXT, 1, [*moves(server, 1)[1]]))
        assert not server.got(player, PuzzleAnswer).right
    await asyncio.sleep(0)
    assert len(asked) == 1, "one search at a time"
    go.set()
    await asyncio.gather(*server.service.daily.following.values())
    assert ": <5% to win" in server.got(hana, PuzzleReply).lines[0] and not server.all_got(bruno, PuzzleReply)
    assert len(asked) == 2
    server.service.daily.close()
