"""Features of actions in Splendor, from which the policy is learned."""

from __future__ import annotations

from operator import add

from ...core.game import Action
from ...core.game_ai import ActionFeatures
from ..cards import BACK, BONUS, CARDS, EMPTY, GOLD, LEVELS, NOBLES
from ..expansions import strongholds
from ..limits import GOAL, TOKEN_LIMIT
from ..state import Player, Splendor
from .expansion_features import NOTHING, PIECES, nearness
from .features import CARD_COSTS, CARD_GAPS, CLOSENESS, NEAR, NOBLE_GAPS, POINTS, calls, gaps

LEVEL = [card.level / 2 for card in CARDS]
"""[card]: its level, from 0 to 1."""
ASKED = [[(colour, n) for colour, n in enumerate(cost) if n] for cost in CARD_COSTS[:BACK]] + [[]] * (EMPTY + 1 - BACK)
"""[card]: pairs of a colour and its number in the cost; none for an unknown or absent card."""
INVITED = [[(colour, n) for colour, n in enumerate(noble.cost) if n] for noble in NOBLES]
"""[noble]: pairs of a colour and the number of bonuses required."""


class MoveContext:
    """Demand of the player to move for colours and cards, and other values that the features of actions share."""

    __slots__ = (
        *("called", "chip", "demand", "feared", "gold", "hand", "last", "needs", "nobles", "over", "p", "rival_gold"),
        *("room", "s", "scarce", "short", "stage", "theirs"),
    )

    def __init__(self, s: Splendor) -> None:
        self.s = s
        p = self.p = s.players[s.player]
        barred, patrons, _ = PIECES[s.module](s, s.player) if s.extra else NOTHING
        have = list(map(add, p.tokens, p.bonuses))
        self.gold = gold = p.tokens[GOLD]
        self.short = lacking = gaps(CARD_GAPS, *have)
        rival = s.players[(s.player + 1) % len(s.players)]
        self.theirs, self.rival_gold = gaps(CARD_GAPS, *map(add, rival.tokens, rival.bonuses)), rival.tokens[GOLD]
        self.needs = GOAL - rival.points
        self.stage = max([other.points for other in s.players]) / GOAL
        room = TOKEN_LIMIT - sum(p.tokens)
        self.room = room / 5
        self.hand = len(p.reserved + p.blind) / 2
        self.chip = 1.0 if s.bank[GOLD] else 0.0
        self.scarce = [n <= 2 for n in s.bank]
        self.demand, self.last = demand, last = [0.0] * (GOLD + 1), [0.0] * (GOLD + 1)
        for card in (*s.market, *p.reserved, *p.blind):
            if (gap := lacking[card] - gold) > 0 and card not in barred:
                near, final = NEAR[card][gap], gap <= 2
                for colour, n in ASKED[card]:
                    if n > have[colour]:
                        demand[colour] += near
                        if final:
                            last[colour] += near
        to_nobles = gaps(NOBLE_GAPS, *p.bonuses)
        self.called = calls(s.nobles + patrons, to_nobles, p.bonuses)
        self.feared = calls(s.nobles, gaps(NOBLE_GAPS, *rival.bonuses), rival.bonuses)
        self.nobles = nobles = [0.0] * (GOLD + 1)
        for noble in s.nobles + patrons:
            if gap := to_nobles[noble]:
                step = CLOSENESS[gap - 1] - CLOSENESS[gap]
                for colour, n in INVITED[noble]:
                    if n > p.bonuses[colour]:
                        nobles[colour] += step
        self.over = [max(0, count - room) / 2 for count in range(4)]

    def loses(self, card: int) -> float:
        """1.0 if the next player could reach 15 points by buying this card in the position as it is, else 0.0."""
        within = self.theirs[card] <= self.rival_gold
        return 1.0 if within and POINTS[card] + self.feared[BONUS[card]] >= self.needs else 0.0


def action_features(s: Splendor, legal: list[Action]) -> list[ActionFeatures]:
    """Kind and features of each action, the first a constant 1."""
    context, features = MoveContext(s), []
    for a in legal:
        verb = a[0]
        if verb == "take":
            features.append(take(context, a[1]))
        elif verb == "reserve":
            features.append(("reserve", reserve(context, a[1])))
        elif verb == "buy" or verb == "conquer":
            features.append((verb, buy(context, a[1], a[2])))
        else:
            features.append((verb, other(context, a)))
    return features


