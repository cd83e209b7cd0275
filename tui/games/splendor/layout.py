"""Layout of Splendor in a window: nobles above, three rows of cards, the bank below, players on the right."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.splendor.cards import BACK, EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.limits import HAND_LIMIT
from tabletown.rules.splendor.state import SLOTS, Splendor

from ...model.selection import Part
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG, RECENT
from ...widgets.tiles import Tile
from .costs import viewing_seat

GAP: Part = ("gap",)
"""The space beside the nobles."""
RESERVE: Part = ("own_reserve",)
"""The heading of the reserved cards."""
NO_RESERVE: Part = ("no_reserve",)
"""The space for reserved cards while there are none."""
NARROW = 11
"""Columns that a card needs for a row per cost."""
LEAST_FRAMED = (NARROW, 5)
"""Columns and rows from which a card has a frame."""
FEW_NOBLES, ROOMY_BOARD = 4, 70
"""Nobles that have room for a column more, and the columns of cards and deck that they need for it; on a narrower board
they share all columns.
"""
MAX_NOBLE = 18
"""Most columns of a noble."""
FRAMED_NOBLE = 3
"""Rows from which nobles have frames; others are as wide together as the cards."""
FRAMED_BANK = 3
"""Rows from which piles of tokens have frames."""
MIN_GAP = 9
"""Columns beside the nobles that are enough for text."""
ROOMY = 36
"""Columns of the players' panels that are enough for the log between them."""
LOW_HAND = 5
"""Most rows of the viewer's reserved cards where the last moves need some too."""
MIN_LOG = 6
MIN_PANEL, MAX_PANEL, MAX_OWN_PANEL = 4, 9, 5
"""Rows of a player's panel."""
ENOUGH_PANEL = 6
"""Rows of another player's panel from which more would serve the last turns better."""
MIN_RECENT = 4
"""Rows of the last turns, with their heading."""


class Plan(NamedTuple):
    """The size of a window and of its parts, in cells."""

    width: int
    height: int
    deck: int
    top: int
    """Rows above the cards, for nobles and an expansion's tiles."""
    bank: int
    card: tuple[int, int]
    columns: int = SLOTS
    gap: int = 0
    """Empty columns between the cards of the base game and those of an expansion."""
    framed: tuple[int, int] = LEAST_FRAMED
    """Columns and rows from which a card has a frame."""
    margin: int = 0
    """Empty columns left of everything, where cards have no frames."""
    hand: int = 8
    """Most rows of the viewer's reserved cards."""

    def card_at(self, x: int, y: int, w: int, h: int) -> Rect:
        """The rectangle of a card in a place of so many columns: one without a frame leaves the last one empty."""
        return Rect(x, y, w - (w < self.framed[0] or h < self.framed[1]), h)

    @property
    def board(self) -> int:
        """Columns of decks and cards together."""
        return self.deck + 1 + self.columns * self.card[0] + self.gap

    @property
    def below(self) -> int:
        """The first row of the bank."""
        return self.top + len(LEVELS) * self.card[1]


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    """Lay out the base game."""
    plan = measured(width, height)
    return [*nobles(state.view, plan, plan.top), *table(state, plan)]


