"""The biggest mistakes of a finished game: found by the review, and each to try again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tabletown.rules import load
from tabletown.rules.analysis import winning_chances
from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.core.match import Match
from tabletown.tui.model import files, reviews
from tabletown.tui.model.coach import Coach, PlayedMove
from tabletown.tui.model.last_game import left_to_retry
from tabletown.tui.model.retry import AS_GOOD, BETTER, PLAYED, RIGHT, Retry, load_answers, save_answers, to_retry
from tabletown.tui.model.review_words import better_action, verdict
from tabletown.tui.model.reviews import ReviewProgress, add_known
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.screens.retry import RetryScreen
from tabletown.tui.screens.retry_list import DEEPER, TOO_EARLY, Mistakes, RetryList
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.mistake_list import in_rows
from tests.tui.app_driver import (
    InstantBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import finished_match


@pytest.fixture(autouse=True)
def found_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of made-up decisions as they are, not evened out with those around them."""
    monkeypatch.setattr(winning_chances, "REACH", 0)


def point(match: Match, ply: int, loss: float) -> Decision:
    game, s = match.game, match.states[ply]
    other = next(a for a in game.legal(s) if a != match.log[ply])
    better = game.notation(s, other)
    return Decision(
        ply, game.turn(s) or 0, game.notation(s, match.log[ply]), 0.6, loss, better, "", (better,), (), 10**6
    )


def analysed(match: Match, *losses: float) -> ReviewProgress:
    """A review, over by now, in which the person's first moves lose that much."""
    analysis = ReviewProgress(match)
    own = [ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0 and len(match.game.legal(s)) > 1]
    for ply, loss in zip(own, losses, strict=False):
        analysis.add(point(match, ply, loss))
    analysis.leave()
    return analysis


def test_the_three_biggest_mistakes_of_the_person_are_in_the_order_of_play() -> None:
    match = finished_match()
    analysis = analysed(match, 0.05, 0.2, 0.0, 0.1, 0.3)
    theirs = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 1)
    analysis.add(point(match, theirs, 0.9))
    assert [d.loss for d in to_retry(analysis, 0)] == [0.2, 0.1, 0.3]
    blamed = to_retry(analysis, 0)[2].ply
    match.suggested[blamed] = [match.log[blamed]]
    assert [d.loss for d in to_retry(analysis, 0)] == [0.2, 0.1], "a small mistake is none of the biggest"
    assert analysis.mistakes(0)[-1].ply == blamed and "you followed a hint" in verdict(analysis, blamed, 200)


async def test_what_the_coach_noted_is_listed_before_the_review_has_begun() -> None:
    match = finished_match()
    coach, own = Coach(match), [ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0][:2]
    for ply, loss in zip(own, (0.11, 0.02), strict=True):
        best = next(a for a in match.game.legal(match.states[ply]) if a != match.log[ply])
        coach.losses[ply] = PlayedMove(match.log[ply], loss, best, 0.6)
    add_known(match, coach.mistakes())
    analysis = ReviewProgress(match)
    assert [decision.ply for decision in to_retry(analysis, 0)] == own[:1] and analysis.is_quick
    analysis.add(point(match, own[0], 0.12))
    assert [decision.loss for decision in to_retry(analysis, 0)] == [0.12], "the review knows better"
    async with run_app(make_app(RetryList(match, ReviewProgress(match)))) as pilot:
        assert "Your biggest mistakes so far" in screen_text(pilot) and "1 round 1" in screen_text(pilot)


class Judges(InstantBots):
    """Bots to which the first legal move is the best one, and any other loses a fifth."""

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        game = load(question.game)
        best, name = game.legal(question.view)[0], game.notation(question.view, question.action)
        loss, better = (0.0, None) if question.action == best else (0.2, game.notation(question.view, best))
        return Decision(question.ply, question.player, name, 0.6, loss, better, "", (), (), 1000)


