"""The log of Metropolys: who won an auction, and what hidden values leave of it."""

from __future__ import annotations

import pytest

from tabletown.rules.metropolys.board import NAMES, places
from tabletown.tui.games.metropolys.auction_log import with_awards
from tabletown.tui.games.metropolys.recap import last_move
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.move_log import LOG
from tests.tui.app_driver import current_table, make_app, press, run_app, settle
from tests.tui.games.metropolys.test_recap import FOUR, THREE, TWO, tile_rows, whole
from tests.tui.sample_matches import match_prefix


@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
def test_the_log_says_who_won_an_auction_and_where_the_building_stands(names: tuple[str, ...]) -> None:
    match, passes, alone = whole(names), 0, -1
    story = [match.line(ply) for ply in range(len(match.log))]
    lines = with_awards(story, match.state, match.seats)
    for ply, (line, plain) in enumerate(zip(lines, story, strict=True)):
        before, after = match.states[ply : ply + 2]
        fresh = [place for place in places(after.in_use) if after.values[place] and not before.values[place]]
        assert line._replace(text="") == plain._replace(text="")
        takes = f", {plain.effects}" if plain.effects else ""
        assert ("token" in takes) == any(old & ~new for old, new in zip(before.tokens, after.tokens, strict=True))
        assert ("subway card" in takes) == (before.subway_card != after.subway_card)
        if not fresh:
            assert line == plain
        elif line.notation != "pass":
            unopposed = " (nobody could outbid)" * (alone != after.player)
            assert line.text == f"build {after.values[fresh[0]]} on {NAMES[fresh[0]]}{takes}{unopposed}"
            alone = after.player
        else:
            winner = match.seats[after.player].name
            subject = "you build" if winner == "You" else f"{winner} builds"
            assert line.text == f"pass; {subject} {after.values[fresh[0]]} on {NAMES[fresh[0]]}{takes}"
            passes += 1
        if line.notation == "pass" or not fresh:
            alone = -1
    assert passes and with_awards([], match.states[0], match.seats) == ()
    assert with_awards(story[:1], match.states[1], match.seats)[0] == story[0], "an auction that goes on has no winner"


def test_where_values_are_hidden_the_log_tells_those_of_the_current_auction_alone() -> None:
    match = whole(THREE, memory="off")
    story = [match.line(ply) for ply in range(len(match.log))]
    for ply in range(1, len(story) + 1):
        view = match.view(ply, 0)
        state = BoardState(
            match.game, view, view, 0, match.seats, story=with_awards(story[:ply], view, match.seats), ply=ply
        )
        for line in state.story:
            if line.action[0] == "bid":
                _, place, value = line.action
                visible = line.ply >= ply - len(view.bids) - view.passed.bit_count() and bool(view.bids)
                assert (f" {value} on" in line.text) == visible, line
                assert (f"{value} {NAMES[place]}" in line.notation) == visible, line
        for seat in range(len(THREE)):
            last = last_move(state, seat)
            assert last[:1] in ((), ("bid",), ("passed",)) or not set(last[1:2]) & set(map(str, range(14))), last


async def test_the_winner_of_an_auction_is_in_the_log_on_screen() -> None:
    """In the line that ended it, when one looks back at it."""
    course = whole(THREE)
    match = match_prefix(course, max(n for n, s in enumerate(course.states[:-1]) if course.game.turn(s) == 0))
    async with run_app(make_app(Table(match, None))) as pilot:
        story = current_table(pilot).board_state().story
        ply = next(n for n, line in enumerate(story) if "; Hana builds" in line.text)
        await press(pilot, "o")
        current_table(pilot).go(ply + 1)
        await settle(pilot)
        _, place, value = match.states[ply].bids[-1]
        assert f"; Hana builds {value} on {NAMES[place]}" in " ".join(
            " ".join(tile_rows(pilot, *LOG)).replace("▸", "").split()
        )


async def test_the_log_shows_the_position_looked_back_at_where_lines_are_wrapped() -> None:
    course = whole(THREE)
    match = match_prefix(course, max(n for n, s in enumerate(course.states[:-1]) if course.game.turn(s) == 0))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "o")
        for ply in range(1, len(match.log), 7):
            current_table(pilot).go(ply)
            await settle(pilot)
            assert any(row.startswith("▸") for row in tile_rows(pilot, *LOG)), ply
