"""Bots that look one turn ahead: their own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from ..core.game import Action, Game, apply
from .bot import Candidate, Choice, Limit
from .determinization import Draws, worlds
from .evaluation import chances, knowledge, odds

WORLDS = 2
"""Samples of what is unseen."""
WON = 1000.0
"""More than any evaluation."""
STEPS = 8
"""At most so many further decisions belong to a turn."""


class Turn:
    """Judges the actions of the player to move by what they lead to at the end of the turn."""

    def __init__(self, game: Game[Any], view: Any) -> None:
        player = game.turn(view)
        assert player is not None
        self.game, self.know, self.player = game, knowledge(game, view), player
        self.others = [seat for seat in range(len(game.score(view))) if seat != player]

    def lead(self, s: Any) -> float:
        """How far the player is ahead of the best of the others, by the evaluation."""
        if self.game.turn(s) is None:
            winners = self.game.winners(s)
            return WON / len(winners) if self.player in winners else -WON
        evaluate = self.know.evaluate
        return evaluate(s, self.player) - max([evaluate(s, other) for other in self.others], default=0.0)

    def hope(self, ends: Sequence[Any], lead: float) -> float:
        """The chance to win of a turn that ends so, with such a lead on average."""
        return sum([chances(self.game, s)[self.player] for s in ends]) / len(ends)

    def after(self, s: Any, a: Action, draws: Draws) -> Any:
        """The position when the turn is over, its further decisions made one by one."""
        s = apply(self.game, s, a, draws.at(0))
        for _ in range(STEPS):
            if self.game.turn(s) != self.player:
                break
            self.game.advance(s, self.onward(s, draws), draws)
        return s

    def onward(self, s: Any, draws: Draws) -> Action:
        """The most promising next decision."""
        legal = self.game.legal(s)
        if self.know.priors:
            return max(zip(self.know.priors(s, legal), legal, strict=True), key=lambda pair: pair[0])[1]
        return max(legal, key=lambda a: self.lead(apply(self.game, s, a, draws.at(0))))


class Own(Turn):
    """Judges them by what they bring the player, as if nobody else were at the table."""

    def lead(self, s: Any) -> float:
        return self.know.evaluate(s, self.player)

    def hope(self, ends: Sequence[Any], lead: float) -> float:
        return odds([lead, 0.0], self.know.scale)[0]


def ranked(turn: Turn, view: Any, rng: Random, limit: Limit) -> Choice:
    """The action that leads to the most on average; those that the limit left no time for are not looked at."""
    start = perf_counter()
    sampled = worlds(turn.game, view, rng, WORLDS)
    found: list[tuple[float, Candidate]] = []
    for a in turn.game.legal(view):
        spent = perf_counter() - start
        if found and (spent >= limit.seconds or len(found) * WORLDS >= limit.nodes or limit.stop()):
            break
        ends = [turn.after(s, a, draws) for s, draws in sampled]
        lead = sum(map(turn.lead, ends)) / WORLDS
        found.append((lead, Candidate(a, turn.hope(ends, lead))))
    found.sort(key=lambda pair: -pair[0])
    weighed = tuple([candidate for _, candidate in found])
    best = weighed[0]
    return Choice(best.action, best.value, len(found) * WORLDS, (best.action,), perf_counter() - start, weighed)


def greedy(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The action after which the player is ahead the furthest."""
    return ranked(Turn(game, view), view, rng, limit)


def selfish(game: Game[Any], view: Any, rng: Random, limit: Limit) -> Choice:
    """The action after which the player stands best, whatever it means for the others."""
    return ranked(Own(game, view), view, rng, limit)
