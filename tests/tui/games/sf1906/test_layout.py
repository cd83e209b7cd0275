"""The table of 1906 San Francisco in windows of all sizes: choices are named, nothing overlaps, nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, cast

import pytest
from rich.cells import cell_len
from rich.style import Style

from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.state import ACT, BONUS, CLEAR, OBJECTIVE, PERMIT, PLOT, SPACE, SPEND, STRIP, URBAN, Sf1906
from tabletown.tui.games.sf1906.board import Sf1906Board
from tabletown.tui.games.sf1906.board_facts import (
    choices,
    keys,
    owner,
    permit_words,
    plot_label,
    plot_title,
)
from tabletown.tui.games.sf1906.layout import LONG_LOG, MIN_LOG_ROWS, PAGES, lay_out, roomy, sizes
from tabletown.tui.games.sf1906.objective_texts import objective_title
from tabletown.tui.games.sf1906.painter import Sf1906Painter
from tabletown.tui.games.sf1906.preview import make_preview
from tabletown.tui.model.palette import Palette
from tabletown.tui.model.selection import Part, Selection
from tabletown.tui.widgets.board_controller import BoardController
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas, Rect
from tabletown.tui.widgets.move_log import LOG, log_rows
from tabletown.tui.widgets.tiles import Tile
from tests.tui.app_driver import make_app
from tests.tui.scenes_sf1906 import FOUR, SIGNS, THREE, TWO, at_step, board_state, match_at

AROUND = 3
"""Rows of the window that are not the board's."""
WINDOWS = [*((80 + n, 24 + (7 * n) % 47) for n in range(0, 141, 3)), (80, 24), (120, 36), (160, 45), (220, 70)]
STEPS = (SPACE, ACT, PERMIT, OBJECTIVE, CLEAR, SPEND, PLOT, BONUS, URBAN)


@cache
def palette() -> Palette:
    return make_app().palette


@cache
def asked(names: tuple[str, ...], step: int, year: int = 0) -> BoardState:
    """The first seat decides at that step, and nothing is picked."""
    match: Match = match_at(*names, until=at_step(step, year))
    board = Sf1906Board(palette(), cast(BoardController, None))
    state = board_state(match)
    options = Selection(state.left, board.parts).options()
    story = tuple(match.line(ply) for ply in range(len(match.log)))
    return BoardState(
        state.game, state.view, state.before, 0, state.seats, options, left=state.left, story=story,
        ply=len(story), active=True,
    )  # fmt: skip


class Recording(Canvas):
    """A canvas that keeps what did not fit on it."""

    cut: list[tuple[Tile, str]]
    tile: Tile

    def write(self, x: int, y: int, text: str, style: Style) -> int:
        end = x + cell_len(text)
        if text.strip() and (x < 0 or end > self.width or not 0 <= y < self.height):
            self.cut.append((self.tile, text))
        return super().write(x, y, text, style)


def painted(state: BoardState, tiles: list[Tile], paged: bool, cursor: Part | None = None) -> dict[Part, list[str]]:
    """The rows of text of each tile; fails when something was cut off."""
    preview, texts = make_preview(state, cursor, None, paged), {}
    for tile in tiles:
        painter = Sf1906Painter(palette(), state, tile, tile.part == cursor, preview)
        canvas = Recording(tile.rect.w, tile.rect.h, palette().style())
        canvas.cut, canvas.tile = [], tile
        painter.c = canvas
        painter.paint()
        assert not canvas.cut, canvas.cut
        texts[tile.part] = ["".join(char for char, _ in row) for row in canvas.rows]
    return texts


def apart(a: Rect, b: Rect) -> bool:
    return a.x >= b.x + b.w or b.x >= a.x + a.w or a.y >= b.y + b.h or b.y >= a.y + a.h


def pages(state: BoardState, size: tuple[int, int]) -> Iterator[tuple[str, int]]:
    """The panels of a window, and for the objectives each part of their list."""
    for page in (PAGES[0],) if roomy(*size) else PAGES:
        yield page, 0
        if page == "objectives":
            yield page, 1


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_nothing_overlaps_and_nothing_is_cut_off_in_any_window(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 4)
    for width, height in WINDOWS:
        size = width, height - AROUND
        for page, part in pages(state, size):
            tiles = lay_out(state, *size, page, part)
            for tile in tiles:
                x, y, w, h = tile.rect
                assert x >= 0 and y >= 0 and x + w <= size[0] and y + h <= size[1] and w > 0 and h > 0, (size, tile)
            for tile, other in combinations([tile for tile in tiles if tile.part not in (("card",), ("map",))], 2):
                assert apart(tile.rect, other.rect), (size, tile, other)
            painted(state, tiles, not roomy(*size))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", ((80, 24), (97, 28), (120, 36), (160, 45), (220, 70)))
