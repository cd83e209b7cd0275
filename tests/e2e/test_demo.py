"""Demonstrations: games that play themselves, on screen and in lines of text."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.tui.narration import narrator
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.demo import narrate
from tests.e2e.pty_terminal import Terminal
from tests.e2e.test_command_line import tabletown
from tests.e2e.test_plain import MODULES

DEMO = 15.0
"""Seconds of processor time that a demo can take."""


def demo_text(name: str, chosen: dict[str, str], seed: int) -> tuple[Match, list[str]]:
    """The game of a demo, and its text, made in this process."""
    seats, out = [Seat("Hana", "greedy"), Seat("Bruno", "greedy")], StringIO()
    match = Match(name, seats, {**defaults(rules.load(name)), **chosen}, seed)
    narrate(match, Page(StringIO(), out))
    return match, out.getvalue().splitlines()


def test_a_demonstration_can_be_stopped_and_goes_on(env: dict[str, str]) -> None:
    match = demo_text("splendor", {}, 5)[0]
    with Terminal(["demo", "--pace", "fast", "--seed", "5"], env) as terminal:
        terminal.wait_for(narrator.describe_move(match, 1))
        terminal.keys(" ")
        terminal.wait_for("paused (Space resumes)")
        terminal.settle()  # the rows below may be painted a moment later
        caption = terminal.rows[-2]
        terminal.settle(0.6)
        assert "paused (Space resumes)" in terminal.rows[0] and terminal.rows[-2] == caption
        terminal.keys(" ")
        terminal.wait_for(lambda: terminal.rows[-2] != caption, "the next caption")
        terminal.keys("q")
        terminal.wait_for("New game")


@pytest.mark.slow_unless(value=("base",))
@pytest.mark.parametrize(("name", "option", "value"), MODULES)
def test_a_demonstration_is_always_the_same_and_ends(env: dict[str, str], name: str, option: str, value: str) -> None:
    lines = demo_text(name, {option.removeprefix("--"): value}, 5)[1]
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    done = tabletown(env, "demo", name, option, value, "--plain", "--seed", "5")
    assert getrusage(RUSAGE_CHILDREN).ru_utime - before < DEMO
    assert done.returncode == 0 and done.stderr == ""
    assert "Game over." in done.stdout and done.stdout.isascii()
    assert done.stdout.splitlines() == lines
    assert not Path(env["TABLETOWN_DATA"]).exists()


@pytest.mark.slow_unless(name=("splendor",))
@pytest.mark.parametrize("name", rules.GAMES)
def test_a_demonstration_on_screen_is_that_in_lines(env: dict[str, str], name: str) -> None:
    """Whole games of the expansions and of the other edition are played on screen by keys, in other tests."""
    match = demo_text(name, {}, 5)[0]
    with Terminal(["demo", name, "--seed", "5", "--pace", "instant"], env) as terminal:
        terminal.wait_for(f"{rules.load(name).TITLE} demo: ")
        terminal.wait_for(f"{narrator.headline(match)}: {narrator.points(match)}", patience=120)
        terminal.wait_for("─ Points ─")
