"""A position for a picture: the board without keys or cursor."""

from __future__ import annotations

from tabletown.rules.core.match import Match

from ..narration import narrator
from ..widgets.board_state import BoardState
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt
from .match_base import MatchScreen


class Still(MatchScreen):
    """The position after `ply` moves, with the secrets of the only human player, if there is exactly one."""

    match: Match

    def __init__(self, match: Match, ply: int) -> None:
        super().__init__(match)
        self.past_ply = ply if ply < len(match.log) else None

    def begin(self) -> None:
        """Hide the keys."""
        self.query_one(KeyFooter).add_class("hidden")
        super().begin()

    def moved(self) -> None:
        """Hide the cursor as soon as it appears."""
        self.board.cursor = None

    def viewer(self) -> int | None:
        return narrator.onlooker(self.match)

    def prompt(self, state: BoardState) -> str:
        return f"{self.match.game.TITLE}, move {self.ply} of {len(self.match.log)}"

    def describe(self) -> None:
        """Show the last move."""
        last = narrator.describe_move(self.match, self.ply - 1) if self.ply else "No moves yet."
        self.query_one("#detail", Prompt).say(last)
