"""The near twin of a puzzle's best move: a move that seems to do the same, and what it lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.rules.analysis.explain import fault, objection, terms
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import Match
from tabletown.rules.core.reason import Reason

from ..narration import game_ui
from ..narration.grammar import sentence

COMPARED = ("bid", "buy")
"""Verbs of moves that have near twins: of others, such as reserving, what counts lies in what comes later."""
DECISIVE = 20.0
"""Least weight of what keeps a rival from winning."""
BEST = "the best move"
"""The best move in a sentence on another one."""


def why_not(
    match: Match, view: Any, best: Choice, names: Sequence[str], given: Sequence[Reason], tried: Action | None = None
) -> list[str]:
    """A line on why a move is not as good as the best one: the one `tried` last, or else a move of which the main
    reason for the best one holds as well. None where there is none, or nothing can be named.

    It does not repeat what was `given` for the best move; beside one that ends the game, only a fault counts.
    """
    other = tried or near_twin(match, view, best.action, names, given[0].phrase if given else "")
    if not other:
        return []
    reason = objection(match.game, view, other, best, names, BEST)
    lost = fault(match.game, view, other, best.action, names)
    if any(each.theme == "finish" or each.said_of(BEST) == reason for each in given):
        reason = lost
    elif given and given[0].theme == "denial":
        reason = lost or reason
    for_it = denied(match.game, view, other, names)
    if reason and for_it and for_it not in {each.phrase for each in given}:
        reason = f"{for_it}; but {lost or reason}"
    move = game_ui.load(match.name).in_short(match.game, view, other)
    return [f"Why not {move}? {sentence(reason)}"] if reason else []


def denied(game: Game[Any], view: Any, action: Action, names: Sequence[str]) -> str:
    """A clause on what a move keeps from a rival, where that seems to decide the game; else empty."""
    kept = [term for term in terms(game, view, (action,), names) if term.theme == "denial"]
    main = max(kept, key=lambda term: term.weight, default=None)
    return main.phrase if main and main.weight >= DECISIVE else ""


def near_twin(match: Match, view: Any, best: Action, names: Sequence[str], main: str) -> Action | None:
    """The move of the same kind that shares the `main` effect with the best one, and most others; None if none does."""
    game = match.game
    if best[0] not in COMPARED:
        return None
    effects = {unnamed(game, view, best, term.phrase) for term in terms(game, view, (best,), names)}
    alike = [action for action in game.legal(view) if action[0] == best[0] and action[:2] != best[:2]]
    phrases = {
        action: {unnamed(game, view, action, term.phrase) for term in terms(game, view, (action,), names)}
        for action in alike
    }
    twins = [action for action in alike if unnamed(game, view, best, main) in phrases[action]]
    return max(twins, key=lambda action: len(effects & phrases[action]), default=None)


def unnamed(game: Game[Any], view: Any, action: Action, phrase: str) -> str:
    """A phrase on an action without the names of its own pieces: "fits your map card" of "S2 fits your map card"."""
    own = game.notation(view, action).split()
    return " ".join(word for word in phrase.split() if word not in own)
