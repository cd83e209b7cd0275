"""The help of a game as plain lines, without Markdown."""

from __future__ import annotations

import re

from tabletown.rules.core.game import Options

from . import game_ui
from .grammar import sentence

ON_SCREEN = ("Reading the table", "On screen", "Keys")
"""Headings of sections that are only about the screen."""
NOTE = 'In text mode you type every move; the command "moves" lists them.'


def lines(name: str, options: Options) -> list[str]:
    """The rules of a game, one paragraph per line, without Markdown and without the sections on the screen."""
    texts, skip = [NOTE], False
    for paragraph in paragraphs(game_ui.load(name).help(options)):
        if paragraph.startswith("#"):
            heading = paragraph.lstrip("# ")
            skip = heading in ON_SCREEN
            texts += [] if skip else [sentence(strip_marks(heading))]
        elif not skip:
            texts.append(sentence(strip_marks(paragraph)))
    return texts


def paragraphs(text: str) -> list[str]:
    """Headings, items, rows of tables, and paragraphs with their lines joined."""
    blocks = [""]
    for line in text.splitlines():
        if not line.strip() or set(line) <= set("|- "):
            blocks.append("")
        elif line.startswith(("#", "- ", "|")) or not blocks[-1] or blocks[-1].startswith(("#", "|")):
            blocks.append(line.strip())
        else:
            blocks[-1] += f" {line.strip()}"
    return [paragraph for paragraph in blocks if paragraph]


def strip_marks(text: str) -> str:
    """Strip the marks of lists, tables, bold and code, and a colon or semicolon at the end."""
    text = text.rstrip(":;")
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    return re.sub(r"\*\*|`(?=[^`])|(?<=[^`])`", "", ": ".join(filter(None, cells)).removeprefix("- "))
