"""Games with clocks at a server, in simulated time: the flag falls, days pass, the server restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Open, Say, Start
from tabletown.tui.protocol.clocks import BOT, DAY, HOUR, LOSS
from tabletown.tui.protocol.server_messages import Asked, Begun, ChatMessage, Clocks, Lobby, Moved, Note, Over, Room
from tabletown.tui.server import gateway as gateway_module
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.ratings import Rating
from tabletown.tui.server.session import NOT_SAVED
from tabletown.tui.server.stored_table import Unsaved
from tabletown.tui.server.tables import game
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import open_table, start_game
from tests.tui.server.tables.test_closing import rows
from tests.tui.server.tables.test_resigning import finish, leave, stored_ratings, the_table
from tests.tui.server.tables.test_votes import moved_by


class FakeTime:
    """A clock that goes forward only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 5000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeTime]:
    """The time of the tables; that of sessions and limits stays the real one."""
    fake = FakeTime()
    real = gateway_module.TableService

    def service(store: object, post: object, think: object, _now: object, *rest: object) -> object:
        return real(store, post, think, fake, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(gateway_module, "TableService", service)
    yield fake


def pass_time(gateway: Gateway, time: FakeTime, seconds: float) -> None:
    time.seconds += seconds
    gateway.service.tick()


async def live_game(gateway: Gateway, *names: str, timeout: str = BOT) -> list[Client]:
    return await start_game(gateway, *names, clock="5+5", timeout=timeout)


async def slow_game(gateway: Gateway, *names: str, timeout: str = BOT) -> list[Client]:
    """A game of one day per move, whose players have left it."""
    people = await start_game(gateway, *names, clock="1d", timeout=timeout)
    for client in people:
        await leave(client)
    return people


async def test_the_clocks_come_with_the_game_and_with_each_move(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        everyone = await live_game(gateway, "Hana", "Bruno")
        hana, bruno = everyone
        assert await bruno.expect(Clocks) == Clocks([300.0, 300.0], 0)
        assert (hana.room.clock, hana.room.timeout) == ("5+5", BOT)
        time.seconds += 12
        await moved_by(everyone, lambda action: action[0] == "take")
        for client in everyone:
            assert await client.expect(Clocks) == Clocks([293.0, 300.0], 1)
        time.seconds += 8
        wim = await Client.enter(gateway, "Wim", join=hana.room.code, watch=True)
        await wim.expect(Begun)
        assert await wim.expect(Clocks) == Clocks([293.0, 292.0], 1)


async def test_bots_have_no_clock(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        hana.send(Open("splendor", {}, ["", "easy"], clock="5+5"))
        await hana.expect(Room)
        hana.send(Start())
        assert await hana.expect(Clocks) == Clocks([300.0, None], 0)
        hana.act(Random(1))
        assert (await hana.expect(Clocks)).running is None
        assert (await hana.expect(Clocks)).running == 0


async def test_in_a_live_game_a_bot_takes_over_to_the_end(tmp_path: Path, time: FakeTime) -> None:
    """Once; its player keeps the seat and the result, and cannot move any more."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await live_game(gateway, "Hana", "Bruno")
        pass_time(gateway, time, 299)
        assert not the_table(gateway).seats[0].out
        pass_time(gateway, time, 2)
        for client in (hana, bruno):
            assert (await client.expect(Note)).text == "Hana's time has run out; a bot takes over."
            room = await client.expect(Room)
            assert (room.seats[0].name, room.seats[0].bot, room.seats[0].person) == ("Hana", "medium", True)
            assert (await client.expect(Clocks)) == Clocks([0.0, 300.0], None)
            assert (await client.expect(Moved)).line.player == 0
        hana.send(Say("Oh!"))
        assert "a bot plays for you" in (await hana.refused(Act(0, ["pass"]))).text
        assert the_table(gateway).seats[0].stand_in == "medium" and stored_ratings(gateway) == {}


@pytest.mark.slow
async def test_the_result_of_a_bot_that_took_over_is_the_players(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await live_game(gateway, "Hana", "Bruno")
        pass_time(gateway, time, 301)
        await finish([bruno])
        await hana.expect(Over, lambda over: over.last)
        assert {rating.games for rating in stored_ratings(gateway).values()} == {1}
    assert rows(tmp_path, "SELECT player, bot FROM results") == [(1, ""), (2, "")]


async def test_a_move_after_the_time_is_refused(tmp_path: Path, time: FakeTime) -> None:
    """At once, not only at the next tick."""
    async with serving(tmp_path) as gateway:
        hana, _ = await live_game(gateway, "Hana", "Bruno")
        time.seconds += 300.1
        text = (await hana.refused(Act(0, hana.now.legal[0]))).text
        assert text == "Your time has run out; a bot plays for you." and the_table(gateway).seats[0].out


async def test_nobody_loses_the_time_without_a_database(tmp_path: Path, time: FakeTime) -> None:
    """Nor in the moment when it is back, and this host does not know yet for how long it was not."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await live_game(gateway, "Hana", "Bruno")
        gateway.service.lost = True
        pass_time(gateway, time, 1000)
        assert (await hana.refused(Act(0, hana.now.legal[0]))).text == NOT_SAVED
        hana.send(Say("Oh!"))
        await bruno.expect(ChatMessage)
        gateway.service.lost, gateway.service.started = False, time.seconds
        hana.act(Random(1))
        assert await bruno.expect(Clocks, lambda clocks: clocks.running == 1) == Clocks([305.0, 300.0], 1)


async def test_a_lost_game_counts_as_resigning(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await live_game(gateway, "Hana", "Bruno", timeout=LOSS)
        pass_time(gateway, time, 301)
        text = (
            "Hana's time has run out and the game is lost; Medium plays on. "
            "Ratings: Hana 1480 (-20) and Bruno 1520 (+20)."
        )
        for client in (hana, bruno):
            await client.expect(Note, lambda note: note.text == text)
        assert (await hana.expect(Room, lambda room: room.yours is None)).watchers == ["Hana"]
        pass_time(gateway, time, 600)
        assert stored_ratings(gateway)[1] == Rating(1480, 1)
    async with serving(tmp_path) as gateway:
        pass_time(gateway, time, 600)
        assert stored_ratings(gateway) == {1: Rating(1480, 1), 2: Rating(1520, 1)}


async def test_the_last_player_to_run_out_of_time_closes_the_game(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        _, bruno = await live_game(gateway, "Hana", "Bruno", timeout=LOSS)
        pass_time(gateway, time, 301)
        await bruno.expect(Moved)
        pass_time(gateway, time, 301)
        await bruno.expect(Lobby)
        assert not gateway.service.tables
    assert rows(tmp_path, "SELECT reason FROM closed") == [("Bruno's time had run out",)]


async def test_a_timeout_that_cannot_be_saved_changes_nothing(
    tmp_path: Path, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as gateway:
        await live_game(gateway, "Hana", "Bruno")
        before, resigned = the_table(gateway).to_stored(), gateway.store.resigned

        def full(*_: object) -> None:
            raise Unsaved

        monkeypatch.setattr(gateway.store, "resigned", full)
        pass_time(gateway, time, 301)
        assert the_table(gateway).to_stored() == before
        monkeypatch.setattr(gateway.store, "resigned", resigned)
        pass_time(gateway, time, 1)
        assert the_table(gateway).seats[0].out


async def test_an_undo_returns_the_turn_but_not_the_time(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        everyone = await live_game(gateway, "Hana", "Bruno")
        time.seconds += 10
        hana = await moved_by(everyone, lambda action: action[0] == "take")
        time.seconds += 20
        hana.send(Ask("undo"))
        everyone[1].send(Answer((await everyone[1].expect(Asked)).number, True))
        assert await hana.expect(Clocks, lambda clocks: clocks.running == 0) == Clocks([295.0, 280.0], 0)


async def test_time_does_not_pass_while_the_server_is_off(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        await live_game(gateway, "Hana", "Bruno")
        pass_time(gateway, time, 100)
    time.seconds += 30 * DAY
    async with serving(tmp_path) as gateway:
        pass_time(gateway, time, 20)
        hana = await Client.enter(gateway, "Hana")
        assert await hana.expect(Clocks) == Clocks([180.0, 300.0], 0)


async def test_a_slow_game_goes_on_without_its_players(tmp_path: Path, time: FakeTime) -> None:
    """Over days and restarts: bots play for whoever is late, and stop when the player is back."""
    async with serving(tmp_path) as gateway:
        await slow_game(gateway, "Hana", "Bruno")
        code = the_table(gateway).code
        pass_time(gateway, time, 0.9 * DAY)
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        [row] = (await hana.expect(Lobby)).tables
        assert (row.code, row.turn, row.clock) == (code, True, "1d") and 0 < row.left <= 0.1 * DAY + 1
        pass_time(gateway, time, 0.2 * DAY)
        text = f"Your game of Splendor at table {code}: Hana's time has run out; a bot takes over."
        assert (await hana.expect(Note)).text == text
        await hana.expect(Lobby, lambda lobby: not lobby.tables[0].turn)
    async with serving(tmp_path) as gateway:
        gateway.service.tick()
        while not the_table(gateway).plies:
            await asyncio.sleep(0.01)
        bruno = await Client.enter(gateway, "Bruno", join=code)
        assert (await bruno.expect(Begun)).ply == 1
        assert await bruno.expect(Clocks) == Clocks([0.0, DAY], 1)
        bruno.act(Random(1))
        while (await bruno.expect(Clocks)).running != 1:
            pass
        hana = await Client.enter(gateway, "Hana", join=code)
        assert (await hana.expect(Room)).yours == 0 and not the_table(gateway).seats[0].stand_in
        assert the_table(gateway).clock.left[0] == DAY


async def test_in_a_slow_game_nobody_is_absent(tmp_path: Path, time: FakeTime) -> None:
    """No bot is asked for, and the game is not closed because not everyone has moved."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno", clock="7d")
        await leave(bruno)
        pass_time(gateway, time, 2 * gateway.service.times.absent)
        assert not the_table(gateway).seats[1].stand_in and not the_table(gateway).questions
        text = (await hana.refused(Ask("bot", 1))).text
        assert text == "In a slow game a bot takes over only when the time has run out."
        the_table(gateway).touched -= 3 * DAY
        await leave(hana)
        the_table(gateway).touched -= 3 * DAY
        gateway.service.tick()
        assert the_table(gateway).stage == "playing"


async def test_games_that_wait_for_a_player_are_first_in_the_lobby(tmp_path: Path, time: FakeTime) -> None:
    """With the least time first; the lobby follows each move."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await slow_game(gateway, "Hana", "Bruno")
        first = the_table(gateway).code
        pass_time(gateway, time, 3600)
        bruno.send(Open("metropolys", {}, ["", "", ""]))
        await bruno.expect(Room)
        lobby = await hana.expect(Lobby, lambda lobby: len(lobby.tables) == 2)
        assert [(row.code == first, row.turn) for row in lobby.tables] == [(True, True), (False, False)]
        watching = await Client.enter(gateway, "Hana", join=first)
        await watching.expect(Begun)
        watching.act(Random(1))
        note = await bruno.expect(Note, lambda note: first in note.text)
        assert note.text == f"It is your turn at table {first} (Splendor)."


async def test_a_clock_must_be_one_of_those_offered(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana = await Client.enter(gateway, "Hana")
        assert "choose none, 5+5" in (await hana.refused(Open("splendor", {}, ["", ""], clock="1+0"))).text
        text = (await hana.refused(Open("splendor", {}, ["", ""], timeout="shout"))).text
        assert text == "Unknown rule 'shout'; choose bot, loss."


async def test_a_rematch_has_the_same_clock(tmp_path: Path, time: FakeTime) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno", clock="10+10", timeout=LOSS)
        assert (bruno.room.clock, bruno.room.timeout) == ("10+10", LOSS)
        table = the_table(gateway)
        table.stage = "over"
        game.rematch(gateway.service, table)
        assert await hana.expect(Clocks) == Clocks([600.0, 600.0], 0)


async def test_the_result_of_a_slow_game_is_left_for_those_who_are_away(
    tmp_path: Path, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno", clock="7d")
        code = hana.room.code
        await leave(bruno)
        table = the_table(gateway)
        first = table.match.state
        monkeypatch.setattr(table.match.game, "turn", lambda s: 0 if s is first else None)
        monkeypatch.setattr(table.match.game, "winners", lambda s: (0,))
        game.commit(gateway.service, table, table.match, table.match.game.legal(table.match.state)[0])
        text = f"Your game of Splendor at table {code} is over: Hana wins."
        assert (await bruno.expect(Note)).text == text and not gateway.store.notices(1)
        await leave(hana)
        assert await hana.expect(Lobby, lambda lobby: not lobby.tables)
        [row] = (await bruno.expect(Lobby, lambda lobby: lobby.tables and lobby.tables[0].stage == "over")).tables
        assert (row.code, row.yours) == (code, True), "it stays in the lobby of those who have not seen it"
        for age, tables in ((23 * HOUR, 1), (25 * HOUR, 0)):
            table.touched -= age
            gateway.service.tick()
            assert len(gateway.service.tables) == tables
            table.touched += age