def measured(width: int, height: int) -> Plan:
    """Sizes of all parts for a window of so many columns and rows, at least 80x21."""
    side = 28 if width < 110 else min(52, width // 3)
    deck = 6 if width < 110 else 9 if width < 150 else 12
    noble_height, bank_height = (3, 3) if height < 30 else (4, 4) if height < 33 else (5, 4) if height < 40 else (6, 5)
    card_height = max(5, min(10, (height - noble_height - bank_height) // 3))
    card_width = max(11, min(23, (width - side - deck - 1) // 4))
    return Plan(width, height, deck, noble_height, bank_height, (card_width, card_height))


def table(state: BoardState, plan: Plan) -> list[Tile]:
    """Lay out cards, bank, players, and the log if there is room."""
    tiles: list[Tile] = []
    card_width, card_height = plan.card
    for row, level in enumerate(reversed(LEVELS)):
        first = plan.card_at(plan.deck + 1, plan.top + row * card_height, card_width, card_height)
        tiles += cards(state.view, level, first, card_width, plan.margin)
    return tiles + around(state, plan)


def around(state: BoardState, plan: Plan) -> list[Tile]:
    """Lay out the bank and log below the cards, and the players beside them."""
    width, height, below, bank, board = plan.width, plan.height, plan.below, plan.bank, plan.board
    first = bank_margin(plan) if bank < FRAMED_BANK else 0
    each, step = (board - first) // (GOLD + 1), (board + 1 - first) // (GOLD + 1)
    tiles = [Tile(("gem", c), Rect(first + c * step, below, each, bank), "bank") for c in range(GOLD + 1)]
    tiles += aside(state, Rect(board + 1, 0, width - board - 1, below + bank), plan)
    if below + bank + 2 < height and width < 110 and all(tile.part != LOG for tile in tiles):
        tiles.append(Tile(LOG, Rect(0, below + bank, width, height - below - bank), ""))
    return tiles


def bank_margin(plan: Plan) -> int:
    """The column of the bank's first pile where piles have no frames: below the first card, the mark of the cursor
    before it if a pile in a single row is too narrow for both.
    """
    return plan.margin or plan.deck + (plan.bank > 1)


def nobles(view: Splendor, plan: Plan, height: int) -> list[Tile]:
    """Lay out the nobles on the table, then those that have visited a player."""
    on_show = [*view.nobles, *(noble for p in view.players for noble in p.nobles)]
    return in_a_row(on_show, plan, height)


def noble_width(board: int, number: int) -> int:
    """Columns of each of so many nobles above a board of so many columns."""
    return min(MAX_NOBLE, board // 5 + (number <= FEW_NOBLES) if board >= ROOMY_BOARD else board // max(3, number))


def in_a_row(on_show: list[int], plan: Plan, height: int) -> list[Tile]:
    """Lay out nobles, and the space beside them if it is wide enough for text."""
    margin, board = plan.margin, plan.board
    number = len(on_show)
    low = height < FRAMED_NOBLE
    width = board // max(1, number) - 1 if low else noble_width(board - margin, number)
    places = [margin + (i * board // max(1, number) if low else i * width) for i in range(number + 1)]
    tiles = [
        Tile(("noble", noble), Rect(x, 0, width, height), "nobles") for noble, x in zip(on_show, places, strict=False)
    ]
    x = places[-1] + 1
    room = board - x
    return [*tiles, Tile(GAP, Rect(x, 0, room, height), "")] if room >= MIN_GAP else tiles


def cards(view: Splendor, level: int, first: Rect, step: int, margin: int) -> list[Tile]:
    """Lay out a deck and the cards beside it; `first` is the first card, and each `step` columns right of the last."""
    x, y, w, h = first
    row = view.market[level * SLOTS : (level + 1) * SLOTS]
    slots = [("card", card) if card != EMPTY else ("empty", level, i) for i, card in enumerate(row)]
    return [
        Tile(("deck", level), Rect(margin, y, x - 1 - margin, h), "decks"),
        *(Tile(part, Rect(x + i * step, y, w, h), "cards") for i, part in enumerate(slots)),
    ]


def in_turn_order(state: BoardState) -> list[int]:
    """The seats in turn order, starting after the viewer and ending with them; for a spectator from seat 0."""
    seats = len(state.seats)
    first = 0 if state.viewer is None else state.viewer + 1
    return [(first + i) % seats for i in range(seats)]


def aside(state: BoardState, rect: Rect, plan: Plan) -> list[Tile]:
    """Lay out the other players, the log if there is room, the viewer, and below them the viewer's reserved cards."""
    x, y, w, h = rect
    seats, height, card_height = len(state.seats), plan.height, plan.card[1]
    low_hand = min(card_height - 1, h - 1 - MIN_PANEL * seats)
    hand_height = min(plan.hand, card_height) if h - card_height - 1 >= MIN_PANEL * seats else low_hand
    free = max(h, height) - hand_height - 1 - MIN_LOG
    roomy = w >= ROOMY and free >= MIN_PANEL * seats
    if not roomy:
        free = h - hand_height - 1
    own = min(MAX_OWN_PANEL + roomy, -(-free // seats) if roomy else free // seats)
    each = panel_rows(free - own, seats - 1, roomy)
    bottom = max(h, height if roomy else 0) - hand_height
    tiles = [
        Tile(RESERVE, Rect(x, bottom - 1, w, 1), ""),
        *hand(state, Rect(x, bottom, w, hand_height), plan),
    ]
    order = in_turn_order(state)
    panels = [Rect(x, y + i * each, w, each) for i in range(seats - 1)] + [Rect(x, bottom - 1 - own, w, own)]
    players = [Tile(("player", seat), panel, "players") for seat, panel in zip(order, panels, strict=True)]
    if state.log_open and not roomy:
        return [*tiles, players[-1], Tile(LOG, Rect(x, y, w, panels[-1].y - y), "")]
    tiles += players
    top = y + (seats - 1) * each
    between = Rect(x, top, w, panels[-1].y - top - roomy)
    if roomy or between.h >= MIN_RECENT:
        tiles.append(Tile(LOG if roomy else RECENT, between, ""))
    return tiles


def panel_rows(rows: int, others: int, roomy: bool) -> int:
    """Rows of each of the other players' panels, which share their rows with the log or, if few, the last turns."""
    each = min(MAX_PANEL, rows // max(1, others))
    shared = (rows - MIN_RECENT) // max(1, others)
    return each if roomy or shared < ENOUGH_PANEL else min(each, shared)


def hand(state: BoardState, rect: Rect, plan: Plan) -> list[Tile]:
    """Lay out the viewer's reserved cards, a few as broad as those of the table; one without a frame may use the column
    after the others' last one.
    """
    x, y, w, h = rect
    held = state.view.players[viewing_seat(state)].hand
    step, number = w // HAND_LIMIT, HAND_LIMIT
    if held and step < NARROW:
        step, number = min(max(NARROW, plan.card[0]), w // len(held)), len(held)
    low = plan.card_at(x, y, step, h).w < step
    step = min(max(NARROW, step), (w + low) // number)
    tiles = [
        Tile(("card", card) if card < BACK else ("back", i, card), Rect(x + i * step, y, step - low, h), "hand")
        for i, card in enumerate(held)
    ]
    return tiles or [Tile(NO_RESERVE, Rect(x, y, w, h), "")]
