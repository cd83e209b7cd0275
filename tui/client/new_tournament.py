"""The form for a new tournament: name, game and options, kind, rounds, clock, number of players and start."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import BindingType

from tabletown import rules

from ..model.actions import bindings
from ..protocol.clocks import CLOCKS
from ..protocol.tournament_messages import (
    MAX_TITLE,
    ROBIN,
    SWISS,
    CreateTournament,
    TournamentDetails,
)
from ..screens.new_game import chosen_options, game_rows, meaning, pick
from ..widgets.form import Form, Row
from .connection import Incoming
from .form_page import FormPage
from .tournament_words import SYSTEM_TITLES, start_time

USUAL = "0"
ROUNDS = ((USUAL, "usual"), *((str(n), str(n)) for n in range(2, 10)))
PLAYERS = tuple((str(n), str(n)) for n in (4, 6, 8, 12, 16, 24, 32, 64))
DAYS = (("0", "the next one"), ("1", "tomorrow"), *((str(n), f"in {n} days") for n in range(2, 8)))
CLOCK, START = "10+10", "15"
"""The clock and the minutes until the start that are offered first."""
ABOUT = {
    "name": "Players see it in the list of tournaments.",
    "rounds": "As a rule one round more than needed for a single winner of every game, as 4 for 8 players.",
    "most": "It takes 4 players to start; with fewer the tournament is cancelled.",
    "start": "Minutes from now, or a time of day in UTC, such as 19:30.",
    "day": "The day on which it starts, in UTC.",
}
KINDS = {
    SWISS: "Swiss: in each round, players with the same points meet, and nobody meets twice.",
    ROBIN: "Round robin: everyone meets everyone, so 8 players need 7 rounds.",
}
LOST = "A player whose time runs out loses, also one who does not come."


class NewTournament(FormPage):
    """The screen with the form; one key creates the tournament."""

    HEADING = "New tournament"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("new-tournament")]

    @property
    def timed(self) -> bool:
        """True while the start is a time of day."""
        return ":" in self.values()["start"]

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        if event.row.key in ("game", "system") or (event.row.key == "start" and self.timed != ("day" in self.values())):
            self.form.reset(self.rows(self.values()))
        self.explain()

    def explain(self) -> None:
        row, values = self.form.rows[self.form.cursor_row], self.values()
        words = ABOUT.get(row.key) or meaning(values["game"], row.key, row.value)
        if row.key == "system":
            words = KINDS[row.value]
        elif row.key == "clock":
            words = f"{CLOCKS[row.value].meaning}. {LOST}"
        self.say(words)

    def action_create(self) -> None:
        values = self.values()
        now = self.session.calendar()
        starts = start_time(values["start"], int(values.get("day", "0")), now)
        if not values["name"].strip():
            return self.say("Enter a name first.")
        if starts is None:
            return self.say(f"The start is not clear. {ABOUT['start']}")
        game = rules.load(values["game"])
        options = chosen_options(game, values)
        return self.session.send(
            CreateTournament(
                values["name"].strip(),
                game.NAME,
                options,
                values["system"],
                values["clock"],
                starts,
                int(values.get("rounds", USUAL)),
                int(values["most"]),
            )
        )

    def received(self, message: Incoming) -> None:
        """Show the tournament once it has been created."""
        from .tournament import TournamentScreen

        if isinstance(message, TournamentDetails):
            self.app.switch_screen(TournamentScreen(message.row.number, message))

    def rows(self, values: dict[str, str]) -> list[Row]:
        *of_game, _seats = game_rows(values, "Seats")
        system = pick(values, "system", SYSTEM_TITLES, SWISS)
        form_rows = [
            Row("name", "Name", values.get("name", ""), hint=f"up to {MAX_TITLE} characters", most=MAX_TITLE),
            *of_game,
            Row("system", "Kind", system, tuple(SYSTEM_TITLES.items())),
        ]
        if system == SWISS:
            form_rows.append(Row("rounds", "Rounds", pick(values, "rounds", dict(ROUNDS), USUAL), ROUNDS))
        clocks = tuple((key, control.title) for key, control in CLOCKS.items())
        start = values.get("start", START)
        form_rows += [
            Row("clock", "Clock", pick(values, "clock", CLOCKS, CLOCK), clocks),
            Row("most", "Players", pick(values, "most", dict(PLAYERS), "16"), PLAYERS),
            Row("start", "Starts", start, hint="minutes, or such as 19:30 (UTC)", fresh=start == START),
        ]
        if ":" in start:
            form_rows.append(Row("day", "Day", pick(values, "day", dict(DAYS), "0"), DAYS))
        return form_rows
