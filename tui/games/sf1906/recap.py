"""Turns of 1906 San Francisco told together: a turn has several moves, and only some of them say what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import third_person
from tabletown.rules.sf1906.state import BONUS, SPACE, Sf1906
from tabletown.rules.sf1906.wording import BONUS_WORDS

from ...narration.recap import since
from ...widgets.board_state import BoardState
from ...widgets.move_log import Entry
from .board_facts import gives_bonus_only, permit_label
from .objective_texts import objective_title

FURTHER = {
    "space": ("act", "collect"),
    "act": ("permit", "objective", "objective_deck", "clear", "clear_up", "spend"),
    "bonus": ("permit", "objective", "objective_deck", "spend"),
}
"""Verbs of the moves that say more than the space, the action or the bonus that they follow."""


def turns(story: Sequence[LogLine]) -> list[list[LogLine]]:
    """The moves of each turn; a turn starts with the choice of a space, the bonus of the last year without it."""
    grouped: list[list[LogLine]] = []
    for line in story:
        if not grouped or line.action[0] == "space" or grouped[-1][-1].player != line.player:
            grouped.append([])
        grouped[-1].append(line)
    return grouped


def telling_moves(view: Sf1906, turn: Sequence[LogLine]) -> list[LogLine]:
    """The moves of a turn that say what came of it, and earnings in short."""
    verbs = [line.action[0] for line in turn]
    lines = []
    for n, line in enumerate(turn):
        after = verbs[n + 1 : n + 2]
        if set(after) & set(FURTHER.get(line.action[0], ())):
            continue
        earns = line.action[0] == "space" and after
        lines.append(line._replace(text=f"earn ${view.city.kit.earnings[line.action[1]]}") if earns else line)
    return lines


def log_entries(state: BoardState) -> list[Entry]:
    """The log with an entry for each turn."""
    return [
        Entry(turn[0].ply, turn[-1].ply, turn[0].player, tuple(line.text for line in telling_moves(state.view, turn)))
        for turn in turns(state.story)
    ]


def recent(state: BoardState, viewer: int) -> list[LogLine]:
    """The others' moves since the viewer's last finished turn, their notation in a few words."""
    story = state.story[: state.ply]
    if story and state.active and in_turn(state.view):
        story = story[: turns(story)[-1][0].ply]
    lines = [line for turn in turns(since(story, viewer)) for line in telling_moves(state.view, turn)]
    return [
        line._replace(notation=third_person(in_short(state.view, line)))
        for line in lines
        if line.action[0] not in ("spend", "no_urban")
    ]


def in_turn(view: Sf1906) -> bool:
    """Has the player to move already made a move of this turn?"""
    return view.step not in (SPACE, BONUS) or (view.step == BONUS and not gives_bonus_only(view))


def in_short(view: Sf1906, line: LogLine) -> str:
    """A move in a few words: "take permit Y2", "build on A3"."""
    match line.action:
        case ("permit", int(permit)):
            wild = view.city.kit.permits[permit].colour is None
            return "take a wild permit" if wild else f"take permit {permit_label(view, permit)}"
        case ("objective", int(card)):
            return f'take "{objective_title(view, card)}"'
        case ("objective_deck",):
            return "take a secret objective"
        case ("bonus", str(kind)):
            return BONUS_WORDS[kind]
        case ("plot", int(plot)):
            return f"build on {view.city.names[plot]}"
        case ("clear", int(plot)):
            return f"clear {view.city.names[plot]}"
        case ("clear_up",):
            return "move up"
    return line.text
