"""Leaving a game for good: resigning, giving an absent player's seat to a bot, and ending a game by agreement."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Join, Leave, Look, Message, Open, Resign, Start
from tabletown.tui.protocol.server_messages import (
    Asked,
    Begun,
    Lobby,
    Looked,
    Moved,
    Note,
    Over,
    Rated,
    Room,
    Settled,
    Story,
)
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.ratings import Rating
from tabletown.tui.server.stored_table import Unsaved
from tabletown.tui.server.tables.table import Table
from tests.tui.server.raw_client import QUICK, Client, serving
from tests.tui.server.seated_clients import match_of_record, open_table, start_game
from tests.tui.server.tables.test_closing import rows
from tests.tui.server.tables.test_votes import later, moved_by

HOUR = 3600.0


def the_table(gateway: Gateway) -> Table:
    [table] = gateway.service.tables.values()
    return table


def stored_ratings(gateway: Gateway) -> dict[int, Rating]:
    """The ratings in the store; Hana is player 1, Bruno 2, and so on."""
    return gateway.store.ratings("splendor", range(1, 9))


async def leave(client: Client) -> None:
    client.send(Leave())
    await client.expect(Lobby)


async def agree(client: Client) -> None:
    client.send(Answer((await client.expect(Asked, lambda asked: asked.yours)).number, True))


async def finish(people: list[Client]) -> None:
    """Play to the end of the game."""
    await asyncio.gather(*(client.play(Random(1)) for client in people))
    for client in people:
        await client.expect(Over, lambda over: over.last)


async def test_of_two_players_the_other_one_wins(tmp_path: Path) -> None:
    """Both ratings change, a bot takes the seat for good, and everyone is told."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        hana.send(Resign())
        text = "Hana resigns; Medium plays on. Ratings: Hana 1480 (-20) and Bruno 1520 (+20)."
        for client in (hana, bruno):
            assert (await client.expect(Note)).text == "Bruno is now the host."
            assert (await client.expect(Note)).text == text
            room = await client.expect(Room)
            seat_info = room.seats[0]
            assert (seat_info.name, seat_info.bot, seat_info.person) == ("Medium", "medium", False)
            assert (room.host, room.seats[1].rating, room.watchers) == ("Bruno", 1520, ["Hana"])
        assert hana.room.yours is None and bruno.room.hosting
        assert (await bruno.expect(Moved)).line.player == 0, "the bot moves"
        assert stored_ratings(gateway) == {1: Rating(1480, 1), 2: Rating(1520, 1)}
        assert the_table(gateway).match.seats[0] == ("Medium", "medium")


@pytest.mark.slow
async def test_of_several_players_the_others_play_on(tmp_path: Path) -> None:
    """Only the one who resigns is rated at once, the others against each other at the end."""
    async with serving(tmp_path) as gateway:
        hana, bruno, ines = await start_game(gateway, "Hana", "Bruno", "Ines")
        bruno.send(Resign())
        assert (await ines.expect(Note)).text == "Bruno resigns; Medium plays on. Ratings: Bruno 1480 (-20)."
        assert stored_ratings(gateway) == {2: Rating(1480, 1)} and hana.room.host == "Hana"
        await finish([hana, ines])
        ratings = stored_ratings(gateway)
        assert ratings[2] == Rating(1480, 1) and ratings[1].value + ratings[3].value == 3000
        assert [ratings[player].games for player in (1, 3)] == [1, 1]
        assert [change.name for change in the_table(gateway).rated] == ["Bruno", "Hana", "Ines"]


