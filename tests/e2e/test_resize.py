"""Windows that change their size at any time."""

from __future__ import annotations

import pytest

from tests.e2e.keyboard_player import load_match, pick, record_file, wait_for_turn
from tests.e2e.pty_terminal import Terminal

PLAY = ("play", "splendor", "--seed", "7", "--players")


def test_a_small_window_says_so_and_the_table_comes_back(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.settle()
        before = terminal.rows
        terminal.resize(40, 10)
        terminal.wait_for("Window too small: 40 x 10")
        terminal.wait_for("needs 80 x 24")
        assert "L1" not in terminal.text
        terminal.resize(80, 24)
        terminal.wait_for("Your turn")
        terminal.wait_for(lambda: terminal.rows == before, "the same table")
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record_file(env), 2)


def test_a_window_made_small_while_a_bot_thinks(env: dict[str, str]) -> None:
    """The bot's move is played meanwhile, and is there when the window has grown."""
    with Terminal([*PLAY, "me,minimax"], env) as terminal:
        terminal.wait_for("Your turn")
        pick(terminal, "Enter takes", "w", "u", "g")
        terminal.wait_for("is thinking")
        terminal.resize(40, 10)
        terminal.wait_for("Window too small: 40 x 10")
        terminal.wait_for(lambda: len(load_match(record_file(env)).log) == 2, "the bot's move")
        terminal.resize(80, 24)
        wait_for_turn(terminal, record_file(env), 2)
        pick(terminal, "Enter takes", "g", "r", "b")
        terminal.wait_for("You take G R B")


def test_a_window_made_small_while_the_log_is_open(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record_file(env), 2)
        terminal.keys("o")
        terminal.wait_for("─ Log ─")
        for columns, rows in ((40, 10), (53, 24), (60, 8), (24, 4)):
            terminal.resize(columns, rows)
            terminal.wait_for(f"{columns} x {rows}")
        terminal.resize(80, 24)
        terminal.wait_for("─ Log ─")


@pytest.mark.parametrize("size", [(120, 36), (160, 45), (200, 60)])
def test_a_larger_window_shows_a_larger_table(env: dict[str, str], size: tuple[int, int]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.resize(*size)
        terminal.wait_for("─ Log ─")
        terminal.wait_for("points")
        terminal.resize(80, 24)
        terminal.wait_for(lambda: "─ Log ─" not in terminal.text and "Your turn" in terminal.text, "the small table")


def test_a_window_smaller_than_the_least_from_the_start(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env, size=(60, 20)) as terminal:
        terminal.wait_for("Window too small: 60 x 20")
        terminal.resize(80, 24)
        terminal.wait_for("Your turn")


def test_many_sizes_in_a_row(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        for n in range(30):
            terminal.resize(40 + 7 * n, 8 + 2 * n)
        terminal.resize(80, 24)
        terminal.wait_for("Your turn")
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record_file(env), 2)


@pytest.mark.slow
def test_a_window_dragged_back_and_forth(env: dict[str, str]) -> None:
    """Sizes that come faster than screens are laid out: the last one counts, and the program is not lost in them."""
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        for n in range(24):
            terminal.resize(40, 10)
            terminal.wait_for("needs 80 x 24")
            terminal.resize(100, 30)
            terminal.read(0.002 * (n % 8))
            terminal.resize(80, 24)
            terminal.wait_for(lambda: "i Hint" in terminal.rows[-1], "the keys of the table")
        terminal.wait_for(
            lambda: "i Hint" in terminal.rows[-1] and any(row.endswith("0/10") for row in terminal.rows), "the table"
        )
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record_file(env), 2)
