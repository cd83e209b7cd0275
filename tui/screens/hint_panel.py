"""Hint: the suggested move and its reason, then the likely play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabletown.rules.analysis.explain import reason, reason_to_others
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model.hint import HINT_LEVEL, HINT_SECONDS
from ..narration.grammar import sentence
from ..narration.likely_play import likely_play
from ..widgets.board import Board
from ..widgets.text_box import TextBox
from .match_base import MatchView

if TYPE_CHECKING:
    from ..model.bot_pool import BotPool

PLAYS = 4
"""Maximum number of moves of the likely play that are shown."""


class HintPanel(TextBox):
    """Reasons and further moves in a box over the board, beside what the hint is about; hidden if empty."""

    INDENT = "  "

    def __init__(self) -> None:
        super().__init__("advice", "hidden")
        self.lines: list[str] = []

    def say(self, lines: list[str], board: Board, action: Action | None, title: str = "Hint") -> None:
        self.lines = lines
        self.set_class(not lines, "hidden")
        if lines and board.canvas.width:
            needed = {part for part in (board.cursor, *(board.parts(action) if action else ())) if part}
            self.write(title, lines, self.place_over(board, lines, needed))


def names(match: MatchView) -> list[str]:
    return [seat.name for seat in match.seats]


def chance(move: str, value: float) -> str:
    return f"{move} ({value:.0%})"


def worded(match: MatchView, view: Any, action: Action, brief: bool = False) -> str:
    """Move as an instruction: "take white, blue and green"; `brief` leaves out its consequences."""
    return match.game.describe(view, action, "second", brief)


def summary(match: MatchView, view: Any, choice: Choice, width: int) -> str:
    """Suggested move and its winning chances in one line: in words, or in notation where they do not fit `width`."""
    named = (
        *(worded(match, view, choice.action, brief) for brief in (False, True)),
        match.game.notation(view, choice.action),
    )
    lines = [f"Hint: {name}, {choice.value:.0%} to win" for name in named]
    return next((line for line in lines if len(line) <= width), lines[-1])


def loss(move: str, value: float) -> str:
    """A move and the winning chances lost by it."""
    return f"{move} (-{value:.0%})" if value >= 0.005 else f"{move} (as good)"


def hint_lines(match: MatchView, view: Any, choice: Choice, again: str, losses: bool = False) -> list[str]:
    """Reason for the move if it has one, the alternatives and, with the name of a key in `again`, how to learn more.

    The alternatives have their winning chances, or with `losses` what they lose of the suggested move's.
    """
    player = match.game.turn(view)
    tell = reason_to_others if player is not None and match.seats[player].bot else reason
    why = tell(match.game, view, choice, names(match))
    lines = [sentence(why)] if why else []
    if choice.alternatives:
        others = [
            loss(move, choice.value - value) if losses else chance(move, value)
            for move, value in ((worded(match, view, other.action, True), other.value) for other in choice.alternatives)
        ]
        lines.append(sentence(f"Or {', or '.join(others)}"))
        if again:
            lines.append(f"{again} again: think longer and show the likely play.")
    return lines


async def advise(
    bot_pool: BotPool, match: Match, ply: int, before: tuple[Any, Choice] | None, again: str
) -> tuple[list[str], Any, Choice]:
    """Suggest a move: lines, the bot's view and its choice.

    Given the view and choice from `before`, the bot thinks longer, and the lines are the likely play.

    Raises NoAnswer.
    """
    s, seed = match.states[ply], match.seed_for(ply, "hint")
    view = match.game.observe(s, match.game.turn(s))
    choice = await bot_pool.choose(match.name, view, HINT_LEVEL, seed, HINT_SECONDS[bool(before)])
    if before:
        return await plays(bot_pool, match, view, choice, seed), view, choice
    return hint_lines(match, view, choice, again), view, choice


async def plays(bot_pool: BotPool, match: Match, view: Any, choice: Choice, seed: str) -> list[str]:
    """Likely play after the suggested move and after each alternative, a paragraph each. Raises NoAnswer."""
    first_moves = [Candidate(choice.action, choice.value), *choice.alternatives]
    continuations: list[str] = []
    for move in first_moves:
        line = choice.line if move.action == choice.action else ()
        line = line or await bot_pool.expect(match.name, view, move.action, f"{seed}/{len(continuations)}")
        moves = likely_play(match, view, line[:PLAYS])
        continuations.append("; ".join([chance(moves[0], move.value), *moves[1:]]))
    return continuations
