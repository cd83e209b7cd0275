"""The program in tmux, which answers to what it is asked and redraws by itself."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.e2e.playing import load, record
from tests.e2e.terminal import PATIENCE, ROOT, program

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

Tmux = Callable[..., str]


@pytest.fixture
def tmux(env: dict[str, str], tmp_path: Path) -> Iterator[Tmux]:
    """Runs a command of a tmux server of its own."""
    socket = tmp_path / "tmux"

    def run(*args: str) -> str:
        command = ["tmux", "-S", str(socket), "-f", "/dev/null", *args]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout

    yield run
    subprocess.run(["tmux", "-S", str(socket), "kill-server"], capture_output=True, timeout=PATIENCE)


def wait_for(tmux: Tmux, words: str) -> str:
    """The pane as text, once the words are in it."""
    end = monotonic() + PATIENCE
    while words not in (text := tmux("capture-pane", "-p")):
        assert monotonic() < end, f"waited in vain for {words!r}; on screen:\n{text}"
        sleep(0.05)
    return text


def test_a_move_in_tmux(env: dict[str, str], tmux: Tmux) -> None:
    play = shlex.join([*program(), "play", "splendor", "--seed", "7", "--players", "me,greedy"])
    tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), play)
    wait_for(tmux, "Your turn")
    text = wait_for(tmux, ": Type")
    assert all(words in text for words in ("L3 │", "3-1", "2-4", "1-1", "held 0/3", "Hana"))
    for key in "wug":
        tmux("send-keys", key)
    wait_for(tmux, "Enter takes white, blue and green")
    tmux("send-keys", "Enter")
    wait_for(tmux, "take wug")
    wait_for(tmux, "Round 2 ")
    assert load(record(env)).log[0] == ("take", (0, 1, 2))
    tmux("resize-window", "-x", "60", "-y", "20")
    wait_for(tmux, "needs 80 x 24")
    tmux("resize-window", "-x", "80", "-y", "24")
    wait_for(tmux, "Round 2 ")


def test_the_pane_is_as_before_after_the_end(tmux: Tmux) -> None:
    tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), "PS1='$ ' sh")
    tmux("send-keys", "echo before; " + shlex.join(program()), "Enter")
    wait_for(tmux, "T A B L E T O W N")
    tmux("send-keys", "q")
    text = wait_for(tmux, "before\n$")
    assert "New game" not in text
