"""A server that is killed at any moment loses nothing that it has told a client."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tabletown.tui.protocol.client_messages import Act, Join, Open, Resign, Start
from tabletown.tui.protocol.server_messages import Begun, Clocks, Room
from tests.tui.server.kills import killed
from tests.tui.server.nursery import QUICK_DISK
from tests.tui.server.raw_client import Client, key
from tests.tui.server.server_process import begin, kill

KILLS = 8


async def returned(folder: Path, name: str) -> Client:
    return await Client.greet(folder / "s", name, key=key(name))


@pytest.mark.slow
def test_nothing_is_lost_or_counted_twice() -> None:
    """Eight players do everything at random; `python -m tests.tui.server.kills` kills more servers."""
    with TemporaryDirectory(dir=QUICK_DISK) as folder:
        state = killed(Path(folder), KILLS, seed=1906)
    assert state.ledger.faults == [] and state.kills == KILLS
    assert state.ledger.figures["actions"] > 10 * KILLS


@pytest.mark.slow
async def test_a_table_that_waits_is_there_after_a_kill(tmp_path: Path) -> None:
    server = begin(tmp_path)
    try:
        hana = await returned(tmp_path, "Hana")
        hana.send(Open("metropolys", {"version": "expert"}, ["", "easy", ""], password="sesame"))
        before = await hana.expect(Room)
        kill(server)
        server = begin(tmp_path)
        after = await (await returned(tmp_path, "Hana")).expect(Room)
        assert after == before
    finally:
        kill(server)


@pytest.mark.slow
async def test_a_resignation_is_there_after_a_kill(tmp_path: Path) -> None:
    """With the bot in the seat and the new rating, as announced."""
    server = begin(tmp_path)
    try:
        hana, bruno = [await returned(tmp_path, name) for name in ("Hana", "Bruno")]
        hana.send(Open("splendor", {}, ["", ""]))
        bruno.send(Join((await hana.expect(Room)).code))
        await bruno.expect(Room)
        hana.send(Start())
        await bruno.expect(Begun)
        hana.send(Resign())
        before = await bruno.expect(Room, lambda room: room.hosting)
        kill(server)
        server = begin(tmp_path)
        after = await (await returned(tmp_path, "Bruno")).expect(Room)
        assert after.seats == before.seats and after.seats[1].rating == 1520 and after.hosting
    finally:
        kill(server)


@pytest.mark.slow
async def test_a_kill_neither_gives_nor_takes_time(tmp_path: Path) -> None:
    """Of more than the few seconds between two notes in the store."""
    server = begin(tmp_path)
    try:
        hana, bruno = [await returned(tmp_path, name) for name in ("Hana", "Bruno")]
        hana.send(Open("splendor", {}, ["", ""], clock="5+5"))
        bruno.send(Join((await hana.expect(Room)).code))
        await bruno.expect(Room)
        hana.send(Start())
        await hana.expect(Begun)
        hana.send(Act(0, hana.now.legal[0]))
        before = await bruno.expect(Clocks, lambda clocks: clocks.running == 1)
        await asyncio.sleep(1.0)
        kill(server)
        server = begin(tmp_path)
        after = await (await returned(tmp_path, "Bruno")).expect(Clocks)
        assert after.left[0] == before.left[0] and after.running == 1
        assert abs(after.left[1] - (before.left[1] - 1.0)) < 4.0
    finally:
        kill(server)
