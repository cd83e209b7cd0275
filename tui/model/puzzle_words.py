"""A puzzle in words: its heading, its solution, and what follows a wrong move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from tabletown.rules.analysis.explain import fault, strongest
from tabletown.rules.analysis.puzzle_themes import main_reason
from tabletown.rules.analysis.puzzles import Puzzle, Reply, reply
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import in_perspective, plural

from ..narration import game_ui
from ..narration.chances import two_figures
from ..narration.grammar import owned, sentence
from ..narration.likely_play import deciding, steps
from .near_twin import why_not
from .titles import title

PLAY, AFTER = "Likely play", "Likely play after that"
"""Titles of the moves that follow a move, and of those that follow the answer to it."""


def heading(puzzle: Puzzle, match: Match) -> str:
    """Game, options and rating of a puzzle. Its theme would tell too much."""
    return f"{title(match)}, {plural(puzzle.seats, 'player')}, rated {puzzle.rating:,}"


def brief_heading(puzzle: Puzzle, match: Match) -> str:
    """The same without the number of players."""
    return f"{title(match)}, rated {puzzle.rating:,}"


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats]


def worded(match: Match, view: Any, action: Any) -> str:
    """A move in a few words: "buy 2-3 (red, 2 points)"."""
    return game_ui.load(match.name).in_short(match.game, view, action)


def solution(puzzle: Puzzle, match: Match, view: Any, tried: Action | None = None) -> list[str]:
    """The best move, why it is best and not the one `tried` last or its near twin, and the likely play, a line each."""
    choice = Choice(puzzle.best, puzzle.value, line=puzzle.line)
    reasons = strongest(match.game, view, choice, names(match))
    main = main_reason(match.game, view, puzzle.line, names(match))
    given = [reason for reason in [main, *reasons] if reason]
    phrases = [*dict.fromkeys(reason.phrase for reason in given)]
    best, other = two_figures(puzzle.value, puzzle.value - puzzle.lead)
    return [
        f"Best: {worded(match, view, puzzle.best)}: {best} to win, at most {other} with any other move.",
        *([f"Why: {'; '.join(phrases)}."] if phrases else []),
        *why_not(match, view, choice, names(match), given, tried),
        *play_line(match, view, puzzle.line, wins=True, though=f", but you still win about {best} of such games"),
    ]


def play_line(
    match: Match,
    view: Any,
    line: Sequence[Any],
    start: int = 1,
    secret: str = "",
    *,
    wins: bool,
    title: str = PLAY,
    though: str = "",
) -> list[str]:
    """A line on the moves likely to follow the first `start` moves of a line, up to the turn that wins or without
    `wins` loses, with the points then; if they say the opposite, only with the words `though`. Empty if there are no
    moves. It ends before a move that names what is `secret`, and starts with a `title`.
    """
    sequence = steps(match, view, line)
    later = sequence[start : max(start + 1, deciding(sequence, start, wins))]
    moves = [*takewhile(lambda step: not secret or secret not in step.text, later)]
    if not moves:
        return []
    scores, is_opposite = (
        any(step.gain for step in (sequence[start - 1], *moves)),
        moves[-1].side == (-1 if wins else 1),
    )
    result = [moves[-1].result + though * is_opposite] if scores and (though or not is_opposite) else []
    return [f"{title}: {'; '.join([*(step.text for step in moves), *result])}."]


def rebuttal(puzzle: Puzzle, match: Match, view: Any, follows: Choice) -> list[str]:
    """The chance left by a wrong move, what it gives up, the reply with its reason, and the likely play, a line each;
    not what would give the solution away.
    """
    chance, best = two_figures(min(follows.value, puzzle.value - puzzle.lead), puzzle.value)
    answer = reply(match.game, view, follows.line, names(match))
    solution, tried = (match.game.notation(view, move).split()[-1] for move in (puzzle.best, follows.action))
    start = answer.number + 1 if answer else 1
    why = answer.why if answer else ""
    lost = fault(match.game, view, follows.action, puzzle.best, names(match))
    return [
        sentence(f"{worded(match, view, follows.action)}: {chance} to win, against {best} for the best move"),
        *([sentence(lost)] if lost and (solution == tried or solution not in lost.split()) else []),
        *([answer_line(match, answer)] if answer else []),
        *([sentence(why)] if why and solution not in why else []),
        *play_line(match, view, follows.line, start, solution, wins=False, title=AFTER if answer else PLAY),
    ]


def answer_line(match: Match, answer: Reply) -> str:
    """Another player's answer in words: "Hana's answer: buys 2-2 (green, 2 points)."."""
    name, ui = match.seats[answer.player].name, game_ui.load(match.name)
    theirs = ui.in_short_of_rival(match.game, answer.state, answer.action)
    if theirs == ui.in_short(match.game, answer.state, answer.action):
        return f"{owned(name)} answer: {match.game.describe(answer.state, answer.action, 'third', True)}."
    return f"{owned(name)} answer: {in_perspective(theirs, 'third')}."
