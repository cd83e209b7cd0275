"""A server that is killed before or after any transaction of a tournament: nothing is lost or counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql

from tabletown.tui.protocol.client_messages import Act, Join, Resign
from tabletown.tui.protocol.tournament_messages import EnterTournament
from tabletown.tui.server.store import closed
from tabletown.tui.server.tournaments.model import FINISHED, RoundGame
from tests.tui.server.killed_transactions import Killed, Kills
from tests.tui.server.tournaments.organised import CUP, Town

STEPS = 400
"""Seconds in which the tournament must be over."""
KILLED = [(moment, moment % 2 == 0) for moment in range(1, 48)]
"""The number of a writing transaction; whether the server is killed after it or before: after is before the next."""


def play(town: Town, round_game: RoundGame) -> None:
    """Both players move once, then the one with the higher number resigns."""
    table = town.service.tables[round_game.code]
    for number in table.people():
        if town.service.people[number].table is not table:
            town.send(number, Join(table.code))
    while table.plies < 2:
        match = town.service.resumed(table)
        mover = table.seats[match.player or 0].person
        assert mover is not None
        town.send(mover, Act(len(match.log), list(match.legal()[0])))
    town.send(max(table.people()), Resign())


def drive(town: Town) -> None:
    """One second of the tournament."""
    director = town.service.tournaments.director
    if not director.current and director.store.load(CUP) is None:
        town.create()
    for number in town.players:
        if director.current and town.cup.round == 0 and town.cup.entrant(number) is None:
            town.send(number, EnterTournament(CUP))
    for round_game in town.cup.open_games():
        play(town, round_game)
    town.go_on(7)


@pytest.mark.slow_unless(moment=(40, 41))
@pytest.mark.parametrize(("moment", "after"), KILLED)
def test_a_tournament_survives_a_kill_at_any_transaction(tmp_path: Path, moment: int, after: bool) -> None:
    town, kills = Town(tmp_path), Kills(moment, after)
    kills.watch(town.service.store)
    for _ in range(STEPS):
        try:
            drive(town)
        except Killed:
            town.restart()
        if not town.service.tournaments.director.current and town.service.tournaments.director.store.count_over():
            break
    cup = town.cup
    assert cup.stage == FINISHED and [game.round for game in cup.games] == [1, 1, 2, 2, 3, 3]
    assert all(game.scores and sum(game.scores) == 1 for game in cup.games)
    assert len({frozenset((game.first, game.second)) for game in cup.games}) == 6
    ratings = town.service.store.ratings("splendor", town.players)
    assert [ratings[number].games for number in town.players] == [3, 3, 3, 3]
    assert sum(rating.value for rating in ratings.values()) == pytest.approx(6000)
    with town.service.store.engine.begin() as base:
        assert base.execute(sql.select(sql.func.count()).select_from(closed)).scalar() == 6
    assert kills.done or moment > 40