async def test_a_move_to_try_again_is_judged_and_the_next_one_offered() -> None:
    match = finished_match()
    analysis = analysed(match, 0.0, 0.3, 0.1)
    first, second = to_retry(analysis, 0)
    async with run_app(make_app(RetryList(match, analysis), bot_pool=Judges())) as pilot:
        assert "Your two biggest mistakes" in screen_text(pilot) and "60% to 30%" in screen_text(pilot)
        assert "better: " not in screen_text(pilot)
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, RetryScreen) and screen.match.log == match.log[: first.ply]
        assert status_text(pilot).endswith("(30% to win instead of 60%). Find a better move.")
        legal = screen.match.legal()
        for move, title in ((legal[-1], BETTER), (match.log[first.ply], PLAYED), (legal[0], RIGHT)):
            await press(pilot, ":", *screen.match.game.notation(screen.match.state, move), "enter")
            await settle(pilot)
            assert screen.verdict and screen.verdict.title == title
        line, reason, *_ = screen.query_one(HintPanel).lines
        assert reason, "a right move has a reason, also where the review names none"
        assert line.endswith(": 60% to win instead of 30% with the move you played.") and "✓ Right" in screen_text(
            pilot
        )
        assert screen.board.state and screen.board.state.picked == tuple(screen.board.parts(legal[0]))
        assert not list(files.records_folder().glob("*"))
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, RetryScreen) and pilot.app.screen.mistake == second
        await press(pilot, "q")
        assert screen_text(pilot).count("better: ") == 1, "only of the one that was found"
        assert "✓ round" in screen_text(pilot) and load_answers(match) == {first.ply: True}
        await press(pilot, "s")
        assert screen_text(pilot).count("better: ") == 2


def test_a_right_move_other_than_the_best_is_called_as_good() -> None:
    match = finished_match()
    analysis = analysed(match, 0.3)
    (mistake,) = to_retry(analysis, 0)
    again, best = Retry(match, analysis, mistake), better_action(analysis, mistake)
    other = next(a for a in match.game.legal(match.states[mistake.ply]) if a not in (best, match.log[mistake.ply]))
    judged = replace(mistake, loss=0.0)
    assert best and AS_GOOD not in again.verdict(best, judged).lines
    assert again.verdict(other, judged).title == RIGHT and AS_GOOD in again.verdict(other, judged).lines


async def test_the_list_opens_on_the_first_mistake_that_is_not_solved() -> None:
    match = finished_match()
    analysis = analysed(match, 0.0, 0.3, 0.2)
    save_answers(match, {to_retry(analysis, 0)[0].ply: True})
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert pilot.app.screen.query_one(Mistakes).highlighted == 1


async def test_a_new_game_starts_from_a_retry_only_if_asked_for() -> None:
    match = finished_match()
    analysis = analysed(match, 0.2)
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        await press(pilot, "enter", "x")
        table = current_table(pilot)
        assert table.match.log == match.log[: to_retry(analysis, 0)[0].ply] and table.match.player == 0
        assert table.record and table.record.path.exists()


async def test_figures_that_may_differ_from_the_coachs_are_explained() -> None:
    match = finished_match()
    for warned in (False, True):
        analysis = analysed(match, 0.3)
        analysis.warned = {point.ply for point in to_retry(analysis, 0) if warned}
        async with run_app(make_app(RetryList(match, analysis))) as pilot:
            assert (DEEPER in screen_text(pilot)) == warned


async def test_the_list_grows_with_the_review() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    screen = RetryList(match, analysis)
    async with run_app(make_app(screen)) as pilot:
        assert "Your biggest mistakes so far" in screen_text(pilot) and "Review: " in screen_text(pilot)
        keys = {binding.action: enabled for _, binding, enabled, _ in screen.active_bindings.values()}
        assert (
            not keys["screen.show_better"]
            and not keys["select"]
            and "You can try a move again as soon" in screen_text(pilot)
        )
        await press(pilot, "enter")
        assert "No better move is known yet: you can try a move again" in screen_text(pilot), (
            "a key that waits is answered"
        )
        own = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0)
        analysis.add(point(match, own, 0.2))
        screen.look()
        await press(pilot, "down")
        assert "60% to 40%" in screen_text(pilot)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, RetryScreen)


async def test_the_list_stays_whole_when_the_figures_of_the_chosen_mistake_change() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    analysis.leave()
    own = [ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0][:1]
    analysis.add(point(match, own[0], 0.2))
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert [decision.ply for decision in pilot.app.screen.points] == own  # type: ignore[attr-defined]
        analysis.add(point(match, own[0], 0.3))
        pilot.app.screen.fill()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "60% to 30%" in screen_text(pilot)


def test_all_moves_of_a_list_of_mistakes_begin_in_one_column() -> None:
    match = finished_match()
    own = [ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0]
    early, late = (point(match, ply, 0.2) for ply in (own[0], own[-1]))
    analysis = ReviewProgress(match)
    analysis.add(early)
    analysis.add(late)
    first, last = (mistake.when for mistake in in_rows(analysis, [early, late]))
    assert first == "round 1 " and len(first) == len(last)


