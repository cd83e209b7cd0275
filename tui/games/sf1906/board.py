"""The table of 1906 San Francisco: how actions are picked, and what follows the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from tabletown.rules.core.game import Action, Game
from tabletown.rules.sf1906.city import fitting
from tabletown.rules.sf1906.state import ACT, OBJECTIVE, SPEND, Sf1906

from ...model.actions import bindings
from ...model.palette import Palette
from ...model.selection import Part
from ...widgets.board import Board, BoardController, Tile, changes
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas
from . import paint_cards, paint_city, paint_panels, prompts
from .board_facts import keys, revealed, seat_of
from .layout import PAGES, page_of, place, roomy
from .painter import Brush
from .preview import Look, look, reach

SPEND_THEM: Part = ("do", "spend")
PAINTERS = {
    **{kind: getattr(paint_city, kind) for kind in ("map", "rows", "plot")},
    **{
        kind: getattr(paint_cards, kind)
        for kind in ("stop", "slot", "do", "bonus", "urban", "card", "shelf", "permit", "room")
    },
    **{
        kind: getattr(paint_panels, kind)
        for kind in ("head", "player", "label", "objective", "deck", "town", "points", "years", "log")
    },
}
"""By the kind of a tile's part."""
FOLLOWING = frozenset(("stop", "slot", "do", "plot", "permit", "room", "shelf"))
"""Kinds of tiles that change with what the cursor stands on."""


