"""Profiles, leaderboards, friends, blocking, invitations and other names on a server, without sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.tui.protocol.client_messages import Join, Leave, ListGames, Say, Sit, Start, line
from tabletown.tui.protocol.message_limits import NAME, SERVER_LINE
from tabletown.tui.protocol.player_messages import (
    BLOCKED,
    FRIEND,
    NOBODY,
    DeclineInvitation,
    FetchLeaders,
    FetchProfile,
    Invitation,
    Invitations,
    Invite,
    Leaderboard,
    ListPlayers,
    PlayerInfo,
    PlayerList,
    Relate,
)
from tabletown.tui.protocol.server_messages import ChatMessage, GameList, Note, Room
from tabletown.tui.server import player_desk
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.player_desk import INVITATIONS, MOST_RELATED, OTHERS
from tabletown.tui.server.player_directory import RANKED, RECENT
from tabletown.tui.server.ratings import Rating
from tabletown.tui.server.schema import rating_changes, ratings
from tabletown.tui.server.store import Ended, Result
from tabletown.tui.server.stored_table import StoredTable, Unsaved
from tests.tui.server.player_service import PlayerService
from tests.tui.server.test_archive import add


@pytest.fixture
def town(tmp_path: Path) -> PlayerService:
    return PlayerService(tmp_path)


def finish(town: PlayerService, game: str, *players: tuple[int, str, bool], rating: float = 1510.0) -> None:
    """A game that these have finished, rated for the first of them."""
    results = [Result(number, name, "", 10 + won, won) for number, name, won in players]
    first = players[0][0]
    rated = town.store.ratings(game, [first]).get(first, Rating())
    table = StoredTable("ABCDEF", 1, "over", 7.0, {"game": game})
    ended = Ended(game, ["{}"], results, {first: Rating(rating, rated.games + 1)})
    if before := town.store.table("ABCDEF"):
        town.store.remove(before)
    town.store.played(table, 0, ("pass",), ended)
    town.store.remove(town.store.table("ABCDEF"))


# Profiles


def test_a_profile_has_figures_of_each_game(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    for won, rating in ((True, 1520.4), (False, 1499.6), (True, 1518.0)):
        finish(town, "splendor", (hana, "Hana", won), (bruno, "Bruno", not won), rating=rating)
    finish(town, "sf1906", (bruno, "Bruno", True), (hana, "Hana", False))
    town.send(bruno, FetchProfile(name="HANA"))
    city, splendor = town.profile(bruno).games
    assert (city.game, city.rating, city.rated, city.finished, city.won, city.history) == ("sf1906", None, 0, 1, 0, [])
    assert (splendor.rating, splendor.rated, splendor.finished, splendor.won) == (1518, 3, 3, 2)
    assert splendor.history == [1520, 1500, 1518]
    assert town.refusal(bruno, FetchProfile(name="Nobody Here")) == "No player is called 'Nobody Here'."
    assert town.refusal(bruno, FetchProfile(99)) == "The server knows no such player."


def test_a_change_of_a_rating_is_written_with_the_result_or_not_at_all(town: PlayerService) -> None:
    hana = town.enter("Hana")
    table = StoredTable("ABCDEF", 1, "over", 7.0, {"game": "splendor"})
    results = [Result(hana, "Hana", "", 1, True), Result(99, "Nobody", "", 1, True)]
    with pytest.raises(Unsaved):
        town.store.played(table, 0, ("pass",), Ended("splendor", ["{}"], results, {hana: Rating(1600, 1)}))
    with town.store.engine.begin() as base:
        assert not base.execute(rating_changes.select()).all() and not base.execute(ratings.select()).all()
    town.store.resigned(table, "splendor", {hana: Rating(1480, 1)}, {})
    assert [figures.history for figures in town.directory.figures(hana)] == [[1480]]


def test_a_profile_says_when_a_player_was_here(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    town.time += 500
    town.service.depart(hana)
    town.time += 500
    town.send(bruno, FetchProfile(hana))
    profile = town.profile(bruno)
    assert (profile.first, profile.last, profile.yours) == (1e9, 1e9 + 500, False)
    assert profile.player == PlayerInfo(hana, "Hana")
    town.enter("Hana")
    town.send(bruno, FetchProfile(hana))
    assert (town.profile(bruno).first, town.profile(bruno).last) == (1e9, 1e9 + 1000)


def test_a_finished_game_counts_as_a_visit(town: PlayerService) -> None:
    """As in a database that is older than the notes of visits."""
    number = town.store.name_player("old", "Olga", "olga")
    assert number is not None
    add(town.store, "splendor", ["{}"], (number, "Olga", 3))
    assert town.directory.visits(number) == (1e9, 0.0)


def test_the_last_games_of_a_profile_are_in_the_archive(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    add(town.store, "splendor", ["{}"], (hana, "Hana", 3), (None, "Greedy", 1))
    add(town.store, "splendor", ["{}"], (bruno, "Bruno", 3), (None, "Greedy", 1))
    town.send(bruno, ListGames(player=hana))
    assert [game.number for game in town.got(bruno, GameList).games] == [1]


# Leaderboards


def test_a_leaderboard_has_ties_and_your_own_rank(town: PlayerService) -> None:
    values = {"Ada": 1600.2, "Ben": 1599.9, "Cleo": 1700.0, "Dan": 1500.0}
    numbers = {name: town.enter(name) for name in (*values, "Eve", "Fay")}
    with town.store.engine.begin() as base:
        for name, value in values.items():
            base.execute(ratings.insert().values(player=numbers[name], game="splendor", rating=value, games=RANKED))
        few = {"game": "splendor", "rating": 1900.0, "games": RANKED - 1}
        base.execute(ratings.insert().values(player=numbers["Eve"], **few))
    town.send(numbers["Dan"], FetchLeaders("splendor", most=2))
    board = town.got(numbers["Dan"], Leaderboard)
    assert [(leader.rank, leader.name, leader.rating) for leader in board.leaders] == [
        (1, "Cleo", 1700),
        (2, "Ada", 1600),
    ]
    assert board.total == 4 and board.needed == RANKED and board.yours and board.yours.rank == 4
    town.send(numbers["Dan"], FetchLeaders("splendor", skip=2))
    assert [(leader.rank, leader.name) for leader in town.got(numbers["Dan"], Leaderboard).leaders] == [
        (2, "Ben"), (4, "Dan"),
    ]  # fmt: skip
    town.send(numbers["Eve"], FetchLeaders("splendor"))
    yours = town.got(numbers["Eve"], Leaderboard).yours
    assert yours and (yours.rank, yours.rating, yours.rated) == (0, 1900, RANKED - 1)
    town.send(numbers["Fay"], FetchLeaders("metropolys"))
    assert town.got(numbers["Fay"], Leaderboard) == Leaderboard("metropolys", [], 0, RANKED, None)
    assert "Unknown game 'chess'" in town.refusal(numbers["Fay"], FetchLeaders("chess"))


# Friends, opponents and others


def test_players_are_listed_with_their_tables(town: PlayerService) -> None:
    ada, ben, cleo, dan = (town.enter(name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    gone = [town.enter(name) for name in ("Eve", "Fay")]
    for number in gone:
        town.service.depart(number)
    finish(town, "splendor", (ada, "Ada", True), (gone[0], "Eve", False))
    finish(town, "splendor", (ada, "Ada", True), (ben, "Ben", False), (cleo, "Cleo", False))
    town.send(ada, Relate(gone[1], FRIEND))
    town.send(ada, Relate(ben, FRIEND))
    table = town.open_table(ben)
    town.send(ada, ListPlayers())
    listed = town.got(ada, PlayerList)
    assert listed.friends == [
        PlayerInfo(ben, "Ben", True, table.code, "splendor", "waiting", True),
        PlayerInfo(gone[1], "Fay"),
    ]
    assert [(info.name, info.online) for info in listed.recent] == [("Cleo", True), ("Eve", False)]
    assert [info.name for info in listed.others] == ["Dan"] and not listed.blocked
    town.send(dan, Join(table.code))
    town.send(ada, ListPlayers())
    assert not town.got(ada, PlayerList).friends[0].open


def test_a_list_that_is_looked_at_shows_each_change(town: PlayerService) -> None:
    """But not to those who have not asked for it for a while, and nothing while all is the same."""
    ada, ben = town.enter("Ada"), town.enter("Ben")
    town.send(ada, ListPlayers())

    def counts(newcomer: str) -> list[int]:
        """Number of lists that both have been sent, some seconds after someone has come."""
        town.enter(newcomer)
        for _ in range(3):
            town.time += 1
            town.service.refresh()
        return [town.count(number, PlayerList) for number in (ada, ben)]

    assert counts("Cleo") == [2, 0] and [info.name for info in town.got(ada, PlayerList).others] == ["Ben", "Cleo"]
    assert counts("Cleo") == [2, 0]
    town.time += 40
    assert counts("Dan") == [2, 0]


def test_the_table_of_a_daily_game_is_not_shown(town: PlayerService) -> None:
    ada, ben = town.enter("Ada"), town.enter("Ben")
    town.open_table(ben).day = "2026-11-25"
    town.send(ada, ListPlayers())
    assert town.got(ada, PlayerList).others == [PlayerInfo(ben, "Ben", True, stage="daily")]


def test_friends_and_blocks_outlast_restarts_and_renames(town: PlayerService, tmp_path: Path) -> None:
    ada, ben, cleo = (town.enter(name) for name in ("Ada", "Ben", "Cleo"))
    town.send(ada, Relate(ben, FRIEND))
    town.send(ada, Relate(cleo, FRIEND))
    town.send(ada, Relate(cleo, BLOCKED))
    town.desk.rename(town.service.people[cleo], "Clara")
    again = PlayerService(tmp_path)
    again.enter("Ada")
    again.send(ada, ListPlayers())
    listed = again.got(ada, PlayerList)
    assert [info.name for info in listed.friends] == ["Ben"] and [info.name for info in listed.blocked] == ["Clara"]
    assert again.directory.blocks(ada, cleo) and not again.directory.blocks(cleo, ada)
    again.send(ada, Relate(cleo, NOBODY))
    assert not again.directory.blocks(ada, cleo) and again.profile(ada).relation == NOBODY
    assert again.refusal(ada, Relate(ada, FRIEND)) == "That is you."
    assert "Unknown relation" in again.refusal(ada, Relate(ben, "enemy"))


def test_a_blocked_player_hears_nothing_of_it_and_is_not_heard(town: PlayerService) -> None:
    ada, ben, cleo = (town.enter(name) for name in ("Ada", "Ben", "Cleo"))
    table = town.open_table(ada, seats=3)
    town.send(ben, Join(table.code))
    town.send(cleo, Join(table.code))
    before = [to for to, _ in town.posted]
    town.send(ada, Relate(ben, BLOCKED))
    assert [to for to, _ in town.posted][len(before) :] == [ada]
    town.send(ben, Say("Hello!"))
    assert [town.count(number, ChatMessage) for number in (ada, ben, cleo)] == [0, 1, 1]
    town.send(ada, Say("Hello!"))
    assert [town.count(number, ChatMessage) for number in (ada, ben, cleo)] == [1, 2, 2]


def test_a_blocked_player_gets_no_seat_at_your_table_but_may_watch(town: PlayerService) -> None:
    ada, ben = town.enter("Ada"), town.enter("Ben")
    table = town.open_table(ada)
    town.send(ada, Relate(ben, BLOCKED))
    assert town.refusal(ben, Join(table.code)) == "You cannot take a seat at that table; you can watch it."
    town.send(ben, Join(table.code, watch=True))
    assert town.refusal(ben, Sit(1)) == "You cannot take a seat at that table; you can watch it."
    town.send(ada, Relate(ben, NOBODY))
    town.send(ben, Sit(1))
    assert town.got(ben, Room).yours == 1


def test_there_are_not_too_many_friends(town: PlayerService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_desk, "MOST_RELATED", 2)
    ada = town.enter("Ada")
    others = [town.store.name_player(f"{n}", f"Player {n}", f"p{n}") or 0 for n in range(3)]
    for other in others[:-1]:
        town.send(ada, Relate(other, FRIEND))
    assert "You have 2 friends" in town.refusal(ada, Relate(others[-1], FRIEND))
    town.send(ada, Relate(others[-1], BLOCKED))


def test_the_longest_list_fits_into_a_line() -> None:
    name = "\U0001f3d9" * NAME
    info = PlayerInfo(999_999, name, True, "ABCDEF", "metropolys", "waiting", True)
    listed = PlayerList([info] * MOST_RELATED, [info] * RECENT, [info] * OTHERS, [info] * MOST_RELATED)
    assert len(line(listed)) < SERVER_LINE


# Invitations


def test_an_invited_player_is_told_at_once_and_joins(town: PlayerService) -> None:
    """Also at a private table, without its password."""
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    table = town.open_table(hana, password="sesame", clock="5+5")
    town.send(hana, Invite(bruno))
    invitation = Invitation(table.code, "Hana", "splendor", dict(table.options), "5+5")
    assert town.got(bruno, Invitations).invitations == [invitation]
    assert town.got(hana, Note).text == "Hana invites Bruno."
    town.send(bruno, Join(table.code))
    assert town.got(bruno, Room).yours == 1
    town.service.refresh()
    assert town.got(bruno, Invitations).invitations == []
    town.send(bruno, Leave())
    town.service.refresh()
    assert town.got(bruno, Invitations).invitations == [], "what was accepted is not offered again"


def test_an_absent_player_sees_an_invitation_later(town: PlayerService, tmp_path: Path) -> None:
    """As long as the table waits, also after a restart."""
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    town.service.depart(bruno)
    table = town.open_table(hana)
    town.send(hana, Invite(bruno))
    assert town.got(hana, Note).text == "Hana invites Bruno. They will see it when they come."
    again = PlayerService(tmp_path)
    again.enter("Hana")
    assert again.got(hana, Invitations).invitations == [], "a client that reconnects forgets earlier ones"
    again.enter("Bruno")
    assert [each.code for each in again.got(bruno, Invitations).invitations] == [table.code]
    again.send(hana, Leave())
    again.service.refresh()
    assert again.got(bruno, Invitations).invitations == [], "the table is gone"
    assert not PlayerService(tmp_path).directory.invited(bruno)


def test_an_invitation_is_hidden_while_there_is_no_seat(town: PlayerService) -> None:
    hana, bruno, ines = (town.enter(name) for name in ("Hana", "Bruno", "Ines"))
    table = town.open_table(hana)
    town.send(hana, Invite(bruno))
    town.send(ines, Join(table.code))
    town.service.refresh()
    assert town.got(bruno, Invitations).invitations == []
    town.send(ines, Leave())
    town.service.refresh()
    assert len(town.got(bruno, Invitations).invitations) == 1
    town.send(ines, Join(table.code))
    town.send(hana, Start())
    town.service.refresh()
    assert town.got(bruno, Invitations).invitations == []
    assert town.refusal(hana, Invite(bruno)) == "The game has started."


def test_a_declined_invitation_is_not_repeated(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    table = town.open_table(hana)
    town.send(hana, Invite(bruno))
    town.send(bruno, DeclineInvitation(table.code))
    assert town.got(bruno, Invitations).invitations == []
    assert town.got(hana, Note).text == "Bruno declines the invitation."
    assert "invited to this table before" in town.refusal(hana, Invite(bruno))
    assert town.refusal(bruno, DeclineInvitation(table.code)) == "You have no such invitation."


def test_only_hosts_of_waiting_tables_invite(town: PlayerService) -> None:
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    assert town.refusal(bruno, Invite(hana)).startswith("Open a table first")
    table = town.open_table(hana, seats=3)
    town.send(bruno, Join(table.code))
    assert town.refusal(bruno, Invite(hana)).startswith("Open a table first")
    assert town.refusal(hana, Invite(bruno)) == "Bruno is already at your table."
    assert town.refusal(hana, Invite(99)) == "The server knows no such player."


def test_invitations_are_limited(tmp_path: Path) -> None:
    town = PlayerService(tmp_path, Limits(slow_burst=3.0))
    hana = town.enter("Hana")
    town.open_table(hana)
    guests = [town.store.name_player(f"{n}", f"Player {n}", f"p{n}") or 0 for n in range(INVITATIONS + 1)]
    town.send(hana, Invite(guests[0]))
    town.send(hana, Invite(guests[1]))
    assert town.refusal(hana, Invite(guests[2])).startswith("Too fast")
    for guest in guests[2:-1]:
        town.time += 10
        town.send(hana, Invite(guest))
    town.time += 10
    assert "that is the most" in town.refusal(hana, Invite(guests[-1]))


def test_blocked_players_do_not_invite(town: PlayerService) -> None:
    """Nor are those invited whom you have blocked; an earlier invitation is gone."""
    hana, bruno = town.enter("Hana"), town.enter("Bruno")
    town.open_table(hana)
    town.send(hana, Invite(bruno))
    town.send(bruno, Relate(hana, BLOCKED))
    assert town.got(bruno, Invitations).invitations == []
    town.send(hana, Leave())
    town.open_table(hana)
    assert town.refusal(hana, Invite(bruno)) == "You cannot invite Bruno."
    town.send(hana, Relate(bruno, BLOCKED))
    assert town.refusal(hana, Invite(bruno)) == "You have blocked Bruno; unblock them first."
