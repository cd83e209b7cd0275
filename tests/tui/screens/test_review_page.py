"""The review: charts with letters, mistakes that letters lead to, and steps by turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.tui.model.review_words import is_minor
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.chart import Chart, Mark
from tabletown.tui.widgets.mistake_list import MistakeList
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import (
    LARGE,
    MIDDLE,
    SMALL,
    make_app,
    press,
    run_app,
    screen_lines,
    screen_text,
    status_text,
    wait_until,
)
from tests.tui.sample_matches import finished_match
from tests.tui.scenes_review import PointsThinker

GAMES = {
    "splendor": finished_match,
    "metropolys": lambda: scenes_metropolys.city(10**6),
    "sf1906": scenes_sf1906.match_at,
}


def the_replay(pilot: Pilot[None]) -> Replay:
    assert isinstance(pilot.app.screen, Replay), f"{pilot.app.screen} is in front"
    return pilot.app.screen


def chances(pilot: Pilot[None]) -> Chart:
    return pilot.app.screen.query(Chart).first()


@pytest.mark.slow
async def test_a_letter_jumps_to_its_mistake_from_chart_and_list() -> None:
    async with run_app(make_app(Replay(scenes_metropolys.city(10**6)), bot_pool=PointsThinker())) as pilot:
        mistakes = the_replay(pilot).analysis.mistakes(0)
        assert len(mistakes) == 8 and all(decision.seat == 0 for decision in mistakes), "yours first"
        await press(pilot, "v")
        for letter, decision in zip("abcdefgh", mistakes, strict=True):
            await press(pilot, letter)
            assert the_replay(pilot).ply == decision.ply, letter
        await press(pilot, "escape")
        for letter, decision in zip("abcdefgh", mistakes, strict=True):
            await press(pilot, "s", letter)
            assert the_replay(pilot).ply == decision.ply, f"{letter}, and the list gives way to the board"
        await press(pilot, "h")
        assert the_replay(pilot).ply == mistakes[-1].ply, "at the board a letter is the board's"


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, MIDDLE])
async def test_a_letter_jumps_to_its_mistake_from_the_list_opened_at_the_end(size: tuple[int, int]) -> None:
    result = ScoreSheet(scenes_metropolys.city(10**6), None)
    async with run_app(make_app(result, bot_pool=PointsThinker()), size) as pilot:
        await press(pilot, "v")
        mistakes = the_replay(pilot).analysis.mistakes(0)
        assert the_replay(pilot).ply == 0 and the_replay(pilot).query_one(MistakeList).has_focus
        await press(pilot, "b")
        assert the_replay(pilot).ply == mistakes[1].ply
        shown = status_text(pilot).startswith("Next: ") or "─ Mistake (Esc closes) ─" in screen_text(pilot)
        assert shown, "about the mistake, not about the part at the cursor"


async def test_one_key_leads_to_charts_mistakes_and_board_in_a_small_window() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        for page, following in ((Chart, "v Mistakes"), (MistakeList, "v Board"), (Board, "v Charts")):
            await press(pilot, "v")
            assert [kind for kind in (Chart, MistakeList, Board) if pilot.app.screen.query(kind).first().size] == [page]
            assert following in screen_lines(pilot)[-1]


async def test_the_heading_of_the_chart_says_what_the_letters_are() -> None:
    async with run_app(make_app(Replay(scenes_metropolys.city(10**6)), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "v")
        assert "Winning chances, a-h: your mistakes ─" in screen_text(pilot)
        await press(pilot, "tab")
        assert ": Hana's mistake" in screen_lines(pilot)[1]


async def test_letters_stand_above_the_chart_in_the_colour_of_who_moved() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "v")
        analysis = the_replay(pilot).analysis
        assert chances(pilot).data.marks == [
            Mark(decision.ply, "abcdefgh"[n], 0, is_minor(analysis, decision))
            for n, decision in enumerate(analysis.mistakes(0))
        ]


async def test_tab_goes_from_player_to_player_and_to_all() -> None:
    match = scenes_metropolys.city(10**6)
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "s")
        screen = the_replay(pilot)
        for player in (0, 1, 2, 3, None, 0):
            assert screen.player == player and chances(pilot).data.chosen == {player} - {None}
            whose = "Your" if not player else f"{match.seats[player].name}'s"
            assert ("─ Mistakes ─" if player is None else f"{whose} mistakes") in screen_text(pilot)
            assert screen.query_one(MistakeList).option_count == min(8, len(screen.analysis.mistakes(player)))
            await press(pilot, "tab")


async def test_moves_are_in_words() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "s")
        assert "y lets you look for a better move; Enter shows it" in screen_text(pilot)
        assert "better: buy" not in screen_text(pilot), "nor in the line below the list"
        await press(pilot, "enter", "s")
        assert "better: buy 1-4 (blue)" in screen_text(pilot) and "You bought 1-" in screen_text(pilot)


async def test_a_letter_without_a_mistake_goes_nowhere() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "v", "h")
        assert the_replay(pilot).ply == 0 and the_replay(pilot).has_class("-paged")


@pytest.mark.slow
@pytest.mark.parametrize("size, board, both", [(SMALL, False, False), (MIDDLE, False, True), (LARGE, True, True)])
async def test_what_stands_side_by_side_depends_on_the_window(size: tuple[int, int], board: bool, both: bool) -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker()), size) as pilot:
        screen = the_replay(pilot)
        await press(pilot, "v")
        assert bool(screen.query_one(Board).size.height) == board and chances(pilot).size.height > 8
        assert bool(screen.query_one(MistakeList).size.height) == both
        await press(pilot, *["v"] * (1 if both else 2))
        assert screen.query_one(Board).size.height > 15 and screen.query_one(Board).has_focus


@pytest.mark.slow
async def test_the_board_stands_beside_the_list_of_mistakes() -> None:
    async with run_app(make_app(Replay(scenes_metropolys.city(10**6)), bot_pool=PointsThinker()), MIDDLE) as pilot:
        screen = the_replay(pilot)
        mistakes = screen.analysis.mistakes(0)
        await press(pilot, "v", "s", "b")
        board, losses = screen.query_one(Board), screen.query_one(MistakeList)
        assert board.size.width >= 80 and board.size.height > 20 and losses.size.width > 30
        assert screen.ply == mistakes[1].ply and losses.highlighted == 1 and losses.has_focus
        await press(pilot, "v")
        assert chances(pilot).size.height and not board.size.height
        await press(pilot, "s", "s")
        assert board.has_focus and not losses.size.height


@pytest.mark.slow
async def test_the_page_stays_when_the_window_changes() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker()), LARGE) as pilot:
        await press(pilot, "v")
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert chances(pilot).size.height and not the_replay(pilot).query_one(MistakeList).size.height
        await pilot.resize_terminal(*MIDDLE)
        await pilot.pause()
        assert chances(pilot).size.height and the_replay(pilot).query_one(MistakeList).size.height


@pytest.mark.slow_unless(name=("splendor",))
@pytest.mark.parametrize("name", GAMES)
async def test_the_footer_is_never_cut_off(name: str) -> None:
    """At the board, and on each page."""
    async with run_app(make_app(Replay(GAMES[name]()), bot_pool=PointsThinker())) as pilot:
        for keys in ((), ("v",), ("s",)):
            await press(pilot, *keys)
            assert screen_lines(pilot)[-1].endswith("y Try again i Best move") and len(screen_lines(pilot)[-1]) <= 80


@pytest.mark.slow_unless(step=(9,), name=("splendor",))
@pytest.mark.parametrize("step", [9, 3])
@pytest.mark.parametrize("name", GAMES)
async def test_the_heading_is_never_cut_off(name: str, step: int) -> None:
    match = GAMES[name]()
    async with run_app(make_app(Replay(match))) as pilot:
        for ply in range(0, len(match.log) + 1, step):
            the_replay(pilot).go(ply)
            await pilot.pause()
            assert "…" not in screen_lines(pilot)[0], screen_lines(pilot)[0]


@pytest.mark.slow
async def test_angle_brackets_step_by_turn() -> None:
    match = scenes_sf1906.match_at()
    movers = [match.game.turn(s) for s in match.states]
    async with run_app(make_app(Replay(match))) as pilot:
        seen = []
        for _ in range(5):
            await press(pilot, "greater_than_sign")
            seen.append(the_replay(pilot).ply)
        begins = [ply for ply in range(1, len(movers)) if movers[ply] != movers[ply - 1]]
        assert seen == begins[:5]
        await press(pilot, "less_than_sign")
        assert the_replay(pilot).ply == begins[3]
        the_replay(pilot).go(len(match.log) - 1)
        await press(pilot, "greater_than_sign", "greater_than_sign")
        assert the_replay(pilot).ply == len(match.log)
        the_replay(pilot).go(1)
        await press(pilot, "less_than_sign", "less_than_sign")
        assert the_replay(pilot).ply == 0


async def test_the_move_the_better_one_and_the_reason_are_told_below_a_wide_chart() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker()), MIDDLE) as pilot:
        await press(pilot, "v", "a")
        decision = the_replay(pilot).analysis.mistakes(0)[0]
        text = status_text(pilot, "verdict").splitlines()
        assert text[0].startswith(f"Next (move {decision.ply + 1}, round ") and "): you bought" in text[0]
        assert text[1].startswith("Better: buy 1-4 (blue)") and len(text) == 3


class Content(PointsThinker):
    """A thinker to whom every move is the best."""

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        decision = await super().judge(question, urgent)
        return decision and replace(decision, loss=0.0, better=None)


async def test_a_board_beside_a_list_without_mistakes_gets_the_whole_window() -> None:
    async with run_app(make_app(Replay(finished_match(), page="losses"), bot_pool=Content()), MIDDLE) as pilot:
        await wait_until(pilot, lambda: the_replay(pilot).analysis.is_over)
        await wait_until(pilot, lambda: the_replay(pilot).query_one(Board).size.width == MIDDLE[0])
        assert "No mistakes" in status_text(pilot)
