"""1906 San Francisco for programs that learn: its action table, and a view in numbers.

See `tabletown.rules.core.encoding`. Sizes come from the component set, so a set of your own may have other ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations

from ..core.encoding import ActionGroup, Place, Segment, bits, clockwise, joined, marks, one_hot
from ..core.game import Action
from .city import City
from .components.model import ACTIONS, COLOURS, URBAN_TYPES, Components, Permit, Space
from .limits import MONEY_MAX, PERMIT_LIMIT
from .objectives import urban_count
from .state import BONUS, BUILDINGS, FACE_DOWN, NOBODY, NONE, ROW, STRIP, Player, Sf1906, deck_size

SPENDS = tuple([(n,) for n in range(PERMIT_LIMIT)] + list(combinations(range(PERMIT_LIMIT), 2)))
"""One or two permits to spend, by their places in hand."""
PARTS = ("building", "permit", "objective", "right", "money", "build")
"""Parts of a year's bonus."""
PERMIT_SIZE = 1 + COLOURS + 1 + len(URBAN_TYPES)
SPACE_SIZE = len(ACTIONS) + 1
PLOT_SIZE = COLOURS + 2


def most_spaces(s: Sf1906) -> int:
    """Most spaces of a stop."""
    return max(len(s.city.kit.earnings), *map(len, s.city.sides))


def action_groups(s: Sf1906) -> tuple[ActionGroup, ...]:
    plots, spaces = len(s.city.names), most_spaces(s)
    return (
        ActionGroup("space", (spaces,), "move the token to a space, from the left"),
        ActionGroup("act", (spaces,), "the action of a space of the card"),
        ActionGroup("collect", (), "$1 instead of an action"),
        ActionGroup("permit", (ROW,), "a permit by its place in the row"),
        ActionGroup("objective", (ROW,), "an objective by its place in the row"),
        ActionGroup("objective_deck", (), "the top objective of the deck"),
        ActionGroup("clear", (plots,), "clear-up with the rubble of a plot"),
        ActionGroup("clear_up", (), "clear-up without a token"),
        ActionGroup("spend", (len(SPENDS),), "permits by their places in hand; see SPENDS"),
        ActionGroup("plot", (plots,), "the plot to build on"),
        ActionGroup("urban", (len(URBAN_TYPES),), "an urban card by type: light, cable car, hydrant, park"),
        ActionGroup("no_urban", (), "no urban card"),
        ActionGroup("bonus", (len(PARTS),), f"part of the year's bonus: {', '.join(PARTS)}"),
    )


def places(s: Sf1906, legal: Sequence[Action]) -> list[Place]:
    hand = () if s.over else s.players[s.order[s.acted]].permits
    return [place(s, hand, a) for a in legal]


def place(s: Sf1906, hand: tuple[int, ...], a: Action) -> Place:
    """The place of an action of a player with these permits."""
    match a:
        case ("permit", card):
            return "permit", (s.permit_row.index(card),)
        case ("objective", card):
            return "objective", (s.objective_row.index(card),)
        case ("spend", *cards):
            return "spend", (SPENDS.index(tuple([hand.index(card) for card in cards])),)
        case ("bonus", part):
            return "bonus", (PARTS.index(part),)
    return a[0], a[1:]


def segments(s: Sf1906) -> tuple[Segment, ...]:
    seats, plots, kit = s.city.seats, len(s.city.names), s.city.kit
    return (*table_segments(s, seats, plots, kit), *player_segments(seats, plots, kit))


