"""The turning points of a finished game: found by the review, and each to try again."""

from __future__ import annotations

from tabletown.rules.analysis.review import Decision
from tabletown.rules.core.match import Match
from tabletown.tui.model.reviews import ReviewProgress
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.turning_points import TurningPoints, turning_points
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text
from tests.tui.sample_matches import finished_match


def point(match: Match, ply: int, loss: float) -> Decision:
    game, s = match.game, match.states[ply]
    other = next(a for a in game.legal(s) if a != match.log[ply])
    better = game.notation(s, other)
    return Decision(
        ply, game.turn(s) or 0, game.notation(s, match.log[ply]), 0.6, loss, better, "", (better,), (), 10**6
    )


def analysed(match: Match, *losses: float) -> ReviewProgress:
    """A review in which the person's first moves lose that much."""
    analysis = ReviewProgress(match)
    own = [ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0 and len(match.game.legal(s)) > 1]
    for ply, loss in zip(own, losses, strict=False):
        analysis.add(point(match, ply, loss))
    return analysis


def test_the_three_biggest_mistakes_of_the_person_come_in_the_order_of_play() -> None:
    match = finished_match()
    analysis = analysed(match, 0.05, 0.2, 0.0, 0.1, 0.3)
    theirs = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 1)
    analysis.add(point(match, theirs, 0.9))
    assert [d.loss for d in turning_points(analysis, 0)] == [0.2, 0.1, 0.3]
    blamed = turning_points(analysis, 0)[2].ply
    match.suggested[blamed] = [match.log[blamed]]
    assert [d.loss for d in turning_points(analysis, 0)] == [0.05, 0.2, 0.1]
    assert analysis.mistakes(0)[-1].ply == blamed and "you followed a hint" in analysis.verdict(blamed, 200)


async def test_enter_starts_a_new_game_just_before_the_move() -> None:
    match = finished_match()
    analysis = analysed(match, 0.0, 0.2, 0.1)
    first, second = (d.ply for d in turning_points(analysis, 0))
    async with run_app(make_app(TurningPoints(match, analysis))) as pilot:
        assert "Your two turning points" in screen_text(pilot) and "-20%" in screen_text(pilot)
        await press(pilot, "down", "enter")
        table = current_table(pilot)
        assert table.match.log == match.log[:second] and table.match.player == 0 and first < second
        assert table.record and table.record.path.exists()


async def test_the_list_grows_with_the_review() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    screen = TurningPoints(match, analysis)
    async with run_app(make_app(screen)) as pilot:
        assert "Your three turning points" in screen_text(pilot) and "Review: " in screen_text(pilot)
        own = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0)
        analysis.add(point(match, own, 0.2))
        screen.look()
        await press(pilot, "down")
        assert "-20%" in screen_text(pilot)


async def test_a_game_without_mistakes_says_so() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    analysis.leave()
    async with run_app(make_app(TurningPoints(match, analysis))) as pilot:
        assert "The review found no mistakes in your play." in screen_text(pilot)


async def test_the_result_leads_to_the_turning_points_and_back() -> None:
    match = finished_match()
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, TurningPoints)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ScoreSheet)


async def test_there_are_turning_points_for_a_single_person_only() -> None:
    match = finished_match("Ada", "Bea")
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, ScoreSheet)
