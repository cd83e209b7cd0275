"""Faults of a move of Splendor that a better one does not have: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...core.game import Action
from ...core.reason import Reason
from ..cards import BACK, CARDS, NOBLES
from ..limits import GOAL
from ..names import tokens
from ..state import Splendor
from .denial_reasons import guarded
from .drawbacks import drawback
from .expansion_features import lacking
from .plan import Likely, Plan, ends_game, payable, points_note


def fault(view: Splendor, action: Action, best: Action, names: Sequence[str], likely: Likely) -> str:
    """A clause on what a move gives up and the best one does not, without naming that; empty if there is nothing."""
    plan, better = (Plan(view, (each,), names, likely, 0) for each in (action, best))
    faults = [each for part in PARTS for each in part(plan) if each.weight > heaviest(part(better))]
    if faults:
        return max(faults, key=lambda each: each.weight).phrase
    against = drawback(view, action)
    return against if against != drawback(view, best) else ""


def heaviest(faults: Iterator[Reason]) -> float:
    return max((each.weight for each in faults), default=0.0)


def last_round(plan: Plan) -> Iterator[Reason]:
    """Phrases for rivals who can reach the points that end the game."""
    for seat in plan.rivals:
        ways = {card: way for card in buyable(plan, seat) if (way := ends_game(plan.end, seat, card))}
        for card, way in sorted(ways.items(), key=lambda each: each[1])[:1]:
            means = plan.label(card) + " and a noble" * (way == "noble")
            yield Reason(20.0, f"{plan.names[seat]} can then reach {GOAL} points with {means}")


def left_to_rival(plan: Plan) -> Iterator[Reason]:
    """Phrases for cards with points that the player can buy now, and a rival next turn."""
    own = {card for card in plan.cards if CARDS[card].points and payable(plan.view, plan.player, card)}
    for seat in plan.rivals:
        for card in own.intersection(buyable(plan, seat)):
            text = f"{plan.names[seat]} can then buy {named(plan, card)}, which you can buy now"
            yield Reason(2.0 * CARDS[card].points, text)


def noble_left(plan: Plan) -> Iterator[Reason]:
    """Phrases for nobles that the player can gain now, and a rival next turn."""
    for noble in plan.end.nobles:
        if not in_reach(plan.view, plan.player, noble, [*plan.view.market, *plan.before.hand]):
            continue
        for seat in plan.rivals:
            if in_reach(plan.end, seat, noble, buyable(plan, seat)):
                which = f"the noble ({tokens(NOBLES[noble].cost)})"
                text = f"{plan.names[seat]} can then gain {which}, which you can gain now"
                yield Reason(2.0 * NOBLES[noble].points, text)


def spent(plan: Plan) -> Iterator[Reason]:
    """Phrase for the best card that the player can buy now, but not after a purchase that brings no more points."""
    if plan.action[0] != "buy":
        return
    least = max(1, plan.after.points - plan.before.points)
    lost = [
        card
        for card in plan.cards
        if CARDS[card].points >= least and payable(plan.view, plan.player, card)
        if not payable(plan.end, plan.player, card)
    ]
    for card in sorted(lost, key=lambda each: -CARDS[each].points)[:1]:
        yield Reason(0.5 + CARDS[card].points, f"you can then no longer afford {named(plan, card)}")


def buyable(plan: Plan, seat: int) -> list[int]:
    """The known cards on the table that a rival can buy after the player's turn."""
    cards = [card for card in plan.cards if card in plan.end.market and card not in guarded(plan)]
    return [card for card in cards if payable(plan.end, seat, card)]


def in_reach(s: Splendor, seat: int, noble: int, cards: Sequence[int]) -> bool:
    """Would one of these cards, if affordable, bring that player the noble?"""
    p, cost = s.players[seat], NOBLES[noble].cost
    if lacking(p, cost) != 1:
        return False
    [colour] = [n for n, asked in enumerate(cost) if asked > p.bonuses[n]]
    return any(card < BACK and CARDS[card].bonus == colour and payable(s, seat, card) for card in cards)


def named(plan: Plan, card: int) -> str:
    """A card by its place, with its points."""
    return f"{plan.label(card)}{points_note(card)}"


PARTS: tuple[Callable[[Plan], Iterator[Reason]], ...] = (last_round, left_to_rival, noble_left, spent)
