"""The table, played by keys: picking, paying, returning, nobles, reasons, typed moves, confirming, the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tabletown import rules
from tabletown.rules.bots.levels import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.record import Record
from tabletown.rules.splendor.cards import GOLD
from tabletown.rules.splendor.payment import missing
from tabletown.tui.model.files import records_folder
from tabletown.tui.narration.grammar import owned
from tabletown.tui.screens.hint_panel import worded
from tabletown.tui.screens.table import Table
from tests.rules.random_play import first_match
from tests.rules.splendor.positions import bonuses, clear, give, hold, leave, noble, spare
from tests.rules.splendor.positions import table as lay_table
from tests.tui.app_driver import (
    QUIET,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import (
    find_match,
    legal_verbs,
    make_seats,
    match_after,
    match_from_state,
    payment_ways,
    saved_table,
    start_match,
)


def on_board(match: Match, verb: str) -> Any:
    """A legal action with a card that lies on the table."""
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
        assert [part[0] for part in current_table(pilot).selection.picked] == ["card"]


async def test_tokens_above_ten_are_returned() -> None:
    match = find_match(lambda s: "return" in legal_verbs(s))
    ply, colour = len(match.log), match.game.legal(match.state)[-1][1]
    over = sum(match.state.players[0].tokens) - 10
    async with run_app(make_app(saved_table(match))) as pilot:
        assert f"return {over} more" in status_text(pilot, "prompt")
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
        assert "more in bonuses for that noble." in status_text(pilot)
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


# What cannot be


async def why(pilot: Pilot[None], match: Match, *keys: str) -> str:
    """What is said when keys are pressed that pick nothing."""
    before = len(match.log)
    await press(pilot, *keys)
    assert len(match.log) == before
    return status_text(pilot)


async def test_a_card_too_dear_says_what_is_short() -> None:
    match = start_match()
    dear = match.state.market[8]
    async with run_app(make_app(saved_table(match))) as pilot:
        put_cursor(pilot, "card", dear)
        await press(pilot, "enter")
        lack = missing(match.state.players[0], dear)
        gems = " ".join(f"{letter}{n}" for letter, n in zip("WUGRB", lack, strict=True) if n)
        assert status_text(pilot).endswith(f"; need {sum(lack)} more: {gems}. v reserves it.")
    assert match.log == []


async def test_gold_is_refused_with_the_reason() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert await why(pilot, match, "asterisk") == "You only get gold by reserving a card."


async def test_a_colour_that_has_run_out_is_refused_with_the_reason() -> None:
    s = lay_table()
    leave(s, "wwwuuuugggg")
    async with run_app(make_app(Table(match := match_from_state(s), None))) as pilot:
        assert await why(pilot, match, "r") == "The bank has no red left."


def the_letters(pilot: Pilot[None]) -> str:
    return "".join("wugrb*"[which] for kind, which in current_table(pilot).selection.picked if kind == "gem")


async def test_a_fourth_gem_is_refused_with_the_reason() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "Three picked" in await why(pilot, match, "w", "u", "g", "r")
        assert the_letters(pilot) == "wug"


async def test_a_fourth_reserve_is_refused_with_the_reason() -> None:
    s = lay_table()
    hold(s, 0, *spare(s, level=0, number=3))
    async with run_app(make_app(Table(match := match_from_state(s), None))) as pilot:
        put_cursor(pilot, "deck", 1)
        assert "You already have 3 reserved cards, the limit." in await why(pilot, match, "v")


async def test_a_reason_goes_with_the_next_key() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "only get gold" in await why(pilot, match, "asterisk")
        await press(pilot, "left")
        assert "only get gold" not in status_text(pilot)
        await press(pilot, "asterisk", "w")
        assert "only get gold" not in status_text(pilot) and "white" in status_text(pilot)


# Putting back, confirming, typing


async def test_escape_puts_everything_back() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "w", "u", "escape")
        assert current_table(pilot).selection.picked == []
        await press(pilot, "g", "r", "b", "enter")
    assert match.log[0] == ("take", (2, 3, 4))


async def test_a_second_press_puts_one_back() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "w", "u", "w", "g", "r", "enter")
    assert match.log[0] == ("take", (1, 2, 3))


async def test_enter_on_gems_that_are_too_few_keeps_them() -> None:
    """The cursor still stands on a card, which nobody has pointed at since."""
    async with run_app(make_app(Table(start_match(), None))) as pilot:
        await press(pilot, "w", "u", "enter")
        assert current_table(pilot).selection.picked == [("gem", 0), ("gem", 1)] and "now " in status_text(pilot)
        await press(pilot, "right", "enter")
        assert current_table(pilot).selection.picked == [("gem", 0), ("gem", 1)]
        assert "need " in status_text(pilot), "a card that cannot be bought is not picked"


async def test_confirming_needs_enter_twice() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match), replace(QUIET, confirm="on"))) as pilot:
        await press(pilot, "w", "u", "g", "enter")
        assert match.log == [] and "Enter confirms" in status_text(pilot, "prompt")
        await press(pilot, "escape")
        assert "Enter confirms" not in status_text(pilot, "prompt")
        await press(pilot, "enter")
        assert match.log == []
        await press(pilot, "r", "r", "enter", "enter")
    assert match.log[0] == ("take", (3, 3))


async def typed(pilot: Pilot[None], move: str) -> None:
    await press(pilot, "colon")
    current_table(pilot).query_one("#typed", Input).value = move
    await press(pilot, "enter")


@pytest.mark.parametrize("move, action", [
    ("take wug", ("take", (0, 1, 2))), ("take guw", ("take", (0, 1, 2))), ("TAKE RR", ("take", (3, 3))),
    ("reserve 3", ("reserve_blind", 2)),
])  # fmt: skip
async def test_a_move_is_typed(move: str, action: object) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await typed(pilot, move)
        assert current_table(pilot).board.has_focus
    assert match.log[0] == action


async def test_a_move_is_completed() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "colon", *"reserve", "space", *"2-")
        await press(pilot, "right", "enter")
    assert match.log[0] == ("reserve", match.states[0].market[4])


async def test_tab_completes_a_move_and_stays_in_the_line() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "colon", *"take", "space", *"ww")
        await press(pilot, "tab", "tab")
        entry = current_table(pilot).query_one("#typed", Input)
        assert entry.has_focus and entry.value == "take ww"
        await press(pilot, "ctrl+z", "enter")
    assert match.log[0] == ("take", (0, 0))


async def test_a_move_that_is_not_legal_says_why() -> None:
    match = start_match()
    dear = match.state.market[8]
    async with run_app(make_app(saved_table(match))) as pilot:
        await typed(pilot, "buy 3-1")
        assert status_text(pilot) == match.game.refusal(match.state, ("buy", dear))
    assert match.log == []


@pytest.mark.parametrize("key, told", [("z", "Nothing to undo."), ("p", "Pass: not available now."),
                                       ("full_stop", "Move now: not available now.")])  # fmt: skip
async def test_a_key_that_does_nothing_says_so(key: str, told: str) -> None:
    async with run_app(make_app(saved_table(start_match(game="metropolys")))) as pilot:
        await press(pilot, key)
        assert status_text(pilot) == told
        await press(pilot, "right")
        assert told not in status_text(pilot)


@pytest.mark.parametrize("move, hint", [("tak wwu", "take wu"), ("buy 9-9", "Try: "), ("", "Try: ")])
async def test_a_wrong_move_is_said(move: str, hint: str) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await typed(pilot, move)
        wrong = f"{move!r} is not a legal move. " if move else "No move was typed. "
        assert status_text(pilot).startswith(wrong) and hint in status_text(pilot)
        entry = current_table(pilot).query_one("#typed", Input)
        assert entry.has_focus and entry.value == move, "it stays, to be mended"
        await press(pilot, "escape")
        assert current_table(pilot).board.has_focus
    assert match.log == []


async def test_a_move_that_is_typed_says_what_it_would_do() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        before = status_text(pilot)
        await press(pilot, "colon", *"take", "space", *"wug")
        assert status_text(pilot) == "Enter: take white, blue and green"
        await press(pilot, "g")
        assert status_text(pilot) == before
        await press(pilot, "backspace", "escape")
        assert status_text(pilot) == before


async def test_a_jump_says_what_it_waits_for() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await press(pilot, "f")
        assert status_text(pilot).startswith("Type a letter to jump there")
        await press(pilot, "escape")
        assert "Type a letter" not in status_text(pilot)


async def test_escape_leaves_typing() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "colon", "t", "escape")
        assert current_table(pilot).board.has_focus and current_table(pilot).query_one("#typed").has_class("hidden")
        await press(pilot, "r", "r", "enter")
    assert match.log[0] == ("take", (3, 3))


async def test_a_hint_is_given_and_enter_plays_it() -> None:
    match = match_after(plies=12)
    async with run_app(make_app(saved_table(match))) as pilot:
        ply = len(match.log)
        await press(pilot, "i")
        hint = current_table(pilot).selection.action()
        assert hint and status_text(pilot).startswith(f"Hint: {worded(match, match.state, hint)} ")
        assert "% to win" in status_text(pilot)
        await press(pilot, "enter")
    assert match.log[ply] == hint


# Every game


@pytest.mark.slow_unless(name=("splendor",))
@pytest.mark.parametrize("name", rules.GAMES)
async def test_a_whole_game_is_played_by_picks_and_enter(name: str) -> None:
    """Whatever the game: what its board lights up leads to an action, until the game is over."""
    match = first_match(name, seed=4)
    match.seats = tuple(make_seats("You", "random"))
    async with run_app(make_app(screen := saved_table(match))) as pilot:
        for turn in range(4000):
            if match.player is None:
                break
            ply = len(match.log)
            for _ in range(30):
                if screen.selection.action():
                    break
                options = sorted(screen.selection.options(), key=repr)
                screen.picked(options[(7 * turn) % len(options)])
            screen.action_confirm()
            await settle(pilot)
            assert len(match.log) > ply, "the picks were not played"
        await pilot.pause(0.05)
        assert (
            type(pilot.app.screen).__name__ == "ScoreSheet" and " win" in screen_text(pilot)
        ) or "share" in screen_text(pilot)
    assert Record.load(records_folder() / "game.jsonl", BOTS)[0].log == match.log


def test_the_hand_laid_tables_are_what_they_say() -> None:
    """The control of the tests above."""
    assert stuck().game.legal(stuck().state) == [("pass",)]
    s = lay_table()
    give(s, 0, "www")
    assert s.players[0].tokens[0] == 3
