"""Going through a recorded match."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tabletown.tui.model.hint import HINT_LEVEL
from tabletown.tui.screens import stepping
from tabletown.tui.screens.replay import Replay
from tabletown.tui.widgets.chart import Chart
from tests.tui import scenes_metropolys
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text, settle, status_text
from tests.tui.sample_matches import finished_match, match_after, save_record, start_match


def the_replay(pilot: Pilot[None]) -> Replay:
    assert isinstance(pilot.app.screen, Replay), f"{pilot.app.screen} is in front"
    return pilot.app.screen


async def test_a_replay_begins_before_the_first_move() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        state = the_replay(pilot).board.state
        assert the_replay(pilot).ply == 0 and state and state.view == match.states[0]
        await press(pilot, "right_square_bracket", "enter")
        assert the_replay(pilot).ply == 2 and status_text(pilot, "prompt").startswith(
            f"Move 2 of {len(match.log)}: Hana "
        )
        await press(pilot, "backspace")
        assert the_replay(pilot).ply == 1 and status_text(pilot, "prompt").startswith(
            f"Move 1 of {len(match.log)}: You "
        )


async def test_home_and_end_go_to_the_ends() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        await press(pilot, "end")
        assert the_replay(pilot).ply == len(match.log)
        await press(pilot, "home")
        assert the_replay(pilot).ply == 0


@pytest.mark.parametrize("typed, expected", [("17", 17), ("0", 0), ("9999", None), ("", 3)])
async def test_a_number_jumps_to_a_move(typed: str, expected: int | None) -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(3)
        await press(pilot, "colon")
        pilot.app.screen.query_one("#typed", Input).value = typed
        await press(pilot, "enter")
        assert the_replay(pilot).ply == (len(match.log) if expected is None else expected)
        assert the_replay(pilot).board.has_focus


async def test_it_plays_by_itself_and_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "SPEEDS", (0.01,) * 5)
    match = match_after(plies=12)
    async with run_app(make_app(Replay(match))) as pilot:
        await press(pilot, "space")
        for _ in range(100):
            await pilot.pause(0.01)
            if the_replay(pilot).playing is None:
                break
        assert the_replay(pilot).ply == len(match.log) and the_replay(pilot).playing is None


async def test_a_finished_match_has_no_secrets() -> None:
    match = scenes_metropolys.city(10**6)
    async with run_app(make_app(Replay(match))) as pilot:
        for ply in range(0, len(match.log), len(match.log) // 4):
            the_replay(pilot).go(ply)
            await settle(pilot)
            assert "secret" not in screen_text(pilot) and " points" in screen_text(pilot)


async def test_space_stops_it() -> None:
    async with run_app(make_app(Replay(finished_match()))) as pilot:
        await press(pilot, "space")
        assert the_replay(pilot).playing is not None
        await press(pilot, "space")
        assert the_replay(pilot).playing is None


async def test_the_speed_can_be_changed() -> None:
    async with run_app(make_app(Replay(finished_match()))) as pilot:
        await press(pilot, "plus")
        assert "0.4 s per move" in status_text(pilot)
        await press(pilot, *["minus"] * 9)
        assert "3 s per move" in status_text(pilot)
        await press(pilot, *["plus"] * 9)
        assert "0.15 s per move" in status_text(pilot)


async def test_the_chart_marks_the_move_on_screen() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        chart = pilot.app.screen.query_one(Chart)
        await press(pilot, "v")
        assert (
            chart.size.height
            and "Winning chances" in screen_text(pilot)
            and f"{len(match.log)} moves" in screen_text(pilot)
        )
        the_replay(pilot).go(20)
        await settle(pilot)
        assert chart.ply == 20
        await press(pilot, "v")
        assert not chart.size.height and "1-1" in screen_text(pilot)


def test_chances_are_shares_for_every_move() -> None:
    match = finished_match("You", "greedy", "greedy")
    winning_chances = Replay(match).winning_chances
    assert [len(line) for line in winning_chances] == [len(match.states)] * 3
    assert all(sum(line[ply] for line in winning_chances) == pytest.approx(1) for ply in range(len(match.states)))


async def test_a_bot_says_what_it_would_have_played() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(10)
        await press(pilot, "i")
        who = match.seats[match.game.turn(match.states[10])].name  # type: ignore[index]
        whose = "" if who == "You" else f" for {who}"
        assert status_text(pilot).startswith(f"Best move{whose}: ")
        level, view = pilot.app.bot_pool.asked[0]  # type: ignore[attr-defined]
        assert level == HINT_LEVEL and view == match.game.observe(match.states[10], match.game.turn(match.states[10]))


async def test_one_can_play_on_from_a_position() -> None:
    match = finished_match()
    save_record(match, "game")
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(10)
        await press(pilot, "n", "n")
        branch = current_table(pilot).match
        assert branch is not match and branch.log[:10] == match.log[:10] and branch.states[10] == match.states[10]
        assert status_text(pilot, "prompt").startswith("Your turn") and len(match.log) > 40
        assert "Hints round the chances" in status_text(pilot), "they may differ from those of the review"


async def test_a_replay_says_what_a_new_game_from_here_is_before_it_starts() -> None:
    async with run_app(make_app(Replay(finished_match()))) as pilot:
        the_replay(pilot).go(10)
        await press(pilot, "n")
        assert status_text(pilot).startswith("This starts a new game from here, saved separately. Press n again")
        await press(pilot, "escape" if the_replay(pilot).has_class("-paged") else "right", "n")
        assert isinstance(pilot.app.screen, Replay), "another key answers no"


async def test_a_game_of_bots_is_played_on_by_a_person() -> None:
    match = finished_match("greedy", "greedy")
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(11)
        await press(pilot, "n", "n")
        player = match.game.turn(match.states[11])
        assert [seat.bot for seat in current_table(pilot).match.seats] == [
            "" if n == player else "greedy" for n in (0, 1)
        ]
        assert current_table(pilot).active and len(current_table(pilot).match.log) == 11


async def test_after_the_end_nothing_is_played_on() -> None:
    async with run_app(make_app(Replay(finished_match()))) as pilot:
        await press(pilot, "end", "n")
        assert isinstance(pilot.app.screen, Replay)


async def test_a_match_without_moves_can_be_looked_at() -> None:
    async with run_app(make_app(Replay(start_match()))) as pilot:
        await press(pilot, "right_square_bracket", "v", "space", "i")
        assert the_replay(pilot).ply == 0


async def test_of_a_game_between_people_no_secret_is_shown() -> None:
    match = start_match("Ada", "Bea", seed=3)
    for level in (0, 0, 1, 1):
        match.act(("reserve_blind", level))
    async with run_app(make_app(Replay(match))) as pilot:
        await press(pilot, "end")
        state = the_replay(pilot).board.state
        assert state and state.view == match.game.observe(match.state, None)


@pytest.mark.parametrize("names", [("You", "Ben"), ("Ada", "greedy"), ("You", "Ben", "greedy")])
async def test_people_of_a_replay_stay_who_they_are_in_a_branch(names: tuple[str, ...]) -> None:
    match = finished_match(*names)
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(10)
        await press(pilot, "n", "n")
        branch = current_table(pilot).match
        assert branch.seats == match.seats and branch.seed == match.seed and branch.log[:10] == match.log[:10]


async def test_the_last_move_is_in_words_where_space_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished_match()
    bought = next(line.ply for line in map(match.line, range(len(match.log))) if line.action[0] == "buy")
    async with run_app(make_app(Replay(match)), size=(80, 24)) as pilot:
        monkeypatch.setattr(Replay, "notice", lambda self, state: "x" * 48)
        the_replay(pilot).go(bought + 1)
        await settle(pilot)
        prompt = status_text(pilot, "prompt")
        assert " bought " in prompt and match.line(bought).notation not in prompt
