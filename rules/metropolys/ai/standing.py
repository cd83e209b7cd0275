"""Comparison of the players of Metropolys: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..board import BUILDINGS, SMALLEST, values
from ..objectives import FACE_DOWN, MATCHING, OBJECTIVES, decks, paid
from ..score import CARDS, score
from ..state import Metropolys

NEAR_EVEN = True
"""Points are told beside chances near an even share too: secret cards make these hard to believe."""


def facts(view: Metropolys) -> list[Comparison]:
    """Points in sight, and tall buildings still to bid with, by their values, which every player sees."""
    tall = [sum(value >= SMALLEST[2] for value in values(p.hand)) for p in view.players]
    return [
        Comparison(in_sight(view), "point", "points", 3, secret(view)),
        Comparison(tall, f"building above {SMALLEST[2] - 1} left", f"buildings above {SMALLEST[2] - 1} left"),
    ]


def in_sight(view: Metropolys) -> list[int]:
    """Everyone's points, without those for cards as long as some are secret, so that all are counted alike."""
    left_out = CARDS if hidden(view) else ()
    return [total_points(part for part in parts if part[0] not in left_out) for parts in score(view)]


def hidden(view: Metropolys) -> list[int]:
    """The seats whose cards are secret."""
    return [seat for seat, p in enumerate(view.players) if FACE_DOWN in p.cards]


def secret(view: Metropolys) -> str:
    """A remark on the cards, which the points in sight leave out: what those of the player to move score, the most that
    the secret ones of a rival can be worth now, and in the Family edition by the end.
    """
    rivals = hidden(view)
    if not rivals:
        return ""
    each = " each" * (len(rivals) > 1)
    own = sum(points for label, points in score(view)[view.player] if label in CARDS)
    now = max([most_hidden(view, seat) for seat in rivals])
    end = max([most_by_end(view, seat) for seat in rivals])
    if not own and not now:
        return "without cards"
    whose = "rivals'" if len(rivals) > 1 else "the rival's"
    return f"without cards: yours {own}, {whose} up to {now} so far{f', {end} by the end' * (end > now)}{each}"


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
