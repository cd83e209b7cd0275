"""The connection to a server, and the command that opens it."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tabletown.tui.cli.main import main
from tabletown.tui.cli.online import fingerprint, greeting
from tabletown.tui.client import connection
from tabletown.tui.client.connection import Incoming, Link, Lost
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Leave, line
from tabletown.tui.protocol.server_messages import Bye, Lobby, Welcome

HELLO = Hello(PROTOCOL, ticket="t")
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def received(path: Path, *answers: Answer) -> list[Incoming]:
    """Messages received from a server whose successive connections get these answers, and later ones none."""
    left, messages = list(answers), []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if left:
            await left.pop(0)(reader, writer)
        writer.close()

    async def receive(message: Incoming) -> None:
        messages.append(message)

    server = await asyncio.start_unix_server(serve, path)
    async with server, asyncio.timeout(10):
        await Link(str(path), HELLO).run(receive)
    return messages


def says(*data: bytes) -> Answer:
    """Take the greeting, and say all that."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.readline() == line(HELLO)
        writer.write(b"".join(data))
        await writer.drain()

    return answer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST", 0.01)
    monkeypatch.setattr(connection, "LONGEST", 0.03)


async def test_a_line_is_sought_again_ever_more_slowly(folders: Path) -> None:
    nothing, lobby, bye = says(), Lobby([], 1), Bye("The server stops.", "stopped")
    messages = await received(folders / "s", nothing, nothing, nothing, says(line(lobby)), says(line(bye)))
    assert messages == [Lost(0.01), Lost(0.02), Lost(0.03), lobby, Lost(0.01), bye]


async def test_half_a_line_is_no_message(folders: Path) -> None:
    welcome, bye = Welcome("Ada", False), Bye("")
    messages = await received(folders / "s", says(line(welcome), line(welcome)[:-3]), says(line(bye)))
    assert messages == [welcome, Lost(0.01), bye]


@pytest.mark.parametrize("data", [b"nonsense\n", b'{"kind":"leave"}\n', b"[" * 70_000 + b"\n", b"\xff\n"])
async def test_what_is_no_message_ends_the_session(folders: Path, data: bytes) -> None:
    assert await received(folders / "s", says(data)) == [Bye(connection.GARBLED, "refused")]


async def test_without_a_connection_nothing_is_sent(folders: Path) -> None:
    Link(str(folders / "s"), HELLO).send(Leave())


# The command


def run(*args: str, **env: str) -> Any:
    return CliRunner().invoke(main, ["online", "--socket", "s", *args], env={"TABLETOWN_TICKET": "", **env})


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    for args, env, why in (
        ([], {}, "tabletown serve runs this command"),
        (["--join", "AB"], {"TABLETOWN_TICKET": "t"}, "takes a six-letter table code, not 'AB'"),
        (["--key-from-sshd"], {"SSH_USER_AUTH": "/none"}, "ExposeAuthInfo yes"),
    ):
        result = run(*args, **env)
        assert result.exit_code == 2 and why in result.output and result.output.count("\n") == 1
    assert run(TABLETOWN_TICKET="t").exit_code == 3


def test_a_ticket_and_a_table() -> None:
    env = {"TABLETOWN_TICKET": "t", "SSH_ORIGINAL_COMMAND": "join abcdef"}
    assert greeting(env, False, "", "") == {"ticket": "t", "join": "", "watch": False}
    assert greeting(env, False, "abcdef", "") == {"ticket": "t", "join": "ABCDEF", "watch": False}
    assert greeting(env, False, "", "abcdef") == {"ticket": "t", "join": "ABCDEF", "watch": True}


def test_the_key_that_sshd_let_in_is_known(folders: Path) -> None:
    key = b64encode(b"a key").decode()
    folders.joinpath("auth").write_text(f"password\npublickey ssh-ed25519 {key}\n")
    expected = "SHA256:" + b64encode(hashlib.sha256(b"a key").digest()).decode().rstrip("=")
    assert fingerprint("auth") == expected
    env = {"SSH_USER_AUTH": "auth", "SSH_ORIGINAL_COMMAND": "watch abcdef", "TABLETOWN_TICKET": "t"}
    assert greeting(env, True, "", "") == {"key": expected, "address": "", "join": "ABCDEF", "watch": True}
    assert greeting({**env, "SSH_CONNECTION": "192.0.2.7 4711 192.0.2.1 22"}, True, "", "")["address"] == "192.0.2.7"
    assert greeting({**env, "SSH_ORIGINAL_COMMAND": "rm -r /"}, True, "", "")["join"] == ""


def test_finished_games_are_printed_without_a_terminal(folders: Path) -> None:
    """Over another sshd too; there is no server here."""
    folders.joinpath("auth").write_text(f"publickey ssh-ed25519 {b64encode(b'a key').decode()}\n")
    result = run("--key-from-sshd", SSH_USER_AUTH="auth", SSH_ORIGINAL_COMMAND="games --all")
    assert (result.exit_code, result.stdout) == (75, "")
    assert result.stderr == "The server cannot be reached; try again later.\n"
    result = run("--key-from-sshd", SSH_USER_AUTH="auth", SSH_ORIGINAL_COMMAND="game " + "1" * 99)
    assert (result.exit_code, result.stdout) == (2, "") and result.stderr.startswith("Commands: games, ")
