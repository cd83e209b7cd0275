"""A table with a saved game, and with what help does to its rating."""

from __future__ import annotations

from functools import cached_property

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from ..model import rating, saved_games
from ..widgets.board_state import BoardState
from .move_entry_base import MoveEntryScreen


class RecordedScreen(MoveEntryScreen):
    """Table that saves every move, unless it has no record."""

    match: Match

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__(match)
        self.record = record
        self.warned_of_help = False

    def notice(self, state: BoardState) -> str:
        return f"Not saved ({self.unsaved}); you can play on" if self.unsaved else super().notice(state)

    def save(self) -> None:
        """Save the match. If that fails, the notice says so, and the next save writes everything that is missing."""
        if self.record is not None:
            self.unsaved = self.record.try_save(self.match)

    def release(self) -> None:
        """Let other programs open the record; a saved game without a move is not kept."""
        if self.record is None:
            return
        if not self.unsaved and not saved_games.is_kept(self.match, self.record):
            self.record.path.unlink(missing_ok=True)
        self.record.release()

    # Rating

    @cached_property
    def first_standing(self) -> str:
        """The standing when it was first asked for; only help changes it."""
        return rating.standing(self.match, self.record)

    @property
    def standing(self) -> str:
        """RATED or UNRATED; empty where ratings play no part."""
        helped = self.record is not None and self.record.helped
        return rating.UNRATED if helped and self.first_standing else self.first_standing

    def used_help(self, coach: bool = False) -> None:
        """Note in the saved game that a hint, undo or the coach was used, and save."""
        if self.record is not None:
            self.record.note_help(coach)
        self.save()

    def spares_rating(self, warning: str) -> bool:
        """Warn, once in a game, before help makes a rated game unrated; False if it cannot, or the player knows."""
        if self.warned_of_help or self.standing != rating.RATED:
            return False
        self.warned_of_help, self.message = True, warning
        self.show()
        return True