def table_segments(s: Sf1906, seats: int, plots: int, kit: Components) -> tuple[Segment, ...]:
    spaces, objectives, permits = most_spaces(s), len(kit.objectives), len(kit.permits)
    return (
        Segment("to_move", (seats,), 1, "the player to move"),
        Segment("seat", (seats,), 1, "your own seat; seat 0 starts"),
        Segment("step", (BONUS + 1,), 1, "kind of decision of the player to move"),
        Segment("year", (len(kit.years),), 1, "the year, from 1906"),
        Segment("stop", (len(s.ring) + 1,), 1, "the earnings spaces, or a card of the ring"),
        Segment("ring", (len(s.ring), spaces, SPACE_SIZE), MONEY_MAX, "each card's spaces: action, dollars"),
        Segment("order", (seats, seats), 1, "player by position in the turn order at this stop"),
        Segment("acted", (1,), seats, "players who have finished at this stop"),
        Segment("grant", (1,), 1, "building with the grant action"),
        Segment("spent", (PERMIT_LIMIT,), 1, "permits to spend by their places in the hand of the player to move"),
        Segment("plot", (plots,), 1, "the plot chosen"),
        Segment("plots", (plots, PLOT_SIZE), 20, "colour, number and corner of each plot"),
        Segment("cells", (plots, 2), 51, "row and column of each plot"),
        Segment("free", (plots,), 1, "plots without a building"),
        Segment("rubble", (plots,), 1, "plots with rubble"),
        Segment("piles", (len(URBAN_TYPES),), 17, "urban cards left of each type"),
        Segment("permit_row", (ROW, PERMIT_SIZE), 20, "face-up permits: permit there, colour, number, symbols"),
        Segment("permit_deck", (permits,), 1, "permits in the deck by number"),
        Segment("discards", (permits,), 1, "discarded permits by number"),
        Segment("objective_row", (ROW, objectives), 1, "face-up objectives by number"),
        Segment("objective_deck", (objectives,), 1, "objectives in the deck or face down in another hand, by number"),
        Segment("objectives_left", (1,), objectives, "objectives left in the deck"),
        Segment("common", (objectives,), 1, "objectives that count for every player"),
        Segment("best_builder", (seats,), 1, "player with Best Builder"),
    )


def player_segments(seats: int, plots: int, kit: Components) -> tuple[Segment, ...]:
    objectives = len(kit.objectives)
    return (
        Segment("space", (seats,), 100, "each player's space from 1, here or at the last stop; 0 before the first"),
        Segment("money", (seats,), MONEY_MAX, "dollars of each player"),
        Segment("column", (seats,), 20, "urban development of each player"),
        Segment("row", (seats,), 20, "clear-up of each player"),
        Segment("pool", (seats,), BUILDINGS, "buildings in each player's pool"),
        Segment("hand", (seats,), BUILDINGS, "buildings in each player's hand"),
        Segment("built", (seats, plots), 1, "plots with each player's buildings"),
        Segment("rubble_tokens", (seats,), 16, "rubble tokens of each player"),
        Segment("permits", (seats, PERMIT_LIMIT, PERMIT_SIZE), 20, "permits of each player: as in the row"),
        Segment("open", (seats, objectives), 1, "objectives of each player known to all, by number"),
        Segment("secret", (seats, objectives), 1, "secret objectives that you know, by number"),
        Segment("face_down", (seats,), objectives, "objectives of each player that you do not know"),
        Segment("urban", (seats, len(URBAN_TYPES)), 17, "urban cards of each player by type"),
        Segment("urban_points", (seats,), 50, "points printed on each player's urban cards"),
    )


def numbers(view: Sf1906, player: int) -> dict[str, list[int]]:
    seats = clockwise(view.city.seats, player)
    return table_numbers(view, player, seats) | player_numbers(view, [view.players[seat] for seat in seats], seats)


