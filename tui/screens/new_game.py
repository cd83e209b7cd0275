"""New game: form for the game, its options, the seats and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from textwrap import wrap
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.bots.matched import MATCHED
from tabletown.rules.core import registry
from tabletown.rules.core.game import Game, defaults
from tabletown.rules.core.match import Seat

from ..model import files, matched_opponent
from ..model.actions import bindings
from ..model.rating import History, read_histories
from ..model.settings import CHOICES, LABELS, save_settings
from ..narration import game_ui
from ..narration.grammar import misnamed
from ..widgets.form import Form, Row
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt
from .base import TabletownScreen

NAMES = ("You", "Hana", "Bruno", "Ines")
PERSON = "person"
BOT_CHOICES = tuple((key, f"bot: {level.title}") for key, level in LEVELS.items())
"""Values and titles of the bots that may take a seat."""
WHO = ((PERSON, "person"), *BOT_CHOICES, (MATCHED, f"bot: {MATCHED.capitalize()}"))
"""Values and titles of everyone who may take a seat."""


ROOMY = 27
"""Rows from which there is an empty line below the title."""
FULL = 14
"""Rows of the form that leave no room for an empty line below them in the smallest window."""
COACH = (("off", "off"), ("on", "on (this game will not be rated)"))
"""Values and titles of the coach."""
COACH_ON = "the coach is on"
MARGIN = 9
"""Columns beside the description of a value."""
AROUND = 5
"""Rows of the window above and below the form and the description."""
KEY_STARTS = "{setup.start} starts with what you see"
KEY_LEARNS, MINUTES = "; {setup.learn} teaches the game", " in about MINUTES minutes"
"""Sentence in the row of the game, the first one."""
RATED = "Counts for your rating, if you use no hint, undo or coach."
COACH_OFF = "The coach is off now, so that this game counts for your rating."


class NewGame(TabletownScreen):
    """Form that starts with the values of the last game."""

    CSS_PATH = "form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("setup")]

    def __init__(self) -> None:
        super().__init__()
        self.histories: list[History] | None = None
        """Your games of each kind; None until they are read."""
        self.spared = False
        """True after the choice of a matched bot has turned the coach off."""

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("New game", classes="title")
            last = files.remembered("last-game")
            coach = "off" if has_matched(last) else self.app.settings.coach
            yield Form(self.app.palette, self.rows({**last, "coach": coach}))
            yield Static("", id="about", classes="muted", markup=False)
        yield Prompt(id="counts")
        yield KeyFooter()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= ROOMY, "-roomy")
        self.explain()

    def on_mount(self) -> None:
        for problem in registry.problems():
            self.notify(f"{problem[0].upper()}{problem[1:]}.", severity="warning", markup=False)
        self.query_one(Form).focus()
        self.read_games()
        self.watch(self.query_one(Form), "cursor_row", self.explain)

    def rows(self, last: dict[str, Any]) -> list[Row]:
        """Rows of the form for the game and number of players in `last`; missing and invalid values get defaults."""
        rows = game_rows(last, "Players")
        seats = rows[-1].value
        for seat in range(1, int(seats) + 1):
            kind = pick(last, f"seat-{seat}", [value for value, _ in WHO], PERSON if seat == 1 else "easy")
            rows.append(Row(f"seat-{seat}", f"Seat {seat}", kind, WHO))
            named = last.get(f"name-{seat}")
            name = named if isinstance(named, str) and fits(named) else NAMES[seat - 1]
            rows.append(Row(f"name-{seat}", "  name", name, fresh=True))
        first = (("1", "seat 1"), ("random", "random"), *((str(n), f"seat {n}") for n in range(2, int(seats) + 1)))
        rows.append(Row("first", "Goes first", pick(last, "first", [value for value, _ in first], "random"), first))
        rows.append(Row("coach", "Coach", pick(last, "coach", CHOICES["coach"], "off"), COACH))
        seed = str(last.get("seed", ""))
        rows.append(Row("seed", "Seed", seed if fits(seed) else "", hint="a number; empty: random"))
        return rows

    def values(self) -> dict[str, str]:
        return {row.key: row.value for row in self.query_one(Form).rows}

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        form = self.query_one(Form)
        if event.row.key in ("game", "seats"):
            form.reset(self.rows(self.values()))
        self.spared = event.row.value == MATCHED and self.values()["coach"] == "on"
        if self.spared:
            form.reset(self.rows({**self.values(), "coach": "off"}))
        self.explain()

    def explain(self) -> None:
        """Describe the value under the cursor; without a description, list the levels of the bots. Below, say whether
        the game will be rated.
        """
        form, game = self.query_one(Form), self.values()["game"]
        self.say_what_counts()
        row = form.rows[form.cursor_row]
        if row.value == MATCHED:
            self.query_one("#about", Static).update("\n".join([MATCHED.capitalize(), *self.matched()]))
            return
        if row.key == "coach":
            self.query_one("#about", Static).update("\n".join(LABELS["coach"]))
            return
        if lines := self.meanings(game, row):
            self.query_one("#about", Static).update("\n".join(lines))
            return
        levels = [f"{level.title}: {level.description}" for level in LEVELS.values()]
        levels.append(f"{MATCHED.capitalize()}: {matched_opponent.DESCRIPTION}")
        self.query_one("#about", Static).update("\n".join(levels))

    def meanings(self, game: str, row: Row) -> list[str]:
        """A line on each value of a row with descriptions, the chosen one marked; in the row of the game what it is
        about, the values of its first option if there is room, and the keys.
        """
        form = self.query_one(Form)
        of_option = form.rows[1] if row.key == "game" else row
        texts = [(value, title, meaning(game, of_option.key, value)) for value, title in of_option.choices]
        cursor = self.app.palette["here"]
        lines = [
            f"{cursor if value == of_option.value else ' '} {title}: {words}" for value, title, words in texts if words
        ]
        lines = [part for line in lines for part in wrap(line, self.size.width - MARGIN, subsequent_indent="    ")]
        if row.key != "game":
            return lines
        about, keys = wrap(game_ui.load(game).about, self.size.width - MARGIN), self.keys_of(game)
        room = self.size.height - AROUND - len(form.rows) - len(about) - 1
        return [*about, *(lines if len(lines) <= room else []), keys]

    def keys_of(self, game: str) -> str:
        """The keys that start a game and its lesson, if it has one, in a sentence."""
        lesson = game_ui.load(game).lesson
        time = MINUTES.replace("MINUTES", str(lesson["minutes"])) if lesson and "minutes" in lesson else ""
        learns = f"{KEY_LEARNS}{time}" if lesson else ""
        return self.app.key_names.fill(f"{KEY_STARTS}{learns}.")

    def say_what_counts(self) -> None:
        """Say in the last line whether the game will be rated."""
        values = {row.key: row.value for row in self.rows(self.values())}
        line, note = self.query_one("#counts", Prompt), ""
        if values["coach"] == "on":
            note = COACH_ON
        else:
            bots = [values[f"seat-{n}"] for n in range(1, int(values["seats"]) + 1)]
            game = rules.load(values["game"])
            options = chosen_options(game, values)
            note = matched_opponent.unrated(game.NAME, options, [bot * (bot != PERSON) for bot in bots])
        line.say(f"Not rated: {note}." if note else COACH_OFF if self.spared else RATED)
        line.set_class(bool(note), "-unrated")
        self.set_class(len(values) >= FULL, "-full")

    def matched(self) -> list[str]:
        """Lines on an opponent matched to you in the game of the form."""
        values = {row.key: row.value for row in self.rows(self.values())}
        game = rules.load(values["game"])
        options = chosen_options(game, values)
        return matched_opponent.preview(game.NAME, options, int(values["seats"]), self.histories)

    @work(thread=True, exclusive=True)
    def read_games(self) -> None:
        """Read your results in a thread: many of them take a moment."""
        histories = read_histories()
        self.app.call_from_thread(self.know, histories)

    def know(self, histories: list[History]) -> None:
        self.histories = histories
        if self.is_attached:
            self.explain()

    def action_leave(self) -> None:
        """Go back; the form keeps its values for the next time, except the seed."""
        values = self.values()
        del values["seed"]
        self.set_coach(values.pop("coach"))
        self.remember(values)
        self.app.pop_screen()

    def action_start(self) -> None:
        values = {
            row.key: row.value for row in self.rows(self.values())
        }  # the form may not have the rows of a game just chosen yet
        seed = values.pop("seed").strip()
        if seed and not (seed.isascii() and seed.removeprefix("-").isdigit()):
            self.notify(f"The seed must be a whole number, not {seed!r}.", severity="warning", markup=False)
            return
        game = rules.load(values["game"])
        number = int(seed) if seed else Random().randrange(1_000_000)
        seats = seated(values, number)
        if wrong := misnamed(seats):
            self.notify(wrong, severity="warning", markup=False)
            return
        self.set_coach(values.pop("coach"))
        self.remember(values)
        options = chosen_options(game, values)
        self.app.start(game.NAME, seats, options, number)

    def action_learn(self) -> None:
        """Open the lesson of the chosen game over the form."""
        game = self.values()["game"]
        if self.app.front is self and game_ui.load(game).lesson:
            self.app.show_lesson(game, over=True)

    def set_coach(self, coach: str) -> None:
        """Turn the coach on or off in the settings."""
        if coach != self.app.settings.coach:
            self.app.apply_settings(replace(self.app.settings, coach=coach))
            self.app.save_or_warn(lambda: save_settings(self.app.settings))

    def remember(self, values: dict[str, str]) -> None:
        try:
            files.remember("last-game", values)
        except OSError as error:
            self.notify(f"Could not save your choices: {error.strerror}", severity="warning", markup=False)


def seated(values: dict[str, str], seed: int) -> list[Seat]:
    """Seats in the order of play."""
    count = int(values["seats"])
    kinds = [values[f"seat-{n}"] for n in range(1, count + 1)]
    seats = []
    for n, kind in enumerate(kinds, 1):
        name = values[f"name-{n}"].strip() or NAMES[n - 1]
        if name == "You" and kinds.count(PERSON) > 1:
            name = f"Player {n}"
        seats.append(Seat(name, "" if kind == PERSON else kind))
    first = values["first"]
    start = int(Random(f"{seed}/first").random() * count) if first == "random" else int(first) - 1
    return seats[start:] + seats[:start]


def has_matched(values: dict[str, Any]) -> bool:
    """True when a matched bot takes one of the seats."""
    seats = values.get("seats", "")
    count = int(seats) if isinstance(seats, str) and seats.isdecimal() else 0
    return any(values.get(f"seat-{n}") == MATCHED for n in range(1, count + 1))


def meaning(game: str, option: str, value: str) -> str:
    """Description of an option's value; empty if there is none."""
    return game_ui.load(game).choices.get(option, {}).get(value, "")


