"""Texts beside a board: the player's task, the part under the cursor, reasons why a part cannot be picked."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rich.cells import cell_len

from tabletown.rules.core.game import Action

from ..model.selection import Part
from .board_state import BoardState


class Prompts(ABC):
    """The texts of one game. `width` is the window's width in columns; no text may be wider."""

    def __init__(self, width: int) -> None:
        self.width = width

    @abstractmethod
    def prompt(self, state: BoardState) -> str:
        """The viewer's task, to follow "Your turn: "."""

    @abstractmethod
    def notice(self, state: BoardState) -> str:
        """The progress of the game, and the state of the race."""

    @abstractmethod
    def alarm(self, state: BoardState) -> str:
        """A warning that the end is near; empty if it is not."""

    @abstractmethod
    def detail(self, state: BoardState, part: Part | None) -> str:
        """The effect of the picks or of the part under the cursor, or the reason why it cannot be picked."""

    @abstractmethod
    def why(self, state: BoardState, part: Part) -> str:
        """The reason why the part cannot be picked now."""

    def missing(self, state: BoardState) -> str:
        """The rest that the picks need, if Enter must not start another choice in their place; else empty."""
        return ""

    def warning(self, state: BoardState) -> str:
        """The notification when the alarm has a new cause."""
        return f"{self.alarm(state)}: {self.notice(state)}."

    def typed(self, state: BoardState, action: Action) -> str:
        """The result of a legal action that the viewer has typed."""
        return f"{state.enter}: {state.game.describe(state.view, action, 'second')}"

    def fitting(self, *texts: str) -> str:
        """The first of the texts that fits on the line below the board, else the last."""
        return next((text for text in texts if cell_len(text) <= self.width - 2), texts[-1])
