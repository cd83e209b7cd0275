"""Invariants of 1906 San Francisco: every card and piece exists exactly once, and all limits hold."""

from __future__ import annotations

from .limits import MONEY_MAX, PERMIT_LIMIT
from .state import BUILDINGS, NOBODY, Player, Sf1906


def conserved(s: Sf1906) -> str:
    """First fault of a full state, in words; empty when there is none."""
    faults = (
        *(player_fault(s, seat, p) for seat, p in enumerate(s.players)),
        cards_lost(s),
        map_fault(s),
        end_fault(s),
    )
    return next(filter(None, faults), "")


def player_fault(s: Sf1906, seat: int, p: Player) -> str:
    """First fault of one player's pieces; empty when there is none."""
    wrong = {
        f"has ${p.money}": not 0 <= p.money <= MONEY_MAX,
        f"has {len(p.permits)} permits": len(p.permits) > PERMIT_LIMIT,
        "does not have eight buildings": p.pool + p.hand + p.built.bit_count() != BUILDINGS or min(p.pool, p.hand) < 0,
        "is off the development board": not (
            0 <= p.row < len(s.city.kit.row_sidebar) and 0 <= p.column < len(s.city.kit.column_sidebar)
        ),
        "spends a permit they do not have": not set(s.spent) <= set(p.permits)
        and seat == s.order[s.acted % s.city.seats],
    }
    return next((f"player {seat} {what}" for what, is_wrong in wrong.items() if is_wrong), "")


def cards_lost(s: Sf1906) -> str:
    """Check that every permit, objective and urban card exists once; return the fault, if any."""
    kit = s.city.kit
    permits = [*s.permit_row, *s.permit_deck, *s.discards, *(card for p in s.players for card in p.permits)]
    if sorted(permits) != list(range(len(kit.permits))):
        return "a permit is missing or duplicated"
    objectives = [*s.common, *s.objective_row, *s.objective_deck]
    objectives += [card for p in s.players for card in (*p.open, *p.secret)]
    if sorted(objectives) != list(range(len(kit.objectives))):
        return "an objective is missing or duplicated"
    lying = [card for pile, left in zip(kit.piles, s.piles, strict=True) for card in pile[len(pile) - left :]]
    if sorted([*lying, *(card for p in s.players for card in p.urban)]) != list(range(len(kit.urban_cards))):
        return "an urban card is missing or duplicated"
    return ""


def map_fault(s: Sf1906) -> str:
    """Check buildings and rubble on the map; return the fault, if any."""
    built = [p.built for p in s.players]
    if sum(built) + s.free != s.city.all or sum(map(int.bit_count, built)) + s.free.bit_count() != len(s.city.names):
        return "two buildings stand on one plot, or a plot is gone"
    if s.rubble & ~s.free:
        return "rubble under a building"
    if s.rubble.bit_count() + sum(p.rubble for p in s.players) != 2 * len(s.city.cards):
        return "rubble was created or lost"
    return ""


def end_fault(s: Sf1906) -> str:
    complete = [seat for seat, p in enumerate(s.players) if p.built.bit_count() == BUILDINGS]
    if (s.best_builder == NOBODY) == bool(complete) or s.best_builder not in (NOBODY, *complete):
        return "Best Builder is with the wrong player"
    return "there is no next player" if not s.over and s.acted >= len(s.order) else ""
