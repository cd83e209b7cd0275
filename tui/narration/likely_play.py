"""The likely play in words: the moves that a bot expects."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.match import Match

from .grammar import clause, sentence


def likely_play(match: Match, view: Any, line: Sequence[Action]) -> list[str]:
    """Moves that a bot expects, in words, as far as they are legal with one random deal of the hidden cards."""
    game, world, moves = match.game, match.game.determinize(view, Random(0)), list[str]()
    subjects = ["you" if seat.name == "You" else seat.name for seat in match.seats]
    for action in line:
        player = game.turn(world)
        if player is None or action not in game.legal(world):
            break
        move = game.describe(world, action, "second", True)
        moves.append(clause(subjects[player], move) if moves else sentence(move)[:-1])
        world = apply(game, world, action, Random(0))
    return moves
