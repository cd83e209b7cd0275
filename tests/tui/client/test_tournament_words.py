"""Tournaments in words: starts, rounds, results."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletown.tui.client.tournament_words import (
    can_return,
    own,
    pairing_line,
    standing_line,
    start_time,
    state,
    status,
    until,
)
from tests.tui.client.fake_server import TODAY
from tests.tui.scenes_tournaments import COMING, LISTED, ROUND, RUNNING, STANDINGS

HOUR = 3600.0


@pytest.mark.parametrize(
    ("text", "days", "start"),
    [
        ("10", 0, TODAY + 600),
        (" 90 ", 3, TODAY + 5400),
        ("19:30", 0, TODAY + 5.5 * HOUR),
        ("9:05", 0, TODAY + 19 * HOUR + 300),
        ("14:00", 0, TODAY + 24 * HOUR),
        ("19:30", 1, TODAY + 29.5 * HOUR),
        ("9:05", 1, TODAY + 19 * HOUR + 300),
        *((text, 0, None) for text in ("", "soon", "-5", "19:3", "24:00", "12:60", "1:2:3", "19:", "\u0661\u0660")),
    ],
)
def test_a_start_is_a_number_of_minutes_or_a_time_of_day(text: str, days: int, start: float | None) -> None:
    assert start_time(text, days, TODAY) == start


def test_a_moment_to_come_is_counted_within_an_hour() -> None:
    assert [until(TODAY + seconds, TODAY) for seconds in (-1, 20, 540, 7200)] == [
        "now",
        "in 20 seconds",
        "in 9 minutes",
        "Fri 27 Nov 16:00",
    ]


def test_the_next_step_of_a_tournament_is_said() -> None:
    last = replace(RUNNING, row=replace(RUNNING.row, round=4), open_games=1)
    assert status(COMING, TODAY) == "Starts in 9 minutes; joined so far: 5 of at most 16 players."
    assert status(RUNNING, TODAY) == "Round 4 starts when 2 more games end."
    assert status(last, TODAY) == "Over when 1 more game ends."
    assert status(replace(RUNNING, open_games=0, due=TODAY + 25), TODAY) == "Round 4 starts in 25 seconds."
    over = replace(RUNNING.row, stage="finished", winners=["Ada", "Ben"])
    assert status(replace(RUNNING, row=over), TODAY) == "Over: Ada and Ben share the win."
    assert status(replace(RUNNING, row=replace(over, stage="cancelled")), TODAY) == "Cancelled."
    assert state(replace(over, winners=["Ada"]), TODAY) == "won by Ada"


def test_you_are_told_where_you_stand() -> None:
    assert own(RUNNING) == "Your game of this round is on."
    assert own(replace(RUNNING, pairings=ROUND[1:])) == "You are in place 2 of 8, with 2 points."
    assert own(COMING) == "You have joined." and own(replace(COMING, standings=[])) == ""
    out = [replace(standing, withdrawn=True) for standing in STANDINGS]
    left = replace(RUNNING, pairings=[], standings=out)
    assert own(left) == "You are out." and not can_return(RUNNING)
    rounds = [replace(left.row, rounds=left.row.round + more) for more in (0, 1)]
    assert [can_return(replace(left, row=row)) for row in rounds] == [False, True]


def test_lines_of_standings_and_games() -> None:
    assert standing_line(STANDINGS[1]).split() == ["2.", "Ada", "(you)", "2", "4.5", "1", "38"]
    assert standing_line(STANDINGS[7]).split()[:3] == ["8.", "Hugo", "(out)"]
    assert pairing_line(ROUND[2]).split() == ["Finn", "0.5", ":", "0.5", "Eve", "15", ":", "15"]
    assert pairing_line(ROUND[3]).split()[-1] == "forfeit" and pairing_line(ROUND[1]).split()[-1] == "playing"
    bye = replace(ROUND[0], second="", scores=[1.0, 0.0], how="bye", code="")
    assert pairing_line(bye).split() == ["Ben", "1", "no", "opponent"]
    assert len(LISTED.tournaments) == 5
