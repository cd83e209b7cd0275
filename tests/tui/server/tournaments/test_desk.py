"""Requests about tournaments: who may create, join, leave and cancel one, and what players are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tabletown.tui.protocol.admin_messages import RemoveTournament, ShowTournaments
from tabletown.tui.protocol.client_messages import Join, line
from tabletown.tui.protocol.clocks import NONE
from tabletown.tui.protocol.message_limits import MAX_PAGE, NAME, SERVER_LINE
from tabletown.tui.protocol.server_messages import Lobby
from tabletown.tui.protocol.tournament_messages import (
    MAX_PLAYERS,
    MAX_TITLE,
    ROBIN,
    SWISS,
    CancelTournament,
    CreateTournament,
    EnterTournament,
    LeaveTournament,
    ListTournaments,
    Pairing,
    ShowTournament,
    Standing,
    TournamentDetails,
    TournamentList,
    TournamentRow,
)
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.tournaments.model import CANCELLED
from tests.tui.server.operator_tools import command, denied, next_note
from tests.tui.server.raw_client import QUICK, Client, serving
from tests.tui.server.tournaments.organised import CUP, NOON, Town

GOOD = CreateTournament("Autumn Cup", "splendor", {}, SWISS, "5+5", NOON + 60)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"name": "x" * 31}, "1 to 30 characters"),
        ({"name": "Server"}, "The program uses that name itself"),
        ({"name": "a:b"}, "only letters"),
        ({"game": "chess"}, "Unknown game 'chess'"),
        ({"options": {"module": "none"}}, "has no option"),
        ({"system": "knockout"}, "Unknown kind 'knockout'; choose swiss or robin."),
        ({"clock": NONE}, "needs a clock"),
        ({"starts": NOON - 1}, "not in the past"),
        ({"starts": NOON + 15 * 86400}, "within the next 14 days"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(tmp_path: Path, wrong: dict[str, Any], reason: str) -> None:
    assert reason in Town(tmp_path, 1).refusal(1, replace(GOOD, **wrong))


def test_players_and_the_server_have_limits(tmp_path: Path) -> None:
    town = Town(tmp_path, 3)
    town.service.limits = Limits(slow_rate=1e6, slow_burst=1e6, tournaments=1, all_tournaments=2)
    town.send(1, GOOD)
    assert "of yours must end" in town.refusal(1, replace(GOOD, name="Spring Cup"))
    assert "has that name" in town.refusal(2, replace(GOOD, name="autumn cup"))
    town.send(2, replace(GOOD, name="Spring Cup"))
    town.send(1, CancelTournament(1))
    town.send(1, GOOD)
    assert "no room" in town.refusal(3, replace(GOOD, name="Summer Cup"))


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    town = Town(tmp_path, 2)
    town.service.limits = Limits()
    for _ in range(30):
        town.service.handle(1, ListTournaments())
    assert "Too fast" in town.refusal(1, ListTournaments())
    town.send(2, ListTournaments())


def test_players_join_and_leave_before_the_start_only(tmp_path: Path) -> None:
    town = Town(tmp_path, 6)
    town.create(2, 3, 4, 5, most=5)
    assert "already joined" in town.refusal(2, EnterTournament(CUP))
    assert "is full" in town.refusal(6, EnterTournament(CUP))
    town.send(5, LeaveTournament(CUP))
    town.send(6, EnterTournament(CUP))
    assert "do not take part" in town.refusal(5, LeaveTournament(CUP))
    assert "There is no tournament 9" in town.refusal(5, EnterTournament(9))
    town.send(6, LeaveTournament(CUP))
    town.go_on(60)
    assert "has started" in town.refusal(5, EnterTournament(CUP))
    assert [entrant.number for entrant in town.cup.entrants] and len(town.cup.entrants) == 4


def test_only_its_creator_cancels_it_and_all_are_told(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.create()
    assert "Only the player who created it" in town.refusal(2, CancelTournament(CUP))
    town.send(1, CancelTournament(CUP))
    assert town.cup.stage == CANCELLED and town.notes(3)[-1] == "Ada has cancelled Autumn Cup."
    town.go_on(120)
    assert not town.service.tables


def test_details_show_players_then_standings_and_any_round(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.create(system=ROBIN)
    before = town.details(2)
    assert [line.name for line in before.standings] == ["Ada", "Ben", "Cleo", "Dan"] and before.standings[1].yours
    assert (before.row.stage, before.row.rounds, before.creator, before.round) == ("coming", 0, "Ada", 0)
    town.go_on(60)
    town.win(1)
    town.go_on()
    running = town.details(2)
    assert (running.row.round, running.row.rounds, running.open_games, running.due) == (1, 3, 1, None)
    assert running.standings[0] == Standing(1, "Ada", 1.0, 0.0, 0.0, 0, False, False)
    assert sorted(pairing.code != "" for pairing in running.pairings) == [False, True]
    town.win_all()
    town.go_on()
    due = town.details(2).due
    assert due is not None and due - NOON - town.seconds == town.times.round_break
    town.go_on(31)
    assert town.details(2).round == 2 and town.details(2, 1).round == 1 and town.details(2, 1).pairings[0].scores


def test_who_looks_at_a_tournament_is_shown_each_change(tmp_path: Path) -> None:
    """Until the player is at a table."""
    town = Town(tmp_path)
    town.create(2, 3)
    town.send(2, ListTournaments())
    town.send(3, ShowTournament(CUP))
    town.service.refresh()
    seen = len(town.got(2, TournamentList)), len(town.got(3, TournamentDetails))
    town.service.refresh()
    assert seen == (len(town.got(2, TournamentList)), len(town.got(3, TournamentDetails)))
    town.send(4, EnterTournament(CUP))
    town.service.refresh()
    assert town.got(2, TournamentList)[-1].tournaments[0].players == 4
    assert len(town.got(3, TournamentDetails)[-1].standings) == 4
    town.go_on(60)
    game = town.cup.running_game(3)
    assert game is not None
    town.send(3, Join(game.code))
    town.service.refresh()
    seen = len(town.got(2, TournamentList)), len(town.got(3, TournamentDetails))
    town.win_all()
    town.go_on()
    assert len(town.got(2, TournamentList)) > seen[0] and len(town.got(3, TournamentDetails)) == seen[1]


def test_the_list_has_pages_the_tournaments_to_come_first(tmp_path: Path) -> None:
    town = Town(tmp_path, 1)
    for name in ("First", "Second", "Third"):
        town.send(1, replace(GOOD, name=name))
        if name != "Third":
            town.send(1, CancelTournament(town.listed(1).tournaments[0].number))
            town.seconds += 1
    page = town.listed(1)
    assert [row.name for row in page.tournaments] == ["Third", "Second", "First"] and page.total == 3
    town.send(1, ListTournaments(1, 1))
    assert [row.name for row in town.got(1, TournamentList)[-1].tournaments] == ["Second"]


def test_the_lobby_says_when_the_next_round_starts(tmp_path: Path) -> None:
    """To those who take part, and have no game to play."""
    town = Town(tmp_path)

    def sentences(number: int) -> list[str]:
        town.service.refresh()
        return town.got(number, Lobby)[-1].tournaments

    town.create(2, 3)
    assert sentences(1) == ["Autumn Cup starts on Fri 15 Jan at 08:01 UTC"] and sentences(4) == []
    town.send(4, EnterTournament(CUP))
    town.go_on(60)
    assert sentences(1) == []
    town.win(1)
    town.go_on()
    assert sentences(1) == ["Autumn Cup: round 2 starts when 1 more game ends"]
    town.win_all()
    town.go_on()
    assert sentences(1) == ["Autumn Cup: round 2 starts in a moment"]
    for _ in range(2):
        town.go_on(31)
        town.win(1)
        town.go_on()
        last = sentences(1)
        town.win_all()
        town.go_on()
    assert last == ["Autumn Cup is over when 1 more game ends"] and sentences(1) == []


async def test_the_operator_lists_and_cancels_tournaments(tmp_path: Path) -> None:
    async with serving(tmp_path) as gateway:
        ada = await Client.enter(gateway, "Ada")
        ada.send(replace(GOOD, starts=gateway.service.calendar() + 600))
        await ada.expect(TournamentDetails)
        rows = command(gateway, ShowTournaments()).rows
        assert rows[0][:4] == ["1", "Autumn Cup", "splendor", "0 of ?"] and rows[0][5:] == ["1 of 64", "Ada"]
        text = command(gateway, RemoveTournament(1, "a joke")).text
        assert text == "Cancelled Autumn Cup: a joke."
        assert await next_note(ada) == "The operator has cancelled Autumn Cup: a joke."
        assert "No tournament 1" in denied(gateway, RemoveTournament(1))
        assert QUICK.tournaments == 2


def test_the_longest_messages_fit_into_a_line() -> None:
    name, title = "\U0001f3d9" * NAME, "\U0001f3d9" * MAX_TITLE
    options = {f"an option {n}": "a long choice" for n in range(6)}
    row = TournamentRow(
        10**9, title, "metropolys", options, SWISS, 63, 63, "30+30", "finished", NOON, 64, 64, True, [name] * 4
    )
    standing = Standing(64, name, 31.5, 1000.25, 31.5, 10_000, True, True)
    pairing = Pairing(name, name, [0.5, 0.5], [100, 100], "forfeit", "ABCDEF", 10**9, True)
    details = TournamentDetails(row, name, True, [standing] * MAX_PLAYERS, 63, [pairing] * 32, 32, NOON)
    for message in (TournamentList([row] * MAX_PAGE, 1000), details):
        assert len(line(message)) < SERVER_LINE
