"""Parameters of the commands: seats, options and files, their completion, and refusals."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..model.smallest_window import LEAST
from ..narration.grammar import misnamed
from .exit_codes import BAD_INPUT, INTERRUPTED

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from tabletown.rules.core.game import Option
    from tabletown.rules.core.match import Match, Seat
    from tabletown.rules.core.save_file import Record

    from ..plain.console import Page

GAMES = f"{__package__}.games"
"""Entry of a context's `meta`: the games whose options a command takes."""
LIKE = 0.75
"""Similarity to a bot's name from which a lower-case word counts as a typing mistake."""


class CliError(click.ClickException):
    """An error shown as one line."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        click.echo(f"tabletown: {self.message}", err=True)


class Program(click.Group):
    """The command group: usage errors are one line, and shells can request completions.

    Commands in modules of their own are loaded at their first use, as Click's manual shows ("Lazily Loading
    Subcommands"); `lazy_commands` maps their names to "module:function".
    """

    def __init__(self, *args: Any, lazy_commands: Mapping[str, str], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self.lazy_commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.lazy_commands:
            self._load(cmd_name)
        elif cmd_name not in self.commands:
            self.all_commands()  # the error suggests the nearest name
        return super().get_command(ctx, cmd_name)

    def all_commands(self) -> dict[str, click.Command]:
        """Every command by name, loaded."""
        for name in self.lazy_commands:
            self._load(name)
        return dict(sorted(self.commands.items()))

    def _load(self, name: str) -> None:
        if name not in self.commands:
            module, _, function = self.lazy_commands[name].partition(":")
            self.add_command(getattr(import_module(module, __package__), function), name)

    def main(self, *args: Any, **extra: Any) -> Any:
        if "_TABLETOWN_COMPLETE" in os.environ:
            from .completion import register

            register()
        return super().main(*args, **extra)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, with a hidden --version like the program's own."""
        click.version_option(
            None, "--version", "print_version", package_name="tabletown", prog_name="tabletown", hidden=True
        )(cmd)
        super().add_command(cmd, name)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with short_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with short_errors():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("tabletown: interrupted", err=True)
            ctx.exit(INTERRUPTED)


@contextmanager
def short_errors() -> Iterator[None]:
    """Turn usage errors into one line with the error and a pointer to --help."""
    try:
        yield
    except click.UsageError as wrong:
        words = wrong.format_message().strip().rstrip(".")
        where = wrong.ctx.command_path if wrong.ctx else "tabletown"
        stop = " Or see" if words.endswith("?") else "; see"
        raise CliError(f"{words[:1].lower()}{words[1:]}{stop} {where} --help") from None


Completing = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]
"""A completion function of a parameter, with Click's signature."""


def completed(name: str, *more: Any) -> Completing:
    """The function of that name in `completion`, imported when a shell requests completions."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        from . import completion

        items: list[CompletionItem[str]] = getattr(completion, name)(context, incomplete, *more)
        return items

    return complete


def parse_game(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from tabletown import rules
    from tabletown.rules.core.registry import find, is_game

    if value is None or is_game(value):
        return value
    if not (name := find(value)):
        raise CliError(f"unknown game {value!r}; choose from {', '.join(rules.GAMES)}")
    return name


def parse_seats(players: str) -> list[Seat]:
    """ "me,easy,Ada" as seats: levels are bots, any other word is a person's name. Raises CliError."""
    from difflib import get_close_matches

    from tabletown.rules.bots.level_descriptions import BOTS, NAMED
    from tabletown.rules.bots.matched import MATCHED
    from tabletown.rules.core.match import Seat

    words = ["".join(c for c in word if c.isprintable()).strip()[:24] for word in players.split(",")]
    if not all(words):
        raise CliError("--players takes a list such as me,easy: one name or bot per seat")
    bot_names = {*BOTS, MATCHED}
    words = [word.lower() if word.lower() in (*bot_names, "me") else word for word in words]
    for word in words:
        near = get_close_matches(word, (*NAMED, MATCHED), 1, LIKE)
        if near and word.islower() and word not in (*bot_names, "me"):
            raise CliError(f"unknown bot {word!r}; did you mean {near[0]}? For a person, write {word.capitalize()}")
    bots = iter([name for name in ("Hana", "Bruno", "Ines", "Olaf") if name not in words])
    alone = sum(word not in bot_names for word in words) == 1
    people = {"me": "You"} if alone else {}
    seats = [Seat(next(bots, "Bot"), w) if w in bot_names else Seat(people.get(w, w)) for w in words]
    seats = [Seat(f"Player {n}") if seat.name == "me" else seat for n, seat in enumerate(seats, 1)]
    if wrong := misnamed(seats):
        raise CliError(wrong.rstrip("."))
    return seats


parse_record = click.argument("file", type=click.Path(path_type=Path), shell_complete=completed("records"))


