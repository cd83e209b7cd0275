"""Records that are damaged, and disks that cannot be written."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tests.e2e.keyboard_player import choose_action, load_match, pick, play_turn, record_file
from tests.e2e.pty_terminal import ROOT, Terminal, program

PLIES = 8
PLAY = ("play", "splendor", "--seed", "7", "--players", "me,greedy")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A record of some plies at a person's turn."""
    match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], {"module": "base"}, 7)
    for _ in range(PLIES):
        match.act(choose_action(match))
    assert match.player == 0
    path = tmp_path / "saved.jsonl"
    Record(path).save(match)
    return path


def test_a_half_written_last_line_is_left_out(env: dict[str, str], saved: Path) -> None:
    """The next action overwrites it."""
    log = load_match(saved).log
    saved.write_bytes(saved.read_bytes() + b'["take",[0,')
    with Terminal(["resume", str(saved)], env, (120, 36)) as terminal:
        terminal.wait_for(f"Round {PLIES // 2 + 1}, ")
        play_turn(terminal, saved)
    assert load_match(saved).log[:PLIES] == log
    assert saved.read_bytes().endswith(b"\n") and b"[0,[" not in saved.read_bytes()


def overwrite(data: bytes) -> Callable[[Path], None]:
    """Damage that leaves nothing of the record."""

    def damage(path: Path) -> None:
        path.write_bytes(data)

    return damage


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")


def change_header(key: str, value: Any) -> Callable[[Path], None]:
    """Damage that gives the header another value."""

    def damage(path: Path) -> None:
        first, *rest = lines_of(path)
        path.write_bytes(b"\n".join([json.dumps({**json.loads(first), key: value}).encode(), *rest]))

    return damage


def change_line(number: int, line: bytes) -> Callable[[Path], None]:
    """Damage that replaces a line; lines are counted from 1."""

    def damage(path: Path) -> None:
        lines = lines_of(path)
        lines[number - 1] = line
        path.write_bytes(b"\n".join(lines))

    return damage


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty": (overwrite(b""), "line 1: the header is incomplete"),
    "another file": (overwrite(b"hello\n"), "line 1: not JSON: hello"),
    "binary": (overwrite(b"\xff\x00\x1b[2J\n"), "line 1: not JSON"),
    "another JSON": (overwrite(b"[1]\n"), "line 1: not a Tabletown game file"),
    "format": (change_header("tabletown", 2), "line 1: file format 2, but this version reads 1"),
    "game": (change_header("game", "chess"), "line 1: unknown game 'chess'"),
    "version": (change_header("version", 99), "line 1: it uses rules version 99"),
    "seats": (change_header("seats", ["You"]), "line 1: each seat must have"),
    "count": (change_header("seats", [["You", ""]]), "line 1: Splendor does not take 1 players"),
    "bot": (change_header("seats", [["You", ""], ["Hana", "x\x1b[2J"]]), "line 1: "),
    "options": (change_header("options", {}), "line 1: the options do not match Splendor"),
    "seed": (change_header("seed", "7"), "line 1: the seed is not"),
    "garbage": (change_line(4, b"garbage"), "line 4: not JSON: garbage"),
    "deep": (change_line(4, b"[" * 100_000), "line 4: not JSON"),
    "empty line": (change_line(4, b""), "line 4: not JSON"),
    "illegal": (
        change_line(3, b'["take",[5,5,5]]'),
        'line 3: illegal move ["take",[5,5,5]]: You get gold only by reserving',
    ),
    "number": (change_line(3, b"17"), "line 3: illegal move 17: "),
    "table": (change_line(3, b'{"a":1}'), 'line 3: illegal move {"a":1}: '),
}


