"""Tables that nobody comes back to: when they are closed, what is kept, who hears of it, and room for others."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest

from tabletown.tui.protocol.client_messages import Leave, Open
from tabletown.tui.protocol.server_messages import Lobby, Note, Problem, Room
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.store import Store
from tabletown.tui.server.tables import service as service_module
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.seated_clients import start_game

DAY = 86400.0
ROOMY = Limits(rate=1e6, burst=1e6, slow_rate=1e6, slow_burst=1e6, per_address=99)


def rows(folder: Path, query: str) -> list[Any]:
    """The rows of a query, or of nothing for another statement."""
    store = Store(folder / "data" / "tabletown.db")
    with store.engine.begin() as base:
        done = base.exec_driver_sql(query)
        lines = [tuple(row) for row in done] if done.returns_rows else []
    store.close()
    return lines


def pass_days(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    later = time() + days * DAY
    monkeypatch.setattr(service_module, "time", lambda: later)


async def leave_game(gateway: Gateway, *, moves: int) -> str:
    """The code of a table at which a game was begun, and which everybody has left."""
    people = await start_game(gateway, "Hana", "Bruno")
    await asyncio.gather(*(client.play(Random(1), moves) for client in people))
    for client in people:
        client.send(Leave())
        await client.expect(Lobby)
        client.close()
    assert people[0].room
    return people[0].room.code


@pytest.mark.parametrize(("moves", "days", "closed"), [(0, 0.9, False), (0, 1.1, True), (6, 29, False), (6, 31, True)])
async def test_a_game_is_closed_by_its_age_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int, days: float, closed: bool
) -> None:
    async with serving(tmp_path) as gateway:
        code = await leave_game(gateway, moves=moves)
        pass_days(monkeypatch, days)
        gateway.service.tick()
        assert (code not in gateway.service.tables) == closed
    kept = rows(tmp_path, "SELECT code, reason, log FROM closed")
    assert [row[0] for row in kept] == [code] * closed
    if closed:
        limit = "24 hours" if not moves else "30 days"
        assert kept[0][1] == f"nobody had moved for {limit}" and len(json.loads(kept[0][2])) == moves


async def test_the_players_of_a_closed_game_hear_of_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as gateway:
        code = await leave_game(gateway, moves=0)
        pass_days(monkeypatch, 2)
        gateway.service.tick()
        for name in ("Hana", "Bruno"):
            client = await Client.enter(gateway, name)
            assert (await client.expect(Note)).text == (
                f"Your game of Splendor at table {code} was closed: nobody had moved for 24 hours. "
                "The server keeps a copy."
            )
        again = await Client.enter(gateway, "Hana")
        await again.expect(Lobby)
        assert not any(b'"note"' in line for line in again.raw)


@pytest.mark.parametrize("noted", [True, False], ids=["noted", "older version"])
async def test_a_server_that_was_off_for_long_closes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: bool
) -> None:
    async with serving(tmp_path) as gateway:
        code = await leave_game(gateway, moves=6)
    if not noted:
        rows(tmp_path, "DELETE FROM state")
    pass_days(monkeypatch, 60)
    async with serving(tmp_path) as gateway:
        gateway.service.tick()
        assert code in gateway.service.tables
        pass_days(monkeypatch, 60 + 29)
        gateway.service.tick()
        assert code in gateway.service.tables
        pass_days(monkeypatch, 60 + 31)
        gateway.service.tick()
        assert code not in gateway.service.tables


async def test_many_keys_from_one_address_leave_room_for_others(tmp_path: Path) -> None:
    """Forty keys open five tables each; the limit per address stops them at twenty tables."""
    async with serving(tmp_path, limits=ROOMY) as gateway:
        for n in range(8):
            ticket = gateway.admit(key(f"Key{n}"), "192.0.2.1")
            client = await Client.greet(gateway.path, f"Key{n}", ticket=ticket)
            for _ in range(5):
                client.send(Open("splendor", {}, ["", "easy"]))
                while not isinstance(await client.receive(), Room | Problem):
                    pass
        assert len(gateway.service.tables) == 20
        assert (await client.refused(Open("splendor", {}, ["", "easy"]))).text == (
            "20 tables from your address are unfinished; finish or leave one first."
        )
        other = await Client.greet(gateway.path, "Wim", ticket=gateway.admit(key("Wim"), "192.0.2.2"))
        other.send(Open("splendor", {}, ["", "easy"]))
        await other.expect(Room)


async def test_a_full_server_closes_unplayed_games_that_nobody_came_back_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, limits=replace(ROOMY, all_tables=1)) as gateway:
        code = await leave_game(gateway, moves=0)
        wim = await Client.enter(gateway, "Wim")
        assert "no room for another table" in (await wim.refused(Open("splendor", {}, ["", "easy"]))).text
        pass_days(monkeypatch, 0.1)
        wim.send(Open("splendor", {}, ["", "easy"]))
        await wim.expect(Room)
        assert code not in gateway.service.tables
    assert rows(tmp_path, "SELECT reason FROM closed") == [("nobody had come back to it, and the server needed room",)]
