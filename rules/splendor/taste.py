"""The moves of Splendor in numbers: what tells, before any search, which are likely to be good."""

from __future__ import annotations

from ..bots.net import Aspects
from ..game import Action
from . import strongholds
from .cards import BACK, CARDS, GOLD, NOBLES
from .sight import CARD_COSTS, CARD_GAPS, CLOSENESS, NEAR, NOBLE_GAPS, POINTS, gaps
from .state import Player, Splendor
from .steps import GOAL, TOKEN_LIMIT
from .worth import NOTHING, PIECES, nearness


class Wants:
    """What the player to move would like to have."""

    __slots__ = ("barred", "gold", "have", "lacking", "last", "most", "nobles", "p", "room", "s", "stage", "wanted")

    def __init__(self, s: Splendor) -> None:
        self.s = s
        p = self.p = s.players[s.player]
        self.barred, patrons, _ = PIECES[s.module](s, s.player) if s.extra else NOTHING
        self.have = [n + bonus for n, bonus in zip(p.tokens, p.bonuses, strict=False)]
        self.gold = p.tokens[GOLD]
        self.lacking = lacking = gaps(CARD_GAPS, *self.have)
        self.most = max([other.points for other in s.players])
        self.stage = self.most / GOAL
        self.room = TOKEN_LIMIT - sum(p.tokens)
        self.wanted, self.last = [0.0] * GOLD, [0.0] * GOLD
        for card in (*s.market, *p.reserved, *p.blind):
            if card < BACK and card not in self.barred and (gap := lacking[card] - self.gold) > 0:
                near, final = NEAR[card][gap], gap <= 2
                for colour, n in enumerate(CARD_COSTS[card]):
                    if n > self.have[colour]:
                        self.wanted[colour] += near
                        if final:
                            self.last[colour] += near
        to_nobles = gaps(NOBLE_GAPS, *p.bonuses)
        self.nobles = [0.0] * GOLD
        for noble in s.nobles + patrons:
            gap = to_nobles[noble]
            if gap:
                step = CLOSENESS[gap - 1] - CLOSENESS[gap]
                for colour, n in enumerate(NOBLES[noble].cost):
                    if n > p.bonuses[colour]:
                        self.nobles[colour] += step


def aspects(s: Splendor, legal: list[Action]) -> list[Aspects]:
    """The kind of each action and the numbers that describe it, the first a constant 1."""
    wants = Wants(s)
    return [aspect(wants, a) for a in legal]


def aspect(w: Wants, a: Action) -> Aspects:
    match a:
        case ("take", tuple(colours)):
            return take(w, colours)
        case ("buy" | "conquer", int(card), tuple(paid)):
            return a[0], buy(w, card, paid)
        case ("reserve", int(card)):
            return "reserve", reserve(w, card)
        case ("reserve_blind", int(deck)):
            level = deck % 3
            return "reserve_blind", (
                1.0,
                float(level == 1),
                float(level == 2),
                w.stage,
                float(w.s.bank[GOLD] > 0),
                w.room / 5,
            )
        case ("return", int(colour)):
            if colour == GOLD:
                return "return", (1.0, 1.0, 0.0, 0.0, w.p.tokens[GOLD] / 3)
            return "return", (1.0, 0.0, w.wanted[colour], w.last[colour], w.p.tokens[colour] / 3)
    return a[0], other(w, a)


def take(w: Wants, colours: tuple[int, ...]) -> Aspects:
    bank, wanted, last = w.s.bank, w.wanted, w.last
    count = len(colours)
    over = count - w.room
    if count == 2 and colours[0] == colours[1]:
        c = colours[0]
        return "pair", (1.0, wanted[c], last[c], over / 2 if over > 0 else 0.0, w.p.tokens[c] / 3, w.stage)
    return "take", (
        1.0,
        sum([wanted[c] for c in colours]),
        sum([last[c] for c in colours]),
        over / 2 if over > 0 else 0.0,
        sum([w.p.tokens[c] for c in colours]) / 5,
        sum([bank[c] <= 2 for c in colours]) / 2,
        3.0 - count,
        w.stage,
    )


def buy(w: Wants, card: int, paid: tuple[int, ...]) -> tuple[float, ...]:
    c, points = CARDS[card], POINTS[card]
    gold, bonus, most = paid[GOLD], c.bonus, w.p.points
    spent = sum(paid) - gold
    wins = most + points >= GOAL
    own = bonus < GOLD
    return (
        1.0,
        points / 3,
        points * w.stage / 3,
        w.wanted[bonus] if own else 0.0,
        w.nobles[bonus] if own else 0.0,
        gold / 2,
        max(0, gold - max(0, w.lacking[card])) / 2,
        spent / 5,
        float(wins),
        c.level / 2,
        w.p.bonuses[bonus] / 4 if own else 0.0,
        w.stage,
        float(c.bonuses > 1),
        float(not own),
        float(c.discards is not None),
        sum(paid[GOLD + 1 :]) / 2,
    )


def reserve(w: Wants, card: int) -> tuple[float, ...]:
    points, gap = POINTS[card], max(0, w.lacking[card] - w.gold)
    rival = w.s.players[(w.s.player + 1) % len(w.s.players)]
    theirs = nearness(rival, card)
    return (
        1.0,
        points / 3,
        points * w.stage / 3,
        NEAR[card][gap],
        theirs,
        float(theirs >= (1 + points) / 2) * (1 + points) / 3,
        float(w.s.bank[GOLD] > 0),
        len(w.p.hand) / 2,
        gap / 5,
        w.room / 5,
        w.stage,
        CARDS[card].level / 2,
    )


def other(w: Wants, a: Action) -> tuple[float, ...]:
    """A decision that only expansions have, a noble, or to pass."""
    s, p = w.s, w.p
    match a:
        case ("token" | "associate", int(colour)):
            return 1.0, w.wanted[colour], w.last[colour], w.nobles[colour], p.bonuses[colour] / 4
        case ("place" | "remove", int(card)):
            return 1.0, *guard(s, p, card)
        case ("move", int(one), int(card)):
            return 1.0, *guard(s, p, card), *guard(s, p, one)
        case ("free" | "discard", int(card)):
            c = CARDS[card]
            bonus = c.bonus if c.bonus < GOLD else None
            return (
                1.0,
                c.points / 3,
                w.wanted[bonus] if bonus is not None else 0.0,
                w.nobles[bonus] if bonus is not None else 0.0,
                c.bonuses / 2,
                float(bonus is None),
            )
        case ("reserve_noble", int(noble)):
            return 1.0, 1 / (1 + sum([n - b for n, b in zip(NOBLES[noble].cost, p.bonuses, strict=True) if n > b]))
    return (1.0,)


def guard(s: Splendor, p: Player, card: int) -> tuple[float, ...]:
    """What a card under a stronghold is to the player and to the others."""
    return (
        nearness(p, card),
        max([nearness(other, card) for other in s.players if other is not p]),
        CARDS[card].points / 3,
        strongholds.of(s).placed[s.player].count(card) / 3,
    )
