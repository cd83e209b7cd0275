"""What a screen or a widget may ask of its app."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.record import Record

from .model.bot_pool import BotPool
from .model.keymap import KeyLabels, Keymap
from .model.palette import Palette
from .model.settings import Settings
from .model.terminal import Terminal


class AppProtocol(App[None]):
    """The part of the app that lies below its screens: state that they read, and requests that the app carries out."""

    SETTINGS: ClassVar[tuple[str, ...]]
    """Settings that a player can change here."""
    GUIDE: ClassVar[str]
    """The general part of the help, where it is not the ordinary one."""

    bot_pool: BotPool
    settings: Settings
    terminal: Terminal
    palette: Palette
    themes: Mapping[str, Theme]
    keymap: Keymap
    key_names: KeyLabels
    told: set[str]
    """Problems with saved games that have been shown; once is enough."""

    @property
    def front(self) -> Screen[Any]:
        """The screen in front of all others, but for the notice that the window is too small."""
        raise NotImplementedError

    @property
    def pace(self) -> float:
        """Seconds that a bot's move takes at least."""
        raise NotImplementedError

    @property
    def kept(self) -> str:
        """Where settings are kept, in words."""
        raise NotImplementedError

    # Navigation

    def open_screen(self, name: str) -> None:
        """Put a screen over the one in front: new, learn, replays, stats, settings or keys."""
        raise NotImplementedError

    def go_home(self) -> None:
        """Home, whatever is open."""
        raise NotImplementedError

    def start(self, game: str, seats: Sequence[Seat], options: dict[str, str], seed: int | None) -> None:
        """Start a new game at the table."""
        raise NotImplementedError

    def resume(self, path: str) -> None:
        """Continue a saved game, or look at it while another program plays it."""
        raise NotImplementedError

    def replay(self, path: str) -> None:
        """Open a saved game as a replay."""
        raise NotImplementedError

    def branch(self, match: Match, log: Sequence[Action]) -> None:
        """Start a game of its own that begins with those actions."""
        raise NotImplementedError

    def show_result(self, match: Match, record: Record | None) -> None:
        """Show who won, in place of the table."""
        raise NotImplementedError

    def show_replay(self, match: Match, path: Path | None, ply: int = 0) -> None:
        """Put a replay over the screen, at the position after so many moves."""
        raise NotImplementedError

    def show_lesson(self, game: str) -> None:
        """Show a lesson in place of the list of lessons."""
        raise NotImplementedError

    def show_lessons(self, finished: str) -> None:
        """Show the list of lessons in place of a lesson that is finished."""
        raise NotImplementedError

    # Settings and keys

    def apply_settings(self, settings: Settings) -> None:
        """Change the settings, and what follows from them on screen."""
        raise NotImplementedError

    def keep(self, write: Callable[[], None]) -> None:
        """Write a file of settings; where that fails, what is set holds until the program ends."""
        raise NotImplementedError

    def rebind(self, keymap: Keymap) -> None:
        """Change the keys, on all screens at once."""
        raise NotImplementedError

    async def bound(self, event: events.Key, first: bool = False) -> bool:
        """Do what a key is bound to, if anything; `first`: only what comes before all else."""
        raise NotImplementedError

    def action_help(self) -> None:
        """Help on the screen in front."""
        raise NotImplementedError

    def call_to_turn(self, name: str) -> None:
        """Ring the bell and set the window's title: it is a person's turn."""
        raise NotImplementedError

    def set_title(self, text: str) -> None:
        """Set the window's title."""
        raise NotImplementedError