def take(w: MoveContext, colours: tuple[int, ...]) -> ActionFeatures:
    demand, last, held, count = w.demand, w.last, w.p.tokens, len(colours)
    if count == 3:
        a, b, c = colours
        scarce = w.scarce
        return "take", (
            1.0,
            demand[a] + demand[b] + demand[c],
            last[a] + last[b] + last[c],
            w.over[3],
            (held[a] + held[b] + held[c]) / 5,
            (scarce[a] + scarce[b] + scarce[c]) / 2,
            0.0,
            w.stage,
        )
    c = colours[0]
    if count == 2 and c == colours[1]:
        return "pair", (1.0, demand[c], last[c], w.over[2], held[c] / 3, w.stage)
    return "take", (
        1.0,
        sum([demand[c] for c in colours]),
        sum([last[c] for c in colours]),
        w.over[count],
        sum([held[c] for c in colours]) / 5,
        sum([w.scarce[c] for c in colours]) / 2,
        3.0 - count,
        w.stage,
    )


def buy(w: MoveContext, card: int, paid: tuple[int, ...]) -> tuple[float, ...]:
    c, points = CARDS[card], POINTS[card]
    gold, bonus, held = paid[GOLD], c.bonus, w.p.bonuses
    called = w.called[bonus]
    return (
        1.0,
        points / 3,
        points * w.stage / 3,
        w.demand[bonus],
        w.nobles[bonus],
        gold / 2,
        max(0, gold - w.short[card]) / 2,
        (sum(paid) - gold) / 5,
        float(w.p.points + points >= GOAL),
        LEVEL[card],
        held[bonus] / 4 if bonus < GOLD else 0.0,
        w.stage,
        float(c.bonuses > 1),
        float(bonus >= GOLD),
        float(c.discards is not None),
        sum(paid[GOLD + 1 :]) / 2,
        called / 3,
        float(w.p.points + points + called >= GOAL),
        w.loses(card),
    )


def reserve(w: MoveContext, card: int) -> tuple[float, ...]:
    points, near, stage = POINTS[card], NEAR[card], w.stage
    gap, theirs = w.short[card] - w.gold, w.theirs[card] - w.rival_gold
    if gap < 0:
        gap = 0
    return (
        1.0,
        points / 3,
        points * stage / 3,
        near[gap],
        near[theirs if theirs > 0 else 0],
        (1 + points) / 3 if theirs <= 0 else 0.0,
        w.chip,
        w.hand,
        gap / 5,
        w.room,
        stage,
        LEVEL[card],
        w.loses(card),
    )


def other(w: MoveContext, a: Action) -> tuple[float, ...]:
    """Features of a face-down reservation, a returned token, a noble, a pass, or a decision of an expansion."""
    s, p = w.s, w.p
    match a:
        case ("reserve_blind", int(deck)):
            level = deck % len(LEVELS)
            return 1.0, float(level == 1), float(level == 2), w.stage, w.chip, w.room
        case ("return", int(colour)):
            return 1.0, float(colour == GOLD), w.demand[colour], w.last[colour], p.tokens[colour] / 3
        case ("token" | "associate", int(colour)):
            return 1.0, w.demand[colour], w.last[colour], w.nobles[colour], p.bonuses[colour] / 4
        case ("place" | "remove", int(card)):
            return 1.0, *guard(s, p, card)
        case ("move", int(origin), int(card)):
            return 1.0, *guard(s, p, card), *guard(s, p, origin)
        case ("free" | "discard", int(card)):
            c = CARDS[card]
            bonus = c.bonus if c.bonus < GOLD else None
            return (
                1.0,
                c.points / 3,
                w.demand[bonus] if bonus is not None else 0.0,
                w.nobles[bonus] if bonus is not None else 0.0,
                c.bonuses / 2,
                float(bonus is None),
            )
        case ("reserve_noble", int(noble)):
            return 1.0, 1 / (1 + sum([n - b for n, b in zip(NOBLES[noble].cost, p.bonuses, strict=True) if n > b]))
    return (1.0,)


def guard(s: Splendor, p: Player, card: int) -> tuple[float, ...]:
    """Features of a card for a stronghold: attraction for the player and for others, points, own strongholds there."""
    return (
        nearness(p, card),
        max([nearness(other, card) for other in s.players if other is not p]),
        CARDS[card].points / 3,
        strongholds.of(s).placed[s.player].count(card) / 3,
    )
