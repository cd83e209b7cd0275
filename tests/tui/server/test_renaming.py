"""Other names for players of a server, without sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.tui.protocol.client_messages import ListGames
from tabletown.tui.protocol.player_messages import FetchProfile
from tabletown.tui.protocol.server_messages import GameList
from tabletown.tui.server import store as store_module
from tabletown.tui.server.player_desk import DAY
from tabletown.tui.server.player_names import folded
from tabletown.tui.server.store import RESERVED
from tabletown.tui.server.tables.table import RequestDenied
from tests.tui.server.player_service import PlayerService
from tests.tui.server.test_archive import add


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlayerService:
    """A server whose time the store has, too."""
    town = PlayerService(tmp_path)
    monkeypatch.setattr(store_module, "time", lambda: town.time)
    return town


def rename(town: PlayerService, number: int, name: str) -> str:
    """The refusal of another name; empty when it is accepted."""
    try:
        town.desk.rename(town.service.people[number], name)
    except RequestDenied as no:
        return str(no)
    return ""


def test_a_player_changes_their_name_once_a_day(clock: PlayerService) -> None:
    hana, bruno = clock.enter("Hana"), clock.enter("Bruno")
    assert rename(clock, hana, "Hanna") == ""
    assert rename(clock, hana, "Johanna") == "You can change your name once a day; try again in 24 hours."
    clock.time += DAY
    assert rename(clock, hana, "Johanna") == ""
    assert "another one" in rename(clock, bruno, "Server") and rename(clock, bruno, "johanna") == "That name is taken."
    clock.send(bruno, FetchProfile(hana))
    assert clock.profile(bruno).player.name == "Johanna" and clock.profile(bruno).former == ["Hanna", "Hana"]


def test_a_former_name_stays_reserved_for_thirty_days(clock: PlayerService) -> None:
    """For its player, who may have it again."""
    hana, bruno = clock.enter("Hana"), clock.enter("Bruno")
    assert rename(clock, hana, "Ines") == ""
    assert rename(clock, bruno, "HANA") == "That name is taken."
    assert clock.store.name_player("new", "H\u0430na", folded("H\u0430na")) is None
    clock.time += DAY
    assert rename(clock, hana, "Hana") == "" and clock.directory.former_names(hana) == ["Ines"]
    assert rename(clock, bruno, "Ines") == "That name is taken."
    clock.time += RESERVED + 1
    assert rename(clock, bruno, "Ines") == ""


def test_a_name_that_the_operator_took_away_is_for_nobody(clock: PlayerService) -> None:
    """Neither for its player nor shown, but for the operator."""
    rude, bruno = clock.enter("Rude"), clock.enter("Bruno")
    assert clock.store.rename_player(rude, "Player 7", "player7", by_operator=True)
    assert rename(clock, rude, "Rude") == rename(clock, bruno, "Rude") == "That name is taken."
    assert clock.directory.former_names(rude) == []
    assert clock.store.rename_player(rude, "Rude", "rude", by_operator=True)


def test_a_new_name_reaches_the_seats_after_a_kill(clock: PlayerService, tmp_path: Path) -> None:
    """Between the change of the name and that of the tables, too; the archive keeps the old one."""
    hana = clock.enter("Hana")
    table = clock.open_table(hana)
    add(clock.store, "splendor", ["{}"], (hana, "Hana", 3))
    assert clock.store.rename_player(hana, "Hanna", "hanna")
    again = PlayerService(tmp_path)
    assert again.service.tables[table.code].seats[0].name == "Hanna"
    again.enter("Hanna", "hana")
    again.send(hana, ListGames())
    assert again.got(hana, GameList).games[0].scores[0].name == "Hana"
