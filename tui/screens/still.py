"""A position to be pictured: the board as it lies, with nothing to press."""

from __future__ import annotations

from textual.widgets import Footer

from tabletown.rules.core.match import Match

from ..narration import narrator
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt
from .match_base import MatchScreen


class Still(MatchScreen):
    """The position after so many moves, as the only person who played sees it, else as everybody does."""

    match: Match

    def __init__(self, match: Match, ply: int) -> None:
        super().__init__(match)
        self.shown = ply if ply < len(match.log) else None

    def begin(self) -> None:
        """No keys."""
        self.query_one(Footer).add_class("hidden")
        super().begin()

    def moved(self) -> None:
        """The cursor is put away as soon as it shows."""
        self.board.cursor = None

    def viewer(self) -> int | None:
        return narrator.onlooker(self.match)

    def prompt(self, state: BoardState) -> str:
        return f"{self.match.game.TITLE}, move {self.ply} of {len(self.match.log)}"

    def describe(self) -> None:
        """The last move."""
        last = narrator.describe_move(self.match, self.ply - 1) if self.ply else "No moves yet."
        self.query_one("#detail", Prompt).say(last)
