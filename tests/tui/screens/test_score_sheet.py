"""The end of a game: nothing is cut off, the turning point is named and led to, the winner is celebrated."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from tabletown.rules.analysis.decision import Decision
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.tui.model.terminal import Terminal
from tabletown.tui.narration.turning_point import TurningPoint
from tabletown.tui.screens.lesson_list import LessonList
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import GOOD_CHART, ScoreSheet
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.celebration import FRAMES, Celebration
from tabletown.tui.widgets.chart import Chart
from tests.tui import scenes_expansions, scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    QUIET,
    SMALL,
    make_app,
    press,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import finished_match, match_prefix

FOUR = ("You", "greedy", "greedy", "greedy")


def of_module(module: str) -> Match:
    match = scenes_expansions.whole_match(module, ("You", "greedy"), 1)
    return match_prefix(match, len(match.log))


GAMES: dict[str, Callable[[], Match]] = {
    "splendor": finished_match,
    "four": lambda: finished_match(*FOUR),
    **{name: lambda name=name: of_module(name) for name in ("cities", "trading_posts", "orient", "strongholds")},  # type: ignore[misc]
    "metropolys": lambda: scenes_metropolys.city(10**6),
    "sf1906": scenes_sf1906.match_at,
    "sf1906-four": lambda: scenes_sf1906.match_at(*scenes_sf1906.FOUR),
}


@pytest.mark.slow_unless(size=(SMALL,), name=("four", "strongholds", "metropolys", "sf1906-four"))
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("name", GAMES)
async def test_the_whole_result_is_on_screen_at_once(name: str, size: tuple[int, int]) -> None:
    async with run_app(make_app(ScoreSheet(GAMES[name](), None)), size) as pilot:
        page = pilot.app.screen.query_one(VerticalScroll)
        assert page.max_scroll_y == 0
        rows = screen_lines(pilot)
        assert all(len(row) <= size[0] for row in rows) and rows[-1].endswith("q Home")
        assert "…" not in "\n".join(rows) and "Total" in "\n".join(rows)
        chart = pilot.app.screen.query_one(Chart)
        assert chart.size.height >= (GOOD_CHART if name.startswith("sf1906") else 4)


async def test_a_folded_list_names_the_best_rows_only_when_all_are_revealed() -> None:
    screen = ScoreSheet(GAMES["sf1906-four"](), None)
    async with run_app(make_app(screen)) as pilot:
        screen.turned_up = 1
        screen.show_rows()
        await settle(pilot)
        assert status_text(pilot, "revealed") == f"1 of {len(screen.rows)} revealed; Space shows all."


async def test_a_long_list_is_folded_for_the_chart_until_a_key_unfolds_it() -> None:
    async with run_app(make_app(ScoreSheet(GAMES["sf1906-four"](), None))) as pilot:
        screen = cast(ScoreSheet, pilot.app.screen)
        best = status_text(pilot, "revealed")
        assert re.fullmatch(r"Best: (.+ \(.+ \d+\), )*.+ \(.+ \d+\); Space lists all \d+\.", best), best
        await press(pilot, "space")
        await settle(pilot)
        assert all(row.title in status_text(pilot, "revealed") for row in screen.rows if {*row.points} - {"0", None})
        await press(pilot, "space")
        await settle(pilot)
        assert status_text(pilot, "revealed") == best and pilot.app.screen.query_one(Chart).size.height >= GOOD_CHART


async def test_the_sheet_says_where_the_winner_gained_on_the_second() -> None:
    async with run_app(make_app(ScoreSheet(GAMES["sf1906-four"](), None))) as pilot:
        assert "Where Hana gained on you: Personal objectives 5, Urban cards 5." in screen_text(pilot)


async def test_the_cities_have_no_row_for_nobles() -> None:
    async with run_app(make_app(ScoreSheet(of_module("cities"), None))) as pilot:
        assert "Nobles" not in screen_text(pilot) and "City: " in screen_text(pilot)


async def test_the_final_position_stays_on_screen_with_the_last_move_until_enter() -> None:
    games = (finished_match("greedy", "You", seed=seed) for seed in range(1, 40))
    whole = next(game for game in games if game.line(len(game.log) - 1).player == 1)
    table = Table(match_prefix(whole, len(whole.log) - 1), None)
    async with run_app(make_app(table, settings=replace(QUIET, pace="slow"))) as pilot:
        table.play(whole.log[-1])
        await press(pilot, "z")
        assert table.match.player is None and pilot.app.screen is table
        assert re.fullmatch("Game over: .*; Enter shows the result", status_text(pilot, "prompt"))
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ScoreSheet)


async def test_a_key_leads_to_the_move_that_decided_the_game() -> None:
    screen = ScoreSheet(finished_match(), None)
    screen.analysis.leave()
    async with run_app(make_app(screen)) as pilot:
        assert screen.turning is not None
        assert "Turning point, round " in screen_text(pilot) and "; t shows the turning point" in screen_text(pilot)
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, Replay) and pilot.app.screen.ply == screen.turning.ply


async def test_a_mistake_that_is_the_turning_point_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = ScoreSheet(finished_match(), None)
    mistakes = [Decision(ply, 0, "", 0.3, 0.2, None, "", (), ()) for ply in (40, 20, 30)]
    monkeypatch.setattr(screen.analysis, "own_mistakes", lambda seat: mistakes)
    screen.analysis.leave()
    async with run_app(make_app(screen)):
        screen.turning = TurningPoint(40, 0.4, 0.78)
        assert screen.status() == "Other mistakes in rounds 10 and 13; y tries them again; v shows the review"
        del mistakes[1:]
        assert screen.status() == "This was your biggest mistake; y tries it again; v shows the review"
        screen.turning = TurningPoint(41, 0.4, 0.78)
        assert "biggest mistake" in screen.status()


async def test_without_a_turning_point_none_is_offered() -> None:
    screen = ScoreSheet(finished_match(), None)
    screen.turning = None
    async with run_app(make_app(screen)) as pilot:
        await press(pilot, "t")
        assert pilot.app.screen is screen and "urning point" not in screen_text(pilot)


async def test_the_figures_and_the_seed_are_named() -> None:
    match = finished_match()
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        assert f"30 rounds, seed {match.seed}. Cards bought: You " in screen_text(pilot)


async def test_an_export_says_where_it_went() -> None:
    match = finished_match()
    record = Record(Path("game.jsonl"))
    record.save(match)
    async with run_app(make_app(ScoreSheet(match, record))) as pilot:
        await press(pilot, "e")
        assert status_text(pilot) == "Saved game.jsonl.txt"


# Celebration


@pytest.mark.parametrize("animation, sparks", [(True, True), (False, False)])
async def test_the_winner_is_celebrated_where_things_may_move(animation: bool, sparks: bool) -> None:
    match = finished_match(seed=next(seed for seed in range(1, 30) if 0 in winners(finished_match(seed=seed))))
    app = make_app(ScoreSheet(match, None))
    app.terminal = Terminal("truecolor", "unicode", animation)
    async with run_app(app) as pilot:
        celebration = pilot.app.screen.query_one(Celebration)
        assert (celebration._timer is not None) == sparks
        frames = set()
        for _ in range(FRAMES + 1):
            if celebration._timer:
                celebration._timer.pause()
                celebration.step()
            frames.add(celebration.render_line(0).text.strip())
        assert (len(frames) > 5) == sparks and celebration.render_line(0).text.strip() == "", "it is over by itself"


def winners(match: Match) -> tuple[int, ...]:
    return match.game.winners(match.state)


async def test_a_bot_is_not_celebrated() -> None:
    app = make_app(ScoreSheet(finished_match(), None))
    app.terminal = Terminal("truecolor", "unicode", True)
    async with run_app(app) as pilot:
        assert pilot.app.screen.query_one(Celebration)._timer is None


@pytest.mark.parametrize("finished, sparks", [("splendor", True), ("", False)])
async def test_the_end_of_a_lesson_is_celebrated(finished: str, sparks: bool) -> None:
    app = make_app(LessonList(finished))
    app.terminal = Terminal("truecolor", "unicode", True)
    async with run_app(app) as pilot:
        assert (pilot.app.screen.query_one(Celebration)._timer is not None) == sparks


async def test_the_chart_keeps_to_the_rows_that_are_left_when_texts_above_it_grow() -> None:
    async with run_app(make_app(ScoreSheet(of_module("cities"), None))) as pilot:
        page, chart = pilot.app.screen.query_one(VerticalScroll), pilot.app.screen.query_one(Chart)
        before = chart.size.height
        pilot.app.screen.query_one("#facts", Static).update("a\nb\nc\nd")
        await pilot.pause()
        assert page.max_scroll_y == 0 and 0 < chart.size.height < before


async def test_figures_that_need_a_line_more_give_way_to_a_chart_with_few_rows() -> None:
    screen = ScoreSheet(finished_match(*FOUR), None)
    async with run_app(make_app(screen)) as pilot:
        assert "Gold used" in screen_text(pilot)
        screen.know_rating([*"abcdefg"])
        await settle(pilot)
        assert "Gold used" not in screen_text(pilot) and "Cards bought" in screen_text(pilot)
        await pilot.resize_terminal(*MIDDLE)
        await settle(pilot)
        assert "Gold used" in screen_text(pilot)
