"""The end of a game that one player can play alone: nobody can outbid any of the buildings that are left to build."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...core.game import total_points
from ..board import NEIGHBOURS, places, values
from ..objectives import FACE_DOWN
from ..score import score, winners
from ..state import Metropolys
from ..turn import advance, build, higher
from .estimates import gains, lowest

MOST_LEFT = 6
"""Buildings that a player has left at most who is looked at as one who could end the game in one go."""
LONELIER = 2
"""Places that one building leaves without free neighbours, at most or nearly so."""


def decided(s: Metropolys) -> tuple[float, ...] | None:
    """Each player's share of the win if the player who opens can build everything that is left without being outbid,
    and wins by that; None otherwise, also where a card is not known.
    """
    if s.bids or any(FACE_DOWN in p.cards for p in s.players):
        return None
    end = alone(s)
    if end is None or s.player not in (won := winners(end)):
        return None
    return tuple([1 / len(won) if seat in won else 0.0 for seat in range(len(s.players))])


def can_finish(s: Metropolys, seat: int) -> bool:
    """Return whether a player could build everything that is left without being outbid by opening the next auction, if
    the present one came to nothing; takes views too.
    """
    return bool(steps_to_end(s, seat))


def steps_to_end(s: Metropolys, seat: int) -> list[tuple[int, int]]:
    """The places and values in order with which a player who opens the next auction could do that; none if not."""
    steps = list[tuple[int, int]]()
    return steps if alone(between_auctions(s, seat), steps) is not None else []


def between_auctions(s: Metropolys, seat: int) -> Metropolys:
    """The position in which a player opens the next auction, if the present one came to nothing."""
    s = s.copy()
    for bidder, place, value in s.bids:
        s.players[bidder].hand |= 1 << value - 1
        s.free |= 1 << place
    s.bids, s.player = (), seat
    return s


def ends_after(s: Metropolys, place: int, value: int) -> dict[int, Metropolys]:
    """The rivals who could end the game in one go if the player to move bid that building: outbid it in a way that
    nobody can outbid, and build all that is left alone. Each with the position at the end that is best for the rival;
    takes views too.
    """
    bid, ends = s.copy(), dict[int, Metropolys]()
    advance(bid, ("bid", place, value), Random(0))
    for seat, p in enumerate(bid.players if bid.bids else ()):
        left = p.hand.bit_count() + sum(bidder == seat for bidder, _, _ in bid.bids)
        if seat == s.player or bid.passed >> seat & 1 or left > MOST_LEFT:
            continue
        positions = [
            end for reply in unopposed(bid, seat) if (end := reply if reply.over else alone(reply)) is not None
        ]
        if positions:
            ends[seat] = max(positions, key=lambda end: margin(end, seat))
    return ends


def unopposed(s: Metropolys, seat: int) -> Iterator[Metropolys]:
    """The positions after a player's lowest bid on each place that nobody could outbid."""
    _, place, value = s.bids[-1]
    for there in places(s.free & NEIGHBOURS[place]):
        for above in values(higher(s.players[seat].hand, value)):
            after = s.copy()
            after.player = seat
            advance(after, ("bid", there, above), Random(0))
            if not after.bids:
                yield after
                break


def margin(s: Metropolys, seat: int) -> int:
    """The points in sight of a player above those of the best other player."""
    points = [total_points(parts) for parts in score(s)]
    return points[seat] - max(n for other, n in enumerate(points) if other != seat)


def alone(s: Metropolys, steps: list[tuple[int, int]] | None = None) -> Metropolys | None:
    """The position in which the player who opens has built everything, where nobody can outbid any of it; None if
    somebody could. Of the places, the one worth most comes first. The places and values are added to `steps`.
    """
    seat, top = s.player, max([p.hand.bit_length() for n, p in enumerate(s.players) if n != s.player])
    if not may_be_alone(s, top):
        return None
    s = s.copy()
    while hand := s.players[seat].hand:
        options = [*safe(s, hand, top)]
        if not options:
            return None
        place, value = options[0]
        if len(options) > 1:
            worths = gains(s, seat, [each for each, _ in options], value, s.free)
            place, value = options[worths.index(max(worths))]
        build(s, seat, place, value)
        if steps is not None:
            steps.append((place, value))
    s.over = True
    return s


def may_be_alone(s: Metropolys, top: int) -> bool:
    """A quick check that rules out most positions: too few places without neighbours for the low buildings."""
    hand = s.players[s.player].hand
    high = (hand >> top).bit_count()
    low = hand.bit_count() - high
    return low <= LONELIER * high + sum(lonely(s, place) for place in places(s.free))


def safe(s: Metropolys, hand: int, top: int) -> Iterator[tuple[int, int]]:
    """Bids that nobody can outbid: the lowest building where no free place is near, else the lowest above `top`."""
    least, high = lowest(hand, 0), lowest(hand, top)
    for place in places(s.free):
        if lonely(s, place):
            yield place, least
        elif high:
            yield place, high


def lonely(s: Metropolys, place: int) -> bool:
    """Is no free place next to that one?"""
    return not s.free & NEIGHBOURS[place]