async def test_after_a_right_move_the_next_one_is_a_mistake_that_is_still_open() -> None:
    match = finished_match()
    analysis = analysed(match, 0.3, 0.2, 0.1)
    points = to_retry(analysis, 0)
    screen = RetryScreen(match, analysis, points, 1, {points[2].ply: True})
    assert screen.following == 0 and screen.going_on == "goes to the first mistake"
    assert RetryScreen(match, analysis, points, 0, {}).going_on == "goes to the next mistake"
    assert RetryScreen(match, analysis, points, 0, {points[1].ply: True, points[2].ply: False}).following is None


async def test_a_game_without_mistakes_says_so() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    analysis.leave()
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert "No mistakes: each of your moves was as good as the best" in screen_text(pilot)


async def test_without_a_big_mistake_the_costliest_move_is_named() -> None:
    match = finished_match()
    analysis = analysed(match, 0.05)
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert "No mistakes: each of your moves was as good" in screen_text(pilot), "no reason against it is known"
    ply = min(analysis.decisions)
    analysis.decisions[ply] = replace(analysis.decisions[ply], reason="it keeps 1-1 from Hana")
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert "No big mistakes. Your costliest move gave up about 5%, in round 1: You" in screen_text(pilot)
        assert left_to_retry(match) == 0


def test_a_review_says_how_long_it_still_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished_match()
    analysis, now = ReviewProgress(match), [100.0]
    monkeypatch.setattr(reviews, "monotonic", lambda: now[0])
    analysis.take()
    assert "left" not in analysis.progress
    quick = [replace(point(match, ply, 0.0), nodes=reviews.QUICK) for ply in analysis.asked]
    for decision in quick:
        analysis.add(decision)
    assert "left" not in analysis.progress, "too early to tell"
    now[0] += 60
    for ply in [*analysis.asked][: len(analysis.asked) // 2]:
        analysis.add(point(match, ply, 0.0))
    assert analysis.progress.endswith(" done, about 60 s left")


async def test_while_the_list_is_open_what_looks_costly_is_looked_at_before_all_other_moves() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    own = [ply for ply, seat in analysis.asked.items() if seat == 0]
    for ply in analysis.asked:
        analysis.add(replace(point(match, ply, 0.2 if ply == own[-1] else 0.0), nodes=reviews.QUICK))
        analysis.left[0].pop(ply, None)
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert "It is looked at next, before all other moves." in screen_text(pilot)
        question = analysis.take()
        assert question and question.ply == own[-1]


async def test_a_move_that_may_be_no_mistake_can_be_chosen_and_says_why_it_cannot_be_tried_yet() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    first, second, *_ = [ply for ply, seat in analysis.asked.items() if seat == 0]
    analysis.add(replace(point(match, first, 0.2), nodes=reviews.WARNED))
    analysis.warned = {first}
    analysis.add(replace(point(match, second, 0.3), nodes=reviews.QUICK))
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert "not sure" in screen_text(pilot) and "60% to 40%" in screen_text(pilot)
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, RetryList) and TOO_EARLY in screen_text(pilot)
        pilot.app.screen.fill()
        await pilot.pause()
        assert TOO_EARLY in screen_text(pilot), "the answer stays while the list grows"
        await press(pilot, "up")
        pilot.app.screen.fill()
        await pilot.pause()
        assert TOO_EARLY not in screen_text(pilot)
        await press(pilot, "down", "2")
        assert isinstance(pilot.app.screen, RetryList) and TOO_EARLY in screen_text(pilot)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, RetryScreen)


def test_what_looks_costly_gets_a_rough_look_before_any_move_is_searched_in_full() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    assert analysis.depth > reviews.ROUGH
    own = [ply for ply, seat in analysis.asked.items() if seat == 0]
    theirs = [ply for ply, seat in analysis.asked.items() if seat == 1]
    for ply in analysis.asked:
        loss = {own[-1]: 0.2, theirs[2]: 0.4}.get(ply, 0.0)
        analysis.add(replace(point(match, ply, loss), nodes=reviews.QUICK))
        analysis.left[0].pop(ply, None)
    first, second, third = analysis.take(), analysis.take(), analysis.take()
    assert first and second and third
    assert [(q.ply, q.terms.nodes) for q in (first, second)] == [(own[-1], 1000), (theirs[2], 1000)], "yours first"
    assert third.terms.nodes == analysis.depth
    analysis.put_back(first)
    again = analysis.take()
    assert again == first, "a rough look that was cut short is taken again"
    analysis.add(replace(point(match, first.ply, 0.2), nodes=reviews.ROUGH, reason="it makes 1-1 affordable"))
    assert "(roughly 40% to win instead of 60%); better: " in verdict(analysis, first.ply, 200)
    assert verdict(analysis, first.ply, 200).endswith("; it makes 1-1 affordable")
    assert not to_retry(analysis, 0), "only what is certain is to be tried again"
    asked = [analysis.take() for _ in range(len(analysis.left[1]))]
    assert {q.ply for q in asked if q} | {third.ply} == set(analysis.asked), "all are still searched in full"


