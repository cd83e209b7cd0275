"""Shell completion: games, bots, options, themes and saved games, over Click's own scripts."""

from __future__ import annotations

import re
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete
from click.shell_completion import add_completion_class as add

from tabletown import rules

from ..model import files

if TYPE_CHECKING:
    from tabletown.rules.core.game import Option

VARIABLE = "_TABLETOWN_COMPLETE"
"""Environment variable with which a shell requests completions."""

Item = CompletionItem[str]


class Joined(ShellComplete):
    """Also completes "--seed=7", which shells pass as one word or as three."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        return [word for word in args if word != "="], incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        name, equals, _ = incomplete.partition("=")
        completions = super().get_completions(args, incomplete)
        if equals and name.startswith("--"):
            for item in (item for item in completions if item.type == "plain"):
                item.value = f"{name}={item.value}"
        return completions


class Bash(Joined, BashComplete):
    """Bash 4.4 or newer."""


class Zsh(Joined, ZshComplete):
    """Zsh."""


class Fish(Joined, FishComplete):
    """Fish; Click's own script would split "me,greedy" at its comma."""

    source_template = FishComplete.source_template.replace("string split ", "string split -m 1 ")


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def register() -> None:
    """Let Click answer with these classes when a shell asks."""
    for name, shell in SHELLS.items():
        add(shell, name)


def script(shell: str, program: click.Command) -> str:
    """The script that makes a shell complete the program's commands."""
    return ShellComplete.source(SHELLS[shell](program, {}, "tabletown", VARIABLE))


# Completions: each function returns the items that start with `incomplete`


def begun(words: dict[str, str], incomplete: str, before: str = "") -> list[Item]:
    """Completions of `incomplete` from words with their help texts."""
    return [Item(before + word, help=text) for word, text in words.items() if word.startswith(incomplete)]


def games(context: click.Context, incomplete: str) -> list[Item]:
    return begun(dict.fromkeys(rules.GAMES, ""), incomplete)


def puzzle_words(context: click.Context, incomplete: str) -> list[Item]:
    from tabletown.rules.analysis.puzzles import load_puzzles

    from ..model.puzzles import all_words

    return begun(dict.fromkeys(all_words(load_puzzles()), ""), incomplete)


def players(context: click.Context, incomplete: str) -> list[Item]:
    """Completions of the last word of a list such as "me,gre"."""
    from tabletown.rules.bots.level_descriptions import NAMED
    from tabletown.rules.bots.matched import MATCHED

    from ..model.matched_opponent import DESCRIPTION

    before, comma, last = incomplete.rpartition(",")
    bots = {name: level.description for name, level in NAMED.items()}
    arena = context.command.name == "arena"
    matched = {} if arena else {MATCHED: DESCRIPTION}
    people = {} if "me" in before.split(",") or arena else {"me": "You."}
    return begun(people | bots | matched, last, before + comma)


def judges(context: click.Context, incomplete: str) -> list[Item]:
    from tabletown.rules.analysis.searches import JUDGES
    from tabletown.rules.bots.level_descriptions import BOTS

    return begun({name: BOTS[name].description for name in JUDGES}, incomplete)


def themes(context: click.Context, incomplete: str) -> list[Item]:
    from tabletown.themes import names

    option = context.find_root().params.get("config")
    folder = Path(option) if option else files.config_folder()
    return begun(dict.fromkeys(names(folder / "themes"), ""), incomplete)


def records(context: click.Context, incomplete: str) -> list[Item]:
    """Saved games, newest first, and any other file."""
    option = context.find_root().params.get("data")
    folder = Path(option) / "games" if option else files.records_folder()
    names = sorted((path.name for path in folder.glob("*.jsonl")), reverse=True)
    return [Item(incomplete, type="file"), *begun(dict.fromkeys(names, ""), incomplete)]


def choices(context: click.Context, incomplete: str, option: Option) -> list[Item]:
    """Values of a game's option, and a folder where it accepts one."""
    folder = [Item(incomplete, type="dir")] if option.read else []
    titles = dict(option.choices)
    return folder + begun({word: titles[value] for word, value in option.values.items()}, incomplete)


def passed_on(context: click.Context, incomplete: str) -> list[Item]:
    """Arguments of a `rules` program: bots after --players, a path after an option for a file, else a game."""
    last = ("", *(context.params.get("args") or ()))[-1]
    if last == "--players":
        return players(context, incomplete)
    if last in ("--file", "--write"):
        return [Item(incomplete, type="file")]
    return [] if last.startswith("--") else games(context, incomplete)


def options(command: click.Command, incomplete: str) -> list[Item]:
    """Options of a command that parses its own arguments, taken from its help."""
    help_text = StringIO()
    with redirect_stdout(help_text), suppress(SystemExit):
        command.main(["--help"], standalone_mode=False)
    return begun(dict.fromkeys(re.findall(r"--[a-z][a-z-]*", help_text.getvalue()), ""), incomplete)
