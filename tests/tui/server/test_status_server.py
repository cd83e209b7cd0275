"""Metrics and the health check over HTTP, and the log as lines of JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tabletown.tui.protocol.admin_messages import Ban
from tabletown.tui.protocol.client_messages import Open, Start
from tabletown.tui.protocol.server_messages import Begun, Room
from tabletown.tui.server import status_server
from tabletown.tui.server.gateway import GUEST, Gateway, RequestDenied
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.log_format import JsonFormatter
from tabletown.tui.server.metrics import Metrics
from tabletown.tui.server.status_server import StatusServer
from tests.e2e.ssh_host import Host
from tests.tui.server.operator_tools import command
from tests.tui.server.raw_client import Client, key, serving

PATIENCE = 20.0


@asynccontextmanager
async def shown_status(folder: Path, **options: object) -> AsyncIterator[tuple[Gateway, StatusServer]]:
    metrics = Metrics()
    async with (
        serving(folder, events=metrics, **options) as gateway,
        StatusServer(gateway, metrics, 0) as status,
    ):
        yield gateway, status


def get(port: int, path: str) -> tuple[int, str]:
    """Status and body of an answer."""
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


async def metrics_of(status: StatusServer) -> dict[str, float]:
    """The metrics by name and labels."""
    code, text = await asyncio.to_thread(get, status.port, "/metrics")
    assert code == 200
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    }


async def test_metrics_count_what_happens(tmp_path: Path) -> None:
    async with shown_status(tmp_path) as (_, status):
        hana = await Client.enter(status.server, "Hana")  # type: ignore[arg-type]
        hana.send(Open("splendor", {}, ["", "novice"]))
        await hana.expect(Room)
        before = await metrics_of(status)
        assert before["tabletown_sessions"] == before["tabletown_players"] == 1
        assert before['tabletown_tables{state="waiting"}'] == 1 and before['tabletown_tables{state="playing"}'] == 0
        hana.send(Start())
        await hana.expect(Begun)
        await hana.play(Random(1), 4)
        after = await metrics_of(status)
        moves = {name: after[f'tabletown_moves_total{{game="splendor",player="{name}"}}'] for name in ("person", "bot")}
        assert moves["person"] >= 1 and moves["bot"] >= 1 and sum(moves.values()) >= 4
        assert after['tabletown_bot_thinking_seconds_count{level="novice"}'] >= moves["bot"]
        assert after['tabletown_tables{state="playing"}'] == 1
        assert after["tabletown_database_bytes"] > 10_000


async def test_refused_sessions_are_counted_by_reason(tmp_path: Path) -> None:
    limits = Limits(sessions=3, per_address=2, per_key=1)
    async with shown_status(tmp_path, limits=limits) as (gateway, status):
        command(gateway, Ban("192.0.2.0/24"))
        gateway.admit(key("Hana"), "a")
        gateway.admit(GUEST, "a")
        gateway.admit(GUEST, "b")
        sessions = [(key("Ines"), "192.0.2.1"), (GUEST, "c")]
        for identity, address in sessions:
            with pytest.raises(RequestDenied):
                gateway.admit(identity, address)
        gateway.turned_away("no login")
        counts = await metrics_of(status)
        for reason in ("banned", "server full", "no login"):
            assert counts[f'tabletown_refused_connections_total{{reason="{reason}"}}'] == 1


async def test_the_health_check_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_server, "PATIENCE", 0.1)
    async with shown_status(tmp_path) as (gateway, status):
        assert await asyncio.to_thread(get, status.port, "/health") == (200, "ok\n")
        assert (await asyncio.to_thread(get, status.port, "/secrets"))[0] == 404
        gateway.ticked -= 60
        answer = await asyncio.to_thread(get, status.port, "/health")
        assert answer == (503, "The clock of the tables has stopped.\n")
        request = asyncio.get_running_loop().run_in_executor(None, get, status.port, "/health")
        time.sleep(0.4)  # the event loop hangs
        assert await request == (503, f"{status_server.STUCK}\n")


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    async def start(port: int) -> None:
        async with serving(tmp_path) as gateway, StatusServer(gateway, Metrics(), port):
            pass

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(OSError):
            asyncio.run(start(other.getsockname()[1]))


def test_a_log_line_is_one_json_object_whatever_it_says() -> None:
    try:
        raise ValueError("bad\nnews")
    except ValueError:
        info = sys.exc_info()
    arguments = ("tabletown.ssh", logging.WARNING, "x.py", 1, "%s: dropped", ("a\x1b[2J\n\u202eb",), info)
    record = logging.makeLogRecord(vars(logging.LogRecord(*arguments)) | {"address": "192.0.2.7", "seconds": 5})
    line = JsonFormatter().format(record)
    assert line.isascii() and line.isprintable()
    fields = json.loads(line)
    assert fields["message"] == "a\x1b[2J\n\u202eb: dropped" and fields["level"] == "warning"
    assert (fields["address"], fields["seconds"], fields["logger"]) == ("192.0.2.7", 5, "tabletown.ssh")
    assert fields["time"].endswith("+00:00") and "ValueError: bad" in fields["exception"]


@pytest.mark.slow
def test_a_real_server_shows_its_metrics_and_logs_json(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with Host(tmp_path, "--metrics", str(port), "--log-format", "json") as host:
        assert get(port, "/health") == (200, "ok\n")
        with host.ssh("hana") as hana:
            hana.wait_for("What should other players call you?")
            assert "tabletown_sessions 1.0" in get(port, "/metrics")[1]
    assert "Traceback" not in host.log
    lines = [json.loads(line) for line in host.log.splitlines()]
    [ended] = [line for line in lines if ": ended after" in line["message"]]
    assert ended["address"] == "127.0.0.1" and ended["key"].startswith("SHA256:") and "seconds" in ended
