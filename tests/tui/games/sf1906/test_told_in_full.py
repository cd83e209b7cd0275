"""1906 San Francisco on screen: a price, a gain and what happened are told in full."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.building import shared
from tabletown.rules.sf1906.components.model import BUILD, PASS, PERMIT
from tabletown.rules.sf1906.decision_facts import cost
from tabletown.rules.sf1906.state import ACT, SPACE, STRIP, URBAN, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.games.sf1906.board import first
from tabletown.tui.games.sf1906.board_facts import action_of
from tabletown.tui.games.sf1906.detail_phrases import gain, plot_price, plots_to_choose
from tabletown.tui.games.sf1906.layout import lay_out
from tabletown.tui.games.sf1906.painter import Sf1906Painter
from tabletown.tui.games.sf1906.preview import Preview, make_preview
from tabletown.tui.games.sf1906.prompts import Sf1906Prompts
from tabletown.tui.games.sf1906.recap import telling_moves
from tabletown.tui.games.sf1906.year_end import YearEnd
from tabletown.tui.model.palette import Palette
from tabletown.tui.model.selection import Part
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tabletown.tui.widgets.canvas import Rect
from tabletown.tui.widgets.tiles import Tile
from tests.tui.app_driver import current_table, make_app, press, run_app, screen_text, settle, status_text
from tests.tui.board_pictures import palette
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_sf1906 import THREE, TWO, board_state, match_at, must_spend_permits

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


def test_the_gain_of_a_step_counts_the_objectives_that_score_it_and_the_money_paid() -> None:
    match = match_at(*TWO, until=lambda s: s.step == SPACE and 0 < s.players[0].row < 4 and 0 < s.players[0].column < 5)
    state = with_common(match, "development_row_sidebar", "development_column_sidebar")
    kit, p = match.state.city.kit, match.state.players[0]
    personal = [kit.objectives[card].kind for card in (*p.open, *p.secret)]
    assert not any(kind.endswith("sidebar") for kind in personal)
    right = kit.grid[p.row][p.column + 1] + kit.column_sidebar[p.column + 1] - kit.column_sidebar[p.column]
    up = kit.grid[p.row + 1][p.column] + kit.row_sidebar[p.row + 1] - kit.row_sidebar[p.row]
    now, money = kit.grid[p.row][p.column], kit.money_points[p.money] - kit.money_points[p.money - 2]
    rows = painted_rows(state, tile_of(state, ("town",), (80, 21), "town"))
    for action, gained in (("Clear up", up - now), ("Develop", right - now)):
        n = next(n for n, row in enumerate(rows) if action in row)
        points = plural(gained - money, "point", sign=gained != money)
        assert money and f"$2: {points}" in rows[n] and f"-{money} money" in rows[n + 1]


def test_a_step_that_is_too_dear_has_no_points() -> None:
    state = board_state(match_at(*TWO, until=lambda s: s.step == SPACE and s.players[0].money == 1))
    rows = painted_rows(state, tile_of(state, ("town",), (80, 21), "town"))
    assert sum(row.rstrip().endswith("$2: too dear") for row in rows) == 2


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


def test_plots_at_one_price_are_named_with_it_once() -> None:
    state, _ = before_a_cable_car()
    plots = [part[1] for part in state.options]
    names = [state.view.city.names[plot] for plot in sorted(plots, key=lambda plot: state.view.city.cells[plot])]
    prices = {plot_price(state, plot) for plot in plots}
    text, _ = plots_to_choose(state)
    if len(prices) == 1:
        assert f" {join_words(names, 'or')} ({prices.pop()}):" in text
    else:
        assert all(f"{state.view.city.names[plot]} ({plot_price(state, plot)})" in text for plot in plots)


def test_what_was_paid_for_the_distance_is_told_with_the_result() -> None:
    def may_pay(s: Sf1906) -> bool:
        return s.step == SPACE and s.stop == 1 and s.acted == 0 and s.players[0].money >= 2 and bool(permit_beside(s))

    far = match_at(*TWO, until=may_pay)
    k = permit_beside(far.state)[0]
    for action in (k[0], k[1]):
        far.act(action)
    far.act(far.legal()[0])
    turn = [far.line(n) for n in range(len(far.log) - 3, len(far.log))]
    assert telling_moves(far.state, turn)[-1].text.endswith(", paying $2 to act 1 space away")


def permit_beside(s: Sf1906) -> list[tuple[Action, Action]]:
    """Spaces of the open card beside the permit action, each with that action from there."""
    kinds = [space.kind for space in card_spaces(s)]
    return [
        (("space", k), ("act", n))
        for n, kind in enumerate(kinds)
        for k in (n - 1, n + 1)
        if kind == PERMIT and 0 <= k < len(kinds) and kinds[k] != PASS
    ]


def test_the_cursor_starts_on_the_urban_card_that_scores_most() -> None:
    def best(state: BoardState) -> int:
        return max((gain(state, action), -n) for n, action in enumerate(legal(state.view)))[1]

    match = match_at(until=lambda s: s.step == URBAN and len(legal(s)) > 1)
    state = board_state(match)
    action = legal(state.view)[-best(state)]
    parts = frozenset(("do", a[0]) if a == ("no_urban",) else a for a in legal(state.view))
    expected = ("do", "no_urban") if action == ("no_urban",) else action
    chosen = first(replace(state, options=parts), ())
    assert chosen is not None and action_gain(state, chosen) == action_gain(state, expected)


def action_gain(state: BoardState, part: Part) -> int:
    action = action_of(state.view, part)
    assert action is not None
    return gain(state, action)


def test_the_permits_that_earn_a_card_together_are_marked_with_it() -> None:
    match = match_at(until=must_spend_permits)
    state = board_state(match)
    s = match.state
    pairs = [a[1:] for a in state.left if len(a) == 3 and any(s.piles[kind] for kind in shared(s.city, a[1:]))]
    assert pairs
    permit, other = pairs[0]
    kind = next(kind for kind in shared(s.city, pairs[0]) if s.piles[kind])
    marked = make_preview(state, ("permit", permit)).earning
    assert {(permit, kind), (other, kind)} <= marked
    colours = palette()
    canvas = Sf1906Painter(
        colours, state, tile_of(state, ("permit", other)), False, make_preview(state, ("permit", permit))
    ).paint()
    assert any(style == colours.style("good", "card", bold=True) for row in canvas.rows for _, style in row)


async def test_the_key_that_clears_closes_the_log() -> None:
    async with run_app(make_app(Table(match_at(*TWO, until=lambda s: s.step == SPACE), None))) as pilot:
        await press(pilot, "o")
        assert "─ Log" in screen_text(pilot)
        await press(pilot, "escape")
        assert "─ Log" not in screen_text(pilot)


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
    assert "  0 in hand" in row


def builds(s: Sf1906) -> int:
    """The Build space of the open card if it is free, else -1."""
    spaces = card_spaces(s) if s.stop != STRIP else ()
    return next((k for k, space in enumerate(spaces) if space.kind == BUILD and ("space", k) in legal(s)), -1)


def test_the_end_of_a_year_counts_one_point_in_the_singular() -> None:
    state = board_state(match_at(*TWO, until=lambda s: s.step == SPACE and s.stop == STRIP and s.year > 0))
    ends = (YearEnd(-1, 3, False), YearEnd(2, 3, False))
    rows = painted_rows(state, Tile(("chapter", ends), Rect(0, 0, 90, 6), ""))
    assert any("You -1 point " in " ".join(row.split()) + " " for row in rows)
    assert any("Hana 2 points" in " ".join(row.split()) for row in rows)
