"""Bots that look ahead to the end of their own turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from ..core.game import Action, Game, apply
from .bot import Candidate, Choice, Limit
from .determinization import DepthSeededRandom, sample_states
from .evaluation import evaluator_for, softmax_probabilities

SAMPLES = 2
"""Determinizations in which each action is evaluated."""
WON = 1000.0
"""Lead of a winner, above any evaluation."""
MAX_STEPS = 8
"""Most further decisions of a turn that are played."""


class TurnEvaluator:
    """Evaluation of the actions of the player to move, by the positions at the end of the turn."""

    def __init__(self, game: Game[Any], view: Any) -> None:
        player = game.turn(view)
        assert player is not None
        self.game, self.evaluator, self.player = game, evaluator_for(game, view), player
        self.seats = len(game.score(view))

    def judge(self, s: Any) -> tuple[float, float]:
        """Lead of the player over the best of the others, by the evaluation, and the probability of winning; when the
        game is over, the lead is WON or -WON, and the other number the player's share of the win.
        """
        if self.game.turn(s) is None:
            winners = self.game.winners(s)
            return (WON / len(winners), 1 / len(winners)) if self.player in winners else (-WON, 0.0)
        values = [self.evaluator.evaluate(s, seat) for seat in range(self.seats)]
        best = max([value for seat, value in enumerate(values) if seat != self.player], default=0.0)
        shares = self.evaluator.decided and self.evaluator.decided(s)
        return values[self.player] - best, (shares or softmax_probabilities(values, self.evaluator.scale))[self.player]

    def mean_judgement(self, ends: Sequence[Any]) -> tuple[float, float]:
        """The player's mean lead and mean probability of winning in the positions `ends`."""
        leads, chances = zip(*map(self.judge, ends), strict=True)
        return sum(leads) / len(ends), sum(chances) / len(ends)

    def end_of_turn(self, s: Any, a: Action, rng: DepthSeededRandom) -> Any:
        """The position at the end of the turn, after an action and the most promising further decisions."""
        s = apply(self.game, s, a, rng.at_depth(0))
        for _ in range(MAX_STEPS):
            if self.game.turn(s) != self.player:
                break
            self.game.advance(s, self.next_decision(s, rng), rng)
        return s

    def next_decision(self, s: Any, rng: DepthSeededRandom) -> Action:
        """The next decision of the turn with the best prior, or without priors with the best lead."""
        legal = self.game.legal(s)
        if self.evaluator.priors:
            return max(zip(self.evaluator.priors(s, legal), legal, strict=True), key=lambda pair: pair[0])[1]
        return max(legal, key=lambda a: self.judge(apply(self.game, s, a, rng.at_depth(0)))[0])


class SelfEvaluator(TurnEvaluator):
    """Evaluation of actions by the player's own position, ignoring all others."""

    def judge(self, s: Any) -> tuple[float, float]:
        lead = self.evaluator.evaluate(s, self.player)
        return lead, softmax_probabilities([lead, 0.0], self.evaluator.scale)[0]

    def mean_judgement(self, ends: Sequence[Any]) -> tuple[float, float]:
        """The mean value of the positions, and the probability of winning with that lead."""
        lead = sum([self.evaluator.evaluate(s, self.player) for s in ends]) / len(ends)
        return lead, softmax_probabilities([lead, 0.0], self.evaluator.scale)[0]


def best_turn(turn: TurnEvaluator, view: Any, rng: Random, limit: Limit) -> Choice:
    """Choose the action with the best mean lead among those that the limit leaves time to evaluate, at least one."""
    start = perf_counter()
    samples = sample_states(turn.game, view, rng, SAMPLES)
    ranked: list[tuple[float, Candidate]] = []
    for a in turn.game.legal(view):
        spent = perf_counter() - start
        if ranked and (spent >= limit.seconds or len(ranked) * SAMPLES >= limit.nodes or limit.stop()):
            break
        ends = [turn.end_of_turn(s, a, chance) for s, chance in samples]
        lead, chance = turn.mean_judgement(ends)
        ranked.append((lead, Candidate(a, chance)))
    ranked.sort(key=lambda pair: -pair[0])
    candidates = tuple([candidate for _, candidate in ranked])
    best = candidates[0]
    return Choice(best.action, best.value, len(ranked) * SAMPLES, (best.action,), perf_counter() - start, candidates)


def greedy(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Choose the action with the greatest lead at the end of the turn."""
    return best_turn(TurnEvaluator(game, view), view, rng, limit)


def self_greedy(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """Choose the action with the best own position at the end of the turn, ignoring the other players."""
    return best_turn(SelfEvaluator(game, view), view, rng, limit)
