"""Tournaments at a real server and at a fake one: the keys that create, join, show and leave one."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import OptionList

from tabletown.tui.client.tournament import TournamentScreen
from tabletown.tui.client.tournaments import TournamentsScreen
from tabletown.tui.protocol.client_messages import FetchGame, Join
from tabletown.tui.protocol.server_messages import Lobby, Problem
from tabletown.tui.protocol.tournament_messages import (
    CancelTournament,
    CreateTournament,
    EnterTournament,
    LeaveTournament,
    ShowTournament,
    TournamentCall,
)
from tests.tui.app_driver import notifications, press, run_app, screen_text, settle
from tests.tui.client.fake_server import LOBBY, ME, TODAY, fake, online, people, row, tell
from tests.tui.client.real_server import apps_at_server, wait_for_screen, wait_until
from tests.tui.scenes_online import over
from tests.tui.scenes_tournaments import COMING, GAME, RUNNING, in_tournaments


@pytest.mark.slow
async def test_four_players_create_join_and_sit_down(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, *others = [await there.enter(name) for name in ("Ada", "Ben", "Cleo", "Dan")]
        await there.press(ada, "t")
        await wait_until(lambda: "No tournaments yet" in screen_text(there.pilots[ada]))
        await there.press(ada, "n", *"Cup", "enter")
        await wait_until(lambda: isinstance(ada.screen, TournamentScreen) and "Cup" in screen_text(there.pilots[ada]))
        for app in others:
            await there.press(app, "t")
            await wait_until(
                lambda app=app: isinstance(app.screen, TournamentsScreen) and app.screen.listed is not None
            )  # type: ignore[misc]
            await there.press(app, "enter")
            await wait_until(lambda app=app: getattr(app.screen, "details", None) is not None)  # type: ignore[misc]
            await there.press(app, "J")
        await wait_until(lambda: "4 of at most 16 players" in screen_text(there.pilots[ada]))
        director = there.gateway.service.tournaments.director
        director.store.postpone(1, director.clock())
        director.reload(1)
        await wait_until(lambda: "Your game of this round is on" in screen_text(there.pilots[ada]))
        await there.press(ada, "g")
        await wait_for_screen(ada, "seat")
        assert ada.session.table.tournament == "Cup, round 1"


@pytest.mark.slow
async def test_the_form_sends_what_was_chosen() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await in_tournaments("n", "enter")(pilot)
        assert "Enter a name first." in screen_text(pilot)
        await press(pilot, *"Cup", *["down"] * 7, *"soon", "enter")
        assert "The start is not clear." in screen_text(pilot)
        await press(pilot, *["backspace"] * 4, *"20:00", "down", "right", "enter")
        [sent] = fake(pilot.app).asked(CreateTournament)
        assert (sent.name, sent.game, sent.system, sent.clock, sent.most) == ("Cup", "splendor", "swiss", "10+10", 16)
        assert sent.starts == TODAY + 30 * 3600
        await tell(pilot, Problem("createtournament", "Another tournament has that name."))
        assert "Another tournament has that name." in notifications(pilot) and "New tournament" in screen_text(pilot)


@pytest.mark.slow
async def test_withdrawing_and_cancelling_ask_twice() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await in_tournaments("L", details=RUNNING)(pilot)
        assert "you are out until you come back. Press L again" in notifications(pilot)
        await press(pilot, "j", "L")
        assert not fake(pilot.app).asked(LeaveTournament)
        await press(pilot, "L")
        assert fake(pilot.app).asked(LeaveTournament) == [LeaveTournament(5)]
    async with run_app(online(ME, LOBBY)) as pilot:
        await in_tournaments("X", "X", "L", details=COMING)(pilot)
        assert fake(pilot.app).asked(CancelTournament) == [CancelTournament(5)]
        assert fake(pilot.app).asked(LeaveTournament) == [LeaveTournament(5)]
        await tell(pilot, replace(COMING, row=replace(COMING.row, number=5, joined=False), hosting=False))
        await press(pilot, "J", "X", "L")
        assert fake(pilot.app).asked(EnterTournament) == [EnterTournament(5)]
        assert len(fake(pilot.app).asked(CancelTournament)) == len(fake(pilot.app).asked(LeaveTournament)) == 1


async def test_rounds_are_turned_and_games_are_watched_or_replayed() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await in_tournaments("tab", "left", details=RUNNING)(pilot)
        connection = fake(pilot.app)
        assert connection.asked(ShowTournament)[-1] == ShowTournament(5, 2)
        await press(pilot, "enter", "down", "enter", "down", "enter", "down", "enter")
        assert connection.asked(Join) == [Join("KRTMLA"), Join("QWZUIF", watch=True)]
        assert connection.asked(FetchGame) == [FetchGame(41)]
        assert "nothing to replay" in notifications(pilot)
        await tell(pilot, replace(RUNNING, row=replace(RUNNING.row, number=5), round=1, pairings=[]))
        await press(pilot, "left", "right")
        assert connection.asked(ShowTournament)[-1] == ShowTournament(5, 2)


@pytest.mark.slow
async def test_a_wide_window_shows_standings_and_games() -> None:
    async with run_app(online(ME, LOBBY), (160, 45)) as pilot:
        await in_tournaments(details=RUNNING)(pilot)
        text = screen_text(pilot)
        assert "Buchholz" in text and "forfeit" in text and "Tab" not in text.splitlines()[-1]


async def test_a_call_rings_and_one_key_sits_down() -> None:
    """In the lobby, and after another game."""
    async with run_app(online(ME, Lobby([GAME], 2))) as pilot:
        await settle(pilot)
        await press(pilot, "g")
        assert fake(pilot.app).asked(Join) == [Join("ZAHUED")]
    async with run_app(online(ME, Lobby([row("KRTMLA", people("Ada", ""))], 2))) as pilot:
        await settle(pilot)
        await press(pilot, "g")
        assert not fake(pilot.app).asked(Join)
    async with run_app(over()) as pilot:
        await settle(pilot)
        await tell(pilot, TournamentCall("Autumn Cup, round 2: you play Ben at table ZAHUED.", "ZAHUED"))
        assert "you play Ben at table ZAHUED" in screen_text(pilot)
        await press(pilot, "g")
        assert fake(pilot.app).asked(Join) == [Join("ZAHUED")]


async def test_an_empty_list_says_so() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await settle(pilot)
        await press(pilot, "t")
        assert pilot.app.screen.query_one(OptionList).option_count == 0
