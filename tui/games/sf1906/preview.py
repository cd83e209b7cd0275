"""Consequences of the cursor's place: costs, the next turn order, the plots that permits fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import or_
from random import Random
from typing import NamedTuple

from tabletown.rules.core.game import apply
from tabletown.rules.sf1906.building import shared
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.components.model import CABLE_CAR
from tabletown.rules.sf1906.costs import CLEAR_COST, CLEAR_UP_COST, RUBBLE_COST
from tabletown.rules.sf1906.decision_facts import Cost, act_cost, payable, reachable, ways
from tabletown.rules.sf1906.effects import at_corner
from tabletown.rules.sf1906.limits import MONEY_MAX
from tabletown.rules.sf1906.state import ACT, CLEAR, PLOT, SPACE, SPEND, STRIP, URBAN, Sf1906
from tabletown.rules.sf1906.turn import card_spaces

from ...model.selection import Part
from ...widgets.board_state import BoardState
from .board_facts import keys, viewing_seat


class Offer(NamedTuple):
    """The effect of an action of the current card on the player's money, in dollars."""

    why: str
    """The reason why it cannot be chosen; empty if it can."""
    cost: Cost
    """The minimum cost."""
    more: tuple[tuple[str, int], ...]
    """Possible extra costs by name, which depend on the later choice of plot, token and urban card."""
    gain: int
    money: int
    """The player's money before the action."""
    site: int | None = None
    """The only plot that the player can build on; None with a choice and for other actions."""

    @property
    def most(self) -> int:
        """The highest total cost that the player can afford."""
        more = [n for _, n in self.more]
        sums = [sum(some) for size in range(len(more) + 1) for some in combinations(more, size)]
        return self.cost.total + max((n for n in sums if self.cost.total + n <= self.money), default=0)

    @property
    def left(self) -> int:
        return min(MONEY_MAX, self.money - self.cost.total + self.gain)


@dataclass(frozen=True)
class Preview:
    """Consequences of the cursor's place, made for each position and each move of the cursor."""

    space: int | None = None
    """The space considered while the player chooses one."""
    offers: tuple[Offer | None, ...] = ()
    """The action of each space of the card: as seen from that space while the player chooses one, with None for a space
    that is taken or has no action; after that as seen from the player's token.
    """
    lit: int | None = None
    """Plots to highlight, as a mask; None if there is no highlight."""
    reaching: frozenset[int] = frozenset()
    """The player's permits that fit the plot under the cursor, alone or in pairs."""
    shared: tuple[int, ...] = ()
    """Urban types that the permits picked share."""
    earning: frozenset[tuple[int, int]] = frozenset()
    """Permits, each with an urban type: those that earn a card together with the permit picked or under the cursor."""
    keys: Mapping[Part, str] = field(default_factory=dict)
    """The digit of each part that has one."""
    paged: bool = False
    """Is there room for one panel only?"""


def make_preview(
    state: BoardState,
    cursor: Part | None,
    before: int | None = None,
    paged: bool = False,
    possible: tuple[Offer | None, ...] | None = None,
) -> Preview:
    """Consequences of the cursor's place; `before` is the space considered last, for a cursor that is on no space.

    `possible` are the offers of this position, which do not depend on the cursor.
    """
    view: Sf1906 = state.view
    picked = tuple(part[1] for part in state.picked if part[0] == "permit") or view.spent
    space = considered(state, cursor, before)
    reaching = frozenset[int]()
    if cursor is not None and cursor[0] == "plot" and not view.spent:
        reaching = frozenset(permit for way, _ in reach(state, cursor[1]) for permit in way)
    return Preview(
        space,
        offers(state) if possible is None else possible,
        lit(state, cursor, picked),
        reaching,
        tuple(shared(view.city, picked)) if len(picked) > 1 else (),
        earning(state, cursor, picked),
        keys(state),
        paged,
    )


