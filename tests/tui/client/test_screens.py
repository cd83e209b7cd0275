"""Screens at a server that says what the test wants: the way to a table, the waiting room, the game, and its end."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.client.connection import Incoming, Lost
from tabletown.tui.client.score_sheet import Review
from tabletown.tui.client.table import TableScreen
from tabletown.tui.model import actions
from tabletown.tui.protocol.client_messages import (
    Act,
    Answer,
    Ask,
    AssignSeat,
    Join,
    Leave,
    Look,
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
    Lobby,
    Looked,
    Note,
    Problem,
    Settled,
    Undone,
    Welcome,
)
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.server.tables import views
from tests.tui.app_driver import (
    QUIET,
    notifications,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.client.fake_server import (
    CODE,
    LOBBY,
    ME,
    FakeConnection,
    ended,
    fake,
    moved,
    online,
    people,
    playing,
    room,
)
from tests.tui.sample_matches import match_prefix, whole_match

TWO = ("Ada", "Ben")


def at_table(plies: int, player: int | None = 0, *messages: Any, **other: Any) -> Any:
    """Ada at a game after that many plies."""
    return online(ME, *playing(match_prefix(whole_match(TWO, 2), plies), player, **other), *messages)


def connection(pilot: Pilot[Any]) -> FakeConnection:
    return fake(pilot.app)


async def tell(pilot: Pilot[Any], *messages: Incoming) -> None:
    """Let the server send that, and wait for its effect."""
    await connection(pilot).say(*messages)
    await settle(pilot)


def the_seat(pilot: Pilot[Any]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def name(pilot: Pilot[Any]) -> str:
    return type(pilot.app.screen).__name__


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


# At the board


async def test_what_is_chosen_is_sent_once_and_shown_when_it_comes_back() -> None:
    match = match_prefix(whole_match(TWO, 2), 0)
    async with run_app(online(ME, *playing(match, 0))) as pilot:
        await press(pilot, "w", "u", "g", "enter", "enter")
        assert connection(pilot).sent == [Act(0, ["take", (0, 1, 2)])]
        match.act(("take", (0, 1, 2)))
        await tell(pilot, moved(match, 0))
        assert "Ben's turn" in status_text(pilot, "prompt") and the_seat(pilot).match.log == [match.line(0)]
        assert "take white" in "".join(one.text for one in the_seat(pilot).story())


async def test_what_the_server_refuses_is_said_and_can_be_mended() -> None:
    async with run_app(at_table(0)) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        await tell(pilot, Problem("act", "The bank has no white left."))
        assert status_text(pilot) == "The bank has no white left."
        await press(pilot, "escape", "g", "r", "b", "enter")
        assert len(connection(pilot).asked(Act)) == 2


async def test_a_move_is_typed() -> None:
    async with run_app(at_table(0)) as pilot:
        await press(pilot, "colon", *"take rr", "enter")
        assert connection(pilot).sent == [Act(0, ["take", (3, 3)])]


async def test_positions_of_the_past_are_asked_for() -> None:
    match = match_prefix(whole_match(TWO, 2), 21)
    async with run_app(online(ME, *playing(match, 0))) as pilot:
        await press(pilot, "left_square_bracket")
        assert connection(pilot).sent == [Look(20)] and "Ben's turn" in status_text(pilot, "prompt")
        await tell(pilot, Looked(20, views.view(match, 20, 0)))
        assert "Viewing move 20 of 21" in status_text(pilot, "prompt")
        assert the_seat(pilot).board.state.view == match.view(20, 0)  # type: ignore[union-attr]
        await press(pilot, "right_square_bracket", "left_square_bracket")
        assert "Viewing move 20 of 21" in status_text(pilot, "prompt") and len(connection(pilot).sent) == 1
        match.act(whole_match(TWO, 2).log[21])
        await tell(pilot, moved(match, 0))
        assert "Your turn" in status_text(pilot, "prompt"), "one is called back when it is one's turn"


async def test_a_move_is_taken_back_and_the_question_answered() -> None:
    match = match_prefix(whole_match(TWO, 2), 5)
    async with run_app(online(ME, *playing(match, 1, host="Ben", hosting=False))) as pilot:
        await tell(pilot, Asked(7, "undo", "Ada", 0, True, "Ada asks to take back a move."))
        assert status_text(pilot, "prompt") == "Ada asks to take back a move. (y accept, ! decline)"
        await press(pilot, "z", "w", "y")
        assert connection(pilot).sent == [Answer(7, True)] and the_seat(pilot).selection.picked, (
            "picks wait for the answer"
        )
        match.undo()
        undone = Undone(4, views.view(match, 4, 1), match.player, views.legal(match, 1))
        await tell(pilot, Settled(7, True), undone)
        assert len(the_seat(pilot).match.log) == 4 and "Ada's turn" in status_text(pilot, "prompt")


async def test_undo_is_asked_for_after_ones_own_move_alone() -> None:
    async with run_app(at_table(5)) as pilot:
        await press(pilot, "z")
        assert connection(pilot).sent == [Ask("undo")]
    async with run_app(at_table(4)) as pilot:
        await press(pilot, "z", "i", "y")
        assert not connection(pilot).sent


async def test_who_is_away_is_said_and_a_bot_asked_for() -> None:
    async with run_app(at_table(5, away=["Ben"])) as pilot:
        assert status_text(pilot, "prompt") == "Waiting for Ben, who is away; B asks for a bot"
        await press(pilot, "B")
        assert connection(pilot).sent == [Ask("bot", 1)]
        ben = replace_seat(people("Ada", "Ben", away=["Ben"])[1])
        await tell(pilot, room([*people("Ada"), ben], "playing"))
        assert status_text(pilot, "prompt") == "Bot (hard) playing for Ben"
        assert the_seat(pilot).board.state.seats[1].bot == "hard"  # type: ignore[union-attr]


def replace_seat(seat_info: Any) -> Any:
    from msgspec.structs import replace as other

    return other(seat_info, bot="hard")


async def test_who_looks_on_sees_what_all_see_and_picks_nothing() -> None:
    match = match_prefix(whole_match(TWO, 2), 26)
    async with run_app(online(ME, *playing(match, None))) as pilot:
        put_cursor(pilot, "gem", 0)
        await press(pilot, "space", "enter", "z", "colon", "B", "apostrophe", "1")
        assert connection(pilot).sent == [Phrase(1)]
        assert the_seat(pilot).board.state.view == match.view(26, None)  # type: ignore[union-attr]
        assert connection(pilot).return_table == (CODE, True)


async def test_the_bell_and_the_title_call_to_turn() -> None:
    match, calls = match_prefix(whole_match(TWO, 2), 5), []
    app = online(ME, *playing(match, 0), settings=replace(QUIET, bell="on"))
    app.set_title = calls.append  # type: ignore[method-assign]
    app.bell = lambda: calls.append("bell")  # type: ignore[method-assign]
    async with run_app(app) as pilot:
        assert calls == ["Splendor - Tabletown"]
        match.act(whole_match(TWO, 2).log[5])
        await tell(pilot, moved(match, 0))
        assert calls[1:] == ["Your turn - Tabletown", "bell"]


async def test_what_is_said_shows_until_the_next_key() -> None:
    async with run_app(at_table(4)) as pilot:
        await tell(pilot, ChatMessage("Ben", "Well played!", False))
        assert status_text(pilot) == "Ben: Well played!"
        await press(pilot, "right")
        assert "Well played" not in status_text(pilot)
        await press(pilot, "apostrophe")
        assert "Ben: Well played!" in screen_text(pilot) and "4 Thank you." in screen_text(pilot)
        await press(pilot, ":", "h", "z", "escape", "w")
        assert not connection(pilot).sent and the_seat(pilot).selection.picked


def test_a_rematch_says_that_the_next_seat_starts() -> None:
    """Here and at one keyboard the seats move on by one."""
    texts = [
        action for page in ("over", "online-over") for action in actions.actions(page) if action.id == "over.rematch"
    ]
    assert len(texts) == 2 and all(action.tooltip.endswith("; the next player goes first") for action in texts)


def test_no_key_of_the_seat_is_taken_by_a_board() -> None:
    """Nor typed on one."""
    own = {key for action in actions.actions("chat") for key in action.keys} | set(actions.action("seat.bot").keys)
    for game in rules.GAMES:
        taken = {key for action in (*actions.actions("board"), *actions.actions(game)) for key in action.keys}
        assert not own & taken and not own & set(board_class(game).TYPED)
    fixed = [id for id in actions.known_actions() if id.startswith(("talk.", "seat.", "lobby."))]
    assert not fixed, "keys at a server are fixed"


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


async def test_settings_hold_for_the_session_alone(folders: Path) -> None:
    async with run_app(online(ME, LOBBY)) as pilot:
        await press(pilot, "s", "right")
        assert pilot.app.settings.theme != QUIET.theme and str(folders) not in screen_text(pilot)  # type: ignore[attr-defined]
        assert "Kept until you disconnect" in screen_text(pilot)
        await press(pilot, "escape", "question_mark")
        assert "Play other people on this server" in screen_text(pilot)
    assert not list(folders.rglob("*"))


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
