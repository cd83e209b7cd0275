"""Suspicions about the secret map cards of rivals, from where their buildings stand."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...core.game import total_points
from ...core.text import plural
from ..objectives import FACE_DOWN, MATCHING, OBJECTIVES, decks, paid
from ..score import score
from ..state import Metropolys

PULL = 1.5
"""Factor by which a map card makes a player build on a place that it pays for."""
LIKELY, STRONG = 0.6, 0.75
"""Least probability of a card that is worth a word, and of one that is a reason for a move."""


def map_card_chances(s: Metropolys, seat: int) -> dict[int, float]:
    """The probability of each map card for a player of a Family game, by the places of the player's buildings.

    A card that the view shows elsewhere is impossible. Empty in an Expert game, whose map cards pay for groups.
    """
    if s.version == "expert":
        return {}
    visible = {p.cards[0] for p in s.players}
    own = s.players[seat].cards[0]
    pool = [own] if own != FACE_DOWN else [card for card in decks(s.version, len(s.players))[0] if card not in visible]
    weights = {card: likelihood(s, seat, card) for card in pool}
    return {card: weight / sum(weights.values()) for card, weight in weights.items()}


def likelihood(s: Metropolys, seat: int, card: int) -> float:
    """Likelihood of a player's buildings with that map card, if all places in play were free for each of them."""
    built, mask = s.players[seat].places, MATCHING[card]
    in_play = s.free | built
    for p in s.players:
        in_play |= p.places
    share = (mask & in_play).bit_count() / in_play.bit_count()
    odds = PULL / (PULL * share + 1 - share), 1 / (PULL * share + 1 - share)
    fitting = (built & mask).bit_count()
    return prod([odds[0] ** fitting, odds[1] ** (built.bit_count() - fitting)])


def probable_map_card(s: Metropolys, seat: int, least: float = LIKELY) -> int | None:
    """The secret map card that a player has with a probability of `least`; None if it is known, or no card is so
    likely.
    """
    if s.players[seat].cards[0] != FACE_DOWN:
        return None
    chances = map_card_chances(s, seat)
    best = max(chances, key=lambda card: chances[card], default=None)
    return best if best is not None and chances[best] >= least else None


def suspicion(view: Metropolys, names: Sequence[str]) -> str:
    """A clause on the rival's secret map card that probably puts its owner ahead of the player to move, who leads by
    the points in sight. Empty if nobody leads so.
    """
    seen = [total_points(points) for points in score(view)]
    mine = seen[view.player]
    for seat, p in enumerate(view.players):
        card = probable_map_card(view, seat)
        more = paid(card, p.places) if card is not None and seat != view.player else 0
        if card is not None and seen[seat] < mine < seen[seat] + more:
            lead = f"{names[view.player]} lead{'s' * (names[view.player] != 'you')} {mine} to {seen[seat]} so far"
            fitting, built = (p.places & MATCHING[card]).bit_count(), p.places.bit_count()
            owner = "your" if names[seat] == "you" else f"{names[seat]}'s"
            stand = f"{fitting} of {owner} {plural(built, 'building')} fit {OBJECTIVES[card].name}"
            return f"{lead}, but {stand}: {plural(more, 'more point')} if that is the secret map card"
    return ""
