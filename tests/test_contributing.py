"""The example game of CONTRIBUTING is built, installed into an environment of its own, and played there."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.e2e.pty_terminal import ROOT, environment
from tests.made_once import made_once

pytestmark = pytest.mark.slow

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```\w+\n(?:# |<!-- )(pyproject\.toml|tabletown_pairs/\S+)(?: -->)?\n(.*?)^```$", re.M | re.S)
PLAYED = """
import asyncio
from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text
from tests.tui.sample_matches import saved_table, start_match


async def play(bot):
    match = start_match("You", bot, game="pairs")
    async with run_app(make_app(saved_table(match, bot))) as pilot:
        board = current_table(pilot).board
        assert "Your turn: play a card" in screen_text(pilot) and "Pile: empty" in screen_text(pilot)
        for _ in range(60):
            if match.player is None:
                break
            board.cursor = sorted(board.state.options)[-1]
            await press(pilot, "enter", "enter")
        assert match.player is None and len(match.log) == 14


async def look():
    async with run_app(make_app()) as pilot:
        await press(pilot, "l")
        assert "Pairs" in screen_text(pilot)
        await press(pilot, "4")
        assert "top of the pile" in screen_text(pilot)
    async with run_app(make_app()) as pilot:
        await press(pilot, "n", "left")
        assert "Pairs" in screen_text(pilot)


assert rules.GAMES[-1] == "pairs"
for bot in ("easy", "greedy"):
    asyncio.run(play(bot))
asyncio.run(look())
print("played")
"""
SERVED = """
import asyncio, tempfile
from pathlib import Path
from random import Random
from tests.tui.server.raw_client import Over, serving
from tests.tui.server.seated_clients import match_of_record, start_game


async def play(folder):
    async with serving(folder) as gateway:
        people = await start_game(gateway, "Ada", "Ben", game="pairs")
        async with asyncio.TaskGroup() as group:
            for seed, client in enumerate(people):
                group.create_task(client.play(Random(seed)))
        for client in people:
            await client.expect(Over, lambda message: message.last)
            assert match_of_record(folder, client.record).player is None


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(play(Path(folder)))
print("seated and played")
"""


class Environment:
    """A virtual environment that also sees the packages installed here, and none of this working tree."""

    def __init__(self, folder: Path) -> None:
        """The environment in `folder`, made if it is not there."""
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self.site = folder / "venv" / "lib" / version / "site-packages"
        if not self.python.exists():
            venv.create(folder / "venv", with_pip=False, symlinks=True)
            shared = sysconfig.get_paths()["purelib"]
            (self.site / "shared.pth").write_text(f"import site; site.addsitedir({shared!r})\n", encoding="utf-8")

    def run(self, *args: str, code: int = 0) -> str:
        """Run the environment's Python and return its output; fails unless it exits with `code`."""
        env = environment(TABLETOWN_DATA=str(self.folder / "data"), TABLETOWN_CONFIG=str(self.folder / "config"))
        done = subprocess.run([str(self.python), *args], cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def install(self, source: Path) -> None:
        """Build a wheel of a package and install that."""
        out = source / "dist"
        build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(out), str(source)]
        subprocess.run(build, check=True, capture_output=True, timeout=300)
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-compile"]
        options = ["--no-deps", "--no-index", "--force-reinstall"]
        subprocess.run([*pip, *options, *map(str, out.glob("*.whl"))], check=True, timeout=300)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the example game."""
    return Environment(made_once(tmp_path_factory, "pairs", install))


def install(folder: Path) -> None:
    """Make an environment with the example game."""
    write(folder / "source")
    Environment(folder).install(folder / "source")


def write(folder: Path) -> None:
    """The files of the example."""
    for path, content in BLOCK.findall(TEXT):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")


def test_every_file_of_the_game_is_written_down() -> None:
    assert [path for path, _ in BLOCK.findall(TEXT)] == [
        "pyproject.toml",
        "tabletown_pairs/__init__.py",
        "tabletown_pairs/pairs.py",
        "tabletown_pairs/ui/__init__.py",
        "tabletown_pairs/ui/board.py",
        "tabletown_pairs/ui/narrator.py",
        "tabletown_pairs/ui/help.md",
        "tabletown_pairs/ui/lesson.toml",
    ]


def test_the_game_is_played_by_keys_against_bots(pairs: Environment) -> None:
    assert "played" in pairs.run("-c", PLAYED)


def test_the_game_is_played_in_text_mode(pairs: Environment) -> None:
    assert "wins" in pairs.run("-m", "tabletown", "demo", "pairs", "--plain", "--seed", "1").splitlines()[-3]


def test_the_command_line_and_the_arena_have_the_game(pairs: Environment) -> None:
    assert "pairs" in pairs.run("-m", "tabletown", "doctor")
    output = pairs.run("-m", "tabletown", "arena", "pairs", "--players", "greedy,random", "--games", "4")
    assert "of 4" in output


def test_a_server_has_the_game(pairs: Environment) -> None:
    assert "seated" in pairs.run("-c", SERVED)


BROKEN = {
    "import nothing_of_that_name\n": "No module named 'nothing_of_that_name'",
    "NAME = 'pairs'\n": "it does not implement setup, turn,",
    "1 / 0\n": "division by zero",
}
"""The game's first module, and what is said about the package."""


def test_a_broken_package_is_said_in_a_sentence_and_harms_nothing(tmp_path: Path) -> None:
    install(tmp_path)
    outside = Environment(tmp_path)
    for code, why in BROKEN.items():
        (outside.site / "tabletown_pairs" / "__init__.py").write_text(code, encoding="utf-8")
        sentence = "cannot use the game 'pairs' (package tabletown-pairs 1.0): "
        doctor = " ".join(outside.run("-m", "tabletown", "doctor").split())
        assert sentence in doctor and why in doctor and "splendor, metropolys, sf1906" in doctor
        demo = outside.run("-m", "tabletown", "demo", "metropolys", "--plain", "--seed", "1")
        assert "wins" in demo.splitlines()[-3]
        assert "shown" in outside.run("-c", NEW_GAME.format(why=why))


NEW_GAME = """
import asyncio
from tests.tui.app_driver import make_app, notifications, press, run_app, screen_text


async def look():
    async with run_app(make_app()) as pilot:
        await press(pilot, "n")
        assert {why!r} in notifications(pilot) and "Splendor" in screen_text(pilot)


asyncio.run(look())
print("shown")
"""


def test_every_command_of_make_is_told() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert all(f"`make {name}" in TEXT for name in targets if name != "clean"), targets
