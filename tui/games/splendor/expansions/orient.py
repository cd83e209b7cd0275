"""Layout of the Orient: two more columns of cards and their decks, and the reserved nobles."""

from __future__ import annotations

from tabletown.rules.splendor.cards import EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.expansions.orient import choices, of
from tabletown.rules.splendor.state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

from ....model.selection import Part
from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..layout import Plan, around, in_a_row, measured
from ..selection import due
from .orient_painter import LEGIBLE

DECK, NARROW_DECK = 6, 3
"""Columns of a deck, and of one in a narrow window."""


def plan_of(width: int, height: int) -> Plan:
    """Sizes for two decks, each with its cards beside it."""
    plan, columns = measured(width, height), SLOTS + ORIENT_SLOTS
    deck = NARROW_DECK if width < 110 else DECK
    side = 25 if width < 110 else min(44, width // 3 - 1, width - 2 * deck - columns * LEGIBLE - 1)
    card_width = min(23, (width - side - 2 * deck - 1) // columns)
    return plan._replace(deck=deck, card=(card_width, plan.card[1]), columns=columns, gap=deck - 1)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    tiles = in_a_row(all_nobles(state.view), plan.board, plan.top)
    for row, level in enumerate(reversed(LEVELS)):
        tiles += cards(state.view, level, plan, plan.top + row * plan.card[1])
    tiles += around(state, plan)
    if due(state) == "discard":
        tiles = [tile for tile in tiles if tile.zone != "bank"] + discards(state.view, plan)
    return tiles


def all_nobles(view: Splendor) -> list[int]:
    """The nobles on the table, then the reserved ones, then those that have visited a player."""
    held = [*of(view).patrons, *(p.nobles for p in view.players)]
    return [*view.nobles, *(noble for nobles in held for noble in nobles)]


def cards(view: Splendor, level: int, plan: Plan, y: int) -> list[Tile]:
    """Lay out the cards of a level in a row, those of the base game and then the Orient's, each beside their deck."""
    w, h = plan.card
    base = view.market[level * SLOTS : (level + 1) * SLOTS]
    extra = view.market[BASE_MARKET + level * ORIENT_SLOTS :][:ORIENT_SLOTS]
    tiles, x, slot = [], 0, 0
    for deck, group in ((level, base), (len(LEVELS) + level, extra)):
        tiles.append(Tile(("deck", deck), Rect(x, y, plan.deck, h), "decks"))
        x += plan.deck
        for card in group:
            part: Part = ("card", card) if card != EMPTY else ("empty", level, slot)
            tiles.append(Tile(part, Rect(x, y, w, h), "cards"))
            x, slot = x + w, slot + 1
    return tiles


def discards(view: Splendor, plan: Plan) -> list[Tile]:
    """Lay out, in place of the bank, the viewer's cards that can be discarded."""
    own_cards = [card for _, card in choices(view)]
    each = min(plan.board // (GOLD + 1), plan.board // len(own_cards))
    return [Tile(("own", card), Rect(i * each, plan.below, each, plan.bank), "own") for i, card in enumerate(own_cards)]
