"""Texts of Splendor's table: whole in the smallest window, and about the current step."""

from __future__ import annotations

import pytest

from tabletown.rules.splendor.cards import CARDS, NOBLES
from tabletown.rules.splendor.names import slot_label
from tabletown.tui.screens.table import Table
from tests.rules.splendor.orient_positions import BLACKS, DOUBLE_GOLD, discarding, east
from tests.rules.splendor.positions import bonuses, do, find, give, hold, lay, own
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import MIDDLE, current_table, make_app, press, put_cursor, run_app, screen_text, status_text
from tests.tui.sample_matches import find_match, legal_verbs, match_from_state, saved_table

ROOM = 78
"""Cells of the line below the board in a window of 80 columns."""


async def test_a_noble_of_three_colours_fits_the_line() -> None:
    s = lay_table()
    three = next(n for n, tile in enumerate(NOBLES) if sum(x > 0 for x in tile.cost) == 3)
    s.nobles = (three,)
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "noble", three)
        assert status_text(pilot).endswith(": requires W3 U3 G3 in bonuses; you need 9 more; Hana needs 9.")
        assert len(status_text(pilot)) <= ROOM


async def test_gold_to_be_spent_is_said_before_a_purchase() -> None:
    s = lay_table()
    card = next(n for n, data in enumerate(CARDS) if data.cost == (6, 0, 0, 0, 0))
    lay(s, 4, card)
    give(s, 0, "wwww**")
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        put_cursor(pilot, "card", card)
        assert "Enter buys it for W4 *2, worth " in status_text(pilot)


async def test_a_double_gold_card_to_be_spent_is_said_before_a_purchase() -> None:
    s = east()
    card = next(n for n, data in enumerate(CARDS) if data.cost == (6, 0, 0, 0, 0))
    lay(s, 4, card)
    own(s, 0, DOUBLE_GOLD[2])
    give(s, 0, "wwww")
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        put_cursor(pilot, "card", card)
        assert "Enter buys it for W4 and 1 double gold card, worth " in status_text(pilot)


async def test_what_a_reserved_card_leads_to_fits_the_line() -> None:
    s = lay_table()
    give(s, 0, "wugrb")
    dear = s.market[-1]
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "card", dear)
        await press(pilot, "v")
        start = f"Enter reserves {slot_label(s, dear)}, gaining 1 gold; you then have "
        assert (
            status_text(pilot).startswith(start)
            and status_text(pilot).endswith("(6/10).")
            and len(status_text(pilot)) <= ROOM
        )


async def test_a_token_to_return_is_counted_in_ones_own_hand() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s))
    colour = next(a[1] for a in match.game.legal(match.state) if a[1] < 5)
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "gem", colour)
        mine = match.state.players[0].tokens[colour]
        assert (
            f"you have {mine}" in status_text(pilot)
            and "to return" in status_text(pilot)
            and "bank" not in status_text(pilot)
        )


async def test_a_noble_that_visits_is_gained() -> None:
    match = find_match(lambda s: "noble" in legal_verbs(s))
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "noble", match.game.legal(match.state)[0][1])
        await press(pilot, "space")
        assert status_text(pilot).startswith("Enter gains the noble (") and "points" in status_text(pilot)
        assert "noble visits" not in status_text(pilot) and len(status_text(pilot)) <= ROOM


@pytest.mark.parametrize("number", [2, 3])
async def test_the_prompt_names_no_number_of_nobles(number: int) -> None:
    s = lay_table()
    bonuses(s, 0, "wwwwuuuuggggrrrrbbbb")
    s.nobles = tuple(range(number))
    async with run_app(make_app(Table(match_from_state(do(s, "take wug")), None))) as pilot:
        assert status_text(pilot, "prompt") == "Your turn: choose which noble visits you, then Enter"


async def test_points_that_a_swap_costs_are_said() -> None:
    s = discarding("", find(bonus="b", points=0), find(bonus="b", points=1, level=0))
    give(s, 0, "wwuug")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "card", BLACKS)
        assert status_text(pilot).endswith("2 cards and 1 point lost.") and len(status_text(pilot)) <= ROOM
        await press(pilot, "colon", *"buy", "space", *slot_label(s, BLACKS).replace("-", "minus").partition("minus"))
        assert status_text(pilot).endswith("2 cards and 1 point lost.")


async def test_gold_is_named_on_the_narrowest_card() -> None:
    """A card in the hand: "buy *1", as the panels write a gold token."""
    s = lay_table()
    card = find(cost="rrrr")
    hold(s, 0, card)
    give(s, 0, "rrr*")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        assert current_table(pilot).board.tile(("card", card)) and "buy *1" in screen_text(pilot)


async def test_the_warning_of_the_last_round_is_a_sentence() -> None:
    s = lay_table()
    s.last_round, s.players[1].points = True, 16
    async with run_app(make_app(Table(match_from_state(s), None)), MIDDLE) as pilot:
        table = current_table(pilot)
        assert table.board.warning(table.board_state()) == "LAST ROUND: Round 1, Hana leads: 16 points."


@pytest.mark.parametrize(("owned", "expected"), [("", "0 cards"), ("w", "1 card;"), ("wu", "2 cards;")])
async def test_cards_are_counted(owned: str, expected: str) -> None:
    s = lay_table()
    bonuses(s, 0, owned)
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        board = current_table(pilot).board
        assert expected in board.detail(current_table(pilot).board_state(), ("player", 0))
