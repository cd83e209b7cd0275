"""What CONTRIBUTING says of adding a game is true: the game written down there keeps the contract and is played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.pty_terminal import ROOT, environment

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```\w+\n(?:# |<!-- )((?:rules|tui|tests)/\S+)(?: -->)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECOUNT = """
from tests.rules import pairs_table
RECOUNTS["pairs"] = Recount(pairs_table.pieces, pairs_table.points, pairs_table.winners)
"""
PLAYED = '''
"""A game of Pairs by keys alone."""

from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text
from tests.tui.sample_matches import saved_table, start_match


async def test_pairs() -> None:
    match = start_match("You", "greedy", game="pairs")
    async with run_app(make_app(saved_table(match))) as pilot:
        board = current_table(pilot).board
        assert "Your turn: play a card" in screen_text(pilot) and "Pile: empty" in screen_text(pilot)
        for _ in range(40):
            if match.player is None:
                break
            board.cursor = sorted(board.scene.options)[-1]
            await press(pilot, "enter", "enter")
        assert match.player is None and len(match.log) == 14
    async with run_app(make_app()) as pilot:
        await press(pilot, "l")
        assert "Pairs" in screen_text(pilot)
        await press(pilot, "4")
        assert "half" in screen_text(pilot).lower() or "top of the pile" in screen_text(pilot)
'''


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project to which the steps have been done."""
    folder = tmp_path_factory.mktemp("project")
    skip = shutil.ignore_patterns("__pycache__", "__snapshots__", "*.svg", "playthroughs", "weights")
    for name in ("rules", "tui", "themes", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for path, content in BLOCK.findall(TEXT):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    registry = folder / "rules" / "__init__.py"
    code = registry.read_text(encoding="utf-8")
    assert 'GAMES = ("splendor", "metropolys", "sf1906")' in code
    registry.write_text(code.replace('"sf1906")', '"sf1906", "pairs")'), encoding="utf-8")
    with (folder / "tests" / "rules" / "recounts.py").open("a", encoding="utf-8") as recounts:
        recounts.write(RECOUNT)
    (folder / "tests" / "tui" / "test_pairs.py").write_text(PLAYED, encoding="utf-8")
    return folder


def run(project: Path, *args: str) -> str:
    """What a Python program says there."""
    env = environment(TABLETOWN_DATA=str(project), TABLETOWN_CONFIG=str(project))
    done = subprocess.run([sys.executable, *args], cwd=project, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_file_of_the_game_is_written_down() -> None:
    assert [path for path, _ in BLOCK.findall(TEXT)] == [
        "rules/pairs/__init__.py",
        "rules/pairs/pairs.py",
        "tui/games/pairs/__init__.py",
        "tui/games/pairs/board.py",
        "tui/games/pairs/plain.py",
        "tui/games/pairs/help.md",
        "tui/games/pairs/lesson.toml",
        "tests/rules/pairs_table.py",
    ]


def test_the_game_keeps_the_contract(project: Path) -> None:
    wanted = ("tests/rules/test_contract.py", "-k", "pairs", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert "[100%]" in run(project, "-m", "pytest", *wanted)


def test_the_game_is_played_by_keys(project: Path) -> None:
    played = ("tests/tui/test_pairs.py", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert "[100%]" in run(project, "-m", "pytest", *played)


def test_the_game_is_played_in_lines_of_text(project: Path) -> None:
    assert "won" in run(project, "-m", "tabletown", "demo", "pairs", "--plain").splitlines()[-3]


def test_every_command_of_make_is_told() -> None:
    rules = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert all(f"`make {name}" in TEXT for name in rules if name != "clean"), rules
