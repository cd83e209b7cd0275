"""The app: settings, themes and navigation."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.actions import ActionParseResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import OptionList

from tabletown import themes
from tabletown.rules.core.match import human_seats
from tabletown.themes.colours import for_depth, table_colours

from .model import files
from .model import keymap as keys
from .model import settings as config
from .model import terminal as terminals
from .model.actions import bindings
from .model.bot_pace import PACE
from .model.bot_pool import BotPool
from .model.keymap import Keymap
from .model.palette import Palette
from .model.settings import Settings
from .model.smallest_window import LEAST
from .model.terminal import Terminal
from .navigation import Navigator
from .screens.base import TabletownScreen
from .screens.too_small import TooSmall
from .widgets.closable_screen import ClosableScreen, is_open

if TYPE_CHECKING:
    from textual.command import Provider


LOOK = 2.0
"""Seconds between checks that the terminal is still there."""


def provider() -> type[Provider]:
    """The provider of the command palette, loaded when the palette opens."""
    from .screens.command_palette import Actions

    return Actions


class TabletownApp(Navigator):
    """The app of one player. It starts with the screen `opening`, if any, over home, and shows `problems`."""

    TITLE = "Tabletown"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[Any]] = {provider}
    SETTINGS: ClassVar[tuple[str, ...]] = (*config.CHOICES, *config.TYPED, "keys")
    """Settings that a player can change here."""
    GUIDE: ClassVar[str] = ""
    """General part of the help, where it differs from the usual one; empty otherwise."""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]

    def __init__(self, bot_pool: BotPool, settings: Settings, terminal: Terminal, problems: Sequence[str] = ()) -> None:
        super().__init__(ansi_color=True if terminal.flat else None)
        self.bot_pool, self.settings, self.terminal = bot_pool, settings, terminal
        self.reported_problems: set[str] = set()
        """Problems with saved games that have been shown, so that none is shown twice."""
        self.environ: Mapping[str, str] = dict(os.environ)
        """Variables about the terminal."""
        self.shares_process = False
        """True when other apps run in this process."""
        self.opening: Screen[Any] | None = None
        self.problems = list(problems)
        user_themes, wrong = themes.load(files.config_folder() / "themes")
        self.problems += wrong
        self.themes = {theme.name: theme for theme in user_themes}
        for theme in user_themes:
            self.register_theme(for_depth(theme, self.terminal.colours))
        self.keymap, wrong = keys.load()
        self.problems += wrong
        self.set_keymap(self.keymap.textual())
        self.apply_theme()
        if not terminal.animation:
            self.animation_level = "none"

    @property
    def available_themes(self) -> dict[str, Theme]:
        """All themes by name, not a copy as in Textual, which looks a theme up for each line that it draws."""
        return self._registered_themes

    def apply_theme(self) -> None:
        """Apply the theme and the glyphs of the settings; an unknown theme becomes a problem, and dusk is used."""
        name = self.settings.theme
        if self.terminal.flat:
            name = "ansi-light" if self.terminal.light else "ansi"
        if name not in self.themes:
            self.problems.append(f"Unknown theme {name!r}; using dusk. Choose another in Settings.")
            name = "dusk"
        self.theme = name
        colours, bare = table_colours(self.themes[name], self.terminal.colours), self.terminal.colours == "none"
        self.palette = Palette(colours, themes.glyphs(self.terminal.glyphs), self.terminal.flat, bare)
        self.key_names = keys.KeyLabels(self.keymap, self.few_glyphs)
        self.set_class(self.few_glyphs, "-few")
        self.set_class(bare, "-bare")

    def palette_for(self, seats: Sequence[tuple[str, str]]) -> Palette:
        """The palette for a game of these seats: the only person has the same colour in any seat, and so have the
        players after them.
        """
        people = human_seats(seats)
        return self.palette.seen_from(people[0], len(seats)) if len(people) == 1 and people[0] else self.palette

    @property
    def few_glyphs(self) -> bool:
        """True when only the glyphs of `themes.glyphs.toml` can be shown: not Textual's own, such as arrows."""
        return self.terminal.glyphs != "unicode"

    @property
    def kept(self) -> str:
        """Sentence on the folder in which settings are saved."""
        return f"Saved in {files.config_folder()}"

    @property
    def pace(self) -> float:
        return PACE[self.settings.pace]

    @property
    def has_process(self) -> bool:
        """True when the signals and the standard streams of the process are its own."""
        return not (self.is_headless or self.shares_process)

    def on_mount(self) -> None:
        if self.has_process:
            for name in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(name, self.exit)
            self.set_interval(LOOK, self._end_when_lost)
        self.go_home()
        if self.opening is not None:
            self.push_screen(self.opening)
        if not gc.isenabled():
            self.call_after_refresh(resume_garbage_collection)
        for problem in self.problems:
            self.notify(problem, severity="warning", markup=False)

    def _end_when_lost(self) -> None:
        """Exit if the terminal is gone: a program that waits for this one, such as make, may have caught the signal."""
        if sys.__stdin__ is None:
            return
        looked = select.poll()
        looked.register(sys.__stdin__, select.POLLHUP)
        if any(event & select.POLLHUP for _, event in looked.poll(0)):
            self.exit()

    def get_key_display(self, binding: Binding) -> str:
        """Label of a key; arrows by name where the glyphs have none."""
        return binding.key_display or keys.label(binding.key, self.few_glyphs)

    def on_resize(self, event: events.Resize) -> None:
        """Cover a window that is too small with a notice, and uncover it once it is large enough."""
        fits = event.size.width >= LEAST[0] and event.size.height >= LEAST[1]
        small = isinstance(self.screen, TooSmall)
        if fits and small:
            self.pop_screen()
        elif not fits and not small:
            self.push_screen(TooSmall(*LEAST))
        if self.has_process:
            self.set_timer(0.1, self._measure_again)

    def _measure_again(self) -> None:
        """Read the size again: Linux signals it just before it can be read (`pty_resize`), so one may be missed."""
        size = Size(*shutil.get_terminal_size())
        if size != self.size:
            self.post_message(events.Resize(size, size))

    def notify(self, message: str, *args: Any, **extra: Any) -> None:
        """Show a notice in the screen's own line, if it has one, or in a bar above the keys."""
        front = self.front if self.screen_stack else None
        if not (isinstance(front, TabletownScreen) and front.shows_notice(message)):
            super().notify(message, *args, **extra)

    # Settings

    def apply_settings(self, settings: Settings) -> None:
        """Change the settings, and the glyphs and the theme accordingly."""
        self.settings = settings
        self.terminal = replace(self.terminal, glyphs=terminals.terminal(settings, self.environ).glyphs)
        self.apply_theme()

    def save_or_warn(self, write: Callable[[], None]) -> None:
        """Write a file of settings; if that fails, warn the player: the change holds until the program ends."""
        try:
            write()
        except OSError as error:
            text = f"Applied, but could not be saved: {error.strerror or error}"
            self.notify(text, severity="warning", markup=False)

    def rebind(self, keymap: Keymap) -> None:
        """Change the keys on all screens."""
        self.keymap = keymap
        self.key_names = keys.KeyLabels(keymap, self.few_glyphs)
        self.set_keymap(keymap.textual())

    def get_default_screen(self) -> Screen[None]:
        """Return the empty screen below all others."""
        return ClosableScreen(id="_default")

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless the screen puts a key in its own queue."""
        if (
            isinstance(event, events.Key)
            and not event.is_forwarded
            and isinstance(self.screen, TabletownScreen)
            and self.screen.queues(event)
        ):
            return
        await super().on_event(event)

    def on_app_blur(self, event: events.AppBlur) -> None:
        """Keep the focus where it is while the window has lost it.

        Textual takes it away at once, before the screen has handled the keys in its queue: Enter in the line for a
        move would then pick what is under the cursor.
        """
        event.prevent_default()

    async def bound(self, event: events.Key, first: bool = False) -> bool:
        """Run the action of a key and return True; False if it has none. `first` tries priority bindings only."""
        return await self._check_bindings(event.key, priority=first)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, but not on a screen that has been left or is not mounted yet."""
        node = default_namespace
        if isinstance(node, Widget) and not (is_open(node) and node.screen.is_mounted):
            return False
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except KeyError:
            if isinstance(node, OptionList):
                return False  # a list that is not laid out yet has no pages
            raise

    def action_command_palette(self) -> None:
        """Open the command palette with the actions of this screen."""
        from .screens.command_palette import Commands

        if not isinstance(self.screen, Commands | TooSmall):
            self.push_screen(Commands(placeholder="Search commands"))

    def action_help(self) -> None:
        from .screens.help import Help

        if not isinstance(self.screen, Help):
            self.push_screen(Help(self.screen))

    # Bell and title

    def call_to_turn(self, name: str) -> None:
        """Set the window's title to say that it is a player's turn, and ring the bell if the settings allow it."""
        self.set_title("Your turn - Tabletown" if name == "You" else f"{name}: your turn - Tabletown")
        self.ring()

    def ring(self) -> None:
        """Ring the bell if the settings allow it."""
        if self.settings.bell == "on":
            self.bell()

    def set_title(self, text: str) -> None:
        if self._driver is not None and not self.is_headless and self.terminal.titled:
            safe = "".join(c for c in text if c.isprintable())
            self._driver.write(f"\x1b]2;{safe}\x07")


def resume_garbage_collection() -> None:
    """Collect garbage again, without looking for it in all that the start has loaded."""
    gc.freeze()
    gc.enable()
