"""Layout of the Orient: two more columns of cards and their decks, and the reserved nobles."""

from __future__ import annotations

from tabletown.rules.splendor.cards import EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.expansions.orient import choices, of
from tabletown.rules.splendor.state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

from ....model.selection import Part
from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..layout import GAP, NARROW, Plan, around, in_a_row, measured
from ..selection import due
from .orient_painter import LEAST_FRAMED

DECK = 6
"""Columns of a deck beside its cards."""
ROOMY = 110
"""Columns of a window from which decks stand beside the cards."""
SIDE, MAX_LOW = 26, 11
"""Columns of the players' panels beside cards without frames, and the most columns of such a card with its gap."""


def plan_of(width: int, height: int) -> Plan:
    """Sizes for two decks, each with its cards: beside it, in a small window below it."""
    plan, columns = measured(width, height)._replace(framed=LEAST_FRAMED), SLOTS + ORIENT_SLOTS
    if width < ROOMY or plan.card[1] < LEAST_FRAMED[1]:
        card_width = min(MAX_LOW, (width - SIDE) // columns)
        return plan._replace(deck=0, card=(card_width, plan.card[1]), columns=columns, gap=-2)
    side = min(44, width // 3 - 1, width - 2 * DECK - columns * NARROW - 1)
    card_width = min(23, (width - side - 2 * DECK - 1) // columns)
    return plan._replace(deck=DECK, card=(card_width, plan.card[1]), columns=columns, gap=DECK - 1)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    tiles = [
        tile._replace(part=(*GAP, False)) if tile.part == GAP and not plan.deck else tile
        for tile in in_a_row(all_nobles(state.view), plan.board, plan.top)
    ]
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
    tiles: list[Tile] = []
    x, slot, low = 0, 0, not plan.deck
    for deck, group in ((level, base), (len(LEVELS) + level, extra)):
        back = Rect(x, y, len(group) * w - 1, 1) if low else Rect(x, y, plan.deck, h)
        tiles.append(Tile(("deck", deck), back, "decks"))
        x += plan.deck
        for card in group:
            part: Part = ("card", card) if card != EMPTY else ("empty", level, slot)
            tiles.append(Tile(part, plan.card_at(x, y + low, w, h - low), "cards"))
            x, slot = x + w, slot + 1
    return tiles


def discards(view: Splendor, plan: Plan) -> list[Tile]:
    """Lay out, in place of the bank, the viewer's cards that can be discarded."""
    own_cards = [card for _, card in choices(view)]
    each = min(plan.board // (GOLD + 1), plan.board // len(own_cards))
    return [Tile(("own", card), Rect(i * each, plan.below, each, plan.bank), "own") for i, card in enumerate(own_cards)]