class Sf1906Board(Board):
    """The city, the ring and the current card; the panels beside them, in a small window one at a time."""

    START, NOTED = "card", False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("sf1906")]

    def __init__(self, palette: Palette, hand: BoardController) -> None:
        super().__init__(palette, hand)
        self.page = PAGES[0]
        self._look = Look()
        self._asked: tuple[int, bool] = (-1, False)
        """The ply for which the cursor was last put where the choice is."""
        self._page_left = ""
        """The panel that comes back once an objective is taken."""

    # Where things lie

    def place(self, scene: BoardState, width: int, height: int) -> list[Tile]:
        return place(scene, width, height, self.page)

    def paint(self, scene: BoardState, tile: Tile, here: bool) -> Canvas:
        brush = Brush(self.palette, scene, tile, here, self._look)
        kind, *which = tile.part
        PAINTERS[kind](brush, *which)
        return brush.c

    def watch_scene(self) -> None:
        """With a new question the cursor goes to where it is answered."""
        scene = self.scene
        if scene is None:
            return
        asked = (scene.shown, scene.active)
        if self._page_left and not (scene.active and scene.view.step == OBJECTIVE):
            self.page, self._page_left = self._page_left, ""
        self._look = look(scene, self.cursor)
        if scene.active and asked != self._asked:
            self._asked = asked
            if scene.view.step == OBJECTIVE:
                self._page_left, self.page = self._page_left or self.page, page_of(("objective",))
            if self.cursor not in scene.options and (to := first(scene)):
                self.redraw()
                self.cursor = to
        self._look = look(scene, self.cursor)
        self.redraw()

    def redraw(self) -> None:
        """Lay out and paint; where the cursor begins decides what follows it."""
        super().redraw()
        if self.scene is not None and self._look != (now := look(self.scene, self.cursor)):
            self._look = now
            super().redraw()

    def watch_cursor(self, old: Part | None, new: Part | None) -> None:
        if self.scene is None:
            return
        before, was = self.canvas.copy(), self._look
        self._look = look(self.scene, new)
        if self._look != was:
            for tile in self.tiles:
                if tile.part[0] in FOLLOWING:
                    self._paint(tile)
            if changed := changes(before, self.canvas):
                self.refresh(*changed)
        super().watch_cursor(old, new)

    # Picking

    def parts(self, action: Action) -> Sequence[Part]:
        match action:
            case ("space" | "act", k):
                return [("slot", k)]
            case ("spend", *permits):
                return [*(("permit", permit) for permit in permits), SPEND_THEM]
            case ("clear" | "plot", plot):
                return [("plot", plot)]
            case ("objective_deck",):
                return [("deck",)]
            case ("collect" | "clear_up" | "no_urban" as which,):
                return [("do", which)]
            case _:
                return [action]

    def preferred(self, scene: BoardState) -> Action | None:
        """The permits picked are spent, unless the cursor stands on another that goes with them."""
        picked = {part[1] for part in scene.picked if part[0] == "permit"}
        if not picked:
            return scene.left[0] if len(scene.left) == 1 and scene.left[0][0] != "spend" else None
        if self.cursor is not None and self.cursor[0] == "permit" and self.cursor in scene.options:
            return None
        return next((a for a in scene.left if set(a[1:]) == picked), None)

    def at_once(self, scene: BoardState) -> Action | None:
        """Every step but spending is one choice, and the line below says what it does."""
        if scene.view.step == SPEND:
            return None
        return next((a for a in scene.left if list(self.parts(a)) == list(scene.picked)), None)

    @staticmethod
    def revealed(game: Game[Any], s: Any) -> list[tuple[str, tuple[str, ...]]]:
        return revealed(s)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        scene = self.scene
        if scene is None or self.has_class("hidden"):
            return False
        view: Sf1906 = scene.view
        spending = scene.active and view.step == SPEND and self.cursor is not None and self.cursor[0] == "plot"
        match action:
            case "nth" | "next":
                return scene.active
            case "instead":
                return any(part[0] == "do" and part != SPEND_THEM for part in scene.options)
            case "aim":
                return spending and not self._reaching(scene) and bool(reach(scene, self.cursor[1]))  # type: ignore[index]
            case "way":
                return spending and len(reach(scene, self.cursor[1])) > 1  # type: ignore[index]
            case "turn" | "page":
                return not roomy(*self._room)
        return True

    def _reaching(self, scene: BoardState) -> bool:
        """Do the permits picked reach the plot under the cursor?"""
        picked = tuple(part[1] for part in scene.picked if part[0] == "permit")
        at = self.cursor[1] if self.cursor else 0
        return bool(picked) and bool(fitting(scene.view.city, picked, scene.view.grant) >> at & 1)

    def action_nth(self, n: int) -> None:
        """The choice with that digit; permits to be spent are only picked."""
        scene = self.scene
        part = next((p for p, key in keys(scene).items() if key == str(n)), None) if scene else None
        if scene is None or part is None:
            return
        if self.tile(part):
            self.cursor = part
        self.hand.picked(part, go=scene.view.step != SPEND)

    def action_next(self, step: int) -> None:
        """Through what can be picked, as it lies on the table."""
        scene = self.scene
        found = [tile.part for tile in self.tiles if tile.zone and scene and tile.part in scene.options]
        if found:
            at = found.index(self.cursor) if self.cursor in found else (-1 if step > 0 else 0)
            self.cursor = found[(at + step) % len(found)]

    def action_instead(self) -> None:
        """$1, no token, no urban card: whichever there is."""
        part = next((p for p in self.scene.options if p[0] == "do" and p != SPEND_THEM), None) if self.scene else None
        if part is not None:
            self.hand.picked(part, go=True)

    def action_aim(self) -> None:
        self.action_way(0)

    def action_way(self, step: int) -> None:
        """Pick the permits that reach the plot under the cursor, or the next that do."""
        scene = self.scene
        if scene is None or self.cursor is None:
            return
        found = [way for way, _ in reach(scene, self.cursor[1])]
        picked = [part for part in scene.picked if part[0] == "permit"]
        now = next((n for n, way in enumerate(found) if set(way) == {part[1] for part in picked}), None)
        wanted = found[0 if now is None else (now + step) % len(found)]
        for part in picked:
            self.hand.picked(part)
        for permit in wanted:
            self.hand.picked(("permit", permit))

    def action_turn(self, step: int) -> None:
        self.action_page(PAGES[(PAGES.index(self.page) + step) % len(PAGES)])

    def action_page(self, page: str) -> None:
        self.page, self._page_left = page, ""
        self.hand.turned()

    # Words

    def prompt(self, scene: BoardState) -> str:
        return prompts.prompt(scene)

    def detail(self, scene: BoardState, part: Part | None) -> str:
        seen = self._look if part == self.cursor else look(scene, part)
        phrases = prompts.detail(scene, part, seen)
        return self.fitting(phrases, *prompts.shorter(scene, part, seen))

    def why(self, scene: BoardState, part: Part) -> str:
        return prompts.why(scene, part)

    def notice(self, scene: BoardState) -> str:
        return prompts.notice(scene)

    def alarm(self, scene: BoardState) -> str:
        return prompts.alarm(scene)

    def warning(self, scene: BoardState) -> str:
        return prompts.warning(scene)


def first(scene: BoardState) -> Part | None:
    """Where a choice begins: on one's own space, else on the first thing by its digit or by its number."""
    view: Sf1906 = scene.view
    if view.step == ACT and ("slot", view.tokens[seat_of(scene)]) in scene.options:
        return ("slot", view.tokens[seat_of(scene)])
    listed = [part for part in keys(scene) if part in scene.options]
    plots = sorted(part for part in scene.options if part[0] == "plot") if view.step >= 0 else []
    return next(iter([*listed, *plots, *scene.options]), None)


BOARD = Sf1906Board
