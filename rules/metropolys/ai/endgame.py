"""The end of a game that one player can play alone: nobody can outbid any of the buildings that are left to build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from ...core.game import total_points
from ..board import NEIGHBOURS, places, values
from ..objectives import FACE_DOWN
from ..score import score, winners
from ..state import Metropolys
from ..turn import advance, build, higher
from .estimates import gains, lowest

Step: TypeAlias = tuple[int, int]
"""A place and the value of the building for it."""
MOST_LEFT = 6
"""Buildings that a player has left at most who is looked at as one who could end the game in one go."""
FEW_LEFT = 3
"""Buildings that a player has left at most for whom all orders of building them are tried."""
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


def steps_to_end(s: Metropolys, seat: int) -> list[Step]:
    """The places and values in order with which a player who opens the next auction could do that; none if not."""
    return way_to_end(between_auctions(s, seat), [other for other in range(len(s.players)) if other != seat]) or []


def way_to_end(s: Metropolys, against: Sequence[int]) -> list[Step] | None:
    """The places and values in order with which the player who opens can build all that is left, where none of the
    players `against` could outbid; None if there is no such way.
    """
    steps, top = list[Step](), max(s.players[seat].hand.bit_length() for seat in against)
    if len(against) == len(s.players) - 1 and alone(s, steps) is not None:
        return steps
    return searched(s, top) if s.players[s.player].hand.bit_count() <= FEW_LEFT else None


def searched(s: Metropolys, top: int) -> list[Step] | None:
    """A way to build everything that is left so that buildings up to `top` could outbid none of it, found by trying the
    high buildings where they leave a place without free neighbours for a low one; None if there is none.
    """
    if not s.players[s.player].hand:
        return []
    for place, value in openings(s, top):
        after = s.copy()
        build(after, s.player, place, value)
        rest = searched(after, top)
        if rest is not None:
            return [(place, value), *rest]
    return None


def openings(s: Metropolys, top: int) -> list[Step]:
    """Bids that buildings up to `top` cannot outbid and that can lead to the end, those of most worth first: only the
    best, unless a high building must first leave a place without free neighbours.
    """
    hand = s.players[s.player].hand
    least, high, free = lowest(hand, 0), lowest(hand, top), places(s.free)
    closed = [place for place in free if lonely(s, place)]
    if closed or least > top:
        where = closed or free
        worths = gains(s, s.player, where, least, s.free)
        return [(where[worths.index(max(worths))], least)]
    highs = (hand >> top).bit_count()
    near = [place for place in free if min_neighbours(s, place) <= highs]
    worths = gains(s, s.player, near, high, s.free) if high else []
    order = sorted(zip(worths, near, strict=False), key=lambda pair: -pair[0])
    return [(place, high) for _, place in order]


def min_neighbours(s: Metropolys, place: int) -> int:
    """The fewest free neighbours of a free place next to that one; many without one."""
    return min(
        ((s.free & NEIGHBOURS[near]).bit_count() for near in places(s.free & NEIGHBOURS[place])),
        default=len(NEIGHBOURS),
    )


def played_out(s: Metropolys, steps: Sequence[Step]) -> Metropolys:
    """The position at the end once the player who opens has built so."""
    s = s.copy()
    for place, value in steps:
        build(s, s.player, place, value)
    s.over = True
    return s


def between_auctions(s: Metropolys, seat: int) -> Metropolys:
    """The position in which a player opens the next auction, if the present one came to nothing."""
    s = s.copy()
    for bidder, place, value in s.bids:
        s.players[bidder].hand |= 1 << value - 1
        s.free |= 1 << place
    s.bids, s.player = (), seat
    return s


class LastTurn(NamedTuple):
    """An end of the game that a player can play before another has a turn again."""

    end: Metropolys
    """The position at the end."""
    unless: tuple[int, ...] = ()
    """The seats of which one could prevent it by outbidding."""


def ends_after(s: Metropolys, place: int, value: int) -> dict[int, LastTurn]:
    """The rivals who could end the game before the player to move has a turn again, if that player bid that building:
    outbid it in a way that the player cannot answer, and then build all that is left so. Others could prevent it only
    if the rival has few buildings left. Each with the end that is best for the rival; takes views too.
    """
    bid, ends, mover = s.copy(), dict[int, LastTurn](), s.player
    advance(bid, ("bid", place, value), Random(0))
    for seat, p in enumerate(bid.players if bid.bids else ()):
        left = p.hand.bit_count() + sum(bidder == seat for bidder, _, _ in bid.bids)
        if seat == mover or bid.passed >> seat & 1 or left > MOST_LEFT:
            continue
        others = [other for other in range(len(s.players)) if other not in (seat, mover)]
        positions = [*endings(bid, seat, [mover, *others])]
        unless = () if positions else tuple(others)
        if unless and left <= FEW_LEFT:
            positions = [*endings(bid, seat, [mover])]
        if positions:
            ends[seat] = LastTurn(max(positions, key=lambda end: margin(end, seat)), unless)
    return ends


def endings(s: Metropolys, seat: int, against: Sequence[int]) -> Iterator[Metropolys]:
    """The positions at the end of the game that a player can reach by a bid in this auction and all later ones, where
    none of the players `against` could outbid any of it.
    """
    _, place, value = s.bids[-1]
    for there in places(s.free & NEIGHBOURS[place]):
        for above in values(higher(s.players[seat].hand, value)):
            if s.free & ~(1 << there) & NEIGHBOURS[there] and any(may_outbid(s, other, above) for other in against):
                continue
            after = between_auctions(s, seat)
            build(after, seat, there, above)
            steps = way_to_end(after, against) if after.players[seat].hand else []
            if steps is not None:
                yield played_out(after, steps)
            break


def may_outbid(s: Metropolys, seat: int, value: int) -> bool:
    """Has a player not passed, and a building above that value?"""
    return bool(not s.passed >> seat & 1 and higher(s.players[seat].hand, value))


def margin(s: Metropolys, seat: int) -> int:
    """The points in sight of a player above those of the best other player."""
    points = [total_points(parts) for parts in score(s)]
    return points[seat] - max(n for other, n in enumerate(points) if other != seat)


def alone(s: Metropolys, steps: list[Step] | None = None) -> Metropolys | None:
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
