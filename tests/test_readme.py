"""The READMEs: the session with the rules runs as printed, links lead somewhere, the first page stays short."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest

from tabletown.rules.arena.play_command import parser
from tabletown.tui.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *sorted(page for name in ("rules", "tui") for page in (ROOT / name).rglob("README.md")),
]


def test_the_session_runs() -> None:
    results = doctest.testfile(str(ROOT / "rules" / "README.md"), module_relative=False)
    assert results.attempted >= 8 and not results.failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_first_page_is_short_and_starts_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert {"make play", "make test"} <= {line.partition("  ")[0] for line in lines[:40]}


def commands(page: Path) -> list[str]:
    """The commands of a page, in blocks and within sentences, without what a table says beside them."""
    text = page.read_text(encoding="utf-8")
    blocks = [
        line for block in re.findall(r"^```\n(.*?)^```", text, re.DOTALL | re.MULTILINE) for line in block.splitlines()
    ]
    inline = re.findall(r"`((?:tabletown|make) [^`]+)`", " ".join(text.split()))
    shell_lines = [re.split(r"\s{2,}| #", line.strip())[0] for line in [*blocks, *inline]]
    return [line for line in shell_lines if re.match(r"(\S*/)?(tabletown|make) ", f"{line} ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_understood(page: Path) -> None:
    """Each is read by the program's own parsers, but not run; a make target is in the Makefile."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in commands(page):
        program, *words = shlex.split(re.sub(r"[\[\]]", "", line))
        if program == "make":
            assert words[0] in targets, line
        else:
            read(words, line)


def read(words: list[str], line: str) -> None:
    """Let the parsers read a command; fails with the line that they refuse."""
    words = [{"GAME": "splendor", "pairs": "splendor"}.get(word, word) for word in words]
    try:
        context = main.make_context("tabletown", words)
        if rest := context._protected_args + context.args:
            name, command, args = main.resolve_command(context, rest)
            assert name and command
            own = command.make_context(name, args, parent=context)
            if name == "arena":
                parser("tabletown arena").parse_args(own.params["args"])
    except (click.exceptions.Exit, SystemExit) as end:
        assert not getattr(end, "exit_code", getattr(end, "code", 0)), line
    except click.ClickException as wrong:
        pytest.fail(f"{line}: {wrong.format_message()}")


def test_the_pages_have_commands_and_one_that_is_wrong_is_found() -> None:
    assert len(commands(ROOT / "README.md")) >= 12
    for wrong in ("play chess", "play --edition", "nosuch", "export FILE --pdf"):
        with pytest.raises(pytest.fail.Exception):
            read(wrong.split(), wrong)


def test_the_rulings_of_1906_that_players_meet_are_in_its_help() -> None:
    """R9, R14 and R22, in words."""
    text = " ".join((ROOT / "tui/games/sf1906/help.md").read_text(encoding="utf-8").split())
    assert "If the year's bonus is an objective, you may take it from the deck." in text
    assert "You may spend a wild permit alone, on any free plot." in text
    assert "If you tie for a majority on your own objective, you score your share of the tied places' points." in text
