"""What the coach says of a move that is already played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from tabletown.rules.analysis.coach import Advice, CoachQuestion
from tabletown.tui.model.coach import FINE, LATE, SECOND
from tabletown.tui.screens import coached
from tests.tui.app_driver import (
    SMALL,
    BlockedBots,
    InstantBots,
    current_table,
    make_app,
    press,
    run_app,
    screen_text,
    settle,
    status_text,
    wait_until,
)
from tests.tui.coaching import COACHED, REASON, Coaching, Pondering, advice_text
from tests.tui.sample_matches import saved_table, start_match


class Slow(Coaching, BlockedBots):
    """The coach answers at once, the bot only when it may."""


class SecondThoughts(Pondering):
    """The coach lets every move pass, and objects after a second look, when it may."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        if question.terms == SECOND:
            return await super().coach(question)
        advice = await Coaching.coach(self, question)
        return advice and replace(advice, objections={}, fine=frozenset())


class Doubting(Pondering):
    """The coach has no answer in time, and objects to a move already played only after the deepest look."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        advice = await super().coach(question)
        return advice and (advice if question.terms == SECOND else replace(advice, objections={}, fine=frozenset()))


@asynccontextmanager
async def after_a_move(pool: Coaching) -> AsyncIterator[Pilot[None]]:
    """A table after a move of yours, which the coach has not looked at in time, and the reply."""
    match = start_match()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: current_table(pilot).board.state is not None)
        await pilot.press("w", "u", "g", "enter")
        await wait_until(pilot, lambda: len(match.log) == 2)
        yield pilot


async def test_a_move_that_loses_next_to_nothing_is_called_fine_while_others_move() -> None:
    match, pool = start_match(), Slow()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=(120, 36)) as pilot:
        await wait_until(pilot, lambda: bool(current_table(pilot).coach.current))
        current_table(pilot).selection.choose(match.game.legal(match.state)[-1])
        await pilot.press("enter")
        await wait_until(pilot, lambda: len(match.log) == 1 and status_text(pilot, "notice").endswith("coach: fine"))
        pool.answer.set()
        await settle(pilot)


async def test_a_move_let_pass_without_being_fine_gets_a_second_look_and_the_coach_corrects_itself() -> None:
    match, pool = start_match(), SecondThoughts()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: bool(current_table(pilot).coach.current))
        await pilot.press("w", "u", "g", "enter")
        await wait_until(pilot, lambda: len(match.log) == 2)
        assert not advice_text(pilot) and "fine" not in status_text(pilot, "notice")
        pool.ready.set()
        await settle(pilot)
        loss = "Take white, blue and green: on second thoughts, this lowered your winning chances from 64% to 46%."
        assert advice_text(pilot).startswith(f"{loss} {REASON}. Better: ")
        assert current_table(pilot).coach.mistakes()[0].loss == 0.18


async def test_a_second_look_at_a_move_ends_with_the_next_move() -> None:
    match, pool = start_match(), SecondThoughts()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: bool(current_table(pilot).coach.current))
        await pilot.press("w", "u", "g", "enter")
        await wait_until(pilot, lambda: len(match.log) == 2 and bool(current_table(pilot).coach.current))
        current = current_table(pilot).coach.current
        assert current
        best = match.game.legal(match.state)[-1]
        current_table(pilot).coach._latest = current._replace(advice=replace(current.advice, fine=frozenset({best})))
        current_table(pilot).selection.choose(best)
        await pilot.press("enter")
        await wait_until(pilot, lambda: len(match.log) == 4)
        pool.ready.set()
        await settle(pilot)
        assert current_table(pilot).coach.latest_opinion == FINE and not current_table(pilot).late


async def test_a_move_played_before_the_coach_had_looked_is_called_costly_afterwards_and_undone_with_one_key() -> None:
    pool = Pondering()
    async with after_a_move(pool) as pilot:
        assert status_text(pilot, "notice").endswith("coach checking") and not advice_text(pilot)
        pool.ready.set()
        await settle(pilot)
        loss = "Take white, blue and green: this lowered your winning chances from 64% to 46%."
        assert advice_text(pilot).startswith(f"{loss} {REASON}. Better: ")
        assert advice_text(pilot).endswith("\nz undoes it, Esc closes") and "this lowered your" in screen_text(pilot)
        await press(pilot, "z")
        assert not current_table(pilot).match.log and not advice_text(pilot)


async def test_a_move_called_costly_afterwards_is_stopped_when_it_is_tried_again_after_an_undo() -> None:
    pool = Pondering()
    async with after_a_move(pool) as pilot:
        pool.ready.set()
        await settle(pilot)
        pool.ready.clear()  # about the position that comes back, the coach has no answer in time
        await pilot.press("z")
        await wait_until(pilot, lambda: not current_table(pilot).match.log)
        await pilot.press("w", "u", "g", "enter")
        await wait_until(pilot, lambda: current_table(pilot).confirming is not None)
        assert not current_table(pilot).match.log and REASON in advice_text(pilot)
        pool.ready.set()
        await settle(pilot)


async def test_a_move_that_no_search_has_looked_at_was_too_fast_for_the_coach() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), COACHED, bot_pool=InstantBots()), (120, 36)) as pilot:
        current_table(pilot).selection.choose(match.legal()[0])
        await press(pilot, "enter")
        await settle(pilot)
        assert len(match.log) == 2 and status_text(pilot, "notice").endswith("too fast for the coach")


async def test_a_late_answer_stays_until_it_is_closed_even_beside_the_next_picks() -> None:
    pool = Pondering()
    async with after_a_move(pool) as pilot:
        pool.ready.set()
        await settle(pilot)
        await press(pilot, "w")
        assert current_table(pilot).selection.picked and advice_text(pilot)
        await press(pilot, "escape")
        assert len(current_table(pilot).match.log) == 2 and not advice_text(pilot)


async def test_escape_for_the_picks_does_not_close_a_verdict_that_has_only_just_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coached, "UNREAD_SECONDS", 60)
    pool = Pondering()
    async with after_a_move(pool) as pilot:
        await pilot.press("w")
        pool.ready.set()
        await settle(pilot)
        await press(pilot, "escape")
        assert not current_table(pilot).selection.picked and "this lowered your" in advice_text(pilot)


async def test_what_you_may_do_stays_in_the_first_line_while_the_coach_looks_at_your_last_move() -> None:
    pool = Pondering()
    async with after_a_move(pool) as pilot:
        assert status_text(pilot, "prompt") == "Your turn: take gems (w u g r b), buy (Enter) or reserve (v)"
        pool.ready.set()
        await settle(pilot)


class Wavering(Pondering):
    """The coach has no answer in time; a first look at a move already played objects to it, the next one less."""

    def __init__(self, loss: float) -> None:
        super().__init__()
        self.loss = loss

    async def coach(self, question: CoachQuestion) -> Advice | None:
        advice = await super().coach(question)
        if not advice or question.only is None or question.terms == LATE:
            return advice
        return replace(advice, objections={}, losses={question.only: self.loss}, fine=frozenset())


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [(0.03, "Take white, blue and green: this lowered your winning chances from 64% to 61%."), (0.0, "")],
)
async def test_a_verdict_on_your_last_move_is_withdrawn_only_if_the_move_is_as_good_as_the_best(
    loss: float, verdict: str
) -> None:
    pool = Wavering(loss)
    async with after_a_move(pool) as pilot:
        pool.ready.set()
        await settle(pilot)
        assert advice_text(pilot).startswith(verdict) and bool(advice_text(pilot)) == bool(verdict)
        assert status_text(pilot).startswith(coached.LATE_WITHDRAWN) == (not verdict)


async def test_a_late_look_that_leaves_a_move_unsure_is_followed_by_a_deeper_one() -> None:
    pool = Doubting()
    async with after_a_move(pool) as pilot:
        pool.ready.set()
        await settle(pilot)
        assert "this lowered your winning chances from 64% to 46%" in advice_text(pilot)


async def test_a_late_answer_about_the_move_before_the_last_is_not_shown() -> None:
    match, pool = start_match(), Pondering()
    async with make_app(saved_table(match), COACHED, bot_pool=pool).run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: current_table(pilot).board.state is not None)
        table = current_table(pilot)
        for _ in range(2):
            own = len(match.log)
            await pilot.press("w", "u", "g", "enter")
            await wait_until(pilot, lambda own=own: len(match.log) == own + 2)
        pool.ready.set()
        await settle(pilot)
        assert table.late and table.late[0] == 2
