"""The daily game on a server: one first try a day for everyone, decided and hidden by the server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql
from msgspec.structs import asdict

from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.core.match import Match
from tabletown.tui.model import daily
from tabletown.tui.protocol.client_messages import (
    Ask,
    FetchGame,
    Join,
    JudgeMove,
    Leave,
    ListGames,
    Open,
    Resign,
    Start,
    line,
)
from tabletown.tui.protocol.daily_messages import LOST, OPEN, OVER, AskHint, PlayDaily, ShowToday, Today
from tabletown.tui.protocol.player_messages import ListPlayers, PlayerList
from tabletown.tui.protocol.server_messages import Begun, GameFile, GameList, Judged, Lobby, Note, Room
from tabletown.tui.server import daily_desk, daily_results
from tabletown.tui.server.daily_results import DailyResults
from tabletown.tui.server.games_command import run
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.stored_table import StoredTable, Unsaved
from tests.tui.server.desk import Server
from tests.tui.server.secrecy import Truth, audit

DAY = date(2026, 11, 24)
"""A Tuesday: the day of Metropolys, whose games are short."""
TEXT = DAY.isoformat()

SEED = 4_203_951_780_512_336
"""The seed of all deals here, long enough to be found wherever it is revealed."""


class Clock:
    """The time in UTC."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 24, 12, tzinfo=UTC)

    def go(self, days: int = 0, hours: int = 0) -> None:
        self.time += timedelta(days, hours=hours)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(daily, "now", lambda: clock.time)
    monkeypatch.setattr(daily_desk, "new_seed", lambda: SEED)
    yield clock


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def today(server: Server, number: int) -> Today:
    server.send(number, ShowToday())
    return server.got(number, Today)


def play_out(server: Server, number: int, seed: int = 1, moves: int = 10**6) -> None:
    """Play the daily game where the player is, against its bot."""
    table, rng = server.table_of(number), Random(seed)
    while table.stage == "playing" and table.plies < moves:
        server.think()
        if table.stage == "playing" and table.seats[table.to_move or 0].person == number:
            server.move(number, rng)


def played(server: Server, name: str, seed: int = 1, identity: str = "") -> int:
    """A player who has finished today's game."""
    number = server.enter(name, identity)
    server.send(number, PlayDaily(daily.today().isoformat()))
    play_out(server, number, seed)
    return number


def test_everyone_has_the_same_deal_which_no_one_can_know_before(server: Server) -> None:
    tables = []
    for name in ("Hana", "Bruno"):
        number = server.enter(name)
        assert (today(server, number).title, today(server, number).state) == ("Metropolys", "")
        server.send(number, PlayDaily(TEXT))
        tables.append(server.table_of(number))
    first, second = tables
    assert first.seed == second.seed != daily.seed(DAY) and first.game == "metropolys"
    assert (
        [seat.bot for seat in first.seats]
        == [seat.bot for seat in second.seats]
        == ["", "medium"][:: 1 - 2 * daily.deal(DAY).seat]
    )
    assert str(first.seed) not in repr(server.posted)


def test_the_bot_counts_positions_and_not_time(server: Server) -> None:
    hana = server.enter("Hana")
    server.send(hana, PlayDaily(TEXT))
    while not server.thoughts:
        server.move(hana, Random(1))
    [thought] = server.thoughts
    match = server.service.resumed(server.table_of(hana))
    assert thought.nodes == daily.bot_arguments(match)["nodes"] and thought.seed == daily.bot_arguments(match)["seed"]


def test_a_result_is_the_servers_and_the_first_try_counts_once(server: Server, tmp_path: Path) -> None:
    hana = played(server, "Hana")
    page = today(server, hana)
    match: Match = server.service.resumed(server.table_of(hana))
    seat = server.table_of(hana).seat_of(hana)
    assert seat is not None and page.state == OVER and page.result == str(daily.score(match, seat))
    assert [asdict(row) for row in page.board] == [{"place": 1, "name": "Hana", "result": page.result, "yours": True}]
    assert page.streak == 1 and page.players == 1 and not server.store.ratings("metropolys", [hana])
    assert "There is one daily game a day." in server.refusal(hana, Ask("rematch"))
    again = Server(tmp_path)
    assert again.enter("Hana") == hana
    with pytest.raises(Unsaved):
        stored = StoredTable("ABCDEF", 1, "playing", 0.0, {})
        DailyResults(again.store).begin(stored, DAY, hana, 0.0)
    assert "ABCDEF" not in [table.code for table in again.store.load()], "nothing of a second try is written"


