"""The form for a new table: game, options, seats, bots and password."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS

from ..model.actions import bindings
from ..protocol.client_messages import Open
from ..screens.base import TabletownScreen
from ..screens.new_game import BOT_CHOICES, game_rows, meaning, pick
from ..widgets.form import Form, Row
from ..widgets.key_footer import KeyFooter
from .app_protocol import OnlineAppProtocol

OPEN = "open"
SEATS_HINT = "You take seat 1. Players with the table code fill the open seats; bots are ready at once."
PASSWORD = "Leave empty to let anyone join. The lobby lists the table either way."


class NewTable(TabletownScreen):
    """The screen with the form; one key opens the table."""

    app: OnlineAppProtocol
    CSS_PATH = "../screens/form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("new-table")]

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("New table", classes="title")
            yield Form(self.app.palette, rows({}))
            yield Static("", id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Form).focus()
        self.watch(self.query_one(Form), "cursor_row", self.explain)

    def values(self) -> dict[str, str]:
        return {row.key: row.value for row in self.query_one(Form).rows}

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        if event.row.key in ("game", "seats"):
            self.query_one(Form).reset(rows(self.values()))
        self.explain()

    def explain(self) -> None:
        """Explain the value of the highlighted row."""
        form = self.query_one(Form)
        row = form.rows[form.cursor_row]
        words = meaning(self.values()["game"], row.key, row.value)
        if row.key.startswith("seat"):
            words = LEVELS[row.value].description if row.value in LEVELS else SEATS_HINT
        elif row.key == "password":
            words = PASSWORD
        self.query_one("#about", Static).update(words)

    def action_open(self) -> None:
        values = self.values()
        game = rules.load(values["game"])
        options = {option.key: values[option.key] for option in game.OPTIONS}
        rest = [values[f"seat-{n}"] for n in range(2, int(values["seats"]) + 1)]
        seats = ["", *("" if kind == OPEN else kind for kind in rest)]
        self.app.pop_screen()
        self.app.session.send(Open(game.NAME, options, seats, values["password"]))


def rows(values: dict[str, str]) -> list[Row]:
    """Rows of the form for the game and number of seats chosen so far."""
    form_rows = game_rows(values, "Seats")
    occupants = ((OPEN, "open"), *BOT_CHOICES)
    for n in range(2, int(form_rows[-1].value) + 1):
        form_rows.append(Row(f"seat-{n}", f"Seat {n}", pick(values, f"seat-{n}", dict(occupants), OPEN), occupants))
    return [*form_rows, Row("password", "Password", values.get("password", ""), hint="none")]
