"""The operator's socket: who may use it, what is sent over it, and that nothing sent there harms the server."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tabletown.tui.cli.admin import exchange
from tabletown.tui.model.text_table import table_lines
from tabletown.tui.protocol.admin_messages import ADMIN_LINE, Ban, Close, Health, Kick, Rename, Who
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Message, line
from tabletown.tui.server import admin_socket
from tabletown.tui.server.admin import AdminDesk
from tabletown.tui.server.admin_socket import AdminSocket, operator_name
from tabletown.tui.server.private_socket import peer_user
from tests.e2e.pty_terminal import ROOT, environment
from tests.e2e.ssh_host import Host
from tests.tui.server.raw_client import serving


@asynccontextmanager
async def controlled(folder: Path) -> AsyncIterator[Path]:
    """A server with the operator's socket; its path."""
    path = folder / "admin"
    async with serving(folder) as gateway, AdminSocket(AdminDesk(gateway), path):
        yield path


async def reply(path: Path, data: bytes) -> dict[str, object]:
    """The answer to bytes, by its fields."""
    answer: dict[str, object] = json.loads(await asyncio.to_thread(exchange, path, data))
    return answer


async def test_only_its_owner_can_open_the_socket(tmp_path: Path) -> None:
    async with controlled(tmp_path) as path:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert not path.exists()


async def test_another_user_is_refused_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system tells it; root may do what the owner may."""
    async with controlled(tmp_path) as path:
        monkeypatch.setattr(admin_socket, "peer_user", lambda connection: os.geteuid() + 1)
        assert (await reply(path, line(Close())))["text"] == admin_socket.STRANGER
        monkeypatch.setattr(admin_socket, "peer_user", peer_user)
        assert (await reply(path, line(Health())))["kind"] == "adminreply"
    assert operator_name(0) == "root" and operator_name(None) == "operator"


@pytest.mark.parametrize(
    "data",
    [
        b"\n",
        b"\x00\xff\n",
        b"[" * 50_000 + b"\n",
        b'{"kind":"close","text":1}\n',
        b'{"kind":"close","text":"","root":true}\n',
        b'{"kind":"setlimit","name":"sessions","value":1e999}\n',
        b'{"kind":"setlimit","name":"sessions","value":' + b"9" * 5000 + b"}\n",
        b'{"kind":"ban","subject":"Ada","seconds":-1}\n',
        b'{"kind":"close","text":"' + b"x" * 301 + b'"}\n',
        line(Hello(PROTOCOL, ticket="forged")),
        b"x" * (ADMIN_LINE + 1),
    ],
    ids=range(11),
)
async def test_what_is_no_request_changes_nothing(tmp_path: Path, data: bytes) -> None:
    async with controlled(tmp_path) as path:
        answer = await reply(path, data)
        assert answer["kind"] == "adminproblem" and answer["text"]
        assert (await reply(path, line(Health())))["kind"] == "adminreply"


@pytest.mark.parametrize(
    "request_", [Kick("\x1b[2J\r\n"), Rename("\u202e", "\x00"), Ban("'; DROP TABLE players; --"), Ban("\ud7ff/99")]
)
async def test_hostile_names_come_back_harmless(tmp_path: Path, request_: Message) -> None:
    async with controlled(tmp_path) as path:
        text = (await reply(path, line(request_)))["text"]
        assert isinstance(text, str) and text.isprintable() and text.startswith("No player is called")


async def test_clients_that_are_silent_or_many_do_not_block_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_socket, "IDLE", 0.05)
    async with controlled(tmp_path) as path:
        silent = [await asyncio.open_unix_connection(str(path)) for _ in range(admin_socket.MOST + 2)]
        for reader, _ in silent:
            assert await reader.read() == b""
        assert (await reply(path, line(Who())))["text"] == "0 sessions."


def test_a_table_of_hostile_text_stays_a_table() -> None:
    """Wide characters take two columns, and control characters none."""
    rows = [["NAME", "PLACE"], ["\u6f22\u5b57", "lobby"], ["a\x1b[2J\n", "x"]]
    assert table_lines(rows) == ["NAME    PLACE", "\u6f22\u5b57    lobby", "a?[2J?  x"]


# The command


def admin(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tabletown", "admin", "--data", str(folder), *words]
    return subprocess.run(command, env=environment(), cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.slow
def test_without_a_server_the_command_says_so(tmp_path: Path) -> None:
    done = admin(tmp_path, "health")
    assert done.returncode == 1 and f"no server is running in {tmp_path}" in done.stderr
    assert admin(tmp_path, "who").returncode == 2
    assert "--for takes a time" in admin(tmp_path, "ban", "Ada", "--for", "soon").stderr


@pytest.mark.slow
def test_the_operator_controls_a_real_server(tmp_path: Path) -> None:
    """A ban by key ends an SSH session with its reason, and outlasts a restart."""
    with Host(tmp_path) as host:
        assert stat.S_IMODE((host.data / "admin").stat().st_mode) == 0o600
        assert admin(host.data, "health").returncode == 0
        with host.ssh("hana") as hana:
            hana.wait_for("What should other players call you?")
            hana.keys(*"Hana", "\r")
            hana.wait_for("You are Hana")
            assert "Hana" in admin(host.data, "who").stdout
            admin(host.data, "say", "Restart at 8.")
            hana.wait_for("Message from the server: Restart at 8.")
            assert "1 session ended" in admin(host.data, "ban", "Hana", "--for", "1h", "--reason", "spam").stdout
            hana.wait_for("You cannot play on this server until")
        host.stop()
        host.start()
        [ban] = json.loads(admin(host.data, "--json", "bans").stdout)["rows"]
        assert ban["name"] == "Hana" and ban["reason"] == "spam" and ban["key or address"].startswith("SHA256:")
        with host.ssh("hana") as hana:
            hana.wait_for("You cannot play on this server until")
        assert admin(host.data, "unban", "Hana").stdout == "Unbanned Hana.\n"
        with host.ssh("hana") as hana:
            hana.wait_for("You are Hana")
        log = admin(host.data, "log").stdout
        assert "Banned Hana until" in log and "Unbanned Hana." in log
