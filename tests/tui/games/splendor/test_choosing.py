"""Choosing cards, decks and tokens at Splendor's table."""

from __future__ import annotations

import pytest

from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.names import slot_label
from tabletown.tui.games.splendor.selection import together
from tabletown.tui.narration import typed_moves
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import bonuses, find, give
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import current_table, make_app, press, put_cursor, run_app, screen_text, status_text
from tests.tui.sample_matches import find_match, legal_verbs, match_from_state, saved_table


async def test_a_card_that_cannot_be_bought_does_not_stay_picked() -> None:
    s = lay_table()
    dear, other = s.market[-1], s.market[-2]
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "card", dear)
        await press(pilot, "enter")
        assert current_table(pilot).selection.picked == [] and "need " in status_text(pilot)
        put_cursor(pilot, "card", other)
        detail = current_table(pilot).board.detail(current_table(pilot).board_state(), ("card", other))
        assert status_text(pilot) == detail, "the line describes what the cursor is on"
        match = current_table(pilot).match
        await press(pilot, "v", "enter")
        assert match.log[0] == ("reserve", other)


async def test_a_token_is_picked_in_place_of_a_reservation() -> None:
    async with run_app(make_app(Table(match_from_state(lay_table()), None))) as pilot:
        put_cursor(pilot, "deck", 1)
        await press(pilot, "v")
        assert current_table(pilot).selection.picked == [("reserve", "deck", 1)]
        await press(pilot, "w")
        assert current_table(pilot).selection.picked == [("gem", 0)]


@pytest.mark.parametrize("keys, asked", [
    ("w", "Pick two more colours. Esc clears."), ("ww", "Pick two more colours. Esc clears."),
    ("u", "Pick two more colours, or blue again. Esc clears."), ("wu", "Pick one more colour. Esc clears."),
    ("wur", "Pick one more colour. Esc clears."),
])  # fmt: skip
async def test_enter_never_buys_while_gems_are_picked(keys: str, asked: str) -> None:
    """A card that can be bought is under the cursor, three white gems are left, and no red one."""
    s = lay_table()
    s.market[0] = card = find(cost="rrrr", points=1)
    give(s, 0, "rrrr")
    give(s, 1, "w")
    match = match_from_state(s)
    async with run_app(make_app(Table(match, None))) as pilot:
        for moved in (False, True):
            put_cursor(pilot, "deck" if moved else "card", 1 if moved else card)
            await press(pilot, *keys)
            put_cursor(pilot, "card", card)
            for _ in range(2):
                await press(pilot, "enter")
                assert status_text(pilot) == asked and match.log == []
            await press(pilot, "escape")
        await press(pilot, "enter")
    assert match.log[0][:2] == ("buy", card)


async def test_a_gem_that_is_not_there_is_not_replaced_by_another() -> None:
    """Blue is out, and only green is left beside red and black: "urb" takes nothing yet, and keeps red and black."""
    s = lay_table()
    s.bank[:5] = [0, 0, 1, 1, 1]
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        await press(pilot, "u")
        assert status_text(pilot) == "The bank has no blue left."
        await press(pilot, "r", "b", "enter")
        table = current_table(pilot)
        assert not table.match.log and table.selection.picked == [("gem", 3), ("gem", 4)]
        assert status_text(pilot) == "Pick one more colour. Esc clears."
        await press(pilot, "g", "enter")
        assert table.match.log[0] == ("take", (2, 3, 4))


async def test_enter_on_a_deck_says_the_same_every_time() -> None:
    async with run_app(make_app(Table(match_from_state(lay_table()), None))) as pilot:
        put_cursor(pilot, "deck", 1)
        first_status = status_text(pilot)
        for _ in range(3):
            await press(pilot, "enter")
            assert status_text(pilot) == first_status and "v reserves the top card" in first_status


async def test_the_payment_key_without_a_card_says_where_to_put_the_cursor() -> None:
    async with run_app(make_app(Table(match_from_state(lay_table()), None))) as pilot:
        put_cursor(pilot, "gem", 0)
        await press(pilot, "p")
        assert status_text(pilot) == "Put the cursor on a card that you can buy."
        assert current_table(pilot).selection.picked == []


async def test_the_payment_key_on_a_card_too_dear_says_what_is_missing() -> None:
    s = lay_table()
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "card", s.market[-1])
        await press(pilot, "p")
        assert "need " in status_text(pilot) and "no other way" not in status_text(pilot)


