"""Requests that need the others' agreement, and bots that take over from absent players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tabletown.tui.protocol.client_messages import Act, Answer, Ask, Join, Leave, Message, Open, Sit, Start
from tabletown.tui.protocol.server_messages import Asked, Begun, Moved, Note, Over, Room, Settled, Undone
from tabletown.tui.server.gateway import Gateway
from tabletown.tui.server.tables.table import Thought
from tests.tui.server.desk import Server
from tests.tui.server.raw_client import Client, serving
from tests.tui.server.seated_clients import open_table, start_game


def later(gateway: Gateway, seconds: float) -> None:
    """So much time passes, and the clock ticks."""
    now = gateway.service.now()
    gateway.service.now = lambda: now + seconds
    gateway.service.tick()


async def moved_by(everyone: list[Client], fits: Callable[[list[object]], bool]) -> Client:
    """Let the player to move play an action that fits, and wait until all have seen it; return that player."""
    mover = next(client for client in everyone if client.now.legal)
    mover.send(Act(mover.now.ply, next(a for a in mover.now.legal if fits(a))))
    for client in everyone:
        await client.expect(Moved)
    return mover


async def test_a_move_is_taken_back_when_all_agree(tmp_path: Path) -> None:
    """Taking tokens reveals nothing. The turn is the same as before, on disk too."""
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno", "Ines")
        before = everyone[0].now
        hana = await moved_by(everyone, lambda a: a[0] == "take")
        [table] = gateway.service.tables.values()
        hana.send(Ask("undo"))
        for client in everyone:
            question = await client.expect(Asked)
            assert question.yours == (client is not hana) and question.text == "Hana asks to undo the last move."
        assert (await everyone[1].refused(Answer(question.number + 1, True))).text == "That request is not for you."
        everyone[1].send(Answer(question.number, True))
        assert not (await everyone[1].expect(Asked)).yours
        assert "not for you" in (await everyone[1].refused(Answer(question.number, False))).text
        everyone[2].send(Answer(question.number, True))
        for client in everyone:
            undone = await client.expect(Undone)
            assert (undone.ply, undone.player) == (0, 0)
            assert (await client.expect(Settled)).granted
        assert (hana.now.view, hana.now.legal) == (before.view, before.legal)
        assert gateway.store.log(table.code) == table.match.log == []


async def test_a_result_is_stored_before_anyone_hears_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is killed between the two has lost nothing; where it cannot save, the request is declined."""
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno")
        service, [code], results = gateway.service, [*gateway.service.tables], []

        def post(number: int, message: Message) -> None:
            if isinstance(message, Settled):
                results.append((message.granted, len(gateway.store.log(code))))
            gateway.post(number, message)

        service.post = post
        hana = await moved_by(everyone, lambda a: a[0] == "take")
        for undone in (lambda *_: gateway.store.engine.connect().exec_driver_sql("nonsense"), gateway.store.undone):
            monkeypatch.setattr(gateway.store, "undone", undone)
            hana.send(Ask("undo"))
            everyone[1].send(Answer((await hana.expect(Asked)).number, True))
            await hana.expect(Settled)
        assert results == [(False, 1)] * 2 + [(True, 0)] * 2


