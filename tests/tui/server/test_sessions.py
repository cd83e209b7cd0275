"""Connections: who is let in, what ends a session, and that it ends only that one."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
import time
from pathlib import Path

import pytest

from tabletown.tui.protocol.client_messages import (
    OLDEST,
    PROTOCOL,
    Hello,
    Join,
    Look,
    Message,
    Name,
    Return,
    Say,
    line,
)
from tabletown.tui.protocol.message_limits import CHAT, CLIENT_LINE
from tabletown.tui.protocol.server_messages import Begun, Bye, Lobby, Looked, Problem, Room, Welcome
from tabletown.tui.server import gateway as gateway_module
from tabletown.tui.server.gateway import GUEST, BadStore, Gateway, RequestDenied
from tabletown.tui.server.limits import Bucket, Limits
from tabletown.tui.server.tables import chat
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.seated_clients import open_table, start_game

OPEN = {"slow_rate": 1e6, "slow_burst": 1e6}


async def said_last(path: Path, sent: bytes) -> Bye:
    """The server's last message to a client that sends these bytes."""
    client = await Client.connect(path)
    client.writer.write(sent)
    return await client.farewell()


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        (line(Hello(PROTOCOL, ticket="forged")), "session has expired"),
        (line(Hello(OLDEST)), "session has expired"),
        (line(Hello(PROTOCOL + 1, ticket="forged")), "versions differ"),
        (line(Hello(OLDEST - 1, ticket="forged")), "versions differ"),
        (line(Hello(PROTOCOL, key=key("Hana"))), "does not accept sessions from sshd"),
        (line(Say("Hello!")), "no greeting"),
        (b"\x00\xff\n", "Unknown message"),
        (b'{"kind":"hello","version":1,"root":true}\n', "Unknown message"),
        (b"[" * 3000 + b"\n", "Unknown message"),
        (b"x" * (CLIENT_LINE + 1), "too long"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_stranger_is_told_why_and_sent_away(tmp_path: Path, sent: bytes, text: str) -> None:
    async with serving(tmp_path) as gateway:
        assert text in (await said_last(gateway.path, sent)).text
        assert not gateway.sessions and not gateway.service.people


async def test_a_ticket_is_for_one_session_used_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as gateway:
        ticket, old = gateway.admit(key("Hana"), "here"), gateway.admit(key("Bruno"), "here")
        hana = await Client.greet(gateway.path, "Hana", ticket=ticket)
        now = time.monotonic()
        monkeypatch.setattr(gateway_module, "monotonic", lambda: now + gateway_module.VALID + 1)
        assert "session has expired" in (await said_last(gateway.path, line(Hello(PROTOCOL, ticket=old)))).text
        await Client.greet(gateway.path, "Hana", ticket=ticket)
        assert (await hana.farewell()).reason == "replaced"
        gateway.release(ticket)
        gateway.release(ticket)
        assert "session has expired" in (await said_last(gateway.path, line(Hello(PROTOCOL, ticket=ticket)))).text
        gateway.admit(key("Ines"), "here")
        assert len(gateway.tickets) == 1


async def test_there_are_only_so_many_sessions(tmp_path: Path) -> None:
    """In all, from an address, and with a key; guests have no key."""
    async with serving(tmp_path, limits=Limits(sessions=5, per_address=3, per_key=2)) as gateway:
        first = [gateway.admit(key("Hana"), "here"), gateway.admit(key("Hana"), "there")]
        with pytest.raises(RequestDenied, match="your key"):
            gateway.admit(key("Hana"), "elsewhere")
        gateway.admit(GUEST, "here")
        gateway.admit(GUEST, "here")
        with pytest.raises(RequestDenied, match="your address"):
            gateway.admit(GUEST, "here")
        gateway.admit(GUEST, "there")
        with pytest.raises(RequestDenied, match="full"):
            gateway.admit(GUEST, "elsewhere")
        gateway.release(first[0])
        gateway.admit(GUEST, "elsewhere")


async def test_who_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(greeting=0.1)) as gateway:
        assert "Login timed out" in (await said_last(gateway.path, b"")).text


