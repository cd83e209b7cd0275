"""The puzzles of a day: which ones they are, their positions as messages, and their solutions."""

from __future__ import annotations

import secrets
from functools import cache, lru_cache
from typing import NamedTuple

from tabletown.rules.analysis.puzzles import Puzzle, load_puzzles
from tabletown.rules.core.match import Match

from ..model import puzzle_words, puzzles
from ..model.titles import title
from ..protocol.daily_messages import PUZZLES, PuzzleInfo, PuzzlePosition
from .tables import views

LONGEST = 240
"""Most moves before a position: to reach one takes time."""
RECENT = 30
"""Days for which a puzzle does not come again."""
KEPT = 4 * PUZZLES
"""Positions that are kept."""


class Posed(NamedTuple):
    """A puzzle with its game up to the position."""

    puzzle: Puzzle
    match: Match


@cache
def by_name() -> dict[str, Puzzle]:
    return {puzzle.name: puzzle for puzzle in load_puzzles() if len(puzzle.moves) <= LONGEST}


def draw(used: set[str]) -> list[str]:
    """Names of the puzzles of a new day: from easy to hard, of several kinds, if possible not used lately."""
    ranked = sorted(by_name().values(), key=lambda puzzle: (puzzle.rating, puzzle.name))
    step, drawn = len(ranked) / PUZZLES, list[Puzzle]()
    for n in range(PUZZLES):
        part = ranked[round(n * step) : round((n + 1) * step)]
        fresh = [puzzle for puzzle in part if puzzle.name not in used] or part
        kinds = {kind(puzzle) for puzzle in fresh}
        chosen = secrets.choice(sorted(kinds - {*map(kind, drawn)} or kinds))
        drawn.append(secrets.choice([puzzle for puzzle in fresh if kind(puzzle) == chosen]))
    return [puzzle.name for puzzle in drawn]


def kind(puzzle: Puzzle) -> str:
    """Game and options of a puzzle."""
    return " ".join([puzzle.game, *puzzle.options.values()])


@lru_cache(KEPT)
def posed(name: str) -> Posed | None:
    """A puzzle by its name; None for one that this version does not have."""
    puzzle = by_name().get(name)
    return Posed(puzzle, puzzles.match_of(puzzle)) if puzzle else None


def info(number: int, asked: Posed, right: bool | None) -> PuzzleInfo:
    return PuzzleInfo(number, title(asked.match), asked.puzzle.rating, right)


def position(day: str, number: int, asked: Posed, right: bool | None) -> PuzzlePosition:
    """The message with a position, made of observations of the player to move."""
    puzzle, match = asked
    assert match.player is not None
    begun = views.begun(match, match.player)
    lines = (match.line(ply) for ply in range(len(match.log)))
    return PuzzlePosition(
        day=day,
        number=number,
        game=match.name,
        title=title(match),
        options=dict(match.options),
        seats=[(seat.name, seat.bot) for seat in match.seats],
        rating=puzzle.rating,
        right=right,
        ply=begun.ply,
        view=begun.view,
        since=begun.since,
        before=begun.before,
        player=match.player,
        legal=begun.legal,
        log=[(line.player, list(line.action), line.notation, line.text) for line in lines],
    )


@lru_cache(KEPT)
def solution(name: str) -> list[str]:
    """Sentences on the best move of a puzzle that this version has."""
    asked = posed(name)
    assert asked
    match = asked.match
    return puzzle_words.solution(asked.puzzle, match, match.view(len(match.log), match.player))
