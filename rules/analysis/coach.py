"""The coach: moves that give up much of the chance to win, known before they are played.

Like a bot, the coach gets the player's view, so it knows no more than the player. Half of its search goes where it
promises most, as when a bot chooses; the other half goes to the moves that this left almost untried, the likeliest
first, so that poor moves have a value too. A move tried too seldom has none, and the coach says nothing about it.

A move that looks poor may only have been unlucky in the search. So the coach searches twice, independently, and a move
loses only what both searches agree on. By the same token it is fine only if both agree that it loses next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from .. import load
from ..bots.bot import Candidate, Choice, Limit, never
from ..bots.ismcts import POLL_ITERATIONS, InformedSearch, Search, collector_paused
from ..bots.search_tree import PRIOR, Edge, rank
from ..core.game import Action, Game, apply, totals
from .explain import FAINT, fault, terms
from .mistakes import NOTABLE

SEARCHES = 2
"""Independent searches of a decision, of which the smaller loss counts."""
FINE = 0.03
"""Loss of winning chances, from 0 to 1, below which every search must find a move before it is called fine."""
WORLDS = 3
"""Deals of the hidden cards in all of which a reply must be legal to be named."""


class CoachTerms(NamedTuple):
    """Limits of the coach."""

    nodes: int = 4000
    """Positions that each search of a decision looks at."""
    visits: int = 100
    """Iterations that start with a move, in each search, before it has a value."""
    threshold: float = NOTABLE
    """Smallest loss of winning chances, from 0 to 1, for which the coach stops a move."""
    margin: float = 0.02
    """Amount to subtract from each loss: searches are not exact, and a move loses at least what the coach says."""


class CoachQuestion(NamedTuple):
    """A decision with all that another process needs to advise on it."""

    game: str
    view: Any
    names: tuple[str, ...]
    seed: str
    terms: CoachTerms
    only: Action | None = None
    """A move that must get a value, before any other that the search leaves almost untried; None for all of them."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Least loss of winning chances by a move, from 0 to 1, and the reason in words; 0 if the loss was not measured."""

    loss: float
    reason: str
    names_best: bool = False
    """True if the reason is what the best move would bring, not what speaks against this one."""
    chance: float = 0.0
    """Winning chances with the best move, from 0 to 1; 0 if the loss was not measured."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move of a decision, the least loss of each move with a value, and objections to the worst ones."""

    choice: Choice
    losses: Mapping[Action, float] = field(default_factory=dict)
    objections: Mapping[Action, Objection] = field(default_factory=dict)
    fine: frozenset[Action] = frozenset()
    """The moves that lose next to nothing in any of the searches."""

    def objected(self) -> Advice:
        """The part of the advice that holds after a quick look: the objections."""
        losses = {action: objection.loss for action, objection in self.objections.items()}
        return Advice(self.choice, losses, self.objections)

    def deepened(self, deeper: Advice) -> Advice:
        """Advice by a deeper search, with what this one says about moves that have no value there."""
        left = {action: objection for action, objection in self.objections.items() if action not in deeper.losses}
        fine = {action for action in self.fine if action not in deeper.losses} | deeper.fine
        return Advice(deeper.choice, {**self.losses, **deeper.losses}, {**left, **deeper.objections}, frozenset(fine))


def advise(q: CoachQuestion, stop: Callable[[], bool] = never) -> Advice:
    """Search a decision; discard the answer if `stop` ended the search."""
    game = load(q.game)
    searches = surveys(game, q.view, q.seed, q.terms, stop, q.only)
    search = searches[0]
    edges = sorted(search.root.edges.values(), key=rank, reverse=True)
    best = edges[0]
    candidates = tuple([Candidate(edge.action, edge.value, edge.visits) for edge in edges])
    choice = Choice(best.action, best.value, search.root.visits, likely_play(search, best.action), 0.0, candidates)
    losses = least_losses(searches, q.terms)
    objections = {
        action: objection(game, q.view, search, best, action, loss, q.names)
        for action, loss in losses.items()
        if loss >= q.terms.threshold and q.only in (None, action) and not stop()
    }
    return Advice(choice, losses, objections, fine_moves(searches, q.terms))


def surveys(
    game: Game[Any],
    view: Any,
    seed: str,
    terms: CoachTerms,
    stop: Callable[[], bool] = never,
    only: Action | None = None,
) -> list[Search]:
    """The independent searches of a decision, each as `survey` describes it."""
    return [survey(game, view, f"{seed}/{number}", terms, stop, only) for number in range(SEARCHES)]


def least_losses(searches: Sequence[Search], terms: CoachTerms) -> dict[Action, float]:
    """Least loss of each move that has a value in every search, compared with the best one, from 0 to 1."""
    first, *others = [losses_of(search, terms) for search in searches]
    return {
        action: min(loss, *[losses[action] for losses in others])
        for action, loss in first.items()
        if all(action in losses for losses in others)
    }


