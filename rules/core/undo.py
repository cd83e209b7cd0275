"""Rules of undo: how far an undo goes back, and when chance forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .game import apply
from .match import Match


def plies_back(match: Match, people: Sequence[int], player: int | None) -> int:
    """Number of plies that an undo by `player` reverses, 0 where not allowed; `people` are seats without a bot.

    One person alone goes back to their last decision. With several, only the player to move may undo, only their
    own last decision, and only when it involved no chance: cards once shown cannot be hidden again.
    """
    end, turn = len(match.log), match.game.turn
    if len(people) == 1:
        plies = (ply for ply in range(end - 1, -1, -1) if turn(match.states[ply]) == people[0])
        return end - next((ply for ply in plies if is_decision(match, ply)), end)
    if turn(match.state) != player:
        return 0
    for ply in range(end - 1, -1, -1):
        if turn(match.states[ply]) != player or used_chance(match, ply):
            return 0
        if is_decision(match, ply):
            return end - ply
    return 0


def is_decision(match: Match, ply: int) -> bool:
    """False for the only legal action within a turn, which the program may have played for its player."""
    turn, s = match.game.turn, match.states[ply]
    return not ply or turn(match.states[ply - 1]) != turn(s) or len(match.game.legal(s)) > 1


def used_chance(match: Match, ply: int = -1) -> bool:
    """Return whether the action at a ply, usually the last one, drew random numbers."""
    ply, noting = ply % len(match.log), RecordingRandom()
    apply(match.game, match.states[ply], match.log[ply], noting)
    return noting.asked


class RecordingRandom(Random):
    """Random numbers that note in `asked` whether one was drawn."""

    asked = False

    def random(self) -> float:
        self.asked = True
        return super().random()
