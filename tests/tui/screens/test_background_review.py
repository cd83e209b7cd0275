"""A review that nobody waits for: watched while it grows, left and come back to, closed halfway and continued."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import StringIO
from time import monotonic, sleep

from textual.pilot import Pilot

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.analysis.review_depth import QUICK
from tabletown.tui.model.review_runner import ReviewRunner
from tabletown.tui.model.reviews import ROUGH, ReviewProgress
from tabletown.tui.plain.background_review import BackgroundReview
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.replay import Stepping
from tabletown.tui.screens.home import Home
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.widgets.chart import Chart
from tests.tui.app_driver import make_app, press, run_app, screen_text, status_text, wait_until
from tests.tui.sample_matches import finished_match, match_prefix, save_record
from tests.tui.scenes_review import PointsThinker

ROUGH_LOOKS = 1
"""Moves of the finished match that look costly at first and get a rough look."""


class Slow(PointsThinker):
    """Bots that answer only as many questions as they are allowed to; then they wait."""

    def __init__(self, allowed: int) -> None:
        super().__init__()
        self.allowed = allowed
        self.answered: list[tuple[int, float]] = []

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        while len(self.answered) >= self.allowed:
            await asyncio.sleep(0.005)
        decision = await super().judge(question)
        self.answered.append((question.ply, question.terms.nodes or 0))
        return decision


def answered(pilot: Pilot[None], bots: Slow, number: int) -> Callable[[], bool]:
    bots.allowed = number
    return lambda: len(bots.answered) == number


async def test_a_review_is_watched_while_it_grows_and_closed_halfway() -> None:
    match, bots = finished_match(), Slow(0)
    record = save_record(match, "game")
    app = make_app(ScoreSheet(match, record), bot_pool=bots, over_home=True)
    async with app.run_test() as pilot:
        await wait_until(pilot, answered(pilot, bots, 5))
        await wait_until(pilot, lambda: "first look, " in status_text(pilot))
        assert status_text(pilot).startswith("Review ") and "v shows it" in status_text(pilot)
        await pilot.press("v")
        await wait_until(pilot, lambda: isinstance(app.screen, Replay) and app.screen.is_mounted)
        total, depth = app.screen.analysis.total, app.screen.analysis.depth  # type: ignore[attr-defined]

        def in_words(quick: int, full: int = 0) -> str:
            share = (quick * QUICK + full * depth) / (total * (QUICK + depth))
            return f"closer look, {share:.0%} done" if full else f"first look, {quick / total:.0%} done"

        await wait_until(pilot, lambda: in_words(5) in screen_text(pilot))
        await wait_until(pilot, answered(pilot, bots, 9))
        await wait_until(pilot, lambda: in_words(9) in screen_text(pilot))
        await pilot.press("escape", "escape", "q")
        await wait_until(pilot, lambda: isinstance(app.screen, Home))
        await wait_until(pilot, answered(pilot, bots, 14))
        app.show_replay(match, record.path)
        await wait_until(pilot, lambda: isinstance(app.screen, Replay) and app.screen.is_mounted)
        await wait_until(pilot, answered(pilot, bots, total + ROUGH_LOOKS + 3))
        await pilot.press("v")
        await wait_until(pilot, lambda: in_words(total, 3) in screen_text(pilot))
    kept = ReviewProgress(match)
    assert len(kept.decisions) == total and kept.analysed == 3, "kept, though it was closed halfway"
    assert len(set(bots.answered)) == len(bots.answered), "nothing is asked twice"
    later = Slow(10**6)
    async with run_app(make_app(Replay(match, record.path), bot_pool=later)) as pilot:
        await press(pilot, "v")
        assert "Winning chances, a: your mistake" in screen_text(pilot)
        assert "10,000 positions searched per move" in pilot.app.screen.query(Chart).first().data.details
    assert len(later.answered) == total - 3 and {nodes for _, nodes in later.answered} == {10_000}


async def test_the_latest_review_comes_first_and_the_others_after_it() -> None:
    bots = Slow(10**6)
    runner = ReviewRunner(bots)
    first, second = ReviewProgress(finished_match(seed=2)), ReviewProgress(finished_match(seed=3))
    runner.join(first)
    assert runner.join(second) is second and runner.join(ReviewProgress(second.match)) is second
    bots.allowed = second.total
    running = asyncio.create_task(runner.run())
    while len(bots.answered) < second.total:
        await asyncio.sleep(0.01)
    assert len(second.decisions) >= second.total - 1 and not first.decisions
    bots.allowed = 10**6
    await running
    assert first.is_complete and second.is_complete and not first.progress


def test_the_quick_pass_over_all_moves_comes_first() -> None:
    review = ReviewProgress(finished_match())
    review.focus = 10
    taken = [review.take() for _ in range(review.total + 1)]
    assert [q and q.ply for q in taken[:3]] == [10, 9, 11]
    assert [q and q.terms.nodes for q in taken] == [QUICK] * review.total + [10_000]


def test_a_finished_game_keeps_what_a_review_found_while_it_was_unfinished() -> None:
    early, match = match_prefix(finished_match(), 30), finished_match()
    review = ReviewProgress(early)
    review.add(Decision(3, early.game.turn(early.states[3]) or 0, "", 0.6, 0.0, None, "", (), (), QUICK))
    review.save_new()
    assert [*ReviewProgress(match).decisions] == [3]
    changed = match_prefix(match, 2)
    changed.act(next(action for action in changed.legal() if action != match.log[2]))
    assert not ReviewProgress(changed).decisions, "another game"


# Text mode


class Typing(StringIO):
    """Lines to type, each after a condition holds."""

    def __init__(self, *steps: tuple[str, Callable[[], bool]]) -> None:
        super().__init__()
        self.steps = list(steps)

    def readline(self, size: int | None = -1, /) -> str:
        if not self.steps:
            return ""
        text, ready = self.steps.pop(0)
        end = monotonic() + 20
        while not ready():
            assert monotonic() < end, "it does not happen"
            sleep(0.005)
        return f"{text}\n"


def stepped(review: BackgroundReview, *steps: tuple[str, Callable[[], bool]]) -> str:
    """What a replay in text mode prints; each line is typed when its condition holds."""
    output = StringIO()
    Stepping(review.progress.match, Page(Typing(*steps), output), review).run()
    return output.getvalue()


def at_once() -> bool:
    return True


def test_in_text_mode_it_grows_while_one_types_and_is_kept_on_leaving() -> None:
    match, bots = finished_match(), Slow(0)
    review = BackgroundReview(match, lambda: bots)
    total = review.progress.total

    def six_known() -> bool:
        bots.allowed = 6
        return len(review.progress.decisions) == 6

    text = stepped(review, ("review", at_once), ("review", six_known), ("next", at_once), ("quit", at_once))
    assert "Review: first look, 0% done." in text
    assert f"Review: first look, {6 / total:.0%} done." in text and "Type review again" in text
    assert "No move has been looked at closely yet." in text
    assert len(ReviewProgress(match).decisions) == 6
    review, later = BackgroundReview(match, lambda: later), Slow(10**6)
    text = stepped(review, ("review", at_once), ("review", lambda: review.progress.is_complete), ("quit", at_once))
    assert len(later.answered) == 2 * total + ROUGH_LOOKS - 6
    assert [nodes for _, nodes in later.answered].count(ROUGH) == ROUGH_LOOKS
    assert "Review: 10,000 positions searched per move." in text and "better: buy" in text
    review = BackgroundReview(match)
    assert "10,000 positions searched per move" in stepped(review, ("review", at_once)) and review.pool is None, (
        "all is known"
    )
