"""What a board says beside the picture: what to do, what the cursor is on, why something cannot be picked."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rich.cells import cell_len

from ..model.selection import Part
from .board_state import BoardState


class Prompts(ABC):
    """The texts of one game. `width` is that of the window in columns; no text may need more."""

    def __init__(self, width: int) -> None:
        self.width = width

    @abstractmethod
    def prompt(self, state: BoardState) -> str:
        """What the viewer is asked to do, after "Your turn: "."""

    @abstractmethod
    def notice(self, state: BoardState) -> str:
        """How far the game is, and the state of the race."""

    @abstractmethod
    def alarm(self, state: BoardState) -> str:
        """That the end is near; empty when it is not."""

    @abstractmethod
    def detail(self, state: BoardState, part: Part | None) -> str:
        """What the part under the cursor or the picks would do, or why they cannot be picked."""

    @abstractmethod
    def why(self, state: BoardState, part: Part) -> str:
        """Why the part cannot be picked now."""

    def warning(self, state: BoardState) -> str:
        """The notification when the alarm is first given."""
        return f"{self.alarm(state)}: {self.notice(state)}"

    def fitting(self, *texts: str) -> str:
        """The first of the texts that fits into the line below the board, else the last."""
        return next((text for text in texts if cell_len(text) <= self.width - 2), texts[-1])