def table_numbers(view: Sf1906, player: int, seats: list[int]) -> dict[str, list[int]]:
    kit, plots, spaces = view.city.kit, len(view.city.names), most_spaces(view)
    objectives, permits = len(kit.objectives), len(kit.permits)
    mover = None if view.over else view.order[view.acted]
    hand = () if mover is None else view.players[mover].permits
    return {
        "to_move": one_hot(None if mover is None else seats.index(mover), len(seats)),
        "seat": one_hot(player, len(seats)),
        "step": one_hot(view.step, BONUS + 1),
        "year": one_hot(view.year, len(kit.years)),
        "stop": one_hot(view.stop - STRIP, len(view.ring) + 1),
        "ring": joined([card_numbers(view.city.sides[card], spaces) for card in view.ring]),
        "order": joined([one_hot(seats.index(seat), len(seats)) for seat in view.order]),
        "acted": [view.acted],
        "grant": [int(view.grant)],
        "spent": marks([hand.index(permit) for permit in view.spent], PERMIT_LIMIT),
        "plot": one_hot(None if view.plot == NONE else view.plot, plots),
        "plots": plot_numbers(view.city),
        "cells": joined(view.city.cells),
        "free": bits(view.free, plots),
        "rubble": bits(view.rubble, plots),
        "piles": view.piles,
        "permit_row": permit_numbers(kit, view.permit_row, ROW),
        "permit_deck": marks(view.permit_deck, permits),
        "discards": marks(view.discards, permits),
        "objective_row": joined([one_hot(card, objectives) for card in padded(view.objective_row, ROW)]),
        "objective_deck": marks(view.objective_deck, objectives),
        "objectives_left": [deck_size(view)],
        "common": marks(view.common, objectives),
        "best_builder": one_hot(None if view.best_builder == NOBODY else seats.index(view.best_builder), len(seats)),
    }


def player_numbers(view: Sf1906, players: list[Player], seats: list[int]) -> dict[str, list[int]]:
    kit, plots = view.city.kit, len(view.city.names)
    objectives, types = len(kit.objectives), range(len(URBAN_TYPES))
    return {
        "space": [view.tokens[seat] + 1 for seat in seats],
        "money": [p.money for p in players],
        "column": [p.column for p in players],
        "row": [p.row for p in players],
        "pool": [p.pool for p in players],
        "hand": [p.hand for p in players],
        "built": joined([bits(p.built, plots) for p in players]),
        "rubble_tokens": [p.rubble for p in players],
        "permits": joined([permit_numbers(kit, p.permits, PERMIT_LIMIT) for p in players]),
        "open": joined([marks(p.open, objectives) for p in players]),
        "secret": joined([marks(p.secret, objectives) for p in players]),
        "face_down": [p.secret.count(FACE_DOWN) for p in players],
        "urban": joined([[urban_count(view.city, p, kind) for kind in types] for p in players]),
        "urban_points": [sum(kit.urban_cards[card].points for card in p.urban) for p in players],
    }


def padded(cards: Sequence[int], size: int) -> list[int]:
    """Cards, and NONE for every place without one."""
    return [*cards, *[NONE] * (size - len(cards))]


def permit_numbers(kit: Components, cards: Sequence[int], size: int) -> list[int]:
    """Permits: 1, colour, number (0 with no colour for a grant), symbols; all 0 for a place without one."""
    return joined([described(kit.permits[card]) for card in cards] + [[0] * PERMIT_SIZE] * (size - len(cards)))


@cache
def described(permit: Permit) -> list[int]:
    """Numbers of one permit, of which `permit_numbers` tells."""
    return [1, *one_hot(permit.colour, COLOURS), permit.number or 0, *marks(permit.symbols, len(URBAN_TYPES))]


@cache
def card_numbers(spaces: tuple[Space, ...], size: int) -> list[int]:
    """The spaces of an action card: action and dollars of each, all 0 beyond the last."""
    described = [[*one_hot(ACTIONS.index(space.kind), len(ACTIONS)), space.dollars] for space in spaces]
    return joined(described + [[0] * SPACE_SIZE] * (size - len(spaces)))


@lru_cache(maxsize=256)
def plot_numbers(c: City) -> list[int]:
    """Colour and number of each plot of a map, and 1 for a corner."""
    return joined(
        [[*one_hot(c.colours[plot], COLOURS), c.numbers[plot], c.corners >> plot & 1] for plot in range(len(c.names))]
    )
