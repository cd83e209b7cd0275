"""The command line: `tabletown`, or `python -m tabletown`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.bot_pace import PACE
from .exit_codes import EXIT_CODES
from .launch import run
from .params import (
    CliError,
    GameCommand,
    PassthroughCommand,
    Program,
    completed,
    load_match,
    parse_game,
    parse_options,
    parse_seats,
    parse_theme,
    plain_option,
    play_plainly,
    run_text_mode,
)

if TYPE_CHECKING:
    from textual.screen import Screen

    from ..app import TabletownApp

DEMO_BOT = "greedy"
"""The bot of demonstrations."""


COMMANDS = {
    "admin": ".admin:admin",
    "daily": ".daily:daily",
    "export": ".export:export",
    "import": ".import_games:import_files",
    "online": ".online:online",
    "puzzle": ".puzzle:puzzle",
    "replay": ".replay:replay",
    "review": ".review:review",
    "serve": ".serve:serve",
    "work": ".work:work",
}
"""Module and function of the commands that are loaded at their first use."""


@click.group(
    cls=Program,
    lazy_commands=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXIT_CODES,
)
@click.version_option(package_name="tabletown", prog_name="tabletown")
@click.option("--data", type=click.Path(file_okay=False), envvar="TABLETOWN_DATA", help="Folder for saved games.")
@click.option("--config", type=click.Path(file_okay=False), envvar="TABLETOWN_CONFIG", help="Folder for settings.")
@click.option(
    "--theme",
    envvar="TABLETOWN_THEME",
    metavar="NAME",
    shell_complete=completed("themes"),
    help="Theme for this session.",
)
@click.option("--plain", is_flag=True, help="Start in text mode; many commands take --plain too.")
@click.pass_context
def main(context: click.Context, data: str | None, config: str | None, theme: str | None, plain: bool) -> None:
    """Board games of gems and cities for the terminal."""
    if data:
        os.environ["TABLETOWN_DATA"] = data
    if config:
        os.environ["TABLETOWN_CONFIG"] = config
    if theme:
        os.environ["TABLETOWN_THEME"] = parse_theme(theme)
    if context.invoked_subcommand is None and plain:
        from ..plain.home import home

        run_text_mode(lambda page: home(page, one_line))
    elif context.invoked_subcommand is None:
        run()
    elif plain:
        raise CliError(f"put --plain after the command: tabletown {context.invoked_subcommand} --plain")


def given_or_random(seed: int | None) -> int:
    """The seed given, or a random one."""
    from random import Random

    return Random().randrange(1_000_000) if seed is None else seed


def one_line(args: Sequence[str]) -> str:
    """Run a command from within another; return the error, or an empty string."""
    try:
        main.main(list(args), prog_name="tabletown", standalone_mode=False)
    except click.ClickException as wrong:
        return wrong.format_message()
    except (SystemExit, click.exceptions.Exit):
        pass
    return ""


@main.command(cls=GameCommand)
@click.argument("game", callback=parse_game, default="splendor", shell_complete=completed("games"))
@click.option(
    "--players",
    default="me,easy",
    show_default=True,
    metavar="A,B,...",
    shell_complete=completed("players"),
    help="Seats in order: me, a name, a bot level, or matched (a bot of your strength).",
)
@click.option("--seed", type=int, metavar="N", help="Same seed, same setup.")
@plain_option
def play(game: str, players: str, seed: int | None, plain: bool, **chosen: str | None) -> None:
    """Start a new game."""
    from tabletown import rules

    seats, options = parse_seats(players), parse_options(game, chosen)
    seated = rules.load(game).SEATS
    if len(seats) not in seated:
        raise CliError(
            f"{rules.load(game).TITLE} takes {seated.start} to {seated.stop - 1} players; --players lists {len(seats)}"
        )
    if plain:
        from tabletown.rules.core.match import Match
        from tabletown.rules.core.save_file import Record

        from ..model.matched_opponent import with_matched
        from ..model.saved_games import fresh_path

        seats = with_matched(game, options, seats)
        match = Match(game, seats, options, given_or_random(seed))
        play_plainly(match, Record(fresh_path(match)))
    run(lambda app: app.begin(game, seats, options, seed))


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False, shell_complete=completed("records"))
@plain_option
def resume(file: Path | None, plain: bool) -> None:
    """Continue a saved game: FILE, or the latest unfinished one."""
    if file is None:
        from ..model.saved_games import newest_unfinished

        newest = newest_unfinished()
        if newest is None:
            raise CliError("no unfinished game; start one with: tabletown play")
        file = newest.path
    match, record = load_match(file)
    if plain:
        play_plainly(match, record)
    run(lambda app: app.going_on(match, record))


@main.command(cls=GameCommand)
@click.argument("game", callback=parse_game, default="splendor", shell_complete=completed("games"))
@click.option("--seed", type=int, metavar="N", help="Same seed, same game; random by default.")
@click.option(
    "--seats", type=click.IntRange(2, 4), metavar="N", default=2, show_default=True, help="Number of players."
)
@click.option("--pace", type=click.Choice(list(PACE)), help="Bot speed; default from Settings.")
@click.option("--once", is_flag=True, help="Quit when the game ends.")
@plain_option
def demo(
    game: str,
    seed: int | None,
    seats: int,
    pace: str | None,
    once: bool,
    plain: bool,
    **chosen: str | None,
) -> None:
    """Watch bots play a game."""
    from tabletown.rules.core.match import Match

    match = Match(game, parse_seats(",".join([DEMO_BOT] * seats)), parse_options(game, chosen), given_or_random(seed))
    if plain:
        from ..plain.demo import narrate

        run_text_mode(lambda page: narrate(match, page))

    def table(app: TabletownApp) -> Screen[Any]:
        from ..screens.demo import Demo

        app.settings = replace(app.settings, pace=pace or app.settings.pace)
        return Demo(match, once)

    return run(table)


@main.command()
@click.argument("game", callback=parse_game, required=False, shell_complete=completed("games"))
@plain_option
def learn(game: str | None, plain: bool) -> None:
    """Learn a game in a short interactive lesson."""
    if game is not None:
        must_have_lesson(game)
    if plain:
        from ..plain.lesson import learn as teach

        run_text_mode(lambda page: teach(game or "", page))

    def screen(app: TabletownApp) -> Screen[Any]:
        from ..model import lessons
        from ..screens.lesson import LessonScreen
        from ..screens.lesson_list import LessonList

        return LessonScreen(lessons.Course(lessons.load(game))) if game else LessonList()

    run(screen)


def must_have_lesson(game: str) -> None:
    from ..model import lessons

    if game not in lessons.available():
        raise CliError(f"{game} has no lesson; there are lessons for {', '.join(lessons.available())}")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--plain", is_flag=True, help="Plain text.")
def stats(as_json: bool, plain: bool) -> None:
    """Show your wins, losses and scores."""
    from ..model import play_statistics, statistics_words

    if as_json:
        click.echo(json.dumps(play_statistics.table(play_statistics.collect()), ensure_ascii=False, indent=2))
    elif plain or not sys.stdout.isatty():
        click.echo(statistics_words.lines(play_statistics.collect()))
    else:
        run(lambda app: statistics_screen())


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--plain", is_flag=True, help="Plain text.")
def rating(as_json: bool, plain: bool) -> None:
    """Show your rating in each game, and its history."""
    from ..model import rating as ratings
    from ..model import rating_words

    if as_json:
        click.echo(json.dumps(rating_words.table(ratings.read_histories()), ensure_ascii=False, indent=2))
    elif plain or not sys.stdout.isatty():
        click.echo(rating_words.lines(ratings.read_histories()))
    else:
        run(lambda app: rating_screen())


def rating_screen() -> Screen[Any]:
    from ..screens.rating import RatingScreen

    return RatingScreen()


def statistics_screen() -> Screen[Any]:
    from ..screens.statistics import StatisticsScreen

    return StatisticsScreen()


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> None:
    """Check terminal, folders and settings, and suggest fixes."""
    from .doctor import examine

    report = examine(os.environ)
    click.echo(json.dumps(report.to_dict(), ensure_ascii=False, indent=2) if as_json else report.text())


@main.command(cls=PassthroughCommand)
def arena(args: tuple[str, ...]) -> None:
    """Play bots against each other (see arena --help)."""
    from tabletown.rules.arena.play_command import main as play_bots

    play_bots(args, "tabletown arena")


@main.command(cls=PassthroughCommand)
def bench(args: tuple[str, ...]) -> None:
    """Benchmark the rules engine (see bench --help)."""
    from tabletown.rules.arena.bench import main as measure

    sys.exit(measure(args, "tabletown bench"))


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a shell completion script.

    \b
    bash:  eval "$(tabletown completion bash)"    in ~/.bashrc
    zsh:   eval "$(tabletown completion zsh)"     in ~/.zshrc, after compinit
    fish:  tabletown completion fish | source     in ~/.config/fish/config.fish
    """
    from .completion import script

    click.echo(script(shell, main))
