"""Words of the glossary: what it does not say is said in no text."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.words.texts import ROOT, SOURCES, Text, paragraphs, strings, texts

LISTS = tomllib.loads((ROOT / "tests/words/unwanted.toml").read_text(encoding="utf-8"))
EXCEPTIONS = tomllib.loads((ROOT / "tests/words/exceptions.toml").read_text(encoding="utf-8"))


@cache
def all_texts() -> list[Text]:
    return list(texts())


def applies(text: Text, part: str) -> bool:
    """Does a part of the list hold for a text: the whole list, or a game's in the game's folders?"""
    return part == "everywhere" or f"/{part}/" in text.place


def unwanted(text: Text) -> list[str]:
    """The words in a text that it should not have."""
    if text.text.strip() in EXCEPTIONS:
        return []
    if any(re.fullmatch(pattern, text.text.strip(" .")) for pattern in LISTS["labels"]):
        return [text.text]
    patterns = [pattern for part, words in LISTS.items() if applies(text, part) for pattern in words]
    matches = [re.search(rf"\b(?:{pattern})\b", text.text, re.IGNORECASE) for pattern in patterns]
    return [match[0] for match in matches if match and match[0]]


def test_no_text_has_a_word_that_the_glossary_replaces() -> None:
    faults = [f"{text.place}: {words} in {text.text!r}" for text in all_texts() if (words := unwanted(text))]
    assert not faults, "\n".join(faults)


def test_every_exception_is_a_text_with_a_reason() -> None:
    there = {text.text.strip() for text in all_texts()}
    for exact, reason in EXCEPTIONS.items():
        assert exact in there, f"no text is {exact!r} any more"
        assert len(reason.split()) > 2, exact


def test_texts_of_every_kind_are_found() -> None:
    """A sentence, one with something filled in, a label, a tooltip, a lesson, a help page, a page."""
    there = {text.text for text in all_texts()}
    assert {"Enter a name first.", "{} is away{}", "Join by table code"} <= there
    places = {text.place.partition(":")[0] for text in all_texts()}
    assert {
        "tui/games/sf1906/help.md",
        "tui/games/splendor/lesson.toml",
        "README.md",
        "rules/bots/level_descriptions.py",
    } <= places
    assert len(all_texts()) > 2500


PLANTED = """
def greet(name):
    \"\"\"Whoever sees the table, as a docstring, is not read.\"\"\"
    say(f"{name} lets the game begin.", "Take back")
    return {"chair": 1}, "Somebody sits there."
"""


def test_planted_words_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.words.texts.ROOT", tmp_path)
    path = tmp_path / "tui" / "planted.py"
    path.parent.mkdir()
    path.write_text(PLANTED, encoding="utf-8")
    assert [unwanted(text) for text in strings(path)] == [["begin"], ["Take back"], ["Somebody"]]
    page = tmp_path / "tui" / "help.md"
    page.write_text("# Rules\n\nA game that\ngoes on with a chair\n\n- fine\n", encoding="utf-8")
    matches = [unwanted(Text("tui/help.md", paragraph)) for _, paragraph in paragraphs(page)]
    assert matches == [[], ["goes on with", "chair"], []]


OPENS = re.compile(r"\s*(How|That|What|Whatever|When|Where|Whether|Who|Whoever|Whom|Whose)\b")


def misopened(source: str) -> list[int]:
    """Lines of the docstrings, those of attributes included, that open with a clause."""
    alone = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    texts = [value for value in alone if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    return sorted(text.lineno for text in texts if OPENS.match(text.value))


def test_docstrings_open_with_a_noun_or_an_imperative() -> None:
    misopened_lines = []
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        misopened_lines += [f"{path.relative_to(ROOT)}:{line}" for line in misopened(path.read_text("utf-8"))]
    assert misopened_lines == []


def test_planted_openings_are_found() -> None:
    attribute = 'LIMIT = 3\n"""Where it ends."""\n'
    function = 'def f() -> None:\n    """\n    Whose turn it is.\n    """\n'
    assert misopened(f'"""What it does."""\n{attribute}{function}') == [1, 3, 5]
    assert misopened('"""Whole numbers, however large."""\n"""Thatch."""\n') == []
