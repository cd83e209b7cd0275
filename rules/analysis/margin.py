"""The best margin of points among moves that all win almost surely, for hints in games whose length is given.

The tree search tells such moves apart only by noise. Of those that win about equally often the best is the one after
whose turn the game's evaluation sees the largest lead, so no winning chances worth mentioning are given up.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ..bots.bot import Choice
from ..bots.evaluation import evaluator_for, game_ai
from ..core.game import Action, Game, apply, totals
from ..core.game_ai import has_given_length
from .explain import likeliest

CERTAIN = 0.95
"""Probability of winning from which the margin counts."""
EQUAL = 0.005
"""Most winning chances that a better margin may cost."""
MOST = 4
"""Most moves compared: the most visited ones."""
WORLDS = 8
"""Random deals of what is hidden in which each move is looked at."""
POINTS = 4.0
"""Lead in points at the end that counts as one unit of an evaluation."""


def margin_counts(game: Game[Any], choice: Choice) -> bool:
    """Return whether the choice wins almost surely, in a game that goes on all the same, and others do as well."""
    ai = game_ai(game.NAME)
    return bool(ai and has_given_length(ai)) and choice.value >= CERTAIN and len(as_sure(choice)) > 1


def as_sure(choice: Choice) -> list[Action]:
    """The choice and the moves that win about as often."""
    sure = [c.action for c in choice.candidates if c.visits and c.value >= choice.value - EQUAL]
    return [choice.action, *(action for action in sure if action != choice.action)][:MOST]


def by_margin(game: Game[Any], view: Any, choice: Choice) -> Choice:
    """The choice, or of the moves that win about as often the one with the largest lead after the player's turn."""
    if not margin_counts(game, choice):
        return choice
    leads = {action: round(lead_after(game, view, action), 1) for action in as_sure(choice)}
    best = max(leads, key=lambda action: (leads[action], action == choice.action))
    if best == choice.action:
        return choice
    first, *others = sorted(choice.candidates, key=lambda c: c.action != best)
    return replace(choice, action=best, value=first.value, line=(best,), candidates=(first, *others))


def lead_after(game: Game[Any], view: Any, action: Action) -> float:
    """Mean lead of the player to move at the end of the turn that an action starts, its other steps the likeliest."""
    player, total = game.turn(view), 0.0
    assert player is not None
    for number in range(WORLDS):
        _, s = turn_played(game, view, action, number)
        total += lead(game, s, player)
    return total / WORLDS


def turn_played(game: Game[Any], view: Any, action: Action, number: int) -> tuple[Any, Any]:
    """The positions before and after the turn that an action starts, in one deal of what is hidden."""
    player, likely, rng = game.turn(view), likeliest(game), Random(number)
    hidden = game.determinize(view, rng)
    s = apply(game, hidden, action, rng)
    while game.turn(s) == player:
        s = apply(game, s, likely(s, game.legal(s)), rng)
    return hidden, s


def points_gained(game: Game[Any], view: Any, action: Action) -> int:
    """The points that the player to move gains by the end of the turn that an action starts, rounded, its other steps
    the likeliest.
    """
    player, total = game.turn(view), 0.0
    assert player is not None
    for number in range(WORLDS):
        before, after = (totals(game, s)[player] for s in turn_played(game, view, action, number))
        total += after - before
    return round(total / WORLDS)


def lead(game: Game[Any], s: Any, player: int) -> float:
    """A player's lead over the best rival: of points at the end of the game, before it as the evaluation sees it."""
    points = totals(game, s)
    if game.turn(s) is None:
        values, unit = [float(n) for n in points], POINTS
    else:
        evaluator = evaluator_for(game, s)
        values, unit = [evaluator.evaluate(s, seat) for seat in range(len(points))], evaluator.scale
    return (values[player] - max(value for seat, value in enumerate(values) if seat != player)) / unit
