"""Hint: the suggested move and its reason, then the likely play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.widgets import Static

from tabletown.rules.analysis.explain import foreseen, reason
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..narration.grammar import sentence
from ..widgets.board import Board

if TYPE_CHECKING:
    from ..model.bot_pool import BotPool

LEVEL = "ismcts"
PLAYS = 5
"""Maximum number of moves of the likely play that are shown."""


class HintPanel(Static):
    """Lines over the bottom of the board, or over its top if they would cover the suggested parts; hidden if empty."""

    def __init__(self) -> None:
        super().__init__(id="advice", classes="hidden", markup=False)
        self.lines: list[str] = []

    def say(self, lines: list[str], board: Board, action: Action | None) -> None:
        if lines != self.lines:
            self.lines = lines
            self.set_class(not lines, "hidden")
            self.update("\n".join(lines))
        if lines and action is not None:
            foot = board.size.height - len(lines) - 1
            tiles = [tile for part in board.parts(action) if (tile := board.tile(part))]
            self.set_class(any(tile.rect.y + tile.rect.h > foot for tile in tiles), "-above")


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats]


def chance(move: str, value: float) -> str:
    return f"{move} {value:.0%}"


def worded(match: Match, view: Any, action: Action, brief: bool = False) -> str:
    """Move as an instruction: "take white, blue and green"; `brief` leaves out its consequences."""
    return match.game.describe(view, action, "second", brief)


def summary(match: Match, view: Any, choice: Choice, width: int) -> str:
    """Suggested move and its winning chances in one line: in words and notation, or in one of them to fit `width`."""
    move, words = match.game.notation(view, choice.action), worded(match, view, choice.action)
    short = worded(match, view, choice.action, brief=True)
    typed = f" ({move})" if move != words else ""
    named = (f"{words}{typed}", words, f"{short}{typed}", short, move)
    lines = [f"Hint: {name}, {choice.value:.0%} to win" for name in named]
    return next((line for line in lines if len(line) <= width), lines[-1])


def hint_lines(match: Match, view: Any, choice: Choice, width: int, again: str) -> list[str]:
    """Reason for the move if it has one, and the alternatives with their winning chances, in words if they fit."""
    why = reason(match.game, view, choice, names(match))
    reasons = [sentence(why)] if why else []
    if not choice.alternatives:
        return reasons

    def others(name: Callable[[Any, Action], str]) -> str:
        moves = [chance(name(view, other.action), other.value) for other in choice.alternatives]
        return f"Or {' or '.join(moves)}; {again} again for the likely continuation"

    ways = (partial(worded, match), partial(worded, match, brief=True), match.game.notation)
    lines = [others(way) for way in ways]
    return [*reasons, next((line for line in lines if len(line) <= width), lines[-1])]


async def advise(
    bot_pool: BotPool, match: Match, ply: int, before: tuple[Any, Choice] | None, width: int, again: str
) -> tuple[list[str], Any, Choice]:
    """Suggest a move: lines shortened for `width` cells, the bot's view and its choice.

    Given the view and choice from `before`, the lines are the likely play, for which the player presses `again`.

    Raises NoAnswer.
    """
    s, seed = match.states[ply], match.seed_for(ply, "hint")
    if before:
        return await plays(bot_pool, match, *before, seed), *before
    view = match.game.observe(s, match.game.turn(s))
    choice = await bot_pool.choose(match.name, view, LEVEL, seed)
    return hint_lines(match, view, choice, width, again), view, choice


async def plays(bot_pool: BotPool, match: Match, view: Any, choice: Choice, seed: str) -> list[str]:
    """Likely play after the suggested move and after each alternative, a line each. Raises NoAnswer."""
    first_moves = [Candidate(choice.action, choice.value), *choice.alternatives]
    continuations: list[str] = []
    for move in first_moves:
        line = choice.line if move.action == choice.action else ()
        line = line or await bot_pool.expect(match.name, view, move.action, f"{seed}/{len(continuations)}")
        moves = foreseen(match.game, view, line, names(match))[:PLAYS]
        continuations.append(", ".join([chance(moves[0], move.value), *moves[1:]]))
    return continuations
