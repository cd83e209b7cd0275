"""Layout of the Orient: two more columns of cards and their decks, and the reserved nobles."""

from __future__ import annotations

from tabletown.rules.splendor.cards import EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.expansions.orient import choices, of
from tabletown.rules.splendor.state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..layout import Plan, around, in_a_row, measured
from ..selection import due


def plan_of(width: int, height: int) -> Plan:
    """Sizes for six columns of cards."""
    plan = measured(width, height)
    side = 25 if width < 110 else min(44, width // 3 - 1)
    deck = 4 if width < 110 else 6 if width < 150 else 11
    columns = SLOTS + ORIENT_SLOTS
    card_width = min(23, (width - side - deck - 3) // columns)
    return plan._replace(deck=deck, card=(card_width, plan.card[1]), columns=columns, gap=1)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    tiles = in_a_row(all_nobles(state.view), plan.board, plan.top)
    w, h = plan.card
    for row, level in enumerate(reversed(LEVELS)):
        tiles += cards(state.view, level, Rect(plan.deck + 1, plan.top + row * h, w, h))
    tiles += around(state, plan)
    if due(state) == "discard":
        tiles = [tile for tile in tiles if tile.zone != "bank"] + discards(state.view, plan)
    return tiles


def all_nobles(view: Splendor) -> list[int]:
    """The nobles on the table, then the reserved ones, then those that have visited a player."""
    held = [*of(view).patrons, *(p.nobles for p in view.players)]
    return [*view.nobles, *(noble for nobles in held for noble in nobles)]


def cards(view: Splendor, level: int, first: Rect) -> list[Tile]:
    """Lay out two decks, one below the other, and the cards beside them; `first` is the first card's rectangle."""
    x, y, w, h = first
    upper = h // 2
    orient = len(LEVELS) + level
    tiles = [
        Tile(("deck", level), Rect(0, y, x - 1, upper), "decks"),
        Tile(("deck", orient), Rect(0, y + h - upper, x - 1, upper), "decks"),
    ]
    base = view.market[level * SLOTS : (level + 1) * SLOTS]
    extra = view.market[BASE_MARKET + level * ORIENT_SLOTS :][:ORIENT_SLOTS]
    for i, card in enumerate((*base, *extra)):
        rect = Rect(x + i * w + (i >= SLOTS), y, w, h)
        tiles.append(Tile(("card", card) if card != EMPTY else ("empty", level, i), rect, "cards"))
    return tiles


def discards(view: Splendor, plan: Plan) -> list[Tile]:
    """Lay out, in place of the bank, the viewer's cards that can be discarded."""
    own_cards = [card for _, card in choices(view)]
    each = min(plan.board // (GOLD + 1), plan.board // len(own_cards))
    return [Tile(("own", card), Rect(i * each, plan.below, each, plan.bank), "own") for i, card in enumerate(own_cards)]
