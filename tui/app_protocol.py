"""Interface of the app to its screens and widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record

from .model.bot_pool import BotPool
from .model.keymap import KeyLabels, Keymap
from .model.palette import Palette
from .model.settings import Settings
from .model.terminal import Terminal

if TYPE_CHECKING:
    from .model.reviews import ReviewProgress


class AppProtocol(App[None]):
    """The app as its screens see it: state to read, and requests that the app carries out."""

    SETTINGS: ClassVar[tuple[str, ...]]
    """Settings that a player can change here."""
    GUIDE: ClassVar[str]
    """General part of the help, where it differs from the usual one; empty otherwise."""

    bot_pool: BotPool
    settings: Settings
    terminal: Terminal
    palette: Palette
    themes: Mapping[str, Theme]
    keymap: Keymap
    key_names: KeyLabels
    reported_problems: set[str]
    """Problems with saved games that have been shown, so that none is shown twice."""

    def palette_for(self, seats: Sequence[tuple[str, str]]) -> Palette:
        """The palette for a game of these seats, each a name and a bot's level."""
        raise NotImplementedError

    @property
    def front(self) -> Screen[Any]:
        """Topmost screen, apart from the notice that the window is too small."""
        raise NotImplementedError

    @property
    def few_glyphs(self) -> bool:
        """True when only the glyphs of `themes/glyphs.toml` can be shown."""
        raise NotImplementedError

    @property
    def pace(self) -> float:
        """Minimum time of a bot's move, in seconds."""
        raise NotImplementedError

    @property
    def kept(self) -> str:
        """Sentence on the place where settings are saved."""
        raise NotImplementedError

    # Navigation

    def open_screen(self, name: str) -> None:
        """Open a screen over the one in front: daily, puzzle, new, learn, replays, stats, rating, settings or keys."""
        raise NotImplementedError

    def go_home(self, news: str = "") -> None:
        """Close every screen above home, where `news` is shown, and give up the record of a game at the table."""
        raise NotImplementedError

    def start(self, game: str, seats: Sequence[Seat], options: dict[str, str], seed: int | None) -> None:
        """Start a new game at the table."""
        raise NotImplementedError

    def resume(self, path: str) -> None:
        """Continue a saved game, or view it while another program plays it."""
        raise NotImplementedError

    def play_daily(self, day: date) -> None:
        """Start or continue the first try at the deal of a day."""
        raise NotImplementedError

    def practise(self, day: date) -> None:
        """Continue practice of the deal of a day, or start it."""
        raise NotImplementedError

    def open_calendar(self, day: date, news: str = "") -> None:
        """Show the calendar of daily games over home, with the cursor on a day."""
        raise NotImplementedError

    def replay(self, path: str) -> None:
        """Open a saved game as a replay."""
        raise NotImplementedError

    def look_back(self, path: str, retry: bool) -> None:
        """Show the result of a finished game, or with `retry` the biggest mistakes of its player."""
        raise NotImplementedError

    def branch(self, match: Match, log: Sequence[Action]) -> None:
        """Start a new game that begins with these actions."""
        raise NotImplementedError

    def show_result(self, match: Match, record: Record | None) -> None:
        """Show the result in place of the table."""
        raise NotImplementedError

    def show_replay(self, match: Match, path: Path | None, ply: int = 0, page: str = "") -> None:
        """Open a replay over the screen, at the position after `ply` moves; `page` names a page of the review."""
        raise NotImplementedError

    def review(self, own: ReviewProgress) -> ReviewProgress:
        """Analyse a match in the background; return the analysis of it in progress, if any, instead of `own`."""
        raise NotImplementedError

    def show_lesson(self, game: str, over: bool = False) -> None:
        """Show the lesson of a game, from the step where the player left it, in place of the list of lessons, or `over`
        the screen in front.
        """
        raise NotImplementedError

    def show_lessons(self, finished: str) -> None:
        """Show the list of lessons in place of the finished lesson of a game."""
        raise NotImplementedError

    # Settings and keys

    def apply_settings(self, settings: Settings) -> None:
        """Change the settings, and the glyphs and the theme accordingly."""
        raise NotImplementedError

    def save_or_warn(self, write: Callable[[], None]) -> None:
        """Write a file of settings; if that fails, warn the player: the change holds until the program ends."""
        raise NotImplementedError

    def rebind(self, keymap: Keymap) -> None:
        """Change the keys on all screens."""
        raise NotImplementedError

    async def bound(self, event: events.Key, first: bool = False) -> bool:
        """Run the action of a key and return True; False if it has none. `first` tries priority bindings only."""
        raise NotImplementedError

    def action_help(self) -> None:
        """Open the help on the screen in front."""
        raise NotImplementedError

    def call_to_turn(self, name: str) -> None:
        """Set the window's title to say that it is a player's turn, and ring the bell if the settings allow it."""
        raise NotImplementedError

    def ring(self) -> None:
        """Ring the bell if the settings allow it."""
        raise NotImplementedError

    def set_title(self, text: str) -> None:
        """Set the window's title."""
        raise NotImplementedError
