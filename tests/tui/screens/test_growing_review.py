"""The list of mistakes while the review still looks: what it shows stays as it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from tabletown.rules.analysis.decision import Decision
from tabletown.rules.analysis.review_depth import QUICK
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model import reviews
from tabletown.tui.model.review_words import verdict
from tabletown.tui.model.reviews import ReviewProgress
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.reviewed import NO_LETTERS
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.chart import Chart
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import make_app, press, run_app, screen_text, status_text, wait_until
from tests.tui.sample_matches import finished_match
from tests.tui.scenes_review import PointsThinker
from tests.tui.screens.test_background_review import Slow, answered


def decided(progress: ReviewProgress, ply: int, nodes: int, rng: Random) -> Decision:
    """Some decision about a move; every third one is a mistake."""
    match, loss = progress.match, rng.choice((0.0, 0.0, round(rng.uniform(0.03, 0.3), 4)))
    game, s = match.game, match.states[ply]
    better = game.notation(s, game.legal(s)[0])
    name = game.notation(s, match.log[ply])
    return Decision(ply, progress.asked[ply], name, rng.random(), loss, better, "", (), (), nodes)


def test_the_time_left_counts_down_unless_it_was_far_off(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rng, progress = [0.0], Random(3), ReviewProgress(finished_match())
    monkeypatch.setattr(reviews, "monotonic", lambda: clock[0])
    times_left = list[float]()
    monkeypatch.setattr(reviews, "rough_time", lambda seconds: times_left.append(seconds) or "")
    seconds = {10: 1.4, 20: 0.8, 30: 8.0}  # for a move, from that number of moves on
    pace = 1.0
    while question := progress.take():
        progress.add(decided(progress, question.ply, int(question.terms.nodes or 0), rng))
        pace = seconds.get(len(times_left), pace)
        clock[0] += pace
        assert not progress.time_left
    steps = [after - before for before, after in pairwise(times_left)]
    assert all(step < 0 for step in steps[:28]), "a little faster or slower"
    assert any(step > 10 for step in steps[29:]), "much slower"
    assert times_left[-1] < 60


def renamed(match: Match, *seats: Seat) -> Match:
    other = Match(match.name, seats, match.options, match.seed)
    for action in match.log:
        other.act(action)
    return other


@pytest.mark.parametrize(
    "seats",
    [(Seat("You"), Seat("Hana", "greedy")), pytest.param((Seat("Ada"), Seat("Bea")), marks=pytest.mark.slow)],
)
def test_what_has_been_shown_as_a_mistake_keeps_its_figures(seats: tuple[Seat, ...]) -> None:
    match, rng = renamed(finished_match(), *seats), Random(3)
    progress, figures_by_ply = ReviewProgress(match), dict[int, tuple[object, ...]]()
    while question := progress.take():
        progress.add(decided(progress, question.ply, int(question.terms.nodes or 0), rng))
        progress.focus = rng.randrange(len(match.log))
        if question.terms.nodes == QUICK:
            assert not progress.mistakes(None)
            continue
        curve = progress.winning_chances
        for mistake in progress.mistakes(None):
            before, after = (curve[mistake.seat][mistake.ply + n] for n in (0, 1))
            figures = (
                mistake,
                before,
                after,
                *progress.chances(mistake),
                verdict(progress, mistake.ply, 200),
            )
            assert figures_by_ply.setdefault(mistake.ply, figures) == figures
            assert mistake.ply == len(match.log) - 1 or progress.chances(mistake) == pytest.approx((before, after))
    assert progress.is_over and len(figures_by_ply) >= 8


def test_the_searches_that_a_mistake_waits_for_come_next() -> None:
    progress, rng = ReviewProgress(finished_match()), Random(1)
    for _ in range(progress.total):
        question = progress.take()
        assert question
        progress.add(replace(decided(progress, question.ply, QUICK, rng), loss=0.0))
    ply = next(ply for ply in progress.asked if ply > 10 and progress.asked[ply] == 0)
    progress.add(replace(decided(progress, ply, progress.depth, rng), loss=0.2))
    assert not progress.mistakes(None), "the move before it may have been a mistake too"
    waited_for = progress._missing(ply)
    assert ply - 1 in waited_for and len(waited_for) < 10
    for _ in range(len(waited_for)):
        following = progress.take()
        assert not progress.mistakes(None) and following and following.ply in waited_for
        progress.add(replace(decided(progress, following.ply, progress.depth, rng), loss=0.0))
    assert [mistake.ply for mistake in progress.mistakes(None)] == [ply]


async def test_mistakes_have_no_letters_until_all_moves_have_been_looked_at() -> None:
    bots = Slow(0)
    app = make_app(screen := Replay(finished_match(), page="losses"), bot_pool=bots)
    async with app.run_test() as pilot:
        await wait_until(pilot, lambda: screen.is_mounted)
        screen.player = None
        await wait_until(pilot, answered(pilot, bots, screen.analysis.total + 25))
        await wait_until(pilot, lambda: bool(screen.listed.get(None)))
        assert NO_LETTERS in screen_text(pilot) and screen.letters.isspace()
        assert {mark.letter for mark in screen.query(Chart).first().data.marks} == {" "}
        ply = screen.ply
        await pilot.press("b")
        await wait_until(pilot, lambda: NO_LETTERS[1:] in str(screen.news))
        assert screen.ply == ply
        bots.allowed = 10**6
        await wait_until(pilot, lambda: screen.analysis.is_over and NO_LETTERS not in screen_text(pilot))
        await pilot.press("b")
        await wait_until(pilot, lambda: screen.ply == screen.analysis.mistakes(None)[1].ply)


GAMES = {
    "splendor": finished_match,
    "metropolys": lambda: scenes_metropolys.city(10**6),
    "sf1906": scenes_sf1906.match_at,
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "splendor")) for name in GAMES]
)
async def test_at_a_mistake_the_cursor_is_on_the_move_played_and_the_better_one_is_marked(name: str) -> None:
    match = GAMES[name]()
    async with run_app(make_app(screen := Replay(match), bot_pool=PointsThinker())) as pilot:
        await press(pilot, "right_curly_bracket")
        board, better = screen.query_one(Board), screen.best_here()
        assert better and board.state and better != match.log[screen.ply]
        assert board.state.picked == tuple(board.parts(better))
        assert board.cursor == screen.place(match.log[screen.ply])
        assert status_text(pilot).startswith("} goes to the next mistake")
        await press(pilot, "escape")
        assert not board.state.picked
