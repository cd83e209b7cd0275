"""The help text of a game as lines without marks."""

from __future__ import annotations

import re

from tabletown.rules.core.game import Options

from . import game_ui
from .grammar import sentence

ON_SCREEN = ("Reading the table", "On screen", "Keys")
"""Headings of what is only about the screen."""
NOTE = "In text mode you type every move, as listed by the command moves."


def lines(name: str, options: Options) -> list[str]:
    """The rules of a game, a paragraph a line, without marks and without what is only about the screen."""
    found, skip = [NOTE], False
    for paragraph in paragraphs(game_ui.load(name).help(options)):
        if paragraph.startswith("#"):
            heading = paragraph.lstrip("# ")
            skip = heading in ON_SCREEN
            found += [] if skip else [sentence(bare(heading))]
        elif not skip:
            found.append(sentence(bare(paragraph)))
    return found


def paragraphs(text: str) -> list[str]:
    """Headings, items, rows of tables, and the lines between blank ones put together."""
    found = [""]
    for line in text.splitlines():
        if not line.strip() or set(line) <= set("|- "):
            found.append("")
        elif line.startswith(("#", "- ", "|")) or not found[-1] or found[-1].startswith(("#", "|")):
            found.append(line.strip())
        else:
            found[-1] += f" {line.strip()}"
    return [paragraph for paragraph in found if paragraph]


def bare(text: str) -> str:
    """Without the marks of lists, tables, strong words and typed ones, and without what ends an item of a list."""
    text = text.rstrip(":;")
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    return re.sub(r"\*\*|`(?=[^`])|(?<=[^`])`", "", ": ".join(filter(None, cells)).removeprefix("- "))
