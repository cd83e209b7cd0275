"""The READMEs: the session with the rules runs as printed, links lead somewhere, the first page stays short."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *sorted(page for name in ("rules", "tui") for page in (ROOT / name).rglob("README.md"))]


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
