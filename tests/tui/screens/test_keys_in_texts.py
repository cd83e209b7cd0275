"""Every key named in a text is the key in use: with all keys changed, no text names an old one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen

from tabletown import rules
from tabletown.tui.model import lessons
from tabletown.tui.model.actions import known_actions
from tabletown.tui.model.keymap import KeyLabels, Keymap, label, presets
from tabletown.tui.screens.demo import Demo
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.settings import SettingsScreen
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    BlockedBots,
    make_app,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.golden_cases import CASES
from tests.tui.sample_matches import finished_match, match_after, match_prefix, start_match, whole_match

VERBS = "again|plays|shows|continues|closes|opens|returns|moves now|analyses|steps|reserves|resumes|confirms|cancels"


def moved_keys() -> Keymap:
    """Every action on a character that no text has."""
    chars = (chr(n) for n in range(0x4E00, 0x5000))
    return Keymap(own={id: (next(chars),) for id in known_actions()})


def old_keys() -> list[str]:
    return sorted({label(key) for action in known_actions().values() for key in action.keys}, key=len, reverse=True)


def named(text: str) -> list[str]:
    """Old keys that a text names: by their words, in brackets or before what they do; (2) may be points, (*) a mark."""
    letters = "|".join(re.escape(key) for key in old_keys() if len(key) == 1)
    words = "|".join(key for key in old_keys() if len(key) > 1 and key.isalpha() and key not in ("Home", "End", "Up"))
    keys = re.findall(rf"\b(?:{words})\b|\((?![\d*])(?:{letters})\)|(?<=[ ;(])(?:{letters}) (?:{VERBS})\b", text)
    return [key for key in keys if key]


def paused() -> Screen[Any]:
    screen = Demo(match_prefix(whole_match(("greedy", "greedy"), 7), 30))
    screen.paused = True
    return screen


SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    **{f"table-{game}": (lambda game=game: Table(start_match(game=game), None)) for game in rules.GAMES},  # type: ignore[misc]
    **{f"lesson-{game}": (lambda game=game: LessonScreen(lessons.Course(lessons.load(game)))) for game in rules.GAMES},  # type: ignore[misc]
    "demo": paused,
    "replay": lambda: Replay(finished_match()),
    "end": lambda: ScoreSheet(finished_match(), None),
    "settings": SettingsScreen,
    "help": lambda: Help(Home()),
}


@pytest.mark.parametrize(
    "planted", ["Read on (Enter)", "v reserves it", "; i again for the likely continuation", "press Esc"]
)
def test_an_old_key_in_a_text_is_found(planted: str) -> None:
    assert named(f" {planted} ")


@pytest.mark.parametrize("name", SCREENS)
async def test_no_screen_names_a_key_that_is_not_in_use(name: str) -> None:
    tabletown = make_app(SCREENS[name](), bot_pool=BlockedBots())
    tabletown.rebind(moved_keys())
    async with run_app(tabletown) as pilot:
        assert named(screen_text(pilot)) == []


KEPT = (
    "daily", "daily-done", "daily-end",
    "home-games", "setup", "keys", "replays", "stats-none", "learn", "still", "returning", "nobles", "hand-over",
    "last-round", "cities", "posts-token", "orient-bag", "orient-free", "orient-noble", "orient-discard",
    "strongholds-place", "strongholds-move", "strongholds-conquest", "city-half", "city-hidden", "ring-space",
    "ring-act", "ring-build", "ring-plot", "ring-urban", "ring-clear", "ring-objective", "ring-bonus", "ring-permit",
)  # fmt: skip
"""Looks of further screens and steps of a turn, empty lists included."""


@pytest.mark.parametrize("name", KEPT)
async def test_no_step_of_a_turn_and_no_list_names_a_key_that_is_not_in_use(name: str) -> None:
    tabletown = CASES[name].app()
    tabletown.rebind(moved_keys())
    async with run_app(tabletown) as pilot:
        assert named(screen_text(pilot)) == []


@pytest.mark.parametrize("preset", presets())
async def test_texts_and_footers_of_every_preset_name_its_keys(preset: str) -> None:
    keymap = Keymap(preset)
    labels, tabletown = KeyLabels(keymap), make_app(Table(start_match(), None))
    tabletown.rebind(keymap)
    async with run_app(tabletown) as pilot:
        await press(pilot, "w")
        assert status_text(pilot).endswith(f"or clear ({labels['table.clear']}).")
        assert f"{labels['table.undo']} Undo" in screen_lines(pilot)[-1]


def test_no_tooltip_names_a_key() -> None:
    assert [action.id for action in known_actions().values() if named(f" {action.tooltip} ")] == []


async def test_hint_and_its_further_lines_name_the_keys_in_use() -> None:
    tabletown = make_app(Table(match_after(plies=26), None))
    tabletown.rebind(moved_keys())
    async with run_app(tabletown) as pilot:
        pilot.app.screen.action_hint()  # type: ignore[attr-defined]
        await settle(pilot)
        assert " more, " in screen_text(pilot) and named(screen_text(pilot)) == []
