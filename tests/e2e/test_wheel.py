"""The wheel, installed where nothing of the source tree is."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.e2e.playing import load, pick, record, wait_for_turn
from tests.e2e.terminal import ROOT, Terminal, environment

PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the tree as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    run(str(folder / "bin" / "python"), *PIP, "install", "-c", str(ROOT / "constraints.txt"), str(wheel))
    return folder / "bin"


def run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env or environment(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_file_of_data_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in ("rules", "tui", "themes")
        for path in (ROOT / package).rglob("*")
        if path.suffix in (".py", ".csv", ".toml", ".tcss", ".md")
    }
    assert {Path(name).suffix for name in wanted} == {".py", ".csv", ".toml", ".tcss", ".md"}
    assert wanted <= names, wanted - names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_installed_program_says_its_version(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    version = run(str(installed / "tabletown"), "--version", cwd=tmp_path, env=env)
    assert version.startswith("tabletown, version ")
    doctor = run(str(installed / "tabletown"), "doctor", cwd=tmp_path, env=env)
    assert f"Tabletown   {version.split()[-1]} with splendor, " in doctor
    where = run(str(installed / "python"), "-c", "import tui; print(tui.__file__)", cwd=tmp_path, env=env)
    assert Path(where).is_relative_to(installed.parent)


def test_the_installed_program_plays(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    command = [str(installed / "tabletown")]
    with Terminal([], env, command=command, cwd=tmp_path) as terminal:
        terminal.wait_for("T A B L E T O W N")
        terminal.keys("?")
        terminal.wait_for("Keys")
        terminal.keys("q")
        terminal.wait_for("New game")
        terminal.keys("q")
        assert terminal.exit_code() == 0
    play = ["play", "splendor", "--players", "me,greedy", "--seed", "7"]
    with Terminal(play, env, command=command, cwd=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record(env), 2)
        assert load(record(env)).log[0] == ("take", (0, 1, 2))