def fits(text: str) -> bool:
    """True when a text could have been typed into the form."""
    return text.isprintable() and cell_len(text) <= Row.most


def game_rows(last: dict[str, Any], seats_title: str) -> list[Row]:
    """Rows for the game, its options and, as the last one, the number of seats, with the values in `last`."""
    name = pick(last, "game", rules.GAMES, rules.GAMES[0])
    game = rules.load(name)
    rows = [Row("game", "Game", name, tuple((n, rules.load(n).TITLE) for n in rules.GAMES))]
    for option in (option for option in game.OPTIONS if len(option.choices) > 1):
        values = [value for value, _ in option.choices]
        rows.append(Row(option.key, option.title, pick(last, option.key, values, values[0]), option.choices))
    counts = [str(n) for n in game.SEATS]
    seats = pick(last, "seats", counts, counts[0])
    return [*rows, Row("seats", seats_title, seats, tuple((n, n) for n in counts))]


def chosen_options(game: Game[Any], values: Mapping[str, str]) -> dict[str, str]:
    """The game's options from the values of the form, which leaves out those without a choice."""
    return defaults(game) | {option.key: values[option.key] for option in game.OPTIONS if option.key in values}


def pick(last: dict[str, Any], key: str, choices: Any, default: str) -> str:
    """The value saved in `last` if it is still valid, otherwise the default."""
    value = last.get(key)
    return value if isinstance(value, str) and value in choices else default
