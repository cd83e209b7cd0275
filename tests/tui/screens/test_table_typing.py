"""The table: clearing, confirming, typed moves, jumps, hints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from tabletown.tui.screens.hint_panel import worded
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    QUIET,
    current_table,
    make_app,
    press,
    run_app,
    status_text,
)
from tests.tui.sample_matches import (
    match_after,
    saved_table,
    start_match,
)


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
    """The cursor is still on a card, which no one has pointed at since."""
    async with run_app(make_app(Table(start_match(), None))) as pilot:
        await press(pilot, "w", "u", "enter")
        assert current_table(pilot).selection.picked == [("gem", 0), ("gem", 1)]
        assert status_text(pilot) == "Pick one more colour. Esc clears."
        await press(pilot, "right", "enter")
        assert current_table(pilot).selection.picked == [("gem", 0), ("gem", 1)], "a card is not picked instead"
        assert status_text(pilot) == "Pick one more colour. Esc clears."


async def test_a_second_key_to_type_a_move_is_not_a_part_of_it() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await press(pilot, ":", ":", "t")
        assert pilot.app.screen.query_one(Input).value == "t"


@pytest.mark.slow
async def test_the_examples_of_a_move_to_type_are_legal_now() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        for turn in range(3):
            await press(pilot, ":")
            typed = pilot.app.screen.query_one(Input)
            examples = typed.placeholder.removeprefix("type a move, e.g. ").split(";")[0].split(", ")
            assert examples and set(examples) <= current_table(pilot).moves().keys(), turn
            assert examples[:2] == ["take wug", "reserve 1-1"], (
                "a card on the table, which is easier to tell than a deck"
            )
            await press(pilot, "escape", *(("w", "u", "g") if turn else ("r", "b", "g")), "enter")


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


@pytest.mark.parametrize("key, message", [("z", "Nothing to undo."), ("p", "Pass does nothing now."),
                                       ("full_stop", "Speed up does nothing now.")])  # fmt: skip
async def test_a_key_that_does_nothing_says_so(key: str, message: str) -> None:
    async with run_app(make_app(saved_table(start_match(game="metropolys")))) as pilot:
        await press(pilot, key)
        assert status_text(pilot) == message
        await press(pilot, "right")
        assert message not in status_text(pilot)


async def test_a_key_without_an_action_ends_a_refusal() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        await press(pilot, "asterisk")
        assert status_text(pilot) == "You get gold only by reserving a card."
        await press(pilot, "J")
        assert "gold by reserving" not in status_text(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("move, hint", [("tak wwu", "take wu"), ("buy 9-9", "Try: "), ("", "Try: ")])
async def test_a_wrong_move_is_said(move: str, hint: str) -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        await typed(pilot, move)
        wrong = f"{move!r} is not a legal move. " if move else "No move was typed. "
        assert status_text(pilot).startswith(wrong) and hint in status_text(pilot)
        entry = current_table(pilot).query_one("#typed", Input)
        assert entry.has_focus and entry.value == move, "it stays, to be mended"
        await press(pilot, "w")
        assert entry.value == "w", "or typed over"
        await press(pilot, "escape")
        assert current_table(pilot).board.has_focus
    assert match.log == []


async def test_a_move_that_is_typed_says_what_it_would_do() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        before = status_text(pilot)
        await press(pilot, "colon", *"take", "space", *"wug")
        assert status_text(pilot).startswith("Enter takes white, blue and green; ")
        assert status_text(pilot).endswith("; you then have W1 U1 G1 (3/10).")
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
        assert hint and status_text(pilot).startswith(f"Hint: {worded(match, match.state, hint)}, ")
        assert "% to win" in status_text(pilot)
        await press(pilot, "enter")
    assert match.log[ply] == hint