@pytest.mark.slow_unless(command=("resume",))
@pytest.mark.parametrize("command", ["resume", "replay"])
@pytest.mark.parametrize("kind", DAMAGE)
def test_other_damage_is_said_and_left_alone(env: dict[str, str], saved: Path, kind: str, command: str) -> None:
    damage, words = DAMAGE[kind]
    damage(saved)
    before = saved.read_bytes()
    done = subprocess.run(
        [*program(), command, str(saved)], env=env, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"tabletown: {saved}, ") and words in line
    assert line.isprintable() and len(line) < len(str(saved)) + 250
    assert saved.read_bytes() == before


def test_home_says_which_record_is_damaged(env: dict[str, str], saved: Path) -> None:
    """The other games can be continued."""
    folder = Path(env["TABLETOWN_DATA"]) / "games"
    folder.mkdir(parents=True)
    (folder / "good.jsonl").write_bytes(saved.read_bytes())
    change_line(4, b"garbage")(saved)
    (folder / "bad.jsonl").write_bytes(saved.read_bytes())
    with Terminal([], env, size=(120, 36)) as terminal:
        terminal.wait_for("Continue")
        terminal.wait_for("bad.jsonl, line 4")
        terminal.keys("c")
        terminal.wait_for("Your turn")
    assert (folder / "bad.jsonl").read_bytes() == saved.read_bytes()


def play_unsaved(terminal: Terminal, reason: str) -> None:
    """The first move and the bot's answer are played though they cannot be saved, and this is said."""
    terminal.wait_for(f"Not saved ({reason}); you can play on")
    terminal.settle()
    pick(terminal, "Enter takes", "w", "u", "g")
    terminal.wait_for("You take W U G")
    terminal.settle()
    terminal.wait_for("Your turn")
    terminal.wait_for(f"Not saved ({reason}); you can play on")
    pick(terminal, "Enter takes", "g", "r", "b")
    terminal.wait_for("You take G R B")
    terminal.settle()
    terminal.wait_for("Your turn")


def test_a_folder_that_cannot_be_written(env: dict[str, str], tmp_path: Path) -> None:
    """A path below a file: not even root can write there."""
    (tmp_path / "file").write_bytes(b"")
    with Terminal(PLAY, env | {"TABLETOWN_DATA": str(tmp_path / "file" / "sub")}) as terminal:
        play_unsaved(terminal, "Not a directory")
        terminal.keys("q")
        terminal.wait_for("T A B L E T O W N")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0


def limit(size: int) -> Callable[[], None]:
    """Limit files to that many bytes, like a disk that is then full; called in the child."""

    def preexec() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    return preexec


@pytest.mark.slow
def test_a_full_disk(env: dict[str, str]) -> None:
    """Earlier moves can still be read; once there is room again, everything is written."""
    header = 150
    with Terminal(PLAY, env | {"PYTHONDONTWRITEBYTECODE": "1"}, preexec=limit(header)) as terminal:
        terminal.wait_for("Your turn")
        for keys in ("wug", "grb"):
            pick(terminal, "Enter takes", *keys)
            terminal.wait_for(f"You take {' '.join(keys.upper())}")
            terminal.settle()
            terminal.wait_for("Your turn")
        terminal.wait_for("Not saved (File too large); you can play on")
        assert len(load_match(record_file(env)).log) < 4
        resource.prlimit(terminal.child.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        pick(terminal, "Enter takes", "w", "u", "r")
        terminal.wait_for(lambda: "Not saved" not in terminal.text, "that everything is saved")
        terminal.wait_for(lambda: len(load_match(record_file(env)).log) == 6, "the bot's answer on disk")
        assert [a for a in load_match(record_file(env)).log if a[0] == "take"][:1] == [("take", (0, 1, 2))]
        assert len(load_match(record_file(env)).log) == 6


def test_settings_that_cannot_be_read_are_said(env: dict[str, str]) -> None:
    (Path(env["TABLETOWN_CONFIG"]) / "settings.toml").write_text("pace = [", encoding="utf-8")
    with Terminal([], env, size=(120, 36)) as terminal:
        terminal.wait_for("settings.toml")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0
