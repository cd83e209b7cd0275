"""The archive at a real server: lists, filters, and the replay of a game that the server's bots analyse."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tabletown.tui.client.app import OnlineApp
from tabletown.tui.client.archive import ArchivedReplay, ArchiveScreen
from tabletown.tui.client.judges import RemoteJudges
from tabletown.tui.server.store import Store
from tests.tui.app_driver import notifications, screen_text
from tests.tui.client.real_server import AppsAtServer, apps_at_server, wait_until
from tests.tui.server.test_archive import add, whole_game


def fill(store: Store) -> None:
    """Thirty games: of Ada and a bot, of strangers, and a damaged one."""
    for number in range(28):
        seats = [(None, f"Cleo{number}", 15), (None, "Dan", number % 15)]
        add(store, "metropolys", ["{}"], *seats)
    add(store, "splendor", ["{", "[]"], (None, "Eve", 3))
    add(store, "splendor", whole_game(), (1, "Ada", 15), (None, "Greedy", 12))


async def open_archive(there: AppsAtServer) -> tuple[OnlineApp, ArchiveScreen]:
    ada = await there.enter("Ada")
    fill(there.gateway.store)
    await there.press(ada, "a")
    await wait_until(lambda: isinstance(ada.screen, ArchiveScreen) and ada.screen.listed is not None)
    assert isinstance(ada.screen, ArchiveScreen)
    return ada, ada.screen


def listed(archive: ArchiveScreen) -> list[int]:
    assert archive.listed
    return [game.number for game in archive.listed.games]


async def test_games_are_listed_in_pages_and_filtered(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, archive = await open_archive(there)
        assert listed(archive) == list(range(30, 15, -1)) and archive.listed and archive.listed.total == 30
        assert "1 to 15 of 30" in screen_text(there.pilots[ada]) and "Ada 15 won, Greedy 12" in screen_text(
            there.pilots[ada]
        )
        await there.press(ada, "n")
        await wait_until(lambda: listed(archive) == list(range(15, 0, -1)))
        await there.press(ada, "m")
        await wait_until(lambda: listed(archive) == [30])
        await there.press(ada, "m", "g")
        await wait_until(lambda: listed(archive) == [30, 29])
        await there.press(ada, "g", "slash", *"cleo2")
        assert "Esc Cancel" in screen_text(there.pilots[ada])
        await there.press(ada, "enter")
        await wait_until(lambda: listed(archive) == [28, 27, 26, 25, 24, 23, 22, 21, 3])
        await there.press(ada, "d")
        await wait_until(lambda: listed(archive) == [])
        assert "No finished games." in screen_text(there.pilots[ada]) and "last 7 days" in screen_text(
            there.pilots[ada]
        )
        await there.press(ada, "escape")
        assert not isinstance(ada.screen, ArchiveScreen)


async def test_a_damaged_game_is_named(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, archive = await open_archive(there)
        archive.query_one(OptionList).highlighted = 1
        await there.press(ada, "enter")
        await wait_until(lambda: notifications(there.pilots[ada]) == "Game 29 is damaged.")
        assert ada.screen is archive


@pytest.mark.slow
async def test_a_game_is_replayed_and_analysed_by_the_server(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, archive = await open_archive(there)
        await there.press(ada, "enter")
        await wait_until(lambda: isinstance(ada.screen, ArchivedReplay))
        replay = ada.screen
        assert isinstance(replay, ArchivedReplay) and replay.match.player is None
        await wait_until(lambda: len(replay.analysis.decisions) >= 5)
        await there.press(ada, "v")
        assert "Winning chances" in screen_text(there.pilots[ada])
        await there.press(ada, "escape", "escape")
        await wait_until(lambda: ada.screen is archive)
        assert isinstance(ada.bot_pool, RemoteJudges) and replay.analysis.is_complete
