"""Reserved cards: on the panels of rivals, in what is told of moves, and in the reserve."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS, COLOURS
from tabletown.tui.games.splendor.last_moves import in_words, plain, runs
from tabletown.tui.games.splendor.layout import NO_RESERVE
from tabletown.tui.model.keymap import Keymap
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import bonuses, find, give, hold
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    status_text,
)
from tests.tui.games.splendor.test_player_panel import DEAR, drawn
from tests.tui.sample_matches import make_seats, match_from_state, start_match


def reserving(card: int) -> Match:
    """Hana has reserved a card from the market, and holds three blue tokens."""
    s = lay_table()
    hold(s, 1, card)
    give(s, 1, "uuu")
    return match_from_state(s)


@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=str)
async def test_the_price_of_a_rivals_reserved_card_is_shown(size: tuple[int, int]) -> None:
    async with run_app(make_app(Table(reserving(DEAR), None)), size) as pilot:
        row = next(row for row in drawn(pilot, "player", 1) if "U7" in row)
        assert "  4  " in row or (" 4 " in row and "needs 4" in row)


async def test_the_line_below_tells_price_and_shortage_of_a_rivals_card() -> None:
    async with run_app(make_app(Table(reserving(DEAR), None))) as pilot:
        put_cursor(pilot, "player", 1)
        colour = COLOURS[CARDS[DEAR].bonus]
        assert f"reserved: {colour} 4pt for U7 (needs 4 more)." in status_text(pilot)


async def test_a_card_face_down_is_not_told_on_any_panel() -> None:
    match = Match("splendor", make_seats("Ada", "Bea"), {"module": "base"}, 3)
    match.act(("reserve_blind", 1))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")
        put_cursor(pilot, "player", 0)
        await press(pilot, "enter")
        assert "a level 2 card face down" in status_text(pilot)
        assert "L2  face down" in "".join(drawn(pilot, "sheet", 0))


def test_a_card_that_somebody_else_had_reserved_is_called_a_reserved_card() -> None:
    s = lay_table()
    hold(s, 0, DEAR)
    bonuses(s, 0, "u" * 7)
    match = match_from_state(s)
    match.act(next(action for action in match.legal() if action[:2] == ("buy", DEAR)))
    colour, line = COLOURS[CARDS[DEAR].bonus], match.line(0)
    assert in_words(line, False) == f"buys a reserved card ({colour}, 4 points)"
    assert plain(runs([line], False)[0]) == f"buys reserved {colour} 4pt"


async def test_a_card_that_can_only_be_reserved_does_not_stand_out() -> None:
    s = lay_table()
    give(s, 0, "uuuu")
    bonuses(s, 0, "uuu")
    s.market[8:10] = [DEAR, find(cost="bbbbbbb", points=4)]
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        board = current_table(pilot).board
        colours = []
        for card in s.market[8:10]:
            tile = board.tile(("card", card))
            assert board.state and tile
            colours.append(board.paint(board.state, tile, False).rows[-1][0][1].color)
        assert colours == [board.palette.style("legal").color, board.palette.style("frame").color]


async def test_the_empty_reserve_says_which_key_reserves_until_the_game_is_known() -> None:
    async with run_app(make_app(Table(start_match(), None))) as pilot:
        pilot.app.rebind(Keymap("vi", {"splendor.reserve": ("F5",)}))  # type: ignore[attr-defined]
        await press(pilot, "w")
        assert "F5 reserves the card" in " ".join(drawn(pilot, *NO_RESERVE))
