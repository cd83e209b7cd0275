"""Looks of the rating that are kept: its screen, the menu of a matched opponent, and the end of a rated game."""

from __future__ import annotations

import os
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import files
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.screens.rating import RatingScreen
from tabletown.tui.screens.score_sheet import ScoreSheet
from tests.tui.app_driver import NEWEST_RECORD_TIME, make_app, press, settle
from tests.tui.sample_matches import whole_match

MIDDAY = 0.42
"""From NEWEST_RECORD_TIME back to midday, the same date in most time zones."""
STRONGER = ("novice", "easy", "matched-760", "matched-820", "easy", "matched-880", "matched-930", "medium")
"""Opponents of a player who gets better."""


def against(bot: str, seed: int) -> Match:
    """A finished game of steady players, as if it had been played against that bot."""
    whole = whole_match(("You", "greedy"), seed)
    match = Match(whole.name, [Seat("You"), Seat("Hana", bot)], whole.options, seed)
    for action in whole.log:
        match.act(action)
    return match


def save_game(bot: str, seed: int, days: float, helped: bool = False) -> Record:
    """Save a finished game that was played some days before NEWEST_RECORD_TIME, with help or without."""
    record = Record(files.records_folder() / f"game-{seed:03}.jsonl")
    match = against(bot, seed)
    record.save(match)
    record.helped = helped
    record.save(match)
    os.utime(record.path, (NEWEST_RECORD_TIME - 86400 * days,) * 2)
    return record


def save_games(count: int = 30) -> Record:
    """Save games, some of them with help; return the newest one."""
    for n in range(count):
        record = save_game(STRONGER[n * len(STRONGER) // count], n + 1, (count - n) + MIDDAY, helped=n % 9 == 5)
    return record


def history() -> TabletownApp:
    save_games()
    return make_app(RatingScreen(), over_home=True)


def ending() -> TabletownApp:
    """The end of a rated game."""
    record = save_games()
    return make_app(ScoreSheet(against("medium", 30), record))


def menu() -> TabletownApp:
    save_games()
    return make_app(NewGame(), over_home=True)


async def still(pilot: Pilot[Any]) -> None:
    await settle(pilot)


async def matched_chosen(pilot: Pilot[Any]) -> None:
    """The level after easy, medium, hard and master."""
    await settle(pilot)
    await press(pilot, *["down"] * 5, *["right"] * 4)


async def end_shown(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "space")


CASES = {
    "rating": (history, still),
    "rating-none": (lambda: make_app(RatingScreen(), over_home=True), still),
    "rating-end": (ending, end_shown),
    "setup-matched": (menu, matched_chosen),
}
"""App and steps by name."""
