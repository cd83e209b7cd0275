"""Recent events: all players' last moves, new buildings on the map, and the state of the race."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.metropolys.ai.endgame import can_finish, steps_to_end
from tabletown.rules.metropolys.ai.standing import most_hidden
from tabletown.rules.metropolys.ai.warnings import unopposed
from tabletown.rules.metropolys.board import BUILDINGS, DISTRICT_PLACES, DISTRICTS, NAMES, places, values
from tabletown.rules.metropolys.objectives import FACE_DOWN
from tabletown.rules.metropolys.score import HIGHEST, SUBWAY_CARD, highest_in
from tabletown.rules.metropolys.state import SUBWAY, Metropolys, owner
from tabletown.rules.metropolys.turn import PASS, higher

from ...narration.recap import since
from ...widgets.board_state import BoardState
from .auction_log import UNOPPOSED, as_built, awards, building, building_and_place, built_by, name_within
from .card_progress import completing_words
from .preview import Position

LONGEST = 50
"""Most columns for several buildings with their values."""
LAST = ("last move: ", "last: ", "")
"""Beginnings of a player's last move, the longest first."""
MANY = 4
"""Buildings of a rival that a player cannot outbid, which are enough to mention them."""


def recent(state: BoardState, viewer: int) -> list[LogLine]:
    """The viewer's building if their last move ended an auction, then the others' moves; the notation is in words."""
    won, after = awards(state.story, state.view), since(state.story, viewer)
    own = state.story[: len(state.story) - len(after)][-1:]
    ended = max((n for n, line in enumerate(after, 1) if line.ply in won), default=0)
    lines = [completed(won[line.ply], line.effects, state.view, viewer) for line in own if line.ply in won]
    lines += of_moves(after[:ended], won, state)
    lines += lost(state.before, state.view, viewer, len(state.story))  # not by the bids of the current auction
    return lines + of_moves(after[ended:], won, state)


def completed(best: LogLine, effects: str, view: Metropolys, viewer: int) -> LogLine:
    """The building of an auction, and if it is the viewer's whether it completed a group of their map card."""
    _, place, _ = best.action
    completes = completing_words(view, viewer, [place]).get(place, "") if best.player == viewer else ""
    return built_by(best, view, ", ".join(filter(None, (completes, effects))))


def of_moves(after: Sequence[LogLine], won: dict[int, LogLine], state: BoardState) -> list[LogLine]:
    """Lines for moves, with the buildings that a player built one after the other in one."""
    lines = list[LogLine]()
    for (_, builds), run in groupby(after, lambda line: (line.player, won.get(line.ply) is line)):
        if builds:
            lines.append(together(list(run), state.view))
        else:
            lines += [noted(line, won.get(line.ply), state) for line in run]
    return lines


class Loss(NamedTuple):
    """A card or the lead of a district that another player has taken from the viewer, and its points."""

    player: int
    what: str
    points: int
    places: int
    """Mask of the places on one of which the player built for it."""


def losses(before: Metropolys, view: Metropolys, viewer: int) -> list[Loss]:
    """All that the others have taken from a player: the subway card, the lead of a district."""
    lost = []
    if before.subway_card == viewer != view.subway_card:
        lost.append(Loss(view.subway_card, "the subway card", SUBWAY_CARD, before.tokens[SUBWAY]))
    for n, district in enumerate(DISTRICTS if view.version == "expert" else ()):
        if viewer in highest_in(before, n) and viewer not in highest_in(view, n):
            leader, there = highest_in(view, n)[0], DISTRICT_PLACES[n]
            lost.append(Loss(leader, f"the lead in the {district}", HIGHEST, there))
    return lost


def lost(before: Metropolys, view: Metropolys, viewer: int, ply: int) -> list[LogLine]:
    """Lines for what the others have taken from a player."""
    return [
        LogLine(ply, seat, PASS, f"took {what} from you (-{points})", f"take {what} from you (-{points})")
        for seat, what, points, _ in losses(before, view, viewer)
    ]


def together(bids: Sequence[LogLine], view: Metropolys) -> LogLine:
    """One line for the buildings of a player's bids: "built 4 on S10, 1 on E10 and 9 on C4"; many have only places.

    All were bids that nobody could outbid, which the sentence says.
    """
    buildings = join_words([building_and_place(bid, view) for bid in bids])
    if len(buildings) > LONGEST:
        buildings = f"on {len(bids)} places: {' '.join(NAMES[bid.action[1]] for bid in bids)}"
    line = as_built(bids[-1], buildings, bids[0].effects if len(bids) == 1 else "")
    return line._replace(text=f"{line.text} {UNOPPOSED}", notation=f"{line.notation} {UNOPPOSED}")


def noted(line: LogLine, best: LogLine | None, state: BoardState) -> LogLine:
    """A line with short words as its notation: "bid 3 on N1", "passed; Hana built 10 on N1".

    `best` is the winning bid of the auction that the line ended, if it ended one with a pass.
    """
    words = "passed"
    if line.action[0] == "bid":
        _, place, value = line.action
        words = f"bid {value} on {NAMES[place]}"
    if best is not None:
        words += f"; {name_within(state.seats[best.player])} {built_by(best, state.view).notation}"
    return line._replace(notation=words)


