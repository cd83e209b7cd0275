"""The man page, made from the command line itself: `python -m tabletown.tui.cli.manpage > tui/share/tabletown.1`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import click

from .main import main

INTRODUCTION = """\
Splendor with its four expansions, Metropolys and 1906 San Francisco, alone against bots or with friends at one
keyboard, in any terminal of 80 by 24 cells or more. Without a command it opens at home: go on with a game, begin one,
learn one, look at what was played."""
FILES = {
    "settings.toml, keys.toml, themes/*.toml": "Settings, keys and themes of your own, in the folder of settings.",
    "games/*.jsonl": "One record a match, in the folder of records: save, replay and bug report in one.",
}
WHERE = "A FILE of a command is a path, or the name of a record in its folder; tabletown doctor says where that is."
VARIABLES = {
    "TABLETOWN_DATA": "Folder of the records, as --data.",
    "TABLETOWN_CONFIG": "Folder of the settings, as --config.",
    "TABLETOWN_THEME": "Colours, as --theme.",
    "NO_COLOR": "If set, no colours are used.",
    "COLORTERM, TERM": "What colours there are: truecolor, 256, 16 or none.",
    "LC_ALL, LC_CTYPE, LANG": "Without UTF-8 everything is drawn in plain ASCII.",
}
EXAMPLES = {
    "tabletown play splendor --players me,hard --seed 7": "A game against a strong bot; the seed deals it again.",
    "tabletown resume": "Go on with the newest unfinished game.",
    "tabletown demo metropolys": "Watch a game that plays itself.",
    "tabletown --plain": "Everything as lines of text and typed moves.",
}


def page() -> str:
    """In the language of man(7)."""
    context = click.Context(main, info_name="tabletown")
    commands = [main.commands[name] for name in main.list_commands(context)]
    told = main.epilog or ""
    codes = [line.split(maxsplit=1) for line in told.splitlines() if line.strip()[:1].isdigit()]
    lines = [
        f'.TH TABLETOWN 1 "" "tabletown {version("tabletown")}" "User Commands"',
        ".SH NAME", f"tabletown \\- {plain(main.help or '')}",
        ".SH SYNOPSIS", ".B tabletown", escaped("[OPTIONS] [COMMAND] [ARGUMENTS]"),
        ".SH DESCRIPTION", *escaped(INTRODUCTION).splitlines(),
        ".SH OPTIONS", *options(main, context), *listed({"-h, --help": "Help, also after every command."}),
        ".SH COMMANDS", *(line for command in commands for line in about(command, context)),
        ".SH FILES", *listed(FILES), ".PP", escaped(WHERE),
        ".SH ENVIRONMENT", *listed(VARIABLES),
        ".SH EXIT STATUS", *listed({code: f"{meaning[:1].upper()}{meaning[1:]}." for code, meaning in codes}),
        ".SH EXAMPLES", *listed(EXAMPLES),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def about(command: click.Command, parent: click.Context) -> Iterator[str]:
    """A command with what it takes."""
    context = click.Context(command, info_name=command.name, parent=parent)
    yield ".SS " + escaped(" ".join([f"tabletown {command.name}", *command.collect_usage_pieces(context)]))
    text, _, example = (command.help or "").partition("\b\n")
    yield escaped(" ".join(text.split()))
    if example:
        yield from (".PP", ".nf", *(escaped(line.strip()) for line in example.splitlines()), ".fi")
    yield from options(command, context)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Without --help, which every command has."""
    rows = [p.get_help_record(context) for p in command.get_params(context) if isinstance(p, click.Option)]
    told = {name: text for name, text in filter(None, rows) if not name.endswith("--help")}
    return listed({name: text if text.endswith((".", "]")) else f"{text}." for name, text in told.items()})


def listed(rows: dict[str, str]) -> Iterator[str]:
    """Words in bold, each with what it means."""
    for name, text in rows.items():
        yield from (".TP", f".B {escaped(name)}", escaped(" ".join(text.split())))


def plain(text: str) -> str:
    """The first sentence as the line of a name has it."""
    return escaped(text[:1].lower() + text[1:].rstrip("."))


def escaped(text: str) -> str:
    """Text in which nothing is a command of man(7)."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in text.splitlines())


if __name__ == "__main__":
    click.echo(page(), nl=False)
