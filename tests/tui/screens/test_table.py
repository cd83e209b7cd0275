"""The table, played by keys: picking, paying, returning, nobles, passing."""

from __future__ import annotations

from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.splendor.cards import GOLD
from tabletown.tui.narration.grammar import owned
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import bonuses, clear, give, leave, noble
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import (
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    status_text,
)
from tests.tui.sample_matches import (
    find_match,
    legal_verbs,
    match_after,
    match_from_state,
    payment_ways,
    saved_table,
    start_match,
)


def on_board(match: Match, verb: str) -> Any:
    """A legal action with a card on the table."""
    return next(a for a in match.game.legal(match.state) if a[0] == verb and a[1] in match.state.market)


async def test_gems_are_taken_by_their_letters() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "w", "u", "g")
        assert match.log == [] and "takes" not in status_text(pilot, "prompt")
        await press(pilot, "enter")
    assert match.log[0] == ("take", (0, 1, 2)) and len(match.log) == 2, "the bot answers"


async def test_two_of_a_kind_are_a_letter_twice() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "r", "r", "enter")
    assert match.log[0] == ("take", (3, 3))


async def test_digits_are_gems_too() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "5", "1", "4", "enter")
    assert match.log[0] == ("take", (0, 3, 4))


async def test_gems_are_taken_with_the_cursor() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        for colour in (1, 2, 4):
            put_cursor(pilot, "gem", colour)
            await press(pilot, "space")
        await press(pilot, "enter")
    assert match.log[0] == ("take", (1, 2, 4))


async def test_a_card_is_bought_with_the_cursor() -> None:
    match = find_match(lambda s: any(a[0] == "buy" and a[1] in s.market for a in rules.load("splendor").legal(s)))
    buy, ply = on_board(match, "buy"), len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", buy[1])
        await press(pilot, "enter")
    assert match.log[ply] == buy


async def test_a_reserved_card_is_bought_from_the_hand() -> None:
    match = find_match(
        lambda s: any(a[0] == "buy" and a[1] in s.players[0].hand for a in rules.load("splendor").legal(s))
    )
    buy = next(a for a in match.game.legal(match.state) if a[0] == "buy" and a[1] in match.state.players[0].hand)
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", buy[1])
        await press(pilot, "enter")
    assert match.log[ply][:2] == buy[:2]


async def test_a_card_is_reserved() -> None:
    match = start_match()
    card = match.state.market[5]
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", card)
        await press(pilot, "v", "enter")
        assert ("card", card) in {tile.part for tile in current_table(pilot).board.tiles if tile.zone == "hand"}
    assert match.log[0] == ("reserve", card)


async def test_the_top_card_of_a_deck_is_reserved() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "deck", 2)
        await press(pilot, "v", "enter")
    assert match.log[0] == ("reserve_blind", 2)


async def test_a_deck_is_not_reserved_by_enter_alone() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "deck", 2)
        await press(pilot, "enter")
    assert match.log == []


async def test_p_goes_through_the_payments() -> None:
    match = find_match(lambda s: payment_ways(s) > 2)
    legal, ply = match.game.legal(match.state), len(match.log)
    buys = [a for a in legal if a[0] == "buy"]
    card = max((a[1] for a in buys), key=lambda card: sum(a[1] == card for a in buys))
    payments = [a[2] for a in buys if a[1] == card]
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", card)
        seen, words = [], set()
        for _ in range(len(payments) + 1):
            await press(pilot, "p")
            seen.append(next(which for kind, which in current_table(pilot).selection.picked if kind == "pay"))
            words.add(status_text(pilot))
        assert seen[: len(payments)] == [*payments[1:], payments[0]], "every payment once"
        assert seen[-1] == payments[1], "and round again"
        assert len(words) == len(payments), "what is paid is said"
        await press(pilot, "enter")
    assert match.log[ply] == ("buy", card, payments[1])