def parse_size(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """ "120x36" as columns and rows."""
    if value is None:
        return None
    columns, _, rows = value.lower().partition("x")
    if not (columns.isdecimal() and rows.isdecimal() and len(value) < 10):
        raise CliError(f"--size takes COLUMNSxROWS, e.g. 120x36, not {value!r}")
    if int(columns) < LEAST[0] or int(rows) < LEAST[1]:
        raise CliError(f"--size must be at least {LEAST[0]}x{LEAST[1]}")
    return int(columns), int(rows)


plain_option = click.option("--plain", is_flag=True, help="Text mode: plain lines and typed moves.")


def run_text_mode(talk: Callable[[Page], None]) -> NoReturn:
    """Run text mode on standard input and output, then end the program."""
    from ..plain.console import standard

    try:
        talk(standard(os.environ))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(0)


def play_plainly(match: Match, record: Record) -> NoReturn:
    from ..plain.daily import play

    run_text_mode(lambda page: play(match, record, page))


class PassthroughCommand(click.Command):
    """A command of `rules` that parses its own arguments; their names come from its help."""

    def __init__(self, *args: Any, **extra: Any) -> None:
        extra |= {"add_help_option": False, "context_settings": {"ignore_unknown_options": True}}
        super().__init__(*args, **extra)
        self.params = [
            click.Argument(["args"], nargs=-1, type=click.UNPROCESSED, shell_complete=completed("passed_on"))
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_modern_names(args))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        from .completion import options

        return options(self, incomplete)


def with_modern_names(args: list[str]) -> list[str]:
    """Arguments with former names of the games' options replaced."""
    from tabletown.rules.core.game import modern_spelling

    return modern_spelling(args, game_options(games_for(args)))


def games_for(args: Sequence[str]) -> tuple[str, ...]:
    """The games whose options a command line may have: those of this package, if it begins with one of them."""
    from tabletown import rules
    from tabletown.rules.core.registry import BUILT_IN

    return BUILT_IN if args and args[0] in BUILT_IN else rules.GAMES


def game_options(games: Iterable[str]) -> list[Option]:
    """The options of games."""
    from tabletown import rules

    return [option for name in games for option in rules.load(name).OPTIONS]


class GameCommand(click.Command):
    """A command that also takes the options of all games, such as --module.

    Looking for games of other packages takes longer than loading our own, so it is done only where it can matter.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from tabletown import rules

        games = [rules.load(name) for name in ctx.meta.get(GAMES) or rules.GAMES]
        options = {option.key: (option, game.TITLE) for game in games for option in game.OPTIONS}
        return super().get_params(ctx) + [
            click.Option(
                [f"--{option.name}", key],
                metavar="VALUE",
                help=f"{option.help(title)}.",
                shell_complete=completed("choices", option),
            )
            for key, (option, title) in options.items()
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[GAMES] = games_for(args)
        return super().parse_args(ctx, with_modern_names(args))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        """Completions without the options of other games."""
        from tabletown import rules

        own = [option.name for option in rules.load(ctx.params.get("game") or rules.GAMES[0]).OPTIONS]
        others = {option.name for option in game_options(rules.GAMES)} - set(own)
        return [item for item in super().shell_complete(ctx, incomplete) if item.value[2:] not in others]


def parse_theme(name: str) -> str:
    """Validate the name of a theme. Raises CliError."""
    from tabletown.themes import names

    from ..model.files import config_folder

    if name not in (available := names(config_folder() / "themes")):
        raise CliError(f"unknown theme {name!r}; choose from {', '.join(available)}")
    return name


def parse_options(game: str, chosen: dict[str, str | None]) -> dict[str, str]:
    """A game's options as chosen, or else their defaults. Raises CliError."""
    from tabletown import rules
    from tabletown.rules.core.game import chosen as with_defaults

    choices = {key: value for key, value in chosen.items() if value is not None}
    own = {option.key: f"--{option.name}" for option in rules.load(game).OPTIONS}
    if foreign := next((key for key in choices if key not in own), ""):
        name = next(option.name for option in game_options(rules.GAMES) if option.key == foreign)
        raise CliError(f"{rules.load(game).TITLE} has no option --{name}; it takes {', '.join(own.values())}")
    try:
        return with_defaults(rules.load(game), choices)
    except ValueError as wrong:
        raise CliError(str(wrong)) from None


def find_file(path: Path) -> Path:
    """The path of a saved game; in the folder of saved games its name alone is enough."""
    from ..model.files import records_folder

    ours = records_folder() / path
    return ours if not path.exists() and path.name == str(path) and ours.is_file() else path


def load_match(path: Path) -> tuple[Match, Record]:
    from tabletown.rules.bots.level_descriptions import BOTS
    from tabletown.rules.core.save_file import BadRecord, Record

    from ..model.files import records_folder

    where = f"saved games are in {records_folder()}"
    try:
        return Record.load(find_file(path), BOTS)
    except BadRecord as bad:
        raise CliError(str(bad)) from None
    except FileNotFoundError:
        raise CliError(f"no such file: {path}; {where}") from None
    except OSError as bad:
        raise CliError(f"cannot read {path}: {bad.strerror}; {where}") from None
