"""Clocks on screen: the client counts the seconds itself, and repaints nothing but the clocks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletown.tui.client.app import OnlineApp
from tabletown.tui.client.clocks import ClockLine, clock_line, time_sentence, time_words
from tabletown.tui.protocol.client_messages import Act, Open, SetNotices
from tabletown.tui.protocol.clocks import BOT, DAY, HOUR, LOSS
from tabletown.tui.protocol.server_messages import Clocks, Lobby, Notices, Room
from tests.tui.app_driver import QUIET, press, run_app, screen_text, status_text
from tests.tui.client.fake_server import ME, at_table, connection, online, people, room, row, tell, the_seat


@pytest.mark.parametrize(
    ("seconds", "words", "sentence"),
    [
        (0.0, "0:00", "0 seconds"),
        (29.2, "0:30", "30 seconds"),
        (271.1, "4:32", "5 minutes"),
        (HOUR, "1 hour", "1 hour"),
        (5.6 * HOUR, "6 hours", "6 hours"),
        (47 * HOUR, "2 days", "2 days"),
        (7 * DAY, "7 days", "7 days"),
    ],
)
def test_times_are_said_in_words_or_digits(seconds: float, words: str, sentence: str) -> None:
    assert (time_words(seconds), time_sentence(seconds)) == (words, sentence)


def test_names_are_cut_to_the_room() -> None:
    names, left = ("Aleksandra", "Hard", "Konstantin"), (600.0, None, 59.0)
    assert clock_line(names, left, 2, ">", 60) == " Aleksand 10:00 >Konstant  0:59"
    assert clock_line(names, left, 2, ">", 24) == " Alek 10:00 >Kons  0:59"
    assert clock_line(names, left, 2, ">", 5) == " Al 10:00 >Ko  0:59", "never less than that"
    days = clock_line(("Ada", "Ben", "Cleo", "Dan"), (2 * DAY, 2 * DAY, 9000.0, 59.0), 0, ">", 32)
    assert days == ">Ad   2 d  Be   2 d  Cl   2 h  Da  0:59"
    assert len(clock_line(names, (599.0, None, 59.0), 2, ">", 60)) == len(clock_line(names, left, 2, ">", 60))


class Passing:
    """Time that passes when a test says so."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def at_clock(*messages: Any, **other: Any) -> tuple[OnlineApp, Passing]:
    app, time = at_table(*messages, clock=other.pop("clock", "5+5"), **other), Passing()
    app.session.now = time
    return app, time


async def test_seconds_are_counted_without_messages_and_without_the_board() -> None:
    app, time = at_clock(4, 0, Clocks([100.0, 200.0], 0))
    async with run_app(app) as pilot:
        screen = the_seat(pilot)
        assert "Ada  1:40  Ben  3:20" in status_text(pilot, "clocks")
        painted: list[object] = []
        screen.board.refresh = lambda *args, **more: painted.append(args) or screen.board  # type: ignore[method-assign]
        time.seconds = 41.0
        screen.query_one(ClockLine).show()
        await pilot.pause()
        assert "Ada  0:59  Ben  3:20" in status_text(pilot, "clocks")
        assert not painted and not connection(pilot).sent


async def test_a_player_is_warned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bells: list[int] = []
    monkeypatch.setattr(OnlineApp, "ring", lambda self: bells.append(1))
    app, time = at_clock(4, 0, Clocks([100.0, 200.0], 0))
    async with run_app(app) as pilot:
        line, before = the_seat(pilot).query_one(ClockLine), len(bells)
        time.seconds = 71.0
        line.show()
        assert status_text(pilot).startswith("You have 29 seconds left.")
        assert line.has_class("alarm") and len(bells) == before + 1
        time.seconds = 72.0
        line.show()
        assert len(bells) == before + 1
        await tell(pilot, Clocks([33.0, 200.0], 1))
        assert not line.has_class("alarm") and "seconds left" not in status_text(pilot)


