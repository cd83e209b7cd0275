"""Recap of the others' moves when a player's turn starts, if no log is on screen."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.rules.core.match import LogLine, Seat
from tabletown.tui.narration.recap import CUT, news, since
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    run_app,
    screen_lines,
    settle,
    status_text,
)
from tests.tui.sample_matches import start_match

SEATS = (Seat("You"), Seat("Hana", "easy"), Seat("Otto", "easy"))
PANELS = ("The auction", "Since your move")
"""Headings under which a large table of Metropolys tells it."""
STORY = (
    LogLine(0, 1, ("take",), "took W U G", "take white, blue and green"),
    LogLine(1, 0, ("take",), "took W R", "take white and red"),
    LogLine(2, 1, ("buy",), "bought red", "buy a level 1 red card for three blue"),
    LogLine(3, 1, ("noble",), "gained a noble", "welcome the noble"),
    LogLine(4, 2, ("take",), "took U R B", "take blue, red and black"),
)


@pytest.mark.parametrize(
    "width, text",
    [
        (120, "Hana buys a level 1 red card for three blue and welcomes the noble. Otto takes blue, red and black."),
        (78, "Hana bought red and gained a noble. Otto took U R B."),
        (46, f"{CUT} Hana gained a noble. Otto took U R B."),
        (10, f"{CUT} Otto takes blue, red and black."),
    ],
)
def test_as_much_as_there_is_room_for(width: int, text: str) -> None:
    assert news(since(STORY, 0), SEATS, width) == text


def test_nothing_is_told_before_anybody_has_moved_or_after_ones_own_move() -> None:
    assert since((), 0) == since(STORY[:2], 0) == []


def test_the_oldest_deeds_alone_give_way_one_by_one() -> None:
    """At every width as many of the newest as there is room for, also of a single player."""
    moves = [LogLine(n, 1, ("go", n), f"cleared number {n} for dollars", f"clear {n} for ${n}") for n in range(6)]
    whole = news(moves, SEATS, 999)
    assert whole.count("clears") == 6 and CUT not in whole
    for width in range(30, len(whole)):
        recap = news(moves, SEATS, width)
        kept = recap.count("clears")
        more = news(moves[-kept - 1 :], SEATS, 999)
        assert recap == f"{CUT} {news(moves[-kept:], SEATS, 999)}" and len(recap) <= width < len(f"{CUT} {more}")


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_ones_turn_begins_with_what_others_did(name: str, size: tuple[int, int]) -> None:
    """Until the cursor moves; and never where the log or the board says it."""
    match = start_match("You", "greedy", game=name)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        table = current_table(pilot)
        while not match.log or match.game.turn(match.states[-2]) == 0:
            table.play(match.legal()[0])
            await settle(pilot)
        assert table.board.state
        recap = news(table.board.recent(table.board.state), match.seats, size[0] - 2)
        if not recap:
            assert size == MIDDLE and any(words in row for row in screen_lines(pilot) for words in PANELS)
            return
        shown = table.board.shows_recap
        assert recap.startswith(("Hana", CUT)) and (status_text(pilot) == recap) != shown
        assert shown or size == SMALL or table.board.RECAP is None
        await press(pilot, "right", "left", "down")
        assert status_text(pilot) != recap


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_game_that_is_taken_up_again_begins_with_it_too(name: str, size: tuple[int, int]) -> None:
    match = start_match("You", "greedy", game=name)
    while not match.log or match.player != 0 or match.game.turn(match.states[-2]) == 0:
        match.act(match.legal()[0])
    async with run_app(make_app(Table(match, None)), size) as pilot:
        board = current_table(pilot).board
        assert board.state
        text = news(board.recent(board.state), match.seats, size[0] - 2)
        if not text:
            assert size == MIDDLE and any(words in row for row in screen_lines(pilot) for words in PANELS)
            return
        assert "Hana" in text and (status_text(pilot) == text) == (not board.shows_recap)
