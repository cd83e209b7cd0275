"""The line about a long task: how much there is, on a terminal alone."""

from __future__ import annotations

import io
import sys

import pytest

from tabletown.rules.arena.progress import ERASE, bar, with_progress


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_much_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of earlier runs too; what is printed meanwhile has a line of its own, and at the end nothing is left."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    for _ in with_progress("ab", 4, "games", before=2):
        print("a game", file=sys.stderr)
    first, second, third, last = screen.getvalue().split(ERASE)
    assert first == last == "" and second.startswith("a game\n[######################--------] 3 of 4 games, 0:00:0")
    assert third.startswith("a game\n[##############################] 4 of 4 games, 0:00:00 left")


def test_the_time_left_is_that_of_the_results_that_are_missing() -> None:
    assert bar(1200, 3200, "games", 2.5) == "[###########-------------------] 1,200 of 3,200 games, 1:23:20 left"


def test_a_file_gets_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress("ab", 2, "games")) == ["a", "b"]
    assert capsys.readouterr() == ("", "")
