"""People at one keyboard: secrets at the hand-over and after undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.objectives import OBJECTIVES
from tabletown.rules.splendor.cards import CARDS, EMPTY
from tabletown.rules.splendor.state import Splendor
from tabletown.tui.games.sf1906.board_facts import permit_label
from tabletown.tui.screens.hint_panel import HintPanel
from tabletown.tui.widgets.board import Board
from tests.tui.app_driver import (
    LARGE,
    QUIET,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.sample_matches import (
    match_prefix,
    saved_table,
    start_match,
    whole_match,
)
from tests.tui.screens.moves_by_keys import is_enabled, play_first

TWO = ("Ada", "Bea")


# People at one keyboard


def hidden(pilot: Pilot[None]) -> None:
    """Nothing of the board is on screen."""
    text = screen_text(pilot)
    board = current_table(pilot).query_one(Board)
    assert board.size.width == 0 or not board.display
    for word in ("3-1", "1-4", "short", "L2", "10", "reserve", "tokens", "held", "W", "noble", "point", "take"):
        assert word not in body(pilot), f"{word!r} is on screen:\n{text}"


def body(pilot: Pilot[None]) -> str:
    """The screen without the lines that never show secrets: prompt, notice and keys."""
    top = current_table(pilot).query_one("#top").region
    return "\n".join(line for y, line in enumerate(screen_lines(pilot)[:-1]) if y != top.y)


async def test_the_prompt_asks_to_hand_over() -> None:
    match = match_prefix(whole_match(TWO, 2), 2)
    async with run_app(make_app(saved_table(match))) as pilot:
        first = status_text(pilot, "prompt")
        await press(pilot, "enter")
        await play_first(pilot, match, "take")
        assert status_text(pilot, "prompt") == "Hand over to Bea, then press Enter"
        assert first == "Hand over to Ada, then press Enter"


async def test_the_hand_over_hides_everything() -> None:
    match = match_prefix(whole_match(TWO, 2), 14)
    async with run_app(make_app(saved_table(match))) as pilot:
        assert "Hand over to Ada" in screen_text(pilot)
        hidden(pilot)
        await press(pilot, "w", "left", "i", "v", "p", "tab")
        hidden(pilot)
        await press(pilot, "enter")
        assert "Ada's turn" in status_text(pilot, "prompt") and "3-1" in screen_text(pilot)
        await press(pilot, "i")
        assert pilot.app.screen.query_one(HintPanel).size.height, "a hint is for who asked for it"
        await press(pilot, "escape", "u", "b", "g", "i", "enter")
        assert len(match.log) == 15, status_text(pilot)
        assert "Hand over to Bea" in screen_text(pilot)
        hidden(pilot)
        await press(pilot, "enter")
        assert "Bea's turn" in status_text(pilot, "prompt")


@pytest.mark.parametrize("keys", [("left_square_bracket",), ("o",), ("z",), ("y",), ("colon", *"take"), ("escape",)])
async def test_no_key_looks_behind_the_hand_over(keys: tuple[str, ...]) -> None:
    match = match_prefix(whole_match(TWO, 2), 14)
    match.act(
        ("take", (0, 1, 3))
        if ("take", (0, 1, 3)) in match.game.legal(match.state)
        else match.game.legal(match.state)[0]
    )
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, *keys)
        assert "Hand over to" in screen_text(pilot)
        hidden(pilot)
        assert "move 1" not in status_text(pilot, "prompt") and len(match.log) == 15


def with_blinds() -> Match:
    """Ada and Bea both hold cards that only they know; Ada is to move."""
    match = start_match(*TWO, seed=3)
    for level in (0, 0, 1, 1, 2, 2):
        match.act(("reserve_blind", level))
    return match


def secrets(match: Match, seat: int) -> list[int]:
    s: Splendor = match.state
    return list(s.players[seat].blind)


def watch(pilot: Pilot[None], match: Match, seat: int) -> None:
    """Check that the screen is drawn from views without the seat's secrets."""
    state = current_table(pilot).board.state
    assert state is not None
    for view in (state.view, state.before):
        visible = {card for p in view.players for card in p.hand} | set(view.market)
        assert not visible & set(secrets(match, seat))
        assert all(card in view.decks[CARDS[card].level] for card in secrets(match, seat)), "its absence tells"
    assert not {part for part, *_ in current_table(pilot).board.tiles} & {
        ("card", card) for card in secrets(match, seat)
    }


