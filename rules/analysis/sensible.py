"""Hints without plain waste, which a search may see as no worse than what helps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from ..bots.bot import Choice
from ..core.game import Action, Game, apply
from .explain import own_steps, waste
from .margin import lead_after

NOISE = 0.02
"""Most winning chances by which plain waste may seem better than another move."""
FEW = 8
"""Most moves compared in place of a step that is plain waste."""


def without_waste(game: Game[Any], view: Any, choice: Choice) -> Choice:
    """The choice without plain waste in its turn, which the search may see as no worse: the wasteful step becomes the
    one with the largest lead after the turn, or if it is the first the best other that wins about as often.
    """
    world, turn = game.determinize(view, Random(0)), list[Action]()
    for action in own_steps(game, view, choice.line or (choice.action,)):
        if waste(game, world, [*turn, action]):
            sensible = [other for other in game.legal(world) if not waste(game, world, [*turn, other])]
            if not turn:
                return sensible_choice(choice, sensible)
            if not 0 < len(sensible) <= FEW:
                return replace(choice, line=tuple(turn))
            return replace(choice, line=(*turn, max(sensible, key=partial(lead_after, game, world))))
        turn.append(action)
        world = apply(game, world, action, Random(0))
    return choice


def sensible_choice(choice: Choice, sensible: Collection[Action]) -> Choice:
    """The best of the sensible candidates that wins about as often as the choice; the choice if there is none."""
    level = [c for c in choice.candidates if c.visits and c.action in sensible and c.value >= choice.value - NOISE]
    if not level:
        return choice
    best = max(level, key=lambda c: c.value)
    rest = tuple(c for c in choice.candidates if c is not best)
    return replace(choice, action=best.action, value=best.value, line=(best.action,), candidates=(best, *rest))
