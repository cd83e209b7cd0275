"""Limits of clients: others are not affected when one uses too much."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tabletown.tui.protocol.addresses import origin_of
from tabletown.tui.server.ssh.protocols import Bounds
from tests.tui.server.ssh.ssh_clients import KEY, PATIENCE, RunningServer, Session, opened


async def connections_left(server: RunningServer, connections: int = 0) -> None:
    """Wait until no more connections than that are left, nor sessions."""
    async with asyncio.timeout(PATIENCE):
        while len(server.listener.connections) > connections or len(server.desk.present) > connections:
            await asyncio.sleep(0.01)


async def test_a_full_server_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path, seats=1) as server, server.session() as first:
        await first.until("<ready>")
        async with server.session() as second:
            assert await second.last_words() == ("All seats are taken.\r\n", 75)
        assert await first.ask("x") == "key x"


@pytest.mark.parametrize("bounds", [Bounds(connections=2), Bounds(nearby=2)])
async def test_too_many_connections_are_turned_away(tmp_path: Path, bounds: Bounds) -> None:
    async with opened(tmp_path, bounds) as server, AsyncExitStack() as stack:
        first, second = [await stack.enter_async_context(await server.connect()) for _ in range(2)]
        with pytest.raises((asyncssh.ConnectionLost, ConnectionError)):
            await server.connect()
        first.close()
        await connections_left(server, 1)
        await stack.enter_async_context(await server.connect())
        second.close()


async def test_a_connection_offers_so_many_keys(tmp_path: Path) -> None:
    allow = tmp_path / "allow"
    allow.write_text(KEY.export_public_key().decode())
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(5)]
    async with opened(tmp_path, Bounds(tries=4), allow=allow) as server:
        with pytest.raises(asyncssh.PermissionDenied, match="Too many keys"):
            await server.connect(None, client_keys=[*keys, KEY])
        async with await server.connect(None, client_keys=[*keys[:2], KEY]):
            pass


@pytest.mark.slow
async def test_an_address_of_many_refused_keys_waits(tmp_path: Path) -> None:
    allow = tmp_path / "allow"
    allow.write_text(KEY.export_public_key().decode())
    async with opened(tmp_path, Bounds(failures=3, penalty=1.5), allow=allow) as server:
        for _ in range(3):
            with pytest.raises(asyncssh.PermissionDenied):
                await server.connect(asyncssh.generate_private_key("ssh-ed25519"))
        with pytest.raises((asyncssh.ConnectionLost, ConnectionError)):
            await server.connect()
        await asyncio.sleep(1.6)
        async with await server.connect():
            pass


@pytest.mark.slow
async def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    """Neither before the login nor after it, nor at the table."""
    async with opened(tmp_path, Bounds(grace=0.5)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        async with asyncio.timeout(PATIENCE):
            assert (await reader.read()).startswith(b"SSH-2.0-Tabletown\r\n")
        writer.close()
        conn = await server.connect()
        await asyncio.wait_for(conn.wait_closed(), PATIENCE)
        await connections_left(server)
    async with opened(tmp_path, Bounds(idle=0.5)) as server, server.session() as session:
        output, _ = await session.last_words()
        assert "Disconnected because of inactivity." in output


@pytest.mark.parametrize("tcp", [False, True], ids=["window", "connection"])
async def test_who_does_not_read_is_dropped_and_others_go_on(tmp_path: Path, tcp: bool) -> None:
    """The client leaves what it is sent in the channel's window, or in the connection; the server keeps little."""
    async with opened(tmp_path, Bounds(stall=1.0)) as server, server.session() as other:
        await other.until("<ready>")
        options = {"asked": {"window": 1 << 31}} if tcp else {}
        conn = await server.connect()
        process = await conn.create_process(term_type="xterm", encoding=None, **options.get("asked", {}))
        await process.stdout.readuntil(b"<ready>")
        if tcp:
            conn._transport.pause_reading()
        else:
            process.channel.pause_reading()
        process.stdin.write(b"f")
        before = memory()
        while len(server.desk.present) > 1:
            assert await other.ask("x") == "key x"
            assert memory() - before < 32 << 20
            await asyncio.sleep(0.05)
        assert len(server.listener.connections) == 1
        conn.abort()
        assert await other.ask("y") == "key y"


