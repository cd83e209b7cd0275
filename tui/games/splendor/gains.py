"""Announcement of nobles, cities and trading posts, and the pieces to highlight until the next key."""

from __future__ import annotations

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import Perspective, in_perspective, join_words, plural
from tabletown.rules.splendor.cards import COLOURS, NOBLES
from tabletown.rules.splendor.expansions import orient
from tabletown.rules.splendor.gains import Gain, gains

from ...model.selection import Part
from ...narration.grammar import clause, owned
from ...widgets.board_state import BoardState
from .expansions.requirements import POWERS

GAINED = {"noble": "gain a noble", "city": "take a city", "post": "claim post {}"}


def announcement(old: BoardState, new: BoardState) -> str:
    """Sentences about the viewer's gains since an earlier state: "A noble visits you: +3 points (10 in all)."."""
    seat = old.viewer
    if seat is None:
        return ""
    name, points = new.seats[seat].name, new.view.players[seat].points
    copied = [f"{owned(name)} copy card copies a {COLOURS[colour]} bonus." for colour in newly_copied(old, new)]
    return " ".join([*(announced(gain, name, points) for gain in gains(old.view, new.view, seat)), *copied])


def newly_copied(old: BoardState, new: BoardState) -> list[int]:
    """The bonuses that the viewer's cards of The Orient have copied since an earlier state without a choice."""
    chosen = any(line.action[0] == "associate" for line in new.story[old.ply : new.ply])
    if new.view.module != "orient" or chosen or new.viewer is None:
        return []
    before, after = (orient.of(state.view).bags[new.viewer] for state in (old, new))
    return [colour for card, colour in after if (card, colour) not in before]


def announced(gain: Gain, name: str, points: int) -> str:
    match gain:
        case ("noble", noble):
            who = "you" if name == "You" else name
            return f"A noble visits {who}: {plural(NOBLES[noble].points, 'point', sign=True)} ({points} in all)."
        case ("post", post):
            return f"{clause(name, f'claim post {post + 1}')}: {POWERS[post].sentence}."
    return f"{clause(name, 'take a city')}."


def newly_gained(old: BoardState, new: BoardState) -> frozenset[Part]:
    """The parts of all players' gains since an earlier state."""
    seats = range(len(new.seats))
    return frozenset((gain.kind, gain.number) for seat in seats for gain in gains(old.view, new.view, seat))


def with_gains(lines: list[LogLine], state: BoardState) -> list[LogLine]:
    """The others' moves since the viewer's last one, each player's last line with their gains in its notation."""
    last = {line.player: line.ply for line in lines}
    return [
        line._replace(notation=" and ".join([line.notation, *words]))
        if last[line.player] == line.ply and (words := gained_words(state, line.player))
        else line
        for line in lines
    ]


def gained_words(state: BoardState, seat: int) -> list[str]:
    """A player's gains since the viewer's last move: "gains a noble"."""
    perspective: Perspective = "second" if state.seats[seat].name == "You" else "third"
    pieces = [
        in_perspective(GAINED[gain.kind].format(gain.number + 1), perspective)
        for gain in gains(state.before, state.view, seat)
    ]
    return [join_words(pieces)] if pieces else []
