"""Help: the keys of the screen that it was asked from, how to read the table, and the rules in short."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Markdown, Static

from tabletown import rules

from ..model.actions import bindings
from ..model.keymap import KeyLabels
from ..narration import game_ui
from .base import TabletownScreen
from .match_base import MatchScreen

GENERAL = """\
# Tabletown

Everything is done with the keyboard; the mouse works too. A game is on disk before it is on the screen:
leave at any time, **Continue** goes on where you were.

- **Home**: arrow keys or the letter of an entry.
- **New game**: up and down choose a line, left and right change it, {setup.start} starts.
- **Learn**: a lesson for every game, on a real table, in a few minutes.
- **Table**: `{board.left} {board.down} {board.up} {board.right}` move the cursor, {board.next-zone} goes to the next
  zone, {table.play} picks and plays.
- **Help** is `{game.help}` everywhere, and `{app.palette}` lists by name what can be done. Settings change the keys.
"""


KEY = re.compile(r"\{([a-z0-9]+\.[a-z0-9-]+)\}")
"""Where a text names the key of a binding."""


class Text(Markdown):
    """Markdown with bullets that every terminal can show."""

    BULLETS = ["- "] * 5


def with_keys(text: str, names: KeyLabels) -> str:
    """A text with the keys that are in use."""
    return KEY.sub(lambda found: names[found[1]], text)


class Help(TabletownScreen):
    """Texts, one screen away from everywhere."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help")]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self.about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="text", can_focus=False):
            yield Static(self.keys(), id="keys", markup=False)
            yield Text(self.text())
        yield Footer(compact=True, show_command_palette=False)

    def text(self) -> str:
        if isinstance(self.about, MatchScreen):
            text = game_ui.load(self.about.match.name).help(self.about.match.options)
        else:
            text = (self.app.GUIDE or GENERAL) + "\n" + "\n".join(game_ui.load(name).help() for name in rules.GAMES)
        return with_keys(text, self.app.key_names)

    def keys(self) -> str:
        """What the bindings say, one key a line."""
        seen: dict[str, list[str]] = {}
        for _, binding, _, tooltip in self.about.active_bindings.values():
            if not binding.id or (binding.id.startswith("app.") and binding.id != "app.palette"):
                continue
            keys = binding.key_display or self.app.get_key_display(binding)
            said = tooltip or binding.tooltip or binding.description
            if keys not in seen.setdefault(said, []):
                seen[said].append(keys)
        rows = [(" ".join(keys), said) for said, keys in seen.items()]
        width = max((len(keys) for keys, _ in rows), default=0)
        lines = [f"{keys:>{width}}  {said}" for keys, said in rows]
        return "\n".join(["Keys", "", *lines])

    def action_scroll(self, lines: int) -> None:
        self.query_one("#text", VerticalScroll).scroll_relative(y=lines, animate=False)
