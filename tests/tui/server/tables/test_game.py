"""Playing at a table: whole games, what is refused, the past, the end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from msgspec.json import encode

from tabletown import rules
from tabletown.tui.protocol import encoding
from tabletown.tui.protocol.client_messages import Act, Join, Leave, Look, Open, Start
from tabletown.tui.protocol.server_messages import (
    Begun,
    Lobby,
    Looked,
    Moved,
    Over,
    Problem,
    Room,
    Story,
    from_server,
)
from tabletown.tui.server.stored_table import Unsaved
from tests.tui.server.desk import Server
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import match_of_record, start_game


@pytest.mark.slow_unless(game=("metropolys",))
@pytest.mark.parametrize("game", rules.GAMES)
async def test_three_people_play_a_whole_game(tmp_path: Path, game: str) -> None:
    """Everyone sees the same log, and gets a record that plays again to the same end."""
    async with serving(tmp_path) as gateway:
        people = await start_game(gateway, "Hana", "Bruno", "Ines", game=game)
        watcher = await Client.enter(gateway, "Wim", join=people[0].room.code.lower(), watch=True)
        async with asyncio.TaskGroup() as group:
            for seed, client in enumerate([*people, watcher]):
                group.create_task(client.play(Random(seed)))
        for client in [*people, watcher]:
            over = await client.expect(Over, lambda m: m.last)
            match = match_of_record(tmp_path, client.record)
            assert match.player is None and len(match.log) == client.now.ply
            seat = client.room.yours
            assert encoding.decode(game, client.now.view) == match.game.observe(match.state, seat)
            assert [seat.name for seat in match.seats] == ["Hana", "Bruno", "Ines"]
            assert sorted(rated.name for rated in over.rated) == ["Bruno", "Hana", "Ines"]
        kept = gateway.store.ratings(game, [1, 2, 3])
        assert sum(round(rating.value) for rating in kept.values()) == pytest.approx(4500, abs=2)
        people[0].send(Leave())
        await people[0].expect(Lobby)
        [table] = gateway.service.tables.values()
        assert table.seats[0].open
        assert [seat.name for seat in table.new_match().seats] == ["Hana", "Bruno", "Ines"], "after a restart too"


async def test_only_the_one_whose_turn_it_is_plays_and_only_now(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        watcher = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        await watcher.expect(Begun)
        assert hana.now.legal and not bruno.now.legal and not watcher.now.legal
        move = hana.now.legal[0]
        assert (await bruno.refused(Act(0, move))).text == "It is not your turn."
        assert (await watcher.refused(Act(0, move))).text == "You are watching, not playing."
        assert (await hana.refused(Act(1, move))).text == "The position has changed; choose your move again."
        for nonsense in ([], ["take"], ["buy", 99, []], [{}], [[[]]], [None], ["take", float(1)], move[:-1]):
            assert (await hana.refused(Act(0, nonsense))).text == "That move is not legal now."
        [table] = gateway.service.tables.values()
        assert table.match and not table.match.log and not gateway.store.log(table.code)
        hana.send(Act(0, move))
        for client in (hana, bruno, watcher):
            assert (await client.expect(Moved)).ply == 1
        assert (await hana.refused(Act(0, move))).text == "The position has changed; choose your move again."
        assert gateway.store.log(table.code) == [encoding.action(move)] == table.match.log


async def test_numbers_that_only_look_equal_are_kept_as_the_rules_have_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, _ = await start_game(gateway, "Hana", "Bruno")
        move = next(a for a in hana.now.legal if a[0] == "reserve")
        hana.send(Act(0, [move[0], float(move[1])]))
        await hana.expect(Moved)
        [table] = gateway.service.tables.values()
        assert [type(x) for x in gateway.store.log(table.code)[0]] == [str, int]


async def test_the_past_is_shown_as_the_seat_knew_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        await asyncio.gather(*(client.play(Random(3), 12) for client in (hana, bruno)))
        [table] = gateway.service.tables.values()
        for ply in (0, 5, 12):
            hana.send(Look(ply))
            got = await hana.expect(Looked)
            assert got.ply == ply
            assert encoding.decode("splendor", got.view) == table.match.game.observe(table.match.states[ply], 0)
        assert (await hana.refused(Look(13))).text == "That move has not been played yet."


async def test_who_comes_back_lands_at_the_same_decision(tmp_path: Path) -> None:
    """With the log so far, and what was on the table after their last move."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        await asyncio.gather(*(client.play(Random(3), 9) for client in (hana, bruno)))
        before, other = (hana, bruno) if hana.now.legal else (bruno, hana)
        before.close()
        await other.expect(Room, lambda room: room.seats[before.room.yours].away)
        back = await Client.enter(gateway, before.name)
        assert (await back.expect(Room)).yours == before.room.yours
        begun = await back.expect(Begun)
        assert (begun.ply, begun.view, begun.legal) == (9, before.now.view, before.now.legal)
        game = rules.load("splendor")
        [table] = gateway.service.tables.values()
        assert game.turn(table.match.states[begun.since - 1]) == back.room.yours
        assert [game.turn(s) for s in table.match.states[begun.since : 9]] == [other.room.yours] * (9 - begun.since)
        story = await back.expect(Story)
        assert story.ply == 0 and encode(story.lines) == encode(table.story) and len(story.lines) == 9
        await other.expect(Room, lambda room: not room.seats[back.room.yours].away)


