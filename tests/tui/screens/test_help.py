"""Help, opened from every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen

from tabletown.tui.model import lessons
from tabletown.tui.model.lessons import Course
from tabletown.tui.screens.demo import Demo
from tabletown.tui.screens.help import Help
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.key_bindings import KeysScreen
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.lesson_list import LessonList
from tabletown.tui.screens.match_base import MatchScreen
from tabletown.tui.screens.new_game import NewGame
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.saved_games import ReplayList
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.settings import SettingsScreen
from tabletown.tui.screens.statistics import StatisticsScreen
from tests.tui.app_driver import BlockedBots, make_app, screen_text, wait_until
from tests.tui.sample_matches import finished_match, match_after, start_match
from tests.tui.scenes_metropolys import city

FROM: dict[str, Callable[[], Screen[Any]]] = {
    "New game": NewGame,
    "Settings": SettingsScreen,
    "Keys": KeysScreen,
    "Learn": LessonList,
    "Replays": ReplayList,
    "Statistics": StatisticsScreen,
    "the end": lambda: ScoreSheet(finished_match(), None),
    "a replay": lambda: Replay(match_after()),
    "a demonstration": lambda: Demo(start_match("greedy", "greedy")),
    "a lesson": lambda: LessonScreen(Course(lessons.load("splendor"))),
}


@pytest.mark.parametrize("where", FROM)
async def test_help_is_one_key_away_and_back(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Help, "pages", lambda _: ["# Rules"])  # the rules of all games take a second
    tabletown = make_app(FROM[where](), bot_pool=BlockedBots())
    async with tabletown.run_test() as pilot:
        await wait_until(pilot, lambda: type(pilot.app.screen).__name__ != "Home")
        about = pilot.app.screen
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Help))
        keys = str(pilot.app.screen.query_one("#keys").render())
        first = pilot.app.screen.query("#text > *").first()
        assert first.id == ("opening" if isinstance(about, MatchScreen) else "keys"), "a game opens with its rules"
        own = [b for b in type(about).BINDINGS if isinstance(b, Binding) and b.show and b.description != "Help"]
        assert any(f"  {binding.tooltip or binding.description}" in keys for binding in own), keys
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: pilot.app.screen is about)


async def test_space_turns_a_whole_page() -> None:
    async with make_app(Help(Home())).run_test() as pilot:
        await wait_until(
            pilot, lambda: "Goal" in screen_text(pilot) or pilot.app.screen.query_one("#text").max_scroll_y > 60
        )
        text = pilot.app.screen.query_one("#text")
        await pilot.press("space")
        await wait_until(pilot, lambda: text.scroll_y == text.size.height - 2)
        await pilot.press("b")
        await wait_until(pilot, lambda: text.scroll_y == 0)


async def test_the_keys_are_on_screen_before_the_pages_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []

    def pages(screen: Help) -> list[str]:
        painted.append(screen_text(Pilot(screen.app)))
        return ["# Rules"]

    monkeypatch.setattr(Help, "pages", pages)
    async with make_app(Help(Home())).run_test(size=(80, 60)) as pilot:
        await wait_until(pilot, lambda: "Rules" in screen_text(pilot))
    assert len(painted) == 1 and "Keys" in painted[0] and "Rules" not in painted[0]


async def test_the_help_of_metropolys_tells_how_an_auction_goes_before_the_keys() -> None:
    async with make_app(Replay(city(0)), bot_pool=BlockedBots()).run_test() as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Replay))
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, Help))
        assert isinstance(pilot.app.screen, Help)
        assert "## An auction" in pilot.app.screen.opening()
        assert "## An auction" not in next(pilot.app.screen.pages())
