"""Comparison of the players of Metropolys: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..board import BUILDINGS, SMALLEST, values
from ..objectives import FACE_DOWN, MATCHING, OBJECTIVES, decks, paid
from ..score import score
from ..state import Metropolys

NEAR_EVEN = True
"""Points are told beside chances near an even share too: secret cards make these hard to believe."""


def facts(view: Metropolys) -> list[Comparison]:
    """Points in sight, and tall buildings still to bid with, by their values, which every player sees."""
    tall = [sum(value >= SMALLEST[2] for value in values(p.hand)) for p in view.players]
    return [
        Comparison([total_points(parts) for parts in score(view)], "point", "points", 3, secret(view)),
        Comparison(tall, f"building above {SMALLEST[2] - 1} left", f"buildings above {SMALLEST[2] - 1} left"),
    ]


def secret(view: Metropolys) -> str:
    """A remark on the secret cards, which the points in sight leave out: the most that one player's can be worth now,
    and in the Family edition by the end.
    """
    hidden = [seat for seat, p in enumerate(view.players) if FACE_DOWN in p.cards]
    if not hidden:
        return ""
    each = " each" * (len(hidden) > 1)
    cards = "secret cards" if each or len(view.players[hidden[0]].cards) > 1 else "the secret card"
    now = max([most_hidden(view, seat) for seat in hidden])
    end = max([most_by_end(view, seat) for seat in hidden])
    if end > now:
        return f"without {cards}: up to {now} so far, {end} by the end{each}" if now else f"without {cards}"
    return f"without {cards}, worth up to {now} so far{each}" if now else f"without {cards}"


def most_hidden(view: Metropolys, seat: int) -> int:
    """The most points that the cards of a player who keeps them secret can be worth now."""
    return sum(max(paid(card, view.players[seat].places) for card in pool) for pool in unseen(view))


def most_by_end(view: Metropolys, seat: int) -> int:
    """The most points that a secret map card of the Family edition can still be worth at the end; 0 in the Expert
    edition, whose cards also pay for groups.
    """
    built, free = view.players[seat].places, view.free
    for _, place, _ in view.bids:
        free |= 1 << place
    left = len(BUILDINGS) - built.bit_count()
    pools = unseen(view) if view.version != "expert" else []
    return sum(
        max(
            paid(card, built) + OBJECTIVES[card].points * min(left, (free & MATCHING[card]).bit_count())
            for card in pool
        )
        for pool in pools
    )


def unseen(view: Metropolys) -> list[list[int]]:
    """The cards of each deck that a player who keeps them secret may have."""
    seen = {card for p in view.players for card in p.cards}
    return [[card for card in pool if card not in seen] for pool in decks(view.version, len(view.players))]
