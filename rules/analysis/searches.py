"""Searches of a review: what each decision has cost.

Every decision is searched from what its seat could see at the time, so that no move is blamed for hidden cards. With a
limit in nodes the same question gives the same decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from math import inf
from random import Random
from typing import Any

from .. import load
from ..bots.bot import Choice, Limit, never
from ..bots.ismcts import value_of
from ..bots.levels import choose
from ..core.game import Action, Game, apply
from ..core.workers import as_completed, local_pool
from .decision import Decision, Question, ReviewTerms
from .explain import difference, foreseen, reason_to_others
from .mistakes import MINOR, least_loss

JUDGES = ("ismcts", "master", "greedy")
"""Bots that evaluate the moves they reject as accurately as the one they play."""
FEW = 30
"""Least visits of a move whose value in the search counts, or this share of all iterations if that is more:"""
PART = 1 / 50
CHECK = 1 / 4
"""Share of the limit for each of the two searches that check a mistake, one after the move played."""


def judge(q: Question, stop: Callable[[], bool] = never) -> Decision:
    """Search a decision; discard the answer if `stop` ended the search."""
    game = load(q.game)
    choice = think(q.game, q.view, q.terms, q.seed, stop)
    nodes = int(q.terms.nodes or choice.nodes)
    loss = loss_of(game, q, choice, stop) if choice.action != q.action else 0.0
    return decided(q, choice, loss if loss >= least_loss(nodes) else 0.0, nodes)


def decided(q: Question, choice: Choice, loss: float, nodes: int) -> Decision:
    """The analysis of a decision by a search of that many positions, with the loss by the move played."""
    game = load(q.game)
    return Decision(
        q.ply,
        q.player,
        game.notation(q.view, q.action),
        round(choice.value, 4),
        round(loss, 4),
        None if choice.action == q.action else game.notation(q.view, choice.action),
        why(game, q, choice, loss),
        tuple(foreseen(game, q.view, choice.line, q.names)),
        tuple((game.notation(q.view, other.action), round(other.value, 4)) for other in choice.alternatives),
        nodes,
    )


def why(game: Game[Any], q: Question, choice: Choice, loss: float) -> str:
    """The advantages of the best move over a mistake, or the reasons for it where there was none. Empty for a small
    mistake without a difference that can be named: the reasons would hold for both moves.
    """
    if loss and (contrast := difference(game, q.view, q.action, choice, q.names)):
        return contrast
    if 0 < loss < MINOR:
        return ""
    return reason_to_others(game, q.view, choice, q.names)


def think(game: str, view: Any, terms: ReviewTerms, seed: str, stop: Callable[[], bool]) -> Choice:
    """Choice of the analysing bot in a position, independent of earlier questions."""
    return choose(game, view, terms.level, seed, terms.seconds, stop, terms.nodes)


def loss_of(game: Game[Any], q: Question, choice: Choice, stop: Callable[[], bool]) -> float:
    """Chance to win that was lost by the move played; may be negative.

    A mistake is checked by searches in other worlds, and the lesser of the two losses counts.
    """
    weighed = {candidate.action: candidate for candidate in choice.candidates}
    best, played = weighed.get(choice.action), weighed.get(q.action)
    if best and played and (not best.visits or played.visits >= max(FEW, PART * choice.nodes)):
        loss = best.value - played.value
        unchecked = not best.visits or loss < least_loss(choice.nodes)
        return loss if unchecked else min(loss, checked_loss(game, q, choice.action, q.terms.part(CHECK), stop))
    return checked_loss(game, q, choice.action, q.terms.part(CHECK), stop)


def checked_loss(
    game: Game[Any], q: Question, better: Action, terms: ReviewTerms, stop: Callable[[], bool] = never
) -> float:
    """Chance to win after a better move less that after the move played, by a search of each with that limit."""
    limit = Limit(terms.seconds or inf, terms.nodes or inf, stop)
    after = [value_of(game, q.view, action, f"{q.seed}/check", limit) for action in (better, q.action)]
    return after[0] - after[1]


def continuation(game: str, view: Any, a: Action, terms: ReviewTerms, seed: str) -> tuple[Action, ...]:
    """A move and the likely play after it, in one determinization of the view."""
    rules_, rng = load(game), Random(seed)
    s = apply(rules_, rules_.determinize(view, rng), a, rng)
    player = rules_.turn(s)
    if player is None:
        return (a,)
    return (a, *think(game, rules_.observe(s, player), terms, seed, never).line)


def decisions(asked: Sequence[Question], jobs: int = 1) -> Iterator[Decision]:
    """Analyse decisions in `jobs` processes and yield them in the order of completion; closing it stops them."""
    with closing(local_pool(jobs)) as pool:
        for _, decision in as_completed(judge, asked, pool):
            yield decision
