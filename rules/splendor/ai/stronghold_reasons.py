"""Reasons of Splendor for strongholds placed, moved and removed, and for a conquest declined."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.reason import Reason, of_move
from ...core.text import plural
from ..cards import CARDS
from ..expansions import strongholds
from .denial_reasons import CLOSE, guarded, needs
from .plan import FAR, Plan, cards_named, gap, payable

FORT = 0.3
"""Weight of a conquest that can wait, which is told where declining it does nothing more."""


def forts(plan: Plan) -> Iterator[Reason]:
    """Phrases for strongholds placed, moved and removed, and for a conquest declined."""
    match plan.action:
        case ("place" | "move", *_, int(card)):
            yield from placing(plan, card)
        case ("remove", int(card)):
            yield from removing(plan, card)
        case ("decline",):
            yield from declining(plan)


def placing(plan: Plan, card: int) -> Iterator[Reason]:
    """Phrases for a stronghold on a card: what it makes possible, and whom it keeps from the card."""
    number, called = strongholds.of(plan.end).placed[plan.player].count(card), plan.called(card)
    mine, short = payable(plan.end, plan.player, card), gap(plan.after, card)
    if number == strongholds.EACH:
        yield of_move(4.0, f"puts all three strongholds on {called}: ready to conquer", "fort")
    elif number == strongholds.EACH - 1:
        yield of_move(0.6, f"is {{your}} second on {plan.label(card)}: with a third {{you}} could conquer it", "fort")
    if mine:
        yield of_move(1.5 + CARDS[card].points, f"keeps {called} for {{you}}, affordable next turn", "fort")
    kept = [] if card in guarded(plan) else list(kept_from_rivals(plan, card))
    yield from kept
    if not kept and 0 < short <= FAR:
        text = f"keeps {called} for {{you}}: {{you}} need {plural(short, 'more gem')} for it"
        yield of_move((1.0 + CARDS[card].points) / (1 + short), text, "fort")


def kept_from_rivals(plan: Plan, card: int) -> Iterator[Reason]:
    """Phrases for rivals who could buy a card soon, if they might."""
    called = plan.called(card)
    for seat in plan.rivals:
        name, needed = plan.names[seat], gap(plan.view.players[seat], card)
        if payable(plan.view, seat, card):
            text = f"keeps {called} from {name}, who could buy it next turn"
            yield of_move(1.0 + 1.5 * CARDS[card].points, text, "denial")
        elif CARDS[card].points and needed <= CLOSE:
            text = f"keeps {called} from {name}, who {needs(name)} {plural(needed, 'more gem')} for it"
            yield of_move(0.6 + 0.6 * CARDS[card].points, text, "denial")


def removing(plan: Plan, card: int) -> Iterator[Reason]:
    """Phrases for another player's stronghold removed: the card is free, or the conquest of it farther away."""
    called, owner = plan.called(card), strongholds.occupier(plan.view, card)
    number = 0 if owner is None else strongholds.of(plan.view).placed[owner].count(card)
    if owner is not None and number > 1:
        text = f"leaves {plan.names[owner]} {plural(number - 1, 'stronghold')} on {called}; a conquest takes three"
        yield of_move(1.0 + CARDS[card].points * (number == strongholds.EACH), text, "denial")
    elif payable(plan.end, plan.player, card):
        yield of_move(1.5 + CARDS[card].points, f"frees {called}, which is affordable", "fort")
    elif 0 < (short := gap(plan.after, card)) <= FAR + 1:
        text = f"frees {called}, for which {{you}} need {plural(short, 'more gem')}"
        yield of_move((1.0 + CARDS[card].points) / (1 + short), text, "fort")


def declining(plan: Plan) -> Iterator[Reason]:
    """Phrases for a conquest declined: the best card that the tokens saved can buy next turn, or else that the conquest
    can wait.
    """
    there = strongholds.of(plan.end).placed[plan.player]
    saved = [
        card
        for card in plan.aims
        if card not in there and payable(plan.end, plan.player, card) and not payable(plan.anyway, plan.player, card)
    ]
    if saved:
        best = max(saved, key=plan.prize)
        text = f"keeps {{your}} tokens: {{you}} can then buy {plan.called(best)} next turn"
        yield of_move(2.0 + plan.prize(best), text, "tempo", cards_named([best]))
    if there and payable(plan.end, plan.player, there[0]):
        card = plan.called(there[0])
        yield of_move(
            FORT, f"keeps all three strongholds on {card}: {{you}} can conquer it in a later turn too", "fort"
        )
