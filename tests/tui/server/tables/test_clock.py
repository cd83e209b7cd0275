"""The clocks of a table by themselves: time comes in as a number."""

from __future__ import annotations

import pytest

from tabletown.tui.protocol.clocks import BOT, CLOCKS, DAY, HOUR, LOSS, is_slow, named
from tabletown.tui.server.tables.clock import Clock

START = 1000.0


def live(seat: int | None = 0) -> Clock:
    return Clock("5+5").started(2, seat, START)


def slow() -> Clock:
    return Clock("3d", LOSS).started(3, 1, START)


def test_the_clock_of_the_player_to_move_runs_alone() -> None:
    assert (live().left_of(0, START + 12), live().left_of(1, START + 12)) == (288, 300)


def test_a_move_in_a_live_game_adds_seconds_and_starts_the_next_clock() -> None:
    clock = live().moved(1, START + 12)
    assert clock.left == (293, 300) and (clock.seat, clock.since) == (1, START + 12)
    assert clock.left_of(0, START + 60) == 293 and clock.left_of(1, START + 60) == 252


def test_several_decisions_in_a_row_add_seconds_once() -> None:
    turn = live().moved(0, START + 12).moved(0, START + 14)
    assert turn.left_of(0, START + 14) == 286
    assert turn.moved(1, START + 20).left == (285, 300)


def test_each_decision_in_a_slow_game_has_the_whole_time() -> None:
    assert slow().moved(1, START + 2 * DAY).left_of(1, START + 2 * DAY) == 3 * DAY


def test_a_move_in_a_slow_game_gives_the_whole_time_again() -> None:
    clock = slow().moved(2, START + 2 * DAY)
    assert clock.left == (3 * DAY,) * 3 and clock.left_of(2, START + 3 * DAY) == 2 * DAY


def test_no_clock_runs_while_a_bot_decides() -> None:
    clock = live().moved(None, START + 10)
    assert clock.left == (295, 300) and clock.expired(START + DAY) is None
    assert clock.moved(1, START + DAY).left_of(1, START + DAY + 1) == 299


def test_the_time_runs_out_once() -> None:
    clock = live()
    assert clock.expired(START + 299.9) is None and clock.expired(START + 300) == 0
    stopped = clock.switched(None, START + 301)
    assert stopped.left == (0, 300) and stopped.expired(START + DAY) is None


def test_without_a_move_the_time_used_is_kept() -> None:
    """As after an undo, or when a bot takes over and its player returns."""
    clock = live().switched(1, START + 30).switched(0, START + 40)
    assert clock.left == (270, 290) and clock.switched(0, START + 50) == clock
    assert live(None).switched(0, START + 50).left_of(0, START + 60) == 290


def test_a_player_who_returns_to_a_slow_game_has_the_time_for_a_move() -> None:
    clock = slow().switched(None, START + 3 * DAY).renewed(1).switched(1, START + 4 * DAY)
    assert clock.left_of(1, START + 4 * DAY) == 3 * DAY


@pytest.mark.parametrize(("control", "seconds"), [("5+5", 30), ("30+30", 30), ("1d", 6 * HOUR), ("7d", 6 * HOUR)])
def test_players_are_warned_before_the_end(control: str, seconds: float) -> None:
    clock, whole = Clock(control).started(2, 1, START), CLOCKS[control].time
    assert clock.due_warning(START + whole - seconds - 1) is None
    assert clock.due_warning(START + whole - seconds) == 1


def test_a_table_without_clocks_has_no_times() -> None:
    clock = Clock().started(2, 0, START).moved(1, START + 9).switched(0, START + 10)
    assert clock == Clock() and clock.expired(START + DAY) is None and clock.to_stored() == {}


@pytest.mark.parametrize("clock", [Clock(), Clock("5+5", LOSS), live().moved(1, START + 7.25), slow()])
def test_clocks_are_stored_whole(clock: Clock) -> None:
    assert Clock.from_stored(clock.to_stored(), len(clock.left) or 2) == clock


@pytest.mark.parametrize("change", [{"control": "6+6"}, {"timeout": "nothing"}, {"left": [1]}, {"left": ["x", 1]}])
def test_damaged_clocks_are_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Clock.from_stored({**live().to_stored(), **change}, 2)


def test_clocks_have_names() -> None:
    assert [named(key) for key in ("none", "5+5", "1d", "7d")] == ["", "live 5+5", "slow 1 day", "slow 7 days"]
    assert [is_slow(key) for key in ("none", "5+5", "1d")] == [False, False, True] and Clock().timeout == BOT
