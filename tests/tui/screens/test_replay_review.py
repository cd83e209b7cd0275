"""Going through a match with what a strong bot says of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.analysis.review_depth import QUICK
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import total_points
from tabletown.rules.core.save_file import Record
from tabletown.tui.model import files, review_words, reviews
from tabletown.tui.model.retry import save_answers
from tabletown.tui.model.review_words import UNCHECKED
from tabletown.tui.model.reviews import ReviewProgress
from tabletown.tui.narration.summary import period_title
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.chart import Chart
from tabletown.tui.widgets.mistake_list import MistakeList
from tabletown.tui.widgets.status_line import fitting
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import LARGE, make_app, press, run_app, screen_lines, screen_text, settle, status_text
from tests.tui.sample_matches import finished_match, match_after, save_record, start_match
from tests.tui.scenes_review import PointsThinker

GAMES = {
    "splendor": finished_match,
    "metropolys": lambda: scenes_metropolys.city(10**6),
    "sf1906": scenes_sf1906.match_at,
}


def the_replay(pilot: Pilot[None]) -> Replay:
    assert isinstance(pilot.app.screen, Replay), f"{pilot.app.screen} is in front"
    return pilot.app.screen


class Halting(PointsThinker):
    """Judge of that number of decisions, which then waits until it is released."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.judged: list[int] = []
        self.most, self.let = most, asyncio.Event()

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        if len(self.judged) >= self.most:
            await self.let.wait()
        self.judged.append(question.ply)
        return await super().judge(question)


@pytest.mark.parametrize("name", GAMES)
async def test_every_decision_of_a_finished_match_is_judged_and_kept(name: str) -> None:
    match = GAMES[name]()
    record = save_record(match, "game")
    before = record.path.read_bytes()
    async with run_app(make_app(Replay(match, record.path), bot_pool=PointsThinker())) as pilot:
        analysis = the_replay(pilot).analysis
        assert len(analysis.decisions) == analysis.total > 20 and not analysis.progress
        assert the_replay(pilot).winning_chances == analysis.winning_chances
    assert record.path.read_bytes() == before and [path.name for path in files.records_folder().iterdir()] == [
        record.path.name
    ]
    bot_pool = Halting(0)
    async with run_app(make_app(Replay(match), bot_pool=bot_pool)) as pilot:
        assert the_replay(pilot).analysis.decisions == analysis.decisions and not bot_pool.judged


async def test_it_can_be_used_while_results_come_in() -> None:
    match, bot_pool = finished_match(), Halting(3)
    screen = Replay(match)
    screen.past_ply = 40
    async with make_app(screen, bot_pool=bot_pool).run_test() as pilot:
        for _ in range(10):
            await pilot.pause(0.01)
        assert bot_pool.judged == [40, 39, 41] and the_replay(pilot) is screen
        assert status_text(pilot).startswith("Next: you took ")
        await pilot.press("v")
        await pilot.pause(0.05)
        assert f"first look, {len(screen.analysis.decisions) / screen.analysis.total:.0%} done" in screen_text(pilot)
        await pilot.press("v", "v", "left_square_bracket", "left_square_bracket")
        assert screen.ply == 38
        bot_pool.let.set()
        await settle(pilot)
        assert bot_pool.judged[3] in (36, 37, 38) and not screen.analysis.progress
        assert status_text(pilot) == fitting(screen.next_move(38), screen.size.width - 2)


async def test_what_was_found_is_kept_when_one_leaves() -> None:
    match, bot_pool = finished_match(), Halting(3)
    async with make_app(Replay(match), bot_pool=bot_pool).run_test() as pilot:
        for _ in range(10):
            await pilot.pause(0.01)
        await pilot.press("escape")
        await pilot.pause()
        assert sorted(ReviewProgress(match).decisions) == sorted(bot_pool.judged)


@pytest.mark.slow
async def test_what_comes_in_as_one_leaves_is_dropped() -> None:
    bot_pool = Halting(0)
    async with run_app(make_app(bot_pool=bot_pool)) as pilot:
        for pauses in range(12):
            bot_pool.let.clear()
            await pilot.app.push_screen(Replay(finished_match(seed=pauses + 1)))
            await pilot.pause()
            pilot.app.go_home()
            for _ in range(pauses):
                await asyncio.sleep(0)
            bot_pool.let.set()
            await settle(pilot)
            assert type(pilot.app.screen).__name__ == "Home"


async def test_a_notice_stays_until_a_key_when_verdicts_come_in() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        pilot.app.notify("This game is open in another window.")
        await settle(pilot)
        the_replay(pilot).learned(the_replay(pilot).ply, "")
        assert status_text(pilot).startswith("This game is open in another window.")
        await press(pilot, "j")
        assert "another window" not in status_text(pilot)


