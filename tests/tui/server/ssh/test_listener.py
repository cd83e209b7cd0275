"""Clients that are let in, the program that they get, and services that they do not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.tui.server.ssh.ssh_clients import KEY, opened

OTHER = asyncssh.generate_private_key("ecdsa-sha2-nistp256")


async def test_a_key_is_somebody_and_gets_a_program(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        async with server.session() as session:
            await session.until("<ready>")
            assert await session.ask("x") == "key x"
            assert server.desk.present == {"ticket1": KEY.get_fingerprint()}
            assert await session.ask_json("a") == []
            session.process.change_terminal_size(100, 30)
            await session.until("<100 by 30>")
            session.process.stdin.write(b"q")
            assert (await session.last_words())[1] == 7
        assert server.desk.present == {}
        assert list((tmp_path / "sessions").iterdir()) == []


async def test_a_program_has_little(tmp_path: Path) -> None:
    """Variables, rights and files of a program, regardless of its client's environment."""
    sent = {"LANG": "de_DE.UTF-8", "LC_TIME": "C", "COLORTERM": "truecolor", "LC_ALL": "$(reboot)", "LC_x": "C"}
    worse = {"PATH": "/tmp", "LD_PRELOAD": "/tmp/x.so", "PYTHONSTARTUP": "/tmp/x.py", "TABLETOWN_TICKET": "mine"}
    async with opened(tmp_path) as server, server.session(asked={"env": sent | worse}) as session:
        await session.until("<ready>")
        env = await session.ask_json("e")
        variables = {"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "LC_TIME": "C", "COLORTERM": "truecolor"}
        ours = {"TABLETOWN_TICKET", "TABLETOWN_DATA", "TABLETOWN_CONFIG", "HOME", "TMPDIR", "PATH", "PYTHONPATH"}
        assert env.items() >= variables.items()
        assert set(env) - set(variables) - {"LC_CTYPE"} == ours | {"PYTHONDONTWRITEBYTECODE", "SSH_CONNECTION"}
        assert env["TABLETOWN_TICKET"] == "ticket1"
        assert env["SSH_CONNECTION"].endswith(f" 127.0.0.1 {server.port}"), "the address that invitations name"
        assert not env["PATH"].startswith("/tmp")
        limits = await session.ask_json("l")
        assert limits["folder"] == env["HOME"]
        assert limits["files"] == []
        assert (limits["CORE"], limits["NOFILE"], limits["FSIZE"]) == (0, 64, 1 << 20)
        assert limits["CPU"] <= 60
        assert (limits["umask"], limits["leads"], limits["no new rights"]) == (0o077, True, True)
        assert limits["nice"] >= 5
        assert await session.ask("m") == "no memory"


@pytest.mark.parametrize("term", ["../../x", "x" * 70, "xterm\n", "-x"])
async def test_a_terminal_that_is_none_is_a_plain_one(tmp_path: Path, term: str) -> None:
    asked = {"term_type": term, "term_size": (60_000, 0), "env": {}}
    async with opened(tmp_path) as server, server.session(asked=asked) as session:
        await session.until("<ready>")
        env = await session.ask_json("e")
        assert env["TERM"] == "xterm"
        assert env["LANG"] == "C.UTF-8"
        session.process.change_terminal_size(3, 60_000)
        await session.until("<20 by 150>")


async def test_join_and_watch_are_passed_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        for command, arguments in {"join abcdef": ["--join=ABCDEF"], "watch QRSTUV": ["--watch=QRSTUV"]}.items():
            async with server.session(command) as session:
                await session.until("<ready>")
                assert await session.ask_json("a") == arguments


@pytest.mark.parametrize(
    "command",
    ["ls", "sh", "join", "join abcdefg", "join abcdef\n", "join  abcdef", "join abcde;", "scp -t .", "play", "game x"],
)
async def test_no_other_command(tmp_path: Path, command: str) -> None:
    async with opened(tmp_path) as server, server.session(command) as session:
        output, code = await session.last_words()
        assert code == 2
        assert "Commands: join CODE, watch CODE" in output
        assert server.desk.admitted == []


async def test_finished_games_are_printed_without_a_program(tmp_path: Path) -> None:
    """Also without a terminal; what is not part of them goes to standard error."""
    async with opened(tmp_path) as server, await server.connect() as conn:
        done = await conn.run("games")
        assert (done.stdout, done.stderr, done.exit_status) == ("games\nfor SHA256\n", "", 0)
        done = await conn.run("game 7")
        assert (done.stdout, done.stderr, done.exit_status) == ("game 7\nfor SHA256\n", "No more.\n", 1)
        done = await conn.run("games", term_type="xterm")
        assert done.stdout == "games\r\nfor SHA256\r\n"
        assert server.desk.admitted == []


@pytest.mark.parametrize("command", [None, "join abcdef"])
async def test_without_a_terminal_nothing_is_begun(tmp_path: Path, command: str | None) -> None:
    async with opened(tmp_path) as server, server.session(command, asked={"term_type": None}) as session:
        output, code = await session.last_words()
        assert code == 3
        assert output.startswith("No terminal: add -t, as in ssh -t HOST")
        assert output.rstrip().endswith("join ABCDEF" if command else "HOST")
        assert server.desk.admitted == []


async def test_nothing_else_is_to_be_had(tmp_path: Path) -> None:
    """Forwarding of all kinds, files, subsystems."""
    async with opened(tmp_path) as server, await server.connect() as conn:
        listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_connection("127.0.0.1", port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_unix_connection(str(tmp_path / "socket"))
        for ask in (
            lambda: conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", port),
            lambda: conn.forward_remote_path(str(tmp_path / "theirs"), str(tmp_path / "ours")),
            lambda: conn.create_tun(asyncssh.SSHTunTapSession),
            lambda: conn.create_process(subsystem="netconf"),
            lambda: conn.start_sftp_client(),
        ):
            with pytest.raises((asyncssh.ChannelListenError, asyncssh.ChannelOpenError)):
                await ask()
        listener.close()
        assert server.desk.admitted == []
        process = await conn.create_process(term_type="xterm")
        x11 = b"\0" + asyncssh.packet.String("MIT-MAGIC-COOKIE-1") + asyncssh.packet.String("00") + b"\0" * 4
        for request, rest in {b"auth-agent-req@openssh.com": b"", b"x11-req": x11, b"other": b"x"}.items():
            assert not await process.channel._make_request(request, rest)


async def test_only_listed_keys_are_let_in(tmp_path: Path) -> None:
    """The list is read again when it changes, and while it is damaged no one is admitted."""
    allow = tmp_path / "allow"
    allow.write_text(f"# friends\n{KEY.export_public_key().decode()}")

    async def comes_in(server: Any, key: Any) -> bool:
        try:
            async with await server.connect(key):
                return True
        except asyncssh.PermissionDenied:
            return False

    async with opened(tmp_path, allow=allow) as server:
        assert await comes_in(server, KEY)
        assert not await comes_in(server, OTHER)
        allow.write_text(f'{KEY.export_public_key().decode()}from="10.0.0.1" {OTHER.export_public_key().decode()}')
        assert await comes_in(server, KEY)
        assert not await comes_in(server, OTHER)
        allow.write_text(OTHER.export_public_key().decode())
        assert await comes_in(server, OTHER)
        assert not await comes_in(server, KEY)
        for nothing in (lambda: allow.write_text("nobody"), lambda: allow.write_bytes(b"\xff"), allow.unlink):
            nothing()
            assert not await comes_in(server, OTHER)


async def test_guests_only_where_they_are_welcome(tmp_path: Path) -> None:
    class Person(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        def kbdint_challenge_received(self, *_: Any) -> list[str]:
            return []

    async with opened(tmp_path) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await server.connect(None, client_factory=Person)
    async with opened(tmp_path, guest="guest") as server:
        async with server.session(key=None, client_factory=Person) as session:
            await session.until("<ready>")
            assert list(server.desk.present.values()) == ["guest"]
        with pytest.raises(asyncssh.PermissionDenied):
            await server.connect(None, password="guest", preferred_auth="password")


async def test_a_weak_key_is_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        with pytest.raises(asyncssh.PermissionDenied):
            await server.connect(asyncssh.generate_private_key("ssh-rsa", key_size=1024))
        async with await server.connect(asyncssh.generate_private_key("ssh-rsa", key_size=2048)):
            pass
