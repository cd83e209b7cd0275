"""Notices outside the program: who gets one, the command and the webhook, and what they may not do."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time as clock
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tabletown.tui.protocol.client_messages import SetNotices
from tabletown.tui.protocol.clocks import DAY
from tabletown.tui.protocol.server_messages import Lobby, Note, Notices
from tabletown.tui.server import turn_notices
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.turn_notices import NoticeOptions, TurnNotice, run_command
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import start_game
from tests.tui.server.tables.test_resigning import the_table
from tests.tui.server.tables.test_votes import later, moved_by

ANY = NoticeOptions("true", addresses=True)
NOTICE = TurnNotice(7, "-rf", "KRTMLA", "Splendor", "turn", "ada@example.org", "It is your turn.")


def waiting(gateway: Gateway) -> list[TurnNotice]:
    """The notices that have not been sent yet; from now on they count as sent."""
    unsent, row = ~turn_notices.turn_notices.c.sent, turn_notices.turn_notices
    with gateway.store.engine.begin() as base:
        rows = base.execute(row.select().where(unsent).order_by(row.c.id)).all()
        base.execute(row.update().values(sent=True))
    return [TurnNotice(n.id, n.name, n.code, n.game, n.event, n.address, n.text) for n in rows]


def write(gateway: Gateway, number: int, name: str) -> None:
    """Write a notice for a player."""
    with gateway.store.engine.begin() as base:
        gateway.notices.entry(number, name, "KRTMLA", "Splendor", "turn", "It is your turn.")(base, None)
    gateway.notices.written.set()


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices are written, and stay there."""

    async def send_next(_: object) -> bool:
        return False

    monkeypatch.setattr(turn_notices.TurnNotices, "send_next", send_next)


async def absent_bruno(gateway: Gateway, clock: str = "1d") -> Client:
    """Hana at a game, Bruno with notices and not on the server; she has made a move."""
    hana, bruno = await start_game(gateway, "Hana", "Bruno", clock=clock)
    bruno.send(SetNotices(True, "bruno@example.org"))
    await bruno.expect(Notices, lambda notices: notices.on)
    bruno.close()
    await hana.expect(Note, lambda note: note.text == "Bruno is away.")
    await moved_by([hana], lambda action: action[0] == "take")
    return hana


@pytest.mark.usefixtures("quiet")
async def test_a_player_who_is_not_here_is_told_of_the_turn_and_warned(tmp_path: Path) -> None:
    async with serving(tmp_path, notices=ANY) as gateway:
        await absent_bruno(gateway)
        code, address = the_table(gateway).code, "bruno@example.org"
        text = f"It is your turn at table {code} (Splendor)."
        assert waiting(gateway) == [TurnNotice(1, "Bruno", code, "Splendor", "turn", address, text)]
        later(gateway, 0.8 * DAY)
        gateway.service.tick()
        [warning] = waiting(gateway)
        assert (warning.event, warning.text) == ("warning", f"You have 5 hours left at table {code} (Splendor).")
        assert gateway.service.store.load()[0].data["clock"]["warned"]


@pytest.mark.usefixtures("quiet")
async def test_notices_are_rare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of a kind in ten minutes; and none that is too late."""
    async with serving(tmp_path, notices=ANY) as gateway:
        await absent_bruno(gateway)
        write(gateway, 2, "Bruno")
        assert len(waiting(gateway)) == 1
        monkeypatch.setattr(turn_notices, "EVERY", 0.0)
        write(gateway, 2, "Bruno")
        assert len(waiting(gateway)) == 1
        monkeypatch.setattr(turn_notices, "LATE", -1.0)
        gateway.notices.clean()
        with gateway.store.engine.begin() as base:
            assert not base.execute(turn_notices.turn_notices.select()).all()


@pytest.mark.usefixtures("quiet")
async def test_only_slow_games_and_only_those_who_want_it_get_notices(tmp_path: Path) -> None:
    async with serving(tmp_path, notices=ANY) as gateway:
        await absent_bruno(gateway, clock="5+5")
        write(gateway, 1, "Hana")
        assert not waiting(gateway)


async def test_notices_are_off_at_first_and_kept(tmp_path: Path) -> None:
    async with serving(tmp_path, notices=ANY) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert await hana.expect(Notices) == Notices(False, "", True)
        hana.send(SetNotices(True, "hana@example.org"))
        assert await hana.expect(Notices) == Notices(True, "hana@example.org", True)
        for address in ("-o@example.org", "two words", "a\nb", "h\u00e4na"):
            assert "An address has no spaces" in (await hana.refused(SetNotices(True, address))).text
    async with serving(tmp_path, notices=NoticeOptions(webhook="http://localhost/")) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert await hana.expect(Notices) == Notices(True, "hana@example.org", False)
        assert (await hana.refused(SetNotices(True, "x"))).text == "This server takes no addresses."
        hana.send(SetNotices(False))
        assert not (await hana.expect(Notices)).on and gateway.notices.address(1) is None


async def test_a_server_without_a_hook_sends_no_notices(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert (await hana.refused(SetNotices(True))).text == "This server sends no notices."
        await leave_or_lobby(hana)
        assert not any(b'"kind":"notices"' in line for line in hana.raw)


async def leave_or_lobby(client: Client) -> None:
    """Wait until the lobby has come."""
    if not any(b'"kind":"lobby"' in line for line in client.raw):
        await client.expect(Lobby)


async def test_the_command_gets_all_values_and_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell, nothing of the server's environment but what a program needs."""
    monkeypatch.setenv("SECRET", "1")
    script = tmp_path / "notify.py"
    script.write_text(
        f"import json, os, sys\njson.dump([sys.argv[1:], dict(os.environ)], open({str(tmp_path / 'out')!r}, 'w'))\n"
    )
    await run_command(f"{sys.executable} {script} '$HOME; ls'", NOTICE)
    arguments, environment = json.loads((tmp_path / "out").read_text())
    assert arguments == ["$HOME; ls", " -rf", "KRTMLA", "Splendor"]
    assert environment["TABLETOWN_PLAYER"] == "-rf" and environment["TABLETOWN_ADDRESS"] == "ada@example.org"
    assert (
        environment["TABLETOWN_ID"] == "7"
        and environment["TABLETOWN_TEXT"] == "It is your turn."
        and "SECRET" not in environment
    )


async def test_a_command_that_hangs_is_stopped_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_notices, "TIMEOUT", 0.2)
    started = clock.monotonic()
    await run_command("sh -c 'sleep 60 & wait'", NOTICE)
    assert clock.monotonic() - started < 10


async def test_failures_are_logged_and_do_not_end_the_sending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    posted: list[dict[str, object]] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(500 if len(posted) == 1 else 204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    hook = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    options = NoticeOptions(webhook=f"http://127.0.0.1:{hook.server_port}/hook")
    async with serving(tmp_path, notices=options) as gateway:
        monkeypatch.setattr(turn_notices, "EVERY", 0.0)
        number = gateway.store.name_player("key", "-rf", "-rf")
        assert number
        gateway.notices.choose(number, True, "")
        for _ in range(2):
            write(gateway, number, "-rf")
        async with asyncio.timeout(20):
            while len(posted) < 2:
                await asyncio.sleep(0.01)
    hook.shutdown()
    assert [notice["id"] for notice in posted] == [1, 2] and posted[1] == {
        "id": 2,
        "player": "-rf",
        "table": "KRTMLA",
        "game": "Splendor",
        "event": "turn",
        "address": "",
        "text": "It is your turn.",
    }
    assert "notice to -rf failed" in caplog.text
