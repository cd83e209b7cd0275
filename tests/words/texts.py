"""Every text that people read: strings of the source, lessons, help pages and other pages, with their places."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCES = ("rules", "tui", "themes", "lab")
READ = re.compile(r"[A-Z][a-z]+(\W|$)|[a-z']{2,} +[a-z'{]")
"""A string that people read: a word with a capital letter, or two words in a row."""


class Text(NamedTuple):
    """A text and where it is."""

    place: str
    text: str


def texts() -> Iterator[Text]:
    """All of them."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from strings(path)
        for path in sorted((ROOT / folder).rglob("*.toml")):
            yield from values(path)
    for path in pages():
        for number, paragraph in paragraphs(path):
            yield Text(f"{path.relative_to(ROOT)}:{number}", paragraph)


def pages() -> list[Path]:
    """The pages to read, from README.md to the help of each game."""
    return sorted({*ROOT.glob("*.md"), *(path for folder in SOURCES for path in (ROOT / folder).rglob("*.md"))})


def paragraphs(path: Path) -> Iterator[tuple[int, str]]:
    """Blocks of lines between blank ones (items and rows of tables separately), with the number of their first line."""
    first, block = 1, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith(("#", "- ", "|", "```")):
            if block:
                yield first, block
            first, block = number, line.strip()
        else:
            first, block = (first, f"{block} {line.strip()}") if block else (number, line.strip())
    if block:
        yield first, block


def strings(path: Path) -> Iterator[Text]:
    """The strings of a module that people read, f-strings with "{}" for their values; no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in ast.walk(node) if isinstance(part, ast.Constant)}
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield from readable(path, node.lineno, "".join(map(str, parts)))
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield from inside(path, part.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield from readable(path, node.lineno, node.value)


def inside(path: Path, node: ast.expr) -> Iterator[Text]:
    """Strings in what fills an f-string."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from readable(path, part.lineno, part.value)


def readable(path: Path, line: int, text: str) -> Iterator[Text]:
    if READ.search(text) and not re.fullmatch(r"[a-z_.]+|([A-Z][a-z0-9]+){2,}", text):
        yield Text(f"{path.relative_to(ROOT)}:{line}", text)


def docstrings(tree: ast.AST) -> set[int]:
    """Strings that are statements: docstrings, and those below a name."""
    alone = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return {id(value) for value in alone if isinstance(value, ast.Constant)}


def values(path: Path) -> Iterator[Text]:
    """The strings of a TOML file that people read."""

    def walk(value: object) -> Iterator[str]:
        match value:
            case str():
                yield value
            case dict():
                for part in value.values():
                    yield from walk(part)
            case list():
                for part in value:
                    yield from walk(part)

    for text in walk(tomllib.loads(path.read_text(encoding="utf-8"))):
        if READ.search(text):
            yield Text(str(path.relative_to(ROOT)), text)
