"""Hint: the suggested move with its reason and two alternatives, then also the likely reply."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from tabletown.rules.analysis.explain import joined, named, rest_of_turn, strongest, suspicion
from tabletown.rules.analysis.mistakes import least_loss
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model.hint import (
    HINT_LEVEL,
    HINT_SECONDS,
    hint_nodes,
    hint_seed,
    nothing_revealed,
    rest_of_hint,
    with_chance,
)
from ..model.selection import Part
from ..narration import game_ui
from ..narration.grammar import sentence
from ..narration.likely_play import likely_play
from ..widgets.board import Board
from ..widgets.text_box import TextBox
from .match_base import MatchView

if TYPE_CHECKING:
    from ..model.bot_pool import BotPool
    from ..model.keymap import KeyLabels

ABOUT_AS_GOOD = "about as good"
"""An alternative within the noise of the search."""
NO_REASON = "No single reason stands out; the search prefers it {}."
"""Sentence on a move without a reason in words."""
GOOD = 0.7
"""Winning chances, 0 to 1, that surprise nobody who leads."""
PAIR = 2
"""Players of whom each has an even chance."""
PLAYS = 2
"""Moves of the likely play that are needed to name the reply."""


class HintPanel(TextBox):
    """Reasons and further moves in a box over the board, beside what the hint is about; hidden if empty."""

    INDENT = "  "

    def __init__(self) -> None:
        super().__init__("advice", "hidden")
        self.lines: list[str] = []

    def say(
        self,
        lines: list[str],
        board: Board,
        actions: Iterable[Action],
        title: str = "Hint",
        pieces: Collection[Part] = (),
    ) -> None:
        """Show lines about these actions and pieces, whose parts stay in view."""
        self.lines = lines
        self.set_class(not lines, "hidden")
        if lines and board.canvas.width:
            needed = {part for action in actions for part in board.parts(action)} | {*pieces}
            needed |= {board.cursor} if board.cursor else set()
            self.write(title, lines, self.place_over(board, lines, needed))


def confirming_keys(keys: KeyLabels, *, hint: bool) -> str:
    """The keys with which a player answers an objection of the coach; with `hint` also that of the best move."""
    ways = [f"{keys['table.play']} plays", f"{keys['table.clear']} cancels"]
    return ", ".join([*ways, f"{keys['table.hint']}: best move"] if hint else ways)


def names(match: MatchView) -> list[str]:
    return [seat.name for seat in match.seats]


def worded(match: MatchView, view: Any, action: Action, brief: bool = False) -> str:
    """Move as an instruction: "take white, blue and green"; `brief` leaves out its consequences."""
    return match.game.describe(view, action, "second", brief)


def moves(choice: Choice) -> list[Action]:
    """The suggested move and its alternatives."""
    return [choice.action, *(other.action for other in choice.alternatives)]


def summary(match: MatchView, view: Any, choice: Choice, width: int) -> str:
    """Suggested move and its winning chances in one line, in as many words as fit `width`."""
    named = (
        *(worded(match, view, choice.action, brief) for brief in (False, True)),
        game_ui.load(match.name).in_short(match.game, view, choice.action),
    )
    lines = [f"Hint: {name}, {to_win(match, choice)}" for name in named]
    return next((line for line in lines if len(line) <= width), lines[-1])


def to_win(match: MatchView, choice: Choice) -> str:
    """The winning chances of a choice, with three and more players beside an equal share: "41% to win (even: 33%)"."""
    seats = len(match.seats)
    return f"{choice.value:.0%} to win" + f" (even: {1 / seats:.0%})" * (seats > PAIR)


def noise(choice: Choice) -> float:
    """Difference in winning chances, from 0 to 1, below which the search cannot tell which of two moves is better."""
    return least_loss(choice.nodes or inf)


def as_good(choice: Choice) -> list[Action]:
    """The alternatives that are about as good as the suggested move."""
    return [other.action for other in choice.alternatives if choice.value - other.value < noise(choice)]


def settled(choice: Choice, earlier: Choice) -> Choice:
    """A choice, with the action of an earlier one in its place unless it is clearly better."""
    before = next((other for other in choice.candidates if other.action == earlier.action), None)
    if choice.action == earlier.action or before is None or choice.value - before.value >= noise(choice):
        return choice
    return replace(choice, action=earlier.action, line=())


def hint_lines(match: MatchView, view: Any, choice: Choice, again: str) -> list[str]:
    """The move, the rest of its turn, the reason if it has one, the alternatives and, with the name of a key in
    `again`, how to learn more. None if there is nothing to add to the move.
    """
    others = alternatives(match, view, choice)
    more = [f"{again} again: think longer, show what follows."] if others and again else []
    further = [*plan(match, view, choice), *why(match, view, choice), *hidden(match, view, choice), *others, *more]
    return [head(match, view, choice), *further] if further else []


def head(match: MatchView, view: Any, choice: Choice) -> str:
    """The suggested move with its winning chances as a sentence."""
    move = game_ui.load(match.name).in_short(match.game, view, choice.action)
    return sentence(f"{move}: {to_win(match, choice)}")


def plan(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """The further steps of the turn as a sentence: "Then take a permit, paying $2."; none if the move is all of it."""
    steps = rest_of_turn(match.game, view, choice.line)
    return [sentence(steps)] if steps else []


def why(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """The strongest reasons for the move as a sentence, or that there is none; nothing without alternatives."""
    player, best = match.game.turn(view), strongest(match.game, view, choice, names(match))
    if player is not None and match.seats[player].bot:
        best = [named(term, names(match)[player]) for term in best]
    if best:
        return [sentence(joined(best))]
    margin = min((choice.value - other.value for other in choice.alternatives), default=None)
    return [] if margin is None else [NO_REASON.format("clearly" if margin >= noise(choice) else "by a little")]


def pieces(match: MatchView, view: Any, choice: Choice) -> set[Part]:
    """The pieces on the board that the reasons for the move name."""
    return {piece for reason in strongest(match.game, view, choice, names(match)) for piece in reason.about}


def hidden(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A sentence on what probably decides although it is hidden; none where nothing does, or the chances are good."""
    text = suspicion(match.game, view, names(match)) if choice.value < GOOD else ""
    return [sentence(text)] if text else []


