"""1906 San Francisco on screen: a price, a gain and what happened are told in full."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.core.game import apply
from tabletown.rules.core.match import Match
from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.components.model import BUILD, PASS
from tabletown.rules.sf1906.decision_facts import cost
from tabletown.rules.sf1906.state import ACT, SPACE, STRIP, URBAN, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.games.sf1906.detail_phrases import plot_price
from tabletown.tui.games.sf1906.layout import lay_out
from tabletown.tui.games.sf1906.painter import Sf1906Painter
from tabletown.tui.games.sf1906.preview import Preview, make_preview
from tabletown.tui.games.sf1906.prompts import Sf1906Prompts
from tabletown.tui.model.palette import Palette
from tabletown.tui.model.selection import Part
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.tiles import Tile
from tests.tui.app_driver import current_table, make_app, run_app, settle, status_text
from tests.tui.board_pictures import palette
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_sf1906 import THREE, TWO, board_state, match_at

TALL = 120, 34
"""A board of a window of 120 columns with two columns of panels."""


def tile_of(state: BoardState, part: Part, size: tuple[int, int] = TALL, page: str = "players") -> Tile:
    return next(tile for tile in lay_out(state, *size, page) if tile.part == part)


def painted_rows(state: BoardState, tile: Tile, colours: Palette | None = None) -> list[str]:
    canvas = Sf1906Painter(colours or palette(), state, tile, False, Preview()).paint()
    return ["".join(char for char, _ in row) for row in canvas.rows]


def with_common(match: Match, *kinds: str) -> BoardState:
    """The board of a match, with objectives of these kinds for everyone."""
    s, kit = match.state.copy(), match.state.city.kit
    s.common = tuple(n for n, card in enumerate(kit.objectives) if card.kind in kinds)
    match.states[-1] = s
    return board_state(match)


def test_the_gain_of_a_step_counts_the_objectives_that_score_it() -> None:
    match = match_at(*TWO, until=lambda s: s.step == SPACE and 0 < s.players[0].row < 4 and 0 < s.players[0].column < 5)
    state = with_common(match, "development_row_sidebar", "development_column_sidebar")
    kit, p = match.state.city.kit, match.state.players[0]
    personal = [kit.objectives[card].kind for card in (*p.open, *p.secret)]
    assert not any(kind.endswith("sidebar") for kind in personal)
    right = kit.grid[p.row][p.column + 1] + kit.column_sidebar[p.column + 1] - kit.column_sidebar[p.column]
    up = kit.grid[p.row + 1][p.column] + kit.row_sidebar[p.row + 1] - kit.row_sidebar[p.row]
    clear, develop = painted_rows(state, tile_of(state, ("town",)))[-2:]
    now = kit.grid[p.row][p.column]
    assert f"$2: +{up - now} point" in clear and f"$2: +{right - now} point" in develop


def before_a_cable_car() -> tuple[BoardState, int]:
    """A board where a plot is to be chosen, and a plot whose building brings a cable car for $1."""
    after = match_at(until=lambda s: s.step == URBAN and ("no_urban",) in legal(s))
    state = board_state(match_prefix(after, len(after.log) - 1))
    return replace(state, options=frozenset(state.left)), after.state.plot


def test_the_price_of_a_plot_counts_the_card_that_its_points_count() -> None:
    state, plot = before_a_cable_car()
    price = cost(state.view, ("plot", plot)).total + 1
    assert plot_price(state, plot) == f"${price} with the card"
    long, brief = (Sf1906Prompts(width, Preview()).about_plot(state, plot) for width in (200, 60))
    assert "$1 for the cable car" in long and "card" in long and f"${price}" in brief


def test_an_objective_with_a_long_title_has_its_points_in_a_narrow_panel() -> None:
    state = with_common(match_at(*THREE, until=lambda s: s.step == SPACE and s.stop != STRIP), "per_surrounded_corner")
    tile = tile_of(state, ("objective", state.view.common[0]))
    assert painted_rows(state, tile._replace(rect=tile.rect._replace(w=25)))[0].split() == ["Corners", "x3", "0"]
    wide = painted_rows(state, tile._replace(rect=tile.rect._replace(w=40)))[0]
    assert "Surrounded corners" in wide


def test_your_space_of_the_development_board_has_your_colour_all_over() -> None:
    match = match_at(
        *THREE, until=lambda s: s.step == SPACE and s.players[0].row not in (s.players[1].row, s.players[2].row)
    )
    state, colours = board_state(match), palette()
    canvas = Sf1906Painter(colours, state, tile_of(state, ("town",)), False, Preview()).paint()
    own = colours.style("seat-1-text", "seat-1", bold=True)
    top = len(match.state.city.kit.grid) - 1 - match.state.players[0].row
    assert sum(style == own for _, style in canvas.rows[top]) >= 3


def test_a_plaza_says_what_it_is_where_its_name_has_room() -> None:
    state = board_state(match_at(*THREE, until=lambda s: s.step == SPACE))
    assert sum(row.count("plaza") for row in painted_rows(state, tile_of(state, ("map",)))) == 6


async def test_a_turn_that_ends_by_itself_says_what_it_collected() -> None:
    def stuck(s: Sf1906) -> list[int]:
        """The spaces of the card from which only the dollar can be collected."""
        if s.step != SPACE or s.stop == STRIP or s.acted == len(s.order) - 1:
            return []
        free = [k for _, k in legal(s) if card_spaces(s)[k].kind != PASS]
        return [k for k in free if legal(apply(sf1906, s, ("space", k), Random(0))) == [("collect",)]]

    match = match_at(*TWO, until=lambda s: bool(stuck(s)))
    async with run_app(make_app(Table(match, None))) as pilot:
        current_table(pilot).play(("space", stuck(match.state)[0]))
        for _ in range(3):
            await settle(pilot)
        assert "You collect $1: nothing else on the card was possible." in status_text(pilot)


def test_your_last_turn_is_told_on_your_space_while_others_act() -> None:
    match = match_at(*TWO, until=lambda s: s.step == ACT and ("act", s.tokens[0]) in legal(s) and s.acted == 0)
    match.act(("collect",))
    assert match.player == 1
    state = replace(
        board_state(match), story=tuple(match.line(n) for n in range(len(match.log))), ply=len(match.log), active=False
    )
    token, money = match.state.tokens[0], match.state.players[0].money
    assert Sf1906Prompts(120, Preview()).about_slot(state, token) == f"You collect $1 and have ${money} now."


@pytest.mark.parametrize("wide", (False, True))
def test_a_space_says_what_is_needed_to_build(wide: bool) -> None:
    match = match_at(*TWO, until=lambda s: s.step == SPACE and not s.players[0].hand and builds(s) >= 0)
    state, k = board_state(match), builds(match.state)
    state = replace(state, options=frozenset(("slot", a[1]) for a in state.left))
    tile = tile_of(state, ("slot", k), TALL if wide else (80, 21))
    canvas = Sf1906Painter(palette(), state, tile, False, make_preview(state, None)).paint()
    row = "".join(char for char, _ in canvas.rows[0])
    assert row.rstrip().endswith("no building" if wide else "no house")


def builds(s: Sf1906) -> int:
    """The Build space of the open card if it is free, else -1."""
    spaces = card_spaces(s) if s.stop != STRIP else ()
    return next((k for k, space in enumerate(spaces) if space.kind == BUILD and ("space", k) in legal(s)), -1)
