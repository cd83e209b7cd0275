"""Two programs and one record: the second says so and only looks at it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.keyboard_player import load_match, play_turn, record_file, wait_for_turn
from tests.e2e.pty_terminal import ROOT, Terminal, program

PLAY = ("play", "splendor", "--seed", "7", "--players", "me,greedy")
WORDS = "This game is open in another window"


def begun(env: dict[str, str], *more: str) -> Terminal:
    terminal = Terminal([*PLAY, *more], env)
    terminal.wait_for("Your turn")
    return terminal


def by_command(env: dict[str, str], path: Path) -> Terminal:
    return Terminal(["resume"], env)


def by_name(env: dict[str, str], path: Path) -> Terminal:
    return Terminal(["resume", str(path)], env)


def from_home(env: dict[str, str], path: Path) -> Terminal:
    terminal = Terminal([], env)
    terminal.wait_for("Continue")
    terminal.keys("c")
    return terminal


@pytest.mark.slow
@pytest.mark.parametrize("second", [by_command, by_name, from_home])
def test_the_second_only_looks_until_the_first_has_gone(
    env: dict[str, str], second: Callable[[dict[str, str], Path], Terminal]
) -> None:
    with begun(env) as first:
        path = record_file(env)
        play_turn(first, path)
        before = path.read_bytes()
        with second(env, path) as other:
            other.wait_for(WORDS)
            other.wait_for("View only. Start position")
            other.keys("]", "\r", "w", "u", "g", "\r", "e", "z", "y", "[")
            other.settle()
            assert path.read_bytes() == before and record_file(env) == path
            play_turn(first, path)
            log = load_match(path).log
            assert len(log) == 4, "the first plays on"
            first.kill()
            first.exit_code()
            while "move 4" not in other.text:  # what the keys have opened closes first, sooner or later
                other.keys("q")
                other.settle(1.0)
            other.keys("c")
            other.wait_for("Your turn")
            play_turn(other, path)
            assert load_match(path).log[:4] == log and len(load_match(path).log) == 6


@pytest.mark.slow
def test_whoever_goes_home_gives_it_back(env: dict[str, str]) -> None:
    with begun(env) as first:
        path = record_file(env)
        play_turn(first, path)
        first.keys("q")
        first.wait_for("Continue")
        with Terminal(["resume"], env) as other:
            other.wait_for("Your turn")
            play_turn(other, path)
            first.keys("c")
            first.wait_for(WORDS)
    with Terminal(["resume"], env) as again:
        wait_for_turn(again, path, 4)


def resumed_plainly(env: dict[str, str], path: Path, typed: str) -> list[str]:
    done = subprocess.run(
        [*program(), "resume", str(path), "--plain"],
        **{"input": typed, "env": env, "cwd": ROOT, "capture_output": True, "text": True, "timeout": 60},  # type: ignore[call-overload]
    )
    assert done.returncode == 0 and done.stderr == ""
    lines: list[str] = done.stdout.splitlines()
    return lines


@pytest.mark.slow
def test_in_lines_of_text_too(env: dict[str, str]) -> None:
    with begun(env) as first:
        path = record_file(env)
        play_turn(first, path)
        before = path.read_bytes()
        lines = resumed_plainly(env, path, "take wug\nnext\nquit\n")
        assert lines[0].startswith(WORDS) and "Unknown command 'take wug'" in "\n".join(lines)
        assert path.read_bytes() == before
    assert "Your turn" in "\n".join(resumed_plainly(env, path, ""))


def test_a_game_in_lines_of_text_is_held(env: dict[str, str]) -> None:
    with begun(env, "--plain") as first:
        path = record_file(env)
        with Terminal(["resume"], env) as other:
            other.wait_for(WORDS)
        first.keys("take wug", "\r")
        first.wait_for(lambda: len(load_match(path).log) == 2, "both moves on disk")
        first.keys("quit", "\r")
        assert first.exit_code() == 0
    with Terminal(["resume"], env) as again:
        again.wait_for("Your turn")


@pytest.mark.slow
def test_home_in_lines_gives_back_what_was_played(env: dict[str, str]) -> None:
    with Terminal(["--plain"], env) as first:
        first.wait_for("Tabletown.")
        first.keys("play splendor --seed 7", "\r")
        first.wait_for("Your turn")
        path = record_file(env)
        assert resumed_plainly(env, path, "quit\n")[0].startswith(WORDS)
        first.keys("take wug", "\r")
        first.wait_for(lambda: first.text.count("Your turn") > 1, "the bot to answer")
        first.keys("quit", "\r")
        first.wait_for("What next?")
        assert not resumed_plainly(env, path, "quit\n")[0].startswith(WORDS)
        shown = first.text.count("Your turn")
        first.keys("continue", "\r")
        first.wait_for(lambda: first.text.count("Your turn") > shown, "the game to go on")
