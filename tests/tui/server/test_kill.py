"""A server that is killed at any moment loses nothing that it has told a client."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tabletown.tui.protocol.client_messages import Act, Join, Open, Resign, Start
from tabletown.tui.protocol.server_messages import Begun, Clocks, Entry, Moved, Room, Story, from_server
from tests.tui.server.raw_client import PATIENCE, Client, key
from tests.tui.server.server_process import begin, kill

KILLS = 6
PLIES = 60
"""Actions at most from one to the next."""
MOMENT = 0.006
"""Seconds after the last of them, at most: two or three more actions."""


async def returned(folder: Path, name: str) -> Client:
    return await Client.greet(folder / "s", name, key=key(name))


def announced(client: Client) -> dict[int, Entry]:
    """Every action that a client has heard of, by its ply."""
    return {message.ply - 1: message.line for got in client.raw if isinstance(message := from_server(got), Moved)}


async def story(client: Client) -> list[Entry]:
    """The whole log, as it comes with the game."""
    begun, lines = await client.expect(Begun), []
    while len(lines) < begun.ply:
        lines += (await client.expect(Story)).lines
    return lines


async def until_it_dies(client: Client, seed: int) -> None:
    with suppress(EOFError, ConnectionError):
        await client.play(Random(seed))


async def played_on(client: Client, ply: int) -> None:
    """Wait until a client has heard of that number of actions."""
    async with asyncio.timeout(PATIENCE):
        while client.now is None or client.now.ply < ply:
            await asyncio.sleep(0)


@pytest.mark.slow
async def test_what_was_announced_is_there_after_a_kill(tmp_path: Path) -> None:
    """Two people play as fast as they can; the server is killed again and again, and the game continues."""
    rng, lost, plies = Random(1906), 0, [0]
    server = begin(tmp_path)
    people = [await returned(tmp_path, name) for name in ("Hana", "Bruno")]
    people[0].send(Open("sf1906", {}, ["", ""]))
    code = (await people[0].expect(Room)).code
    people[1].close()
    people[1] = await Client.greet(tmp_path / "s", "Bruno", key=key("Bruno"), join=code)
    people[0].send(Start())
    for client in people:
        await client.expect(Begun)
    try:
        for n in range(KILLS):
            players = [asyncio.create_task(until_it_dies(client, 10 * n + m)) for m, client in enumerate(people)]
            await played_on(people[0], plies[-1] + int(rng.random() * PLIES))
            await asyncio.sleep(rng.random() * MOMENT)
            kill(server)
            await asyncio.gather(*players)
            logs_before = [announced(client) for client in people]
            server = begin(tmp_path)
            people = [await returned(tmp_path, name) for name in ("Hana", "Bruno")]
            logs = [await story(client) for client in people]
            shorter = min(logs, key=len)
            assert all(log[: len(shorter)] == shorter for log in logs)
            for entries in logs_before:
                lost += sum(shorter[ply : ply + 1] != [entry] for ply, entry in entries.items())
            plies.append(len(shorter))
            assert [client.room.code for client in people] == [code, code]
    finally:
        kill(server)
    assert lost == 0 and plies == sorted(plies) and plies[-1] > plies[0] + 20


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