def unbeatable(view: Metropolys, seat: int) -> dict[int, tuple[int, ...]]:
    """The buildings of rivals that a player can no longer outbid, where they are all or many of a rival's."""
    hands = [hand_with_bids(view, who) for who in range(len(view.players))]
    own, beyond = hands[seat], {}
    for who, hand in enumerate(hands):
        above = higher(hand, own.bit_length())
        if who != seat and own and above and (above == hand or above.bit_count() >= MANY):
            beyond[who] = values(above)
    return beyond


def hand_with_bids(view: Metropolys, seat: int) -> int:
    """The buildings that a player has not built, bit v - 1 for value v."""
    return view.players[seat].hand | sum(1 << value - 1 for bidder, _, value in view.bids if bidder == seat)


def cannot_outbid(state: BoardState, old: Metropolys, viewer: int) -> list[str]:
    """Sentences about rivals who have just become able to win auctions without the viewer."""
    before, now = unbeatable(old, viewer), unbeatable(state.view, viewer)
    highest = hand_with_bids(state.view, viewer).bit_length()
    return [
        f"Your highest building is now {highest}: you cannot outbid {state.seats[who].name}'s {in_runs(above)}."
        for who, above in now.items()
        if who not in before and not state.view.over
    ]


def can_finish_now(state: BoardState, old: Metropolys, viewer: int) -> list[str]:
    """Sentences about rivals who have just become able to build all that is left, whatever the others do."""
    new = [who for who in finishers(state.view) if who != viewer and who not in finishers(old)]
    return [f"{state.seats[who].name} can now end the game: {unopposed(steps_to_end(state.view, who))}." for who in new]


def finishers(view: Metropolys) -> tuple[int, ...]:
    """The seats that could build the several buildings that they have left without being outbid."""
    return _finishers(Position(view))


@lru_cache(maxsize=64)
def _finishers(position: Position) -> tuple[int, ...]:
    view = position.view
    seats = () if view.over else range(len(view.players))
    return tuple([seat for seat in seats if buildings_left(view, seat) > 1 and can_finish(view, seat)])


def buildings_left(view: Metropolys, seat: int) -> int:
    return len(BUILDINGS) - view.players[seat].places.bit_count()


def in_runs(numbers: Sequence[int]) -> str:
    """Numbers with ranges: "1-4 7 9-13"; two in a row are not a range."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


# Last moves


def last_move(state: BoardState, seat: int) -> tuple[str, ...]:
    """Words of a player's last move: bid, outbid or built with building and place, or passed; none before the first."""
    view: Metropolys = state.view
    last = next((line for line in reversed(state.story[: state.ply]) if line.player == seat), None)
    if last is None:
        return ()
    if last.action[0] == "pass":
        return ("passed",)
    _, place, value = last.action
    if (seat, place, value) in view.bids:
        return "bid", str(value), NAMES[place]
    return "built" if owner(view, place) == seat else "outbid", building(view, value), NAMES[place]


def current(state: BoardState, seat: int) -> str:
    """A player's bids in the current auction, or that they have passed; empty if neither."""
    view: Metropolys = state.view
    bids = ", ".join(f"{value} on {NAMES[place]}" for bidder, place, value in view.bids if bidder == seat)
    if view.passed >> seat & 1:
        return f"passed after bidding {bids}" if bids else "passed"
    return f"bid {bids}" if bids else ""


def earlier(state: BoardState, seat: int) -> tuple[str, ...]:
    """Wordings of a player's last move in earlier auctions, the longest first; empty before the first move."""
    match last_move(state, seat):
        case ("outbid", what, place):
            return f"last bid: {what} on {place}, outbid", f"outbid on {place}"
        case ("built", what, place):
            return (*(f"{start}built {what} on {place}" for start in LAST), f"built on {place}")
        case (verb,):
            return (f"last move: {verb}",)
    return ("",)


def moves_of(state: BoardState, seat: int) -> tuple[str, ...]:
    """Wordings of a player's moves in the current auction, or else of the last move before it, the longest first."""
    now = current(state, seat)
    return (now,) if now else earlier(state, seat)


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
    """Wordings of the points that the viewer can see and of the most that secret cards can be worth so far, the longest
    first: "7 points + up to 9", "1 point".
    """
    visible = known_points(state, seat)
    words = plural(visible, "point")
    if not hides_points(state, seat):
        return words, plural(visible, "pt")
    most = most_hidden(state.view, seat)
    hidden = f"up to {most}" if most else "secret"
    return f"{words} + {hidden}{' secret' * bool(most)}", f"{words} + {hidden}", f"{visible} + {hidden}", f"{visible}+"


def points_in_words(state: BoardState, seat: int) -> str:
    """A player's points in words: "7 points + up to 9 secret", "1 point"."""
    return points(state, seat)[0]


def known_points(state: BoardState, seat: int) -> int:
    return total_points(state.game.score(state.view)[seat])


def hides_points(state: BoardState, seat: int) -> bool:
    """Does the player hold objectives face down?"""
    return FACE_DOWN in state.view.players[seat].cards