def alternatives(match: MatchView, view: Any, choice: Choice) -> list[str]:
    """A line for each worse alternative, with its winning chances, and for the best one that is about as good."""
    ui, level = game_ui.load(match.name), as_good(choice)
    listed = [other for other in choice.alternatives if other.action not in level[1:]]
    return [
        f"Or {ui.in_short(match.game, view, other.action)}: "
        + (ABOUT_AS_GOOD if other.action in level else f"{other.value:.0%}")
        for other in listed
    ]


async def advise(
    bot_pool: BotPool,
    match: Match,
    ply: int,
    before: tuple[Any, Choice] | None,
    again: str,
    earlier: tuple[int, Choice] | None = None,
) -> tuple[list[str], Any, Choice]:
    """Suggest a move: lines, the bot's view and its choice.

    An earlier hint, given with its ply, is continued if this is its next step, unless another move is clearly better.

    Given the view and choice from `before`, the bot thinks longer, and the lines name the likely reply. It then
    suggests another move only if that is clearly better.

    Raises NoAnswer.
    """
    s, seed, nodes = match.states[ply], hint_seed(match, ply), hint_nodes(match, bool(before))
    view = match.game.observe(s, match.game.turn(s))
    choice = await bot_pool.choose(match.name, view, HINT_LEVEL, seed, HINT_SECONDS, True, nodes)
    if before:
        choice = settled(choice, before[1])
        follows = await reply(bot_pool, match, view, choice, before[1].value, match.seed_for(ply, "hint"))
        return [follows, *why(match, view, choice), *alternatives(match, view, choice)], view, choice
    planned = rest_of_hint(match, *earlier) if earlier else None
    choice = continued(match, earlier[0], planned, choice) if earlier and planned else choice
    lines = hint_lines(match, view, choice, again)
    if planned and planned.action != choice.action:
        lines[:1] = [f"Better now: {line}" for line in lines[:1]]
    return lines, view, choice


def continued(match: Match, since: int, planned: Choice, choice: Choice) -> Choice:
    """The planned step of a hint given at the ply `since`, with its chances if nothing has been revealed; or the new
    choice if that is clearly better.
    """
    kept = settled(choice, planned)
    if kept.action != planned.action:
        return kept
    return replace(with_chance(kept, planned.value) if nothing_revealed(match, since) else kept, line=planned.line)


async def reply(bot_pool: BotPool, match: Match, view: Any, choice: Choice, before: float, seed: str) -> str:
    """The suggested move with its chances now and before, and the move likely to follow it. Raises NoAnswer."""
    line = choice.line if len(choice.line) >= PLAYS else ()
    line = line or await bot_pool.expect(match.name, view, choice.action, seed)
    move = game_ui.load(match.name).in_short(match.game, view, choice.action)
    follows = likely_play(match, view, line[:PLAYS])[1:]
    was = "still" if f"{choice.value:.0%}" == f"{before:.0%}" else "now"
    return sentence(f"{move}: {was} {choice.value:.0%}" + "".join(f"; then {text}" for text in follows))
