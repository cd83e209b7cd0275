"""Bots with a coach whose answers are known beforehand."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from tabletown import rules
from tabletown.rules.analysis.coach import Advice, CoachQuestion, Objection
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.tui.screens.hint_panel import HintPanel
from tests.tui.app_driver import QUIET, InstantBots

COACHED = replace(QUIET, coach="on")
REASON = "Hana can then buy 2-3"


def canned(question: CoachQuestion, reason: str = REASON, names_best: bool = False) -> Advice:
    """Advice that prefers the last legal action, and objects to all others."""
    legal = rules.load(question.game).legal(question.view)
    losses = {a: 0.18 * (a != legal[-1]) for a in legal}
    candidates = tuple(Candidate(a, 0.64 - losses[a], 500) for a in reversed(legal))
    choice = Choice(legal[-1], 0.64, 1000, (legal[-1],), 0.0, candidates)
    objections = {a: Objection(loss, reason, names_best, choice.value) for a, loss in losses.items() if loss}
    return Advice(choice, losses, objections, frozenset(legal[-1:]))


class Coaching(InstantBots):
    """Bots whose coach answers at once."""

    def __init__(self, reason: str = REASON, names_best: bool = False) -> None:
        super().__init__()
        self.reason, self.names_best = reason, names_best
        self.questions: list[CoachQuestion] = []

    async def coach(self, question: CoachQuestion) -> Advice | None:
        self.questions.append(question)
        return canned(question, self.reason, self.names_best)


class Pondering(Coaching):
    """The coach does not answer before it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()

    async def coach(self, question: CoachQuestion) -> Advice | None:
        await self.ready.wait()
        return await super().coach(question)


def advice_text(pilot: Any) -> str:
    panel = pilot.app.screen.query_one(HintPanel)
    return "\n".join(panel.lines)