def test_every_legal_choice_is_named_and_has_a_digit(size: tuple[int, int], step: int) -> None:
    state = asked(THREE, step)
    room = size[0], size[1] - AROUND
    page = "objectives" if step == OBJECTIVE else "players"
    rows = painted(state, lay_out(state, *room, page), not roomy(*room))
    for part in state.options - {("do", "spend")}:
        text = "\n".join(rows[part])
        assert any(name in text for name in names_of(state, part)), (part, text)
        assert part[0] == "plot" or keys(state).get(part, "c") in text, (part, text)
        assert part[0] != "plot" or "▸" in text
        assert len(rows[part]) < 4 or part[0] != "plot" or framed(rows[part]), text


def framed(rows: list[str]) -> bool:
    """Is the outline whole?"""
    sides = all((row[0], row[-1]) == ("▌", "▐") for row in rows[1:-1])
    return sides and (rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]) == tuple("▛▜▙▟")


def names_of(state: BoardState, part: Part) -> tuple[str, ...]:
    """Names of a part that a tile can show, the longest first."""
    view: Sf1906 = state.view
    match part:
        case ("plot", int(plot)):
            word, number = plot_title(view, plot).split()
            return f"{word} {number}", f"{word[:3]} {number}", plot_label(view, plot)
        case ("permit", int(permit)):
            return permit_words(view, permit)
        case ("objective", int(card)):
            return (objective_title(view, card),)
        case ("deck",):
            return ("Deck",)
    return next(choice.words for choice in choices(state) if choice.part == part)


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_rows_and_columns_of_the_city_are_named_in_every_window(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 2)
    columns = {2: 6, 3: 9, 4: 12}[len(names)]
    for width, height in WINDOWS:
        size = width, height - AROUND
        tiles = lay_out(state, *size, "players")
        rows = painted(state, [tile for tile in tiles if tile.part in (("map",), ("rows",))], not roomy(*size))
        assert "".join("".join(row) for row in rows["rows",]).split() == list("ABCD")
        assert "".join(rows["map",]).replace("∙", " ").replace("plaza", " ").split() == [
            str(n + 1) for n in range(columns)
        ]


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_a_house_has_a_gable_walls_and_the_initial_of_its_owner(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 4)
    for width, height in WINDOWS:
        size = width, height - AROUND
        tiles = [tile for tile in lay_out(state, *size, "players") if tile.part[0] == "plot"]
        for part, rows in painted(state, tiles, not roomy(*size)).items():
            who = owner(state.view, part[1])
            small = len(rows) == 2
            assert small or any(sign in rows[-1] for sign in (*SIGNS, "You")) == (who is not None)
            if who is not None:
                assert SIGNS[who] in rows[-1] or ("You" in rows[-1] and any("▟" in row and "▙" in row for row in rows))


def test_a_larger_window_has_a_larger_city() -> None:
    cells = [sizes(asked(THREE, SPACE, 2).view, *size).cell for size in ((80, 21), (120, 33), (160, 42), (220, 67))]
    assert cells == sorted(cells) and len(set(cells)) == len(cells)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("names", (TWO, FOUR), ids=len)
def test_what_is_said_below_the_table_fits_into_80_columns(names: tuple[str, ...], step: int) -> None:
    if step == URBAN and names == TWO:
        return
    state = asked(names, step)
    for tile in lay_out(state, 80, 21, "players"):
        if tile.zone:
            for text in texts(state, tile.part):
                assert len(text) <= 78, text


