"""1906 San Francisco on screen: panels that come back, headings, prompts, the ring's end and the rows of the city."""

from __future__ import annotations

import pytest

from tabletown.rules.core.text import plural
from tabletown.rules.sf1906.objectives import points
from tabletown.rules.sf1906.state import OBJECTIVE, PERMIT, SPACE, SPEND, STRIP, Sf1906
from tabletown.tui.games.sf1906.long_lists import listed, split
from tabletown.tui.games.sf1906.narrator import table
from tabletown.tui.games.sf1906.objective_texts import objective_title
from tabletown.tui.games.sf1906.prompts import PROMPTS
from tabletown.tui.model.selection import Part
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.canvas import Rect
from tests.tui.app_driver import LARGE, SMALL, make_app, press, put_cursor, run_app, screen_lines, settle, status_text
from tests.tui.games.sf1906.test_board import board
from tests.tui.scenes_sf1906 import THREE, TWO, at_step, match_at


async def test_the_panel_left_for_an_objective_comes_back() -> None:
    async with run_app(make_app(Table(match_at(until=at_step(OBJECTIVE)), None))) as pilot:
        assert board(pilot).page == "objectives"
        await press(pilot, "1")
        assert board(pilot).page == "players"


def test_a_long_list_of_objectives_keeps_its_headings() -> None:
    parts: list[Part] = [("label", "common"), *(("objective", n) for n in range(4)), ("label", "own"), ("objective", 9)]
    kept = [tile.part for tile in listed(parts, Rect(0, 0, 27, 6))]
    assert kept == [*parts[:5], ("label", "rest", 1)]
    rest = [tile.part for tile in listed(parts, Rect(0, 0, 27, 6), 1)]
    assert rest == [parts[0], *parts[3:], ("label", "rest", 0)], "as many rows, and a heading first"
    for rows in range(2, len(parts)):
        lists = split(parts, rows)
        assert {part for some in lists for part in some} == set(parts)
        assert all(some[0][0] == "label" and len(set(some)) == len(some) <= rows for some in lists)


def test_prompts_leave_room_for_the_last_building() -> None:
    for template in PROMPTS.values():
        prompt = template.format(enter="Enter", instead="c", next="n", first="1", last="5")
        assert len(f"Your turn: {prompt}") + len("Bruno has 1 building left") + 4 <= 80, prompt


async def test_a_permit_of_the_bonus_is_asked_for_as_that() -> None:
    match = match_at(until=lambda s: s.step == PERMIT and s.stop == STRIP)
    async with run_app(make_app(Table(match, None))) as pilot:
        assert status_text(pilot, "prompt") == "Your turn: take a permit as your 1906 bonus"


async def test_what_others_have_face_up_is_counted_for_them() -> None:
    """In the list and in the line below; and the line names all of them however narrow the window is."""
    match = match_at(*TWO, until=lambda s: s.step == SPACE and s.year > 3 and differs_for_both(s))
    s = match.state
    card = next(card for card in s.players[1].open if points(s, 1, card) != points(s, 0, card))
    async with run_app(make_app(Table(match, None)), SMALL) as pilot:
        await press(pilot, "t")
        if board(pilot).tile(("objective", card)) is None:  # in the second part of the list
            await press(pilot, "b")
        put_cursor(pilot, "objective", card)
        assert status_text(pilot).endswith(f"{points(s, 1, card)} for {match.seats[1].name} now.")
        board(pilot).action_page("players")
        put_cursor(pilot, "player", 1)
        await settle(pilot)
        assert len(status_text(pilot)) <= 78 and all(
            objective_title(s, card) in status_text(pilot) for card in s.players[1].open
        )


def differs_for_both(s: Sf1906) -> bool:
    """Do two players hold face up what is worth something else to the other?"""
    return len(s.players[1].open) > 1 and any(points(s, 1, card) != points(s, 0, card) for card in s.players[1].open)


async def test_what_a_player_holds_is_never_cut() -> None:
    many = match_at(until=lambda s: s.step == SPACE and max(len(p.open) for p in s.players) > 2)
    async with run_app(make_app(Table(many, None)), LARGE) as pilot:
        screen = "\n".join(screen_lines(pilot))
        for p in many.state.players:
            both = f"{len(p.open)} open, {len(p.secret)} secret"
            assert (both if p.open else plural(len(p.secret), "secret objective")) in screen


async def test_the_ring_ends_and_the_rows_have_numbers() -> None:
    async with run_app(make_app(Table(match_at(until=lambda s: s.year == 5 and s.stop == 3), None))) as pilot:
        tile = board(pilot).tile(("rows",))
        rows = screen_lines(pilot)
        assert rows[1].startswith(" The end") and [row[1:9].rstrip() for row in rows[2:6]] == [
            "Bonus:",
            "Build",
            "or $2",
            "",
        ]
        put_cursor(pilot, "stop", STRIP)
        assert status_text(pilot) == "After 1911 everyone takes a last bonus. Then the game ends."
        assert tile is not None
        x, y, _, h = tile.rect
        assert "".join(row[x] for row in rows[y + 1 : y + 1 + h]).split() == ["A", "B", "C", "D"]


@pytest.mark.parametrize("over", (False, True), ids=("building", "over"))
async def test_the_last_year_offers_its_bonus_and_no_earnings(over: bool) -> None:
    """While the bonus is carried out, and after the end."""
    match = match_at(until=None if over else lambda s: s.year == 6 and s.stop == STRIP and s.step == SPEND)
    assert match.state.over == over
    screen = Replay(match)
    async with run_app(make_app(screen)) as pilot:
        await settle(pilot)
        screen.go(len(match.log))
        await press(pilot)
        card = screen.board.tile(("card",))
        assert card is not None
        open_card = [row[: card.rect.w].strip("▸ ") for row in screen_lines(pilot)[2:6]]
        assert [row.strip() for row in open_card if row] == ["Build", "$2"]
    lines = table(match.state, None, THREE)
    assert "The last bonus has no earnings before it." in lines and not any(line.startswith("Space ") for line in lines)
    assert any(line.startswith("Still to act") for line in lines) != over