def test_a_review_without_mistakes_counts_the_best_moves() -> None:
    progress = ReviewProgress(finished_match())
    best, as_good = (
        Decision(ply, 0, "", 0.5, 0.0, better, "", (), (), progress.depth) for ply, better in ((0, None), (2, "pass"))
    )
    progress.decisions.clear()
    progress.add(best)
    assert progress.flawless(0) == "No mistakes so far: 1 of 1 move was the best."
    progress.add(as_good)
    assert progress.flawless(0) == "No mistakes so far: 1 of 2 moves was the best, the others as good."
    assert progress.flawless(1) == "No move has been looked at closely yet."


def test_a_mistake_of_the_quick_pass_is_not_checked_until_the_full_one_confirms_it() -> None:
    progress = ReviewProgress(finished_match())
    quick = Decision(0, 0, "take wug", 0.5, 0.2, "pass", "", (), (), QUICK)
    for ply in range(1, 6):
        progress.add(Decision(ply, progress.asked[ply], "", 0.5, 0.0, None, "", (), (), progress.depth))
    for decision, note in ((quick, True), (replace(quick, nodes=progress.depth), False)):
        progress.add(decision)
        assert progress.mistakes(0) == progress.worst == [decision] * (not note)
        assert progress.suspects(0) == progress.own_suspects(0) == [decision] * note and not progress.suspects(1)
        assert (
            (UNCHECKED in review_words.verdict(progress, 0, 80))
            == (UNCHECKED in review_words.explanation(progress, 0))
            == note
        )


async def test_home_and_end_go_to_the_ends_of_the_list() -> None:
    async with run_app(make_app(Replay(finished_match(), page="losses"), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "tab", "tab")
        mistakes = pilot.app.screen.query_one(MistakeList)
        assert mistakes.has_focus and mistakes.option_count > 1
        await press(pilot, "end")
        assert mistakes.highlighted == mistakes.option_count - 1
        await press(pilot, "home")
        assert mistakes.highlighted == 0


async def test_a_letter_in_a_list_over_the_board_shows_the_mistake() -> None:
    async with run_app(make_app(Replay(finished_match(), page="losses"), bot_pool=PointsThinker())) as pilot:
        screen = the_replay(pilot)
        await press(pilot, "down", "a")
        assert screen.ply == screen.analysis.mistakes(0)[0].ply
        assert screen.query_one(Board).size.height and screen.query_one(Board).has_focus
        assert screen.query_one(HintPanel).lines == review_words.explanation(screen.analysis, screen.ply).splitlines()
        assert len(screen.query_one(HintPanel).lines) > 1
        assert status_text(pilot).startswith("} goes to the next mistake"), "the box says what was played"
        await press(pilot, "escape")
        assert screen.query_one(HintPanel).has_class("hidden") and the_replay(pilot) is screen
        await press(pilot, "s")
        assert screen.query_one(MistakeList).highlighted == 0


async def test_the_moves_by_which_most_was_lost_are_listed_and_jumped_to() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker())) as pilot:
        screen = the_replay(pilot)
        worst = screen.analysis.mistakes(0)
        save_answers(match, {mistake.ply: True for mistake in worst})
        await press(pilot, "s")
        losses = screen.query_one("#losses", OptionList)
        assert losses.has_focus and losses.option_count == len(worst) > 0
        ply = worst[0].ply
        assert f"a {period_title(match, ply)}  {review_words.played(screen.analysis, ply)}" in screen_text(pilot)
        for mistake in worst:  # to its last word
            assert " ".join(mistake.reason.split()) in " ".join(screen_text(pilot).split())
            before, after = screen.analysis.chances(mistake)
            assert f"{before:.0%} to {after:.0%}" in screen_text(pilot)
        assert not screen.query_one(Board).size.height
        await press(pilot, "enter")
        assert screen.ply == worst[0].ply and screen.query_one(Board).has_focus and losses.has_class("hidden")
        assert "Better: " in screen_text(pilot), "in the box"
        assert status_text(pilot) == "} goes to the next mistake; y lets you try your mistakes again."


async def test_in_a_large_window_the_list_stays() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker()), LARGE) as pilot:
        screen = the_replay(pilot)
        await press(pilot, "s", "enter")
        assert screen.ply == screen.analysis.mistakes(0)[0].ply and screen.query_one("#losses").has_focus
        assert screen.query_one(Board).size.height > 10
        screen.player = None
        screen.update_review()
        await press(pilot, "down")
        assert screen.ply == screen.listed[None][1], "the board follows the cursor of the list"
        await press(pilot, "right_square_bracket", "escape")
        assert screen.query_one(Board).has_focus and screen.query_one("#losses").has_class("hidden")
        assert the_replay(pilot) is screen


