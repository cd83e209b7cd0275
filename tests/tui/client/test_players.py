"""The screens of players, profiles, leaderboards and keys, and invitations in the lobby."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import OptionList

from tabletown.tui.client.player_words import place, rating_line, standing
from tabletown.tui.client.players import PlayersScreen
from tabletown.tui.client.profile import ProfileScreen
from tabletown.tui.protocol.client_messages import FetchGame, Join, ListGames, Name
from tabletown.tui.protocol.player_messages import (
    BLOCKED,
    FRIEND,
    NOBODY,
    DeclineInvitation,
    FetchLeaders,
    FetchProfile,
    Invitations,
    Invite,
    KeyCode,
    Leader,
    Leaderboard,
    ListPlayers,
    MakeKeyCode,
    PlayerInfo,
    Relate,
    RemoveKey,
    UseKeyCode,
)
from tabletown.tui.protocol.server_messages import GameList, Note, Problem, Welcome
from tests.tui.app_driver import notifications, press, run_app, screen_text
from tests.tui.client.fake_server import LOBBY, ME, connection, name, online, people, room, tell
from tests.tui.client.real_server import apps_at_server, wait_for_screen, wait_until
from tests.tui.scenes_online import ARCHIVE, HANA, INVITED, KEYS, LEADERS, OWN, TOWN

# Invitations


async def test_an_invitation_rings_once_and_enter_joins() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        rung: list[bool] = []
        pilot.app.ring = lambda: rung.append(True)  # type: ignore[attr-defined]
        await press(pilot, "down")
        await tell(pilot, INVITED, LOBBY, INVITED)
        assert rung == [True] and "Hana invites you to KRTMLA: Splendor, The Cities, live 20+15" in screen_text(pilot)
        await press(pilot, "enter")
        assert connection(pilot).asked(Join) == [Join("KRTMLA")]
        await press(pilot, "j", "w")
        assert connection(pilot).asked(Join)[-1] == Join("BBNOPL", watch=True)


async def test_an_invitation_is_declined_with_its_key() -> None:
    async with run_app(online(ME, LOBBY, INVITED)) as pilot:
        await press(pilot, "x")
        assert connection(pilot).asked(DeclineInvitation) == [DeclineInvitation("KRTMLA")]
        await tell(pilot, Invitations(INVITED.invitations[1:]), LOBBY)
        await press(pilot, "down", "x")
        assert len(connection(pilot).asked(DeclineInvitation)) == 1, "a table is highlighted, not an invitation"
        await tell(pilot, Invitations([]), LOBBY)
        assert "invites you" not in screen_text(pilot)


# Players


async def test_players_lead_to_profiles_tables_and_leaders() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p")
        assert connection(pilot).asked(ListPlayers)
        await tell(pilot, TOWN)
        await press(pilot, "t")
        assert connection(pilot).asked(Join) == [Join("KRTMLA")] and name(pilot) == "LobbyScreen"
        await tell(pilot, Problem("join", "That table is private; enter its password.", "password"))
        assert "Password:" in screen_text(pilot)
        await press(pilot, "escape", "p")
        await tell(pilot, TOWN)
        await press(pilot, "enter")
        assert connection(pilot).asked(FetchProfile) == [FetchProfile(2)] and name(pilot) == "ProfileScreen"
        await press(pilot, "escape", "m")
        assert connection(pilot).asked(FetchProfile)[-1] == FetchProfile(0)
        await press(pilot, "escape", "l")
        assert connection(pilot).asked(FetchLeaders) and name(pilot) == "LeadersScreen"
        await press(pilot, "escape", "escape")
        assert name(pilot) == "LobbyScreen"


async def test_a_player_is_found_by_name() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p", "slash", *"hana", "enter")
        assert connection(pilot).asked(FetchProfile) == [FetchProfile(name="hana")]
        await tell(pilot, HANA)
        assert name(pilot) == "ProfileScreen" and connection(pilot).asked(FetchProfile)[-1] == FetchProfile(2)
        await press(pilot, "escape", "slash", "escape")
        assert name(pilot) == "PlayersScreen"


async def test_the_host_invites_from_the_waiting_room() -> None:
    async with run_app(online(ME, room(people("Ada", "", "hard")))) as pilot:
        await press(pilot, "i")
        await tell(pilot, TOWN)
        await press(pilot, "i")
        assert connection(pilot).asked(Invite) == [Invite(2)]
        await tell(pilot, Note("Ada invites Hana."))
        assert "Ada invites Hana." in notifications(pilot)
        await press(pilot, "enter")
        await tell(pilot, HANA)
        await press(pilot, "i")
        assert connection(pilot).asked(Invite) == [Invite(2), Invite(2)]


async def test_a_guest_of_the_table_does_not_invite() -> None:
    async with run_app(online(ME, room(people("Ben", "Ada"), host="Ben", hosting=False))) as pilot:
        await press(pilot, "i")
        assert name(pilot) == "RoomScreen"


async def test_the_highlight_stays_with_its_player() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p")
        await tell(pilot, TOWN)
        await press(pilot, "down")
        await tell(pilot, replace(TOWN, friends=TOWN.friends[::-1]))
        screen = pilot.app.screen
        assert isinstance(screen, PlayersScreen) and screen.player and screen.player.name == "Ben"


# Profiles


async def test_a_profile_befriends_blocks_and_replays() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p")
        await tell(pilot, TOWN)
        await press(pilot, "enter")
        await tell(pilot, HANA)
        assert connection(pilot).asked(ListGames)[-1].player == 2
        await tell(pilot, ARCHIVE)
        await press(pilot, "f")
        await tell(pilot, replace(HANA, relation=NOBODY))
        await press(pilot, "b")
        await tell(pilot, replace(HANA, relation=BLOCKED))
        await press(pilot, "f", "b")
        asked = connection(pilot).asked(Relate)
        assert [request.relation for request in asked] == [NOBODY, BLOCKED, FRIEND, NOBODY]
        await press(pilot, "down", "enter")
        assert connection(pilot).asked(FetchGame) == [FetchGame(411)]


@pytest.mark.slow
async def test_the_own_profile_renames_and_leads_to_the_keys() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p", "m")
        await tell(pilot, OWN, GameList([], 0))
        await press(pilot, "f", "b", "r", *["backspace"] * 3, *"Anna", "enter")
        assert not connection(pilot).asked(Relate) and connection(pilot).asked(Name) == [Name("Anna")]
        await tell(pilot, Welcome("Anna", False), replace(OWN, player=PlayerInfo(1, "Anna", True)))
        assert "Anna (you)" in screen_text(pilot)
        await press(pilot, "e")
        await tell(pilot, KEYS)
        await press(pilot, "d", "down", "d", "n")
        assert connection(pilot).asked(RemoveKey) == [RemoveKey(KEYS.keys[1].key)]
        await tell(pilot, KeyCode("KRTMLAQW", 600))
        assert connection(pilot).asked(MakeKeyCode) and "Code: KRTM LAQW" in screen_text(pilot)
        await press(pilot, "c", *"abcd efgh", "enter")
        assert connection(pilot).asked(UseKeyCode) == [UseKeyCode("abcd efgh")]


async def test_a_profile_of_someone_else_is_left_aside() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p")
        await tell(pilot, TOWN)
        await press(pilot, "enter")
        await tell(pilot, OWN)
        screen = pilot.app.screen
        assert isinstance(screen, ProfileScreen) and screen.profile is None


async def test_leaders_are_shown_game_by_game_and_in_pages() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "p", "l")
        await tell(pilot, replace(LEADERS, total=40))
        await press(pilot, "n")
        await press(pilot, "g")
        asked = [(request.game, request.skip) for request in connection(pilot).asked(FetchLeaders)]
        assert asked[-2:] == [("splendor", 15), ("metropolys", 0)]
        await tell(pilot, LEADERS)
        await press(pilot, "enter")
        assert connection(pilot).asked(FetchProfile)[-1] == FetchProfile(2)


async def test_a_key_code_is_typed_at_the_prompt_for_a_name() -> None:
    async with run_app(online(Welcome("", True))) as pilot:
        await press(pilot, "down", *"krtmlaqw", "enter")
        assert connection(pilot).sent == [UseKeyCode("krtmlaqw")]


# Words


@pytest.mark.parametrize(
    ("info", "text"),
    [
        (PlayerInfo(1, "A"), "not here"),
        (PlayerInfo(1, "A", True), "in the lobby"),
        (PlayerInfo(1, "A", True, stage="daily"), "at the daily game"),
        (PlayerInfo(1, "A", True, "KRTMLA", "splendor", "waiting"), "at KRTMLA: Splendor, full"),
        (PlayerInfo(1, "A", True, "KRTMLA", "chess", "playing"), "at KRTMLA: chess, playing"),
    ],
)
def test_the_place_of_a_player(info: PlayerInfo, text: str) -> None:
    assert place(info) == text


def test_the_own_rank_or_what_is_missing() -> None:
    board = Leaderboard("splendor", [], 30, 5, Leader(12, 1, "Ada", 1512, 9))
    assert standing(board) == "Your rank is 12 of 30, with 1512."
    few = replace(board, yours=Leader(0, 1, "Ada", 1520, 2))
    assert standing(few) == "Players with 5 rated games are ranked; you need 3 more. Your rating is 1520."
    assert standing(replace(board, yours=None)) == "Players with 5 rated games are ranked; you need 5 more."


@pytest.mark.parametrize("braille", [True, False])
def test_a_line_of_ratings_fits(braille: bool) -> None:
    assert rating_line([], 24, braille) == rating_line([1500], 24, braille) == ""
    for history in ([1500, 1500], [1500, 1520], [*range(1400, 1460)]):
        line = rating_line(history, 24, braille)
        assert 0 < len(line) <= 24 and line.isascii() != braille


# At a real server


@pytest.mark.slow
async def test_an_invitation_reaches_a_player_who_accepts_it(folders: Path) -> None:
    async with apps_at_server(folders) as there:
        ada, ben = await there.enter("Ada"), await there.enter("Ben")
        await there.press(ada, "n", "enter")
        await wait_for_screen(ada, "room")
        await there.press(ada, "i")
        await wait_until(lambda: isinstance(ada.screen, PlayersScreen) and ada.screen.player is not None)
        await there.press(ada, "i")
        await wait_until(lambda: bool(ben.session.invitations))
        await wait_until(lambda: bool(ben.screen.query_one(OptionList).highlighted == 0))
        await there.press(ben, "enter")
        await wait_for_screen(ben, "room")
        assert ben.session.table.yours == 1 and not ada.session.invitations