async def test_a_preview_is_the_gain_and_the_rest() -> None:
    s = lay_table()
    card = find(cost="rrrr", points=1)
    s.market[0] = card
    give(s, 0, "rrrr")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        put_cursor(pilot, "card", card)
        assert status_text(pilot) == "Costs R4. Enter buys it, worth 1 point; you then have no tokens."


async def test_tokens_to_return_are_picked_together_and_confirmed_once() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s) and sum(s.players[0].tokens) == 12)
    first, second = [c for c, n in enumerate(match.state.players[0].tokens[:GOLD]) if n][:2]
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "return 2 tokens (" in status_text(pilot, "prompt")
        await press(pilot, "wugrb"[first], "wugrb"[second])
        assert match.log[ply:] == [] and status_text(pilot).startswith("Enter returns ")
        assert "(10/10)" in status_text(pilot)
        await press(pilot, "enter")
    assert match.log[ply : ply + 2] == [("return", first), ("return", second)]


def test_nobody_returns_more_tokens_of_a_colour_than_they_have() -> None:
    assert together([1, 0, 2, 0, 0, 0], 2) == [("return", (0, 2)), ("return", (2, 2))]


async def test_returned_tokens_can_be_undone_one_by_one() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s) and sum(s.players[0].tokens) == 12)
    colour = next(c for c, n in enumerate(match.state.players[0].tokens[:GOLD]) if n > 1)
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        other = next(c for c, n in enumerate(match.state.players[0].tokens[:GOLD]) if n and c != colour)
        await press(pilot, *["wugrb"[colour]] * 2, "wugrb"[other])
        assert status_text(pilot) == "2 tokens picked: Enter returns them, Esc clears."
        await press(pilot, "enter", "z")
        assert len(match.log) == ply + 1 and "return 1 token (" in status_text(pilot, "prompt")
        await press(pilot, "z")
        assert len(match.log) == ply and "return 2 tokens (" in status_text(pilot, "prompt")


async def test_no_card_says_buy_while_tokens_are_returned() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s), after=12)
    async with run_app(make_app(saved_table(match))) as pilot:
        table = screen_text(pilot).splitlines()[4:-2]
        assert not any("buy " in f"{row[:51]} ".replace("can buy", "") for row in table) and any(
            "return" in row for row in table
        )


async def test_letters_to_jump_lie_in_corners_of_what_can_be_picked() -> None:
    s = lay_table()
    bonuses(s, 0, "w")
    async with run_app(make_app(Table(match_from_state(s), None))) as pilot:
        before = screen_text(pilot)
        await press(pilot, "f")
        board, after = current_table(pilot).board, screen_text(pilot)
        jumps = board._jumps or {}
        assert ("player", 0) not in jumps.values() and ("gem", GOLD) not in jumps.values()
        assert ("card", s.market[0]) in jumps.values() and ("deck", 0) in jumps.values()
        for card in s.market:
            assert slot_label(s, card) in after
        changed = sum(a != b for a, b in zip(before[: -2 * 80], after[: -2 * 80], strict=False))
        assert changed <= len(jumps) + 80, "one cell each"


async def test_a_letter_to_jump_that_no_place_has_is_said_to_lead_nowhere() -> None:
    async with run_app(make_app(Table(match_from_state(lay_table()), None))) as pilot:
        at = current_table(pilot).board.cursor
        await press(pilot, "f", "Z")
        assert status_text(pilot) == "No place has the letter Z. f shows them again."
        assert current_table(pilot).board.cursor == at and current_table(pilot).board._jumps is None
        await press(pilot, "f", "escape")
        assert "letter" not in status_text(pilot)


@pytest.mark.parametrize("typed", ["reserve L2", "reserve l2", "reserve 2"])
async def test_a_deck_is_typed_as_it_is_labelled(typed: str) -> None:
    match = match_from_state(lay_table())
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "colon", *("space" if char == " " else char for char in typed), "enter")
    assert match.log[0] == ("reserve_blind", 1)


def test_a_deck_of_the_orient_is_typed_as_it_is_labelled() -> None:
    moves = ["reserve 2", "reserve o2", "buy r2"]
    assert typed_moves.match("reserve Ori2", moves) == "reserve o2" and typed_moves.match("buy r2", moves) == "buy r2"
    assert typed_moves.match("reserve L3", moves) is None
