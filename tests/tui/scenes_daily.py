"""Looks of the daily game that are kept."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.save_file import Record
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import daily, daily_files
from tabletown.tui.model.daily import Length, Score, Try
from tabletown.tui.model.titles import title
from tabletown.tui.screens.daily import DailyScreen
from tabletown.tui.screens.daily_sheet import DailySheet
from tests.rules.random_play import play_match
from tests.tui.app_driver import NOW, make_app, press, settle

MONTH = "wwl-wwlw--wwlwoww-wwlwww"
OUTCOMES = {"w": "won", "l": "lost", "o": "open"}
"""Results of the first days of November: none where the letter has no outcome."""
MASTER = Score((16, 9), "won", Length(21, "round"), "=+++++++++")


def result(outcome: str) -> Score:
    won = outcome == "won"
    return Score((15, 12) if won else (11, 16), outcome, Length(24, "round"), "--==+++++" + "-+"[won])


def a_month() -> None:
    """Save the results of a month so far."""
    tries = {}
    for n, letter in enumerate(MONTH, 1):
        day, outcome = date(2026, 11, n), OUTCOMES.get(letter)
        name = title(daily.deal(day).match())
        if outcome in ("won", "lost"):
            tries[day] = Try(day, day, name, daily.LEVEL, 1, result(outcome), MASTER)
        elif outcome == "open":
            tries[day] = Try(day, day, name, daily.LEVEL, 1)
    assert not daily_files.write(tries)


def calendar(**look: Any) -> TabletownApp:
    a_month()
    return make_app(DailyScreen(), **look)


def finished() -> TabletownApp:
    """The result of today's deal, with that of master."""
    a_month()
    day = NOW.date()
    match = play_match(daily.deal(day).match(), 4000)
    record = Record(daily_files.game_path(day))
    record.save(match)
    own = daily.score(match, match.human_seats[0])
    daily_files.save_try(Try(day, day, title(match), daily.LEVEL, 1, own, MASTER))
    return make_app(DailySheet(match, record, day))


def begun() -> TabletownApp:
    """The page of a day whose game was begun and left."""
    a_month()
    day = NOW.date() - timedelta(2)
    match = play_match(daily.deal(day).match(), 24)
    Record(daily_files.game_path(day)).save(match)
    daily_files.save_try(daily.begin(match, day, day))
    return make_app(DailyScreen(day))


async def day_before(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "left")


CASES = {
    "daily": (calendar, settle),
    "daily-done": (calendar, day_before),
    "daily-begun": (begun, settle),
    "daily-first": (lambda: make_app(DailyScreen()), settle),
    "daily-end": (finished, settle),
}
"""App and steps by name."""
FLAT = {"daily-plain": (lambda: calendar(colours="16", glyphs="ascii"), day_before)}
"""Looks in 16 colours and ASCII."""
