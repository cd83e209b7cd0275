"""Features of actions in Metropolys, from which the policy is learned."""

from __future__ import annotations

from ...core.game import Action
from ...core.game_ai import ActionFeatures
from ..board import BUILDINGS, NEIGHBOURS, places
from ..state import Metropolys
from .estimates import (
    BUILT,
    DISTRICT,
    PRICE,
    SIZE,
    card_attractions,
    lowest,
    outbids,
    rises,
    spread,
    stage,
    token_attractions,
    unbuilt,
)
from .features import answer

OWN, THEIRS = 7, 3
"""Numbers of neighbourhoods considered for an opening: the best for the player, and the best for each rival."""


class MoveScorer:
    """Worth of neighbourhoods to a player, and the player's hand."""

    __slots__ = ("best", "cards", "hand", "rises", "s", "tokens", "value")

    def __init__(self, s: Metropolys, seat: int, open_: int) -> None:
        self.s, self.hand = s, s.players[seat].hand
        self.tokens = spread(token_attractions(s, seat), BUILT)
        """[neighbourhood]: worth of a building there without objective cards, before its price."""
        self.cards = spread(card_attractions(s, seat, open_), 0.0)
        """[neighbourhood]: worth of a building there for objective cards."""
        self.rises = rises(s, seat, open_)
        """[district][size]: gain from one more building in the race for the highest building."""
        self.value = list(map(float.__add__, self.tokens, self.cards))
        self.best: dict[int, list[float]] = {}
        """[neighbourhood][size]: worth of a building on the best free neighbourhood next to it; a cache of `beside`."""

    def favourites(self, where: tuple[int, ...], count: int) -> list[int]:
        """The `count` neighbourhoods with the greatest worth of a tall building."""
        value, rises = self.value, self.rises
        return sorted(where, key=lambda place: -value[place] - rises[DISTRICT[place]][-1])[:count]

    def beside(self, place: int) -> list[float]:
        """[size]: worth of a building on the best free neighbourhood next to one; empty if there is none."""
        best_values = self.best.get(place)
        if best_values is None:
            near = places(self.s.free & NEIGHBOURS[place])
            best_values = []
            if near:
                values = [[self.value[there] + more for more in self.rises[DISTRICT[there]]] for there in near]
                best_values = [max(column) for column in zip(*values, strict=True)]
            self.best[place] = best_values
        return best_values


def action_features(s: Metropolys, legal: list[Action]) -> list[ActionFeatures]:
    """Kind and features of each action, the first a constant 1."""
    seat, late, open_ = s.player, stage(s), unbuilt(s)
    own = MoveScorer(s, seat, open_)
    rivals = [
        MoveScorer(s, other, open_) for other in range(len(s.players)) if other != seat and not s.passed >> other & 1
    ]
    tokens, cards, rising = own.tokens, own.cards, own.rises
    if s.bids:
        kind, least, seen = "raise", lowest(own.hand, s.bids[-1][2]), s.free
    else:
        kind, least, where = "open", lowest(own.hand, 0), places(s.free)
        seen = 0
        for place in own.favourites(where, OWN):
            seen |= 1 << place
        for rival in rivals:
            for place in rival.favourites(where, THEIRS):
                seen |= 1 << place
    ends = s.players[seat].places.bit_count() == len(BUILDINGS) - 1
    features: list[ActionFeatures] = []
    sure, top, last = 0, 0.0, 0
    for a in legal:
        if a[0] == "pass":
            features.append(passing(s, top, late, open_, len(rivals)))
            continue
        _, place, value = a
        if value != last:
            last, size, price, v = value, SIZE[value], PRICE * value, value / 13
            next_up = [(rival, lowest(rival.hand, value)) for rival in rivals]
            answers = [(rival, SIZE[enough], PRICE * enough) for rival, enough in next_up if enough]
            early, low = (1 - late) * v, 1.0 if value == least else 0.0
            idle: ActionFeatures = "idle", (1.0, v, low, late)
        if not seen >> place & 1:
            features.append(idle)
            continue
        if sure >> place & 1:
            features.append(WASTE)
            continue
        chance, worst = 1.0, 0.0
        for rival, which, cost in answers:
            if best := rival.beside(place):
                would = best[which] - cost
                chance *= 1 - outbids(would)
                if would > worst:
                    worst = would
        token, card, race = tokens[place], cards[place], rising[DISTRICT[place]][size]
        gain = token + card + race - price
        promise = chance * gain - (1 - chance) * worst
        if promise > top:
            top = promise
        certain = chance == 1.0
        if certain:
            sure |= 1 << place
        theirs = max([rival.value[place] for rival in rivals])
        hold = chance / 5
        features.append(
            (
                kind,
                (
                    1.0,
                    promise / 5,
                    chance,
                    gain / 5,
                    hold * token,
                    hold * card,
                    hold * race,
                    hold * theirs,
                    worst / 5 - hold * worst,
                    v,
                    chance * v,
                    early,
                    1.0 if certain else 0.0,
                    low,
                    late * chance,
                    1.0 if ends and certain else 0.0,
                ),
            )
        )
    return features


WASTE: ActionFeatures = "waste", (1.0,)
"""Bid with a higher value than one that is certain to win the auction on the same neighbourhood."""


def passing(s: Metropolys, top: float, late: float, open_: int, rivals: int) -> ActionFeatures:
    """Features of a pass, given the best expected worth of a bid, the stage of the game and the number of rivals."""
    bidder, _, value = s.bids[-1]
    chance = 1.0
    for seat in range(len(s.players)):
        if seat not in (bidder, s.player):
            chance *= 1 - outbids(answer(s, seat, open_))
    return "pass", (1.0, top / 5, chance, late, value / 13, (rivals - 1) / 2, late * top / 5)
