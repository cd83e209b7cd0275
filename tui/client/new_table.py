"""The form for a new table: game, options, seats, bots and password."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import BindingType

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS

from ..model.actions import bindings
from ..protocol.client_messages import Open
from ..protocol.clocks import BOT, CLOCKS, LOSS, NONE, is_slow
from ..screens.new_game import BOT_CHOICES, chosen_options, game_rows, meaning, pick
from ..widgets.form import Form, Row
from .form_page import FormPage

OPEN = "open"
SEATS_HINT = "You take seat 1. Players with the table code fill the open seats; bots are ready at once."
NO_CLOCK = "Everyone has all the time they need."
TIMEOUT_RULES = ((BOT, "bot takes over"), (LOSS, "game is lost"))
SLOW_BOT = "If a player's time runs out, a bot plays until the player is back."
LIVE_BOT = "If a player's time runs out, a bot plays to the end of the game for that player."
LOST = "A player whose time runs out loses, as if by resigning, and a bot gets the seat."
ORDINARY, PRACTICE = "ordinary", "practice"
KINDS = {
    ORDINARY: "No hints. Games between two or more people are rated.",
    PRACTICE: "Unrated. Players can ask for hints, and turn on a coach. The lobby and everyone there see that it is "
    "practice.",
}
"""Sentences on the kinds of tables."""
PASSWORD = "Leave empty to let anyone join. The lobby lists the table either way."


class NewTable(FormPage):
    """The screen with the form; one key opens the table."""

    HEADING = "New table"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("new-table")]

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        if event.row.key in ("game", "seats", "clock"):
            self.form.reset(self.rows(self.values()))
        self.explain()

    def explain(self) -> None:
        row = self.form.rows[self.form.cursor_row]
        words = meaning(self.values()["game"], row.key, row.value)
        if row.key.startswith("seat"):
            words = LEVELS[row.value].description if row.value in LEVELS else SEATS_HINT
        elif row.key == "password":
            words = PASSWORD
        elif row.key == "kind":
            words = KINDS[row.value]
        elif row.key == "clock":
            words = f"{CLOCKS[row.value].meaning}." if row.value in CLOCKS else NO_CLOCK
        elif row.key == "timeout":
            words = LOST if row.value == LOSS else SLOW_BOT if is_slow(self.values()["clock"]) else LIVE_BOT
        self.say(words)

    def action_open(self) -> None:
        values = self.values()
        game = rules.load(values["game"])
        options = chosen_options(game, values)
        rest = [values[f"seat-{n}"] for n in range(2, int(values["seats"]) + 1)]
        seats = ["", *("" if kind == OPEN else kind for kind in rest)]
        self.app.pop_screen()
        timeout = values.get("timeout", BOT)
        practice = values["kind"] == PRACTICE
        self.session.send(Open(game.NAME, options, seats, values["password"], values["clock"], timeout, practice))

    def rows(self, values: dict[str, str]) -> list[Row]:
        form_rows = game_rows(values, "Seats")
        occupants = ((OPEN, "open"), *BOT_CHOICES)
        for n in range(2, int(form_rows[-1].value) + 1):
            form_rows.append(Row(f"seat-{n}", f"Seat {n}", pick(values, f"seat-{n}", dict(occupants), OPEN), occupants))
        form_rows.append(Row("password", "Password", values.get("password", ""), hint="none"))
        form_rows.append(
            Row("kind", "Kind", pick(values, "kind", KINDS, ORDINARY), tuple((kind, kind) for kind in KINDS))
        )
        controls = ((NONE, "none"), *((key, control.title) for key, control in CLOCKS.items()))
        form_rows.append(Row("clock", "Clock", pick(values, "clock", dict(controls), NONE), controls))
        if form_rows[-1].value != NONE:
            timeout = pick(values, "timeout", dict(TIMEOUT_RULES), BOT)
            form_rows.append(Row("timeout", "Out of time", timeout, TIMEOUT_RULES))
        return form_rows