@pytest.mark.slow
async def test_a_long_log_comes_in_parts(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        people = await start_game(gateway, "Hana", "Bruno", "Ines", game="sf1906")
        await asyncio.gather(*(client.play(Random(3), 250) for client in people))
        late = await Client.enter(gateway, "Wim", join=people[0].room.code)
        parts = [await late.expect(Story) for _ in range(3)]
        assert [(part.ply, len(part.lines)) for part in parts] == [(0, 100), (100, 100), (200, 50)]


async def test_what_the_disk_does_not_take_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        with monkeypatch.context() as broken:

            def full(*_: object) -> None:
                raise Unsaved("database or disk is full")

            broken.setattr(gateway.store, "played", full)
            problem = await hana.refused(Act(0, hana.now.legal[0]))
        assert problem.text == "The server could not save that; try again."
        [table] = gateway.service.tables.values()
        assert not table.match.log and not table.story and table.stage == "playing"
        assert not any(isinstance(from_server(got), Moved) for got in hana.raw)
        hana.send(Act(0, hana.now.legal[0]))
        await bruno.expect(Moved)
        assert len(gateway.store.log(table.code)) == 1


def test_a_game_goes_on_when_the_database_is_lost_before_its_last_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ratings are read before the move is written, and that may fail as well."""
    server, rng = Server(tmp_path), Random(3)
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    server.send(hana, Open("metropolys", {}, ["", ""]))
    server.send(bruno, Join(server.table_of(hana).code))
    server.send(hana, Start())
    table, real = server.table_of(hana), server.store.ratings

    def lost(*_: object) -> NoReturn:
        raise Unsaved("the connection is lost")

    monkeypatch.setattr(server.store, "ratings", lost)
    while not server.all_got(hana, Problem) and not server.all_got(bruno, Problem):
        server.move(table.seats[table.to_move or 0].person or 0, rng)
    plies = table.plies
    assert table.stage == "playing" and table.to_move is not None and plies == len(server.store.log(table.code)) > 20
    monkeypatch.setattr(server.store, "ratings", real)
    while table.stage == "playing":
        server.move(table.seats[table.to_move or 0].person or 0, rng)
    assert len(server.store.log(table.code)) == table.plies > plies
    assert server.got(bruno, Over).last and {c.after for c in table.rated} == {*table.elo.values()} != {1500}


async def test_the_record_comes_only_when_the_game_is_over(tmp_path: Path) -> None:
    """It comes again to a player who returns."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno", game="metropolys")
        await asyncio.gather(*(client.play(Random(3)) for client in (hana, bruno)))
        for client in (hana, bruno):
            await client.expect(Over, lambda m: m.last)
        kinds = [type(from_server(got)) for got in hana.raw]
        assert kinds.index(Over) > len(kinds) - 1 - kinds[::-1].index(Moved)
        hana.close()
        back = await Client.enter(gateway, "Hana")
        assert (await back.expect(Room)).stage == "over"
        await back.expect(Over, lambda m: m.last)
        assert back.record == bruno.record and match_of_record(tmp_path, back.record).player is None
