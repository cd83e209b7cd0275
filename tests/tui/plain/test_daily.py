"""The daily game in text mode: a week of it, practice, dates, and the text to share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from tabletown.rules.bots import minimax
from tabletown.rules.core.save_file import Record
from tabletown.tui.cli.main import main
from tabletown.tui.model import daily, daily_files, daily_words, files
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.daily import DailyPage, DailyPlaying
from tests.rules.random_play import play_match
from tests.tui.app_driver import NOW

DAY = NOW.date()
NOT_ALLOWED = "A first try has no undo, no hints and no coach. Practice has them all."


@pytest.fixture(autouse=True)
def few_positions() -> Iterator[None]:
    with patch.object(daily, "NODES", {daily.LEVEL: 1, daily.MASTER: 1}):
        yield


def at(day: date) -> Any:
    """The clock on a day."""
    return patch.object(daily, "now", lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))


class Keyboard(StringIO):
    """Types lines in order; a function gives the line to type, or None to go on to the next."""

    def __init__(self, *typed: str | Callable[[], str | None]) -> None:
        super().__init__()
        self.left = list(typed)

    def readline(self, size: int | None = -1, /) -> str:
        while self.left:
            if isinstance(entry := self.left[0], str):
                self.left.pop(0)
                return f"{entry}\n"
            if (line := entry()) is not None:
                return f"{line}\n"
            self.left.pop(0)
        return ""


def moves(day: date, most: int = 4000) -> Callable[[], str | None]:
    """Types legal moves of the saved first try of a day until it is finished, at most a number of them."""
    left = iter(range(most))

    def move() -> str | None:
        path = daily_files.game_path(day)
        match = Record.load(path, ["medium"])[0] if path.exists() else daily.deal(day).match()
        if match.player is None or next(left, None) is None:
            return None
        legal = sorted(match.game.notation(match.state, a) for a in match.legal())
        return legal[7 * len(match.log) % len(legal)]

    return move


def read(*typed: str | Callable[[], str | None], ascii_only: bool = False) -> str:
    """Everything that the daily game prints while these lines are typed."""
    out = StringIO()
    DailyPage(Page(Keyboard(*typed), out, ascii_only)).run(daily.today())
    return out.getvalue()


def finish(day: date) -> None:
    Record(daily_files.game_path(day)).save(play_match(daily.deal(day).match(), 4000))


@pytest.mark.slow
def test_a_week_of_dailies_in_text_mode() -> None:
    """Begun, left and continued; on the third day the player only looks."""
    week = [date(2026, 11, 23) + timedelta(n) for n in range(7)]
    for day in week:
        with at(day):
            if day == week[2]:
                assert "First try: rated, no undo or hints." in read("show", "quit")
                continue
            reply = read("play", moves(day, 1), "quit", "show", "quit")
            assert "Your first try is saved." in reply and "Game saved. Continue with: tabletown daily --plain" in reply
            reply = read("play", moves(day), "master", "quit")
            assert f"tabletown daily {day} " in reply and "Master bot in your seat: " in reply
    tries, problems = daily_files.load()
    assert not problems and daily.streak(tries, week[6]) == 4
    assert all(entry.own and entry.master for entry in tries.values()) and len(tries) == 6
    with at(week[6]):
        reply = read("calendar")
        assert "2026-11-25 Wed: missed, Splendor, The Orient." in reply and "2026-11-24 Tue: " in reply
        assert "Streak: 4 days." in reply


def test_a_first_try_has_neither_undo_nor_hints() -> None:
    reply = read("play", "hint", "undo", "redo", "quit", "quit")
    assert reply.count(NOT_ALLOWED) == 3


def test_practice_comes_after_the_first_try_and_has_undo_and_hints() -> None:
    assert daily_words.FINISH_FIRST in read("practise", "quit")
    finish(DAY)
    before, _ = daily_files.load()
    reply = read("practice", "undo", "quit", "quit")
    assert "Practice of 25 November 2026: undo and hints are free, and your result stands." in reply
    assert "Nothing to undo." in reply and NOT_ALLOWED not in reply and daily_files.load()[0] == before
    assert "Your first try is finished" in read("play", "quit")
    read("practice", "quit", "quit")
    assert len(list(files.records_folder().glob("*.jsonl"))) == 1


def test_no_deal_of_the_future_is_played() -> None:
    reply = read("play 2026-11-26", "play yesterday", "calendar 2026-12", "nonsense", "help", "quit")
    assert "No daily game for '2026-11-26'. Write dates like this: 2026-11-25." in reply
    assert "No daily game for 'yesterday'" in reply and "No daily games in '2026-12'" in reply
    assert "Unknown command 'nonsense'. Type help." in reply and "practice: play the deal again" in reply
    assert not daily_files.game_path(DAY).exists()


def test_a_clock_before_the_first_deal_plays_none() -> None:
    with at(date(1970, 1, 1)):
        assert read("play", "calendar", "quit").count("Is this computer's date right?") >= 2


def test_a_past_deal_is_played_but_not_for_the_streak() -> None:
    yesterday = DAY - timedelta(1)
    reply = read(f"play {yesterday}", moves(yesterday), f"show {yesterday}", "quit")
    assert "does not count for your streak" in reply and daily.streak(daily_files.load()[0], DAY) == 0


def test_the_same_moves_on_a_slow_machine_give_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the slow one the clock leaps an hour whenever a bot looks at it."""
    monkeypatch.setattr(daily, "NODES", {daily.LEVEL: 40, daily.MASTER: 1})
    read("play", moves(DAY, 6), "quit", "quit")
    path = daily_files.game_path(DAY)
    fast = path.read_bytes()
    path.unlink()
    daily_files.results_path().unlink()
    hours = count(0, 3600)
    monkeypatch.setattr(minimax, "perf_counter", lambda: next(hours))
    read("play", moves(DAY, 6), "quit", "quit")
    assert path.read_bytes() == fast and fast.count(b"\n") > 12


