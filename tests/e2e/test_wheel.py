"""The source distribution, the wheel that is built from it, and that wheel where nothing of the source tree is."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.keyboard_player import load_match, pick, record_file, wait_for_turn
from tests.e2e.pty_terminal import ROOT, Terminal, environment
from tests.made_once import made_once

pytestmark = pytest.mark.slow

KINDS = (".py", ".csv", ".toml", ".tcss", ".md", ".json")
"""Files that the program reads."""
SHARED = {
    "man/man1/tabletown.1",
    "bash-completion/completions/tabletown",
    "zsh/site-functions/_tabletown",
    "fish/vendor_completions.d/tabletown.fish",
}
"""Files that man and shells read."""
INSTALL = ("-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-compile")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of both, and of the tree of the source distribution."""
    return made_once(tmp_path_factory, "built", build)


def build(folder: Path) -> None:
    """Make the source distribution from the tree as it is, and the wheel from that."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (path,) = folder.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def unpacked(built: Path) -> Path:
    """The tree of the source distribution."""
    (folder,) = (entry for entry in built.iterdir() if entry.is_dir())
    return folder


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it depends on."""
    return made_once(tmp_path_factory, "installed", partial(install, wheel)) / "bin"


def install(wheel: Path, folder: Path) -> None:
    venv.create(folder, with_pip=True)
    run(str(folder / "bin" / "python"), *INSTALL, "-c", str(ROOT / "constraints.txt"), str(wheel))


def run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env or environment(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_source_distribution_has_all_that_is_tested(unpacked: Path, env: dict[str, str]) -> None:
    tops = ("rules", "tui", "themes", "tests", "screenshots", ".ci")
    files = {path.relative_to(ROOT) for top in tops for path in (ROOT / top).rglob("*") if path.is_file()}
    files |= {
        Path(name)
        for name in ("pyproject.toml", "constraints.txt", "Makefile", "README.md", "LICENSE", "CONTRIBUTING.md")
    }
    lost = {path for path in files if path.suffix not in (".pyc", ".part") and not (unpacked / path).is_file()}
    assert not lost and len(files) > 500
    some = ("tests/rules/test_imports.py", "tests/e2e/test_manual.py", "tests/test_readme.py")
    options = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist")
    output = run(sys.executable, *options, *some, cwd=unpacked, env=env)
    assert "[100%]" in output


def test_every_file_of_data_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    share = ROOT / "tui" / "share"
    expected = {
        f"tabletown/{path.relative_to(ROOT).as_posix()}"
        for package in ("rules", "tui", "themes", "lab")
        for path in (ROOT / package).rglob("*")
        if path.suffix in KINDS and path.name != "README.md" and not path.is_relative_to(share)
    }
    assert {Path(name).suffix for name in expected} == set(KINDS)
    expected |= {f"tabletown/{path.name}" for path in (share / "package").iterdir()}
    assert expected <= names, expected - names
    tops = {Path(name).parts[0] for name in names}
    assert {top for top in tops if not top.startswith("tabletown-")} == {"tabletown"}


def test_the_installed_program_says_its_version(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    version = run(str(installed / "tabletown"), "--version", cwd=tmp_path, env=env)
    assert version.startswith("tabletown, version ")
    doctor = run(str(installed / "tabletown"), "doctor", cwd=tmp_path, env=env)
    assert f"Tabletown   {version.split()[-1]} with splendor, " in doctor
    where = run(
        str(installed / "python"), "-c", "import tabletown.tui as tui; print(tui.__file__)", cwd=tmp_path, env=env
    )
    assert Path(where).is_relative_to(installed.parent)


def test_what_man_and_shells_read_is_installed(installed: Path, env: dict[str, str]) -> None:
    share = installed.parent / "share"
    assert {path.relative_to(share).as_posix() for path in share.rglob("*") if path.is_file()} == SHARED
    source = share / "bash-completion" / "completions" / "tabletown"
    ask = (
        'source "$0"; COMP_WORDS=(tabletown doc); COMP_CWORD=1; _tabletown_completion tabletown; echo "${COMPREPLY[@]}"'
    )
    with_path = env | {"PATH": f"{installed}:{env['PATH']}"}
    assert run("bash", "--norc", "-c", ask, str(source), env=with_path) == "doctor\n"


def test_it_can_be_installed_without_our_versions(installed: Path, wheel: Path) -> None:
    output = run(str(installed / "python"), "-m", "pip", "install", "--dry-run", "--ignore-installed", str(wheel))
    assert "Would install" in output and "tabletown" in output.splitlines()[-1]


def test_the_installed_program_plays(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    command = [str(installed / "tabletown")]
    with Terminal([], env, command=command, cwd=tmp_path) as terminal:
        terminal.wait_for("T A B L E T O W N")
        terminal.keys("?")
        terminal.wait_for("Keys")
        terminal.keys("q")
        terminal.wait_for("board games of gems and cities")
        terminal.settle()  # what is typed while a screen is left is dropped
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0
    play = ["play", "splendor", "--players", "me,greedy", "--seed", "7"]
    with Terminal(play, env, command=command, cwd=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        pick(terminal, "Enter takes", "w", "u", "g")
        wait_for_turn(terminal, record_file(env), 2)
        assert load_match(record_file(env)).log[0] == ("take", (0, 1, 2))


def test_it_runs_from_any_folder_and_beside_packages_of_the_same_names(
    installed: Path, env: dict[str, str], tmp_path: Path
) -> None:
    """Folders called like the package or its parts do not hide it, nor does the package `rules` of others."""
    python = str(installed / "python")
    run(python, *INSTALL, "-c", str(ROOT / "constraints.txt"), "rules")
    for name in ("tabletown", "rules", "tui", "themes", "lab"):
        (tmp_path / name / "core").mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "tabletown", Path("/"), ROOT):
        assert "version" in run(python, "-m", "tabletown", "--version", cwd=folder, env=env)
        assert run(python, "-c", "from tabletown.rules import Match, Seat; print(Match)", cwd=folder, env=env)
    theirs = (
        "import rules\n"
        "rules.add_rule('can_play', rules.predicate(lambda user, game: user == game))\n"
        "from tabletown.rules import GAMES, load\n"
        "print(rules.test_rule('can_play', 'Ada', 'Ada'), load(GAMES[0]).TITLE)"
    )
    assert run(python, "-P", "-c", theirs, cwd=Path("/"), env=env) == "True Splendor\n"


def test_types_are_seen_from_outside(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(
        "from tabletown.rules import Match, Seat\n"
        "match = Match('splendor', [Seat('Ada'), Seat('Ben')], {'module': 'base'}, seed=7)\n"
        "reveal_type(match.player)\n",
        encoding="utf-8",
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed / "python"), str(client)]
    assert 'Revealed type is "int | None"' in run(*mypy, cwd=tmp_path, env=env).replace("builtins.", "")
