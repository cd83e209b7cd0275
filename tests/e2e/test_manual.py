"""The man page that is installed."""

from __future__ import annotations

import re

from tabletown.tui.cli.main import main
from tabletown.tui.cli.manpage import page
from tests.e2e.pty_terminal import ROOT

SHARED = ROOT / "tui" / "share" / "tabletown.1"


def test_the_man_page_is_that_of_the_command_line() -> None:
    assert SHARED.read_text(encoding="utf-8") == page(), "make manual writes it anew"


def test_every_command_and_option_is_explained() -> None:
    text = page().replace("\\-", "-")
    for name, command in main.all_commands().items():
        part = text.partition(f".SS tabletown {name} ")[2].partition("\n.S")[0]
        own = [
            long
            for option in command.params
            if not getattr(option, "hidden", False)
            for long in option.opts
            if long.startswith("--")
        ]
        assert part and all(f"{long}\n" in part or f"{long} " in part for long in own), name


def test_the_page_is_sound() -> None:
    """Only known requests, bold words that are not empty, and no hyphen that would be drawn as another character."""
    lines = page().splitlines()
    assert {line.split()[0] for line in lines if line.startswith(".")} == {
        ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi",
    }  # fmt: skip
    assert all(lines[n + 1].startswith(".B ") and lines[n + 2].strip() for n, line in enumerate(lines) if line == ".TP")
    assert not [line for line in lines if re.search(r"(?<!\\)-", line)]
    assert not [line for line in lines if re.search(r"\\(?![-e&(])", line)]