async def test_a_card_with_one_payment_says_so() -> None:
    match = find_match(lambda s: payment_ways(s) == 1 and not s.players[0].tokens[GOLD] and s.market)
    card = next(a[1] for a in match.game.legal(match.state) if a[0] == "buy")
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", card)
        await press(pilot, "p")
        assert "no other way to pay" in status_text(pilot)
        assert current_table(pilot).selection.picked == [], "or Enter would buy it wherever the cursor has gone"


async def test_tokens_above_ten_are_returned() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s))
    ply, colour = len(match.log), match.game.legal(match.state)[-1][1]
    over = sum(match.state.players[0].tokens) - 10
    async with run_app(make_app(saved_table(match))) as pilot:
        assert f"return {over} token" in status_text(pilot, "prompt")
        await press(pilot, "wugrb*"[colour].replace("*", "asterisk"), "enter")
        assert sum(match.states[ply + 1].players[0].tokens) == over + 9
    assert match.log[ply] == ("return", colour)


async def test_a_noble_is_chosen_of_two() -> None:
    match = find_match(lambda s: "noble" in legal_verbs(s))
    chosen, ply = match.game.legal(match.state)[-1], len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "noble" in status_text(pilot, "prompt")
        put_cursor(pilot, "noble", chosen[1])
        await press(pilot, "space", "enter")
        put_cursor(pilot, "noble", chosen[1])
        await press(pilot, "escape")
        who = match.seats[match.game.turn(match.states[ply])].name
        assert status_text(pilot).startswith(f"{owned(who)} noble ("), "whom it visited stays in view"
    assert match.log[ply] == chosen


async def test_a_noble_who_does_not_come_cannot_be_chosen() -> None:
    s = lay_table()
    coming = tuple(sorted((noble("wwwuuu"[:3] + "uuubbb"), noble("wwwrrrbbb"))))
    s.nobles = tuple(sorted((*coming, noble("gggrrruuu"))))
    bonuses(s, 0, "wwwuuubbbrrr")
    s.step = 3
    match = match_from_state(s)
    other = next(n for n in s.nobles if ("noble", n) not in match.game.legal(s))
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "noble", other)
        await press(pilot, "enter")
        assert "in bonuses for that noble." in status_text(pilot)
    assert match.log == []


def stuck() -> Match:
    """Nothing can be taken, bought or reserved."""
    s = lay_table()
    leave(s, "")
    clear(s)
    return match_from_state(s)


async def test_who_can_do_nothing_passes() -> None:
    match = stuck()
    async with run_app(make_app(Table(match, None))) as pilot:
        assert "pass" in status_text(pilot, "prompt")
        await press(pilot, "enter")
    assert match.log[0] == ("pass",)


def test_the_hand_laid_tables_are_what_they_say() -> None:
    """The control of the tests above."""
    assert stuck().game.legal(stuck().state) == [("pass",)]
    s = lay_table()
    give(s, 0, "www")
    assert s.players[0].tokens[0] == 3


@pytest.mark.parametrize("key", ["i", "z"])
async def test_a_hint_or_undo_is_noted_in_the_saved_game(key: str) -> None:
    screen = saved_table(match_after(plies=10))
    async with run_app(make_app(screen)) as pilot:
        assert screen.record is not None and Record.load(screen.record.path, BOTS)[1].helped is False
        await press(pilot, key)
        assert Record.load(screen.record.path, BOTS)[1].helped is True


@pytest.mark.parametrize("key, what", [("i", "A hint"), ("z", "Undo")])
async def test_before_help_makes_a_game_unrated_it_is_said_once(key: str, what: str) -> None:
    screen = saved_table(match_after("You", "novice", plies=10))
    async with run_app(make_app(screen)) as pilot:
        await press(pilot, key)
        assert screen.record is not None and not screen.record.helped and len(screen.match.log) == 10
        assert status_text(pilot).startswith(f"{what} makes this game unrated; press {key} again")
        await press(pilot, key)
        assert screen.record.helped
