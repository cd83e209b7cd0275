"""The lesson of Splendor from home to its end, by keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.e2e.pty_terminal import ENTER, Terminal

KEYS: tuple[tuple[str, ...], ...] = (
    (ENTER,),
    (ENTER,),
    ("up", "up"),
    ("f", "d"),
    ("r", "r", ENTER),
    ("g", "r", "b", ENTER),
    ("z",),
    ("i", ENTER),
    (ENTER,),
    ("o", "o"),
    ("v", ENTER),
    ("v", ENTER),
    (ENTER,),
    ("w", "u", "g", ENTER, "w", "u", ENTER),
    (ENTER,),
    (ENTER, "up", "up", "up", ENTER, ENTER),
    (ENTER,),
)
"""The keys that a learner presses at each step."""


def press(terminal: Terminal, keys: tuple[str, ...]) -> None:
    """One key after the other, as a person who sees what each has done."""
    for key in keys:
        before = terminal.text
        terminal.keys(key)
        terminal.wait_for(partial(differs, terminal, before), f"something to come of {key!r}")


def differs(terminal: Terminal, before: str) -> bool:
    return terminal.text != before


@pytest.mark.slow
def test_the_lesson_of_splendor(env: dict[str, str]) -> None:
    with Terminal([], env) as terminal:
        terminal.wait_for("l  Learn")
        terminal.keys("l")
        terminal.wait_for("Learn a game")
        terminal.keys("1")
        for number, keys in enumerate(KEYS, 1):
            terminal.wait_for(f"Step {number} of {len(KEYS)}")
            terminal.settle()
            if number == 5:
                press(terminal, ("w", "u", "g", ENTER))
                terminal.wait_for("Not yet. Take two red")
            press(terminal, keys)
        terminal.wait_for("You now know how to play Splendor")
        terminal.wait_for("17 steps, about 4 minutes  done")
        assert not list(Path(env["TABLETOWN_DATA"]).rglob("*.jsonl"))
        terminal.keys("p")
        terminal.wait_for("No moves yet.")
        terminal.wait_for("Your turn")
        terminal.wait_for("Hana")
        terminal.keys("q")
        terminal.wait_for("New game")
