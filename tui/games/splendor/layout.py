"""Where the pieces of Splendor lie in a window: nobles above, three rows of cards, the bank below, players aside."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.splendor.base_turn import HAND_LIMIT
from tabletown.rules.splendor.cards import BACK, EMPTY, GOLD, LEVELS
from tabletown.rules.splendor.state import SLOTS, Splendor

from ...widgets.board import Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Rect
from ...widgets.move_log import LOG


class Plan(NamedTuple):
    """A window and the sizes in it, in cells."""

    width: int
    height: int
    deck: int
    top: int
    """Rows above the cards."""
    bank: int
    card: tuple[int, int]
    columns: int = SLOTS
    gap: int = 0
    """Empty columns between the cards of the base game and those of an expansion."""

    @property
    def board(self) -> int:
        """Columns of decks and cards together."""
        return self.deck + 1 + self.columns * self.card[0] + self.gap

    @property
    def below(self) -> int:
        """The row that the bank begins in."""
        return self.top + len(LEVELS) * self.card[1]


def place(state: BoardState, width: int, height: int) -> list[Tile]:
    """The base game."""
    plan = measured(width, height)
    return [*nobles(state.view, plan.board, plan.top), *table(state, plan)]


def measured(width: int, height: int) -> Plan:
    """Sizes follow from the window; 80 by 21 cells is the least that they are made for."""
    side = 28 if width < 110 else min(52, width // 3)
    deck = 6 if width < 110 else 9 if width < 150 else 12
    noble_height, bank_height = (3, 3) if height < 30 else (4, 4) if height < 40 else (6, 5)
    card_height = max(5, min(10, (height - noble_height - bank_height) // 3))
    card_width = max(11, min(23, (width - side - deck - 1) // 4))
    return Plan(width, height, deck, noble_height, bank_height, (card_width, card_height))


def table(state: BoardState, plan: Plan) -> list[Tile]:
    """Cards, bank, players, and the log where there is room."""
    tiles: list[Tile] = []
    card_width, card_height = plan.card
    for row, level in enumerate(reversed(LEVELS)):
        first = Rect(plan.deck + 1, plan.top + row * card_height, card_width, card_height)
        tiles += cards(state.view, level, first)
    return tiles + around(state, plan)


def around(state: BoardState, plan: Plan) -> list[Tile]:
    """What lies below and beside the cards."""
    width, height, below, bank, board = plan.width, plan.height, plan.below, plan.bank, plan.board
    each = board // (GOLD + 1)
    tiles = [Tile(("gem", c), Rect(c * each, below, each, bank), "bank") for c in range(GOLD + 1)]
    tiles += aside(state, Rect(board + 1, 0, width - board - 1, below + bank), plan.card[1], height)
    if below + bank + 2 < height and width < 110:
        tiles.append(Tile(LOG, Rect(0, below + bank, width, height - below - bank), ""))
    return tiles


def nobles(view: Splendor, board: int, height: int) -> list[Tile]:
    """Those on the table, then those who have visited somebody."""
    width = min(18, board // 5)
    on_show = [*view.nobles, *(noble for p in view.players for noble in p.nobles)]
    return [Tile(("noble", noble), Rect(i * width, 0, width, height), "nobles") for i, noble in enumerate(on_show)]


def cards(view: Splendor, level: int, first: Rect) -> list[Tile]:
    """A deck and the cards beside it."""
    x, y, w, h = first
    row = view.market[level * SLOTS : (level + 1) * SLOTS]
    slots = [("card", card) if card != EMPTY else ("empty", level, i) for i, card in enumerate(row)]
    return [
        Tile(("deck", level), Rect(0, y, x - 1, h), "decks"),
        *(Tile(part, Rect(x + i * w, y, w, h), "cards" if part[0] == "card" else "") for i, part in enumerate(slots)),
    ]


def aside(state: BoardState, rect: Rect, card_height: int, height: int) -> list[Tile]:
    """Players, the viewer's reserved cards, and the log where there is room."""
    x, y, w, h = rect
    seats = len(state.seats)
    hand_height = min(8, card_height)
    roomy = w >= 36 and (h - hand_height - 6) // seats >= 4  # a player takes four rows at least
    each = min({2: 10, 3: 8, 4: 6}[seats], (h - hand_height - (6 if roomy else 0)) // seats)
    tiles = []
    if state.log_open and not roomy:
        tiles.append(Tile(LOG, Rect(x, y, w, h - hand_height), ""))
    else:
        tiles += [Tile(("player", seat), Rect(x, y + seat * each, w, each), "players") for seat in range(seats)]
    if roomy:
        top = y + seats * each
        tiles.append(Tile(LOG, Rect(x, top, w, max(h, height) - hand_height - top), ""))
    tiles += hand(state, Rect(x, max(h, height if roomy else 0) - hand_height, w // HAND_LIMIT, hand_height))
    return tiles


def hand(state: BoardState, first: Rect) -> list[Tile]:
    x, y, w, h = first
    player = state.viewer if state.viewer is not None else state.view.player
    held = state.view.players[player].hand
    tiles = [
        Tile(("card", card) if card < BACK else ("back", i, card), Rect(x + i * w, y, w, h), "hand")
        for i, card in enumerate(held)
    ]
    return tiles + [Tile(("place", i), Rect(x + i * w, y, w, h), "") for i in range(len(held), HAND_LIMIT)]
