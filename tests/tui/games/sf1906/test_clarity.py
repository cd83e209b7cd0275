"""1906 San Francisco on screen: whole words, one mark, explained objectives, keys that say what they do."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.decision_facts import cost, place_after
from tabletown.rules.sf1906.notation import TYPE_WORDS
from tabletown.rules.sf1906.objectives import points
from tabletown.rules.sf1906.state import ACT, CLEAR, PLOT, SPACE, STRIP, URBAN, Sf1906
from tabletown.rules.sf1906.wording import urban_after
from tabletown.tui.games.sf1906.board import first
from tabletown.tui.games.sf1906.board_facts import (
    BONUS_WORDS,
    BRIEF_TYPES,
    ORDINALS,
    WORDS,
    goals,
    stops,
    waiting_words,
)
from tabletown.tui.games.sf1906.detail_phrases import card_gained
from tabletown.tui.games.sf1906.layout import lay_out, stop_widths
from tabletown.tui.games.sf1906.objective_texts import objective_meaning
from tabletown.tui.games.sf1906.preview import Preview, offers
from tabletown.tui.games.sf1906.prompts import Sf1906Prompts
from tabletown.tui.games.sf1906.year_end import points_now, year_end
from tabletown.tui.model.lessons import Course, load
from tabletown.tui.model.selection import Part
from tabletown.tui.screens.lesson import LessonScreen
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import MIN_CHART, ScoreSheet
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.chart import Chart
from tabletown.tui.widgets.placement import overlap
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    settle,
    status_text,
)
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_sf1906 import FOUR, SIGNS, THREE, TWO, at_step, board, board_state, match_at, whole_match

from .test_layout import painted

PLAYERS = pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)


def test_no_name_of_an_action_or_a_bonus_is_chopped() -> None:
    names = [name for ways in (*WORDS.values(), *BONUS_WORDS.values()) for name in ways]
    assert not [name for name in names if name.endswith(".")]


def test_a_short_name_of_a_symbol_begins_as_its_name_does() -> None:
    assert all(word.startswith(brief.rstrip(".").lower()) for word, brief in zip(TYPE_WORDS, BRIEF_TYPES, strict=True))


@PLAYERS
def test_every_closed_stop_is_wide_enough_for_the_names_of_its_spaces(names: tuple[str, ...]) -> None:
    view = match_at(*names, until=at_step(SPACE, 2)).state
    for width in range(80, 221):
        widths = stop_widths(view, width)
        assert sum(widths) == width and widths[view.stop] >= (21 if len(names) == 2 else 22)
        for each, spaces in zip(widths, stops(view), strict=True):
            assert all(len(waiting_words(space)[-1]) < each for space in spaces if space.kind in WORDS)


@PLAYERS
@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=str)
def test_every_free_space_says_when_you_act_next(names: tuple[str, ...], size: tuple[int, int]) -> None:
    state = board_state(match_at(*names, until=lambda s: s.step == SPACE and s.stop != STRIP and s.acted == 1))
    state = replace(state, options=frozenset(("slot", a[1]) for a in state.left))
    rows = painted(state, lay_out(state, size[0], size[1] - 3, "players"), paged=size == SMALL)
    for _, k in state.left:
        earliest, latest = place_after(state.view, k)
        title = "next: " * (size == MIDDLE)
        assert f" {title}{ORDINALS[earliest]}{'?' * (earliest < latest)} " in rows["slot", k][0], rows["slot", k]
    head = rows["stop", state.view.stop][0].rstrip()
    assert head.endswith(" next") == (size == SMALL) and (size == MIDDLE or place_column(rows, k) == len(head) - 4)


def place_column(rows: dict[Part, list[str]], k: int) -> int:
    """The column of the place in the next turn order from space `k`."""
    place = re.search(r"\d(st|nd|rd|th)", rows["slot", k][0])
    assert place
    return place.start()


@PLAYERS
async def test_earnings_of_the_year_to_come_are_not_labelled_with_its_number(names: tuple[str, ...]) -> None:
    match = match_at(*names, until=lambda s: s.step == SPACE and s.year == 2 and s.stop > STRIP + 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        assert screen_lines(pilot)[1].startswith(" Earnings") and "1909" not in "".join(screen_lines(pilot)[:2])


def test_every_objective_is_explained_in_one_line() -> None:
    match = match_at(*FOUR, until=at_step(SPACE, 3))
    state = board_state(match)
    for card in range(len(match.state.city.kit.objectives)):
        text = Sf1906Prompts(80, Preview()).detail(state, ("objective", card))
        assert len(text) <= 78 and objective_meaning(match.state, card)[1:] in text, text


async def test_the_line_below_explains_the_objective_under_the_cursor() -> None:
    match = match_at(until=at_step(SPACE, 3))
    card = match.state.common[0]
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "b")
        put_cursor(pilot, "objective", card)
        await settle(pilot)
        text = status_text(pilot)
        assert objective_meaning(match.state, card)[1:] in text
        assert text.endswith(f"; {points(match.state, 0, card)} for you now.")


@PLAYERS
def test_your_own_objectives_come_before_those_on_offer(names: tuple[str, ...]) -> None:
    parts = goals(board_state(match_at(*names, until=at_step(SPACE, 3))))
    assert parts.index(("label", "own")) < parts.index(("label", "row"))


async def test_with_a_hint_only_the_suggested_row_has_a_mark() -> None:
    match = match_at(until=lambda s: s.step == SPACE and s.stop != STRIP and s.acted == 0)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "slot", 0)
        current_table(pilot).selection.pick(("slot", 2))
        current_table(pilot).show()
        await settle(pilot)
        tile = board(pilot).tile(("card",))
        assert tile is not None
        x, y, w, h = tile.rect
        rows = [row.ljust(80)[x : x + w] for row in screen_lines(pilot)[y + 1 : y + 1 + h]]
        assert [n for n, row in enumerate(rows) if "▸" in row] == [2]


@pytest.mark.parametrize("step, label", [(ACT, "Collect $1"), (CLEAR, "Move up"), (URBAN, "No card")])
async def test_the_key_for_the_alternative_says_what_it_does(step: int, label: str) -> None:
    match = match_at(until=lambda s: s.step == step and (step != URBAN or ("no_urban",) in legal(s)))
    async with run_app(make_app(Table(match, None))) as pilot:
        assert f"c {label} " in screen_lines(pilot)[-1]


@pytest.mark.parametrize("size", (SMALL, MIDDLE))
@PLAYERS
async def test_the_points_of_every_space_with_a_token_are_below_the_development_board(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    match = match_at(*names, until=at_step(SPACE, 3))
    async with run_app(make_app(Table(match, None)), size) as pilot:
        await press(pilot, "d")
        tile = board(pilot).tile(("town",))
        assert tile is not None
        x, y, w, h = tile.rect
        rows = [line[x : x + w].split() for line in screen_lines(pilot)[y : y + h]]
        s = match.state
        values = [str(s.city.kit.grid[p.row][p.column]) for p in s.players]
        expected = [text for sign, value in zip(SIGNS, values, strict=False) for text in (sign, value)]
        assert expected in [row[: len(expected)] for row in rows]


@pytest.mark.parametrize("names", (THREE, FOUR), ids=len)
async def test_the_chart_of_points_has_room_below_the_result_of_three_and_of_four(names: tuple[str, ...]) -> None:
    async with run_app(make_app(ScoreSheet(match_at(*names), None))) as pilot:
        await settle(pilot)
        await settle(pilot)
        assert pilot.app.screen.query_one(Chart).size.height >= MIN_CHART


def test_the_cursor_starts_on_a_space_whose_action_is_possible() -> None:
    def blocked(s: Sf1906) -> bool:
        """A choice of any space of a card, the first with an action that is not possible."""
        return s.step == SPACE and s.stop != STRIP and s.acted == 0 and not s.players[s.order[0]].permits

    state = board_state(match_at(*TWO, until=blocked))
    state = replace(state, options=frozenset(("slot", a[1]) for a in state.left))
    possible = offers(state)
    at = first(state, possible)
    assert at is not None and (offer := possible[at[1]]) and not offer.why


def test_the_cursor_starts_on_a_cheapest_plot() -> None:
    state = board_state(match_at(*TWO, until=at_step(PLOT, 3)))
    prices = {plot: cost(state.view, plot).total for plot in state.left}
    at = first(replace(state, options=frozenset(state.left)), ())
    assert at is not None and prices[at] == min(prices.values())


async def test_the_end_of_a_year_says_who_has_how_many_points_until_the_next_key() -> None:
    course = whole_match(TWO, 2)
    ends = [n for n, s in enumerate(course.states[:-1]) if course.states[n + 1].year > s.year]
    n = next(n for n in ends if course.game.turn(course.states[n]) == 0)
    first, year = ends[0], course.states[n].year
    start, (now, then) = (-10, -10), (board_state(match_prefix(course, ply)) for ply in (first, first + 1))
    assert [end.gain for end in year_end(now, then, start)] == [points + 10 for points in points_now(then.view)]
    assert not year_end(now, now, start) and not year_end(then, then, start)
    async with run_app(make_app(Table(match_prefix(course, n), None))) as pilot:
        current_table(pilot).play(course.log[n])
        await pilot.pause()
        lines = [line for line in screen_lines(pilot) if f"{1906 + year} is over" in line]
        assert lines and any(f"onus of {1907 + year}: " in line for line in screen_lines(pilot))
        panel = " ".join(" ".join(line[52:].split()) for line in screen_lines(pilot))
        assert f" before the earnings of {1907 + year}." in panel, "as others may earn at once"
        match = current_table(pilot).match
        await press(pilot, "enter")
        assert not any(f"{1906 + year} is over" in line for line in screen_lines(pilot)) and len(match.log) == n + 1


async def test_the_panel_of_a_years_end_leaves_the_map_at_the_end_of_the_game() -> None:
    course = whole_match(TWO, 2)
    end = next(n for n, s in enumerate(course.states[:-1]) if course.states[n + 1].year > s.year)
    before, after = (board_state(match_prefix(course, ply)) for ply in (end, end + 1))
    async with run_app(make_app(Table(match_prefix(course, end + 1), None))) as pilot:
        board = current_table(pilot).board
        board.announcement(before, after)
        await pilot.pause()
        assert any("is over" in line for line in screen_lines(pilot))
        board.announcement(after, board_state(course))
        await pilot.pause()
        assert not any("is over" in line for line in screen_lines(pilot))


def test_an_urban_card_that_comes_without_a_choice_is_announced() -> None:
    def brings_card(s: Sf1906) -> bool:
        """A plot is chosen, the first of which brings an urban card without a choice."""
        return s.step == PLOT and bool(urban_after(s, legal(s)[0][1]))

    match = match_at(*TWO, until=brings_card)
    before, plot = board_state(match), legal(match.state)[0]
    match.act(plot)
    after = replace(board_state(match), ply=1)
    assert re.fullmatch("You take a .+ card too: both permits show it[.]", card_gained(before, after))
    assert not card_gained(after, after)
    assert not card_gained(before, replace(after, ply=2)), "a lesson has moved on by more than that"


@pytest.mark.parametrize("size", [SMALL, MIDDLE, (160, 45)], ids=str)
@pytest.mark.parametrize("names", [TWO, THREE, FOUR], ids=len)
async def test_the_panel_of_a_years_end_covers_neither_city_nor_cards_nor_permits(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    course = whole_match(names, 2)
    end = next(n for n, s in enumerate(course.states[:-1]) if course.states[n + 1].year > s.year)
    async with run_app(make_app(Table(match_prefix(course, end + 1), None)), size) as pilot:
        board = current_table(pilot).board
        board.announcement(*(board_state(match_prefix(course, ply)) for ply in (end, end + 1)))
        await pilot.pause()
        panel = next(tile for tile in board.tiles if tile.part[0] == "chapter")
        kept = [tile for tile in board.tiles if tile.part[0] in ("map", "plot", "permit", "stop", "spaces", "slot")]
        assert len(kept) > 20 and not any(overlap(panel.rect, tile.rect) for tile in kept)
        x, y, w, h = panel.rect
        shown = "\n".join(line[x : x + w] for line in screen_lines(pilot)[y + 1 : y + h + 1])
        assert all(seat.name in shown for seat in course.seats) and "uilding " in shown


async def test_the_cursor_leaves_the_cards_when_the_game_is_over() -> None:
    screen = Replay(match_at(*TWO))
    async with run_app(make_app(screen)) as pilot:
        await settle(pilot)
        screen.go(10**6)
        await press(pilot)
        winner = screen.match.game.winners(screen.match.state)[0]
        assert screen.board.cursor == ("player", winner)


async def test_all_objectives_that_count_are_below_two_players_in_the_smallest_window() -> None:
    async with run_app(make_app(LessonScreen(Course(load("sf1906"), 22)))) as pilot:
        assert any("Objectives" in line and "b: all, now" in line for line in screen_lines(pilot))


async def test_the_total_of_your_objectives_is_below_four_players_in_the_smallest_window() -> None:
    match = match_at(*FOUR, until=at_step(SPACE, 4))
    s = match.state
    p = s.players[0]
    total = sum(points(s, 0, card) for card in (*s.common, *p.open, *p.secret))
    async with run_app(make_app(Table(match, None))) as pilot:
        assert total and any(f"Objectives: {total} " in line for line in screen_lines(pilot))


def test_a_step_at_the_end_of_the_development_board_says_that_it_gives_a_dollar_back() -> None:
    match = match_at(*TWO, until=lambda s: s.step == CLEAR and s.rubble > 0 and s.players[0].money >= 3)
    s, p = match.state, match.state.players[0]
    p.row, p.column = (len(side) - 1 for side in (s.city.kit.row_sidebar, s.city.kit.column_sidebar))
    state = board_state(match)
    action = next(a for a in state.left if a[0] == "clear")
    text = Sf1906Prompts(80, Preview()).about_plot(replace(state, options=frozenset([("plot", action[1])])), action[1])
    assert ": $3, $1 back, " in text, text
    assert match.game.describe(s, action, "third").endswith(" of rubble for $3, getting $1 back")
    p.row = 0
    assert "back" not in match.game.describe(s, action, "third")


def test_every_plot_to_build_on_shows_its_points_in_a_large_window() -> None:
    state = board_state(match_at(until=at_step(PLOT, 2)))
    state = replace(state, options=frozenset(("plot", a[1]) for a in state.left))
    rows = painted(state, lay_out(state, MIDDLE[0], MIDDLE[1] - 3, "players"), paged=False)
    for _, plot in state.left:
        text = Sf1906Prompts(120, Preview()).about_plot(state, plot)
        gain = re.search(r"[+-]\d+(?= points?)", text)
        assert gain and gain[0] in "".join(rows["plot", plot]), text
