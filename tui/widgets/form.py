"""A form for the keyboard: rows of choices, changed with left and right, and rows of typed text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

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
    most: int = 24
    """Maximum width of typed text in cells."""
    if_empty: str = ""
    """Word in place of an empty text."""

    @property
    def title(self) -> str:
        return dict(self.choices).get(self.value, self.value)

    @property
    def number(self) -> int:
        """The place of the value among the choices, from 1."""
        return [value for value, _ in self.choices].index(self.value) + 1


class Slot(NamedTuple):
    """A choice on screen: its column, its value, words before it that it shares with those after it, its own title."""

    x: int
    value: str
    prefix: str
    title: str


LABEL = 14
"""Maximum width of a label in cells."""
FIRST = 3 + LABEL
"""Column of the first choice or of typed text."""
GAPS = (3, 2)
"""Columns between the titles of two choices, the fewer where the choices do not fit otherwise."""


class Form(Widget, can_focus=True):
    """Rows one below the other; the row under the cursor can be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("form")]
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
        p = self.palette
        canvas = Canvas(self.size.width, 1, p.style())
        if y >= len(self.rows):
            return canvas.strip(0)
        row, focused = self.rows[y], y == self.cursor_row and self.has_focus
        canvas.write(1, 0, p["here"] if focused else " ", p.style("cursor", bold=True))
        canvas.write(3, 0, row.label, p.style("ink" if focused else "muted", bold=focused))
        x = self._paint_choices(canvas, row, focused) if row.choices else self._paint_text(canvas, row, focused)
        canvas.write(x + 1, 0, row.hint if focused else "", p.style("muted"))
        return canvas.strip(0)

    def _paint_choices(self, canvas: Canvas, row: Row, focused: bool) -> int:
        """Paint the choices of a row, and return the column after them."""
        p, slots = self.palette, self.slots(row)
        x, left, right = FIRST, *(signs(slots) if focused else ("  ", ""))
        for slot in slots:
            canvas.write(slot.x - cell_len(slot.prefix), 0, slot.prefix, p.style("muted"))
            x = canvas.write(slot.x + 2, 0, slot.title, p.style("muted"))
        for slot in slots:
            if slot.value == row.value:
                paper = "card" if focused else "felt"
                canvas.write(slot.x, 0, f"{left}{slot.title}{right}", p.style("ink", paper, bold=True))
                if p.bare:
                    canvas.write(slot.x + 2, 0, slot.title, p.style("ink", paper, bold=True, underline=True))
        if len(slots) < len(row.choices):
            x = canvas.write(x + 3, 0, f"choice {row.number} of {len(row.choices)}", p.style("muted"))
        return x

    def _paint_text(self, canvas: Canvas, row: Row, focused: bool) -> int:
        """Paint the typed text of a row, and return the column after its field."""
        p, text = self.palette, row.value
        style = p.style("ink", "card" if focused else "felt", bold=focused)
        canvas.write(FIRST, 0, " " * (row.most + 4), style)
        marked = p.style("card", "ink", bold=True) if focused and row.fresh else style
        x = canvas.write(FIRST + 2, 0, text, marked)
        if focused:
            canvas.write(x, 0, "_", p.style("cursor", "card", bold=True))
        elif not text:
            canvas.write(x, 0, row.if_empty, p.style("muted"))
        return x + row.most - cell_len(text) + 2

    def slots(self, row: Row) -> list[Slot]:
        """Places of all choices of a row; only of the chosen one if they do not fit side by side."""
        for gap in GAPS:
            slots, end = side_by_side(row, gap)
            if end <= self.size.width:
                return slots
        return [Slot(FIRST, row.value, "", row.title)]

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
        if not row.choices and event.character and event.is_printable and cell_len(before) < row.most:
            event.stop()
            event.prevent_default()
            self._set(before + event.character)

    def _set(self, value: str) -> None:
        row = self.rows[self.cursor_row]
        row.value, row.fresh = value, False
        self.refresh()
        self.post_message(self.Changed(row))

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked: a choice, or one of the signs beside the chosen value."""
        if not 0 <= event.y < len(self.rows):
            return
        row, again = self.rows[event.y], event.y == self.cursor_row
        self.cursor_row = event.y
        slots = self.slots(row)
        slot = next((slot for slot in reversed(slots) if slot.x <= event.x), None)
        if again and slot and slot.value == row.value:
            self.action_change(-1 if event.x == slot.x else 1)
        elif slot and row.choices:
            self._set(slot.value)


def signs(slots: Sequence[Slot]) -> tuple[str, str]:
    """Signs on either side of the chosen title, which must not touch the titles beside it."""
    close = any(
        before.x + 2 + cell_len(before.title) >= after.x for before, after in pairwise(slots) if not after.prefix
    )
    return (" <", ">") if close else ("< ", " >")


def side_by_side(row: Row, gap: int) -> tuple[list[Slot], int]:
    """Places of all choices of a row with gaps of that width, and the column after the last."""
    slots: list[Slot] = []
    x, before = FIRST, ""
    for value, title in row.choices:
        prefix, _, name = title.rpartition(": ")
        label = "" if prefix == before else f"  {prefix}:"
        slots.append(Slot(x + cell_len(label), value, label, name))
        x, before = x + cell_len(label + name) + gap, prefix
    return slots, x - gap + len("<  >")
