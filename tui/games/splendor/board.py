"""The board of Splendor: picking of actions, keys and texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.events import Key

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import LogLine
from tabletown.rules.splendor.cards import CARDS, COLOURS, LETTERS

from ...model.actions import bindings
from ...model.selection import Part
from ...narration.summary import Revealed
from ...widgets.board import Board
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from ...widgets.move_log import LOG, RECENT
from ...widgets.tiles import Tile
from .expansions import cities
from .expansions.registry import MODULE_UIS, ModuleUI
from .gains import announcement, newly_gained, with_gains
from .last_moves import condensed
from .painter import FRAMED_PIECES
from .prompts import SplendorPrompts, tokens_to_return
from .selection import (
    DECLINE,
    MAIN,
    PAID,
    different,
    due,
    parts,
    preferred,
    reserving,
    spelled,
    steps,
    together,
    with_extra_gem,
)

LOOKED_AT = ("noble", "city", "post")
"""Pieces that can be looked at whenever others are to be picked."""
AT_ONCE = ("buy", "conquer", "place", "move", "remove", "free", "associate", "reserve_noble", "discard", "city")
"""Verbs of actions that a single Enter plays, as the line below the board has described them in full."""


HINT_ROWS = 7
"""Fewest rows for a hint."""
PANEL_HEAD = 3
"""Rows of a rival's panel with name, tokens and bonuses, of which a hint leaves as many in view as it can."""

KEYS: dict[str, Callable[[Sequence[Action]], bool]] = {
    "gem": bool,
    "reserve": lambda left: not left or left[0][0] in MAIN,
    "payment": lambda left: not left or left[0][0] in (*MAIN, *PAID),
    "lift": lambda left: any(a[0] == "place" for a in left) and any(a[0] == "move" for a in left),
    "decline": lambda left: any(a[0] in ("conquer", "decline") for a in left),
}
"""Tests by key, applied to the actions left: the key does something only if its test holds."""


UNAVAILABLE = {
    "reserve": "Finish this step first; reserve at the start of a turn.",
    "payment": "There is nothing to pay in this step.",
    "lift": "You may move a stronghold right after you buy a card.",
    "decline": "There is no conquest to decline.",
}
"""Reasons why the keys of a choice do nothing, by key."""
NO_STRONGHOLDS = "This game has no strongholds."


def module_ui(state: BoardState) -> ModuleUI:
    """The layout, painter and prompts of the module in play."""
    return MODULE_UIS[state.view.module]


def loss(part: Part) -> int:
    """The points that discarding a card costs; 0 for other parts."""
    return CARDS[part[1]].points if part[0] == "own" else 0


