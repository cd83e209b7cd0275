"""Screens at a server that says what the test wants: the way to a table, the waiting room, and the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Input, OptionList

from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.client.connection import Lost
from tabletown.tui.client.score_sheet import Review
from tabletown.tui.protocol.client_messages import (
    AcceptRules,
    Answer,
    Ask,
    AssignSeat,
    Join,
    Leave,
    Mute,
    Name,
    Open,
    Phrase,
    Return,
    Say,
    Sit,
    Start,
)
from tabletown.tui.protocol.server_messages import (
    Asked,
    Bye,
    ChatMessage,
    HouseRules,
    Lobby,
    Note,
    Problem,
    Settled,
    Welcome,
)
from tests.tui.app_driver import (
    QUIET,
    notifications,
    press,
    run_app,
    screen_text,
    status_text,
)
from tests.tui.client.fake_server import (
    CODE,
    LOBBY,
    ME,
    TWO,
    connection,
    ended,
    name,
    online,
    people,
    playing,
    room,
    tell,
    the_seat,
)
from tests.tui.sample_matches import match_prefix, whole_match

# The way in


async def test_who_is_new_says_a_name_first() -> None:
    async with run_app(online(Welcome("", True))) as pilot:
        await press(pilot, "enter")
        assert not connection(pilot).sent and "Enter a name first." in screen_text(pilot)
        await press(pilot, *"Ada", "enter")
        assert connection(pilot).sent == [Name("Ada")]
        await tell(pilot, Problem("name", "That name is taken.", "name"))
        assert "That name is taken." in screen_text(pilot)
        await tell(pilot, ME, LOBBY)
        assert name(pilot) == "LobbyScreen" and "You are Ada" in screen_text(pilot)


async def test_the_house_rules_are_accepted_before_the_lobby() -> None:
    rules = HouseRules("1f", "Be kind.")
    async with run_app(online(ME, rules)) as pilot:
        assert name(pilot) == "HouseRulesScreen" and "Be kind." in screen_text(pilot)
        await press(pilot, "enter", "down", "space", "a")
        assert connection(pilot).sent == [AcceptRules("1f")]
        await tell(pilot, ME, LOBBY)
        assert name(pilot) == "LobbyScreen"


async def test_the_house_rules_can_be_read_again_in_the_lobby() -> None:
    async with run_app(online(replace(ME, rules="Be kind."), LOBBY), size=(160, 40)) as pilot:
        assert "r House rules" in screen_text(pilot)
        await press(pilot, "r")
        assert (
            name(pilot) == "HouseRulesPage" and "Be kind." in screen_text(pilot) and "Accept" not in screen_text(pilot)
        )
        await press(pilot, "down", "space", "escape")
        assert name(pilot) == "LobbyScreen"
        await tell(pilot, ME, LOBBY)
        assert "House rules" not in screen_text(pilot)


async def test_a_message_of_the_day_is_shown_until_it_is_hidden_or_another_one_comes() -> None:
    """After a reconnection too; its text is shown as it is."""
    async with run_app(online(replace(ME, message="[b]Restart[/b] at 8."), LOBBY)) as pilot:
        assert "[b]Restart[/b] at 8." in screen_text(pilot) and "h Hide" in screen_text(pilot)
        await press(pilot, "h")
        assert "Restart" not in screen_text(pilot) and "T A B L E T O W N" in screen_text(pilot)
        await tell(pilot, replace(ME, message="[b]Restart[/b] at 8."), LOBBY)
        assert "Restart" not in screen_text(pilot)
        await tell(pilot, replace(ME, message="Back again."), LOBBY)
        assert "Back again." in screen_text(pilot)


async def test_a_name_typed_before_the_server_answers_is_kept() -> None:
    """In order with the keys that follow; an early Enter may arrive as a line feed."""
    async with run_app(online()) as pilot:
        await press(pilot, *"An", "backspace", *"nn")
        await tell(pilot, Welcome("", True))
        await press(pilot, "a", "enter")
        assert connection(pilot).sent == [Name("Anna")]
    async with run_app(online()) as pilot:
        await press(pilot, *"Nora", "ctrl+j")
        assert name(pilot) == "LobbyScreen", "no key of the lobby is meant"
        await tell(pilot, Welcome("", True))
        assert connection(pilot).sent == [Name("Nora")]


async def test_keys_before_the_server_answers_do_nothing_to_a_player_with_a_name() -> None:
    """Enter must not join a table that was not on the screen yet."""
    async with run_app(online()) as pilot:
        await press(pilot, "n", "enter")
        await tell(pilot, ME, LOBBY)
        assert name(pilot) == "LobbyScreen" and not connection(pilot).sent
        await press(pilot, "enter")
        assert len(connection(pilot).sent) == 1


async def test_a_player_can_quit_before_the_server_answers() -> None:
    async with run_app(online()) as pilot:
        await press(pilot, "q")
        assert not pilot.app.is_running


async def test_a_guest_comes_back_with_a_code() -> None:
    async with run_app(online(Welcome("", True, guest="KQRTMLAUHEWZ"))) as pilot:
        await press(pilot, "down", *"abc", "enter")
        assert connection(pilot).sent == [Return("abc")]
        await tell(pilot, Welcome("Ada", False, guest="ABC"), Lobby([], 1))
        assert "Guest code: ABC" in screen_text(pilot)


async def test_tables_are_joined_and_watched_from_the_list() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "down", "enter", "down", "w")
        assert connection(pilot).sent == [Join("QWZUIF"), Join("HHDKAS", watch=True)]
        await tell(pilot, Lobby(LOBBY.tables[1:], 8))
        assert pilot.app.screen.query_one(OptionList).highlighted == 1, "the cursor stays at its table"


async def test_a_table_is_joined_by_its_code_and_password() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "c", *"xyz", "enter")
        assert not connection(pilot).sent and "6 letters" in notifications(pilot)
        await press(pilot, "c", *"qwzuif", "enter")
        assert connection(pilot).sent == [Join("QWZUIF")]
        await tell(pilot, Problem("join", "This table has a password.", "password"))
        assert pilot.app.screen.query_one(Input).password
        await press(pilot, *"sesame", "enter")
        assert connection(pilot).sent[1:] == [Join("QWZUIF", "sesame")]
        await press(pilot, "c", "escape")
        assert pilot.app.screen.query_one(OptionList).has_focus


async def test_the_news_of_a_closed_table_is_shown_in_the_lobby() -> None:
    text = "Your game of Splendor at table KRTMLA was closed: nobody had moved for 30 days. The server keeps a copy."
    async with run_app(online(ME)) as pilot:
        await tell(pilot, Note(text), LOBBY)
        assert name(pilot) == "LobbyScreen" and notifications(pilot) == text


async def test_a_line_to_type_in_says_what_for_and_how_it_ends() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "c", *"KRT")
        assert re.search(r"Table code: KRT +Enter joins, Esc cancels", screen_text(pilot))
    async with run_app(online(ME, room(people("Ada", "Ben")))) as pilot:
        await press(pilot, "apostrophe", *"Hello")
        assert re.search(r"Message: Hello +Enter sends, Esc cancels", screen_text(pilot))
        await press(pilot, "escape")
        assert "Message:" not in screen_text(pilot)


async def test_a_table_is_opened() -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "n", "down", "right", "down", "right", "down", "down", "right", "down", *"key", "enter")
        (request,) = connection(pilot).asked(Open)
        assert request.game == "splendor" and request.options == {"module": "cities"}
        assert request.seats == ["", "", "novice"] and request.password == "key"


# The waiting room


async def test_the_host_puts_bots_on_seats_and_begins() -> None:
    async with run_app(online(ME, room(people("Ada", "", "Ben")))) as pilot:
        assert "  ".join(CODE[:1]) in screen_text(pilot) and "1 seat open" in screen_text(pilot)
        await press(pilot, "s", "down", "b")
        assert connection(pilot).sent == [AssignSeat(1, "easy")], "the game starts only when all seats are taken"
        await tell(pilot, room(people("Ada", "easy", "Ben")))
        await press(pilot, "b", "o", "down", "b", "o", "up", "up", "o", "s")
        assert connection(pilot).sent[1:] == [AssignSeat(1, "medium"), AssignSeat(1), AssignSeat(2), Start()]


async def test_the_invitation_is_a_whole_command() -> None:
    app = online(ME, room(people("Ada", "")))
    async with run_app(app) as pilot:
        assert f"ssh -p 2222 -t town.example.org join {CODE}" in screen_text(pilot)


async def test_seats_are_changed_by_consent() -> None:
    ask = Asked(4, "swap", "Ben", 0, True, "Ben asks Ada to swap seats.")
    async with run_app(online(ME, room(people("Ben", "Ada", ""), host="Ben", hosting=False))) as pilot:
        await press(pilot, "enter", "down", "enter", "down", "enter", "b", "o", "s", "y")
        assert connection(pilot).sent == [Sit(0), Sit(2)], "your own seat is refused, and guests seat no bots"
        await tell(pilot, ask)
        assert "to swap seats. (y accept, ! decline)" in screen_text(pilot)
        await press(pilot, "exclamation_mark")
        assert connection(pilot).sent[2:] == [Answer(4, False)]
        await tell(pilot, Settled(4, False))
        assert "swap seats" not in screen_text(pilot)
        await press(pilot, "q")
        assert connection(pilot).sent[3:] == [Leave()]


async def test_one_talks() -> None:
    async with run_app(online(ME, room(people("Ada", "Ben")), ChatMessage("Cleo", "may I?", True))) as pilot:
        assert "Cleo (spectator): may I?" in screen_text(pilot)
        await press(pilot, "apostrophe", *"hi q", "enter", "apostrophe", "2", "apostrophe", "h", "escape", "M")
        assert connection(pilot).sent == [Say("hi q"), Phrase(2), Mute(True)]
        await tell(pilot, ChatMessage("Ada", "[b]hi[/b]", False), Note("Ben gets up."))
        assert "Ada: [b]hi[/b]" in screen_text(pilot) and "Ben gets up." in screen_text(pilot)


# The end, and the connection


async def test_the_end_is_the_ordinary_one_without_files_and_bots(folders: Path) -> None:
    match = whole_match(TWO, 2)
    async with run_app(online(ME, *playing(match, 0), *ended(match))) as pilot:
        assert name(pilot) == "OnlineScoreSheet" and "Ben wins" in screen_text(pilot)
        await press(pilot, "e", "s", "v", "i", "n", "s", "enter", "enter")
        assert name(pilot) == "Review" and status_text(pilot, "prompt").startswith("Move 2 of ")
        review = pilot.app.screen
        assert isinstance(review, Review) and review.viewer() == 0 and not review.analysis.progress
        await press(pilot, "escape", "r")
        assert connection(pilot).sent == [Ask("rematch")]
        await tell(pilot, Asked(2, "rematch", "Ben", 1, True, "Ben asks for a rematch."))
        await press(pilot, "y", "q")
        assert connection(pilot).sent[1:] == [Answer(2, True), Leave()]
    assert not list(folders.rglob("*"))


async def test_a_lost_line_is_said_and_one_sits_at_the_same_decision() -> None:
    match = match_prefix(whole_match(TWO, 2), 4)
    async with run_app(online(ME, *playing(match, 0))) as pilot:
        await press(pilot, "colon", "t")
        await tell(pilot, Lost(0.5), Lost(4.0))
        assert name(pilot) == "Disconnected" and "Reconnecting in 4 seconds" in screen_text(pilot)
        assert connection(pilot).return_table == (CODE, False)
        await tell(pilot, ME, *playing(match, 0))
        assert len(pilot.app.screen_stack) == 2 and the_seat(pilot).active
        await press(pilot, "w")
        assert the_seat(pilot).selection.picked


async def test_a_goodbye_ends_the_program_with_its_sentence() -> None:
    app = online(ME, LOBBY)
    async with run_app(app) as pilot:
        await tell(pilot, Bye("You continued in another window.", "replaced"))
    assert app.farewell == "You continued in another window." and app.return_code == 0


@pytest.mark.slow
async def test_settings_hold_for_the_session_alone(folders: Path) -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "s", "right")
        assert pilot.app.settings.theme != QUIET.theme and str(folders) not in screen_text(pilot)  # type: ignore[attr-defined]
        assert "Kept until you disconnect" in screen_text(pilot)
        await press(pilot, "escape", "question_mark", "space")
        assert "Play other people on this server" in screen_text(pilot)
    assert not list(folders.rglob("*"))


@pytest.mark.slow
async def test_places_change_under_whatever_is_open() -> None:
    match: Match = match_prefix(whole_match(TWO, 2), 0)
    app: TabletownApp = online(ME, room(people("Ada", "Ben")))
    async with run_app(app) as pilot:
        await press(pilot, "question_mark")
        await tell(pilot, *playing(match, 0))
        assert name(pilot) == "TableScreen" and len(app.screen_stack) == 2
        await pilot.resize_terminal(60, 20)
        await tell(pilot, LOBBY)
        await pilot.pause()
        assert name(pilot) == "TooSmall"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert name(pilot) == "LobbyScreen"
