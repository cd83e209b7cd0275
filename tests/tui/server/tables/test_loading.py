"""Tables that have been changed without the server: by another one, or by itself without knowing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql
from msgspec.structs import replace

from tabletown.tui.protocol.client_messages import Act, Ask, Join, Leave, Open, Resign, Say, Start
from tabletown.tui.protocol.player_messages import Invite
from tabletown.tui.protocol.server_messages import Begun, Lobby, Moved, Problem
from tabletown.tui.server.stored_table import Unsaved
from tabletown.tui.server.tables import following
from tests.tui.server.desk import Server

CHANGED = "The position has changed; choose your move again."
UNSAVED = "The server could not save that; try again."


def begun(server: Server) -> tuple[int, int]:
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    server.send(hana, Open("splendor", {}, ["", ""]))
    server.send(bruno, Join(server.table_of(hana).code))
    server.send(hana, Start())
    return hana, bruno


def test_two_servers_never_accept_the_same_move(tmp_path: Path) -> None:
    """The one that comes too late shows the table as it is, and goes on from there."""
    first = Server(tmp_path)
    hana, bruno = begun(first)
    second = Server(tmp_path)
    assert [second.enter(name) for name in ("Hana", "Bruno")] == [hana, bruno]
    legal = first.got(hana, Begun).legal
    first.send(hana, Act(0, legal[0]))
    assert second.refusal(hana, Act(0, legal[1])) == CHANGED
    assert len(second.store.log(second.table_of(hana).code)) == second.got(hana, Begun).ply == 1
    second.move(bruno, Random(1))
    assert second.got(hana, Moved).ply == 2


def test_a_change_that_is_not_read_to_its_end_is_read_again(tmp_path: Path) -> None:
    """Nothing is done meanwhile at the table as it was."""
    first = Server(tmp_path)
    hana, bruno = begun(first)
    second = Server(tmp_path)
    assert [second.enter(name) for name in ("Hana", "Bruno")] == [hana, bruno]
    code, move = first.table_of(hana).code, Act(0, first.got(hana, Begun).legal[1])
    for again in (True, False):
        if again:
            first.send(hana, move)
        else:
            first.move(bruno, Random(1))
        read, second.store.log = second.store.log, fail
        with pytest.raises(Unsaved):
            following.follow(second.service, code)
        second.store.log = read
        if again:
            assert second.refusal(hana, move) == CHANGED
        else:
            following.catch_up(second.service)
        assert second.got(hana, Begun).ply == second.table_of(hana).plies == 1 + (not again)
    second.move(hana, Random(1))
    assert len(first.store.log(code)) == 3


def test_no_bot_moves_for_a_person_where_a_move_is_read_before_it_is_told(tmp_path: Path) -> None:
    """A server that reads the moves finds the bot's move by another server, and then hears of it."""
    first = Server(tmp_path)
    hana = first.enter("Hana")
    first.send(hana, Open("splendor", {}, ["", "novice"], clock="1d"))
    first.send(hana, Start())
    first.move(hana, Random(1))
    second = Server(tmp_path)
    [table] = second.service.tables.values()
    first.think()
    assert table.bot_to_move == "novice"
    second.service.wake(table)
    following.follow(second.service, table.code)
    second.think()
    assert (table.to_move, table.plies) == (0, 2) and len(second.store.log(table.code)) == 2


def fail(*_: object) -> None:
    raise Unsaved("the database is lost")


def test_a_table_that_another_server_has_closed_is_left(tmp_path: Path) -> None:
    first = Server(tmp_path)
    hana, bruno = begun(first)
    second = Server(tmp_path)
    second.enter("Hana")
    first.service.close_unfinished(first.table_of(bruno), "it is late")
    assert second.refusal(hana, Act(0, second.got(hana, Begun).legal[0])) == "Join a table first."
    assert not second.service.tables and second.service.people[hana].table is None and second.got(hana, Lobby)


def test_a_request_to_a_table_that_its_player_has_left_is_refused(tmp_path: Path) -> None:
    """It was on its way when the player went to another table, where the same move may be legal."""
    server = Server(tmp_path)
    hana, bruno = begun(server)
    code, move = server.table_of(hana).code, Act(0, server.got(hana, Begun).legal[0])
    server.send(hana, Leave(table=code))
    assert server.refusal(hana, replace(move, table=code)) == "Join a table first."
    begun(server)
    there, posted = server.table_of(hana), len(server.posted)
    assert there.code != code and server.got(hana, Begun).legal[0] == move.action
    for request in (move, Ask("end"), Invite(bruno), Leave(), Resign(), Say("Well played.")):
        refusal = server.refusal(hana, replace(request, table=code))
        assert refusal == f"That was for table {code}, which you have left."
    assert {to for to, _ in server.posted[posted:]} == {hana} and there.plies == 0
    server.send(hana, replace(move, table=there.code))
    assert there.plies == 1


def test_a_move_that_is_saved_without_an_answer_counts_once(tmp_path: Path) -> None:
    server = Server(tmp_path)
    hana, bruno = begun(server)

    def cut_off(connection: sql.Connection) -> None:
        assert connection.connection.dbapi_connection
        connection.connection.dbapi_connection.commit()
        raise sql.exc.OperationalError("COMMIT", {}, ConnectionError("cut off"))

    legal = server.got(hana, Begun).legal
    sql.event.listen(server.store.engine, "commit", cut_off, once=True)
    server.send(hana, Act(0, legal[0]))
    assert server.got(hana, Problem).text == UNSAVED
    assert server.refusal(hana, Act(0, legal[0])) == CHANGED and server.got(bruno, Begun).ply == 1
    assert len(server.store.log(server.table_of(hana).code)) == 1
    server.move(bruno, Random(1))
    assert server.got(hana, Moved).ply == 2


def test_a_seat_that_could_not_be_saved_is_not_taken(tmp_path: Path) -> None:
    """Neither by a player nor by the bot that takes over from one who is absent."""
    server = Server(tmp_path)
    hana, bruno, cleo = (server.enter(name) for name in ("Hana", "Bruno", "Cleo"))
    server.send(hana, Open("splendor", {}, ["", ""], clock="10+10"))
    table = server.table_of(hana)

    save, server.store.save = server.store.save, fail
    assert server.refusal(bruno, Join(table.code)) == UNSAVED and table.seats[1].open
    server.store.save = save
    server.send(cleo, Join(table.code))
    server.send(hana, Start())
    server.service.depart(cleo if table.clock.seat == 1 else hana)
    before, seat, server.store.save = table.clock, table.clock.seat, fail
    server.time += server.service.times.absent
    server.service.tick()
    assert table.clock == before and not table.seats[seat].stand_in
    server.store.save = save
    server.service.tick()
    assert table.clock.seat is None and table.seats[seat].stand_in
