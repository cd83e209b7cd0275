"""1906 San Francisco shows first what can be chosen now; lists and scales say what they leave out or count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tabletown.rules.core.game import Action
from tabletown.rules.sf1906.components.model import BUILD
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.state import ACT, PLOT, SPACE, Sf1906
from tabletown.rules.sf1906.turn import advance, card_spaces, legal
from tabletown.tui.games.sf1906.layout import lay_out
from tabletown.tui.games.sf1906.objective_texts import shares_rank
from tabletown.tui.games.sf1906.painter import Sf1906Painter
from tabletown.tui.games.sf1906.preview import make_preview
from tabletown.tui.games.sf1906.text_homes import hint_homes
from tabletown.tui.games.sf1906.tile_painter import FIELDS
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Canvas
from tabletown.tui.widgets.placement import overlap
from tests.tui.app_driver import current_table, make_app, press, run_app, settle, status_text
from tests.tui.board_pictures import palette
from tests.tui.scenes_sf1906 import TWO, at_step, board, board_state, match_at

from .test_layout import asked, painted
from .test_small_window import BOARD, HIGH, texts

LARGE_BOARD = 120, 33
"""Columns and rows of the board in a window of 120x36."""


def plot_canvases(state: BoardState) -> dict[int, Canvas]:
    """The plots as a small window shows them, the cursor elsewhere."""
    preview = make_preview(state, None, paged=True)
    tiles = [tile for tile in lay_out(state, *BOARD, "players") if tile.part[0] == "plot"]
    return {int(tile.part[1]): Sf1906Painter(palette(), state, tile, False, preview).paint() for tile in tiles}


def test_only_plots_to_choose_from_are_bright_in_a_small_window() -> None:
    for step in (SPACE, PLOT):
        state = asked(TWO, step, 1)
        choosable = {part[1] for part in state.options if part[0] == "plot"}
        for plot, canvas in plot_canvases(state).items():
            field = FIELDS[state.view.city.colours[plot]]
            expected = palette().colour(field if plot in choosable else f"{field}-dim").rich_color
            assert canvas.rows[1][0][1].bgcolor == expected, (step, plot)


def test_a_tie_for_an_objective_says_so_in_the_list() -> None:
    def ties(s: object) -> bool:
        return any(shares_rank(s, card, objective_points(s, 0, card)) for card in s.common)  # type: ignore[attr-defined, arg-type]

    match = match_at(*TWO, until=ties)
    s = match.state
    for part, rows in texts(match, "objectives").items():
        if part[0] == "objective" and part[1] in s.common:
            assert ("=" in rows[0]) == shares_rank(s, part[1], objective_points(s, 0, part[1])), rows


def test_the_numbers_of_urban_cards_have_a_head() -> None:
    rows = texts(match_at(*TWO, until=at_step(SPACE)), "town", HIGH)
    assert "left, score" in rows["head", "piles"][0]


def test_all_years_and_the_development_board_stay_beside_a_hint_in_a_large_window() -> None:
    match = match_at(*TWO, until=at_step(SPACE))
    state = board_state(match)
    tiles = lay_out(state, *LARGE_BOARD, "players")
    rows = painted(state, tiles, paged=False)["years",]
    *years, _ = match.state.city.kit.years
    assert all(words in "\n".join(rows) for words in (*(str(year.year) for year in years), "Last"))
    home, *_ = hint_homes(state, tiles, LARGE_BOARD, True)
    kept = ("town", "points", "player", "objective", "permit", "plot")
    assert not any(overlap(tile.rect, home) for tile in tiles if tile.part[0] in kept)


async def test_a_build_that_leaves_no_choice_shows_its_points_before_it_is_built() -> None:
    def alone(s: Sf1906) -> list[int]:
        """Building actions of a card with one way to spend permits, for one plot."""
        if s.step != ACT:
            return []
        builds = [a for a in legal(s) if a[0] == "act" and card_spaces(s)[a[1]].kind == BUILD]
        return [a[1] for a in builds if all(len(legal(after)) == 1 for after in positions(s, a))]

    def positions(s: Sf1906, action: Action) -> Iterator[Sf1906]:
        """The positions of the choices of permits and plot."""
        after = s.copy()
        advance(after, action, Random(1))
        yield after.copy()
        advance(after, legal(after)[0], Random(1))
        yield after

    match = match_at(*TWO, until=lambda s: bool(alone(s)))
    async with run_app(make_app(Table(match, None))) as pilot:
        current_table(pilot).play(("act", alone(match.state)[0]))
        await settle(pilot)
        await settle(pilot)
        assert match.state.step == PLOT and board(pilot).cursor == ("plot", legal(match.state)[0][1])
        assert re.search(r"Build on .*[+-]\d+", status_text(pilot)), status_text(pilot)
        await press(pilot, "enter")
        assert match.state.step != PLOT