async def test_escape_clears_hides_the_verdict_and_then_goes_back_to_the_list() -> None:
    match = finished_match()
    async with run_app(make_app(RetryList(match, analysed(match, 0.3)), bot_pool=Judges())) as pilot:
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, RetryScreen)
        await press(pilot, ":", *screen.match.game.notation(screen.match.state, screen.match.legal()[-1]), "enter")
        await settle(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen and not screen.query_one(HintPanel).lines
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, RetryList)


async def test_a_wrongly_typed_move_is_answered_with_the_form_and_never_with_a_legal_move() -> None:
    match = finished_match()
    async with run_app(make_app(RetryList(match, analysed(match, 0.3)), bot_pool=Judges())) as pilot:
        await press(pilot, "enter", ":")
        screen = pilot.app.screen
        assert isinstance(screen, RetryScreen)
        await press(pilot, *"take zz", "enter")
        answer = status_text(pilot)
        assert answer.startswith("'take zz' is not a legal move. ")
        assert not any(move in answer for move in screen.moves())


async def test_a_move_listed_for_the_coach_is_not_listed_again_as_a_suspect() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    own = next(ply for ply, s in enumerate(match.states) if match.game.turn(s) == 0 and len(match.game.legal(s)) > 1)
    analysis.add(replace(point(match, own, 0.2), nodes=reviews.WARNED))
    analysis.warned = {own}
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        assert screen_text(pilot).count("round 1  You") == 1
        await press(pilot, "s")
        assert "better: " in screen_text(pilot), "the better move of the coach"


async def test_the_best_move_is_right_at_once_and_another_one_is_named_while_it_is_looked_at() -> None:
    match = finished_match()
    analysis = analysed(match, 0.3)
    async with run_app(make_app(RetryList(match, analysis))) as pilot:
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, RetryScreen)
        ply, legal = screen.mistake.ply, screen.match.legal()
        best = next(action for action in legal if action != match.log[ply])
        screen.play(next(action for action in reversed(legal) if action not in (best, match.log[ply])))
        assert screen.verdict and screen.verdict.lines[0].endswith(": looking at what would follow ...")
        assert not status_text(pilot).strip(), "no line asks for more while it is looked at"
        screen.play(best)
        assert screen.verdict.title == RIGHT and load_answers(match) == {ply: True}


async def test_the_result_leads_to_the_mistakes_and_back() -> None:
    match = finished_match()
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, RetryList)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ScoreSheet)


async def test_there_are_mistakes_for_a_single_person_only() -> None:
    match = finished_match("Ada", "Bea")
    async with run_app(make_app(ScoreSheet(match, None))) as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, ScoreSheet)


def test_home_counts_only_the_mistakes_that_can_be_tried_now() -> None:
    match = finished_match()
    analysis = ReviewProgress(match)
    first, second, *_ = [ply for ply, seat in analysis.asked.items() if seat == 0]
    analysis.add(replace(point(match, first, 0.2), nodes=reviews.WARNED))
    analysis.add(replace(point(match, second, 0.3), nodes=reviews.ROUGH))
    analysis.save_new()
    assert left_to_retry(match) == 1, "rough figures may still turn out to be no mistake"


async def test_the_result_names_the_biggest_mistake_and_the_rounds_of_the_others() -> None:
    match = finished_match()
    sheet = ScoreSheet(match, None)
    async with run_app(make_app(sheet), (120, 36)) as pilot:
        sheet.analysis = analysed(match, 0.1, 0.3, 0.0, 0.2, 0.07)
        sheet.analysis.watchers.append(sheet.learned)
        sheet.say_status()
        await settle(pilot)
        assert status_text(pilot).startswith("Your biggest mistake, round 2: ")
        assert status_text(pilot).endswith("; others in rounds 1 and 4 (y)"), "those that y offers"


async def test_the_result_says_when_a_finished_review_found_no_mistake() -> None:
    match = finished_match()
    sheet = ScoreSheet(match, None)
    async with run_app(make_app(sheet), (120, 36)) as pilot:
        assert "finds the biggest mistakes" in status_text(pilot)
        sheet.analysis = analysed(match, 0.0)
        sheet.analysis.watchers.append(sheet.learned)
        sheet.say_status()
        await settle(pilot)
        assert status_text(pilot).startswith("No big mistakes of yours; v shows the review")