class SplendorBoard(Board):
    """Cards, nobles, bank and players."""

    START, NO_OTHER, LOG_PAGE, BRIEF = "cards", "There is no other way to pay.", True, True
    DOUBLED = ("gem",)
    STANDING_FROM = 110
    RECAP = None  # players look for the others' moves in the line below, although the log is in view
    _led = ""
    """The verb of the step that the cursor has been moved for."""

    _gained: frozenset[Part] = frozenset()
    """Nobles, cities and posts gained since the last key, to be highlighted."""

    _sheet: int | None = None
    """The seat whose player sheet replaces the table; None while the table is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("splendor")]

    def lay_out(self, state: BoardState, width: int, height: int) -> list[Tile]:
        tiles = module_ui(state).lay_out(state, width, height)
        if self._sheet is None or state.picked or state.log_open:
            self._sheet = None
            return tiles
        left = min(tile.rect.x for tile in tiles if tile.zone == "players")
        beside = [tile for tile in tiles if tile.rect.x >= left]
        return [*beside, Tile(("sheet", self._sheet), Rect(0, 0, left - 1, height), "")]

    def paint(self, state: BoardState, tile: Tile, at_cursor: bool) -> Canvas:
        painter = module_ui(state).painter(self.palette, state, tile, at_cursor)
        painter.gained = self._gained
        return painter.paint()

    def parts(self, action: Action) -> Sequence[Part]:
        return parts(action)

    def choices(self, state: BoardState, legal: Sequence[Action]) -> Sequence[Action]:
        """Legal actions, with all tokens to return combined into one choice, one of each sort of cards to discard, and
        pairs with the gem that a trading post gives for them.
        """
        view = state.view
        if legal[0][0] == "discard":
            return different(legal)
        if view.module == "trading_posts":
            legal = [*legal, *with_extra_gem(state, legal)]
        over = tokens_to_return(view) if legal[0][0] == "return" else 0
        return together(view.players[view.player].tokens, over) if over > 1 else legal

    def notation(self, state: BoardState, choice: Action) -> str:
        if choice[0] == "return" and len(steps(choice)) > 1:
            return f"return {''.join(LETTERS[colour] for colour in choice[1])}"
        return super().notation(state, choice)

    def steps(self, choice: Action) -> Sequence[Action]:
        return steps(choice)

    def can_pick(self, state: BoardState, part: Part) -> bool:
        """Pieces to pick or to look at; not gems, whose own letters would stand beside the letters to jump."""
        if part[0] == "gem":
            return False
        return not state.options or part[0] in LOOKED_AT or part in state.options or reserving(part) in state.options

    def tile(self, part: Part | None) -> Tile | None:
        """The tile of a part; for a reservation that of its card or deck."""
        return super().tile(part[1:] if part and part[0] == "reserve" else part)

    def letter_cells(self, tile: Tile) -> Sequence[tuple[int, int]]:
        """The left edge, from the lower corner on: the name is at the upper one. Of a card without a frame, whose foot
        and price may reach to that edge, the blank before its name.
        """
        x, y, w, h = tile.rect
        columns, rows = module_ui(self.state).painter.FRAMED if self.state else (0, 0)
        if x and tile.part[0] in FRAMED_PIECES and (w < columns or h < rows):
            return [(x - 1, y)]
        return [(x, row) for row in reversed(range(y, y + h))]

    def preferred(self, state: BoardState) -> Action | None:
        return preferred(state)

    def at_once(self, state: BoardState) -> Action | None:
        """The action that one Enter plays: any with one pick, and buying. The line below has shown its outcome."""
        action = spelled(state) or preferred(state)
        return action if action is not None and action[0] in AT_ONCE else None

    def watch_state(self) -> None:
        old, new = self._shown, self.state
        if old and new and old.ply != new.ply:
            earlier = self._gained if new.viewer is not None else frozenset()
            self._gained = earlier | newly_gained(old, new) if new.ply > old.ply else frozenset()
            self._led = ""
        super().watch_state()
        if old and new and new.ply == old.ply + 1 and due(new) == "discard" and len(new.left) == 1:
            self.call_later(self.hand.forced, ("own", new.left[0][1]))

    async def on_key(self, event: Key) -> None:
        """End the highlight of what was gained; the base class handles the key."""
        if self._gained:
            self._gained = frozenset()
            self.redraw()

    def redraw(self) -> None:
        super().redraw()
        if self.state is not None and self.tiles:
            self._led = self.lead(self.state)

    def lead(self, state: BoardState) -> str:
        """Move the cursor when a later step of a turn starts: to the part that the module proposes, else to the nearest
        to pick, to a card to discard that costs fewest points, but never to a gem, which Enter would then take unasked;
        return its verb.
        """
        verb = due(state)
        if verb in ("", self._led, *MAIN):
            return verb
        start = self.prompts(state).start(state)
        if start in state.options:
            self.cursor = start
        elif self.cursor not in state.options:
            x, y = tile.rect.centre if (tile := self.tile(self.cursor)) else (0, 0)
            tiles = [tile for tile in self.tiles if tile.part[0] != "gem"]
            near = [(loss(t.part), abs(t.rect.centre[0] - x) + 2 * abs(t.rect.centre[1] - y), t.part) for t in tiles]
            self.cursor = min((far for far in near if far[-1] in state.options), default=(self.cursor,))[-1]
        return verb

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show the keys of a choice only to the player who must make it."""
        if action == "details":
            busy = self.has_class("hidden") or self.state is None or bool(self.state.picked)
            return not busy and self.cursor is not None and self.cursor[0] == "player"
        if action not in KEYS:
            return True
        return self.state is not None and self.state.active and KEYS[action](self.state.left)

    def unavailable(self, state: BoardState, action: str) -> str:
        if action in ("lift", "decline") and state.view.module != "strongholds":
            return NO_STRONGHOLDS
        return UNAVAILABLE.get(action, "")

    def action_gem(self, colour: int) -> None:
        self.hand.picked(("gem", colour))

    def action_reserve(self) -> None:
        """Reserve the card or deck under the cursor."""
        if self.state is not None and self.cursor is not None and reserving(self.cursor) not in self.state.picked:
            self.hand.picked(reserving(self.cursor))

    def action_payment(self) -> None:
        """Cycle through the payments for the picked card, else for the card under the cursor, which is picked if there
        are several.
        """
        state = self.state
        if state is None or self.cursor is None:
            return
        card = next((p for p in state.picked if p[0] == "card"), None)
        if card is None:
            card = self.cursor if self.cursor[0] == "card" else ("card", None)
            ways = self.prompts(state).ways(state, card[1]) if card[1] is not None else None
            if ways is not None and len(ways) < 2:
                too_dear = state.game.refusal(state.view, ("buy", card[1]))
                self.hand.awaits(self.NO_OTHER if ways else f"You cannot pay yet. {too_dear}")
                return
            self.hand.picked(card)
        if self.state is not None and card in self.state.picked:
            self.hand.cycled("pay")

    def action_details(self) -> None:
        """Show the sheet of the player under the cursor, or the table again."""
        if self.cursor is not None:
            seat = self.cursor[1]
            self._sheet = None if self._sheet == seat else seat
            self.hand.turned()

    def watch_cursor(self, old: Part | None, new: Part | None) -> None:
        super().watch_cursor(old, new)
        if self._sheet is not None and new is not None and new[0] == "player" and new[1] != self._sheet:
            self._sheet = new[1]
            self.redraw()

    def turn(self, state: BoardState) -> None:
        """Return to the table for the viewer's turn."""
        self.clear()

    def clear(self) -> None:
        if self._sheet is not None:
            self._sheet = None
            self.redraw()

    def action_lift(self) -> None:
        """Pick up a stronghold from the card under the cursor."""
        if self.cursor is not None:
            self.hand.picked(("lift", *self.cursor[1:]))

    def action_decline(self) -> None:
        self.hand.picked(DECLINE)

    # Words

    @staticmethod
    def revealed(game: Game[Any], s: Any) -> list[Revealed]:
        return cities.revealed(s)

    def announcement(self, old: BoardState, new: BoardState) -> str:
        return announcement(old, new)

    def recent(self, state: BoardState) -> list[LogLine]:
        return with_gains(condensed(super().recent(state), [seat.name for seat in state.seats]), state)

    def piece(self, part: Part, player: int) -> tuple[str, str]:
        """Text and colour of a moving piece; tokens and cards have their own colours."""
        match part:
            case ("gem", int(colour)):
                return f" {LETTERS[colour].upper()} ", f"gem-{COLOURS[colour]}"
            case ("card", int(card)):
                return f" {CARDS[card].points} ", f"gem-{COLOURS[CARDS[card].bonus]}"
        return super().piece(part, player)

    def text_homes(self, lesson: bool = False) -> Sequence[Rect]:
        """For a hint above the panel of the viewer: over the last moves and, if need be, the lower panels of rivals, of
        one perhaps only the rows below its tokens; else over their upper panels. For a lesson below the tokens of the
        first rival.
        """
        own = self.tile(("player", self.state.viewer)) if self.state else None
        if own is None:
            return ()
        x, bottom, width, _ = own.rect
        above = [tile for tile in self.tiles if tile.rect.x == x and tile.rect.y < bottom]
        rivals = sorted(tile.rect for tile in above if tile.part[0] == "player")
        if lesson:
            return [Rect(x, top, width, bottom - top) for top in (rect.y + PANEL_HEAD - 1 for rect in rivals[:1])]
        tops = [tile.rect.y for tile in above if tile.part in (LOG, RECENT)]
        tops += [rect.y + kept for rect in rivals for kept in range(PANEL_HEAD + 1)]
        first, *larger = sorted((top for top in tops if bottom - top >= HINT_ROWS), reverse=True) or [bottom]
        ends = [rect.y + rect.h for rect in rivals[:-1] if rect.y + rect.h - rivals[0].y >= HINT_ROWS]
        upper = [Rect(x, rivals[0].y, width, end - rivals[0].y) for end in ends[:1]]
        lower = [Rect(x, top, width, bottom - top) for top in (first, *larger)]
        return [lower[0], *upper, *lower[1:]]

    def whole_column(self) -> Sequence[Rect]:
        own = self.tile(("player", self.state.viewer)) if self.state else None
        return [Rect(own.rect.x, 0, own.rect.w, self.canvas.height)] if own else ()

    def prompts(self, state: BoardState) -> SplendorPrompts:
        return module_ui(state).prompts(self.palette, self.app.size.width, self._sheet)


BOARD = SplendorBoard
