"""Bots that fail: the program reports it and continues."""

from __future__ import annotations

from typing import Any

import pytest

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.bots.bot import Choice
from tabletown.tui.model.bot_pool import BotPool, NoAnswer
from tabletown.tui.model.reviews import FAILURES
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import InstantBots, make_app, press, run_app, screen_text, settle, status_text
from tests.tui.sample_matches import finished_match, start_match


class Failing(InstantBots):
    """Bots that fail a given number of times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def fail(self) -> None:
        self.times -= 1
        if self.times >= 0:
            raise NoAnswer("ValueError: no such card")

    async def choose(self, game: str, view: Any, level: str, seed: str, *terms: Any) -> Choice:
        self.fail()
        return await super().choose(game, view, level, seed, *terms)

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        self.fail()
        where = (question.ply, question.player, "pass", 0.5, 0.0, None, "it is late")
        return Decision(*where, (), (), int(question.terms.nodes or 0))


async def test_whatever_fails_in_a_process_is_no_answer() -> None:
    bot_pool = BotPool(1)
    with pytest.raises(NoAnswer, match="KeyError"):
        await bot_pool.choose("chess", None, "random", "a seed")
    bot_pool.close()


@pytest.mark.parametrize("times", [1, FAILURES + 1])
async def test_a_judgement_that_fails_is_said_and_the_others_are_made(times: int) -> None:
    """After some failures no more moves are requested."""
    async with run_app(make_app(screen := Replay(finished_match()), bot_pool=Failing(times))) as pilot:
        assert status_text(pilot).startswith("Could not analyse move")
        analysis = screen.analysis
        assert analysis.failed == min(times, FAILURES)
        assert len(analysis.decisions) == (analysis.total if times == 1 else 0)
        assert analysis.is_complete == (times == 1), "the search at full depth makes up for one of the quick pass"
        await press(pilot, "v")
        assert (f", {analysis.failed} failed" in screen_text(pilot)) == (times > 1)
        await press(pilot, "right_square_bracket")
        assert status_text(pilot, "prompt").startswith("Move 1 of ")


async def test_a_bot_without_an_answer_is_asked_again_by_a_key() -> None:
    match = start_match()
    async with run_app(make_app(Table(match, None), bot_pool=Failing(2))) as pilot:
        await press(pilot, "r", "r", "enter")
        words = "Hana failed to move (ValueError: no such card); . retries"
        assert status_text(pilot, "prompt") == words
        await press(pilot, "full_stop")
        assert status_text(pilot, "prompt") == words and len(match.log) == 1
        await press(pilot, "full_stop")
        assert len(match.log) == 2 and status_text(pilot, "prompt").startswith("Your turn")


async def test_a_bot_without_an_answer_can_be_taken_back() -> None:
    match = start_match()
    async with run_app(make_app(Table(match, None), bot_pool=Failing(1))) as pilot:
        await press(pilot, "r", "r", "enter", "z")
        assert not match.log and status_text(pilot, "prompt").startswith("Your turn")


async def test_a_hint_that_fails_is_said() -> None:
    async with run_app(make_app(Table(start_match(), None), bot_pool=Failing(1))) as pilot:
        await press(pilot, "i")
        assert status_text(pilot) == "No hint available (ValueError: no such card)"
        await press(pilot, "i")
        assert status_text(pilot).startswith("Hint:")
    async with run_app(make_app(Replay(finished_match()), bot_pool=Failing(10**6))) as pilot:
        await settle(pilot)
        await press(pilot, "i")
        assert status_text(pilot) == "No hint available (ValueError: no such card)"