async def test_other_seats_secrets_are_never_on_screen() -> None:
    match = with_blinds()
    async with run_app(make_app(saved_table(match), glyphs="ascii"), LARGE) as pilot:
        for name, other in (("Ada", 1), ("Bea", 0)):
            watch(pilot, match, 0)
            watch(pilot, match, 1)
            assert f"Hand over to {name}" in screen_text(pilot)
            await press(pilot, "enter")
            watch(pilot, match, other)
            assert len(secrets(match, 1 - other)) == 3
            hand = {tile.part[1] for tile in current_table(pilot).board.tiles if tile.zone == "hand"}
            assert hand == set(secrets(match, 1 - other)), "one's own cards are not there"
            for _ in range(3):
                await press(pilot, "left_square_bracket")
                watch(pilot, match, other)
            await press(pilot, "escape")
            for part in [tile.part for tile in current_table(pilot).board.tiles if tile.zone == "players"]:
                put_cursor(pilot, *part)
                await settle(pilot)
                if part[1] == other:
                    reserved = status_text(pilot).partition("; reserved: ")[2]
                    assert re.fullmatch(
                        r"(a level [123] card face down; ){2}a level [123] card face down\. Enter shows more\.",
                        reserved,
                    )
            put_cursor(pilot, "gem", 0)
            await play_first(pilot, match, "take")


async def test_undo_between_people_ends_with_the_turn() -> None:
    match = match_prefix(whole_match(TWO, 2), 2)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "enter")
        await play_first(pilot, match, "take")
        assert not is_enabled(pilot, "undo")
        await press(pilot, "z", "enter")
        assert len(match.log) == 3 and not is_enabled(pilot, "undo"), "Bea takes back what Ada did"
        await press(pilot, "z")
        assert len(match.log) == 3


def pending(condition: Callable[[Match], bool]) -> Match:
    """Two people; the one to move has acted already and must still decide something, such as what to return."""
    for seed in range(1, 300):
        whole = whole_match(TWO, seed)
        turns = [whole.game.turn(s) for s in whole.states]
        for ply in range(1, len(whole.log)):
            if turns[ply] is not None and turns[ply] == turns[ply - 1]:
                match = match_prefix(whole, ply)
                if condition(match):
                    return match
    raise LookupError("no game came to such a position")


async def test_undo_between_people_takes_back_what_showed_nothing() -> None:
    match = pending(lambda m: m.log[-1][0] == "take")
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "enter")
        assert is_enabled(pilot, "undo")
        await press(pilot, "z")
        assert len(match.log) == ply - 1 and "Hand over to" not in screen_text(pilot)


@pytest.mark.parametrize("verb", ["reserve", "reserve_blind"])
async def test_undo_between_people_stops_at_what_chance_has_shown(verb: str) -> None:
    match = pending(lambda m: m.log[-1][0] == verb and EMPTY not in m.state.market)
    ply = len(match.log)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "enter")
        assert not is_enabled(pilot, "undo")
        await press(pilot, "z")
        assert len(match.log) == ply


def of_splendor() -> tuple[Match, list[str]]:
    return with_blinds(), ["3-1", "L2", "reserve", "held"]


def of_metropolys() -> tuple[Match, list[str]]:
    """Objectives by name, and a place of the city."""
    match = start_match(*TWO, game="metropolys", seed=3)
    match.act(match.legal()[0])
    match.act(match.legal()[0])
    return match, ["C14", *(OBJECTIVES[card].name for p in match.state.players for card in p.cards)]


def of_1906() -> tuple[Match, list[str]]:
    """Permits in hand as they are labelled, and a heading."""
    match, rng = start_match(*TWO, game="sf1906", seed=3), Random(3)
    while match.player != 0 or not all(p.permits for p in match.state.players):
        match.act(match.legal()[int(rng.random() * len(match.legal()))])
    s = match.state
    return match, ["Players", *(permit_label(s, permit) for p in s.players for permit in p.permits)]


