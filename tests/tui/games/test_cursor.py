"""The cursor on the real layouts: nothing overlaps, everything can be reached, and the way back is the way there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from itertools import combinations
from typing import cast

import pytest

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.tui.screens.match_base import board_class
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tabletown.tui.widgets.board_controller import BoardController
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.tiles import DIRECTIONS, Tile, nearest
from tests.rules.random_play import first_match, play_match
from tests.tui.app_driver import current_table, make_app, press, run_app
from tests.tui.sample_matches import make_seats, match_after, start_match

AROUND = 3
"""Rows of the window that are not the board's: prompt, detail and footer."""
WINDOWS = [(80, 24), (100, 30), (120, 36), (160, 45)]
ODD = [(81, 25), (97, 27), (109, 24), (110, 24), (119, 33), (149, 50), (200, 60), (80, 100), (300, 24)]
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


def state(match: Match, viewer: int | None = 0, log_open: bool = False) -> BoardState:
    view = match.game.observe(match.state, viewer)
    return BoardState(match.game, view, view, viewer, match.seats, log_open=log_open)


@cache
def board(name: str) -> Board:
    return board_class(name)(make_app().palette, cast(BoardController, None))  # no one picks


@cache
def expanded(module: str) -> Match:
    """A game of four with an expansion, some way on."""
    return play_match(Match("splendor", make_seats("You", "greedy", "greedy", "greedy"), {"module": module}, 3), 30, 3)


@cache
def layouts(size: tuple[int, int]) -> list[tuple[Tile, ...]]:
    """The layouts of `all_layouts` that differ in their rectangles and zones, whatever lies there."""
    return list({tuple((tile.rect, tile.zone) for tile in tiles): tiles for tiles in all_layouts(size)}.values())


@cache
def all_layouts(size: tuple[int, int]) -> list[tuple[Tile, ...]]:
    """Tiles of every game for every number of players, early and late, as a player and a spectator see them."""
    width, height = size
    matches = [
        (name, play_match(first_match(name, seats, 3), plies, 3))
        for name in rules.GAMES
        for seats in rules.load(name).SEATS
        for plies in (0, 15, 45, 4000)
    ]
    matches += [
        ("splendor", match_after(*("You", "greedy", "greedy", "greedy")[:seats], plies=-2)) for seats in (2, 3, 4)
    ]
    matches += [("splendor", expanded(module)) for module in MODULES if module != "base"]
    laid_out = (
        tuple(board(name).lay_out(state(match, viewer, log_open), width, height - AROUND))
        for name, match in matches
        for viewer in (0, None)
        for log_open in (False, True)
    )
    return list(dict.fromkeys(laid_out))  # many moments look alike


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def within(a: Rect, b: Rect) -> bool:
    return b.x <= a.x and a.x + a.w <= b.x + b.w and b.y <= a.y and a.y + a.h <= b.y + b.h


def beside(a: Rect, b: Rect) -> bool:
    """Do two rectangles share a row?"""
    return a.y < b.y + b.h and b.y < a.y + a.h


def above(a: Rect, b: Rect) -> bool:
    """Do two rectangles share a column?"""
    return a.x < b.x + b.w and b.x < a.x + a.w


@pytest.mark.slow_unless(size=WINDOWS)
@pytest.mark.parametrize("size", WINDOWS + ODD, ids=str)
def test_tiles_lie_in_the_window(size: tuple[int, int]) -> None:
    width, height = size
    for tiles in layouts(size):
        for part, (x, y, w, h), _ in tiles:
            assert x >= 0 and y >= 0 and w > 0 and h > 0, f"{part} is nowhere"
            assert x + w <= width and y + h <= height - AROUND, f"{part} lies outside"


@pytest.mark.slow_unless(size=WINDOWS)
@pytest.mark.parametrize("size", WINDOWS + ODD, ids=str)
def test_tiles_do_not_overlap(size: tuple[int, int]) -> None:
    for tiles in layouts(size):
        for a, b in combinations(tiles, 2):
            ground = not a.zone and within(b.rect, a.rect)  # a map, on which what follows is painted
            assert ground or not overlap(a.rect, b.rect), f"{a} lies on {b}"


def test_a_part_lies_in_one_place() -> None:
    """Else the cursor, which is a part, would be in both and could not go from one to the other."""
    for tiles in all_layouts(WINDOWS[0]):
        parts = [tile.part for tile in tiles]
        twice = {part for part in parts if parts.count(part) > 1}
        assert not twice


@cache
def ways(tiles: tuple[Tile, ...]) -> dict[Tile, dict[str, Tile]]:
    """The tile that each arrow leads to, from each tile that the cursor can be on."""
    there = [tile for tile in tiles if tile.zone]
    arrows = {tile: {name: nearest(tile, there, *step) for name, step in DIRECTIONS.items()} for tile in there}
    return {tile: {name: to for name, to in steps.items() if to} for tile, steps in arrows.items()}


