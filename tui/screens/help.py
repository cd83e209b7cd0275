"""Help: at a table what the game is about, then the keys of the screen, how to read the table, and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from tabletown import rules

from ..model.actions import bindings
from ..model.palette import Palette
from ..narration import game_ui
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen
from .match_base import MatchScreen

GENERAL = """\
# Using Tabletown

Play with the keyboard or the mouse. Every move is saved before it is shown: leave whenever you like and choose
**Continue** on the home screen to pick it up again.

- **Home**: use the arrow keys, or press an entry's letter.
- **New game**: up and down choose a row, left and right change it, {setup.start} starts.
- **Replays**: find, name, mark, delete and import your games; {replays.undo} restores a deleted one.
- **Learn**: a short lesson for each game.
- **Table**: `{board.left} {board.down} {board.up} {board.right}` move the cursor, {board.next-zone} jumps to the
  next part of the table, {table.play} picks an item or plays your move.
- **Mouse**: a click picks an item, and another one there plays your move. The keys in the last line can be clicked.
- **Help** is always `{game.help}`; `{app.palette}` opens the command palette. Change keys in Settings.
"""


SIGN = re.compile(r"\{glyph:([a-z-]+)(?::(\d))?\}")
"""Placeholder for a glyph of the board in a text: {glyph:statue}, or one of a row: {glyph:place-types:4}."""


MARGINS = 8
"""Columns beside the text: its padding and the scroll bar."""


def parted(page: str, sections_before: int) -> tuple[str, str]:
    """The opening of a game's help, with its title and first sections, and the rest."""
    title, *sections = page.split("\n## ")
    opening, rest = "\n## ".join([title, *sections[:sections_before]]), sections[sections_before:]
    return opening, "".join(f"\n## {section}" for section in rest)


def with_signs(text: str, palette: Palette) -> str:
    """Replace the placeholders in a text with the glyphs of this terminal."""
    return SIGN.sub(lambda match: palette[match[1]][int(match[2])] if match[2] else palette[match[1]], text)


class Text(Markdown):
    """Markdown with ASCII bullets."""

    BULLETS = ["- "] * 5


class Help(TabletownScreen):
    """Help on the screen `about`: of its game, or on the program and all games."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help")]

    def __init__(self, about: Screen[Any], first: str = "") -> None:
        """`first` is an opening in Markdown in place of the usual one."""
        super().__init__()
        self.about, self.first = about, first

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="text", can_focus=False):
            if opening := self.opening():
                yield Text(self.filled(opening), id="opening")
            yield Static(self.keys(self.app.size.width - MARGINS), id="keys", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.call_after_refresh(self.add_pages)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#keys", Static).update(self.keys(event.size.width - MARGINS))

    @work
    async def add_pages(self) -> None:
        """Add the pages below the keys, which are on screen already: long pages take a moment."""
        for page in self.pages():
            await self.query_one("#text").mount(Text(self.filled(page)))

    def filled(self, page: str) -> str:
        """A page with the names of keys and the glyphs of this terminal."""
        return with_signs(self.app.key_names.fill(page), self.app.palette)

    def opening(self) -> str:
        """The opening of the help of the game at hand, or of the screen, in Markdown; empty for most screens."""
        if self.first:
            return self.first
        if isinstance(self.about, MatchScreen):
            return self.about_game()[0]
        return self.about.help_opening() if isinstance(self.about, TabletownScreen) else ""

    def about_game(self) -> tuple[str, str]:
        """The help of the game at hand, in Markdown: above and below the keys."""
        assert isinstance(self.about, MatchScreen)
        ui = game_ui.load(self.about.match.name)
        return parted(ui.help(self.about.match.options), ui.help_opening)

    def pages(self) -> Iterator[str]:
        """The help below the keys, in Markdown: the rest of that of the game, or of the program and of every game."""
        if isinstance(self.about, MatchScreen):
            yield self.about_game()[1]
        else:
            yield self.app.GUIDE or GENERAL
            yield from (game_ui.load(name).help() for name in rules.GAMES)

    def keys(self, columns: int) -> str:
        """Keys and their actions in so many columns, each action from a line of its own on, beside its keys."""
        seen: dict[str, list[str]] = {}
        for _, binding, _, tooltip in self.about.active_bindings.values():
            if not binding.id or (binding.id.startswith("app.") and binding.id != "app.palette"):
                continue
            keys = binding.key_display or self.app.get_key_display(binding)
            meaning = tooltip or binding.tooltip or binding.description
            if keys not in seen.setdefault(meaning, []):
                seen[meaning].append(keys)
        rows = [(" ".join(keys), meaning) for meaning, keys in seen.items()]
        width = max((len(keys) for keys, _ in rows), default=0)
        lines = [
            line
            for keys, meaning in rows
            for line in wrap(f"{keys:>{width}}  {meaning}", columns, subsequent_indent=" " * (width + 2))
        ]
        return "\n".join(["Keys", "", *lines])
