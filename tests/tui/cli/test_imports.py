"""Imports of commands that only print: no screens, no bots, no games other than the one named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tabletown import rules
from tests.e2e.pty_terminal import ROOT, environment

LOOK = """
import sys
from tabletown.tui.cli.main import main
try:
    main(sys.argv[1:], prog_name="tabletown")
finally:
    print("loaded", *sys.modules, file=sys.stderr)
"""


def loaded(folder: Path, *args: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    env = environment(TABLETOWN_DATA=str(folder), TABLETOWN_CONFIG=str(folder), PYTHONPATH=str(ROOT))
    done = subprocess.run([sys.executable, "-c", LOOK, *args], env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("loaded ")[2].split())


@pytest.mark.parametrize("command", ["--help", "--version", "completion bash", "doctor --json", "stats --help"])
def test_what_only_prints_loads_little(command: str, tmp_path: Path) -> None:
    heavy = {
        "textual",
        "rich",
        "asyncio",
        "multiprocessing",
        "tabletown.rules.bots.ismcts",
        "tabletown.rules.core.match",
    }
    modules = loaded(tmp_path, *command.split())
    assert "tabletown.tui.cli.params" in modules and not modules & (
        heavy | {f"tabletown.rules.{name}" for name in rules.GAMES}
    )


@pytest.mark.parametrize("game", rules.GAMES)
def test_lines_of_text_need_no_screen(game: str, tmp_path: Path) -> None:
    modules = loaded(tmp_path, "demo", game, "--plain")
    assert f"tabletown.rules.{game}" in modules and not modules & {"textual", "rich", "asyncio", "multiprocessing"}


HOME = """
import asyncio, sys, threading
from tabletown.tui.app import TabletownApp
from tabletown.tui.model import saved_games
from tabletown.tui.model.settings import Settings
from tabletown.tui.model.terminal import Terminal

def entries():
    print("loaded", *sys.modules)
    print("thread", threading.current_thread() is not threading.main_thread())
    return [], []

saved_games.entries = entries

async def main():
    app = TabletownApp(None, Settings(), Terminal("truecolor", "unicode", False))
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()

asyncio.run(main())
"""


def test_the_home_screen_reads_in_a_thread_only_when_all_games_are_loaded(tmp_path: Path) -> None:
    """A thread that imports a package while another imports a part of it fails with "deadlock detected"."""
    env = environment(TABLETOWN_DATA=str(tmp_path), TABLETOWN_CONFIG=str(tmp_path), PYTHONPATH=str(ROOT))
    done = subprocess.run([sys.executable, "-c", HOME], env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    modules, thread = done.stdout.splitlines()[:2]
    assert {f"tabletown.rules.{name}" for name in rules.GAMES} <= set(modules.split()) and thread == "thread True"
