"""Finished games on a server: lists, and downloads by command."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from time import process_time

import pytest

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.client.command import print_answer
from tabletown.tui.protocol.client_messages import Say, line
from tabletown.tui.protocol.message_limits import SERVER_LINE
from tabletown.tui.protocol.server_messages import Printed
from tabletown.tui.server.archive import Archive, BadGame, Query
from tabletown.tui.server.games_command import GamesCommand, parts
from tabletown.tui.server.limits import Limits
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.schema import records, results
from tabletown.tui.server.store import Store
from tabletown.tui.server.tables import views
from tests.rules.random_play import random_action
from tests.tui.sample_matches import whole_match
from tests.tui.server.raw_client import Client, key, serving


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Three games, the second damaged: Hana plays in the first two, and Bruno in all."""
    store = Store(tmp_path / "a.db")
    for identity, name in (("h", "Hana"), ("b", "Bruno_")):
        store.name_player(identity, name, folded(name))
    add(store, "splendor", lines("splendor"), (1, "Hana", 15), (2, "Bruno_", 12))
    add(store, "metropolys", ["{", "[]"], (1, "Hana", 30), (2, "Bruno_", 31))
    add(store, "splendor", lines("splendor"), (2, "Bruno_", 9), (None, "Greedy", 16))
    return store


def lines(game: str, module: str = "cities") -> list[str]:
    """The file of a game of a few moves."""
    rng = Random(1)
    match = Match(game, [Seat("Hana", ""), Seat("Bruno", "")], {"module": module}, 5)
    for _ in range(6):
        match.act(random_action(rng, match.legal(), by_verb=False))
    return views.record(match)


def whole_game() -> list[str]:
    """The file of a whole game of Splendor."""
    return views.record(whole_match(("Ada", "Greedy"), 1))


def add(store: Store, game: str, file: list[str], *seats: tuple[int | None, str, int]) -> None:
    best = max(points for _, _, points in [*seats, (0, "", 0)])
    with store.engine.begin() as base:
        made = base.execute(records.insert().values(game=game, ended=1e9, lines="\n".join([*file, ""])))
        for seat, (player, name, points) in enumerate(seats):
            values = {"player": player, "name": name, "bot": "", "points": points, "won": points == best}
            base.execute(results.insert().values(record=made.inserted_primary_key[0], seat=seat, **values))


def run(store: Store, command: str, identity: str = "h") -> Printed:
    return GamesCommand(store, Limits(), lambda: 0.0).run(identity, "here", command)


def numbers(store: Store, **query: object) -> list[int]:
    return [game.number for game in Archive(store).games(Query(**query), 10)]


def test_games_are_listed_by_game_player_name_and_date(store: Store) -> None:
    assert numbers(store) == [3, 2, 1]
    assert numbers(store, game="splendor") == [3, 1]
    assert numbers(store, player=1) == [2, 1] and numbers(store, game="splendor", player=1) == [1]
    assert numbers(store, name="greed") == [3] and numbers(store, name="o_") == [3, 2, 1]
    assert numbers(store, name="%") == []
    assert numbers(store, since=2e9) == [] and Archive(store).count(Query(player=1)) == 2
    assert [game.number for game in Archive(store).games(Query(), 1, skip=1)] == [2]


@pytest.mark.on_files
def test_ten_thousand_games_are_listed_quickly(store: Store) -> None:
    file = "\n".join([*lines("splendor"), ""])
    with store.engine.begin() as base:
        base.execute(records.insert(), [{"game": "splendor", "ended": 1e9, "lines": file}] * 10_000)
        row = {"bot": "", "points": 1, "won": False}
        seats = [(number, seat) for number in range(4, 10_004) for seat in (0, 1)]
        names = [{"record": n, "seat": seat, "player": 1 + seat, "name": f"P{n}", **row} for n, seat in seats]
        base.execute(results.insert(), names)
    archive, query = Archive(store), Query("splendor", "p77", 1)
    began = process_time()
    assert archive.games(query, 20, skip=40) and archive.count(query) == 111
    assert process_time() - began < 0.1


def test_a_download_is_the_file_of_a_game(store: Store, tmp_path: Path) -> None:
    printed = run(store, "game 1", "nobody")
    assert (printed.error, printed.code) == ("", 0)
    file = tmp_path / "game"
    file.write_text(printed.text)
    match, _ = Record.load(file, BOTS)
    assert len(match.log) == 6 and match.options["module"] == "cities"


def test_a_damaged_game_is_listed_and_named(store: Store) -> None:
    assert run(store, "game 2") == Printed("", "Game 2 is damaged.", 1)
    assert run(store, "game 9") == Printed("", "There is no finished game 9.", 1)
    other = json.loads(lines("splendor")[0]) | {"version": 99}
    add(store, "splendor", [json.dumps(other)], (1, "Hana", 1))
    add(store, "chess", ["{}"])
    with pytest.raises(BadGame, match="The server cannot read game 4: it uses rules version 99"):
        Archive(store).lines(4)
    assert "chess" in run(store, "games --all").text


def test_a_table_of_games_is_plain_text(store: Store) -> None:
    printed = run(store, "games")
    head, *rows = printed.text.splitlines()
    assert head.split() == ["NUMBER", "ENDED", "(UTC)", "GAME", "PLAYERS", "AND", "POINTS"] and printed.error == ""
    assert rows[0] == "2       2001-09-09 01:46  Metropolys            Hana 30, Bruno_ 31 (won)"
    assert rows[1] == "1       2001-09-09 01:46  Splendor, The Cities  Hana 15 (won), Bruno_ 12"
    assert run(store, "games --all").text.count("\n") == 4
    assert run(store, "games", "x").code == 2 and run(store, "games\n").code == 2 and run(store, "game -1").code == 2


def test_downloads_wait_for_each_other(store: Store) -> None:
    command = GamesCommand(store, Limits(slow_burst=2.0), lambda: 0.0)
    assert [command.run("h", "here", "game 1").code for _ in range(3)] == [0, 0, 75]
    assert command.run("h", "there", "game 1").code == 0


def test_long_answers_come_in_parts() -> None:
    whole = Printed("\U0001f600" * 30_000, "Done.", 1)
    got = parts(whole)
    assert all(len(line(part)) <= SERVER_LINE for part in got) and "".join(part.text for part in got) == whole.text
    assert [(part.error, part.last) for part in got] == [("", False), ("", False), ("Done.", True)]
    assert parts(Printed("", "No.", 1)) == [Printed("", "No.", 1)]


def test_a_command_without_a_server_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_answer(str(tmp_path / "none"), {"key": "x", "command": "games"}) == 75
    assert capsys.readouterr() == ("", "The server cannot be reached; try again later.\n")


async def test_a_command_through_the_socket_leaves_the_player_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As behind another sshd; nobody is told to have continued in another window."""
    async with serving(tmp_path, local=True) as gateway:
        hana = await Client.greet(gateway.path, "Hana", key=key("Hana"))
        add(gateway.store, "splendor", lines("splendor"), (1, "Hana", 15), (None, "Greedy", 12))
        for command, code in (("games", 0), ("game 1", 0), ("game 5", 1), ("play", 2)):
            fields = {"key": key("Hana"), "command": command}
            assert await asyncio.to_thread(print_answer, str(gateway.path), fields) == code
        printed = capsys.readouterr()
        assert "Hana 15 (won)" in printed.out and printed.out.endswith("\n".join([*lines("splendor"), ""]))
        assert printed.err.splitlines()[0] == "There is no finished game 5."
        assert (await hana.refused(Say("Hello"))).text == "Join a table first."
        assert len(gateway.sessions) == 1
