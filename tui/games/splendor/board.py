"""The table of Splendor: how its actions are picked, and what it says about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tabletown.rules.core.game import Action, Game

from ...model.actions import bindings
from ...model.selection import Part
from ...widgets.board import Board, Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas
from .expansions import cities
from .expansions.registry import LOOKS, Look
from .prompts import Words
from .selection import DECLINE, MAIN, PAID, RESERVE, due, parts, preferred, spelled

AT_ONCE = ("buy", "conquer", "place", "move", "remove", "free", "reserve_noble", "discard", "city")
"""Verbs of actions that the line below has told all about before a single Enter."""


KEYS: dict[str, Callable[[Sequence[Action]], bool]] = {
    "gem": bool,
    "reserve": lambda left: not left or left[0][0] in MAIN,
    "payment": lambda left: not left or left[0][0] in (*MAIN, *PAID),
    "lift": lambda left: any(a[0] == "place" for a in left) and any(a[0] == "move" for a in left),
    "decline": lambda left: ("decline",) in left,
}
"""Keys that are of use only while some action is legal."""


def look(scene: BoardState) -> Look:
    """What the module that is played shows."""
    return LOOKS[scene.view.module]


class SplendorBoard(Board):
    """Cards, nobles, bank and players."""

    START = "cards"
    _led = ""
    """The verb of the step that the cursor has been led to."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("splendor")]

    def place(self, scene: BoardState, width: int, height: int) -> list[Tile]:
        return look(scene).place(scene, width, height)

    def paint(self, scene: BoardState, tile: Tile, here: bool) -> Canvas:
        return look(scene).painter(self.palette, scene, tile, here).paint()

    def parts(self, action: Action) -> Sequence[Part]:
        return parts(action)

    def preferred(self, scene: BoardState) -> Action | None:
        return preferred(scene)

    def at_once(self, scene: BoardState) -> Action | None:
        """What is one pick, and buying, is one Enter: the line below said what would come of it."""
        action = spelled(scene) or preferred(scene)
        return action if action is not None and action[0] in AT_ONCE else None

    def redraw(self) -> None:
        super().redraw()
        if self.scene is not None and self.tiles:
            self._led = self.lead(self.scene)

    def lead(self, scene: BoardState) -> str:
        """As a step after the action begins, take the cursor to what can be picked."""
        verb = due(scene)
        if verb not in ("", self._led, *MAIN) and self.cursor not in scene.options:
            x, y = here.rect.centre if (here := self.tile(self.cursor)) else (0, 0)
            near = [(abs(t.rect.centre[0] - x) + 2 * abs(t.rect.centre[1] - y), t.part) for t in self.tiles]
            self.cursor = min((far for far in near if far[1] in scene.options), default=(0, self.cursor))[1]
        return verb

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of a choice are shown only to whom is asked for one."""
        if action not in KEYS:
            return True
        return self.scene is not None and self.scene.active and KEYS[action](self.scene.left)

    def action_gem(self, colour: int) -> None:
        self.hand.picked(("gem", colour))

    def action_reserve(self) -> None:
        """Reserve the card or deck under the cursor, or the one picked."""
        scene, part = self.scene, self.cursor
        if scene is None or part is None:
            return
        held = [p for p in scene.picked if p[0] in ("card", "deck")]
        if part[0] in ("card", "deck") and (not held or part not in held):
            self.hand.picked(part)
            if self.scene is None or part not in self.scene.picked:
                return  # it cannot be picked, and the line below says why
        elif not held:
            self.notify("Put the cursor on a card or deck first.")
            return
        if RESERVE not in scene.picked or (held and part not in held):
            self.hand.picked(RESERVE)

    def action_payment(self) -> None:
        """Go through the ways to pay for the card."""
        scene = self.scene
        if scene is None or self.cursor is None:
            return
        card = next((p for p in scene.picked if p[0] == "card"), self.cursor)
        if card not in scene.picked:
            self.hand.picked(card)
        self.hand.cycled("pay")

    def action_lift(self) -> None:
        """Lift a stronghold from the card under the cursor."""
        if self.cursor is not None:
            self.hand.picked(("lift", *self.cursor[1:]))

    def action_decline(self) -> None:
        self.hand.picked(DECLINE)

    # Words

    REVEALED = "City"

    @staticmethod
    def revealed(game: Game[Any], s: Any) -> list[tuple[str, tuple[str, ...]]]:
        return cities.revealed(s)

    def words(self, scene: BoardState) -> Words:
        return look(scene).words(self.palette)

    def prompt(self, scene: BoardState) -> str:
        return self.words(scene).prompt(scene)

    def alarm(self, scene: BoardState) -> str:
        return self.words(scene).alarm(scene)

    def notice(self, scene: BoardState) -> str:
        return self.words(scene).notice(scene)

    def detail(self, scene: BoardState, part: Part | None) -> str:
        return self.words(scene).detail(scene, part)

    def why(self, scene: BoardState, part: Part) -> str:
        return self.words(scene).why(scene, part)


BOARD = SplendorBoard
