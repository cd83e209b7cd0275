"""Reasons for a move on a table laid by hand."""

from __future__ import annotations

from random import Random
from typing import Any

from tabletown import rules
from tabletown.rules.analysis.explain import difference, terms
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.reason import Reason

NAMES = ("You", "Hana", "Bruno", "Ines")


def reasons(s: Any, game: str, text: str, *more: str, seed: int = 0) -> list[Reason]:
    """Reasons given for a move, the strongest first; `more` are further moves of the line."""
    module = rules.load(game)
    player = module.turn(s)
    world, line = s, []
    for word in (text, *more):
        [a] = [a for a in module.legal(world) if module.notation(world, a) == word]
        line.append(a)
        world = world.copy()
        module.advance(world, a, Random(0))
    explained = terms(module, module.observe(s, player), tuple(line), NAMES, seed)
    return sorted(explained, key=lambda term: -term.weight)


def phrases(s: Any, game: str, text: str, *more: str, seed: int = 0) -> list[str]:
    """The phrases of the reasons for a move, the strongest first."""
    return [term.phrase for term in reasons(s, game, text, *more, seed=seed)]


def contrast(s: Any, game: str, played: str, better: str) -> str:
    """What one move has over another, in words, both in notation."""
    module = rules.load(game)
    named = {module.notation(s, a): a for a in module.legal(s)}
    view = module.observe(s, module.turn(s))
    return difference(module, view, named[played], Choice(named[better]), NAMES[: len(module.score(s))])
