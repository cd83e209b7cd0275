"""Comparison of the players of Metropolys: see `tabletown.rules.analysis.standing`."""

from __future__ import annotations

from ...core.game import total_points
from ...core.reason import Comparison
from ..board import SMALLEST, values
from ..objectives import FACE_DOWN, decks, paid
from ..score import score
from ..state import Metropolys


def facts(view: Metropolys) -> list[Comparison]:
    """Points in sight, and tall buildings still to bid with, by their values, which every player sees."""
    tall = [sum(value >= SMALLEST[2] for value in values(p.hand)) for p in view.players]
    return [
        Comparison([total_points(parts) for parts in score(view)], "point", "points", 3, secret(view)),
        Comparison(tall, f"building above {SMALLEST[2] - 1} left", f"buildings above {SMALLEST[2] - 1} left"),
    ]


def secret(view: Metropolys) -> str:
    """A remark on the secret cards, which the points in sight leave out: the most that one player's can be worth."""
    hidden = [seat for seat, p in enumerate(view.players) if FACE_DOWN in p.cards]
    if not hidden:
        return ""
    cards = "secret cards" if len(hidden) > 1 or len(view.players[hidden[0]].cards) > 1 else "the secret card"
    most = max([most_hidden(view, seat) for seat in hidden])
    return f"without {cards}, worth up to {most}{' each' * (len(hidden) > 1)}" if most else f"without {cards}"


def most_hidden(view: Metropolys, seat: int) -> int:
    """The most points that the cards of a player who keeps them secret can be worth now."""
    seen, built = {card for p in view.players for card in p.cards}, view.players[seat].places
    pools = decks(view.version, len(view.players))
    return sum(max(paid(card, built) for card in pool if card not in seen) for pool in pools)