def in_rows(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles in rows and columns: all but the neighbourhoods of a city."""
    return tuple(tile for tile in tiles if tile.zone != "city")


def reached(start: Tile, steps: Mapping[Tile, Collection[Tile]]) -> set[Tile]:
    seen, todo = {start}, [start]
    while todo:
        fresh = set(steps[todo.pop()]) - seen
        seen |= fresh
        todo += fresh
    return seen


def reversed_steps(steps: Mapping[Tile, Collection[Tile]]) -> dict[Tile, list[Tile]]:
    return {tile: [start for start, ends in steps.items() if tile in ends] for tile in steps}


@pytest.mark.slow_unless(size=WINDOWS[:1])
@pytest.mark.parametrize("size", WINDOWS + ODD[:-2], ids=str)
def test_arrows_reach_everything_from_everywhere(size: tuple[int, int]) -> None:
    for tiles in layouts(size):
        steps = {tile: set(arrows.values()) for tile, arrows in ways(tiles).items()}
        start = next(iter(steps), None)
        if start:
            lost = set(steps) - reached(start, steps)
            assert not lost, f"from {start} no arrows lead to {lost}"
            cut_off = set(steps) - reached(start, reversed_steps(steps))
            assert not cut_off, f"from {cut_off} no arrows lead to {start}"


@pytest.mark.slow_unless(size=WINDOWS[:1])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_an_arrow_leads_the_way_it_points(size: tuple[int, int]) -> None:
    for tiles in layouts(size):
        for tile, steps in ways(tiles).items():
            for name, to in steps.items():
                (dx, dy), (x, y), (tx, ty) = DIRECTIONS[name], tile.rect.centre, to.rect.centre
                assert (tx - x) * dx + (ty - y) * dy > 0, f"{name} of {tile} is {to}"


@pytest.mark.slow_unless(size=WINDOWS[:1])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_an_arrow_stays_in_its_row_or_column(size: tuple[int, int]) -> None:
    """An arrow leads to the neighbour in the same zone if it touches the tile."""
    for tiles in layouts(size):
        for tile, steps in ways(in_rows(tiles)).items():
            for name, to in steps.items():
                same = beside if name in ("left", "right") else above
                dx, dy = DIRECTIONS[name]
                nearby = [
                    t
                    for t in tiles
                    if t.zone == tile.zone and same(tile.rect, t.rect) and touches(tile.rect, t.rect, dx, dy)
                ]
                assert not nearby or to in nearby, f"{name} of {tile} is {to}, not {nearby}"


def touches(a: Rect, b: Rect, dx: int, dy: int) -> bool:
    if dx:
        return b.x == a.x + a.w if dx > 0 else b.x + b.w == a.x
    return b.y == a.y + a.h if dy > 0 else b.y + b.h == a.y


@pytest.mark.slow_unless(size=WINDOWS[:1])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_the_opposite_arrow_comes_back_to_the_row_or_column(size: tuple[int, int]) -> None:
    for tiles in layouts(size):
        steps = ways(in_rows(tiles))
        for tile in steps:
            for name, to in steps[tile].items():
                back = steps[to].get(OPPOSITE[name])
                same = beside if name in ("left", "right") else above
                assert back is not None, f"{name} of {tile} is {to}, from which nothing leads back"
                if same(tile.rect, to.rect):
                    assert same(back.rect, to.rect), f"{name} of {tile} is {to}, and back is {back}"


def test_nearest_prefers_what_lies_straight_ahead() -> None:
    start = Tile(("a",), Rect(0, 0, 4, 2), "z")
    ahead, aside = Tile(("b",), Rect(12, 0, 4, 2), "z"), Tile(("c",), Rect(5, 6, 4, 2), "z")
    assert nearest(start, [start, aside, ahead], 1, 0) == ahead
    assert nearest(start, [start, aside, ahead], 0, 1) == aside
    assert nearest(start, [start, aside, ahead], -1, 0) is None


async def test_letters_and_tab_walk_as_arrows_do() -> None:
    async with run_app(make_app(Table(start_match(), None))) as pilot:
        board = current_table(pilot).board
        for letter, arrow in (("l", "right"), ("j", "down"), ("h", "left"), ("k", "up")):
            board.cursor = begin = ("card", current_table(pilot).match.state.market[5])
            await press(pilot, arrow)
            there = board.cursor
            board.cursor = begin
            await press(pilot, letter)
            assert board.cursor == there != begin, letter
        before = board.cursor
        await press(pilot, "tab")
        assert board.cursor != before
        zone = board.tile(before)
        await press(pilot, "shift+tab")
        back = board.tile(board.cursor)
        assert zone and back and back.zone == zone.zone


@pytest.mark.parametrize("size", [*WINDOWS, *ODD, (110, 26), (120, 24), (120, 27), (120, 30), (132, 32), (160, 24)])
def test_everything_is_painted_in_windows_of_every_shape(size: tuple[int, int]) -> None:
    """By every game for every number of players."""
    for name in rules.GAMES:
        for seats in rules.load(name).SEATS:
            seen = state(first_match(name, seats, 3))
            for tile in board(name).lay_out(seen, size[0], size[1] - AROUND):
                assert board(name).paint(seen, tile, False).width == tile.rect.w
