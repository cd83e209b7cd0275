"""Demonstrations: games that play themselves on screen."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.tui.narration import narrator
from tests.e2e.pty_terminal import Terminal
from tests.e2e.test_plain import MODULES, demo_text


def test_a_demonstration_can_be_stopped_and_goes_on(env: dict[str, str]) -> None:
    match = demo_text("splendor", {}, 5)[0]
    with Terminal(["demo", "--pace", "fast", "--seed", "5"], env) as terminal:
        terminal.wait_for(narrator.describe_move(match, 1))
        terminal.keys(" ")
        terminal.wait_for("paused (Space resumes)")
        caption = terminal.rows[-2]
        terminal.settle(0.6)
        assert "paused (Space resumes)" in terminal.rows[0] and terminal.rows[-2] == caption
        terminal.keys(" ")
        terminal.wait_for(lambda: terminal.rows[-2] != caption, "the next caption")
        terminal.keys("q")
        terminal.wait_for("New game")


@pytest.mark.slow_unless(value=("base",))
@pytest.mark.parametrize(("name", "option", "value"), MODULES)
def test_a_demonstration_ends_with_the_score_sheet(env: dict[str, str], name: str, option: str, value: str) -> None:
    match = demo_text(name, {option.removeprefix("--"): value}, 5)[0]
    with Terminal(["demo", name, option, value, "--seed", "5", "--pace", "instant"], env) as terminal:
        terminal.wait_for(f"{rules.load(name).TITLE} demo: ")
        terminal.wait_for(f"{narrator.headline(match)}: {narrator.points(match)}", patience=120)
        terminal.wait_for("─ Points ─")
