"""A mistake to try again: the position before it, and the verdict on another move there."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.analysis.explain import advantage
from tabletown.rules.analysis.mistakes import least_loss
from tabletown.rules.analysis.review import Decision, Question, questions
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration.chances import about, instead_of
from ..narration.grammar import sentence
from .reviews import TERMS, ReviewProgress

RIGHT, BETTER, SAME, WORSE, PLAYED = "Right", "Better, not best", "About as good", "Worse", "The move you played"
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
        nodes = max(self.mistake.nodes, self.analysis.depth)
        asked = questions(self.match, TERMS._replace(nodes=nodes))
        return next(question for question in asked if question.ply == self.mistake.ply)._replace(action=action)

    def is_played(self, action: Action) -> bool:
        """True for the mistake itself; in Splendor also for the same gems in another order."""
        game, before = self.match.game, self.match.states[self.mistake.ply]
        names = {game.describe(before, move, "second") for move in (action, self.match.log[self.mistake.ply])}
        return len(names) == 1

    def repeated(self) -> Verdict:
        """The verdict on the mistake itself, which needs no bot."""
        chances = f"{instead_of(self.before, self.best)} with the best move"
        return Verdict(PLAYED, ["This is the move you played.", f"{sentence(chances)} Try another one."])

    def verdict(self, action: Action, judged: Decision) -> Verdict:
        """The verdict on a move that a bot has judged."""
        chance, noise = max(0.0, self.best - judged.loss), least_loss(judged.nodes)
        played = self.match.log[self.mistake.ply]
        if not judged.loss:
            is_best = action == self.analysis.better_action(self.mistake)
            return Verdict(RIGHT, [self.compared(chance), *(self.reason() if is_best else self.why(action, played))])
        gain = chance - self.before
        title = BETTER if gain >= noise else WORSE if gain <= -noise else SAME
        same = f"About as good as the move you played: {about(chance)} to win."
        reasons = {BETTER: self.why(action, played), WORSE: self.why(played, action, "For the move you played: ")}
        first = same if title == SAME else self.compared(chance)
        return Verdict(title, [first, *reasons.get(title, []), f"The best move: {about(self.best)}. Try again."])

    def why(self, better: Action, worse: Action, label: str = "") -> list[str]:
        """The main advantage of one move over another in a line; none if nothing can be named."""
        match, ply = self.match, self.mistake.ply
        view = match.game.observe(match.states[ply], self.mistake.seat)
        text = advantage(match.game, view, worse, Choice(better), [seat.name for seat in match.seats])
        return [f"{label}{text}." if label else sentence(text)] if text else []

    def compared(self, chance: float) -> str:
        """A move's winning chances beside those of the mistake."""
        return sentence(f"{instead_of(chance, self.before)} with the move you played")

    def solution(self) -> Verdict:
        """The best move, its chances and the reason for it."""
        better = self.analysis.better(self.mistake)
        return Verdict("Best move", [sentence(better), self.compared(self.best), *self.reason()])

    def reason(self) -> list[str]:
        reason = self.analysis.reason(self.mistake)
        return [sentence(reason)] if reason else []
