"""The life of a tournament at a server, with restarts between any two steps."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tabletown.tui.protocol.client_messages import Act, Ask, Join, Resign, Say
from tabletown.tui.protocol.clocks import CLOCKS
from tabletown.tui.protocol.server_messages import Lobby, Room
from tabletown.tui.protocol.tournament_messages import (
    ROBIN,
    EnterTournament,
    LeaveTournament,
    TournamentCall,
)
from tabletown.tui.server.ratings import Rating
from tabletown.tui.server.stored_table import Unsaved
from tabletown.tui.server.tables import removing
from tabletown.tui.server.tournaments.model import BYE, DRAWN, FINISHED, FORFEIT, GAME
from tabletown.tui.server.tournaments.tournament_store import TournamentStore, round_games, tournaments
from tests.tui.server.tournaments.organised import CUP, NAMES, Town


def ratings(town: Town) -> dict[int, Rating]:
    return town.service.store.ratings("splendor", town.players)


@pytest.mark.slow_unless(restarting=(False,))
@pytest.mark.parametrize("restarting", [False, True], ids=["running", "killed after every step"])
def test_a_tournament_starts_plays_its_rounds_and_ends_by_itself(tmp_path: Path, restarting: bool) -> None:
    town = Town(tmp_path, 5)
    step = town.restart if restarting else lambda: None
    town.create()
    for _ in range(2):
        step()
        town.go_on(30)
    for number in (1, 2, 3, 4):
        step()
        assert (town.cup.round, len(town.cup.in_round(number))) == (number, 3)
        town.go_on()
        town.win_all()
        step()
        town.go_on()
        step()
        assert town.cup.round == number, "a break comes first"
        town.go_on(31)
    step()
    town.go_on()
    cup = town.cup
    assert cup.stage == FINISHED and cup.rounds == 4 and len(cup.games) == 12
    assert not town.service.tournaments.director.current
    byes = [game.first for game in cup.games if game.how == BYE]
    assert len(byes) == 4
    assert sum(sum(game.scores or ()) for game in cup.games) == 12
    assert town.details(3).standings[0].name == "Ada"
    assert town.notes(1).count("Autumn Cup is over: Ada wins. You are in place 1 of 5.") == 1


def test_every_round_calls_its_players_to_their_tables(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    for game in town.cup.open_games():
        assert game.second is not None
        names = [NAMES[number - 1] for number in (game.first, game.second)]
        [call] = town.got(game.first, TournamentCall)
        assert call == TournamentCall(f"Autumn Cup, round 1: you play {names[1]} at table {game.code}.", game.code)
        row = town.got(game.first, Lobby)[-1].tables[0]
        assert (row.code, row.turn, row.yours, row.host) == (game.code, True, True, "")
        assert (row.tournament, row.clock) == ("Autumn Cup, round 1", "5+5")
        town.send(game.second, Join(game.code))
        room = town.got(game.second, Room)[-1]
        assert room.stage == "playing" and room.yours == 1 and not room.hosting


def test_with_three_players_it_is_cancelled_and_all_are_told(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.create(2, 3)
    town.players.remove(3)
    town.restart()
    town.go_on(61)
    text = "Autumn Cup was cancelled: only 3 players had joined, and it takes 4."
    assert town.notes(1)[-1] == town.notes(2)[-1] == text and text not in town.notes(4)
    town.service.arrive(3, "Cleo")
    assert town.notes(3)[-1] == text and not town.service.tables
    assert "is over" in town.refusal(4, EnterTournament(CUP))


def test_a_player_who_is_not_there_loses_on_time_and_is_out_until_they_come_back(tmp_path: Path) -> None:
    """The game is not rated if not both have moved. A player who was there is not out, and neither is one who waits."""
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    town.send(game.second, Join(game.code))
    town.go_on(CLOCKS["5+5"].time + 1)
    absent, present = NAMES[game.first - 1], NAMES[game.second - 1]
    text = (
        f"{absent}'s time has run out: {present} wins the game in Autumn Cup, round 1. {absent} was not there and is "
        "out, but can come back before the next round: see the list of tournaments."
    )
    assert town.notes(game.first)[-1] == town.notes(game.second)[-1] == text
    assert (town.cup.games[0].scores, town.cup.games[0].how) == ((0.0, 1.0), FORFEIT)
    assert game.code not in town.service.tables and town.service.people[game.second].table is None
    assert not ratings(town)
    out = [entrant.number for entrant in town.cup.entrants if entrant.withdrawn]
    assert game.first in out and game.second not in out
    town.send(game.first, EnterTournament(CUP))
    town.restart()
    assert game.first not in [entrant.number for entrant in town.cup.entrants if entrant.withdrawn]
    assert "has started" in town.refusal(game.second, EnterTournament(CUP))
    town.go_on()
    town.go_on(31)
    paired = {player for each in town.cup.in_round(2) for player in (each.first, each.second)}
    assert {game.first, game.second} < paired and not paired & {*out} - {game.first}


def test_resigning_ends_the_game_and_is_rated_once_both_have_moved(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    for number in (game.first, game.second):
        town.send(number, Join(game.code))
        match = town.service.resumed(town.table(game))
        town.send(number, Act(len(match.log), list(match.legal()[0])))
    town.send(game.first, Resign())
    assert town.cup.games[0].scores == (0.0, 1.0)
    assert ratings(town) == {game.first: Rating(1480, 1), game.second: Rating(1520, 1)}
    assert "Ratings:" in town.notes(game.second)[-1]


def test_a_game_played_to_its_end_counts_once(tmp_path: Path) -> None:
    """With its points and its number in the archive; a kill before the next step changes nothing."""
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    town.play_out(game)
    for _ in range(2):
        ended = town.cup.games[0]
        assert ended.scores in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)) and (ended.how, ended.record) == (GAME, 1)
        assert max(ended.points) >= 15 and [rating.games for rating in ratings(town).values()] == [1, 1]
        town.restart()
        town.go_on()
    pairing = town.details(1).pairings[0]
    assert (pairing.record, pairing.points, pairing.code) == (1, list(ended.points), "")


def test_what_cannot_be_saved_is_done_at_the_next_tick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = Town(tmp_path)
    town.create()

    def fail(*_: object) -> None:
        raise Unsaved

    with monkeypatch.context() as patch:
        patch.setattr(TournamentStore, "add_round", fail)
        town.go_on(61)
    assert town.cup.round == 0 and not town.service.tables
    town.go_on()
    assert town.cup.round == 1 and len(town.service.tables) == 2


def test_no_round_is_written_twice(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    cup = town.cup
    with pytest.raises(Unsaved):
        town.service.tournaments.director.store.add_round(cup, cup.games, [], 3)
    assert len(town.cup.games) == 2


def test_a_player_who_withdraws_loses_the_game_and_is_paired_no_more(tmp_path: Path) -> None:
    town = Town(tmp_path, 6)
    town.start()
    game = town.cup.running_game(1)
    assert game is not None and game.second is not None
    town.send(1, LeaveTournament(CUP))
    other = game.first + game.second - 1
    assert town.notes(other)[-1] == f"Ada withdraws: {NAMES[other - 1]} wins the game in Autumn Cup, round 1."
    assert "do not take part" in town.refusal(1, LeaveTournament(CUP))
    town.win_all()
    town.go_on()
    town.go_on(31)
    second = town.cup.in_round(2)
    assert 1 not in {player for game in second for player in (game.first, game.second)} and len(second) == 3
    assert [line.name for line in town.details(1).standings if line.withdrawn] == ["Ada"]


def test_in_a_round_robin_the_games_left_are_lost(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start(system=ROBIN)
    town.send(1, LeaveTournament(CUP))
    for _ in range(2):
        town.win_all()
        town.go_on()
        town.go_on(31)
    town.win_all()
    town.go_on()
    cup = town.cup
    lost = [game for game in cup.games if 1 in (game.first, game.second)]
    assert cup.stage == FINISHED and len(cup.games) == 6 and len(lost) == 3
    assert all(
        game.how == FORFEIT and game.scores and game.scores[(game.first, game.second).index(1)] == 0 for game in lost
    )


def test_a_swiss_tournament_ends_when_one_player_is_left(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    for number in (1, 2, 3):
        town.send(number, LeaveTournament(CUP))
    town.go_on()
    assert town.cup.stage == FINISHED and town.cup.round == 1
    assert not town.service.tables


def test_a_game_that_the_operator_closes_is_a_draw(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    removing.remove(town.service, game.code, "stuck", lambda number, text: None)
    assert (town.cup.games[0].scores, town.cup.games[0].how) == ((0.5, 0.5), DRAWN)


def test_a_game_that_the_server_has_lost_is_a_draw(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As after the repair of a damaged database."""
    town = Town(tmp_path)
    town.start()
    town.service.store.remove(town.service.store.table(town.cup.games[0].code))
    with caplog.at_level(logging.WARNING):
        town.restart()
        town.go_on()
    assert town.cup.games[0].how == DRAWN and "is lost, so its game is a draw" in caplog.text
    assert town.cup.games[1].scores is None


