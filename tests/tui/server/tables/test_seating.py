"""The lobby and the waiting room: tables, seats, passwords, hosts, talk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletown.tui.protocol.client_messages import (
    AssignSeat,
    Join,
    Leave,
    Message,
    Mute,
    Name,
    Open,
    Phrase,
    Say,
    Sit,
    Start,
)
from tabletown.tui.protocol.server_messages import Begun, ChatMessage, Lobby, Room, SeatInfo, Welcome
from tabletown.tui.server.limits import Limits
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import open_table, start_game


def names(room: Room) -> list[str]:
    return [seat_info.name for seat_info in room.seats]


async def test_a_table_is_listed_and_the_list_follows_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        wim = await Client.enter(gateway, "Wim")
        assert (await wim.expect(Lobby)).tables == []
        hana = await Client.enter(gateway, "Hana")
        hana.send(Open("splendor", {"module": "orient"}, ["", "", "hard"]))
        room = await hana.expect(Room)
        assert (names(room), room.yours, room.hosting, room.host) == (["Hana", "", "Hard"], 0, True, "Hana")
        [row] = (await wim.expect(Lobby, lambda lobby: lobby.tables)).tables
        assert (row.code, row.game, row.options, row.stage) == (room.code, "splendor", {"module": "orient"}, "waiting")
        assert row.seats[1:] == [SeatInfo(), SeatInfo("Hard", "hard")] and not row.yours and not row.locked
        wim.send(Join(room.code.lower()))
        assert names(await wim.expect(Room)) == ["Hana", "Wim", "Hard"]
        assert names(await hana.expect(Room, lambda room: names(room)[1])) == ["Hana", "Wim", "Hard"]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Open("chess", {}, ["", ""]), "Unknown game 'chess'"),
        (Open("splendor", {"module": "sea"}, ["", ""]), "has no option 'module' = 'sea'"),
        (Open("sf1906", {"components": "/etc"}, ["", ""]), "has no option 'components' = '/etc'"),
        (Open("splendor", {"colour": "red"}, ["", ""]), "has no option 'colour'"),
        (Open("splendor", {}, [""]), "takes 2 to 4 players"),
        (Open("splendor", {}, ["easy", "easy"]), "At least one seat"),
        (Open("splendor", {}, ["", "random"]), "Unknown bot 'random'"),
        (Join("QQQQQQ"), "No table QQQQQQ. Check the code."),
        (Start(), "Join a table first."),
        (Say("Hello?"), "Join a table first."),
        (Leave(), "Join a table first."),
        (Name("Wim\x1b[31m"), "characters that cannot be displayed"),
        (Name("?!"), "at least one letter or digit"),
        (Name("  "), "1 to 20"),
        (Name("w\u0301\u0302\u0303im"), "characters that cannot be displayed"),
        (Name("hana"), "That name is taken."),
        (Name("\uff28ANA"), "That name is taken."),
        (Name("H\u0430na"), "That name is taken."),
        (Name("W\u3164im"), "characters that cannot be displayed"),
        (Name("Wim\u2800"), "letters, digits, spaces and"),
        (Name("Wim\ufffc"), "letters, digits, spaces and"),
        (Name("Wim (host)"), "letters, digits, spaces and"),
        (Name("Hana: hello"), "letters, digits, spaces and"),
        (Name("Medium"), "The program uses that name itself"),
        (Name("S\u0435rver"), "The program uses that name itself"),
    ],
)
async def test_what_cannot_be_done_in_the_lobby_is_said(tmp_path: Path, message: Message, text: str) -> None:
    async with serving(tmp_path) as gateway:
        await Client.enter(gateway, "Hana")
        wim = await Client.enter(gateway, "Wim")
        problem = await wim.refused(message)
        assert text in problem.text and problem.about == type(message).__name__.lower()
        assert not gateway.service.tables


async def test_a_private_table_asks_for_its_password(tmp_path: Path) -> None:
    """Those who sit there are not asked again; it is stored as a hash."""
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2, password="sesame")
        wim = await Client.enter(gateway, "Wim")
        for message in (Join(hana.room.code), Join(hana.room.code, "Sesame"), Join(hana.room.code, watch=True)):
            problem = await wim.refused(message)
            assert problem.needs == "password"
        wim.send(Join(hana.room.code, "sesame"))
        assert (await wim.expect(Room)).locked
        wim.close()
        assert (await (await Client.enter(gateway, "Wim")).expect(Room)).yours == 1
        assert all("sesame" not in str(kept) for kept in gateway.store.load())


async def test_seats_change_before_the_start(tmp_path: Path) -> None:
    """Open seats can be taken, the host sets bots and opens seats, and spectators can sit down."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno", seats=4)
        bruno.send(Sit(3))
        assert names(await bruno.expect(Room)) == ["Hana", "", "", "Bruno"]
        assert (await bruno.refused(AssignSeat(1, "easy"))).text.startswith("Only the host")
        hana.send(AssignSeat(1, "easy"))
        hana.send(AssignSeat(2, "easy"))
        await hana.expect(Room, lambda room: names(room) == ["Hana", "Easy", "Easy 2", "Bruno"])
        assert "A bot has that seat" in (await bruno.refused(Sit(1))).text
        hana.send(AssignSeat(1))
        hana.send(AssignSeat(3, "hard"))
        room = await bruno.expect(Room, lambda room: room.yours is None)
        assert names(room) == ["Hana", "", "Easy 2", "Hard"] and room.watchers == ["Bruno"]
        assert "still open" in (await hana.refused(Start())).text
        bruno.send(Sit(1))
        await hana.expect(Room, lambda room: names(room)[1] == "Bruno")
        assert (await bruno.refused(Sit(7))).text == "No such seat."
        hana.send(Start())
        await bruno.expect(Begun)
        assert (await hana.refused(AssignSeat(1))).text == "The game has started."


