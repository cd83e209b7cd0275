"""The game continues at the same decision, whichever way the program ends."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic

import pytest

from tests.e2e.keyboard_player import load_match, play_turn, record_file, wait_for_turn
from tests.e2e.pty_terminal import Terminal, program

PLAY = ("play", "splendor", "--seed", "7", "--players")
TURNS = 6


def play_some(terminal: Terminal, path: Path) -> list[str]:
    """Play some turns; returns what is on screen at the next decision."""
    for _ in range(TURNS):
        play_turn(terminal, path)
    terminal.settle()
    return terminal.rows


def start(env: dict[str, str]) -> Terminal:
    terminal = Terminal([*PLAY, "me,greedy"], env)
    terminal.wait_for("Your turn")
    return terminal


def check_resumed(env: dict[str, str], log: list[tuple[object, ...]], rows: list[str], *args: str) -> None:
    """The game continues with the same record and table, and another turn can be played."""
    with Terminal(["resume", *args], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.settle()
        match = load_match(record_file(env))
        assert match.log == log
        assert without_cursor(terminal.rows) == without_cursor(rows)
        play_turn(terminal, record_file(env))
        assert load_match(record_file(env)).log[: len(log)] == log


def without_cursor(rows: list[str]) -> list[str]:
    """The screen without the cursor and the text about it, which are not saved."""
    frames = str.maketrans("╔═╗║╚╝┏━┓┃┗┛╭─╮│╰╯", " " * 18)
    return [row.translate(frames) for row in rows[:-2]]


def test_a_killed_game_goes_on(env: dict[str, str]) -> None:
    with start(env) as terminal:
        rows = play_some(terminal, record_file(env))
        log = load_match(record_file(env)).log
        terminal.kill(signal.SIGKILL)
        assert terminal.exit_code() == -signal.SIGKILL
    check_resumed(env, log, rows, str(record_file(env)))


@pytest.mark.slow_unless(number=(signal.SIGTERM,))
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_cleanly(env: dict[str, str], number: signal.Signals) -> None:
    with start(env) as terminal:
        rows = play_some(terminal, record_file(env))
        log = load_match(record_file(env)).log
        terminal.kill(number)
        assert terminal.exit_code() == 0
        assert b"\x1b[?1049l" in terminal.sent, "the screen from before is not given back"
        assert "Traceback" not in terminal.text
    check_resumed(env, log, rows)


@pytest.mark.slow
def test_a_lost_connection_ends_the_program(env: dict[str, str]) -> None:
    """The terminal itself is gone: nothing can be drawn any more, and nothing is lost."""
    with start(env) as terminal:
        rows = play_some(terminal, record_file(env))
        log = load_match(record_file(env)).log
        terminal.hang_up()
        terminal.wait_for(lambda: not terminal.child.isalive(), "the end")
    check_resumed(env, log, rows)


@pytest.mark.slow
def test_a_lost_connection_ends_a_program_that_another_waits_for(env: dict[str, str]) -> None:
    """As `make play` does: the hang-up reaches the one that leads the session, and ends there."""
    shell = ["sh", "-c", 'trap : HUP; "$@"; :', "sh"]
    with Terminal([*PLAY, "me,greedy"], env, command=[*shell, *program()]) as terminal:
        terminal.wait_for("Your turn")
        rows = play_some(terminal, record_file(env))
        log = load_match(record_file(env)).log
        terminal.hang_up()
        terminal.wait_for(lambda: not terminal.child.isalive(), "the end")
    check_resumed(env, log, rows)


@pytest.mark.slow
def test_a_game_killed_while_a_bot_thinks_goes_on_with_the_bot(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,minimax"], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.keys("w", "u", "g")
        terminal.wait_for("Enter takes")
        terminal.keys("\r")
        terminal.wait_for("is thinking")
        terminal.kill(signal.SIGKILL)
        assert terminal.exit_code() == -signal.SIGKILL
    path = record_file(env)
    assert load_match(path).log == [("take", (0, 1, 2))], "the bot was not thinking any more"
    with Terminal(["resume"], env) as terminal:
        terminal.wait_for("is thinking")
        wait_for_turn(terminal, path, 2)
    assert load_match(path).log[0] == ("take", (0, 1, 2))


@pytest.mark.slow
def test_home_goes_on_with_the_game(env: dict[str, str]) -> None:
    with start(env) as terminal:
        play_some(terminal, record_file(env))
        log = load_match(record_file(env)).log
        terminal.keys("q")
        terminal.wait_for("Continue")
        terminal.wait_for(f"move {len(log)}")
        terminal.keys("c")
        terminal.wait_for("Your turn")
        assert load_match(record_file(env)).log == log


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are listed as on Linux")
def test_nothing_goes_on_running_after_a_kill_in_a_shell(env: dict[str, str]) -> None:
    """There the program does not lead the session, so no hang-up ends what it has started."""
    shell = ["sh", "-c", '"$@"; exec sleep 60', "sh"]
    with Terminal([*PLAY, "me,greedy"], env, command=[*shell, *program()]) as terminal:
        terminal.wait_for("Your turn")
        (game,) = children(terminal.child.pid)
        started = children(game)
        os.kill(game, signal.SIGKILL)
        try:
            assert started
            end = monotonic() + 20
            while any(map(runs, started)) and monotonic() < end:
                terminal.discard(0.05)  # their last words need room, and the paint that was cut off is no screen
            assert not any(map(runs, started)), "what it had started goes on"
        finally:
            for pid in filter(runs, started):
                os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def runs(pid: int) -> bool:
    """Does the process exist, and is it not a zombie?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
