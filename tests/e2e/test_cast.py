"""Demonstrations on screen, recorded, and played back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pyte
import pytest

from tabletown import rules
from tabletown.tui.cli.asciicast import LEAVING
from tabletown.tui.narration import narrator
from tests.e2e.pty_terminal import PATIENCE, ROOT, Terminal, program
from tests.e2e.test_command_line import BAD_INPUT, tabletown
from tests.e2e.test_kill_and_resume import children, runs
from tests.e2e.test_plain import MODULES, shown


def played_back(path: Path, part: float = 1.0) -> list[str]:
    """The rows on screen after a part of a recording."""
    head, *pieces = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head["version"] == 2
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    last = 0.0
    for seconds, kind, text in pieces[: int(part * len(pieces))]:
        assert seconds >= last and kind == "o"
        assert LEAVING not in text
        stream.feed(text)
        last = seconds
    return [str(row).rstrip() for row in screen.display]


@pytest.mark.parametrize(("name", "option", "value"), MODULES)
def test_a_recording_shows_the_game_and_its_last_position(
    env: dict[str, str], tmp_path: Path, name: str, option: str, value: str
) -> None:
    path = tmp_path / "demo.cast"
    args = ["demo", name, option, value, "--seed", "5", "--pace", "instant", "--cast", str(path), "--size", "100x30"]
    done = tabletown(env, *args)
    assert done.returncode == 0 and done.stdout == f"Written: {path}\n", done.stderr
    told = shown(name, {option.removeprefix("--"): value}, 5)[1]
    result = told[told.index("The game is over.") + 1].removesuffix(".")
    rows = played_back(path)
    assert len(rows) == 30 and result in rows[-2]
    assert rows[0].startswith(" The game is over"), rows[0]
    halfway = played_back(path, 0.5)
    assert f"{rules.load(name).TITLE} plays itself" in halfway[0]
    assert any(name in halfway[-2] for name in ("Hana ", "Bruno ")), halfway[-2]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are listed as on Linux")
def test_nothing_goes_on_running_when_the_recorder_is_killed(env: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "demo.cast"
    recorder = subprocess.Popen([*program(), "demo", "--pace", "slow", "--cast", str(path)], env=env, cwd=ROOT)
    try:
        until(lambda: path.exists() and path.stat().st_size > 20_000)
        (demo,) = children(recorder.pid)
    finally:
        recorder.kill()
        recorder.wait()
    until(lambda: not runs(demo))


def until(true: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end, "waited in vain"
        sleep(0.05)


def test_a_demonstration_can_be_stopped_and_goes_on(env: dict[str, str]) -> None:
    match = shown("splendor", {}, 5)[0]
    with Terminal(["demo", "--pace", "fast", "--seed", "5"], env) as terminal:
        terminal.wait_for(narrator.deed(match, 1))
        terminal.keys(" ")
        terminal.wait_for("waits, Space goes on")
        here = terminal.rows[-2]
        terminal.settle(0.6)
        assert "waits, Space goes on" in terminal.rows[0] and terminal.rows[-2] == here
        terminal.keys(" ")
        terminal.wait_for(lambda: terminal.rows[-2] != here, "the next caption")
        terminal.keys("q")
        terminal.wait_for("New game")


def test_a_demonstration_ends_with_the_score_sheet(env: dict[str, str]) -> None:
    match = shown("splendor", {}, 5)[0]
    with Terminal(["demo", "--seed", "5"], env) as terminal:
        terminal.wait_for(f"{narrator.headline(match)}: {narrator.points(match)}")
        terminal.wait_for("Points from")


@pytest.mark.parametrize(("path", "size", "words"), [
    ("nosuch/x.cast", "80x24", "No such file"),
    ("x.cast", "79x24", "--size is at least 80x24"),
    ("x.cast", "wide", "--size is columns and rows"),
    ("x.cast", "99999x99999", "--size is columns and rows"),
])  # fmt: skip
def test_what_cannot_be_recorded(env: dict[str, str], tmp_path: Path, path: str, size: str, words: str) -> None:
    done = tabletown(env, "demo", "--cast", str(tmp_path / path), "--size", size)
    assert done.returncode == BAD_INPUT and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("tabletown: ") and words in line
    assert not (tmp_path / path).exists()