def texts(state: BoardState, part: Part) -> list[str]:
    from tabletown.tui.games.sf1906.prompts import Sf1906Prompts

    says: Callable[[BoardState, Any], str] = Sf1906Prompts(80, make_preview(state, part)).detail
    return [says(state, part)]


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_the_title_of_every_stop_is_whole_in_every_window(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 2)
    for width in range(80, 221):
        tiles = [tile for tile in lay_out(state, width, 33, "players") if tile.part[0] == "stop"]
        for part, rows in painted(state, tiles, True).items():
            number = str(part[1]) if part[1] else str(state.view.city.kit.years[state.view.year].year)[2:]
            assert re.search(rf"(?<!\d)(?:\d\d)?{number}(?!\d)", rows[0]), (width, rows)


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_the_money_after_earnings_is_whole_in_every_window(names: tuple[str, ...]) -> None:
    state = replace(asked(names, SPACE), view=match_at(*names, until=earnings_step).state.copy())
    state.view.players[0].money = 11
    for width in range(80, 221):
        rows = painted(state, lay_out(state, width, 33, PAGES[0]), paged=False)
        assert all(re.search(r"\$1[2345]\b|taken", rows["slot", k][0]) for k in range(4)), width


def earnings_step(s: Sf1906) -> bool:
    return s.step == SPACE and s.stop == STRIP


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_the_log_has_rows_enough_beside_all_panels_and_its_key_enlarges_it(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 2)
    for width, height in ((118, 33), (120, 33), (140, 34), (160, 42), (220, 67)):
        log = log_tile(state, width, height)
        assert log.h >= MIN_LOG_ROWS, (width, height)
        assert log_tile(replace(state, log_open=True), width, height).h > min(log.h, LONG_LOG - 1)


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_beside_all_panels_this_year_and_all_to_come_are_listed(names: tuple[str, ...]) -> None:
    state = asked(names, SPACE, 2)
    years = state.view.city.kit.years[state.view.year : -1]
    rows = "\n".join(painted(state, lay_out(state, 120, 33, PAGES[0]), paged=False)["years",])
    assert all(f"{year.year}" in rows for year in years) and "Last" in rows, rows


def test_a_list_without_the_last_years_says_how_many_it_leaves_out_and_names_the_last_bonus_if_it_is_alone() -> None:
    state = asked(THREE, SPACE)
    rows = painted(state, lay_out(state, 120, 33, PAGES[0]), paged=False)["years",]
    assert "Last" not in "".join(rows[1:]) and "Last: build or $2" in rows[0]
    rows = painted(state, lay_out(state, 118, 33, PAGES[0]), paged=False)["years",]
    assert " 3 more" in rows[0]


def log_tile(state: BoardState, width: int, height: int) -> Rect:
    return next(tile.rect for tile in lay_out(state, width, height, PAGES[0]) if tile.part == LOG)


def test_rank_points_are_shown_beside_all_panels() -> None:
    state = asked(FOUR, SPACE, 4)
    rows = painted(state, lay_out(state, 120, 33, PAGES[0]), paged=False)
    ranked = [card for card in state.view.common if objective_title(state.view, card).startswith("Most")]
    wordings = ("7, 5, 3 or 1", "7, 5, 3, 1", "7 to 1")
    assert ranked and all(any(text in rows["objective", card][0] for text in wordings) for card in ranked)


def test_a_plot_under_the_cursor_that_cannot_be_picked_has_no_mark() -> None:
    state = asked(THREE, PLOT)
    plots = [("plot", plot) for plot in range(len(state.view.city.names)) if state.view.free >> plot & 1]
    for size in ((80, 21), (120, 33), (220, 67)):
        tiles = lay_out(state, *size, PAGES[0])
        for plot in plots:
            rows = painted(state, tiles, not roomy(*size), cursor=plot)[plot]
            assert ("▸" in "".join(rows)) == (plot in state.options), (size, plot)


@pytest.mark.parametrize("size", ((80, 21), (97, 25), (120, 33), (220, 67)))
def test_every_urban_card_and_none_has_its_points(size: tuple[int, int]) -> None:
    state = asked(THREE, URBAN)
    rows = painted(state, lay_out(state, *size, PAGES[0]), not roomy(*size))
    for part in state.options:
        assert re.search(r"[+-]\d+ (pts|points?)", rows[part][0]), rows[part]


def test_the_log_starts_with_the_start_of_a_line() -> None:
    state = asked(FOUR, SPACE, 2)
    for width in range(20, 60):
        for rows in range(1, 9):
            shown = log_rows(state, width, rows)
            assert shown[0].name and shown[-1].entry.ply == state.ply - 1 and len(shown) <= rows
