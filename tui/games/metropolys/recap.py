"""Recent events: winners of calls, all players' last moves, new buildings on the map, and the state of the race."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.text import plural
from tabletown.rules.metropolys.board import BUILDINGS, NAMES, SIZES, places, size
from tabletown.rules.metropolys.objectives import FACE_DOWN
from tabletown.rules.metropolys.state import Metropolys, owner

from ...narration.grammar import clause
from ...narration.recap import since
from ...widgets.board_state import BoardState

# The log


def awards(story: Sequence[LogLine], newest: Metropolys) -> dict[int, LogLine]:
    """The winning bid of each call, by the ply that ended it. The winner opens the next call (rules, "The award")."""
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
    """The log, with the winner and the building in the line that ended each call.

    If values are hidden, bids of finished calls show only their sizes.
    """
    won, open_values = awards(story, newest), newest.memory == "on"
    lines = story if open_values else without_values(story, won)
    return tuple(ended(line, won[line.ply], seats, open_values) if line.ply in won else line for line in lines)


def without_values(story: Sequence[LogLine], won: dict[int, LogLine]) -> list[LogLine]:
    """The log with sizes in place of values in the bids of finished calls."""
    lines, opens, over = [], True, max(won, default=-1)
    for line in story:
        if line.action[0] == "bid" and line.ply <= over:
            _, place, value = line.action
            verb = "open" if opens else "outbid"
            text = f"{verb} with a {SIZES[size(value)]} building on {NAMES[place]}"
            line = line._replace(text=text, notation=f"bid {SIZES[size(value)]} {NAMES[place]}")
        lines.append(line)
        opens = line.ply in won
    return lines


def ended(line: LogLine, best: LogLine, seats: Sequence[Seat], open_values: bool) -> LogLine:
    """The line of the log that ended a call: what was built, or a pass and what the winner built."""
    if line.ply == best.ply:
        return line._replace(text=built_by(best, open_values).text)
    return line._replace(
        text=f"{line.text}; {clause(name_within(seats[best.player]), built_by(best, open_values).text)}"
    )


def name_within(seat: Seat) -> str:
    """A player's name inside a sentence."""
    return "you" if seat.name == "You" else seat.name


def recent(state: BoardState, viewer: int) -> list[LogLine]:
    """The viewer's building if their last move ended a call, then the others' moves, with buildings in the notation."""
    won, after = awards(state.story, state.view), since(state.story, viewer)
    own, open_values = state.story[: len(state.story) - len(after)][-1:], state.view.memory == "on"
    return [built_by(won[line.ply], open_values) for line in own if line.ply in won] + [
        noted(line, won[line.ply], state.seats, open_values) if line.ply in won else line for line in after
    ]


def built_by(best: LogLine, open_values: bool) -> LogLine:
    """The building of a call as a move of its winner; only its size if values are hidden."""
    _, place, value = best.action
    what, building = (value, value) if open_values else (SIZES[size(value)], f"a {SIZES[size(value)]} building")
    return best._replace(notation=f"built {what} {NAMES[place]}", text=f"build {building} on {NAMES[place]}")


def noted(line: LogLine, best: LogLine, seats: Sequence[Seat], open_values: bool) -> LogLine:
    """The line that ended a call, with the building in its notation: "built 13 C1", "pass; Hana built 10 N1"."""
    if line.ply == best.ply:
        return built_by(best, open_values)
    return line._replace(
        notation=f"{line.notation}; {name_within(seats[best.player])} {built_by(best, open_values).notation}"
    )


# Last moves


def last_move(state: BoardState, seat: int) -> tuple[str, ...]:
    """Words of a player's last move: bid, lost or built with building and place, or passed; none before their first."""
    view: Metropolys = state.view
    last = next((line for line in reversed(state.story[: state.ply]) if line.player == seat), None)
    if last is None:
        return ()
    if last.action[0] == "pass":
        return ("passed",)
    _, place, value = last.action
    if (seat, place, value) in view.bids:
        return "bid", str(value), NAMES[place]
    what = str(value) if view.memory == "on" else SIZES[size(value)]
    return "built" if owner(view, place) == seat else "lost", what, NAMES[place]


def call_of(state: BoardState, seat: int, brief: bool = False) -> str:
    """A player's bids in the current call, or that they have passed; before that their last move in earlier calls."""
    view: Metropolys = state.view
    on = " " if brief else " on "
    bids = ", ".join(f"{value}{on}{NAMES[place]}" for bidder, place, value in view.bids if bidder == seat)
    if view.passed >> seat & 1:
        return f"passed (bid {bids})" if bids else "passed"
    if bids:
        return f"bid {bids}"
    match last_move(state, seat):
        case ("lost", value, place):
            return f"{'lost bid' if brief else 'last bid lost'}: {value}{on}{place}"
        case (verb, value, place):
            return f"{'' if brief else 'last move: '}{verb} {value}{on}{place}"
        case (verb,):
            return f"last move: {verb}"
    return ""


# What is new


def fresh(state: BoardState) -> int:
    """Mask of the places built on by the viewer's last move or since."""
    before, view = state.before, state.view
    return sum(1 << place for place in places(view.in_use) if view.values[place] and not before.values[place])


def taken(state: BoardState, place: int) -> int | None:
    """The kind of the token that a new building has taken; None if it took none."""
    before, view = state.before.tokens, state.view.tokens
    gone = [kind for kind, (old, new) in enumerate(zip(before, view, strict=True)) if (old & ~new) >> place & 1]
    return gone[0] if gone else None


# The race


def ending(view: Metropolys) -> list[int]:
    """The seats that have one building left; empty after the game."""
    return [seat for seat, p in enumerate(view.players) if p.places.bit_count() == len(BUILDINGS) - 1 and not view.over]


def points(state: BoardState, seat: int) -> tuple[str, ...]:
    """Wordings of the points that the viewer can see, the longest first: "7 points + secret", "1 point"."""
    known = known_points(state, seat)
    words = plural(known, "point")
    return (f"{words} + secret", f"{known} + secret", f"{known}+") if hides_points(state, seat) else (words, str(known))


def points_in_words(state: BoardState, seat: int) -> str:
    """A player's points in words: "7 points + secret", "1 point"."""
    return points(state, seat)[0]


def known_points(state: BoardState, seat: int) -> int:
    return total_points(state.game.score(state.view)[seat])


def hides_points(state: BoardState, seat: int) -> bool:
    """Does the player hold objectives face down?"""
    return FACE_DOWN in state.view.players[seat].cards