async def test_a_player_whose_time_has_run_out_cannot_move() -> None:
    app, _ = at_clock(0, 0, Clocks([3.0, 200.0], 0))
    async with run_app(app) as pilot:
        assert status_text(pilot, "prompt").startswith("Your turn")
        ada, ben = people("Ada", "Ben")
        await tell(pilot, room([replace_bot(ada), ben], "playing", clock="5+5"), Clocks([0.0, 200.0], None))
        assert status_text(pilot, "prompt") == "A bot (medium) is playing for Ada"
        await press(pilot, "w", "u", "g", "enter")
        assert not connection(pilot).asked(Act)


def replace_bot(seat_info: Any) -> Any:
    return type(seat_info)(seat_info.name, bot="medium", person=True)


async def test_in_a_slow_game_no_bot_is_asked_for() -> None:
    app, _ = at_clock(5, 0, Clocks([DAY, DAY], 1), clock="1d", away=["Ben"])
    async with run_app(app) as pilot:
        assert status_text(pilot, "prompt") == "Ben's turn" and "24 hours" in status_text(pilot, "clocks")
        await press(pilot, "B")
        assert not connection(pilot).sent


def lobby(*turns: bool) -> Lobby:
    codes = ("KRTMLA", "QWZUIF", "HHDKAS")
    rows = zip(codes, turns, strict=False)
    return Lobby([row(code, people("Ada", "Ben"), "playing", yours=True, turn=turn) for code, turn in rows], 2)


async def test_the_lobby_calls_to_games_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """With bell and title when they become more."""
    bells: list[int] = []
    titles: list[str] = []
    monkeypatch.setattr(OnlineApp, "ring", lambda self: bells.append(1))
    monkeypatch.setattr(OnlineApp, "set_title", lambda self, text: titles.append(text))
    async with run_app(online(ME, lobby(True, False))) as pilot:
        assert "1 game is waiting for you" in screen_text(pilot) and len(bells) == 1
        await tell(pilot, lobby(True, True, True))
        assert "3 games are waiting for you" in screen_text(pilot) and len(bells) == 2
        assert titles[-1] == "3 games are waiting for you - Tabletown"
        await tell(pilot, lobby(True, False))
        assert len(bells) == 2
        await tell(pilot, lobby(False, False))
        assert "waiting for you" not in screen_text(pilot) and titles[-1] == "Tabletown"


async def test_a_table_with_a_clock_is_opened() -> None:
    async with run_app(online(ME, lobby())) as pilot:
        await press(pilot, "n", "up", "right", "right", "down", "right", "enter")
        (request,) = connection(pilot).asked(Open)
        assert (request.clock, request.timeout) == ("10+10", LOSS)
    async with run_app(online(ME, lobby())) as pilot:
        await press(pilot, "n", "enter")
        (request,) = connection(pilot).asked(Open)
        assert (request.clock, request.timeout) == ("none", BOT)


async def test_the_waiting_room_says_what_the_clock_is() -> None:
    waiting: Room = room(people("Ada", ""), clock="1d", timeout=LOSS)
    async with run_app(online(ME, waiting, settings=replace(QUIET))) as pilot:
        assert "slow 1 day (out of time: the game is lost)" in screen_text(pilot)


async def test_notices_are_turned_on_in_the_settings() -> None:
    """With an address, whose letters are not taken for keys; all is sent when the screen closes."""
    async with run_app(online(ME, Notices(False, "", True), lobby())) as pilot:
        await press(pilot, "s", "up", "up", "right", "down", *"quiz@r.org")
        assert not connection(pilot).sent and "quiz@r.org" in screen_text(pilot)
        await press(pilot, "escape")
        assert connection(pilot).sent == [SetNotices(True, "quiz@r.org")]


async def test_settings_without_a_change_send_nothing() -> None:
    for notices in ([Notices(True, "", False)], []):
        async with run_app(online(ME, *notices, lobby())) as pilot:
            await press(pilot, "s")
            assert ("Notices" in screen_text(pilot)) == bool(notices) and "Address" not in screen_text(pilot)
            await press(pilot, "escape")
            assert not connection(pilot).sent
