"""The input of a board: a position and everything shown with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import LogLine, Seat

from ..model.selection import Part

if TYPE_CHECKING:
    from ..model.keymap import KeyLabels


def usual() -> KeyLabels:
    """The default keys."""
    from ..model.keymap import KeyLabels

    return KeyLabels()


@dataclass(frozen=True)
class BoardState:
    """Everything that a board shows. A new one is made after each change and passed to the board."""

    game: Game[Any]
    view: Any
    """An observation: it holds no secrets of other players."""
    before: Any
    """The position after the viewer's last move, or before it on boards with `OWN_TOO`, to mark changes since then; or
    the same as `view`."""
    viewer: int | None
    """The viewer's seat, None for spectators."""
    seats: tuple[Seat, ...]
    options: frozenset[Part] = frozenset()
    picked: tuple[Part, ...] = ()
    left: tuple[Action, ...] = ()
    """Legal actions that use all picks; empty if it is not the viewer's turn."""
    story: tuple[LogLine, ...] = ()
    ply: int = 0
    """Ply of the position on screen: the number of actions played before it."""
    active: bool = False
    """Must the viewer choose an action?"""
    at_table: bool = False
    """Does the viewer play, so that letters name parts of the table also while others move?"""
    hint: str = ""
    """The hint and its reason, while the move that it names is picked; else empty."""
    log_open: bool = False
    """Does the log replace the players, in a small window?"""
    hides: frozenset[str] = frozenset()
    """Names of what a lesson has not explained yet, which the board leaves out."""
    under_text: bool = False
    """Does the text of a lesson cover the foot of the board?"""
    keys: KeyLabels = field(default_factory=usual)
    """Names of the keys that the board's texts mention."""

    @property
    def enter(self) -> str:
        """Name of the key that plays the picks."""
        return self.keys["table.play"]

    @property
    def esc(self) -> str:
        """Name of the key that clears the picks."""
        return self.keys["table.clear"]
