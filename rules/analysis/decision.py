"""Decisions of a match that a review analyses: each as a question, and with what the search of it has found.

In an unfinished match only the decisions of the one person among bots are reviewed, because other hands are still
secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..bots.levels import seconds_of
from ..core.game import Action
from ..core.match import Match
from .review_depth import FULL


class ReviewTerms(NamedTuple):
    """Level of the analysing bot, and its limit for each decision in seconds or nodes."""

    level: str = "ismcts"
    seconds: float | None = None
    nodes: float | None = None

    def limited(self) -> ReviewTerms:
        """Terms with a limit: where none is given, the seconds that the level has in play."""
        return self if self.seconds or self.nodes else self._replace(seconds=seconds_of(self.level))

    def part(self, share: float) -> ReviewTerms:
        """Terms with that share of the limit."""
        return ReviewTerms(
            self.level, self.seconds and self.seconds * share, self.nodes and max(1, int(self.nodes * share))
        )


class Question(NamedTuple):
    """A decision of a match with all that another process needs to analyse it."""

    game: str
    ply: int
    player: int
    view: Any
    action: Action
    names: tuple[str, ...]
    seed: str
    terms: ReviewTerms

    def with_nodes(self, nodes: int) -> Question:
        """The question with another limit."""
        return self._replace(terms=self.terms._replace(nodes=nodes))


@dataclass(frozen=True)
class Decision:
    """Analysis of one move, with the fields that `review_json` describes."""

    ply: int
    seat: int
    move: str
    chance: float
    loss: float
    better: str | None
    reason: str
    play: tuple[str, ...]
    others: tuple[tuple[str, float], ...]
    nodes: int = FULL


def questions(match: Match, terms: ReviewTerms) -> list[Question]:
    """Decisions that may be reviewed and had more than one legal move."""
    game, seats = match.game, open_seats(match)
    names = tuple(seat.name for seat in match.seats)
    asked = []
    for ply, a in enumerate(match.log):
        s = match.states[ply]
        player = game.turn(s)
        if player in seats and len(game.legal(s)) > 1:
            view, seed = game.observe(s, player), match.seed_for(ply, "review")
            asked.append(Question(match.name, ply, player, view, a, names, seed, terms))
    return asked


def open_seats(match: Match) -> list[int]:
    """Seats whose decisions may be reviewed: all when the match is over, else one person alone among bots."""
    if match.player is None:
        return list(range(len(match.seats)))
    people = match.human_seats
    return people if len(people) == 1 else []