def test_results_are_shown_and_shared_in_ascii_where_that_is_needed() -> None:
    finish(DAY)
    assert "◑" in read("share") and "● me" in read("share")
    assert read("show", "share", "replay", "quit", ascii_only=True).isascii()
    assert "Before that, finish your first try at this game" in read("share 2026-11-24")


def test_the_command_prints_the_result_of_a_day() -> None:
    finish(DAY)
    finish(DAY - timedelta(3))
    for args, day in (([], DAY), (["2026-11-22"], DAY - timedelta(3))):
        result = CliRunner().invoke(main, ["daily", "--share", *args])
        assert result.exit_code == 0 and result.output.splitlines()[-1].startswith(f"tabletown daily {day} ")
        assert max(map(len, result.output.splitlines())) <= 34
    for args, wrong in (
        (["2026-11-23"], "no result for 23 November 2026 yet; play it with: tabletown daily 2026-11-23"),
        (["soon"], "--share takes a date such as 2026-11-25, not 'soon'"),
    ):
        result = CliRunner().invoke(main, ["daily", "--share", *args])
        assert result.exit_code == 2 and wrong in result.output


def test_the_command_opens_the_game_of_a_day_that_has_one() -> None:
    result = CliRunner().invoke(main, ["daily", "2026-11-22", "--plain"], input="quit\n")
    assert result.exit_code == 0 and "22 November 2026" in result.output
    for day in ("2025-12-31", "2027-01-01"):
        result = CliRunner().invoke(main, ["daily", day, "--plain"])
        assert result.exit_code == 2 and "choose a day from 2026-01-01 to today" in result.output


def test_a_first_try_resumed_by_its_file_is_still_one() -> None:
    match = daily.deal(DAY).match()
    record = Record(daily_files.game_path(DAY))
    record.save(match)
    playing = DailyPlaying(match, record, Page(StringIO(), StringIO()))
    assert playing.day == DAY and playing.commands["hint"][1] == "only in practice"
