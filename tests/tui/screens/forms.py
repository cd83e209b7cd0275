"""Helpers for the tests of forms and lists."""

from __future__ import annotations

from textual.pilot import Pilot

from tabletown.tui.widgets.form import Form, Row


def name(pilot: Pilot[None]) -> str:
    """The kind of screen in front."""
    return type(pilot.app.screen).__name__


def row(pilot: Pilot[None], key: str) -> Row:
    return next(row for row in pilot.app.screen.query_one(Form).rows if row.key == key)


async def go(pilot: Pilot[None], key: str) -> None:
    """Move the cursor to a row of the form."""
    form = pilot.app.screen.query_one(Form)
    form.cursor_row = [row.key for row in form.rows].index(key)
    await pilot.pause()
