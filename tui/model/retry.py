"""A mistake to try again: the position before it, and the verdict on another move there."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tabletown.rules.analysis.decision import Decision, Question, questions
from tabletown.rules.analysis.explain import FORCED, advantage, drawback, reason_to_others
from tabletown.rules.analysis.mistakes import least_loss
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration import game_ui
from ..narration.chances import exact, instead_of, points_between
from ..narration.grammar import sentence
from ..narration.summary import period_title
from . import review_words, reviews
from .files import atomic_write, data_folder
from .reviews import TERMS, ReviewProgress
from .turning_points import TURNING_POINTS

RIGHT, BETTER, SAME, WORSE, PLAYED = (
    "Right",
    "Better, not best",
    "About as good as what you played",
    "Worse",
    "The move you played",
)
"""Titles of a verdict."""
AS_GOOD = "It is as good as the best move."
"""Note on a right move that is not the one that the review found best."""


def to_retry(analysis: ReviewProgress, seat: int) -> list[Decision]:
    """The biggest mistakes of a seat's own making that are known so far, in the order of play, without small ones."""
    mistakes = [decision for decision in by_loss(analysis, seat) if not review_words.is_minor(analysis, decision)]
    return sorted(mistakes[:TURNING_POINTS], key=lambda decision: decision.ply)


def by_loss(analysis: ReviewProgress, seat: int) -> list[Decision]:
    """All mistakes of a seat's own making that are known so far, the biggest first."""
    return sorted(analysis.own_mistakes(seat), key=lambda decision: -decision.loss)


def no_big_mistakes(analysis: ReviewProgress, seat: int) -> str:
    """A sentence on a finished review that has found nothing to try again, with the move that cost most, if any did."""
    costliest = next(iter(by_loss(analysis, seat)), None)
    if costliest is None:
        return "No mistakes: each of your moves was as good as the best, or nearly."
    loss = points_between(*analysis.chances(costliest))
    when, played = period_title(analysis.match, costliest.ply), review_words.played(analysis, costliest.ply)
    return f"No big mistakes. Your costliest move gave up about {loss}%, in {when}: {played}."


def answers_path(match: Match) -> Path:
    return data_folder() / "retries" / reviews.path(match).name


def load_answers(match: Match) -> dict[int, bool]:
    """The mistakes of a match whose better move is known, by ply: True if the player has found it."""
    try:
        data = json.loads(answers_path(match).read_text(encoding="utf-8"))
        return {int(ply): bool(solved) for ply, solved in data.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def save_answers(match: Match, answers: dict[int, bool]) -> None:
    """Save them; if that fails, they are only asked again."""
    with suppress(OSError):
        atomic_write(answers_path(match), json.dumps(answers))


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

    def is_best(self, action: Action) -> bool:
        """True for the move that the review at full depth has found best: it needs no further search."""
        best = self.analysis.best(self.mistake.ply)
        return best is not None and best.action == action

    def at_once(self, action: Action) -> Verdict | None:
        """The verdict on a move that needs no bot; None for any other."""
        if self.is_played(action):
            return self.repeated()
        if self.is_best(action):
            return Verdict(RIGHT, [self.named(action, self.compared(self.best)), *self.praise(action, self.reason())])
        return None

    def waiting(self, action: Action, key: str) -> Verdict:
        """The words until a bot has judged a move; `key` shows the best move."""
        game, s = self.match.game, self.match.states[self.mistake.ply]
        move = sentence(game_ui.load(self.match.name).in_short(game, s, action))[:-1]
        return Verdict(
            "Your move", [f"{move}: looking at what would follow ...", f"Or try another move; {key}: best move."]
        )

    def repeated(self) -> Verdict:
        """The verdict on the mistake itself, which needs no bot."""
        chances = f"{instead_of(self.before, self.best)} with the best move"
        return Verdict(PLAYED, ["This is the move you played.", f"{sentence(chances)} Try another one."])

    def verdict(self, action: Action, judged: Decision) -> Verdict:
        """The verdict on a move that a bot has judged."""
        chance, noise = max(0.0, self.best - judged.loss), least_loss(judged.nodes)
        played = self.match.log[self.mistake.ply]
        if not judged.loss:
            is_best = action == review_words.better_action(self.analysis, self.mistake)
            reason = self.reason() if is_best else []
            equal = [] if is_best else [AS_GOOD]
            return Verdict(RIGHT, [self.named(action, self.compared(chance)), *equal, *self.praise(action, reason)])
        gain = chance - self.before
        title = BETTER if gain >= noise else WORSE if gain <= -noise else SAME
        same = f"about as good as the move you played, {exact(chance)} to win."
        reasons = {BETTER: self.why(action, played), WORSE: self.why(played, action, "For the move you played: ")}
        first = same if title == SAME else self.compared(chance)
        best = f"The best move: {exact(self.best)}. Try again."
        return Verdict(title, [self.named(action, first), *reasons.get(title, []), best])

    def named(self, action: Action, text: str) -> str:
        """A sentence on a move that begins with the move."""
        game, s = self.match.game, self.match.states[self.mistake.ply]
        return f"{sentence(game_ui.load(self.match.name).in_short(game, s, action))[:-1]}: {text}"

    def why(self, better: Action, worse: Action, label: str = "") -> list[str]:
        """The main advantage of one move over another in a line; none if nothing can be named."""
        match, ply = self.match, self.mistake.ply
        view = match.game.observe(match.states[ply], self.mistake.seat)
        text = advantage(match.game, view, worse, Choice(better), [seat.name for seat in match.seats])
        return [f"{label}{text}." if label else sentence(text)] if text else []

    def praise(self, action: Action, reason: list[str]) -> list[str]:
        """The reason for a right move in a line: the one given, its advantage over the move played, its own effects, or
        what speaks against the move played.
        """
        match, ply = self.match, self.mistake.ply
        view, played = match.game.observe(match.states[ply], self.mistake.seat), match.log[ply]
        if lines := reason or self.why(action, played):
            return lines
        effects = reason_to_others(match.game, view, Choice(action), [seat.name for seat in match.seats])
        if effects and effects != FORCED:
            return [sentence(effects)]
        against = drawback(match.game, view, played)
        return [f"Of the move you played: {against}."] if against else []

    def compared(self, chance: float) -> str:
        """A move's winning chances beside those of the mistake."""
        return f"{instead_of(chance, self.before)} with the move you played."

    def solution(self) -> Verdict:
        """The best move, its chances and the reason for it."""
        better = review_words.better_move(self.analysis, self.mistake)
        return Verdict("Best move", [sentence(better), self.compared(self.best), *self.reason()])

    def reason(self) -> list[str]:
        reason = review_words.reason_for(self.analysis, self.mistake)
        return [sentence(reason)] if reason else []