async def test_braces_step_from_loss_to_loss() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        screen = the_replay(pilot)
        plies = sorted(decision.ply for decision in screen.analysis.worst)
        await press(pilot, "right_curly_bracket")
        assert screen.ply == plies[0]
        await press(pilot, "end", "left_curly_bracket")
        assert screen.ply == plies[-1]


@pytest.mark.parametrize("name", GAMES)
async def test_charts_of_chances_and_points(name: str) -> None:
    match = GAMES[name]()
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "v")
        assert "Winning chances" in screen_text(pilot) and "Points" in screen_text(pilot)
        chances, points = pilot.app.screen.query(Chart)
        scores = match.game.score(match.state)
        assert [line[-1] for line in points.data.series] == [total_points(parts) for parts in scores]
        shown = the_replay(pilot).winning_chances
        assert chances.data.series == shown == the_replay(pilot).analysis.winning_chances


@pytest.mark.parametrize("name", GAMES)
async def test_the_best_move_is_that_of_the_review(name: str) -> None:
    """The bot of this test has no hints, so that a search for one would fail."""
    match = GAMES[name]()
    async with run_app(make_app(screen := Replay(match), bot_pool=PointsThinker())) as pilot:
        for decision in screen.analysis.mistakes(None)[:3]:
            screen.go(decision.ply)
            await press(pilot, "i")
            assert status_text(pilot).startswith("Best move")
            assert (
                f": {review_words.better_move(screen.analysis, decision)}, " in screen.message
                and screen.message.endswith(" to win")
            )
            choice, (_, after) = screen.analysis.best(decision.ply), screen.analysis.chances(decision)
            assert choice
            played = [each.value for each in choice.candidates if each.action == match.log[decision.ply]]
            assert played == [pytest.approx(after)]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_headings_are_whole_while_results_come_in(size: tuple[int, int]) -> None:
    """Beside the board the progress is below the list."""
    async with make_app(Replay(finished_match()), bot_pool=Halting(3)).run_test(size=size) as pilot:
        await pilot.press("s")
        await pilot.pause(0.05)
        mistakes = pilot.app.screen.query_one(MistakeList)
        title = str(mistakes.border_title)
        assert len(title) <= mistakes.size.width - 2 and title.strip()[-1].isalnum()
        assert screen_text(pilot).count("first look, ") == 1


async def test_points_of_a_game_that_goes_on_tell_no_secret() -> None:
    match = scenes_sf1906.match_at(until=lambda s: s.year == 3)
    assert match.player is not None
    async with run_app(make_app(Replay(match))) as pilot:
        _, points = pilot.app.screen.query(Chart)
        scores = match.game.score(match.game.observe(match.state, 0))
        assert [line[-1] for line in points.data.series] == [total_points(parts) for parts in scores]


async def test_of_a_game_that_goes_on_only_ones_own_moves_are_judged() -> None:
    match = match_after(plies=30)
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker())) as pilot:
        decisions = the_replay(pilot).analysis.decisions
        assert decisions and {match.game.turn(match.states[ply]) for ply in decisions} == {0}


async def test_chances_in_a_game_that_goes_on_say_what_they_rest_on() -> None:
    for match, knows in ((match_after(plies=30), True), (finished_match(), False)):
        async with run_app(make_app(Replay(match)), (120, 36)) as pilot:
            await press(pilot, "home")
            assert ("To win, by what you know: " in screen_text(pilot)) is knows
            await press(pilot, "v")
            assert ("Winning chances, by what you know" in screen_text(pilot)) is knows


async def test_the_box_and_the_lines_above_and_below_have_one_figure_for_a_position() -> None:
    """Also for a position that the review has not looked at closely, which it then does at once."""
    match, bot_pool = finished_match(), Urgent(0)
    async with make_app(Replay(match), bot_pool=bot_pool).run_test() as pilot:
        await pilot.pause(0.1)
        the_replay(pilot).go(30)
        before = the_replay(pilot).analysis.winning_chances[1][30]
        assert not the_replay(pilot).analysis.decisions
        await pilot.press("i")
        await pilot.pause(0.2)
        chance = the_replay(pilot).analysis.winning_chances[1][30]
        advice = pilot.app.screen.query_one(HintPanel)
        assert advice.lines[0].endswith(f": {chance:.0%} to win ({before:.0%} before a closer look).")
        assert status_text(pilot).endswith(f", {chance:.0%} to win") and f"Hana {chance:.0%}" in screen_lines(pilot)[0]
        bot_pool.let.set()


