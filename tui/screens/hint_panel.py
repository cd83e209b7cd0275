"""Suggest a move: the move and what speaks for it, then the play that it expects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.widgets import Static

from tabletown.rules.analysis.explain import foreseen, reason
from tabletown.rules.bots.bot import Candidate, Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..widgets.board import Board

if TYPE_CHECKING:
    from ..model.bot_pool import BotPool

LEVEL = "ismcts"
PLAYS = 5
"""Moves of the play expected that are told."""


class HintPanel(Static):
    """Lines over the foot of the board, or over its head where the foot has what they tell to pick; gone when there is
    nothing to say."""

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
    """A move as one is told to do it: "take white, blue and green"; `brief` without what follows from it."""
    return match.game.describe(view, action, "second", brief)


def summary(match: Match, view: Any, choice: Choice, then: str, width: int) -> str:
    """The move and its chance to win, in a line: in words and in notation where there is room, else in one of them."""
    move, words = match.game.notation(view, choice.action), worded(match, view, choice.action)
    short = worded(match, view, choice.action, brief=True)
    named = (f"{words} ({move})", words, f"{short} ({move})", short, move)
    lines = [f"Hint: {name} {then} {choice.value:.0%} to win" for name in named]
    return next((line for line in lines if len(line) <= width), lines[-1])


def spoken(match: Match, view: Any, choice: Choice, width: int, again: str) -> list[str]:
    """The reason for the move and the alternatives, in words where there is room."""
    why = reason(match.game, view, choice, names(match))
    told = [f"{why[:1].upper()}{why[1:]}."]
    if not choice.alternatives:
        return told

    def others(name: Callable[[Any, Action], str]) -> str:
        moves = [chance(name(view, other.action), other.value) for other in choice.alternatives]
        return f"Or {' or '.join(moves)}; {again} again for likely play"

    ways = (partial(worded, match), partial(worded, match, brief=True), match.game.notation)
    lines = [others(way) for way in ways]
    return [*told, next((line for line in lines if len(line) <= width), lines[-1])]


async def advise(
    bot_pool: BotPool, match: Match, ply: int, before: tuple[Any, Choice] | None, width: int, again: str
) -> tuple[list[str], Any, Choice]:
    """A strong bot's move at a position: in lines so wide, with its view and choice. Given those `before`, the play
    expected, for which the key `again` asks.

    Raises NoAnswer.
    """
    s, seed = match.states[ply], match.seed_for(ply, "hint")
    if before:
        return await plays(bot_pool, match, *before, seed), *before
    view = match.game.observe(s, match.game.turn(s))
    choice = await bot_pool.choose(match.name, view, LEVEL, seed)
    return spoken(match, view, choice, width, again), view, choice


async def plays(bot_pool: BotPool, match: Match, view: Any, choice: Choice, seed: str) -> list[str]:
    """The play expected after the move and after what else was weighed."""
    told = [Candidate(choice.action, choice.value), *choice.alternatives]
    found: list[str] = []
    for move in told:
        line = choice.line if move.action == choice.action else ()
        line = line or await bot_pool.expect(match.name, view, move.action, f"{seed}/{len(found)}")
        moves = foreseen(match.game, view, line, names(match))[:PLAYS]
        found.append(", ".join([chance(moves[0], move.value), *moves[1:]]))
    return found
