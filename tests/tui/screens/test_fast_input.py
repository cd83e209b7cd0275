"""Keys and clicks faster than screens come and go."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from rich.style import Style
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from tabletown import rules
from tabletown.tui.model.files import records_folder
from tabletown.tui.screens.command_palette import MatchingCommands
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.lesson_list import LessonList
from tabletown.tui.screens.saved_games import ReplayList
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import LARGE, SMALL, make_app, press, run_app, screen_text
from tests.tui.monkey import Monkey
from tests.tui.sample_matches import match_after, save_record, saved_table, start_match


def stack(pilot: Pilot[None]) -> list[str]:
    return [type(screen).__name__ for screen in pilot.app.screen_stack[1:]]


async def type_fast(pilot: Pilot[None], *what: str | tuple[int, int]) -> None:
    """Press keys and click on places, and wait only then."""
    monkey = Monkey(pilot, Random(0), Counter())
    for key_or_cell in what:
        if isinstance(key_or_cell, str):
            monkey.key(key_or_cell)
        else:
            for kind in (events.MouseDown, events.MouseUp):
                monkey.send(kind(None, *key_or_cell, 0, 0, 1, False, False, False, *key_or_cell), "clicks")
    await monkey.idle()


async def test_a_game_is_chosen_and_begun_at_once() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        await type_fast(pilot, "right", "enter")
        assert isinstance(pilot.app.screen, Table) and pilot.app.screen.match.name == "metropolys"


@pytest.mark.parametrize("keys", [("q", "z", "enter", "r", "r"), ("q", ":", "q"), ("q", "i", "o", "[", (10, 10), "v")])
async def test_what_is_typed_after_leaving_is_not_played(keys: tuple[str | tuple[int, int], ...]) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter")
        log = match.log[:]
        await type_fast(pilot, *keys)
        assert match.log == log and len(log) == 2


async def test_screens_are_left_before_they_are_there() -> None:
    async with run_app(make_app()) as pilot:
        for key in "nlrtsx":
            await type_fast(pilot, *[key, "escape"] * 4)
            assert stack(pilot) == ["Home"]


@pytest.mark.parametrize("way", ["escape", (0, 23)])
async def test_the_palette_is_left_twice(way: str | tuple[int, int]) -> None:
    async with run_app(make_app()) as pilot:
        await type_fast(pilot, "x")
        await type_fast(pilot, way, way, way)
        assert stack(pilot) == ["Home"]


async def test_the_palette_and_a_window_that_is_too_small() -> None:
    async with run_app(make_app(Table(start_match(), None), over_home=True)) as pilot:
        await pilot.resize_terminal(60, 20)
        await type_fast(pilot, "x", "?")
        assert stack(pilot) == ["Home", "Table", "TooSmall"]
        await pilot.resize_terminal(*SMALL)
        await type_fast(pilot, "x")
        assert stack(pilot) == ["Home", "Table", "Commands"]
        await pilot.resize_terminal(60, 20)
        await type_fast(pilot, "escape", "a", "enter", "escape", (0, 0), (59, 19))
        await pilot.resize_terminal(*LARGE)
        await type_fast(pilot, "escape", "escape")
        assert stack(pilot) == ["Home", "Table"]


@pytest.mark.parametrize("way", [("enter",) * 5, ((20, 8),) * 5, ("down", (20, 8), "enter", (20, 9), "enter", "enter")])
async def test_the_palette_opens_one_screen(way: tuple[str | tuple[int, int], ...]) -> None:
    async with run_app(make_app()) as pilot:
        await type_fast(pilot, "x")
        await press(pilot, *"learn")
        palette = pilot.app.screen.query_one(MatchingCommands)
        assert palette.option_count
        await type_fast(pilot, *way)
        assert len(stack(pilot)) <= 2 and "Commands" not in stack(pilot)


async def test_a_line_of_the_palette_that_is_gone_is_not_chosen() -> None:
    async with run_app(make_app()) as pilot:
        await press(pilot, "x")
        await pilot.pause(0.3)
        command_list = pilot.app.screen.query_one(MatchingCommands)
        style = Style.from_meta({"option": command_list.option_count - 1})
        command_list.clear_options()
        command_list.post_message(events.Click(command_list, 2, 2, 0, 0, 1, False, False, False, 2, 2, style))
        await pilot.pause()
        assert stack(pilot) == ["Home", "Commands"]


async def test_what_opens_in_a_window_that_is_too_small_comes_up_later() -> None:
    async with run_app(make_app()) as pilot:
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        pilot.app.push_screen(LessonList())
        await pilot.pause()
        assert stack(pilot) == ["Home", "LessonList", "TooSmall"]
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert stack(pilot) == ["Home", "LessonList"]


@pytest.mark.parametrize("size", [SMALL, (60, 20)])
async def test_what_is_chosen_twice_opens_once(size: tuple[int, int]) -> None:
    """Also in a window that is too small, and when something else has been opened in between."""
    async with run_app(make_app()) as pilot:
        home, menu = pilot.app.screen, pilot.app.screen.query_one(OptionList)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        for index in (3, 3, 4):
            menu.post_message(OptionList.OptionSelected(menu, menu.get_option_at_index(index), index))
        await pilot.pause()
        assert stack(pilot) == ["Home", "LessonList", *["TooSmall"] * (size != SMALL)]
        learn = pilot.app.front
        assert isinstance(home, Home) and isinstance(learn, LessonList)
        pilot.app.push_screen(saved_table(start_match()))
        learn.action_learn("splendor")
        home.action_choose("learn")
        await pilot.pause()
        assert [name for name in stack(pilot) if name != "TooSmall"] == ["Home", "LessonList", "Table"]


async def test_a_replay_or_the_game_after_a_lesson_chosen_twice_opens_once() -> None:
    save_record(match_after(), "one")
    async with run_app(make_app(ReplayList(), over_home=True)) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await twice(pilot, 0)
        assert stack(pilot) == ["Home", "ReplayList", "Replay"]
    async with run_app(make_app(LessonList("splendor"), over_home=True)) as pilot:
        menu = pilot.app.screen.query_one(OptionList)
        await twice(pilot, menu.get_option_index("play"))
        assert stack(pilot) == ["Home", "Table"]
        assert len(list(records_folder().iterdir())) == 2


async def twice(pilot: Pilot[None], index: int) -> None:
    """Choose a line of the list a second time before it has opened what it names."""
    menu = pilot.app.screen.query_one(OptionList)
    for _ in range(2):
        menu.post_message(OptionList.OptionSelected(menu, menu.get_option_at_index(index), index))
    await pilot.pause()


PIECES: dict[str, tuple[tuple[str, ...], ...]] = {
    "splendor": (("w", "u", "g"), ("v",), ("r", "r"), ("p",), (":", *"take wug", "enter"), ("1", "b")),
    "metropolys": (("c", "1", "4"), ("n", "3"), ("tab",), ("+",), ("1", "2"), (":", *"bid 3 c3", "enter")),
    "sf1906": (("1",), ("2",), ("3",), ("n",), ("c",), ("t",), (":", *"space 2", "enter")),
}
"""Keys of each game that belong together."""
ALL = (*[("enter",)] * 6, ("escape",), ("space",), ("left",), ("down",), ("tab",), ("z",), ("[",), ("o",))


def bursts(name: str) -> list[list[str]]:
    rng = Random(f"{name}/2")
    jumps = tuple(("f", letter) for letter in "acdeghjlmABCD")
    pools = (ALL, PIECES[name], jumps)
    return [[key for _ in range(10) for key in rng.choice(rng.choice(pools))] for _ in range(3)]


@pytest.mark.slow_unless(name=("splendor",))
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_burst_does_what_the_same_keys_do_slowly(name: str) -> None:
    """Two people at one keyboard: only the keys decide what happens."""
    slow, fast = (start_match("Ada", "Ben", game=name) for _ in range(2))
    seen: list[list[object]] = []
    for match, fingers in ((slow, press), (fast, type_fast)):
        seen.append([])
        async with run_app(make_app(Table(match, None))) as pilot:
            await press(pilot, "enter")
            for keys in bursts(name):
                await fingers(pilot, *keys)
                table = pilot.app.screen
                assert isinstance(table, Table)
                state = (
                    match.log[:],
                    table.selection.picked[:],
                    table.board.cursor,
                    table.past_ply,
                    screen_text(pilot),
                )
                seen[-1].append(state)
    assert seen[0] == seen[1] and slow.log