async def test_one_refusal_is_enough(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno", "Ines")
        await moved_by(everyone, lambda a: a[0] == "take")
        everyone[0].send(Ask("undo"))
        question = await everyone[1].expect(Asked)
        everyone[1].send(Answer(question.number, False))
        assert not (await everyone[0].expect(Settled)).granted
        [table] = gateway.service.tables.values()
        assert len(table.match.log) == 1 and not table.questions


async def test_what_was_revealed_is_not_taken_back(tmp_path: Path) -> None:
    """Nor a move that another player has answered, nor the moves of others."""
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno")
        await moved_by(everyone, lambda a: a[0] == "reserve")
        assert "revealed" in (await everyone[0].refused(Ask("undo"))).text
        assert "only undo your own move" in (await everyone[1].refused(Ask("undo"))).text
        await moved_by(everyone, lambda a: a[0] == "take")
        assert "only undo your own move" in (await everyone[0].refused(Ask("undo"))).text


async def test_a_question_falls_with_the_next_move_and_with_time(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno")
        await moved_by(everyone, lambda a: a[0] == "take")
        everyone[0].send(Ask("undo"))
        await everyone[1].expect(Asked)
        assert "already open" in (await everyone[0].refused(Ask("undo"))).text
        bruno = await moved_by(everyone, lambda a: a[0] == "take")
        assert not (await everyone[0].expect(Settled)).granted
        bruno.send(Ask("undo"))
        await everyone[0].expect(Asked)
        later(gateway, 61)
        assert not (await bruno.expect(Settled)).granted


async def test_a_bot_plays_on_by_vote_and_hands_the_seat_back(tmp_path: Path) -> None:
    """The others are asked after the reminder's time; most of them are enough."""
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno", "Ines", "Wim")
        hana, others = everyone[0], everyone[1:]
        assert "only replace a player who is away" in (await others[0].refused(Ask("bot", 0))).text
        hana.close()
        await others[0].expect(Note, lambda note: note.text == "Hana is away.")
        later(gateway, 59)
        assert not next(iter(gateway.service.tables.values())).questions
        later(gateway, 2)
        question = await others[0].expect(Asked)
        assert question.yours and question.by == "" and question.text == "Hana is away. Let a bot take over?"
        for client in others[:2]:
            client.send(Answer(question.number, True))
        await others[2].expect(Note, lambda note: note.text == "A bot takes over from Hana.")
        seat_info = (await others[2].expect(Room)).seats[0]
        assert (seat_info.name, seat_info.bot, seat_info.person, seat_info.away) == ("Hana", "medium", True, True)
        assert (await others[2].expect(Moved)).line.player == 0
        back = await Client.enter(gateway, "Hana")
        seat_info = (await back.expect(Room)).seats[0]
        assert (seat_info.bot, seat_info.away) == ("", False)
        await others[2].expect(Note, lambda note: note.text == "Hana is back.")


async def test_nobody_who_is_present_is_replaced_and_nobody_without_notice(tmp_path: Path) -> None:
    """However long a player thinks; and one who has just left gets a minute to come back."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        later(gateway, 1000)
        assert "only replace a player who is away" in (await bruno.refused(Ask("bot", 0))).text
        hana.close()
        await bruno.expect(Note, lambda note: note.text == "Hana is away.")
        later(gateway, 20)
        text = (await bruno.refused(Ask("bot", 0))).text
        assert text == "Hana may be back soon; you can ask for a bot in 40 seconds."
        later(gateway, 41)
        assert (await bruno.expect(Asked)).text == "Hana is away. Let a bot take over?"


async def test_everyone_hears_that_a_player_is_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        hana.close()
        await bruno.expect(Note, lambda note: note.text == "Hana is away.")
        await Client.enter(gateway, "Hana")
        await bruno.expect(Note, lambda note: note.text == "Hana is back.")


async def test_the_player_who_asked_hears_of_a_refusal(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        mover = await moved_by([hana, bruno], lambda a: a[0] == "take")
        assert mover is hana
        hana.send(Ask("undo"))
        bruno.send(Answer((await bruno.expect(Asked)).number, False))
        assert (await hana.expect(Note)).text == "Your request to undo the last move was declined."
        hana.send(Ask("undo"))
        await bruno.expect(Asked, lambda question: question.yours)
        later(gateway, 61)
        assert (await hana.expect(Note)).text == "Your request to undo the last move was not answered in time."
        hana.send(Ask("undo"))
        await bruno.expect(Asked, lambda question: question.yours)
    async with serving(tmp_path) as gateway:
        [table] = gateway.service.tables.values()
        assert len(table.questions) == 1  # a server that is stopped closes no vote


async def test_a_bot_plays_on_by_itself_after_the_set_time(tmp_path: Path) -> None:
    """Only while another player is there: no one loses a game against bots alone."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno")
        hana.send(Leave())
        bruno.close()
        await asyncio.sleep(0.05)
        later(gateway, 1000)
        [table] = gateway.service.tables.values()
        assert not any(server_seat.stand_in for server_seat in table.seats)
        bruno = await Client.enter(gateway, "Bruno")
        await bruno.expect(Begun)
        later(gateway, 1)
        await bruno.expect(Note, lambda note: note.text == "A bot takes over from Hana.")
        assert (await bruno.expect(Moved)).line.player == 0


async def test_seats_are_exchanged_when_the_other_agrees(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        hana, bruno = await open_table(gateway, "Hana", "Bruno")
        bruno.send(Sit(0))
        question = await hana.expect(Asked)
        assert question.text == "Bruno asks you to swap seats." and question.yours
        hana.send(Answer(question.number, True))
        room = await bruno.expect(Room)
        assert [seat_info.name for seat_info in room.seats] == ["Bruno", "Hana"] and room.host == "Hana"


async def test_again_with_everybody_a_seat_further(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno", game="metropolys")
        watcher = await Client.enter(gateway, "Wim", join=everyone[0].room.code, watch=True)
        assert "not over" in (await everyone[0].refused(Ask("rematch"))).text
        await asyncio.gather(*(client.play(Random(1)) for client in [*everyone, watcher]))
        for client in [*everyone, watcher]:
            await client.expect(Over, lambda m: m.last)
        old = everyone[0].room.code
        everyone[0].send(Ask("rematch"))
        question = await everyone[1].expect(Asked)
        everyone[1].send(Answer(question.number, True))
        for client in [*everyone, watcher]:
            room = await client.expect(Room, lambda room: room.stage == "playing")
            assert [seat_info.name for seat_info in room.seats] == ["Bruno", "Hana"] and room.code != old
            assert (await client.expect(Begun)).ply == 0
        assert list(gateway.service.tables) == [room.code]


async def test_again_without_who_has_left(tmp_path: Path) -> None:
    """The seat is open, and the table waits."""
    async with serving(tmp_path) as gateway:
        hana, bruno = await start_game(gateway, "Hana", "Bruno", game="metropolys")
        await asyncio.gather(*(client.play(Random(1)) for client in (hana, bruno)))
        await bruno.expect(Over, lambda m: m.last)
        bruno.send(Leave())
        await hana.expect(Room, lambda room: room.seats[1].name == "")
        hana.send(Ask("rematch"))
        room = await hana.expect(Room, lambda room: room.stage == "waiting")
        assert [seat_info.name for seat_info in room.seats] == ["", "Hana"] and room.hosting


async def test_the_table_is_asked_once_about_each_absence(tmp_path: Path) -> None:
    """Not again while the player stays away, whatever the answer; but again after the player has been back."""
    async with serving(tmp_path) as gateway:
        everyone = await start_game(gateway, "Hana", "Bruno", "Ines")
        others = everyone[1:]
        [table] = gateway.service.tables.values()
        player = everyone[0]
        for _ in range(2):
            player.close()
            await others[0].expect(Note, lambda note: note.text == "Hana is away.")
            later(gateway, 61)
            question = await others[0].expect(Asked)
            others[0].send(Answer(question.number, False))
            others[1].send(Answer(question.number, False))
            assert not (await others[0].expect(Settled)).granted
            for _ in range(5):
                later(gateway, 20)
                assert not table.questions
            player = await Client.enter(gateway, "Hana")
            await player.expect(Begun)


async def test_a_bot_is_asked_once_for_an_absent_player(tmp_path: Path) -> None:
    """Once a second the clock ticks, and a bot may think for longer than that."""
    async with serving(tmp_path) as hub:
        hana, bruno = await start_game(hub, "Hana", "Bruno")
        [table] = hub.service.tables.values()
        thoughts: list[Thought] = []
        hub.service.think = thoughts.append
        hana.close()
        await bruno.expect(Note, lambda note: note.text == "Hana is away.")
        later(hub, hub.service.times.absent + 1)
        for _ in range(3):
            later(hub, 1)
        assert [thought.number for thought in thoughts] == [table.thinking]


def restarted(server: Server, folder: Path, *names: str) -> list[int]:
    """The players at another server on the same database, who come back one after the other."""
    server.store.close()
    server.__init__(folder)  # type: ignore[misc]
    return [server.enter(name) for name in names]


def test_votes_go_on_after_a_restart(tmp_path: Path) -> None:
    """With the answers so far, and nothing is granted before the player who asks is back."""
    server, names = Server(tmp_path), ("Hana", "Bruno", "Ines")
    hana, bruno, ines = (server.enter(name) for name in names)
    server.send(hana, Open("splendor", {}, ["", "", ""]))
    for number in (bruno, ines):
        server.send(number, Join(server.table_of(hana).code))
    server.send(hana, Start())
    take = next(action for action in server.got(hana, Begun).legal if action[0] == "take")
    server.send(hana, Act(0, take))
    server.send(hana, Ask("undo"))
    server.send(bruno, Answer(server.got(bruno, Asked).number, True))
    ines, bruno = restarted(server, tmp_path, "Ines", "Bruno")
    assert not server.got(bruno, Asked).yours
    asked = server.got(ines, Asked)
    assert asked.yours and asked.text == "Hana asks to undo the last move."
    server.send(ines, Answer(asked.number, True))
    table = server.table_of(ines)
    assert len(server.store.log(table.code)) == 1 and table.questions
    server.enter("Hana")
    server.service.tick()
    assert server.store.log(table.code) == [] and not table.questions


def test_a_bot_does_not_wait_for_a_player_whose_request_is_declined_after_a_restart(tmp_path: Path) -> None:
    """The one who asked may come back late or never."""
    server = Server(tmp_path)
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    server.send(hana, Open("splendor", {}, ["", "novice", ""]))
    server.send(bruno, Join(server.table_of(hana).code))
    server.send(hana, Start())
    server.send(hana, Act(0, next(action for action in server.got(hana, Begun).legal if action[0] == "take")))
    server.send(hana, Ask("undo"))
    [bruno] = restarted(server, tmp_path, "Bruno")
    table = server.table_of(bruno)
    assert table.to_move == 1 and table.thinking is None
    server.send(bruno, Answer(server.got(bruno, Asked).number, False))
    assert not table.questions and table.thinking is not None


@pytest.mark.parametrize("moved", [True, False])
def test_votes_are_closed_after_a_restart_as_well(tmp_path: Path, moved: bool) -> None:
    """By a move that the server did not live to tell, or by the time, even with nobody at the table."""
    server = Server(tmp_path)
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    server.send(hana, Open("splendor", {}, ["", ""]))
    server.send(bruno, Join(server.table_of(hana).code))
    server.send(hana, Start())
    server.send(hana, Act(0, next(action for action in server.got(hana, Begun).legal if action[0] == "take")))
    server.send(hana, Ask("undo"))
    table = server.table_of(hana)
    if moved:
        table.play(table.match.legal()[0])  # type: ignore[union-attr]
        server.store.played(table.to_stored(), 1, table.match.log[1])  # type: ignore[union-attr]
    restarted(server, tmp_path)
    [table] = server.service.tables.values()
    assert len(table.questions) == (not moved)
    server.time += 61
    server.service.tick()
    assert not table.questions and server.store.load()[0].data["votes"] == []
