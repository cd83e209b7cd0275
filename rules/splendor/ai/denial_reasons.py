"""Reasons of Splendor for a move that keeps cards and gems from a rival."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.reason import Reason, of_move
from ..cards import CARDS, COLOURS, GOLD
from ..expansions import strongholds
from ..limits import GOAL
from ..payment import missing
from .plan import Plan, cards_named, ends_game, gap, payable, plain

CLOSE = 2
"""Most gems that a rival may still need for a card worth keeping from them."""


def denial(plan: Plan) -> Iterator[Reason]:
    """Phrases for cards and gems that the move keeps from a rival."""
    took = [card for card in (*plan.gained, *plan.after.reserved) if card in plan.view.market]
    for card in took:
        if card in guarded(plan):
            continue
        for seat in plan.rivals:
            name, points = plan.names[seat], CARDS[card].points
            if payable(plan.view, seat, card):
                wins = ends_game(plan.view, seat, card)
                more = f" and reach {GOAL} points" * bool(wins)
                text = f"keeps {plan.called(card)} from {name}, who could buy it next turn{more}"
                yield of_move(20.0 if wins else 0.6 + points, text, "denial")
            elif points and plan.view.module != "orient" and gap(plan.view.players[seat], card) == 1:
                text = f"keeps {plan.called(card)} from {name}, who {needs(name)} 1 more gem"
                yield of_move(0.4 + 0.7 * points, text, "denial")
    for colour in range(GOLD):
        if plan.view.bank[colour] and not plan.end.bank[colour]:
            yield from sorted(last_gems(plan, colour), reverse=True)[:1]


def guarded(plan: Plan) -> tuple[int, ...]:
    """Cards under the player's own strongholds, which no rival can buy or reserve anyway."""
    return strongholds.of(plan.view).placed[plan.player] if plan.view.module == "strongholds" else ()


def needs(name: str) -> str:
    return "need" if name == "you" else "needs"


def last_gems(plan: Plan, colour: int) -> Iterator[Reason]:
    """Phrases for taking the last gems of a colour that a rival needs for a card with points."""
    taken = "the last" + (f" {plan.view.bank[colour]}" if plan.view.bank[colour] > 1 else "") + f" {COLOURS[colour]}"
    for seat in plan.rivals:
        p = plan.view.players[seat]
        cards = [
            card
            for card in plan.aims
            if card in plan.view.market and plain(card) and CARDS[card].points and missing(p, card)[colour]
            if card not in guarded(plan)
        ]
        if near := [card for card in cards if 0 < gap(p, card) <= CLOSE]:
            best = max(near, key=lambda card: CARDS[card].points)
            name = plan.names[seat]
            text = f"takes {taken}, which {name} {needs(name)} for {plan.called(best)}"
            yield of_move(0.4 + 0.5 * CARDS[best].points, text, "denial", about=cards_named([best]))