def test_a_game_has_no_host_no_bots_no_undo_and_no_advice(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    spectator = next(number for number in town.players if number not in (game.first, game.second))
    for number in (game.first, spectator):
        town.send(number, Join(game.code))
    for what in ("undo", "bot", "replace", "end", "rematch"):
        assert "In a tournament" in town.refusal(game.first, Ask(what, 1))
    assert "The tournament has muted spectators" in town.refusal(spectator, Say("Take blue."))
    town.go_on(town.times.absent - 1)
    assert not town.table(game).seats[1].stand_in, "no bot takes over from an absent player"


def test_a_start_that_the_server_missed_waits_for_the_players(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.create()
    town.seconds += 3600
    town.restart()
    town.go_on()
    assert town.cup.round == 0
    town.go_on(town.times.late)
    assert town.cup.round == 1


def test_the_running_game_comes_before_the_finished_one(tmp_path: Path) -> None:
    """A player who comes back is taken to the game of this round."""
    town = Town(tmp_path)
    town.start()
    game = town.cup.games[0]
    town.play_out(game)
    town.win_all()
    town.go_on()
    town.go_on(31)
    town.restart()
    running = town.cup.running_game(game.first)
    person = town.service.people[game.first]
    assert running and person.table and person.table.code == running.code


def test_a_player_has_the_present_name_in_the_next_round(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.start()
    town.win_all()
    town.go_on()
    town.service.store.rename_player(1, "Adele", "adele")
    town.go_on(31)
    game = town.cup.running_game(1)
    assert game and "Adele" in [seat.name for seat in town.table(game).seats]


@pytest.mark.parametrize("column", ["game", "system", "clock", "options"])
def test_a_tournament_that_is_not_possible_any_more_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, column: str
) -> None:
    """As after an upgrade, or without the package of its game."""
    town = Town(tmp_path)
    town.create()
    with town.service.store.engine.begin() as base:
        base.execute(tournaments.update().values(**{column: '{"module": "none"}'}))
    with caplog.at_level(logging.WARNING):
        town.restart()
    assert "tournament 1 has a" in caplog.text
    town.go_on(3600)


@pytest.mark.parametrize("change", [{"second": None, "board": 7}, {"round": 3}], ids=["boards", "rounds"])
def test_a_damaged_tournament_is_named_and_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: dict[str, int]
) -> None:
    town = Town(tmp_path)
    town.start()
    with town.service.store.engine.begin() as base:
        base.execute(round_games.update().where(round_games.c.board == 2).values(**change))
    with caplog.at_level(logging.WARNING):
        town.restart()
    assert "tournament 1 is missing" in caplog.text and not town.service.tournaments.director.current
    town.go_on()
