"""The coach at a table: advice on the decision at hand, found while the player thinks."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from tabletown.rules.analysis.coach import Advice, CoachQuestion, CoachTerms, Objection
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration.grammar import sentence

STAGES = (CoachTerms(),)
"""Limits of the searches of one decision, one after the other; the latest answer counts."""


def warning(objection: Objection) -> str:
    """Loss and reason in words: "Gives up 18%. Hana can then buy 2-3." """
    reason = f" {sentence(objection.reason)}" if objection.reason else ""
    return f"Gives up {objection.loss:.0%}.{reason}"


class AdvicePool(Protocol):
    """The part of the bot pool that the coach needs."""

    async def coach(self, question: CoachQuestion) -> Advice | None:
        """Advise on a decision; None when the search was cut short. Raises NoAnswer."""


class Known(NamedTuple):
    """Advice on the decision at a ply, and the view it is about."""

    ply: int
    view: Any
    advice: Advice


class Coach:
    """Advice on the decision at hand, and losses of the moves played so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._known: Known | None = None
        self.losses: dict[int, tuple[Action, float, Action]] = {}
        """By ply: the move played, what it lost, and the best move."""

    async def think(self, pool: AdvicePool) -> None:
        """Search the decision at hand ever deeper. Raises NoAnswer."""
        match, ply = self.match, len(self.match.log)
        for terms in STAGES:
            question = self.question(terms)
            advice = await pool.coach(question)
            if advice is None or len(match.log) != ply:
                return
            self._known = Known(ply, question.view, advice)

    def question(self, terms: CoachTerms) -> CoachQuestion:
        """The decision at hand, as the player sees it."""
        match, player = self.match, self.match.player
        names = tuple(seat.name for seat in match.seats)
        view = match.game.observe(match.state, player)
        return CoachQuestion(match.name, view, names, match.seed_for(len(match.log), "coach"), terms)

    def note(self, action: Action) -> None:
        """Note the loss of the move about to be played, if it is known."""
        if known := self.known:
            choice, losses = known.advice.choice, known.advice.losses
            if action in losses:
                self.losses[known.ply] = action, losses[action], choice.action

    def forget(self) -> None:
        """Drop the advice, as after an undo."""
        self._known = None

    @property
    def known(self) -> Known | None:
        """Advice on the decision at hand; None as long as there is none."""
        return self._known if self._known and self._known.ply == len(self.match.log) else None

    def objection(self, action: Action | None) -> Objection | None:
        """Objection to a move of the decision at hand; None if there is none, or no answer yet."""
        return self.known.advice.objections.get(action) if self.known and action is not None else None
