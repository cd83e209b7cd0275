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
from .card_progress import completing_words
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

    @property
    def place(self) -> int:
        """The place of the building."""
        _, place, _ = self.best.action
        return int(place)

    @property
    def unopposed(self) -> bool:
        """Did the winning bid end it, as nobody could outbid?"""
        return self.lines[-1].ply == self.best.ply


def finish(state: BoardState) -> str:
    """A sentence on how a finished game ended: the last buildings of a player whom nobody could outbid any more."""
    ended = [*auctions(state.story[: state.ply], state.view)]
    seat = ended[-1].best.player if ended else 0
    run = [*takewhile(lambda each: each.best.player == seat and each.unopposed, reversed(ended))]
    name = name_within(state.seats[seat])
    if len(run) > 1:
        buildings = ", ".join(building_and_place(each.best, state.view) for each in reversed(run))
        whose = "your" if name == "you" else owned(name)
        return f"Nobody could outbid {whose} last {len(run)} buildings: {buildings}."
    return f"{past_clause(state.seats[seat].name, 'build')} the last of {len(BUILDINGS)} buildings."


class Ending(NamedTuple):
    """The end of an auction in words, with `notes` that can be left out, the most important first. Each starts with
    what joins it to the words before it: ", beating your 8".
    """

    player: int
    built: str
    """Building and place: "11 on W10"."""
    notes: tuple[str, ...]
    taken: str = ""
    """Words on what was taken from the viewer, never left out: "the subway card from you (-3)"."""
    unasked: bool = False
    """Could the viewer, who had not passed, not outbid it? A note says why."""

    points: int = 0
    """The points that this cost the viewer."""

    @property
    def length(self) -> int:
        """Number of parts that can follow the building: what was taken, and the notes."""
        return len(self.notes) + bool(self.taken)

    def with_parts(self, parts: int) -> str:
        """The player's deed without the name, with so many parts: "built 11 on W10, beating your 8"."""
        taken = f", taking {self.taken}" if self.taken else ""
        return "".join([f"built {self.built}{taken}", *self.notes[: max(0, parts - bool(taken))]])

    @property
    def losses(self) -> tuple[str, str]:
        """Words on what was taken from the viewer, in full and in points: "took the subway card from you (-3)", "took 3
        points from you".
        """
        return f"took {self.taken}", f"took {plural(self.points, 'point')} from you"


def by_player(endings: Sequence[Ending], brief: bool) -> Iterator[tuple[int, str]]:
    """The players who have built one after the other, each with all these buildings and with what was taken from the
    viewer, if `brief` only in points: "built 6 on C3, 5 on W2 (-5 points for you)".
    """
    for player, group in groupby(endings, lambda each: each.player):
        run = [*group]
        buildings = ", ".join(each.built.replace(" ", KEPT_TOGETHER) for each in run)
        points = sum(each.points for each in run)
        in_full = "".join(f", taking {each.taken}" for each in run if each.taken)
        yield player, f"built {buildings}" + (f" (-{plural(points, 'point')} for you)" if brief and points else in_full)


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
    took = [last_auction(recent, loss) for loss in lost]
    own = completing_words(state.view, viewer, [a.place for a in recent if a.best.player == viewer])
    return [
        ending(
            a, state.view, viewer, [loss for loss, by in zip(lost, took, strict=True) if by is a], own.get(a.place, "")
        )
        for a in recent
    ]


def last_auction(ended: Sequence[Auction], loss: Loss) -> Auction | None:
    """The latest of some auctions by which a player can have taken something; None if there is none."""
    won = [auction for auction in ended if auction.best.player == loss.player]
    return next((auction for auction in reversed(won) if loss.places >> auction.place & 1), won[-1] if won else None)


def ending(auction: Auction, view: Metropolys, viewer: int, lost: Sequence[Loss], completes: str = "") -> Ending:
    """The end of an auction for the viewer; `lost` is what it has taken from them, and `completes` says that the
    viewer's building completed a group.
    """
    seat = auction.best.player
    taken = [f"{loss.what} from you (-{loss.points})" for loss in lost]
    effects, beaten, why = "" if taken else auction.effects, "", ""
    if seat != viewer:
        beaten, why = beaten_bid(auction, view, viewer), unasked(auction, view, viewer)
    outcome = beaten + f" ({why})" * bool(why)
    notes = tuple(filter(None, (outcome, *joined(completes), *joined(effects))))
    points = sum(loss.points for loss in lost)
    return Ending(seat, building_and_place(auction.best, view), notes, join_words(taken), bool(why), points)


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
