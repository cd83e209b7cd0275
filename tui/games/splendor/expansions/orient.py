"""Layout of the Orient: two more columns of cards and their decks, and the reserved nobles."""

from __future__ import annotations

from tabletown.rules.splendor.cards import EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.expansions.orient import choices, of
from tabletown.rules.splendor.state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

from ....model.selection import Part
from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ..layout import NARROW, Plan, around, in_a_row, measured
from ..selection import due
from .orient_painter import LEAST_FRAMED

DECK = 6
"""Columns of a deck beside its cards."""
ROOMY = 110
"""Columns of a window from which decks stand beside the cards."""
SIDE = 26
"""Columns of the players' panels, and of the gap before them, in a narrow window."""


def plan_of(width: int, height: int) -> Plan:
    """Sizes for two decks, each with its cards: beside it, in a small window in a row below all cards."""
    plan, columns = measured(width, height)._replace(framed=LEAST_FRAMED), SLOTS + ORIENT_SLOTS
    if width < ROOMY or plan.card[1] < LEAST_FRAMED[1]:
        card_width = min(NARROW, (width - SIDE) // columns)
        margin = int(card_width < NARROW or plan.card[1] < LEAST_FRAMED[1])
        bank = min(plan.bank, height - plan.top - len(LEVELS) * plan.card[1] - 1)
        low = plan._replace(deck=0, card=(card_width, plan.card[1]), columns=columns, gap=-1, bank=bank)
        return low._replace(margin=margin, deck_rows=1)
    side = min(44, width // 3 - 1, width - 2 * DECK - columns * NARROW - 1)
    card_width = min(23, (width - side - 2 * DECK - 1) // columns)
    return plan._replace(deck=DECK, card=(card_width, plan.card[1]), columns=columns, gap=DECK - 1)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    tiles = in_a_row(all_nobles(state.view), plan, plan.top)
    for row, level in enumerate(reversed(LEVELS)):
        tiles += cards(state.view, level, plan, plan.top + row * plan.card[1])
    tiles += deck_row(plan) if plan.deck_rows else []
    tiles += around(state, plan)
    if due(state) == "discard":
        hidden = ("bank", "decks") if plan.deck_rows else ("bank",)
        tiles = [tile for tile in tiles if tile.zone not in hidden] + discards(state.view, plan)
    return tiles


def all_nobles(view: Splendor) -> list[int]:
    """The nobles on the table, then the reserved ones, then those that have visited a player."""
    held = [*of(view).patrons, *(p.nobles for p in view.players)]
    return [*view.nobles, *(noble for nobles in held for noble in nobles)]


def cards(view: Splendor, level: int, plan: Plan, y: int) -> list[Tile]:
    """Lay out the cards of a level in a row, those of the base game and then the Orient's, each beside their deck if it
    is not in a row of its own.
    """
    w, h = plan.card
    base = view.market[level * SLOTS : (level + 1) * SLOTS]
    extra = view.market[BASE_MARKET + level * ORIENT_SLOTS :][:ORIENT_SLOTS]
    tiles: list[Tile] = []
    x, slot = plan.margin, 0
    for deck, group in ((level, base), (len(LEVELS) + level, extra)):
        if plan.deck:
            tiles.append(Tile(("deck", deck), Rect(x, y, plan.deck, h), "decks"))
        x += plan.deck
        for card in group:
            part: Part = ("card", card) if card != EMPTY else ("empty", level, slot)
            tiles.append(Tile(part, plan.card_at(x, y, w, h), "cards"))
            x, slot = x + w, slot + 1
    return tiles


def deck_row(plan: Plan) -> list[Tile]:
    """Lay out all decks in a row above the bank."""
    w, y = plan.card[0], plan.below - plan.deck_rows
    return [Tile(("deck", deck), Rect(plan.margin + deck * w, y, w - 1, 1), "decks") for deck in range(2 * len(LEVELS))]


def discards(view: Splendor, plan: Plan) -> list[Tile]:
    """Lay out, in place of the bank, the viewer's cards that can be discarded."""
    own_cards = [card for _, card in choices(view)]
    each = min(plan.board // (GOLD + 1), plan.board // len(own_cards))
    y, rows = plan.below - plan.deck_rows, plan.bank + plan.deck_rows
    return [Tile(("own", card), Rect(i * each, y, each, rows), "own") for i, card in enumerate(own_cards)]