def memory() -> int:
    """Bytes of this process, which is client and server."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_who_reads_slowly_loses_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, Bounds(stall=3.0)) as server, server.session() as session:
        await session.until("<ready>")
        session.process.stdin.write(b"f")
        flood = b""
        while len(flood) < 1 << 20:
            flood += await session.process.stdout.read(1 << 15)
            await asyncio.sleep(0.01)
        assert flood.replace(b"flood ", b"").strip(b" \r\nflod") == b""


async def test_only_the_newest_of_several_sizes_is_applied(tmp_path: Path) -> None:
    """Also when it is the one before them: the terminal may have to be painted again."""
    async with opened(tmp_path) as server, server.session() as session:
        await session.until("<ready>")
        for last in (101, 80):
            for columns in (*range(150, 142, -1), last):
                session.process.change_terminal_size(columns, 24)
                await asyncio.sleep(0.02)
            assert (await session.until(">")).strip() == f"<{last} by 24>"
            assert await session.ask("x") == "key x"


@pytest.mark.parametrize("algorithms", [["zlib@openssh.com"], ["none"]])
async def test_a_client_may_ask_for_compression(tmp_path: Path, algorithms: list[str]) -> None:
    async with opened(tmp_path) as server, server.session(compression_algs=algorithms) as session:
        await session.until("<ready>")
        received = count_received(session)
        session.process.stdin.write(b"f")
        flood = b""
        while len(flood) < 1 << 18:
            flood += await session.process.stdout.read(1 << 15)
        assert (received() < 1 << 14) == (algorithms != ["none"])


def count_received(session: Session) -> Callable[[], int]:
    """Start to count; returns the bytes that the connection of a session has received since."""
    conn: Any = session.process.channel.get_connection()
    sizes, receive = [0], conn.data_received
    conn.data_received = lambda data, *rest: (sizes.append(len(data)), receive(data, *rest))
    return lambda: sum(sizes)


async def test_a_small_packet_that_becomes_a_huge_one_ends_the_connection(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.session() as other:
        await other.until("<ready>")
        async with server.session(compression_algs=["zlib@openssh.com"]) as session:
            await session.until("<ready>")
            conn: Any = session.process.channel.get_connection()
            with suppress(asyncssh.Error, OSError):
                conn.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(bytes(1 << 22)))
            await connections_left(server, 1)
        assert await other.ask("x") == "key x"


async def test_who_sends_too_much_is_dropped(tmp_path: Path) -> None:
    async with opened(tmp_path, Bounds(burst=60_000.0, rate=1000.0)) as server, server.session() as other:
        await other.until("<ready>")
        async with server.session() as session:
            await session.until("<ready>")
            conn: Any = session.process.channel.get_connection()
            with suppress(asyncssh.Error, OSError):
                for _ in range(100):
                    conn.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(bytes(1000)))
                    await asyncio.sleep(0.002)
            await connections_left(server, 1)
        assert await other.ask("x") == "key x"


async def test_a_program_that_does_not_read_is_not_fed_without_end(tmp_path: Path) -> None:
    """Input for it waits at its client; a program that hangs ends with its connection."""
    async with opened(tmp_path) as server:
        async with server.session() as session:
            await session.until("<ready>")
            session.process.stdin.write(b"c" + b"x" * 200_000)
            await asyncio.sleep(0.3)
            (session,) = next(iter(server.listener.connections)).sessions
            assert session._process and len(session._process._pending) < 40_000
            pid = session._process.pid
        await connections_left(server)
        assert not Path(f"/proc/{pid}").exists()


async def test_a_program_that_dies_leaves_the_terminal_in_order(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.session() as session:
        await session.until("<ready>")
        session.process.stdin.write(b"k")
        output, code = await session.last_words()
        assert "\x1b[?1049l" in output
        assert "Reconnect; nothing has been lost" in output
        assert code == 1


async def test_a_program_that_cannot_start_is_a_sentence(tmp_path: Path) -> None:
    async with opened(tmp_path, command=["/nowhere/tabletown"]) as server, server.session() as session:
        assert (await session.last_words())[0].startswith("The server cannot start a session right now")
        assert server.desk.present == {}


@pytest.mark.slow
async def test_a_stopping_server_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.session() as session:
        await session.until("<ready>")
        await server.listener.stop("Back in a moment.")
        output, code = await session.last_words()
        assert output.endswith("Back in a moment.\r\n")
        assert code == 0
        with pytest.raises(OSError):
            await server.connect()


async def test_many_variables_are_too_many(tmp_path: Path) -> None:
    env = {f"LC_{n}": "x" for n in range(200)}
    async with opened(tmp_path) as server:
        with suppress(asyncssh.Error):
            async with server.session(asked={"env": env}) as session:
                await session.process.wait()
        await connections_left(server)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_where_a_connection_comes_from(address: str, counted: str) -> None:
    assert origin_of(address) == counted


@pytest.mark.slow
async def test_random_bytes_before_the_login(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Noise of all lengths, after a proper greeting or without, on many connections."""
    noise = random.Random(8)

    async def connect(port: int) -> None:
        greeting = noise.choice([b"", b"SSH-2.0-x\r\n", b"SSH-1.0-x\r\n", b"GET / HTTP/1.1\r\n"])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):
            writer.write(greeting + noise.randbytes(noise.choice([1, 16, 300, 5000, 70_000])))
            await writer.drain()
            if noise.random() < 0.5:
                writer.write_eof()
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(), 0.05)
        writer.transport.abort()

    async with opened(tmp_path, Bounds(grace=2.0)) as server, server.session() as session:
        await session.until("<ready>")
        for n in range(60):
            await asyncio.gather(*(connect(server.port) for _ in range(8)))
            assert n % 10 or await session.ask("x") == "key x"
        await connections_left(server, 1)
        assert len(server.desk.admitted) == 1
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.slow
async def test_random_packets_after_the_login(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Packets of all kinds with noise in them, well encrypted: they end their own connection at most."""
    noise = random.Random(8)

    async def connect(server: RunningServer) -> None:
        conn: Any = await server.connect()
        with suppress(asyncssh.Error, OSError):
            if noise.random() < 0.5:
                await asyncio.wait_for(conn.create_process(term_type="xterm"), 5)
            for _ in range(noise.randrange(1, 200)):
                kind = noise.choice([*range(1, 7), *range(20, 22), *range(30, 35), *range(50, 64), *range(80, 101)])
                conn.send_packet(kind, noise.randbytes(noise.choice([0, 1, 4, 9, 40, 2000])))
            await asyncio.sleep(0.02)
        conn.abort()

    async with opened(tmp_path) as server, server.session() as session:
        await session.until("<ready>")
        for _ in range(12):
            await asyncio.gather(*(connect(server) for _ in range(5)))
            assert await session.ask("x") == "key x"
        await connections_left(server, 1)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
