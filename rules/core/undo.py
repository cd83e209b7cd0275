"""Rules of undo: how far an undo goes back, and when chance forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .game import apply
from .match import Match


def plies_back(match: Match, people: Sequence[int], player: int | None) -> int:
    """Number of plies that an undo by `player` reverses, 0 where not allowed; `people` are seats without a bot.

    One person alone goes back to their last decision. With several, only the player to move may undo, only their
    own last action, and only when it involved no chance: cards once shown cannot be hidden again.
    """
    players = [match.game.turn(s) for s in match.states]
    if len(people) == 1:
        own = [ply for ply in range(len(match.log)) if players[ply] == people[0]]
        return len(match.log) - own[-1] if own else 0
    return int(len(match.log) > 0 and players[-2] == players[-1] == player and not used_chance(match))


def used_chance(match: Match) -> bool:
    """Return whether the last action drew random numbers."""
    noting = RecordingRandom()
    apply(match.game, match.states[-2], match.log[-1], noting)
    return noting.asked


class RecordingRandom(Random):
    """Random numbers that note in `asked` whether one was drawn."""

    asked = False

    def random(self) -> float:
        self.asked = True
        return super().random()