async def test_who_leaves_before_the_start_gives_up_the_seat_and_the_host_passes_on(tmp_path: Path) -> None:
    """A table without players is closed, also for its spectators."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        wim = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        await wim.expect(Room)
        hana.send(Leave())
        await hana.expect(Lobby)
        room = await bruno.expect(Room, lambda room: room.hosting)
        assert names(room) == ["", "Bruno"] and room.host == "Bruno"
        bruno.send(Leave())
        assert (await wim.expect(Lobby)).tables == [] and not gateway.service.tables and not gateway.store.load()


async def test_who_leaves_a_game_keeps_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        hana.send(Leave())
        [row] = (await hana.expect(Lobby)).tables
        assert row.yours and row.stage == "playing" and row.seats[0].away
        assert (await bruno.expect(Room, lambda room: room.seats[0].away)).seats[0].name == "Hana"
        hana.send(Join(row.code))
        assert (await hana.expect(Room)).yours == 0 and (await hana.expect(Begun)).legal


async def test_talk_reaches_everybody_and_a_host_can_mute_who_looks_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        wim = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        wim.send(Say(" What a\nnice\x1b table! "))
        assert await bruno.expect(ChatMessage) == ChatMessage("Wim", "What a nice  table!", True)
        bruno.send(Phrase(3))
        assert await wim.expect(ChatMessage, lambda chat: not chat.watching) == ChatMessage(
            "Bruno", "Well played!", False
        )
        assert (await bruno.refused(Mute(True))).text.startswith("Only the host")
        hana.send(Mute(True))
        await wim.expect(Room, lambda room: room.muted)
        assert (await wim.refused(Phrase(1))).text == "The host has muted spectators."
        assert (await bruno.refused(Say(" \n "))).text == "The message is empty."


async def test_nobody_sits_at_more_tables_than_the_limit(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"rate": 1e6, "burst": 1e6, "slow_rate": 1e6, "slow_burst": 1e6}
    async with serving(tmp_path, limits=Limits(tables=2, all_tables=3, **limits)) as gateway:
        hana = await Client.enter(gateway, "Hana")
        for _ in range(2):
            hana.send(Open("splendor", {}, ["", ""]))
            await hana.expect(Room)
            hana.close()
            hana = await Client.enter(gateway, "Hana", join="QQQQQQ")
            assert (await hana.expect(Lobby)).tables
            await hana.receive()
        assert "You are already at 2 tables" in (await hana.refused(Open("splendor", {}, ["", ""]))).text


async def test_another_name_can_be_had_in_the_lobby_only(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        wim = await Client.enter(gateway, "Wim")
        wim.send(Name("  Willem   de Wit "))
        assert (await wim.expect(Welcome)).name == "Willem de Wit"
        wim.send(Open("splendor", {}, ["", ""]))
        assert names(await wim.expect(Room))[0] == "Willem de Wit"
        assert (await wim.refused(Name("Wim"))).text == "Leave your table first."


async def test_a_code_with_the_greeting_leads_to_the_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        [hana] = await open_table(gateway, "Hana", seats=2)
        ines = await Client.enter(gateway, "Ines", join=hana.room.code.lower())
        assert (await ines.expect(Room)).yours == 1
        wim = await Client.enter(gateway, "Wim", join="nobody")
        await wim.expect(Lobby)
        assert (await wim.refused(Join("QQQQQQ"))).about == "join"