@pytest.mark.slow
async def test_nobody_is_rated_twice_nor_after_a_restart(tmp_path: Path) -> None:
    """The record names the bot, and its result is nobody's."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        bruno.send(Resign())
        await bruno.expect(Room, lambda room: room.yours is None)
        before = stored_ratings(gateway)
    async with serving(tmp_path) as gateway:
        table = the_table(gateway)
        assert Table.from_stored(table.to_stored(), 0.0).seats[1].bot == "medium"
        assert [change.name for change in table.rated] == ["Bruno", "Hana"]
        hana = await Client.enter(gateway, "Hana")
        await finish([hana])
        assert stored_ratings(gateway) == before and [rating.games for rating in before.values()] == [1, 1]
        assert table.rated == [Rated("Bruno", 1500, 1480), Rated("Hana", 1500, 1520)]
        assert match_of_record(tmp_path, hana.record).seats == (("Hana", ""), ("Medium", "medium"))
    assert rows(tmp_path, "SELECT player, name, bot FROM results") == [(1, "Hana", ""), (None, "Medium", "medium")]


async def test_one_who_resigned_is_a_spectator(tmp_path: Path) -> None:
    """Of the whole game: what the seat hides is not shown any more, not even of the past."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        await moved_by([hana, bruno], lambda action: action[0] == "reserve")
        hana.send(Resign())
        begun = await hana.expect(Begun)
        assert begun.ply == 1 and begun.legal == [] and len((await hana.expect(Story)).lines) == 1
        watcher = await Client.enter(gateway, "Wim", join=bruno.room.code, watch=True)
        assert (await watcher.expect(Begun)).view == begun.view
        hana.send(Look(1))
        assert (await hana.expect(Looked)).view == begun.view
        assert "watching" in (await hana.refused(Act(1, ["pass"]))).text
        assert "watching" in (await hana.refused(Resign())).text
        assert "Only players" in (await hana.refused(Ask("end"))).text


