"""Sessions over SSH: guests, windows, a second session of the same player, a server that stops."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.pty_terminal import ENTER, Terminal
from tests.e2e.ssh_host import Host

pytestmark = pytest.mark.skipif(not shutil.which("ssh"), reason="the OpenSSH client is not here")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("host"), "--guests") as host:
        yield host
        assert "Traceback" not in host.log


def enter(host: Host, name: str, key: str = "") -> Terminal:
    """A person in the lobby for the first time."""
    terminal = host.ssh(key)
    terminal.wait_for("What should other players call you?")
    terminal.keys(name, ENTER)
    terminal.wait_for(f"You are {name}")
    return terminal


@pytest.mark.slow
def test_a_guest_is_given_a_code_to_come_back_with(host: Host) -> None:
    with enter(host, "Gil") as terminal:
        terminal.wait_for("Guest code: ")
        code = terminal.text.partition("Guest code: ")[2].split()[0]
        terminal.keys("q")
        assert terminal.exit_code() == 0
    with host.ssh("") as terminal:
        terminal.wait_for("up to 20 characters")
        terminal.keys("down")
        terminal.wait_for("from an earlier visit")
        terminal.keys(code)
        terminal.wait_for(code)
        terminal.keys(ENTER)
        terminal.wait_for("You are Gil")


@pytest.mark.slow
def test_the_window_can_be_of_any_size(host: Host) -> None:
    with enter(host, "Rosa", "rosa") as terminal:
        terminal.resize(120, 36)
        terminal.wait_for(lambda: "Quit" in terminal.rows[35], "the footer in the last row")
        terminal.resize(40, 12)
        terminal.wait_for("40 x 12")
        terminal.resize(80, 24)
        terminal.wait_for(lambda: "Quit" in terminal.rows[23], "the footer in the last row")


@pytest.mark.slow
def test_a_second_session_takes_over(host: Host) -> None:
    with enter(host, "Tom", "tom") as first, host.ssh("tom") as second:
        second.wait_for("You are Tom")
        first.wait_for("You continued in another window.")
        assert first.exit_code() == 0


@pytest.mark.slow
def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    """Started again it has the same key, and knows who comes."""
    with Host(tmp_path) as host:
        with enter(host, "Ada", "ada") as terminal:
            host.process.terminate()  # a terminal must be read meanwhile, or its client hears nothing
            terminal.wait_for("The server is shutting down")
            assert terminal.exit_code() == 0
            assert host.stop() == 0
            assert b"\x1b[?1049l" in terminal.sent, "the screen from before is not given back"
        host.start()
        with host.ssh("ada") as terminal:
            terminal.wait_for("You are Ada")
        assert "Ada" not in host.log and "Traceback" not in host.log
