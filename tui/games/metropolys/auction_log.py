"""The log of Metropolys: who won each auction with which building, and no values that are hidden."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.metropolys.board import NAMES, SIZES, size
from tabletown.rules.metropolys.state import Metropolys

from ...narration.grammar import clause

UNOPPOSED = "(nobody could outbid)"
"""The reason why a bid wins although nobody has been asked to pass."""


def awards(story: Sequence[LogLine], newest: Metropolys) -> dict[int, LogLine]:
    """The winning bid of each auction, by the ply that ended it. Its winner starts the next (rules, "The award")."""
    winning, best = {}, None
    for n, line in enumerate(story):
        best = line if line.action[0] == "bid" else best
        opener = story[n + 1].player if n + 1 < len(story) else newest.player
        over = n + 1 == len(story) and not newest.bids
        if best is not None and (over or (n + 1 < len(story) and opener == best.player)):
            winning[line.ply] = best
            best = None
    return winning


def with_awards(story: Sequence[LogLine], newest: Metropolys, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
    """The log, with the winner and the building in the line that ended each auction.

    If values are hidden, bids of finished auctions show only their sizes.
    """
    won = awards(story, newest)
    lines = story if newest.memory == "on" else without_values(story, won)
    return tuple(
        ended(line, won[line.ply], seats, newest, continues_run(story, n, won)) if line.ply in won else line
        for n, line in enumerate(lines)
    )


def continues_run(story: Sequence[LogLine], n: int, won: dict[int, LogLine]) -> bool:
    """Return whether the same player's bid before the one in line `n` also ended an auction, as nobody could outbid."""
    before, line = story[max(0, n - 1)], story[n]
    return n > 0 and before.ply in won and won[before.ply].ply == before.ply and before.player == line.player


def without_values(story: Sequence[LogLine], won: dict[int, LogLine]) -> list[LogLine]:
    """The log with sizes in place of values in the bids of finished auctions."""
    lines, opens, over = [], True, max(won, default=-1)
    for line in story:
        if line.action[0] == "bid" and line.ply <= over:
            _, place, value = line.action
            verb = "open with" if opens else "bid"
            text = f"{verb} a {SIZES[size(value)]} building on {NAMES[place]}"
            line = line._replace(text=text, notation=f"bid {SIZES[size(value)]} {NAMES[place]}")
        lines.append(line)
        opens = line.ply in won
    return lines


def ended(line: LogLine, best: LogLine, seats: Sequence[Seat], view: Metropolys, again: bool) -> LogLine:
    """The line of the log that ended an auction: what was built, or a pass and what the winner built. That nobody could
    outbid is said only of the first of several such lines, not `again`.
    """
    if line.ply == best.ply:
        return line._replace(text=f"{built_by(best, view, line.effects).text}{'' if again else f' {UNOPPOSED}'}")
    built = built_by(best, view, line.effects).text
    return line._replace(text=f"{line.text}; {clause(name_within(seats[best.player]), built)}")


def name_within(seat: Seat) -> str:
    """A player's name inside a sentence."""
    return "you" if seat.name == "You" else seat.name


def built_by(best: LogLine, view: Metropolys, effects: str = "") -> LogLine:
    """The building of an auction as a move of its winner; only its size if values are hidden."""
    return as_built(best, building_and_place(best, view), effects)


def as_built(line: LogLine, words: str, effects: str = "") -> LogLine:
    """A line that says what its player built, as in "9 on C4", and in the full text what that took."""
    return line._replace(notation=f"built {words}", text=", ".join(filter(None, (f"build {words}", effects))))


def building_and_place(best: LogLine, view: Metropolys) -> str:
    """Building and place of the winning bid of an auction: "9 on C4", "a small building on C4"."""
    _, place, value = best.action
    return f"{building(view, value)} on {NAMES[place]}"


def building(view: Metropolys, value: int) -> str:
    """A building by its value, or only by its size if values are hidden."""
    return str(value) if view.memory == "on" else f"a {SIZES[size(value)]} building"