async def test_without_any_player_the_table_is_closed(tmp_path: Path) -> None:
    """Unrated, with a copy; spectators are told, too."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        code = hana.room.code
        hana.send(Resign())
        await hana.expect(Room, lambda room: room.yours is None)
        before = stored_ratings(gateway)
        bruno.send(Resign())
        for client, whose in ((hana, "The"), (bruno, "Your")):
            await client.expect(Lobby)
            assert (await client.expect(Note)).text == (
                f"{whose} game of Splendor at table {code} was closed: its last player resigned. "
                "The server keeps a copy."
            )
        assert not gateway.service.tables and stored_ratings(gateway) == before
        assert not gateway.store.notices(2)
    assert rows(tmp_path, "SELECT code, reason FROM closed") == [(code, "its last player resigned")]


async def test_resigning_needs_a_seat_in_a_running_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno", game="metropolys")
        watcher = await Client.enter(gateway, "Wim")
        assert (await watcher.refused(Resign())).text == "Join a table first."
        watcher.send(Join(hana.room.code, watch=True))
        assert (await watcher.refused(Resign())).text == "You are watching, not playing."
        assert (await hana.refused(Resign())).text == "The game has not started."
        hana.send(Start())
        await finish([hana, bruno])
        assert (await hana.refused(Resign())).text == "Game over."


async def test_a_resignation_that_cannot_be_saved_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        table = the_table(gateway)
        before = table.to_stored()

        def full(*_: object) -> None:
            raise Unsaved

        monkeypatch.setattr(gateway.store, "resigned", full)
        assert "could not save" in (await hana.refused(Resign())).text
        assert table.to_stored() == before and table.match.seats[0] == ("Hana", "")
        await moved_by([hana, bruno], lambda action: action[0] == "take")


async def test_a_resignation_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        await start_game(gateway, "Hana", "Bruno")
        stored = the_table(gateway).to_stored()
        with pytest.raises(Unsaved):
            gateway.store.resigned(replace(stored, touched=1.0), "splendor", {1: Rating(1.0, 1)}, {99: "Nobody"})
        assert gateway.store.load() == [stored] and stored_ratings(gateway) == {}


async def test_requests_of_and_about_the_seat_are_closed(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno, ines = await start_game(gateway, "Hana", "Bruno", "Ines")
        await moved_by([hana, bruno, ines], lambda action: action[0] == "take")
        hana.send(Ask("undo"))
        await ines.expect(Asked)
        bruno.send(Ask("end"))
        await ines.expect(Asked, lambda asked: asked.what == "end")
        hana.send(Resign())
        for _ in range(2):
            assert not (await ines.expect(Settled)).granted
        assert not the_table(gateway).questions and len(the_table(gateway).match.log) >= 1


async def test_players_who_are_away_find_a_notice(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        bruno.close()
        await hana.expect(Note, lambda note: note.text == "Bruno is away.")
        hana.send(Resign())
        await hana.expect(Room, lambda room: room.yours is None)
        text = (
            f"Your game of Splendor at table {hana.room.code}: Hana resigns; Medium plays on. "
            "Ratings: Hana 1480 (-20) and Bruno 1520 (+20)."
        )
        assert hana.room.host == "Bruno"
        bruno = await Client.enter(gateway, "Bruno")
        assert (await bruno.expect(Note)).text == text


async def test_a_game_that_is_resigned_does_not_count_against_the_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=replace(QUICK, tables=1)) as gateway:
        hana, _ = await start_game(gateway, "Hana", "Bruno")
        another = Open("splendor", {}, ["", "easy"])
        text = (await hana.refused(another)).text
        assert text == "You are already at 1 table; finish, leave or resign one first."
        hana.send(Resign())
        await hana.expect(Room, lambda room: room.yours is None)
        hana.send(another)
        await hana.expect(Room, lambda room: room.stage == "waiting")


# Ending a game by agreement


async def test_a_game_ends_without_a_result_when_all_agree(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno, ines = await start_game(gateway, "Hana", "Bruno", "Ines")
        watcher = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        await moved_by([hana, bruno, ines], lambda action: action[0] == "take")
        hana.send(Ask("end"))
        assert (await bruno.expect(Asked)).text == "Hana asks to end the game unrated."
        bruno.send(Answer(1, True))
        await agree(ines)
        for client, whose in ((hana, "Your"), (bruno, "Your"), (ines, "Your"), (watcher, "The")):
            await client.expect(Lobby)
            text = (await client.expect(Note)).text
            assert text.startswith(f"{whose} game of Splendor") and "its players agreed to end it" in text
            assert (await client.expect(Settled)).granted
        assert not gateway.service.tables and stored_ratings(gateway) == {}
    [(data, log)] = rows(tmp_path, "SELECT data, log FROM closed")
    assert json.loads(data)["game"] == "splendor" and len(json.loads(log)) == 1


async def test_one_player_who_declines_or_leaves_keeps_the_game_going(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno, ines = await start_game(gateway, "Hana", "Bruno", "Ines")
        hana.send(Ask("end"))
        bruno.send(Answer((await bruno.expect(Asked)).number, False))
        assert not (await hana.expect(Settled)).granted
        assert (await hana.expect(Note)).text == "Your request to end the game was declined."
        hana.send(Ask("end"))
        await agree(bruno)
        await leave(ines)
        assert not (await hana.expect(Settled)).granted and the_table(gateway).stage == "playing"


async def test_an_end_that_nobody_answers_is_declined(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        hana.send(Ask("end"))
        await bruno.expect(Asked)
        later(gateway, gateway.service.times.answer + 1)
        assert (await hana.expect(Note)).text == "Your request to end the game was not answered in time."
        assert the_table(gateway).stage == "playing"


async def test_a_game_cannot_be_ended_without_everyone(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        assert (await hana.refused(Ask("end"))).text == "No game is running."
        hana.send(Start())
        await bruno.expect(Begun)
        await leave(bruno)
        text = (await hana.refused(Ask("end"))).text
        assert text == "Everyone must be at the table to end the game, but Bruno is away."


# Giving an absent player's seat to a bot for good


async def replaced_by_a_bot(gateway: Gateway, *names: str) -> list[Client]:
    """The others at a table after the first player has been away, and a bot has taken over."""
    hana, *others = await start_game(gateway, *names)
    await leave(hana)
    hana.close()
    await others[0].expect(Note, lambda note: note.text == "Hana is away.")
    later(gateway, gateway.service.times.absent + 1)
    await others[0].expect(Note, lambda note: note.text == "A bot takes over from Hana.")
    return others


async def test_the_others_give_the_seat_of_an_absent_player_to_a_bot(tmp_path: Path) -> None:
    """Most of them are enough; it counts as resigning, and the absent player finds a notice."""
    async with serving(tmp_path) as gateway:
        bruno, ines, wim = await replaced_by_a_bot(gateway, "Hana", "Bruno", "Ines", "Wim")
        later(gateway, HOUR)
        bruno.send(Ask("replace", 0))
        asked = await ines.expect(Asked, lambda asked: asked.what == "replace")
        assert asked.text == "Give Hana's seat to a bot for good?"
        ines.send(Answer(asked.number, True))
        text = "Hana has been away too long and forfeits the game; Medium plays on. Ratings: Hana 1480 (-20)."
        await wim.expect(Note, lambda note: note.text == text)
        room = await wim.expect(Room)
        assert (room.seats[0].name, room.seats[0].person) == ("Medium", False)
        assert stored_ratings(gateway) == {1: Rating(1480, 1)} and the_table(gateway).seat_of(1) is None
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert (await hana.expect(Note)).text == f"Your game of Splendor at table {room.code}: {text}"
        await hana.expect(Lobby)


async def test_an_absent_player_who_is_elsewhere_on_the_server_is_told_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        await leave(hana)
        later(gateway, gateway.service.times.absent + 1)
        later(gateway, HOUR)
        bruno.send(Ask("replace", 0))
        assert "forfeits the game" in (await hana.expect(Note)).text
        assert stored_ratings(gateway) == {1: Rating(1480, 1), 2: Rating(1520, 1)}


async def test_a_player_who_comes_back_keeps_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        others = await replaced_by_a_bot(gateway, "Hana", "Bruno", "Ines", "Wim")
        later(gateway, HOUR)
        others[0].send(Ask("replace", 0))
        await others[1].expect(Asked, lambda asked: asked.what == "replace")
        hana = await Client.enter(gateway, "Hana")
        assert not (await others[1].expect(Settled)).granted and (await hana.expect(Room)).yours == 0
        assert "only replace a player who is away" in (await others[0].refused(Ask("replace", 0))).text


async def test_a_seat_is_not_given_away_too_early(tmp_path: Path) -> None:
    """Not without a bot, not before an hour has passed, and not for a seat without an absent player."""
    async with serving(tmp_path) as gateway:
        hana, bruno, ines = await start_game(gateway, "Hana", "Bruno", "Ines")

        async def refusal(message: Message) -> str:
            return (await bruno.refused(message)).text

        assert await refusal(Ask("replace", 2)) == "A bot can only replace a player who is away."
        assert await refusal(Ask("replace", 7)) == "No player needs a bot."
        await leave(hana)
        await bruno.expect(Note, lambda note: note.text == "Hana is away.")
        assert await refusal(Ask("replace", 0)) == "No bot is playing for Hana yet; ask for one first."
        later(gateway, gateway.service.times.absent + 1)
        text = await refusal(Ask("replace", 0))
        assert text == "Hana may be back; you can give the seat to a bot for good in 55 minutes."
        watcher = await Client.enter(gateway, "Wim", join=bruno.room.code, watch=True)
        assert "Only players" in (await watcher.refused(Ask("replace", 0))).text
        later(gateway, HOUR)
        bruno.send(Ask("replace", 0))
        ines.send(Answer((await ines.expect(Asked, lambda asked: asked.what == "replace")).number, False))
        request = "Your request to give a seat to a bot for good was declined."
        await bruno.expect(Note, lambda note: note.text == request)
        assert stored_ratings(gateway) == {}
