"""Several hosts on one PostgreSQL, in one process: each serves every table, and the database decides."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
import sqlalchemy as sql

from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Join, Leave, Mute, Open, Say, Start
from tabletown.tui.protocol.server_messages import (
    Asked,
    Begun,
    ChatMessage,
    Lobby,
    Moved,
    Note,
    Over,
    Room,
    Settled,
)
from tabletown.tui.server import databases, presence
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.presence import Presence
from tabletown.tui.server.schema import hosts, records, state
from tabletown.tui.server.store import ALIVE, BadStore, Store
from tabletown.tui.server.stored_table import StoredTable, Unsaved
from tabletown.tui.server.tables import loading
from tests.tui.server.postgres import Postgres
from tests.tui.server.raw_client import Client, key, serving
from tests.tui.server.server_process import begin, kill


@asynccontextmanager
async def town(folder: Path, url: str, **options: Any) -> AsyncIterator[tuple[Gateway, Gateway]]:
    """Two hosts; the first one keeps the time."""
    async with serving(folder / "1", database=url, **options) as first:
        assert first.town
        await listening(first)
        async with serving(folder / "2", database=url, **options) as second:
            await listening(second)
            yield first, second


async def listening(gateway: Gateway) -> None:
    assert gateway.town
    async with asyncio.timeout(5):
        await gateway.town.notifications.listening.wait()


async def sit_down(first: Gateway, second: Gateway) -> list[Client]:
    """Hana at a table of the first host, and Bruno, whom the second one brings there."""
    hana, bruno = await Client.enter(first, "Hana"), await Client.enter(second, "Bruno")
    hana.send(Open("splendor", {}, ["", ""]))
    code = (await hana.expect(Room)).code
    await bruno.expect(Lobby, lambda lobby: lobby.tables)
    bruno.send(Join(code))
    await hana.expect(Room, lambda room: room.seats[1].name == "Bruno" and not room.seats[1].away)
    hana.send(Start())
    for client in (hana, bruno):
        await client.expect(Begun)
    return [hana, bruno]


@pytest.mark.slow
async def test_people_of_two_hosts_play_a_game(tmp_path: Path, postgres: Postgres) -> None:
    async with town(tmp_path, postgres.new()) as (first, second):
        people = await sit_down(first, second)
        hana, bruno = people
        mover = next(client for client in people if client.now and client.now.legal)
        other = bruno if mover is hana else hana
        mover.act(Random(1))
        assert (await other.expect(Moved)).ply == 1
        bruno.send(Say("good luck"))
        assert (await hana.expect(ChatMessage)).text == "good luck"
        async with asyncio.timeout(20):
            await asyncio.gather(*(client.play(Random(2)) for client in people))
        for client in people:
            await client.expect(Over, lambda over: over.last)
        assert hana.record == bruno.record


async def test_whoever_comes_too_late_sees_the_move_of_the_other_host(tmp_path: Path, postgres: Postgres) -> None:
    """Two sessions of a player move at once; one is accepted, and everyone has the same position."""
    async with town(tmp_path, postgres.new()) as (first, second):
        people = await sit_down(first, second)
        mover = next(client for client in people if client.now and client.now.legal)
        number = next(n for n, person in first.service.people.items() if person.name == mover.name)
        [code] = first.service.tables
        gateways = (first, second)
        for gateway in gateways:
            gateway.service.resumed(gateway.service.tables[code])
            gateway.service.handle(number, Act(0, mover.now.legal[0]))  # both before anything is heard
        assert len(first.store.log(code)) == 1
        for client in people:
            while client.now is None or client.now.ply != 1:
                await client.receive()
        assert [gateway.service.tables[code].plies for gateway in gateways] == [1, 1]
        people[1].send(Leave())
        await people[1].expect(Lobby)
        people[0].send(Mute(True))
        async with asyncio.timeout(5):
            while not second.service.tables[code].muted:  # nobody of the second host is there now
                await asyncio.sleep(0.02)


async def test_a_host_that_starts_waits_for_locks_or_says_that_it_cannot(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new()
    store = Store(url)
    store.alive(1.0)

    def limit(milliseconds: int) -> None:
        """The longest time of a statement from now on; nobody waits for a lock."""
        options = f"-c lock_timeout=1 -c statement_timeout={milliseconds}"
        monkeypatch.setitem(databases.CONNECTION, "options", options)

    limit(10_000)
    late = Store(url)
    with store.engine.begin() as other, ThreadPoolExecutor() as pool:
        other.execute(state.select().with_for_update())
        waiting = pool.submit(late.resume, 5.0)
        sleep(0.05)
        other.commit()
        assert waiting.result() == 4.0
    late.close()
    limit(100)
    gateway = Gateway(tmp_path / "data", tmp_path / "s", database=url)
    with store.engine.begin() as other:
        other.execute(state.select().with_for_update())
        with pytest.raises(BadStore, match=r"^cannot use postgresql://town@/.* as a database: canceling statement"):
            await gateway.__aenter__()
    gateway.bots.close()
    store.close()


def test_the_time_of_a_town_is_counted_once(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that comes late, or waits for the beat of another one, neither loses time nor counts it twice."""
    monkeypatch.setattr(presence, "LEASE", 0.1)
    store = Store(postgres.new())
    first, second = Presence(store, "1"), Presence(store, "2")

    def set_back(seconds: float) -> None:
        with store.engine.begin() as base:
            base.execute(state.update().where(state.c.key == ALIVE).values(value=state.c.value - seconds))
        first.renewed -= seconds

    assert first.beat().ran == 0.0
    set_back(0.8)
    ran = second.beat().ran  # which starts, and knows nothing of this time
    assert ran < 0.5
    set_back(0.8)
    before, ran = ran, first.beat().ran
    assert before + 0.8 <= ran < before + 1.6
    set_back(0.8)
    assert first.beat(lost=True).ran == ran
    set_back(1e6)  # in which there was no database
    assert first.beat().ran == ran
    with ThreadPoolExecutor() as pool, store.engine.begin() as base:
        base.execute(sql.select(state).with_for_update())
        pool.submit(second.beat)
        sleep(0.1)
        now = base.execute(sql.select(sql.extract("epoch", sql.func.clock_timestamp()))).scalar_one()
        base.execute(state.update().where(state.c.key == ALIVE).values(value=now))
    with store.engine.begin() as base:
        assert base.execute(sql.select(state.c.value).where(state.c.key == ALIVE)).scalar_one() >= float(now)
    store.close()


