"""What the commands are given: seats, options, files; and how they refuse and end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .config import LEAST

if TYPE_CHECKING:
    from rules.game import Option
    from rules.match import Match, Seat
    from rules.record import Record

    from .page import Page

BAD_INPUT = 2
"""Exit code for an argument or a file that cannot be used."""
TOO_DUMB = 3
"""Exit code when there is no terminal to play in."""
INTERRUPTED = 130
"""Exit code when Ctrl+C ended a game in lines of text."""


class Refused(click.ClickException):
    """One line that says what is wrong."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        click.echo(f"tabletown: {self.message}", err=True)


def a_game(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    import rules

    if value is not None and value not in rules.GAMES:
        raise Refused(f"there is no game {value!r}; there is {', '.join(rules.GAMES)}")
    return value


def the_seats(players: str) -> list[Seat]:
    """ "me,greedy,Ada" as seats: levels are bots, any other word is a person's name."""
    from rules.bots.levels import BOTS
    from rules.match import Seat

    words = ["".join(c for c in word if c.isprintable()).strip()[:24] for word in players.split(",")]
    if not all(words):
        raise Refused("--players is a list such as me,greedy: a name or a bot for every seat")
    bots = iter([name for name in ("Hana", "Bruno", "Ines", "Olaf") if name not in words])
    alone = sum(word not in BOTS for word in words) == 1
    people = {"me": "You"} if alone else {}
    seats = [Seat(next(bots, "Bot"), w) if w in BOTS else Seat(people.get(w, w)) for w in words]
    return [Seat(f"Player {n}") if seat.name == "me" else seat for n, seat in enumerate(seats, 1)]


def values(option: Option) -> str:
    """What an option can be, for the help."""
    return ", ".join(value for value, _ in option.choices) + (" or a folder" if option.read else "")


def a_size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    """ "120x36" as columns and rows."""
    columns, _, rows = value.lower().partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and len(value) < 10):
        raise Refused(f"--size is columns and rows such as 120x36, not {value!r}")
    if int(columns) < LEAST[0] or int(rows) < LEAST[1]:
        raise Refused(f"--size is at least {LEAST[0]}x{LEAST[1]}")
    return int(columns), int(rows)


plain_option = click.option("--plain", is_flag=True, help="Lines of text and typed moves, without a screen.")


def in_lines(talk: Callable[[Page], None]) -> NoReturn:
    """Talk in lines on standard input and output, then end the program."""
    from .page import standard

    try:
        talk(standard(os.environ))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(0)


def play_plainly(match: Match, record: Record) -> NoReturn:
    from .plain_play import Playing

    in_lines(lambda page: Playing(match, record, page).run())


class GameCommand(click.Command):
    """A command that also takes the options of all games, such as --module."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        import rules

        found = {option.key: option for name in rules.GAMES for option in rules.load(name).OPTIONS}
        return super().get_params(ctx) + [
            click.Option([f"--{key}"], help=f"{option.title}: {values(option)}.") for key, option in found.items()
        ]


def the_options(game: str, chosen: dict[str, str | None]) -> dict[str, str]:
    """A game's options as chosen, else as they are by default."""
    import rules
    from rules.game import chosen as with_defaults

    try:
        return with_defaults(rules.load(game), {key: value for key, value in chosen.items() if value is not None})
    except ValueError as wrong:
        raise Refused(str(wrong)) from None


def the_match(path: Path) -> tuple[Match, Record]:
    from rules.record import BadRecord, Record

    try:
        return Record.load(path)
    except (BadRecord, OSError) as bad:
        raise Refused(str(bad)) from None