async def test_a_second_session_of_a_player_takes_over(tmp_path: Path) -> None:
    """At the same table and seat; no one else notices."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        seen = len(bruno.raw)
        again = await Client.enter(gateway, "Hana")
        assert (await hana.farewell()).reason == "replaced"
        assert (await again.expect(Room)).yours == 0 and (await again.expect(Begun)).legal
        await bruno.refused(Look(99))
        assert not any(b'"note"' in got or b'"away":true' in got for got in bruno.raw[seen:])
        assert len(gateway.service.people) == 2


async def test_keys_from_another_sshd_are_taken_only_when_wished(tmp_path: Path) -> None:
    async with serving(tmp_path, local=True) as gateway:
        hana = await Client.greet(gateway.path, "Hana", key=key("Hana"))
        await hana.expect(Lobby)
        assert len(gateway.tickets) == 1
        assert (
            "does not accept sessions from sshd"
            in (await said_last(gateway.path, line(Hello(PROTOCOL, key="SHA256:short")))).text
        )
        hana.close()
        await asyncio.sleep(0.05)
        assert not gateway.tickets


async def test_sessions_from_another_sshd_are_counted_by_their_own_address(tmp_path: Path) -> None:
    async with serving(tmp_path, local=True, limits=Limits(per_address=2)) as gateway:
        players = (("Hana", "192.0.2.1"), ("Bruno", "192.0.2.1"), ("Wim", "192.0.2.2"))
        clients = [await Client.greet(gateway.path, name, key=key(name), address=origin) for name, origin in players]
        assert len(clients) == len(gateway.tickets) == 3
        third = line(Hello(PROTOCOL, key=key("Ines"), address="192.0.2.1"))
        assert (await said_last(gateway.path, third)).text == "Too many sessions from your address."


async def test_nothing_is_possible_before_the_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        client = await Client.connect(gateway.path)
        client.send(Hello(PROTOCOL, ticket=gateway.admit(key("Hana"), "here")))
        assert await client.expect(Welcome) == Welcome("", True)
        assert (await client.refused(Say("Hello"))).needs == "name"
        assert (await client.refused(Name(" "))).needs == "name"
        client.send(Name("Hana"))
        assert await client.expect(Welcome) == Welcome("Hana", False)
        await client.expect(Lobby)


@pytest.mark.on_files
async def test_a_guest_returns_with_a_code(tmp_path: Path) -> None:
    """A client without a code is a new guest; guessing is cut short, and the code is not stored."""
    async with serving(tmp_path) as gateway:

        async def guest(ticket: str) -> tuple[Client, Welcome]:
            client = await Client.connect(gateway.path)
            client.send(Hello(PROTOCOL, ticket=ticket))
            return client, await client.expect(Welcome)

        wim, welcome = await guest(gateway.admit(GUEST, "here"))
        assert welcome.new and len(welcome.guest) == 12
        wim.send(Name("Wim"))
        await wim.expect(Welcome)
        wim.close()
        back_again = gateway.admit(GUEST, "here")
        back, other = await guest(back_again)
        assert other.guest != welcome.guest
        back.send(Return(f"{welcome.guest[:4].lower()}-{welcome.guest[4:8]} {welcome.guest[8:]}"))
        assert await back.expect(Welcome) == Welcome("Wim", False, welcome.guest)
        await back.expect(Lobby)
        assert (await back.refused(Return(welcome.guest))).text == "You are already connected."
        again, same = await guest(back_again)
        assert same == Welcome("Wim", False, welcome.guest)
        await again.expect(Lobby)
        assert welcome.guest.encode() not in (tmp_path / "data" / "tabletown.db-wal").read_bytes()


async def test_guessing_codes_of_guests_ends_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletown.tui.server.session.RETRY_DELAY", 0.0)
    async with serving(tmp_path) as gateway:
        client = await Client.connect(gateway.path)
        client.send(Hello(PROTOCOL, ticket=gateway.admit(GUEST, "here")))
        await client.expect(Welcome)
        for _ in range(2):
            assert (await client.refused(Return("AAAA"))).text == "Unknown guest code."
        client.send(Return("AAAA"))
        assert (await client.farewell()).text == "Too many unknown guest codes."


async def test_who_does_not_read_is_dropped_and_holds_nobody(tmp_path: Path) -> None:
    """A spectator who stops reading during a long chat; the others are always answered at once."""
    limits = Limits(rate=1e6, burst=1e6, backlog=64 << 10, **OPEN)
    async with serving(tmp_path, limits=limits) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        wim = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        await wim.expect(Room)
        wim.writer.transport.pause_reading()
        longest = 0.0
        for n in range(8000):
            bruno.send(Say("x" * CHAT))
            if n % 100 == 99:
                began = time.perf_counter()
                for client in (hana, bruno):
                    await client.refused(Look(0))
                longest = max(longest, time.perf_counter() - began)
        assert [person.name for person in gateway.service.people.values()] == ["Hana", "Bruno"]
        assert longest < 3.0
        wim.writer.transport.resume_reading()
        with pytest.raises((EOFError, ConnectionError)):
            await wim.farewell()


async def test_a_mistake_of_the_server_ends_one_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        with monkeypatch.context() as broken:
            broken.setattr(chat, "say", lambda *_: 1 / 0)
            bruno.send(Say("Hello!"))
            with pytest.raises((EOFError, ConnectionError)):
                await bruno.farewell()
        assert (await hana.expect(Room, lambda room: room.seats[1].away)).seats[1].name == "Bruno"
        assert (await (await Client.enter(gateway, "Bruno")).expect(Room)).yours == 1


async def test_messages_that_come_too_fast_wait(tmp_path: Path) -> None:
    """Nothing is lost; others are served meanwhile."""
    async with serving(tmp_path, limits=Limits(rate=50.0, burst=5.0, **OPEN)) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        began = time.perf_counter()
        for _ in range(20):
            hana.send(Look(0))
        bruno.send(Look(0))
        await bruno.expect(Looked)
        quick = time.perf_counter() - began
        for _ in range(20):
            await hana.expect(Looked)
        slow = time.perf_counter() - began
        assert quick < slow and slow > 15 / 50 - 0.05


async def test_too_much_talk_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(rate=1e6, burst=1e6, slow_burst=3.0, slow_rate=0.01)) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        answers = []
        for _ in range(4):
            hana.send(Say("Hello!"))
        while not isinstance(answers[-1] if answers else None, Problem):
            answers.append(await hana.receive())
        assert len(answers) == 3 and "Too fast" in answers[-1].text


async def test_to_connect_again_does_not_help(tmp_path: Path) -> None:
    """Passwords cannot be guessed by that."""
    async with serving(tmp_path, limits=Limits(per_key=9, slow_burst=3.0, slow_rate=0.01)) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2, password="sesame")
        problems = []
        for n in range(4):
            wim = await Client.enter(gateway, "Wim")
            problems.append((await wim.refused(Join(hana.room.code, f"sesame {n}"))).text)
            wim.close()
        assert problems[:3] == ["Wrong password."] * 3 and "Too fast" in problems[3]


async def test_a_crowd_of_connections_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=Limits(sessions=2)) as gateway:
        clients = [await Client.connect(gateway.path) for _ in range(5)]
        with pytest.raises((EOFError, ConnectionError)):
            await clients[4].receive()
        assert len(gateway.connections) == 4
        for client in clients:
            client.close()


def test_a_bucket_fills_at_its_rate() -> None:
    bucket = Bucket(2.0, 3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(1.0) == 0
    assert bucket.spare(10.0) and bucket.spare(10.0) and bucket.spare(10.0) and not bucket.spare(10.0)


async def test_only_one_server_uses_a_folder_and_only_its_owner_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        assert stat.S_IMODE(os.stat(gateway.path).st_mode) == 0o600
        assert stat.S_IMODE(os.stat(tmp_path / "data").st_mode) == 0o700
        assert stat.S_IMODE(os.stat(tmp_path / "data" / "tabletown.db").st_mode) == 0o600
        with pytest.raises(BadStore, match="another server"):
            async with Gateway(tmp_path / "data", tmp_path / "t"):
                pass
    assert not gateway.path.exists()


async def test_a_socket_left_by_a_server_that_was_killed_is_no_hindrance(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "s"))
    left.close()
    async with serving(tmp_path) as gateway:
        await Client.enter(gateway, "Hana")


@pytest.mark.parametrize("content", [b"This is no database." * 100, b""])
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """An empty one becomes one."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tabletown.db").write_bytes(content)
    if content:
        with pytest.raises(BadStore, match=r"file is not a database\. Restore a backup"):
            async with serving(tmp_path):
                pass
        assert (tmp_path / "data" / "tabletown.db").read_bytes() == content
    else:
        async with serving(tmp_path) as gateway:
            await Client.enter(gateway, "Hana")


async def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
    assert (await hana.farewell()).reason == "stopped"


async def test_the_log_has_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One line for a session that ends badly; nothing that was said, no password, no ticket."""
    caplog.set_level(logging.DEBUG)
    async with serving(tmp_path) as gateway:
        ticket = gateway.admit(key("Hana"), "here")
        hana = await Client.greet(gateway.path, "Hana", ticket=ticket)
        messages: list[Message] = [Say("SECRET words"), Name("SECRET name\x00")]
        for message in messages:
            await hana.refused(message)
        hana.writer.write(b'{"kind":"say","txt":"SECRET"}\n')
        await hana.farewell()
        await said_last(gateway.path, line(Hello(PROTOCOL, ticket="SECRET")))
        bad = [record for record in caplog.records if record.name == "tabletown.serve"]
        assert len(bad) == 2
        assert "SECRET" not in caplog.text and ticket not in caplog.text and key("Hana") not in caplog.text