@pytest.mark.slow_unless(laid=(of_1906,))
@pytest.mark.parametrize("laid", [of_splendor, of_metropolys, of_1906])
async def test_nothing_shows_when_the_window_changes_or_is_clicked_during_the_hand_over(
    laid: Callable[[], tuple[Match, list[str]]],
) -> None:
    match, secret = laid()
    log = match.log[:]
    async with run_app(make_app(saved_table(match))) as pilot:
        for width, height in (SMALL, (40, 10), LARGE, SMALL):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            for x, y in ((2, 2), (width // 2, height // 2), (width - 3, 3), (5, height - 3), (width // 2, 0)):
                await pilot.click(offset=(x, y))
                await settle(pilot)
                assert not any(word in screen_text(pilot) for word in secret)
            if width >= 80:
                hidden(pilot)
                assert status_text(pilot, "prompt").startswith("Hand over to Ada")
        assert match.log == log
        await press(pilot, "enter")
        assert any(word in screen_text(pilot) for word in secret), "they are what Ada sees"


async def test_people_and_a_bot_hand_over_too() -> None:
    match = start_match("Ada", "greedy", "Bea", seed=2)
    async with run_app(make_app(saved_table(match))) as pilot:
        await press(pilot, "enter", "r", "r", "enter")
        assert len(match.log) == 2 and "Hand over to Bea" in screen_text(pilot)
        hidden(pilot)


# Without anything to hide


SECRET = replace(QUIET, handover="secret")


async def test_nothing_is_covered_while_nothing_is_hidden() -> None:
    match = start_match(*TWO, seed=3)
    async with run_app(make_app(saved_table(match), SECRET)) as pilot:
        assert status_text(pilot, "prompt").startswith("Ada's turn: ") and "3-1" in screen_text(pilot)
        await press(pilot, "r", "r", "enter")
        assert status_text(pilot, "prompt").startswith("Bea's turn: ") and len(match.log) == 1
        assert current_table(pilot).viewer() == 1


async def test_a_card_reserved_face_down_is_covered() -> None:
    match = with_blinds()
    async with run_app(make_app(saved_table(match), SECRET)) as pilot:
        for name in ("Ada", "Bea"):
            assert f"Hand over to {name}" in screen_text(pilot)
            hidden(pilot)
            await press(pilot, "enter")
            await play_first(pilot, match, "take")


@pytest.mark.parametrize("laid", [of_metropolys, of_1906])
async def test_secret_objectives_are_covered(laid: Callable[[], tuple[Match, list[str]]]) -> None:
    async with run_app(make_app(saved_table(laid()[0]), SECRET)) as pilot:
        assert "Hand over to Ada" in screen_text(pilot)


async def test_who_wants_no_cover_has_none() -> None:
    async with run_app(make_app(saved_table(with_blinds()), replace(QUIET, handover="never"))) as pilot:
        assert "Hand over to" not in screen_text(pilot) and "Ada's turn" in status_text(pilot, "prompt")


async def test_the_heading_has_the_colour_of_whoever_is_to_move() -> None:
    match = start_match(*TWO, seed=3)
    async with run_app(make_app(saved_table(match), SECRET)) as pilot:
        top = current_table(pilot).query_one("#top")
        assert top.has_class("-seat-1")
        await press(pilot, "r", "r", "enter")
        assert top.has_class("-seat-2") and not top.has_class("-seat-1")


async def test_alone_the_heading_has_no_seats_colour() -> None:
    async with run_app(make_app(saved_table(start_match()))) as pilot:
        assert not any(name.startswith("-seat") for name in current_table(pilot).query_one("#top").classes)


async def test_undo_is_not_offered_where_it_is_refused() -> None:
    match = start_match(*TWO, seed=3)
    async with run_app(make_app(saved_table(match), SECRET)) as pilot:
        await press(pilot, "r", "r", "enter")
        assert "Undo" not in screen_lines(pilot)[-1]
        await press(pilot, "z")
        assert status_text(pilot) == "You cannot undo: someone else has moved, or new cards were revealed."
