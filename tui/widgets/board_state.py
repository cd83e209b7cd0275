"""What a board is given to show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tabletown.rules.core.game import Action, Game
from tabletown.rules.core.match import LogLine, Seat

from ..model.selection import Part

if TYPE_CHECKING:
    from ..model.keymap import KeyLabels


def usual() -> KeyLabels:
    """The keys as they are by default."""
    from ..model.keymap import KeyLabels

    return KeyLabels()


@dataclass(frozen=True)
class BoardState:
    """All that a board shows. It is made anew after each change, and handed down."""

    game: Game[Any]
    view: Any
    """An observation: nothing in it is secret from who looks at the screen."""
    before: Any
    """What was on the table when the one who looks had last moved, or before that move where a board says so, to show
    what is new since; or the same as `view`."""
    viewer: int | None
    """The seat that looks, None for spectators."""
    seats: tuple[Seat, ...]
    options: frozenset[Part] = frozenset()
    picked: tuple[Part, ...] = ()
    left: tuple[Action, ...] = ()
    """Legal actions that use everything picked; empty when it is not the viewer's turn."""
    story: tuple[LogLine, ...] = ()
    shown: int = 0
    """Ply that is on screen: the number of actions played before it."""
    active: bool = False
    """Is the viewer asked for an action?"""
    log_open: bool = False
    """In a small window: the log in place of the players."""
    keys: KeyLabels = field(default_factory=usual)
    """How the keys are called that the board's words tell of."""

    @property
    def enter(self) -> str:
        """The key that plays."""
        return self.keys["table.play"]

    @property
    def esc(self) -> str:
        """The key that puts back."""
        return self.keys["table.clear"]