class Urgent(Halting):
    """Judge that answers only what is urgent, until it is released."""

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        return await (PointsThinker.judge(self, question) if urgent else super().judge(question))


async def test_a_step_onto_a_mistake_opens_its_box_with_the_reason() -> None:
    async with run_app(make_app(Replay(finished_match()), bot_pool=PointsThinker())) as pilot:
        decision = the_replay(pilot).analysis.mistakes(0)[0]
        the_replay(pilot).go(decision.ply - 1)
        advice = pilot.app.screen.query_one(HintPanel)
        assert advice.has_class("hidden")
        await press(pilot, "right_square_bracket")
        assert advice.lines[0].startswith(f"Next (move {decision.ply + 1}, ") and not advice.has_class("hidden")
        assert advice.lines[1].startswith("Better: ") and decision.reason in advice.lines[2].lower()
        await press(pilot, "escape", "right_square_bracket", "left_square_bracket")
        assert not advice.has_class("hidden"), "closing it once is no setting"
        await press(pilot, "left_square_bracket", "space")
        the_replay(pilot).tick()
        assert the_replay(pilot).ply == decision.ply and advice.has_class("hidden"), "the game plays itself"


async def test_a_hint_tells_its_reason_and_then_the_play() -> None:
    match = finished_match()
    async with run_app(make_app(Replay(match))) as pilot:
        the_replay(pilot).go(30)
        await press(pilot, "i")
        advice = pilot.app.screen.query_one(HintPanel)
        assert (
            len(advice.lines) == 5
            and advice.lines[2].startswith("Or ")
            and advice.lines[3].startswith("Behind: ")
            and advice.size.height
        )
        await press(pilot, "i")
        assert len(advice.lines) >= 3 and "%" in advice.lines[0]
        assert status_text(pilot).startswith("Best move")
        await press(pilot, "right")
        assert advice.has_class("hidden") and not status_text(pilot).startswith("Best move")


async def test_the_game_up_to_a_position_is_exported() -> None:
    match = finished_match()
    record = save_record(match, "game")
    async with run_app(make_app(Replay(match, record.path))) as pilot:
        the_replay(pilot).go(5)
        await press(pilot, "e")
        written = record.path.with_name("game.jsonl-5.txt").read_text(encoding="utf-8")
        assert "   5. " in written and "   6. " not in written


@pytest.mark.parametrize("match, kept", [(start_match(), True), (finished_match(), False)])
async def test_there_is_no_export_of_what_is_secret_or_not_kept(match: object, kept: bool) -> None:
    path = save_record(match, "game").path if kept else None  # type: ignore[arg-type]
    async with run_app(make_app(Replay(match, path))) as pilot:  # type: ignore[arg-type]
        await press(pilot, "e")
        assert not list(files.data_folder().rglob("*.txt"))


async def test_the_end_screen_leads_to_the_mistakes() -> None:
    match = finished_match()
    record = save_record(match, "game")
    async with run_app(make_app(ScoreSheet(match, record), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "v")
        assert the_replay(pilot).record == record.path and not the_replay(pilot).analysis.progress
        assert not the_replay(pilot).query_one(MistakeList).has_class("hidden")
        assert status_text(pilot).startswith("First: "), "the cursor is out of sight"


def test_a_damaged_analysis_is_as_good_as_none() -> None:
    match = finished_match()
    for text_ in ("", "{", "[1]", '[{"ply": 1}]', "null"):
        reviews.path(match).parent.mkdir(parents=True, exist_ok=True)
        reviews.path(match).write_text(text_, encoding="utf-8")
        assert reviews.load(match) == {}


def test_another_match_has_an_analysis_of_its_own() -> None:
    paths = {
        reviews.path(match)
        for match in (finished_match(), finished_match(seed=2), match_after(plies=30), match_after(plies=31))
    }
    assert len(paths) == 4


async def test_a_folder_that_cannot_be_written_stops_nothing() -> None:
    match = finished_match()
    files.data_folder().mkdir(parents=True, exist_ok=True)
    (files.data_folder() / "reviews").write_text("in the way", encoding="utf-8")
    async with run_app(make_app(Replay(match), bot_pool=PointsThinker())) as pilot:
        assert not the_replay(pilot).analysis.progress
        await press(pilot, "right_square_bracket")
        assert the_replay(pilot).ply == 1


def test_a_record_is_not_touched_by_its_review() -> None:
    record = save_record(finished_match(), "game")
    match, _ = Record.load(record.path, BOTS)
    before = record.path.read_bytes()
    reviews.save(match, {})
    assert record.path.read_bytes() == before
