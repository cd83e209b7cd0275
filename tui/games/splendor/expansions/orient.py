"""Layout of the Orient: two more columns of cards and their decks, and the reserved nobles."""

from __future__ import annotations

from tabletown.rules.splendor.cards import EMPTY, LEVELS
from tabletown.rules.splendor.expansions.orient import choices, of
from tabletown.rules.splendor.state import BASE_MARKET, ORIENT_SLOTS, SLOTS, Splendor

from ....model.selection import Part
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ....widgets.tiles import Tile
from ..layout import LOW_HAND, NARROW, Plan, around, in_a_row, measured
from ..selection import different, due
from .orient_painter import LEAST_FRAMED

ORIENT_EDGE = "orient_edge"
"""The edge between the cards of the base game and the Orient's where they have no frames."""
DECK = 6
"""Most columns of a deck."""
ROOMY = 110
"""Columns of a window from which decks have that many."""
SIDE = 25
"""Columns of the players' panels in a narrow window."""
MIN_DECK = 2
"""Fewest columns of a deck, between two that are empty."""
ORIENT_STEP = 11
"""Fewest columns from one of the Orient's cards to the next without a frame: room for their effects in words."""
MAX_CARD = 23
"""Most columns of a card."""
LEAST_ROWS = 6
"""Fewest rows of a card: its head, effect, three prices and its foot."""
MAX_OWN = 18
"""Most columns of a card that can be discarded."""
LEAST_TOP = 2
"""Fewest rows of a noble."""


def plan_of(width: int, height: int) -> Plan:
    """Sizes for two decks, each left of its cards, or above them where cards have no frames; where rows are few, nobles
    and bank have what the cards leave.
    """
    plan, columns = measured(width, height)._replace(framed=LEAST_FRAMED), SLOTS + ORIENT_SLOTS
    card_height = max(LEAST_ROWS, plan.card[1])
    top = min(plan.top, max(LEAST_TOP, height - len(LEVELS) * card_height - 1))
    bank = min(plan.bank, height - top - len(LEVELS) * card_height)
    plan = plan._replace(columns=columns, top=top, bank=bank)
    side = SIDE if width < ROOMY else min(44, width // 3 - 1, width - 2 * DECK - columns * NARROW - 1)
    room = width - side - 1
    deck = DECK if width >= ROOMY else min(DECK - 1, (room - columns * NARROW) // 2 - 1)
    card_width = NARROW if width < ROOMY else min(MAX_CARD, (room - 2 * DECK) // columns)
    if deck < MIN_DECK or card_height < LEAST_FRAMED[1]:
        return below_decks(plan, room, card_height)
    return plan._replace(deck=deck, card=(card_width, card_height), gap=deck + (1 if width < ROOMY else -1))


def below_decks(plan: Plan, room: int, card_height: int) -> Plan:
    """Sizes for cards without frames, each row of them below a title, its decks; the Orient's cards are the broader."""
    step = min(MAX_CARD, room // plan.columns)
    extra = max(0, ORIENT_STEP - step)
    if extra:
        step = (room - ORIENT_SLOTS * ORIENT_STEP) // SLOTS
        extra = ORIENT_STEP - step
    hand = plan.hand if card_height > LEAST_FRAMED[1] else LOW_HAND
    gap = ORIENT_SLOTS * extra - 1
    return plan._replace(deck=0, card=(step, card_height), gap=gap, margin=1, hand=hand)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = plan_of(width, height)
    tiles = in_a_row(all_nobles(state.view), plan, plan.top)
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
    """Lay out the cards of a level in a row, those of the base game and then the Orient's, each beside their deck, or
    below it if decks have no columns.
    """
    w, h = plan.card
    base = view.market[level * SLOTS : (level + 1) * SLOTS]
    extra = view.market[BASE_MARKET + level * ORIENT_SLOTS :][:ORIENT_SLOTS]
    tiles: list[Tile] = []
    x, slot, titles = plan.margin, 0, int(not plan.deck)
    for deck, group in ((level, base), (len(LEVELS) + level, extra)):
        if titles:
            if deck >= len(LEVELS):
                w += (plan.gap + 1) // ORIENT_SLOTS
                if tiles[-1].rect.x + tiles[-1].rect.w < x:
                    tiles.append(Tile((ORIENT_EDGE, level), Rect(x - 1, y, 1, h), ""))
            tiles.append(Tile(("deck", deck), Rect(x, y, len(group) * w - 1, 1), "decks"))
        else:
            tiles.append(Tile(("deck", deck), Rect(x, y, plan.deck, h), "decks"))
            x += plan.deck + (plan.deck < DECK)
        for card in group:
            part: Part = ("card", card) if card != EMPTY else ("empty", level, slot)
            tiles.append(Tile(part, plan.card_at(x, y + titles, w, h - titles), "cards"))
            x, slot = x + w, slot + 1
    return tiles


def discards(view: Splendor, plan: Plan) -> list[Tile]:
    """Lay out, in place of the bank, the viewer's cards that can be discarded, one of those that are worth the same."""
    own_cards = [card for _, card in different(choices(view))]
    each = min(MAX_OWN, plan.board // len(own_cards))
    return [
        Tile(("own", card), Rect(plan.margin + i * each, plan.below, each, plan.bank), "own")
        for i, card in enumerate(own_cards)
    ]
