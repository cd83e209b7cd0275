"""Play at a real server, all in one process: two people and a spectator, each with a separate app."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from textual._compositor import CompositorUpdate
from textual.app import App

from tabletown.rules.core.game import Action
from tabletown.tui.client.app import OnlineApp
from tabletown.tui.client.disconnected import Disconnected
from tabletown.tui.client.score_sheet import OnlineScoreSheet
from tabletown.tui.server.limits import Times
from tests.tui.client.real_server import (
    AppsAtServer,
    apps_at_server,
    can_move,
    current_place,
    play_game,
    start_game,
    table_screen,
    wait_for_screen,
    wait_until,
)
from tests.tui.sample_matches import steady_action


def pick(view: Any, legal: list[Action], ply: int) -> Action:
    """An action for quick games: steady in Splendor, a low bid in Metropolys, else random."""
    rng = Random(ply)
    if legal[0][0] in ("take", "buy", "reserve"):
        return steady_action(view, rng)
    low = [a for a in legal if a[0] == "bid" and a[2] <= 9] or legal
    return low[int(rng.random() * len(low))]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["splendor", "metropolys"])
async def test_two_play_a_whole_game_and_a_third_looks_on(folders: Path, game: str) -> None:
    async with apps_at_server(folders) as there:
        ada, ben, cleo = [await there.enter(name) for name in ("Ada", "Ben", "Cleo")]
        code = await start_game(game, ada, ben, watchers=(cleo,))
        await play_game([ada, ben, cleo], pick)
        for app in (ada, ben, cleo):
            await wait_for_screen(app, "over")
            assert (
                isinstance(app.location_screen, OnlineScoreSheet)
                and app.location_screen.match.log == app.session.finished.log
            )
        whole = ada.session.finished
        assert ada.session.match.log == [whole.line(ply) for ply in range(len(whole.log))]
        assert cleo.session.finished.log == whole.log and cleo.session.match.log == ada.session.match.log
        if game == "metropolys":
            await again(there, ada, ben, code)


async def again(there: AppsAtServer, ada: OnlineApp, ben: OnlineApp, code: str) -> None:
    """A rematch brings the same people to a new table, where the other player starts."""
    await there.press(ada, "r")
    await wait_until(lambda: ben.session.question is not None)
    await there.press(ben, "y")
    for app in (ada, ben):
        await wait_until(lambda: current_place(app) == "seat" and app.session.table.code != code)  # noqa: B023
    assert ada.session.table.yours == 1
    await play_game([ben, ada], pick, plies=4)


@pytest.mark.slow
async def test_who_is_cut_off_or_comes_twice_sits_at_the_same_decision(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, ben = await there.enter("Ada"), await there.enter("Ben")
        await start_game("splendor", ada, ben)
        await play_game([ada, ben], pick, plies=5)
        before = ben.session.match
        there.gateway.sessions[2].drop()
        await wait_until(lambda: isinstance(ben.screen, Disconnected) and ada.session.table.seats[1].away)
        await wait_until(
            lambda: ben.screen is ben.location_screen and table_screen(ben).match is not before and can_move(ben)
        )
        assert table_screen(ben).match.log == before.log and table_screen(ben).match.state == before.state
        await wait_until(lambda: not ada.session.table.seats[1].away)
        await play_game([ada, ben], pick, plies=8)

        ben2 = await there.enter("Ben")
        await wait_for_screen(ben2, "seat")
        assert ben2.session.match.log == ben.session.match.log and ben2.session.table.yours == 1
        await wait_until(lambda: "another window" in ben.farewell)
        await play_game([ada, ben2], pick, plies=10)


@pytest.mark.slow
async def test_a_move_is_taken_back_when_the_other_agrees(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, ben = await there.enter("Ada"), await there.enter("Ben")
        await start_game("splendor", ada, ben)
        await play_game([ada, ben], lambda s, legal, ply: ("take", (0, 1, 2)), plies=1)
        await there.press(ada, "z")
        await wait_until(lambda: ben.session.question is not None)
        await there.press(ben, "exclamation_mark")
        await wait_until(lambda: ada.session.waiting is None and ben.session.question is None)
        assert len(ada.session.match.log) == 1
        await there.press(ada, "z")
        await wait_until(lambda: ben.session.question is not None)
        await there.press(ben, "y")
        await wait_until(lambda: can_move(ada) and not ben.session.match.log)
        assert ben.session.match.state == ada.session.match.state


@pytest.mark.slow
async def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(folders: Path) -> None:
    async with apps_at_server(folders, times=Times(reminder=0.1)) as there:
        ada, ben, cleo = [await there.enter(name) for name in ("Ada", "Ben", "Cleo")]
        await start_game("splendor", ada, ben, cleo)
        await play_game([ada, ben, cleo], pick, plies=1)
        await there.press(ben, "q")
        await wait_for_screen(ben, "lobby")
        await wait_until(lambda: ada.session.table.seats[1].away)
        for app in (ada, cleo):
            await wait_until(lambda app=app: app.session.question is not None)
            await there.press(app, "y")
        await wait_until(lambda: len(ada.session.match.log) > 1)
        assert ada.session.table.seats[1].bot and table_screen(ada).match.seats[1].bot
        await there.press(ben, "enter")
        await wait_for_screen(ben, "seat")
        await wait_until(lambda: not ada.session.table.seats[1].bot)


@pytest.mark.slow
async def test_one_player_resigns_and_the_other_ends_the_game(folders: Path) -> None:
    """The first press of a key only says what it does."""
    async with apps_at_server(folders) as there:
        ada, ben = await there.enter("Ada"), await there.enter("Ben")
        await start_game("splendor", ada, ben)
        await play_game([ada, ben], pick, plies=4)
        await there.press(ben, "R")
        assert ben.session.table.yours == 1 and "Press R again" in table_screen(ben).news
        await there.press(ben, "R")
        await wait_until(lambda: ben.session.table.yours is None and table_screen(ben).match is ben.session.match)
        text = "Ben resigns; Medium plays on. Ratings: Ben 1480 (-20) and Ada 1520 (+20)."
        await wait_until(lambda: table_screen(ada).fresh == text)
        assert ada.session.table.seats[1].bot == "medium" and table_screen(ada).match.seats[1].name == "Medium"
        await there.press(ada, "F", "F")
        for app in (ada, ben):
            await wait_for_screen(app, "lobby")
            await wait_until(lambda: any("agreed to end it" in notice.message for notice in app._notifications))  # noqa: B023


@pytest.mark.slow
async def test_a_typed_move_sends_only_what_changes(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens that lay themselves out several times for a move sent 150 kB before."""
    console, sent = Console(color_system="truecolor", force_terminal=True), []

    def display(app: App[None], screen: object, update: object) -> None:
        if isinstance(update, CompositorUpdate):
            sent.append(len(update.render_segments(console)))

    monkeypatch.setattr(App, "_display", display)
    async with apps_at_server(folders) as there:
        ada = await there.enter("Ada")
        await start_game("splendor", ada, seats=["", "novice"])
        await wait_until(lambda: can_move(ada))
        await there.pilots[ada].pause()
        sent.clear()
        await there.press(ada, "colon", *"take", "space", *"wug", "enter")
        await wait_until(lambda: can_move(ada) and len(ada.session.match.log) == 2)
        await there.pilots[ada].pause()
        assert sum(sent) < 50_000, sent
