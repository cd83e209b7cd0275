"""A screen with a form whose highlighted row is explained below it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from ..widgets.form import Form, Row
from ..widgets.key_footer import KeyFooter
from .chat import OnlineScreen


class FormPage(OnlineScreen):
    """The frame of a form."""

    CSS_PATH = "../screens/form.tcss"
    HEADING: ClassVar[str]

    def rows(self, values: dict[str, str]) -> list[Row]:
        """Rows of the form for what has been chosen so far."""
        raise NotImplementedError

    def explain(self) -> None:
        """Explain the value of the highlighted row."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(self.HEADING, classes="title")
            yield Form(self.app.palette, self.rows({}))
            yield Static("", id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.form.focus()
        self.watch(self.form, "cursor_row", self.explain)

    @property
    def form(self) -> Form:
        return self.query_one(Form)

    def values(self) -> dict[str, str]:
        return {row.key: row.value for row in self.form.rows}

    def say(self, text: str) -> None:
        """Show a text below the form."""
        self.query_one("#about", Static).update(text)
