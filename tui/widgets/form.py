"""A form for the keyboard: rows of choices, changed with left and right, and rows of typed text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from ..model.actions import bindings
from ..model.palette import Palette
from .canvas import Canvas


@dataclass
class Row:
    """A row of a form. `choices` are (value, title) pairs; if there are none, the value is typed."""

    key: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    fresh: bool = False
    """Does the first character typed replace the value?"""

    @property
    def title(self) -> str:
        return dict(self.choices).get(self.value, self.value)


class Form(Widget, can_focus=True):
    """Rows one below the other; the row under the cursor can be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form")]
    LABEL = 14
    BACK = range(LABEL + 4, LABEL + 6)
    """Columns of "< " in a row."""
    MOST = 24

    cursor_row: reactive[int] = reactive(0, repaint=False)

    @dataclass
    class Changed(Message):
        """The value of a row has changed."""

        row: Row

    def __init__(self, palette: Palette, rows: list[Row]) -> None:
        super().__init__()
        self.palette, self.rows = palette, rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.rows)

    def reset(self, rows: list[Row]) -> None:
        self.rows = rows
        self.cursor_row = min(self.cursor_row, len(rows) - 1)
        self.refresh(layout=True)

    def render_line(self, y: int) -> Strip:
        p, width = self.palette, self.size.width
        canvas = Canvas(width, 1, p.style())
        if y >= len(self.rows):
            return canvas.strip(0)
        row, focused = self.rows[y], y == self.cursor_row and self.has_focus
        canvas.write(1, 0, p["here"] if focused else " ", p.style("cursor", bold=True))
        canvas.write(3, 0, row.label, p.style("ink" if focused else "muted", bold=focused))
        x = self.LABEL + 4
        text = row.title
        style = p.style("ink", "card" if focused else "felt", bold=focused)
        if row.choices:
            open_, close = ("< ", " >") if focused else ("  ", "  ")
            x = canvas.write(x, 0, f"{open_}{text}{close}", style)
        else:
            canvas.write(x, 0, " " * (self.MOST + 4), style)
            marked = p.style("card", "ink", bold=True) if focused and row.fresh else style
            x = canvas.write(x + 2, 0, text, marked)
            if focused:
                canvas.write(x, 0, "_", p.style("cursor", "card", bold=True))
            x += self.MOST - cell_len(text) + 2
        canvas.write(x + 1, 0, row.hint if focused else "", p.style("muted"))
        return canvas.strip(0)

    def watch_cursor_row(self, old: int, new: int) -> None:
        self.refresh(Region(0, old, self.size.width, 1), Region(0, new, self.size.width, 1))

    def action_walk(self, step: int) -> None:
        self.cursor_row = (self.cursor_row + step) % len(self.rows)

    def action_change(self, step: int) -> None:
        row = self.rows[self.cursor_row]
        if row.choices:
            values = [value for value, _ in row.choices]
            at = values.index(row.value) if row.value in values else 0
            self._set(values[(at + step) % len(values)])

    def action_rub(self) -> None:
        row = self.rows[self.cursor_row]
        if not row.choices:
            self._set(row.value[:-1])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys that change a choice in a row of text, where space and letters are typed."""
        return not (action == "change" and parameters == (1,) and not self.rows[self.cursor_row].choices)

    def on_key(self, event: events.Key) -> None:
        row = self.rows[self.cursor_row]
        before = "" if row.fresh else row.value
        if not row.choices and event.character and event.is_printable and cell_len(before) < self.MOST:
            event.stop()
            event.prevent_default()
            self._set(before + event.character)

    def _set(self, value: str) -> None:
        row = self.rows[self.cursor_row]
        row.value, row.fresh = value, False
        self.refresh()
        self.post_message(self.Changed(row))

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self.rows):
            if event.y == self.cursor_row:
                self.action_change(-1 if event.x in self.BACK else 1)
            self.cursor_row = event.y
