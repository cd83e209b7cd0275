"""The table of an online game at a server that says what the test wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs
from textual._xterm_parser import XTermParser

from tabletown import rules
from tabletown.tui.model import actions
from tabletown.tui.protocol.client_messages import (
    Act,
    Answer,
    Ask,
    Look,
    Phrase,
    Resign,
)
from tabletown.tui.protocol.daily_messages import AskCoach, AskHint, CoachWarning, CoachWarnings, Hint, SetCoach
from tabletown.tui.protocol.server_messages import (
    Asked,
    ChatMessage,
    Looked,
    Problem,
    Settled,
    Undone,
)
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.server.tables import views
from tests.tui.app_driver import (
    QUIET,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.client.fake_server import (
    CODE,
    ME,
    TWO,
    at_table,
    connection,
    moved,
    online,
    people,
    playing,
    room,
    tell,
    the_seat,
)
from tests.tui.sample_matches import match_prefix, whole_match


async def test_what_is_chosen_is_sent_once_and_shown_when_it_comes_back() -> None:
    match = match_prefix(whole_match(TWO, 2), 0)
    async with run_app(online(ME, *playing(match, 0))) as pilot:
        await press(pilot, "w", "u", "g", "enter", "enter")
        assert connection(pilot).sent == [Act(0, ["take", (0, 1, 2)])]
        match.act(("take", (0, 1, 2)))
        await tell(pilot, moved(match, 0))
        assert "Ben's turn" in status_text(pilot, "prompt") and the_seat(pilot).match.log == [match.line(0)]
        assert "take white" in "".join(line.text for line in the_seat(pilot).story())


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


async def test_the_window_loses_the_focus_right_after_enter() -> None:
    """A terminal sends both at once: the typed move is played, and nothing else."""
    async with run_app(at_table(0)) as pilot:
        await press(pilot, "colon", *"take rr")
        for message in XTermParser().feed("\r\x1b[O"):
            pilot.app.post_message(message)
        await settle(pilot)
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
        assert status_text(pilot, "prompt") == "Ben is away; press B to ask for a bot to take over"
        await press(pilot, "B")
        assert connection(pilot).sent == [Ask("bot", 1)]
        ben = replace_seat(people("Ada", "Ben", away=["Ben"])[1])
        await tell(pilot, room([*people("Ada"), ben], "playing"))
        assert status_text(pilot, "prompt") == "A bot (hard) is playing for Ben"
        assert the_seat(pilot).board.state.seats[1].bot == "hard"  # type: ignore[union-attr]


async def test_resigning_and_ending_need_a_second_press() -> None:
    """The line below the board says what happens; any other key forgets the first press."""
    async with run_app(at_table(4), size=(80, 24)) as pilot:
        await tell(pilot, ChatMessage("Ben", "Well played!", False))
        await press(pilot, "R")
        assert status_text(pilot) == "You lose the game, and a bot plays on for good. Press R again to resign."
        await press(pilot, "i", "R", "F")
        assert status_text(pilot) == "This asks everyone to end the game without a result. Press F again to ask."
        assert not connection(pilot).sent
        await press(pilot, "F", "R", "R")
        assert connection(pilot).sent == [Ask("end"), Resign()]


async def test_without_other_people_a_game_closes_when_its_player_leaves() -> None:
    async with run_app(at_table(4)) as pilot:
        await tell(pilot, room(people("Ada", "hard"), "playing"))
        await press(pilot, "R")
        assert status_text(pilot) == "The game closes without a result. Press R again to resign."
        await press(pilot, "F")
        assert status_text(pilot) == "The game closes without a result. Press F again to end it."


async def test_the_seat_of_a_replaced_player_is_given_away_at_the_second_press() -> None:
    async with run_app(at_table(5)) as pilot:
        await press(pilot, "G", "G")
        assert not connection(pilot).sent, "nobody is replaced"
        ben = replace_seat(people("Ada", "Ben", away=["Ben"])[1])
        await tell(pilot, room([*people("Ada"), ben], "playing"))
        await press(pilot, "G")
        assert status_text(pilot) == "Ben would lose the seat for good. Press G again to ask."
        await press(pilot, "G")
        assert connection(pilot).sent == [Ask("replace", 1)]


async def test_one_who_resigned_watches_the_game() -> None:
    """What the player knew is replaced by what a spectator sees, and the keys of players do nothing."""
    match = match_prefix(whole_match(TWO, 2), 26)
    async with run_app(online(ME, *playing(match, 0))) as pilot:
        await press(pilot, "w", "u")
        _, *messages = playing(match, None)
        await tell(pilot, room([*people("hard", "Ben")], "playing", yours=None, host="Ben", hosting=False), *messages)
        await press(pilot, "R", "R", "F", "F", "enter", "w", "enter")
        assert not connection(pilot).sent and the_seat(pilot).viewer() is None
        assert the_seat(pilot).board.state.view == match.view(26, None)  # type: ignore[union-attr]
        assert "Hana" in screen_text(pilot) and connection(pilot).return_table == (CODE, True)


def replace_seat(seat_info: Any) -> Any:
    return structs.replace(seat_info, bot="hard")


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
    assert len(texts) == 2 and all(action.tooltip.endswith("next player goes first") for action in texts)


def test_no_key_of_the_seat_is_taken_by_a_board() -> None:
    """Nor typed on one."""
    own = {key for action in actions.actions("chat") for key in action.keys} | {
        key for action in actions.actions("online-table") if action.id.startswith("seat.") for key in action.keys
    }
    for game in rules.GAMES:
        taken = {key for action in (*actions.actions("board"), *actions.actions(game)) for key in action.keys}
        assert not own & taken and not own & set(board_class(game).TYPED)
    fixed = [id for id in actions.known_actions() if id.startswith(("talk.", "seat.", "lobby."))]
    assert not fixed, "keys at a server are fixed"


async def test_a_hint_at_a_practice_table_picks_the_move_until_the_next_one() -> None:
    async with run_app(at_table(0, practice=True)) as pilot:
        await press(pilot, "i")
        assert connection(pilot).sent == [AskHint(0)] and "Thinking ..." in status_text(pilot, "detail")
        await tell(pilot, Hint(0, ["take", [0, 1, 2]], 0.5, [], [(["take", [0, 1, 3]], 0.4)]))
        assert "Hint: take white, blue and green" in screen_text(pilot) and "about 50% to win" in screen_text(pilot)
        assert the_seat(pilot).selection.action() == ("take", (0, 1, 2))
        await tell(pilot, Problem("askhint", "Too fast; wait a moment and try again."), Hint(0, [], 0.0, [], []))
        assert "No hint available" in status_text(pilot, "detail")
        await press(pilot, "enter")
        assert Act(0, ["take", (0, 1, 2)]) in connection(pilot).sent


async def test_the_coach_of_a_practice_table_stops_a_move_until_the_next_key() -> None:
    async with run_app(at_table(0, practice=True)) as pilot:
        await press(pilot, "K")
        assert connection(pilot).sent == [SetCoach(True)]
        room = the_seat(pilot).session.table
        seats = [structs.replace(room.seats[0], coached=True), *room.seats[1:]]
        await tell(pilot, structs.replace(room, seats=seats))
        assert connection(pilot).sent[1:] == [AskCoach(0)] and "practice, coach on" in screen_text(pilot)
        warning = CoachWarning(["take", [0, 1, 2]], "This lowers your winning chances from 64% to 46%.", False)
        await tell(pilot, CoachWarnings(1, [warning]), CoachWarnings(0, [warning]))
        await press(pilot, "colon", *"take wug", "enter")
        assert len(connection(pilot).sent) == 2 and "lowers your winning" in screen_text(pilot)
        assert "Enter plays, Esc cancels" in screen_text(pilot) and "best move" in screen_text(pilot)
        await press(pilot, "enter")
        assert connection(pilot).sent[2:] == [Act(0, ["take", (0, 1, 2)])]


async def test_other_tables_say_that_they_have_no_hints() -> None:
    async with run_app(at_table(0)) as pilot:
        await press(pilot, "i")
        assert not connection(pilot).sent and "Hints are for practice tables only." in status_text(pilot, "detail")
        await press(pilot, "K")
        assert not connection(pilot).sent and "coach is for practice tables only." in status_text(pilot, "detail")
    async with run_app(at_table(0, None, practice=True)) as pilot:
        await press(pilot, "i")
        assert not connection(pilot).sent and "practice" in screen_text(pilot)
