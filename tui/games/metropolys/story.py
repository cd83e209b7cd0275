"""Auctions that have ended since a player's last move: who built what, and what that meant for the player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.metropolys.board import BUILDINGS
from tabletown.rules.metropolys.state import Metropolys

from ...narration.grammar import owned, past_clause
from ...widgets.board_state import BoardState
from .auction_log import awards, building_and_place, name_within
from .recap import Loss, hand_with_bids, losses

KEPT_TOGETHER = "\xa0"
"""The space within a building of several, where no row of a panel ends."""


class Auction(NamedTuple):
    """The log lines of a finished auction."""

    lines: tuple[LogLine, ...]
    best: LogLine
    """The winning bid, by the player who built."""

    @property
    def effects(self) -> str:
        """Gains of the winner: "taking the trendy token"."""
        return self.lines[-1].effects


def finish(state: BoardState) -> str:
    """A sentence on how a finished game ended: the last buildings of a player whom nobody could outbid any more."""
    ended = [*auctions(state.story[: state.ply], state.view)]
    seat = ended[-1].best.player if ended else 0
    run = [*takewhile(lambda each: each.best.player == seat and len(each.lines) == 1, reversed(ended))]
    name = name_within(state.seats[seat])
    if len(run) > 1:
        return f"Nobody could outbid {'your' if name == 'you' else owned(name)} last {len(run)} buildings."
    return f"{past_clause(state.seats[seat].name, 'build')} the last of {len(BUILDINGS)} buildings."


class Ending(NamedTuple):
    """The end of an auction in words, with `notes` that can be left out, the most important first. Each starts with
    what joins it to the words before it: ", beating your 8".
    """

    player: int
    what: str
    """Building and place: "11 on W10"; without a verb the whole deed."""
    notes: tuple[str, ...]
    kept: int = 0
    """The number of notes that are never left out: of what was taken from the viewer."""
    unasked: bool = False
    """Could the viewer, who had not passed, not outbid it? A note says why."""

    points: int = 0
    """The points that this cost the viewer."""
    verb: str = "built "
    """Verb before it with a blank, or nothing."""

    @property
    def built(self) -> str:
        """The player's deed without the name: "built 11 on W10"."""
        return f"{self.verb}{self.what}"

    @property
    def losses(self) -> tuple[Ending, Ending]:
        """The same without the building, only what was taken from the viewer, in full and in points: "took the subway
        card from you (-3)", "took 3 points from you".
        """
        words = self.notes[0].replace(", taking", "took", 1), f"took {plural(self.points, 'point')} from you"
        full, brief = (Ending(self.player, each, (), verb="") for each in words)
        return full, brief


def by_player(endings: Sequence[Ending], brief: bool) -> Iterator[Ending]:
    """All buildings of a player in a row as one ending, with what was taken from the viewer, if `brief` only in points:
    "built 6 on C3, 5 on W2 (-5 points for you)".
    """
    for player, group in groupby(endings, lambda each: each.player):
        run = [*group]
        buildings = [each.what.replace(" ", KEPT_TOGETHER) for each in run]
        what = ", ".join(buildings) if len(run) > 1 else run[0].what
        points = sum(each.points for each in run)
        taken = tuple(each.notes[0] for each in run if each.kept)
        if brief and points:
            taken = (f" (-{plural(points, 'point')} for you)",)
        yield Ending(player, what, taken, len(taken), points=points)


def auctions(story: Sequence[LogLine], view: Metropolys) -> Iterator[Auction]:
    """The finished auctions, the oldest first."""
    won, lines = awards(story, view), list[LogLine]()
    for line in story:
        lines.append(line)
        if line.ply in won:
            yield Auction(tuple(lines), won[line.ply])
            lines = []


def endings(state: BoardState) -> list[Ending]:
    """The auctions that the viewer's last move ended, or that have ended since; for a spectator the last auction."""
    story, viewer = state.story[: state.ply], state.viewer
    ended = list(auctions(story, state.view))
    if viewer is None:
        return [Ending(a.best.player, building_and_place(a.best, state.view), joined(a.effects)) for a in ended[-1:]]
    last = max((line.ply for line in story if line.player == viewer), default=0)
    lost = losses(state.before, state.view, viewer)
    recent = [a for a in ended if a.lines[-1].ply >= last]
    latest = {a.best.player: a for a in recent}
    return [ending(a, state.view, viewer, lost if latest[a.best.player] is a else ()) for a in recent]


def ending(auction: Auction, view: Metropolys, viewer: int, lost: Sequence[Loss]) -> Ending:
    """The end of an auction for the viewer; `lost` is what the players of their last auctions have taken from them."""
    seat, effects = auction.best.player, auction.effects
    taken = [f"{what} from you (-{points})" for player, what, points in lost if player == seat]
    if taken:
        effects = f"taking {join_words(taken)}"
    what, beaten, why = building_and_place(auction.best, view), "", ""
    if seat != viewer:
        beaten, why = beaten_bid(auction, view, viewer), unasked(auction, view, viewer)
    outcome = beaten + f" ({why})" * bool(why)
    notes = (*joined(effects), outcome) if taken else (outcome, *joined(effects))
    points = sum(loss.points for loss in lost if loss.player == seat)
    return Ending(seat, what, tuple(filter(None, notes)), int(bool(taken)), bool(why), points)


def joined(effects: str) -> tuple[str, ...]:
    """The gains of a winner as a note."""
    return (f", {effects}",) if effects else ()


def beaten_bid(auction: Auction, view: Metropolys, viewer: int) -> str:
    """The viewer's bid that another player has beaten, as a note; empty without one."""
    bids = [line.action for line in auction.lines if line.player == viewer and line.action[0] == "bid"]
    return f", beating your {bids[-1][2] if view.memory == 'on' else 'bid'}" if bids else ""


def unasked(auction: Auction, view: Metropolys, viewer: int) -> str:
    """Why the viewer, who had not passed, could not outbid the winner; empty for who passed or was asked."""
    _, _, value = auction.best.action
    passed = any(line.player == viewer and line.action == ("pass",) for line in auction.lines)
    if passed or auction.lines[-1].ply != auction.best.ply:
        return ""
    values = view.memory == "on"
    if hand_with_bids(view, viewer).bit_length() > value:
        return "no free place next to it"
    if value == BUILDINGS[-1] and values:
        return "nothing is higher"
    return f"you have none above {value}" if values else "you have none as high"
