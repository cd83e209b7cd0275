"""The command line: `tabletown`, or `python -m tui`."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .config import LEAST, PACE
from .serve.command import serve

if TYPE_CHECKING:
    from textual.screen import Screen

    from rules.game import Option
    from rules.match import Match, Seat
    from rules.record import Record

    from .app import Tabletown
    from .page import Page

BAD_INPUT = 2
"""Exit code for an argument or a file that cannot be used."""
TOO_DUMB = 3
"""Exit code when there is no terminal to play in."""
INTERRUPTED = 130
"""Exit code when Ctrl+C ended a game in lines of text."""
SHOWN = "greedy"
"""The bot of demonstrations."""


class Refused(click.ClickException):
    """One line that says what is wrong."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        click.echo(f"tabletown: {self.message}", err=True)


def run(first: Callable[[Tabletown], Screen[Any]] | None = None) -> None:
    """Open the app, with a screen over home."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        click.echo("tabletown: there is no terminal here to play in; with --plain none is needed", err=True)
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
    """Tell Textual which colours to use, and to paint soon after a key. It reads this when it is loaded: a program that
    was divided from another has it loaded already.
    """
    os.environ.setdefault("TEXTUAL_FPS", "250")
    if colours == "none":
        os.environ["NO_COLOR"] = "1"
    else:
        os.environ.pop("NO_COLOR", None)
        os.environ["TEXTUAL_COLOR_SYSTEM"] = {"16": "standard"}.get(colours, colours)
    if constants := sys.modules.get("textual.constants"):
        importlib.reload(constants)


EXIT_CODES = f"""\b
Exit codes:
  0    finished, or left in order; what is unfinished is saved
  1    an unforeseen error, or nobody reads the output any more
  {BAD_INPUT}    wrong usage, or a file that cannot be used
  {TOO_DUMB}    no terminal to draw in; add --plain
  {INTERRUPTED}  a game in lines of text was ended with Ctrl+C; it is saved"""


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT_CODES)
@click.version_option(package_name="tabletown", prog_name="tabletown")
@click.option("--data", type=click.Path(file_okay=False), envvar="TABLETOWN_DATA", help="Folder of the records.")
@click.option("--config", type=click.Path(file_okay=False), envvar="TABLETOWN_CONFIG", help="Folder of the settings.")
@click.option("--plain", is_flag=True, help="Home in lines of text; the commands have the same option.")
@click.pass_context
def main(context: click.Context, data: str | None, config: str | None, plain: bool) -> None:
    """City-building board games, played in a terminal."""
    if data:
        os.environ["TABLETOWN_DATA"] = data
    if config:
        os.environ["TABLETOWN_CONFIG"] = config
    if context.invoked_subcommand is None and plain:
        from .plain_home import home

        in_lines(lambda page: home(page, one_line))
    elif context.invoked_subcommand is None:
        run()
    elif plain:
        raise Refused(f"--plain comes after the command: tabletown {context.invoked_subcommand} --plain")


def one_line(args: Sequence[str]) -> str:
    """Do a command from within another; what was wrong with it, or nothing."""
    try:
        main.main(list(args), prog_name="tabletown", standalone_mode=False)
    except click.ClickException as wrong:
        return wrong.format_message()
    except (SystemExit, click.exceptions.Exit):
        pass
    return ""


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


@main.command(cls=GameCommand)
@click.argument("game", callback=a_game, default="splendor")
@click.option("--players", default="me,greedy", show_default=True, help="Who plays, in order: me, a name, or a bot.")
@click.option("--seed", type=int, help="The same seed deals the same game.")
@plain_option
def play(game: str, players: str, seed: int | None, plain: bool, **chosen: str | None) -> None:
    """Begin a game at once."""
    import rules

    seats, options = the_seats(players), the_options(game, chosen)
    seated = rules.load(game).SEATS
    if len(seats) not in seated:
        raise Refused(f"{rules.load(game).TITLE} is for {seated.start} to {seated.stop - 1} players")
    if plain:
        from random import Random

        from rules.match import Match
        from rules.record import Record

        from .library import fresh_path

        match = Match(game, seats, options, Random().randrange(1_000_000) if seed is None else seed)
        play_plainly(match, Record(fresh_path(match)))
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
@plain_option
def resume(file: Path | None, plain: bool) -> None:
    """Go on with a game: the newest unfinished one, or that of FILE."""
    if file is None:
        from .library import newest_unfinished

        file = newest_unfinished()
        if file is None:
            raise Refused("there is no unfinished game; begin one with: tabletown play")
    match, record = the_match(file)
    if plain:
        play_plainly(match, record)

    def table(app: Tabletown) -> Screen[Any]:
        from .screens.table import Table

        return Table(match, record)

    run(table)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@plain_option
def replay(file: Path, plain: bool) -> None:
    """Go through the recorded game of FILE."""
    match, _ = the_match(file)
    if plain:
        from .plain import Stepping

        in_lines(lambda page: Stepping(match, page).run())

    def screen(app: Tabletown) -> Screen[Any]:
        from .screens.replay import Replay

        return Replay(match, file)

    run(screen)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="As one object of JSON.")
@click.option("--level", default="hard", show_default=True, help="The bot that judges.")
@click.option("--nodes", type=click.IntRange(1), help="Limit of a decision: the same review every time.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Limit of a decision in seconds.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count(), help="Processes.")
def review(file: Path, as_json: bool, level: str, nodes: int | None, seconds: float | None, jobs: int) -> None:
    """Look back on the recorded game of FILE: chances turn by turn, and the moves by which most was lost."""
    from rules.bots.review import JUDGES, Terms, open_seats
    from rules.bots.review import as_json as found
    from rules.bots.review import review as look_back

    from .reviews import report

    if level not in JUDGES:
        raise Refused(f"{level!r} cannot judge; choose one of {', '.join(JUDGES)}")
    if nodes is not None and seconds is not None:
        raise Refused("give --nodes or --seconds, not both")
    match, _ = the_match(file)
    if not open_seats(match):
        raise Refused(f"{file}: the game is not over, and what its players hold is secret until then")
    watched = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if watched:
            click.echo(f"\r{done} of {of} decisions" + "\n" * (done == of), err=True, nl=False)

    told = look_back(match, Terms(level, seconds, nodes), jobs, progress)
    click.echo(json.dumps(found(told), ensure_ascii=False) if as_json else report(told), nl=as_json)


@main.command(cls=GameCommand)
@click.argument("game", callback=a_game, default="splendor")
@click.option("--seed", type=int, default=7, show_default=True)
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--pace", type=click.Choice(list(PACE)), help="How fast the bots move; as in the settings by default.")
@click.option("--once", is_flag=True, help="End the program with the game.")
@click.option("--cast", type=click.Path(dir_okay=False, path_type=Path), help="Record it all as an asciicast.")
@click.option("--size", callback=a_size, default="120x36", show_default=True, help="Columns and rows to record.")
@plain_option
def demo(
    game: str,
    seed: int,
    seats: int,
    pace: str | None,
    once: bool,
    cast: Path | None,
    size: tuple[int, int],
    plain: bool,
    **chosen: str | None,
) -> None:
    """Watch a game that plays itself."""
    from rules.match import Match

    from .cast import film

    match = Match(game, the_seats(",".join([SHOWN] * seats)), the_options(game, chosen), seed)
    if plain and cast:
        raise Refused("--cast records the screen, which --plain has none of; choose one of them")
    if cast:
        options = [f"--{key}={value}" for key, value in (match.options | ({"pace": pace} if pace else {})).items()]
        try:
            film(cast, size, match.game.TITLE, [game, f"--seed={seed}", f"--seats={seats}", *options])
        except (OSError, RuntimeError) as why:
            raise Refused(f"{cast} is not written: {getattr(why, 'strerror', why)}") from None
        return click.echo(f"Written: {cast}")
    if plain:
        from .plain import narrate

        in_lines(lambda page: narrate(match, page))

    def table(app: Tabletown) -> Screen[Any]:
        from .screens.demo import Demo

        app.settings = replace(app.settings, pace=pace or app.settings.pace)
        return Demo(match, once)

    return run(table)


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
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--log", "kind", flag_value="log", default=True, help="The whole game, move by move (the default).")
@click.option("--text", "kind", flag_value="text", help="A position in lines of text.")
@click.option("--svg", "kind", flag_value="svg", help="A position as a picture.")
@click.option("--at", type=click.IntRange(0), help="The position after so many moves; the last one by default.")
@click.option("--size", callback=a_size, default="120x36", show_default=True, help="Columns and rows of a picture.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def export(file: Path, kind: str, at: int | None, size: tuple[int, int], output: Path | None) -> None:
    """Write the recorded game of FILE as text, or one of its positions as text or as a picture."""
    match, _ = the_match(file)
    if at is not None and kind == "log":
        raise Refused("--at is for a position: add --text or --svg")
    if at is not None and at > len(match.log):
        raise Refused(f"there is no move {at}; the game has {len(match.log)}")
    if output is not None and output.exists() and output.samefile(file):
        raise Refused(f"{output} is the record itself; choose another file")
    from . import export as exports

    ply = len(match.log) if at is None else at
    made = exports.made(kind, match, ply, size)
    if output is None:
        return click.echo(made, nl=False)
    try:
        output.write_text(made, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror}") from None
    return None


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@click.option("--plain", is_flag=True, help="As lines of text.")
def stats(as_json: bool, plain: bool) -> None:
    """Say what has been won and lost; on a screen unless told otherwise."""
    from . import statistics

    if as_json:
        click.echo(json.dumps(statistics.table(statistics.collect()), ensure_ascii=False, indent=2))
    elif plain or not sys.stdout.isatty():
        click.echo(statistics.lines(statistics.collect()))
    else:
        run(lambda app: statistics_screen())


def statistics_screen() -> Screen[Any]:
    from .screens.stats import Stats

    return Stats()


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
def doctor(as_json: bool) -> None:
    """Say what the terminal can do, where files lie, which versions run, and what could be better."""
    from .doctor import examine

    found = examine(os.environ)
    click.echo(json.dumps(found.table(), ensure_ascii=False, indent=2) if as_json else found.text())


@main.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def arena(args: tuple[str, ...]) -> None:
    """Let bots play each other; `tabletown arena --help` says how."""
    from rules.bots.arena import main as play_bots

    play_bots(args, "tabletown arena")


main.add_command(serve)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(prog_name="tabletown")
