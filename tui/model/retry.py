"""A mistake to try again: the position before it, and the verdict on another move there."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.analysis.mistakes import least_loss
from tabletown.rules.analysis.review import Decision, Question, questions
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration.grammar import instead_of, sentence
from .reviews import TERMS, ReviewProgress

RIGHT, BETTER, SAME, WORSE = (
    "Right",
    "Better, but not the best",
    "About as good as in the game",
    "Worse than in the game",
)
"""Titles of a verdict."""


class Verdict(NamedTuple):
    """Judgement of a move in place of a mistake: a title, and lines on it."""

    title: str
    lines: list[str]

    @property
    def is_right(self) -> bool:
        return self.title == RIGHT


class Retry:
    """One of the mistakes of a finished game, and what its review knows of it."""

    def __init__(self, match: Match, analysis: ReviewProgress, mistake: Decision) -> None:
        self.match, self.analysis, self.mistake = match, analysis, mistake
        self.best, self.before = analysis.chances(mistake)
        """Winning chances with the best move and with the one played, from 0 to 1, as the curve has them."""

    def question(self, action: Action) -> Question:
        """The question that a bot must answer to judge a move; its search is that of the review."""
        asked = questions(self.match, TERMS._replace(nodes=self.mistake.nodes))
        return next(question for question in asked if question.ply == self.mistake.ply)._replace(action=action)

    def verdict(self, action: Action, judged: Decision) -> Verdict:
        """The verdict on a move that a bot has judged."""
        chance, noise = max(0.0, self.best - judged.loss), least_loss(judged.nodes)
        if action == self.match.log[self.mistake.ply]:
            return Verdict(SAME, ["This is the move you played."])
        if not judged.loss:
            return Verdict(RIGHT, [self.compared(chance), *self.reason()])
        gain = chance - self.before
        title = BETTER if gain >= noise else WORSE if gain <= -noise else SAME
        return Verdict(title, [self.compared(chance), f"The best move: {self.best:.0%}. Try again."])

    def compared(self, chance: float) -> str:
        """A move's winning chances beside those of the mistake."""
        return sentence(f"{instead_of(chance, self.before)} with the move you played")

    def solution(self) -> Verdict:
        """The best move, its chances and the reason for it."""
        better = self.analysis.better(self.mistake)
        return Verdict("Best move", [sentence(better), self.compared(self.best), *self.reason()])

    def reason(self) -> list[str]:
        return [sentence(self.mistake.reason)] if self.mistake.reason else []
