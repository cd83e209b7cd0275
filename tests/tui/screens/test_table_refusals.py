"""The table: why something cannot be picked."""

from __future__ import annotations

from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.payment import missing
from tabletown.tui.screens.table import Table
from tests.rules.splendor.positions import hold, leave, spare
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
    match_from_state,
    saved_table,
    start_match,
)


async def why(pilot: Pilot[None], match: Match, *keys: str) -> str:
    """The status line after pressing keys that pick nothing."""
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
        assert status_text(pilot).endswith(f"you need {sum(lack)} more. v reserves it.")
    assert match.log == []


async def test_gold_is_refused_with_the_reason() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert await why(pilot, match, "asterisk") == "You get gold only by reserving a card."


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
        assert "You have 3 reserved cards, the limit." in await why(pilot, match, "v")


async def test_a_reason_goes_with_the_next_key() -> None:
    match = start_match()
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "get gold only" in await why(pilot, match, "asterisk")
        await press(pilot, "left")
        assert "get gold only" not in status_text(pilot)
        await press(pilot, "asterisk", "w")
        assert "get gold only" not in status_text(pilot) and "white" in status_text(pilot)
