"""Every test has folders of its own and reads at once, and all share what is parsed of a style sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tabletown.tui.screens import coached
from tests.tui.app_driver import isolated


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> Iterator[Path]:
    """Keep settings in `config` and records in `data`, below the folder that the test works in."""
    with isolated(tmp_path):
        yield tmp_path


@pytest.fixture(autouse=True, scope="session")
def reads_at_once() -> Iterator[None]:
    """Play by the second Enter, however soon it follows the objection of the coach."""
    with patch.object(coached, "UNREAD_SECONDS", 0):
        yield


@pytest.fixture(autouse=True, scope="session")
def parsed_style_sheets() -> Iterator[None]:
    """Parse a style sheet once for each set of colours, not again in the app of every test."""
    parse = Stylesheet._parse_rules
    parsed: dict[Any, list[RuleSet]] = {}
    colours: tuple[dict[str, str], frozenset[tuple[str, str]]] = {}, frozenset()

    def parse_once(sheet: Stylesheet, css: str, *where: Any, **kinds: Any) -> list[RuleSet]:
        nonlocal colours
        if colours[0] is not sheet._variables:
            colours = sheet._variables, frozenset(sheet._variables.items())
        key = css, where, tuple(kinds.items()), colours[1]
        if key not in parsed:
            parsed[key] = parse(sheet, css, *where, **kinds)
        return parsed[key]

    with patch.object(Stylesheet, "_parse_rules", parse_once):
        yield
