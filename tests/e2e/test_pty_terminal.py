"""The terminals that other tests look at."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.pty_terminal import Terminal, environment


def test_a_terminal_that_nobody_waits_for_is_read_all_the_same(tmp_path: Path) -> None:
    """A program whose terminal is full stands still; an SSH client takes no keys then."""
    much = ["sh", "-c", "head -c 200000 /dev/zero; touch written"]
    with (
        Terminal([], environment(), command=much, cwd=tmp_path),
        Terminal([], environment(), command=["cat"], cwd=tmp_path) as other,
    ):
        other.wait_for((tmp_path / "written").exists, "the other program's file", patience=10.0)


def test_a_program_that_takes_long_to_end_is_waited_for() -> None:
    """What is left open would read what another terminal shows, whose file may get the same number."""
    with Terminal([], environment(), command=["sh", "-c", "trap '' HUP INT; echo on; while :; do :; done"]) as terminal:
        terminal.wait_for("on")
        terminal.child.ptyproc.delayafterterminate = 0  # as if the machine were busy
    assert terminal.child.closed and terminal not in Terminal.opened
