"""The command line: `tabletown`, or `python -m tui`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from textual.screen import Screen

    from rules.game import Option
    from rules.match import Seat

    from .app import Tabletown

BAD_INPUT = 2
"""Exit code for an argument or a file that cannot be used."""
TOO_DUMB = 3
"""Exit code when there is no terminal to play in."""


class Refused(click.ClickException):
    """One line that says what is wrong."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        click.echo(f"tabletown: {self.message}", err=True)


def run(first: Callable[[Tabletown], Screen[Any]] | None = None) -> None:
    """Open the app, with a screen over home."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        click.echo("tabletown: there is no terminal here to play in", err=True)
        sys.exit(TOO_DUMB)
    from . import config

    settings, problems = config.load_settings()
    terminal = config.terminal(settings, os.environ)
    prepare(terminal.colours)
    from .seats import Thinker

    thinker = Thinker()  # before the app runs: inside it no process can be started
    try:
        from .app import Tabletown

        app = Tabletown(thinker, settings, terminal, problems)
        app.opening = first(app) if first else None
        app.run()
        code = app.return_code or 0
    finally:
        thinker.close()
    sys.stdout.flush()
    os._exit(code) if code else None


def prepare(colours: str) -> None:
    """Tell Textual which colours to use, and to paint soon after a key; it reads this once, when it is loaded."""
    os.environ.setdefault("TEXTUAL_FPS", "250")
    if colours == "none":
        os.environ["NO_COLOR"] = "1"
    else:
        os.environ.pop("NO_COLOR", None)
        os.environ["TEXTUAL_COLOR_SYSTEM"] = {"16": "standard"}.get(colours, colours)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tabletown", prog_name="tabletown")
@click.option("--data", type=click.Path(file_okay=False), envvar="TABLETOWN_DATA", help="Folder of the records.")
@click.option("--config", type=click.Path(file_okay=False), envvar="TABLETOWN_CONFIG", help="Folder of the settings.")
@click.pass_context
def main(context: click.Context, data: str | None, config: str | None) -> None:
    """City-building board games, played in a terminal."""
    if data:
        os.environ["TABLETOWN_DATA"] = data
    if config:
        os.environ["TABLETOWN_CONFIG"] = config
    if context.invoked_subcommand is None:
        run()


def a_game(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    import rules

    if value is not None and value not in rules.GAMES:
        raise Refused(f"there is no game {value!r}; there is {', '.join(rules.GAMES)}")
    return value


def the_seats(players: str) -> list[Seat]:
    """ "me,greedy,Ada" as seats: levels are bots, any other word is a person's name."""
    from rules.bots.levels import LEVELS
    from rules.match import Seat

    words = ["".join(c for c in word if c.isprintable()).strip()[:24] for word in players.split(",")]
    if not all(words):
        raise Refused("--players is a list such as me,greedy: a name or a bot for every seat")
    bots = iter([name for name in ("Hana", "Bruno", "Ines", "Olaf") if name not in words])
    alone = sum(word not in LEVELS for word in words) == 1
    people = {"me": "You"} if alone else {}
    seats = [Seat(next(bots, "Bot"), w) if w in LEVELS else Seat(people.get(w, w)) for w in words]
    return [Seat(f"Player {n}") if seat.name == "me" else seat for n, seat in enumerate(seats, 1)]


def values(option: Option) -> str:
    """What an option can be, for the help."""
    return ", ".join(value for value, _ in option.choices) + (" or a folder" if option.read else "")


class GameCommand(click.Command):
    """A command that also takes the options of all games, such as --module."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        import rules

        found = {option.key: option for name in rules.GAMES for option in rules.load(name).OPTIONS}
        return super().get_params(ctx) + [
            click.Option([f"--{key}"], help=f"{option.title}: {values(option)}.") for key, option in found.items()
        ]


@main.command(cls=GameCommand)
@click.argument("game", callback=a_game, default="splendor")
@click.option("--players", default="me,greedy", show_default=True, help="Who plays, in order: me, a name, or a bot.")
@click.option("--seed", type=int, help="The same seed deals the same game.")
def play(game: str, players: str, seed: int | None, **chosen: str | None) -> None:
    """Begin a game at once."""
    import rules

    seats, options = the_seats(players), the_options(game, chosen)
    seated = rules.load(game).SEATS
    if len(seats) not in seated:
        raise Refused(f"{rules.load(game).TITLE} is for {seated.start} to {seated.stop - 1} players")
    run(lambda app: app.begin(game, seats, options, seed))


def the_options(game: str, chosen: dict[str, str | None]) -> dict[str, str]:
    """A game's options as chosen, else as they are by default."""
    import rules
    from rules.game import chosen as with_defaults

    try:
        return with_defaults(rules.load(game), {key: value for key, value in chosen.items() if value is not None})
    except ValueError as wrong:
        raise Refused(str(wrong)) from None


def the_match(path: Path) -> Any:
    from rules.record import BadRecord, Record

    try:
        return Record.load(path)
    except (BadRecord, OSError) as bad:
        raise Refused(str(bad)) from None


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
def resume(file: Path | None) -> None:
    """Go on with a game: the newest unfinished one, or that of FILE."""
    if file is None:
        from .library import newest_unfinished

        file = newest_unfinished()
        if file is None:
            raise Refused("there is no unfinished game; begin one with: tabletown play")
    match, record = the_match(file)

    def table(app: Tabletown) -> Screen[Any]:
        from .screens.table import Table

        return Table(match, record)

    run(table)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def replay(file: Path) -> None:
    """Go through the recorded game of FILE."""
    match, _ = the_match(file)

    def screen(app: Tabletown) -> Screen[Any]:
        from .screens.replay import Replay

        return Replay(match)

    run(screen)


@main.command(cls=GameCommand)
@click.argument("game", callback=a_game, default="splendor")
@click.option("--seed", type=int, default=7, show_default=True)
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
def demo(game: str, seed: int, seats: int, **chosen: str | None) -> None:
    """Watch a game that plays itself."""
    from rules.match import Match

    options = the_options(game, chosen)

    def table(app: Tabletown) -> Screen[Any]:
        from .screens.table import Table

        return Table(Match(game, the_seats(",".join(["greedy"] * seats)), options, seed), None)

    run(table)


@main.command()
@click.argument("game", callback=a_game, required=False)
def learn(game: str | None) -> None:
    """Learn a game at a table of its own, in a few minutes."""

    def screen(app: Tabletown) -> Screen[Any]:
        from . import lesson
        from .screens.learn import Learn
        from .screens.lesson import LessonScreen

        return LessonScreen(lesson.Course(lesson.load(game))) if game else Learn()

    run(screen)


@main.command()
def doctor() -> None:
    """Say what the terminal can do, where files lie, and which versions run."""
    from .doctor import report

    click.echo(report())


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(prog_name="tabletown")
