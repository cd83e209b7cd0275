"""The man page, generated from the commands: `python -m tabletown.tui.cli.manpage > tui/share/tabletown.1`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import click

from .main import main

INTRODUCTION = """\
Play Splendor (with its four expansions), Metropolys or 1906 San Francisco, alone against bots or with friends at one
keyboard, in any terminal of at least 80x24. With no command, tabletown opens the home screen: play the deal of
the day, continue a game, start one, learn one or replay one."""
FILES = {
    "settings.toml, keys.toml, themes/*.toml": "Your settings, keys and themes, in the settings folder.",
    "games/*.jsonl": "One file per game: resume or replay it, or attach it to a bug report.",
    "daily.json, daily/*.jsonl": "Results and moves of your daily games, beside the saved games.",
    "puzzles.json": "Your answers to puzzles, beside the saved games.",
    "labels.json": "The names you have given games, and the games you have marked.",
    "deleted/*.jsonl": "Deleted games, kept for 30 days.",
}
WHERE = "FILE is a path, or the name of a saved game; tabletown doctor shows the folder."
VARIABLES = {
    "TABLETOWN_DATA": "Folder for saved games; same as --data.",
    "TABLETOWN_CONFIG": "Folder for settings; same as --config.",
    "TABLETOWN_THEME": "Theme; same as --theme.",
    "TABLETOWN_INVITATION": "Last line of a daily game's text to share, such as an address: at most 34 columns.",
    "NO_COLOR": "Turns colours off.",
    "COLORTERM, TERM": "These determine the number of colours: truecolor, 256, 16 or none.",
    "LC_ALL, LC_CTYPE, LANG": "Without UTF-8, only plain ASCII characters are used.",
}
EXAMPLES = {
    "tabletown play splendor --players me,hard --seed 7": "Play a strong bot; reuse the seed for the same setup.",
    "tabletown daily --share": "Print today's result, to send to a friend.",
    "tabletown puzzle orient": "Solve puzzles from one expansion, here The Orient.",
    "tabletown resume": "Continue the latest unfinished game.",
    "tabletown demo metropolys": "Watch bots play a game.",
    "tabletown --plain": "Text mode.",
}


def page() -> str:
    """The page in man(7) format."""
    context = click.Context(main, info_name="tabletown")
    epilog = main.epilog or ""
    codes = [line.split(maxsplit=1) for line in epilog.splitlines() if line.strip()[:1].isdigit()]
    lines = [
        f'.TH TABLETOWN 1 "" "tabletown {version("tabletown")}" "User Commands"',
        ".SH NAME", f"tabletown \\- {plain(main.help or '')}",
        ".SH SYNOPSIS", ".B tabletown", escaped("[OPTIONS] [COMMAND] [ARGUMENTS]"),
        ".SH DESCRIPTION", *escaped(INTRODUCTION).splitlines(),
        ".SH OPTIONS", *options(main, context), *listed({"-h, --help": "Show help; works after every command too."}),
        ".SH COMMANDS", *(line for command in main.all_commands().values() for line in about(command, context)),
        ".SH FILES", *listed(FILES), ".PP", escaped(WHERE),
        ".SH ENVIRONMENT", *listed(VARIABLES),
        ".SH EXIT STATUS", *listed({code: f"{meaning[:1].upper()}{meaning[1:]}." for code, meaning in codes}),
        ".SH EXAMPLES", *listed(EXAMPLES),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def about(command: click.Command, parent: click.Context) -> Iterator[str]:
    """A command with its arguments and options."""
    context = click.Context(command, info_name=command.name, parent=parent)
    yield ".SS " + escaped(" ".join([context.command_path, *command.collect_usage_pieces(context)]))
    text, _, example = (command.help or "").partition("\b\n")
    yield escaped(" ".join(text.split()))
    if example:
        yield from (".PP", ".nf", *(escaped(line.strip()) for line in example.splitlines()), ".fi")
    yield from options(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from about(command.commands[name], context)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The options of a command, without --help, which every command has."""
    rows = [p.get_help_record(context) for p in command.get_params(context) if isinstance(p, click.Option)]
    help_texts = {name: text for name, text in filter(None, rows) if not name.endswith("--help")}
    return listed({name: text if text.endswith((".", "]")) else f"{text}." for name, text in help_texts.items()})


def listed(rows: dict[str, str]) -> Iterator[str]:
    """Terms in bold, each with its meaning."""
    for name, text in rows.items():
        yield from (".TP", f".B {escaped(name)}", escaped(" ".join(text.split())))


def plain(text: str) -> str:
    """The first sentence in the style of a NAME section."""
    return escaped(text[:1].lower() + text[1:].rstrip("."))


def escaped(text: str) -> str:
    """Text escaped so that nothing in it is a man(7) command."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in text.splitlines())


if __name__ == "__main__":
    click.echo(page(), nl=False)
