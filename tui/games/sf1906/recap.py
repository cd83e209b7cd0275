"""Turns of 1906 San Francisco told together: a turn has several moves, and only some of them say what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import third_person
from tabletown.rules.sf1906.state import BONUS, SPACE, Sf1906
from tabletown.rules.sf1906.wording import BONUS_WORDS, distance_words, permit_title

from ...narration.recap import since
from ...widgets.board_state import BoardState
from ...widgets.move_log import Entry
from .board_facts import gives_bonus_only, moved
from .narrator import last_bonus
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
    """The moves of a turn that say what came of it, and earnings in short; the last one with what was paid for an
    action away from the token.
    """
    verbs = [line.action[0] for line in turn]
    lines = []
    for n, line in enumerate(turn):
        after = verbs[n + 1 : n + 2]
        if set(after) & set(FURTHER.get(line.action[0], ())):
            continue
        if line.action[0] == "space" and after:
            line = line._replace(text=f"earn ${view.city.kit.earnings[line.action[1]]}")
        lines.append(line)
    if lines and lines[-1].action[0] != "act" and (far := distance(turn)):
        lines[-1] = lines[-1]._replace(text=f"{lines[-1].text}, {distance_words(far)}")
    return lines


def distance(turn: Sequence[LogLine]) -> int:
    """The number of spaces between the token and the action of a turn."""
    chosen = {line.action[0]: line.action[1] for line in turn if line.action[0] in ("space", "act")}
    return abs(chosen["act"] - chosen["space"]) if len(chosen) > 1 else 0


def earns(turn: Sequence[LogLine]) -> bool:
    """Is this a turn on the earnings spaces, or the bonus of the last year?"""
    verbs = [line.action[0] for line in turn]
    return verbs[0] != "space" or not {*verbs[1:2]} <= {*FURTHER["space"]}


def log_entries(state: BoardState) -> list[Entry]:
    """The log with an entry for each turn."""
    entries = [
        Entry(turn[0].ply, turn[-1].ply, turn[0].player, tuple(line.text for line in telling_moves(state.view, turn)))
        for turn in turns(state.story)
    ]
    return [*entries, *given_at_end(state)]


def given_at_end(state: BoardState) -> list[Entry]:
    """Entries for the players who got the money of the last bonus without a move of their own."""
    view: Sf1906 = state.view
    if not gives_bonus_only(view) or not state.story:
        return []
    last = max((n for n, line in enumerate(state.story) if line.action[0] == "space"), default=0)
    chose = {line.player for line in state.story[last:] if line.action[0] == "bonus"}
    ply = state.story[-1].ply
    return [Entry(ply, ply, seat, (last_bonus(view),)) for seat in view.order[: view.acted] if seat not in chose]


def when(view: Sf1906) -> str:
    """The year, to follow a move: " in 1908"; " at the end" for the last bonus."""
    return " at the end" if gives_bonus_only(view) else f" in {view.city.kit.years[view.year].year}"


def recent(state: BoardState, viewer: int) -> list[LogLine]:
    """The others' moves since the viewer's last finished turn, their notation in a few words."""
    story = state.story[: state.ply]
    if story and state.active and in_turn(state.view):
        story = story[: turns(story)[-1][0].ply]
    news: list[LogLine] = []
    last: Sequence[LogLine] = ()
    for turn in turns(since(story, viewer)):
        lines = [in_few_words(state.view, line) for line in telling_moves(state.view, turn)]
        lines = [line for line in lines if line.action[0] not in ("spend", "no_urban")]
        begun = turn[-1].action[0] == "space" and turn[-1].text != "pass"
        if last and lines and turn[0].player == last[0].player:
            if earns(turn) and not earns(last):
                year = when(state.view)
                lines[0] = lines[0]._replace(text=lines[0].text + year, notation=lines[0].notation + year)
            elif not begun and not earns(turn):
                news, lines = joined(state.view, news, lines)
        last = turn if lines else ()
        news += lines
    return news


def joined(view: Sf1906, before: list[LogLine], lines: list[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
    """A player's moves in two turns, so that they do not read like those of one: "then build on A3", "pass on cards 3
    and 4".
    """
    again = [line.text for line in lines] == [before[-1].text]
    if again:
        *rest, last = before
        stop = view.stop if last.player in moved(view) else view.stop - 1
        where = f" on cards {stop - 1} and {stop}"
        return [*rest, last._replace(text=last.text + where, notation=last.notation + where)], []
    first, *rest = lines
    return before, [first._replace(text=f"then {first.text}", notation=f"then {first.notation}"), *rest]


def in_few_words(view: Sf1906, line: LogLine) -> LogLine:
    """A log line whose notation is the move in a few words."""
    return line._replace(notation=third_person(in_short(view, line)))


def in_turn(view: Sf1906) -> bool:
    """Has the player to move already made a move of this turn?"""
    return view.step not in (SPACE, BONUS) or (view.step == BONUS and not gives_bonus_only(view))


def in_short(view: Sf1906, line: LogLine) -> str:
    """A move in a few words: "take the yellow 2 permit", "build on A3"."""
    match line.action:
        case ("permit", int(permit)):
            wild = view.city.kit.permits[permit].colour is None
            return f"take {'a' if wild else 'the'} {permit_title(view.city.kit, permit)} permit"
        case ("objective", int(card)):
            return f'take "{objective_title(view, card)}"'
        case ("objective_deck",):
            return "take a secret objective"
        case ("bonus", kind):
            return BONUS_WORDS.get(kind, "take money")
        case ("plot", int(plot)):
            return f"build on {view.city.names[plot]}"
        case ("clear", int(plot)):
            return f"clear {view.city.names[plot]}"
        case ("clear_up",):
            return "move up"
    return line.text