def fine_moves(searches: Sequence[Search], terms: CoachTerms) -> frozenset[Action]:
    """The moves with a value in every search that lose less than FINE in each, without any margin."""
    each = [losses_of(search, terms._replace(margin=0.0)) for search in searches]
    return frozenset(action for action in each[0] if all(losses.get(action, 1.0) < FINE for losses in each))


def losses_of(search: Search, terms: CoachTerms) -> dict[Action, float]:
    """Least loss of each move that has a value in one search."""
    best = max(search.root.edges.values(), key=rank)
    return {
        edge.action: max(0.0, best.value - edge.value - terms.margin)
        for edge in search.root.edges.values()
        if edge.visits >= terms.visits
    }


def survey(
    game: Game[Any],
    view: Any,
    seed: str,
    terms: CoachTerms,
    stop: Callable[[], bool] = never,
    only: Action | None = None,
) -> Search:
    """A search in which as many moves as possible, or `only` one, have the visits that the terms ask for."""
    search = InformedSearch(game, view, Random(seed))
    search.run(Limit(nodes=terms.nodes / 2, stop=stop), thorough=True)
    with collector_paused():
        for edge in sorted(search.root.edges.values(), key=PRIOR, reverse=True):
            while edge.visits < terms.visits and search.iterations < terms.nodes and only in (None, edge.action):
                if search.iterations % POLL_ITERATIONS == 0 and stop():
                    return search
                search.iterate(edge)
    return search


def likely_play(search: Search, action: Action) -> tuple[Action, ...]:
    """An action and the likely play after it: the most visited edge at each node."""
    line, edge = [action], search.root.edges[action]
    while edge.node and edge.node.edges and (following := max(edge.node.edges.values(), key=rank)).visits:
        line.append(following.action)
        edge = following
    return tuple(line)


def objection(
    game: Game[Any], view: Any, search: Search, best: Edge, action: Action, loss: float, names: Sequence[str]
) -> Objection:
    """Objection to an action: a rival's reply that only it allows, its fault, or what only the best one brings."""
    line = likely_play(search, action)
    if against := reply(game, view, line, best.action, names) or fault(game, view, action, best.action, names):
        return Objection(loss, against, chance=best.value)
    instead = missed(game, view, likely_play(search, best.action), line, names)
    return Objection(loss, instead, names_best=True, chance=best.value)


def reply(game: Game[Any], view: Any, line: tuple[Action, ...], best: Action, names: Sequence[str]) -> str:
    """A rival's likely reply to the first action of the line, if it scores and the best action would prevent it."""
    if len(line) < 2:
        return ""
    action, answer = line[:2]
    after, instead = positions(game, view, action), positions(game, view, best)
    rival = game.turn(after[0])
    if rival in (None, game.turn(view)) or not all(possible(game, s, rival, answer) for s in after):
        return ""
    if not all(game.turn(s) == rival for s in instead) or any(answer in game.legal(s) for s in instead):
        return ""
    texts = {game.describe(s, answer, "second") for s in after}
    scores = all(gain(game, s, rival, answer) > 0 for s in after)
    return f"{names[rival]} can then {texts.pop()}" if scores and len(texts) == 1 else ""


def positions(game: Game[Any], view: Any, action: Action) -> list[Any]:
    """The position after an action in each of a few deals of the hidden cards."""
    deals = [(game.determinize(view, Random(number)), Random(number)) for number in range(WORLDS)]
    return [apply(game, s, action, rng) for s, rng in deals]


def possible(game: Game[Any], s: Any, player: int, action: Action) -> bool:
    return game.turn(s) == player and action in game.legal(s)


def gain(game: Game[Any], s: Any, player: int, action: Action) -> int:
    """Points that an action brings its player at once."""
    return totals(game, apply(game, s, action, Random(0)))[player] - totals(game, s)[player]


def missed(game: Game[Any], view: Any, best: tuple[Action, ...], line: tuple[Action, ...], names: Sequence[str]) -> str:
    """The first action of the best line, with its strongest effect that another line lacks, if any is worth naming."""
    others = terms(game, view, line, names)
    lacking, brought = {effect.phrase for effect in others}, sum(effect.points for effect in others)
    effects = [
        effect
        for effect in terms(game, view, best, names)
        if effect.phrase not in lacking and (not effect.points or effect.points > brought)
    ]
    main = max(effects, key=lambda effect: (effect.weight, effect.phrase), default=None)
    better = f"it would be better to {game.describe(view, best[0], 'second', True)}"
    return better if main is None or main.weight < FAINT else f"{better}: {main.phrase}"