def earning(state: BoardState, cursor: Part | None, picked: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """The permits that can be spent together for an urban card, each with its type: with the one picked, or before that
    with the one under the cursor.
    """
    view: Sf1906 = state.view
    aimed = picked or ((cursor[1],) if cursor is not None and cursor[0] == "permit" else ())
    if not state.active or view.step != SPEND or len(aimed) != 1:
        return frozenset()
    pairs = [a[1:] for a in state.left if len(a) == 3 and aimed[0] in a[1:]]
    return frozenset(
        (permit, kind) for pair in pairs for kind in shared(view.city, pair) if view.piles[kind] for permit in pair
    )


def considered(state: BoardState, cursor: Part | None, before: int | None = None) -> int | None:
    """The space under the cursor that is free or picked, else the one considered before; None unless the player is
    choosing a space.
    """
    if not state.active or state.view.step != SPACE:
        return None
    if cursor is not None and cursor[0] == "slot" and cursor in (*state.options, *state.picked):
        return int(cursor[1])
    return before if ("slot", before) in state.options else None


def offers(state: BoardState) -> tuple[Offer | None, ...]:
    """Offers of the card: of every free space as its own action, or of every action from the token's space."""
    view: Sf1906 = state.view
    if view.over or view.stop == STRIP or not state.active or view.step not in (SPACE, ACT):
        return ()
    seat, spaces = view.order[view.acted], card_spaces(view)
    if view.step == ACT:
        return tuple(offer(state, view, seat, k) for k in range(len(spaces)))
    hidden, legal = state.game.determinize(view, Random(0)), set(state.game.legal(view))
    return tuple(
        offer(state, apply(state.game, hidden, ("space", k), Random(0)), seat, k)
        if ("space", k) in legal and space.kind != c.PASS
        else None
        for k, space in enumerate(spaces)
    )


def offer(state: BoardState, table: Sf1906, seat: int, k: int) -> Offer:
    """The offer of space `k` for a seat, in a position in which an action is chosen."""
    space, player = card_spaces(table)[k], table.players[seat]
    cost = act_cost(table, table.tokens[seat], k)
    more: list[tuple[str, int]] = []
    sites = 0
    if space.kind == c.CLEAR_UP and table.rubble:
        more.append(("clearing rubble", CLEAR_COST - CLEAR_UP_COST))
    elif space.kind in (c.BUILD, c.BUILD_GRANT):
        sites = reachable(table, seat, space.kind == c.BUILD_GRANT)
        more += [("rubble", RUBBLE_COST)] if sites & table.rubble and not cost.rubble else []
        more += [("cable car", 1)] if cable_car(table, player.permits) else []
    gain = space.dollars if space.kind == c.EARN else 0
    if space.kind in (c.CLEAR_UP, c.URBAN) and at_corner(table.city, player):
        gain = 1
    only = places(sites)[0] if sites.bit_count() == 1 else None
    return Offer(state.game.refusal(table, ("act", k)), cost, tuple(more), gain, player.money, only)


def cable_car(s: Sf1906, permits: tuple[int, ...]) -> bool:
    """Could two of the permits gain a cable car card?"""
    return s.piles[CABLE_CAR] > 0 and any(CABLE_CAR in shared(s.city, pair) for pair in combinations(permits, 2))


def lit(state: BoardState, cursor: Part | None, picked: tuple[int, ...]) -> int | None:
    """Mask of the plots to choose from, or of those that the permits picked or under the cursor fit; else None."""
    view: Sf1906 = state.view
    if view.over:
        return None
    if state.active and view.step in (PLOT, CLEAR):
        choosable: int = sum(1 << part[1] for part in state.options if part[0] == "plot")
        return choosable
    if state.active and view.step == URBAN:
        return 1 << view.plot
    spending = state.active and view.step == SPEND
    under_cursor = (cursor[1],) if cursor is not None and cursor[0] == "permit" and cursor[1] not in picked else ()
    if under_cursor and spending and cursor not in state.options:
        under_cursor = ()
    permits = (*picked, *under_cursor) if len(picked) < 2 else picked
    if not spending:
        return fitting(view.city, permits, False) & view.free if permits else None
    held = tuple(permit for permit in view.players[view.order[view.acted]].permits if permit in permits)
    alone: int = payable(view, held, view.grant) if held else 0
    with_others = [payable(view, a[1:], view.grant) for a in state.left if set(held) <= set(a[1:])]
    return alone or reduce(or_, with_others, 0)


def reach(state: BoardState, plot: int) -> list[tuple[tuple[int, ...], list[int]]]:
    """The player's permits that fit a free plot, alone or in pairs, with the urban types that they share.

    While permits are spent only affordable ones.
    """
    view: Sf1906 = state.view
    if view.over or not view.free >> plot & 1:
        return []
    fitting_ways = ways(view, viewing_seat(state), plot, view.grant)
    if state.active and view.step == SPEND:
        legal = {action[1:] for action in state.game.legal(view)}
        return [way for way in fitting_ways if way[0] in legal and payable(view, way[0], view.grant) >> plot & 1]
    return fitting_ways