def test_the_last_move_and_the_result_are_written_together(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """If that fails, the game is not over, and the move can be made again."""
    hana = server.enter("Hana")
    server.send(hana, PlayDaily(TEXT))
    table, good, failures = server.table_of(hana), daily_results.finished, list[int]()

    def fail(base: sql.Connection, record: int | None) -> None:
        failures.append(record or 0)
        base.execute(sql.text("INSERT INTO nowhere VALUES (1)"))

    monkeypatch.setattr(daily_results, "finished", lambda *given: fail if good(*given) else None)
    rng = Random(1)
    while not failures:
        server.service.wake(table)
        server.think()
        if table.seats[table.to_move or 0].person == hana:
            server.move(hana, rng)
        assert table.stage == "playing"
    assert table.match and server.store.log(table.code) == table.match.log and today(server, hana).state == OPEN
    server.service.wake(table)
    monkeypatch.setattr(daily_results, "finished", good)
    play_out(server, hana)
    assert today(server, hana).state == OVER


@pytest.mark.slow_unless(later=(0,))
@pytest.mark.parametrize("later", [-1, 0, 2])
def test_no_message_of_a_daily_game_reveals_a_secret(
    server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    """Splendor, Metropolys and 1906."""
    clock.go(days=later)
    truth = Truth()
    truth.watch(monkeypatch)
    hana = played(server, "Hana")
    today(server, hana)
    seat = server.table_of(hana).seat_of(hana)
    hidden = audit(truth, [line(message) for to, message in server.posted if to == hana], seat)
    assert hidden or server.table_of(hana).game == "splendor"


def test_a_first_try_has_no_help(server: Server) -> None:
    hana = server.enter("Hana")
    server.send(hana, PlayDaily(TEXT))
    play_out(server, hana, moves=3)
    assert server.refusal(hana, Ask("undo")) == "A daily game has no undo."
    assert server.refusal(hana, AskHint(0)) == "Hints are for practice tables only."


def test_a_game_continues_after_a_restart_and_in_the_next_visit(server: Server, tmp_path: Path) -> None:
    hana = server.enter("Hana")
    server.send(hana, PlayDaily(TEXT))
    play_out(server, hana, moves=6)
    plies = server.table_of(hana).plies
    again = Server(tmp_path)
    assert again.enter("Hana") == hana and again.service.people[hana].table is None, "it waits in the lobby"
    assert [row.day for row in again.got(hana, Lobby).tables] == [TEXT]
    assert today(again, hana).state == OPEN
    again.send(hana, PlayDaily(TEXT))
    assert again.got(hana, Begun).ply == plies and again.got(hana, Room).day == TEXT
    play_out(again, hana)
    assert today(again, hana).state == OVER and today(again, hana).players == 1


def test_nobody_else_sees_the_game(server: Server) -> None:
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    server.send(hana, PlayDaily(TEXT))
    code = server.got(hana, Room).code
    for watch in (True, False):
        assert server.refusal(bruno, Join(code, watch=watch)) == f"No table {code}. Check the code."
    server.service.news = True
    server.service.refresh()
    assert server.got(bruno, Lobby).tables == []
    server.send(bruno, ListPlayers())
    [listed] = server.got(bruno, PlayerList).others
    assert listed.online and code not in repr(listed)
    server.send(hana, Leave())
    assert [row.code for row in server.got(hana, Lobby).tables] == [code]
    server.send(hana, Join(code))
    assert server.table_of(hana).code == code


def test_games_of_a_day_come_to_the_archive_when_no_one_can_play_them_any_more(server: Server, clock: Clock) -> None:
    hana, bruno = played(server, "Hana"), server.enter("Bruno")
    for days, seen in ((0, False), (1, False), (1, True)):
        clock.go(days)
        server.send(bruno, ListGames())
        assert server.got(bruno, GameList).total == seen and bool(server.got(bruno, GameList).games) is seen
        assert bool(server.refusal(bruno, FetchGame(1))) is not seen
        assert ("Hana" in run(server.store, "", "games --all").text) is seen
        assert bool(run(server.store, "", "game 1").text) is seen
    assert server.got(bruno, GameFile).last and hana


async def test_its_player_finds_a_game_in_the_archive_at_once(server: Server) -> None:
    """Nobody else has it analysed either, not even what has been analysed for its player."""
    hana, bruno = played(server, "Hana"), server.enter("Bruno")
    server.send(hana, ListGames(mine=True))
    assert [game.number for game in server.got(hana, GameList).games] == [1]
    assert "Hana" in run(server.store, "SHA256:Hana", "games").text and run(server.store, "SHA256:Hana", "game 1").text
    assert not run(server.store, "SHA256:Bruno", "game 1").text

    async def judge(question: Question) -> Decision:
        return Decision(question.ply, question.player, "bid", 0.5, 0.0, None, "", (), (), 1)

    server.service.archive.judge = judge
    for number, answered in ((hana, True), (bruno, False)):
        server.send(number, FetchGame(1))
        server.send(number, JudgeMove(1, 0))
        await asyncio.gather(*server.service.archive.judging.values())
        assert bool(server.got(number, Judged).decision) is answered
        assert bool(server.all_got(number, GameFile)) is answered


def test_a_game_begun_before_midnight_counts_until_the_next_day_ends(server: Server, clock: Clock) -> None:
    hana, bruno = server.enter("Hana"), server.enter("Bruno")
    for number in (hana, bruno):
        server.send(number, PlayDaily(TEXT))
    clock.go(hours=35)
    assert today(server, hana).late == TEXT and today(server, hana).state == ""
    server.send(hana, PlayDaily(TEXT))
    play_out(server, hana)
    assert today(server, hana).streak == 1 and today(server, hana).late == ""
    assert [winner.names for winner in today(server, hana).winners] == [["Hana"]]
    clock.go(hours=1)
    server.send(bruno, Ask("undo"))
    assert "a daily game ends with the day after its own" in server.got(bruno, Note).text
    assert server.service.people[bruno].table is None and today(server, bruno).late == ""
    assert server.refusal(bruno, PlayDaily(TEXT)).startswith("That day is over")
    assert [winner.names for winner in today(server, bruno).winners] == [["Hana"]]


def test_a_last_move_after_that_has_no_result(server: Server, clock: Clock) -> None:
    """A bot's move may come just then."""
    match = daily.deal(DAY).match()
    rng = Random(1)
    while match.player is not None:
        match.act(rng.choice(match.legal()))
    assert daily_results.finished(TEXT, 1, match)
    clock.go(days=2)
    assert daily_results.finished(TEXT, 1, match) is None


def test_only_a_days_own_game_can_be_started(server: Server, clock: Clock) -> None:
    hana = server.enter("Hana")
    yesterday, tomorrow = (DAY - timedelta(1)).isoformat(), (DAY + timedelta(1)).isoformat()
    assert "could only be started on its own day" in server.refusal(hana, PlayDaily(yesterday))
    for text in (tomorrow, "2026-11-2", "x"):
        assert server.refusal(hana, PlayDaily(text)).startswith("That day is over")


@pytest.mark.parametrize("end", [Resign(), Ask("end")])
def test_a_game_given_up_has_no_result(server: Server, end: Resign | Ask) -> None:
    hana = server.enter("Hana")
    server.send(hana, PlayDaily(TEXT))
    server.send(hana, end)
    assert today(server, hana).state == LOST and today(server, hana).board == []
    server.send(hana, PlayDaily(TEXT))
    assert server.got(hana, Room).practice
    play_out(server, hana)
    assert today(server, hana).state == LOST and today(server, hana).board == []


def test_a_game_played_again_is_practice_and_changes_nothing(server: Server, tmp_path: Path) -> None:
    """With hints and undo. It continues after a restart, and others do not find it in the archive yet."""
    hana = played(server, "Hana")
    before, seed = today(server, hana), server.table_of(hana).seed
    server.send(hana, PlayDaily(TEXT))
    table = server.table_of(hana)
    assert table.seed == seed and table.plies == 0 and server.got(hana, Room).day == TEXT
    while table.seats[table.to_move or 0].person != hana:
        server.think()
    server.send(hana, AskHint(table.plies))
    assert len(server.thoughts) == 1 and "daily game" not in server.refusal(hana, Ask("undo"))
    again = Server(tmp_path)
    again.enter("Hana")
    again.send(hana, PlayDaily(TEXT))
    assert again.table_of(hana).code == table.code
    play_out(again, hana, seed=2)
    assert today(again, hana) == before
    assert run(again.store, "SHA256:Hana", "games").text.count("Hana") == 2
    bruno = again.enter("Bruno")
    again.send(bruno, ListGames())
    assert again.got(bruno, GameList).total == 0 and again.refusal(bruno, FetchGame(2))


def test_the_leaderboard_shares_places_and_always_has_your_own(server: Server) -> None:
    for n in range(12):
        add(server, f"Player {n}", DAY, own=30 - n // 2)
    last = server.enter("Player 11")
    page = today(server, last)
    assert [row.place for row in page.board] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 11] and page.players == 12
    assert [row.name for row in page.board if row.yours] == ["Player 11"]
    add(server, "Shorter", DAY, own=25, length=9)
    add(server, "Nearer", DAY, own=25, other=12)
    names = [row.name for row in today(server, server.enter("Nearer")).board]
    assert names[-1] == "Nearer" and "Shorter" not in names
    assert today(server, server.enter("Shorter")).board[-1].place == 11


def test_guests_play_without_a_place(server: Server) -> None:
    guest = played(server, "Guest", identity="guest:KQRT")
    page = today(server, guest)
    assert page.state == OVER and not page.listed and page.board == [] and page.players == 0
    assert today(server, server.enter("Hana")).listed


def test_winners_of_seven_days_and_a_streak(server: Server, clock: Clock) -> None:
    hana = server.enter("Hana")
    for back in (1, 2, 3, 5, 8):
        add(server, "Hana", DAY - timedelta(back), own=20 + back)
    add(server, "Bruno", DAY - timedelta(1), own=21)
    add(server, "Cleo", DAY - timedelta(2), own=1)
    page = today(server, hana)
    winners = [(winner.day[-2:], winner.names, winner.result) for winner in page.winners]
    assert winners[0] == ("23", ["Bruno", "Hana"], "won 21:10 in 12 rounds")
    assert [winner[:2] for winner in winners[1:]] == [("22", ["Hana"]), ("21", ["Hana"]), ("19", ["Hana"])]
    assert page.streak == 3
    clock.go(days=1)
    assert today(server, hana).streak == 0


def test_daily_games_take_no_room_from_others_and_have_limits_of_their_own(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits(rate=1e6, burst=1e6, slow_burst=1e6, tables=1, tables_per_address=2, all_tables=3))
    numbers = [
        server.enter(name, origin="here" if n < 3 else name) for n, name in enumerate(("A1", "B2", "C3", "D4", "E5"))
    ]
    refusals = [server.refusal(number, PlayDaily(TEXT)) for number in numbers]
    assert refusals[:2] == ["", ""] and "from your address" in refusals[2] and refusals[3] == ""
    assert "no room for another daily game" in refusals[4]
    assert server.refusal(numbers[0], Open("splendor", {}, ["", "easy"])) == ""
    server.send(numbers[0], Start())
    server.time += 10**7
    server.service.tick()
    assert sum(bool(table.day) for table in server.service.tables.values()) == 3


def test_requests_are_limited(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits(burst=4.0))
    hana = server.enter("Hana")
    assert ["Too fast" in server.refusal(hana, ShowToday()) for _ in range(3)] == [False, False, True]


def test_the_longest_day_fits_into_a_message(server: Server) -> None:
    for n in range(40):
        add(server, "M" * 18 + f"{n:02}", DAY - timedelta(n % 7), own=20)
    page = today(server, server.enter("Hana"))
    assert len(line(page)) < 1 << 14 and len(page.winners) == 6 and len(page.board) == 6


def add(server: Server, name: str, day: date, own: int, other: int = 10, length: int = 12) -> None:
    """The result of a first try."""
    number = server.store.name_player(f"SHA256:{name}", name, name.casefold())
    values = {"day": day.isoformat(), "player": number, "code": "ABCDEF", "begun": 0.0, "title": "Metropolys"}
    result = {
        "result": f"won {own}:{other} in {length} rounds",
        "rank": 2,
        "own": own,
        "other": other,
        "length": length,
    }
    with server.store.engine.begin() as base:
        base.execute(daily_results.tries.insert().values(**values, **result))