def lost(_: object) -> None:
    raise Unsaved("lost")


async def test_a_host_whose_connection_is_lost_as_it_reads_a_change_reads_it_later(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.tui.server.gateway.BREATH", 0.02)
    async with serving(tmp_path, database=postgres.new()) as gateway:
        await listening(gateway)
        hana = await Client.enter(gateway, "Hana")
        hana.send(Open("splendor", {}, ["", ""]))
        stored, failing = gateway.store.table((await hana.expect(Room)).code), [Unsaved("lost")]
        read = gateway.store.table

        def table(code: str) -> StoredTable | None:
            if failing:
                raise failing.pop()
            return read(code)

        monkeypatch.setattr(gateway.store, "table", table)
        gateway.store.save(replace(stored, data=stored.data | {"muted": True}))  # as another host does
        await hana.expect(Room, lambda room: room.muted)
        assert not failing and gateway.town
        with monkeypatch.context() as patch:
            patch.setattr(gateway.town, "keep_time", lost)
            gateway.town.beat(lost=False)()
        assert gateway.town.behind
        gateway.town.beat(lost=False)()
        assert not gateway.town.behind


@pytest.mark.slow
async def test_votes_and_rematches_reach_the_other_host(tmp_path: Path, postgres: Postgres) -> None:
    async with town(tmp_path, postgres.new()) as (first, second):
        people = await sit_down(first, second)
        mover = next(client for client in people if client.now and client.now.legal)
        other = next(client for client in people if client is not mover)
        mover.send(Act(0, next(action for action in mover.now.legal if action[0] == "take")))
        await other.expect(Moved)
        [code] = first.service.tables
        for yes in (False, True):
            mover.send(Ask("undo"))
            asked = await other.expect(Asked, lambda asked: asked.yours)
            ends = [vote.until for host in (first, second) for vote in host.service.tables[code].questions.values()]
            later = loading.loaded(second.service, second.store.load()[0])  # as a host that starts now has it
            ends += [vote.until for vote in later.questions.values()]
            assert len(ends) == 3 and len(set(ends)) == 1
            other.send(Answer(asked.number, yes))
            for client in people:
                assert (await client.expect(Settled)).granted is yes
        for client in people:
            while client.now.ply:
                await client.receive()
        await asyncio.gather(*(client.play(Random(2)) for client in people))
        [before] = first.service.tables
        mover.send(Ask("rematch"))
        asked = await other.expect(Asked, lambda asked: asked.yours and asked.what == "rematch")
        other.send(Answer(asked.number, True))
        for client in people:
            room = await client.expect(Room, lambda room: room.code != before)
            assert not any(seat.away for seat in room.seats) and (await client.expect(Begun)).ply == 0


@pytest.mark.slow
async def test_a_bot_decides_once_wherever_it_thinks(tmp_path: Path, postgres: Postgres) -> None:
    """Two hosts and a worker ask for the same decisions; then the worker alone takes them."""
    url = postgres.new()
    async with town(tmp_path, url) as (first, second), serving(tmp_path / "3", database=url, helps=True) as worker:
        await listening(worker)
        hana, bruno = await Client.enter(first, "Hana"), await Client.enter(second, "Bruno")
        hana.send(Open("splendor", {}, ["", "novice"]))
        code = (await hana.expect(Room)).code
        hana.send(Start())
        await bruno.expect(Lobby, lambda lobby: [row.stage for row in lobby.tables] == ["playing"])
        bruno.send(Join(code, watch=True))
        await bruno.expect(Begun)
        await asyncio.gather(hana.play(Random(1), 12), bruno.play(Random(1), 12))
        for host in (first, second):
            host.bots.take_job = lambda thought: None
        await asyncio.gather(hana.play(Random(1), 18), bruno.play(Random(1), 18))
        assert first.service.tables[code].plies >= 18


@pytest.mark.slow
async def test_people_of_a_dead_host_sit_down_where_they_sat(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LEASE", 1.5)
    async with town(tmp_path, postgres.new()) as (first, second):
        hana, _ = await sit_down(first, second)
        assert second.town
        with second.store.engine.begin() as base:  # a lease that expires for a moment, on a busy machine
            base.execute(hosts.update().values(until=0).where(hosts.c.id == second.town.name))
        first.town.presence.remove_dead()
        await hana.expect(Room, lambda room: room.seats[1].away)
        await hana.expect(Room, lambda room: not room.seats[1].away)
        for task in [*second._tasks, second._ticker]:  # a host that is silent
            task.cancel()
        await hana.expect(Room, lambda room: room.seats[1].away)
        again = await Client.enter(first, "Bruno")
        assert (await again.expect(Begun)).ply == 0
        await hana.expect(Note, lambda note: note.text == "Bruno is back.")


@pytest.mark.slow
async def test_a_game_is_played_to_its_end_while_hosts_are_killed(tmp_path: Path, postgres: Postgres) -> None:
    """Its players go back and forth between two hosts, one of which dies every few moves."""
    url, rng = postgres.new(), Random(3)
    folders = [tmp_path / "1", tmp_path / "2"]
    for folder in folders:
        folder.mkdir()
    programs = [begin(folder, url) for folder in folders]

    async def enter(name: str, host: int) -> Client:
        return await Client.greet(folders[host] / "s", name, key=key(name))

    hana, bruno = await enter("Hana", 0), await enter("Bruno", 1)
    hana.send(Open("splendor", {}, ["", "", "novice"]))
    code = (await hana.expect(Room)).code
    await bruno.expect(Lobby, lambda lobby: lobby.tables)
    bruno.send(Join(code))
    await hana.expect(Room, lambda room: room.seats[1].person)
    hana.send(Start())
    people = {"Hana": hana, "Bruno": bruno}
    for client in people.values():
        await client.expect(Begun)
    for dying in (0, 1, 0, 1):
        ply = max(client.now.ply for client in people.values() if client.now)
        await asyncio.gather(*(client.play(rng, ply + 8) for client in people.values()))
        kill(programs[dying])
        for name in people:
            people[name] = await enter(name, 1 - dying)
            assert (await people[name].expect(Begun)).ply >= ply + 8
        programs[dying] = begin(folders[dying], url)
        people["Bruno"].close()
        people["Bruno"] = await enter("Bruno", dying)
        await people["Bruno"].expect(Begun)
    await asyncio.gather(*(client.play(rng) for client in people.values()))
    for client in people.values():
        await client.expect(Over, lambda over: over.last)
    assert people["Hana"].record == people["Bruno"].record
    for program in programs:
        kill(program)
    with Store(url).engine.begin() as base:
        assert len(base.execute(records.select()).all()) == 1
