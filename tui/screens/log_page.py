"""The whole log of a match, to scroll through."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tabletown.rules.core.match import Seat

from ..model.actions import bindings
from ..narration.grammar import clause
from ..widgets.key_footer import KeyFooter
from ..widgets.move_log import Entry
from .base import TabletownScreen

LOG_KEY = Binding("o", "app.pop_screen", "Back", show=False, id="game.log")
"""The key that opened the page closes it too."""


class LogPage(TabletownScreen):
    """Every entry of a log, the newest at the end, where the page starts."""

    DEFAULT_CSS = """
    LogPage #title { height: 1; background: $felt; }
    LogPage #text { padding: 0 1; background: $felt; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help"), LOG_KEY]

    def __init__(self, seats: Sequence[Seat], log: Sequence[Entry]) -> None:
        super().__init__()
        self.seats, self.entries = seats, log

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with VerticalScroll(id="text", can_focus=False):
            yield Static(id="log", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.call_after_refresh(self.query_one("#text", VerticalScroll).scroll_end, animate=False)

    def on_resize(self) -> None:
        p, width = self.app.palette, self.size.width
        self.query_one("#title", Static).update(Text(f"{p['rule']} Log ".ljust(width, p["rule"]), p.style("muted")))
        self.query_one("#log", Static).update(self.text(width - 4))

    def text(self, width: int) -> Text:
        """The log in lines of so many columns, each entry with its number, the name in the colour of the seat."""
        p, rows = self.app.palette, list[Text]()
        for entry in self.entries:
            name = self.seats[entry.player].name
            number = f"{entry.first + 1:4} "
            first, *others = wrap(clause(name, *entry.predicates), width - len(number), subsequent_indent="  ")
            named, rest = first[: len(name)], first[len(name) :]
            number_style, name_style = p.style("faint"), p.style(f"seat-{entry.player + 1}")
            rows.append(Text.assemble((number, number_style), (named, name_style), (rest, p.style())))
            rows += [Text(f"{' ' * len(number)}{line}", p.style()) for line in others]
        return Text("\n").join(rows or [Text("No moves yet.", p.style("faint"))])
