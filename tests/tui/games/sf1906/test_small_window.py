"""1906 San Francisco in a small window: where the cursor is, what you hold, and what money scores."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tabletown.rules.core.match import Match, Seat
from tabletown.rules.sf1906.city import places
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.state import ACT, BONUS, CLEAR, OBJECTIVE, PERMIT, PLOT, SPACE, SPEND, STRIP
from tabletown.rules.sf1906.wording import permit_title
from tabletown.tui.games.sf1906.board_facts import best_goals, counted_goals, goals, keys
from tabletown.tui.games.sf1906.layout import HINT_ROWS, PAGES, lay_out
from tabletown.tui.games.sf1906.paint_cards import note_that_fits, shared_texts
from tabletown.tui.games.sf1906.painter import Sf1906Painter
from tabletown.tui.games.sf1906.player_panel import SHORT_TYPES
from tabletown.tui.games.sf1906.preview import Preview, make_preview
from tabletown.tui.games.sf1906.prompts import Sf1906Prompts
from tabletown.tui.games.sf1906.text_homes import hint_homes
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.placement import overlap
from tests.tui.app_driver import (
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    settle,
)
from tests.tui.board_pictures import palette
from tests.tui.sample_matches import match_prefix
from tests.tui.scenes_sf1906 import FOUR, THEN, THREE, TWO, at_step, board, board_state, match_at, whole_match

from .test_layout import painted

BOARD = 80, 21
"""Columns and rows of the board in a window of 80x24."""
HIGH = 30
"""Rows of a board with whole panels of players."""


def texts(match: Match, page: str, rows: int = BOARD[1]) -> dict[Any, list[str]]:
    """The rows of each tile of a board of 80 columns, as the first seat sees them."""
    state = board_state(match)
    return painted(state, lay_out(state, BOARD[0], rows, page), paged=True)


async def test_an_action_is_chosen_from_your_own_space_wherever_the_cursor_was() -> None:
    """A space that was typed or suggested leaves the cursor on another, and Enter would pay for the distance."""
    match = match_at(*TWO, until=lambda s: s.step == SPACE and s.stop != STRIP and s.acted == 0)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "slot", 0)
        current_table(pilot).play(("space", 2))
        await settle(pilot)
        assert match.state.step == ACT and board(pilot).cursor == ("slot", 2)


async def test_arrows_go_from_a_plot_that_can_be_picked_to_the_next() -> None:
    match = match_at(*TWO, until=at_step(CLEAR))
    plots = {("plot", a[1]) for a in match.legal() if a[0] == "clear"}
    async with run_app(make_app(Table(match, None))) as pilot:
        visited = set()
        for key in ("right", "down", "left", "up") * 3:
            put_cursor(pilot, *min(plots - visited, default=min(plots)))
            await press(pilot, key)
            visited.add(board(pilot).cursor)
        assert len(visited & plots) > 2 and all(part[0] != "plot" or part in plots for part in visited if part)


def test_objectives_on_offer_come_first_while_you_choose_one_from_a_long_list() -> None:
    match = match_at(*FOUR, until=lambda s: s.step == OBJECTIVE and sum(len(p.open) for p in s.players) > 6)
    listed = [part for part in texts(match, "objectives") if part[0] in ("label", "objective", "deck")]
    assert listed[: len(match.state.objective_row) + 2] == goals(board_state(match), first_on_offer=True)[:5]


def test_urban_cards_are_counted_by_type_beside_rubble() -> None:
    match = match_at(*TWO, until=at_step(SPACE, 3))
    p = match.state.players[0]
    kit = match.state.city.kit
    p.urban, p.rubble = [kit.piles[kind][0] for kind in (0, 0, 1, 2, 3)], 3
    rows = texts(match, "players", HIGH)["player", 0]
    assert [row[2:].strip() for row in rows[3:5]] == ["light 2 cable car 1", "hydrant 1 park 1 rubble 3"]
    assert texts(match, "players")["player", 0][2][2:].strip() == "lig2 cab1 hyd1 par1 rub3"
    p.urban = p.urban[:1]
    assert texts(match, "players", HIGH)["player", 0][3][2:].strip() == "light 1 rubble 3"
    assert texts(match, "players")["player", 0][2][2:].strip() == "light 1 rubble 3"


def test_two_players_leave_room_for_the_objectives_that_count_for_you() -> None:
    match = match_at(*TWO, until=at_step(SPACE, 1))
    shown = {part[1] for part in texts(match, "players") if part[0] == "objective"}
    s = match.state
    assert {*s.common} <= shown <= {*s.common, *s.players[0].secret, *s.players[0].open}


def test_a_list_without_room_for_all_your_objectives_has_those_that_score_most() -> None:
    match = match_at(*TWO, until=lambda s: len(s.players[0].open) + len(s.players[0].secret) > 2)
    state, view = board_state(match), match.view(len(match.log), 0)
    counted = counted_goals(state)
    scores = [objective_points(view, 0, card) for _, card in counted]
    assert len(set(scores)) > 1
    for rows in range(1, len(counted)):
        shown = best_goals(state, rows)
        assert len(shown) == rows and shown == [part for part in counted if part in shown]
        assert sum(objective_points(view, 0, card) for _, card in shown) == sum(sorted(scores, reverse=True)[:rows])
    assert best_goals(state, len(counted)) == counted


def test_a_bonus_that_a_hint_does_not_pick_is_still_possible() -> None:
    match = match_at(*TWO, until=at_step(BONUS, 1))
    state = board_state(match)
    picked = replace(state, left=state.left[:1])
    rows = painted(picked, lay_out(picked, *BOARD, "players"), paged=True)
    assert not any("can't" in rows[action][0] for action in state.left)


def test_your_points_by_source_add_up() -> None:
    match = match_at(*TWO, until=at_step(SPACE, 4))
    rows = texts(match, "players", HIGH)["player", 0]
    sources = " ".join(row[2:].strip() for row in rows[5:]).removeprefix("points: ")
    total = sum(points for _, points in match.game.score(match.state)[0])
    assert sum(int(source.rpartition(" ")[2]) for source in sources.split(", ")) == total
    assert f" {total} point" in rows[0]


def test_the_points_show_what_money_scores() -> None:
    match = match_at(*TWO, until=at_step(SPACE, 1))
    *_, dollars, points = (row.split() for row in texts(match, "points")["points",])
    money = match.state.city.kit.money_points
    assert {int(n): int(value) for n, value in zip((dollars[0][1:], *dollars[1:]), points, strict=True)} == {
        n: value for n, value in enumerate(money) if not n or value != money[n - 1]
    }


def test_a_place_of_a_permit_says_whether_a_new_one_comes() -> None:
    match = match_at(*TWO, until=lambda s: len(s.permit_row) == 2)
    parts = texts(match, PAGES[0])
    (room,) = [part for part in parts if part[0] == "room" and not part[3]]
    assert "taken" in " ".join(parts[room])
    prompts = Sf1906Prompts(80, Preview())
    assert prompts.detail(board_state(match), room) == "Taken; a new permit is dealt before the next card."


@pytest.mark.parametrize("seat, text", [(0, ": your building."), (1, ": Hana's building.")])
def test_a_plot_that_is_built_on_names_who_has_built(seat: int, text: str) -> None:
    match = match_at(*TWO, until=lambda s: all(p.built for p in s.players))
    plot = match.state.players[seat].built.bit_length() - 1
    assert Sf1906Prompts(80, Preview()).detail(board_state(match), ("plot", plot)).endswith(text)


def test_a_majority_that_is_tied_says_so() -> None:
    match = match_at(*TWO, until=at_step(SPACE))
    s = match.state
    card = next(n for n, o in enumerate(s.city.kit.objectives) if o.kind == "majority_rubble")
    for p in s.players:
        p.rubble = 1
    s.common = (card, *s.common[1:])
    text = Sf1906Prompts(120, Preview()).detail(board_state(match), ("objective", card))
    assert text.endswith("=2 for you now: tied players share points.")
    s.players[1].rubble = 0
    assert Sf1906Prompts(120, Preview()).detail(board_state(match), ("objective", card)).endswith("3 for you now.")


async def test_the_prompt_of_a_thinking_bot_is_whole_beside_the_price_of_building() -> None:
    match = match_at(*TWO, until=at_step(SPACE))
    match.seats = (match.seats[0], Seat("Hana", "medium"))
    async with run_app(make_app(Table(match, None))) as pilot:
        current_table(pilot)._spin(1)()
        await pilot.pause()
        row = screen_lines(pilot)[0]
        assert row.startswith(" Hana (medium bot) is thinking ") and "make it" not in row and "building costs" in row


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_a_small_window_says_which_card_of_the_year_is_played(names: tuple[str, ...]) -> None:
    match = match_at(*names, until=lambda s: s.step == SPACE and s.stop != STRIP and s.year == 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        row = screen_lines(pilot)[0]
        assert re.search(r"\(1 of 2\) +1907, card \d of 6, build \$1$", row), row


def test_a_wild_permit_that_is_spent_has_an_article() -> None:
    match = match_at(*TWO, until=at_step(SPEND))
    kit = match.state.city.kit
    wild = next(n for n, permit in enumerate(kit.permits) if permit.colour is None)
    plain = next(n for n, permit in enumerate(kit.permits) if permit.colour is not None)
    text = match.game.describe(match.state, ("spend", plain, wild), "second", True)
    assert text == f"spend {permit_title(kit, plain)} and the wild permit"


def test_the_numbers_of_your_steps_are_highlighted_at_the_edges_of_the_development_board() -> None:
    match = match_at(*TWO, until=lambda s: s.step == SPACE and s.players[0].row > 0 and s.players[0].column > 0)
    s, kit = match.state.copy(), match.state.city.kit
    kinds = ("development_row_sidebar", "development_column_sidebar")
    s.common = tuple(n for n, card in enumerate(kit.objectives) if card.kind in kinds)
    match.states[-1] = s
    state, p = board_state(match), s.players[0]
    tile = next(tile for tile in lay_out(state, *BOARD, "town") if tile.part == ("town",))
    colours = palette()
    canvas = Sf1906Painter(colours, state, tile, False, Preview()).paint()
    gold = colours.style("accent", bold=True)
    rows = ["".join(char for char, style in row if style == gold).strip() for row in canvas.rows]
    top = len(kit.grid) - 1 - p.row
    assert {y: row for y, row in enumerate(rows) if row} == {
        top: str(kit.row_sidebar[p.row]),
        len(kit.grid): str(kit.column_sidebar[p.column]),
        len(kit.grid) + 2: "▴",
        len(kit.grid) + 3: THEN,
    }
    assert "right and up" in "".join(char for char, _ in canvas.rows[len(kit.grid) + 1])


@pytest.mark.parametrize("step", (PERMIT, SPEND))
@pytest.mark.parametrize("page", ("players", "objectives"))
def test_a_hint_covers_no_permits_to_choose_from(step: int, page: str) -> None:
    state = board_state(match_at(until=at_step(step)))
    tiles = lay_out(state, *BOARD, page)
    home, *_ = hint_homes(state, tiles, BOARD, False)
    assert home.w == BOARD[0] or home.h >= HINT_ROWS
    assert not any(overlap(tile.rect, home) for tile in tiles if tile.part[0] in ("permit", "plot", "player"))


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_a_short_hint_leaves_everyones_money_and_points_in_view(names: tuple[str, ...]) -> None:
    for step in (SPACE, SPEND):
        state = board_state(match_at(*names, until=at_step(step, 1)))
        tiles = lay_out(state, *BOARD, "players", advised=True)
        home, *_ = hint_homes(state, tiles, BOARD, False)
        players = [tile for tile in tiles if tile.part[0] == "player"]
        assert len(players) == len(names) and not any(overlap(tile.rect, home) for tile in players)
        rows = painted(state, tiles, paged=True)
        for seat, p in enumerate(state.view.players):
            text = "\n".join(rows["player", seat])
            assert f"${p.money}" in text and f"{p.built.bit_count()}" in text and "built" in text


def test_a_long_hint_beside_four_players_covers_a_panel_whole_or_not_at_all() -> None:
    state = board_state(match_at(*FOUR, until=at_step(SPACE, 1)))
    tiles = lay_out(state, *BOARD, "players", advised=True)
    homes = hint_homes(state, tiles, BOARD, False)
    assert max(home.h for home in homes if home.w == BOARD[0]) >= 9
    for home in homes:
        for _, (x, y, w, h), _ in (tile for tile in tiles if tile.part[0] == "player" and overlap(tile.rect, home)):
            assert home.y <= y and home.y + home.h == BOARD[1] and home.x <= x and home.x + home.w >= x + w and h > 0


def test_the_urban_cards_of_four_players_are_named() -> None:
    match = match_at(*FOUR, until=lambda s: s.step == SPACE and any(len(p.urban) > 2 for p in s.players))
    rows = texts(match, "players")
    for seat, p in enumerate(match.state.players):
        text = "\n".join(rows["player", seat])
        kinds = {match.state.city.kit.urban_cards[card].type for card in p.urban}
        assert all(SHORT_TYPES[kind][:3] in text for kind in kinds) and "urban" not in text


def test_the_first_turn_names_the_aim_until_anyone_has_moved() -> None:
    match = match_at(*TWO, until=at_step(SPACE))
    assert texts(Match("sf1906", match.seats, match.options, match.seed), "players")["news",][0].startswith(" Aim: ")
    match.act(match.legal()[0])
    assert "Aim" not in texts(match, "players")["news",][0]


async def test_the_step_up_without_rubble_has_its_price() -> None:
    match = match_at(*TWO, until=at_step(CLEAR))
    async with run_app(make_app(Table(match, None))) as pilot:
        row = next(line for line in screen_lines(pilot) if "Move up" in line)
        assert row.rstrip().endswith(" $2")


def test_permits_that_share_both_symbols_are_said_to() -> None:
    texts = shared_texts((0, 1))
    assert note_that_fits(40, *texts) == "both show light and cable car"
    assert note_that_fits(18, *texts) == "both: light, cable"
    assert note_that_fits(12, *texts) == "light, cable" and note_that_fits(11, *texts) == "both: light"


async def test_the_development_board_says_what_its_numbers_are_for_where_there_is_room() -> None:
    match = match_at(*THREE, until=lambda s: s.step == SPACE and s.stop != STRIP and s.year == 1)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "d")
        text = " ".join(" ".join(row[52:].split()) for row in screen_lines(pilot)[8:22])
        assert "Bottom row: Steps right" in text


async def test_each_panel_of_a_small_window_names_the_next_one() -> None:
    async with run_app(make_app(Table(match_at(*THREE, until=at_step(SPACE, 1)), None))) as pilot:
        named = []
        for _ in range(5):
            heading = next(row for row in screen_lines(pilot) if " t: " in row)
            named.append(re.search(r" t: (\w+)", heading)[1])  # type: ignore[index]
            await press(pilot, "t")
        assert named == ["Objectives", "Board", "Points", "Cards", "Players"]


async def test_an_arrow_leads_from_the_permits_spent_to_a_plot_that_they_fit() -> None:
    match = match_at(*THREE, until=lambda s: s.step == PLOT and s.order[s.acted] == 0)
    async with run_app(make_app(Table(match, None))) as pilot:
        put_cursor(pilot, "permit", match.state.players[0].permits[0] if match.state.players[0].permits else 0)
        await press(pilot, "up")
        assert board(pilot).cursor in board(pilot).state.options  # type: ignore[union-attr]


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
def test_the_reason_against_a_space_is_whole_in_a_small_window(names: tuple[str, ...]) -> None:
    reasons = r"0 in (hand|pool)|no permit|no plot|none left|hold 5|have \$15|needs \$\d"
    seen = 0
    course = whole_match(names, 2)
    for ply in [n for n, s in enumerate(course.states[:-1]) if course.game.turn(s) == 0 and s.step == SPACE]:
        state = board_state(match_prefix(course, ply))
        preview = make_preview(state, None, paged=True)
        for tile in lay_out(state, *BOARD, "players"):
            offer = preview.offers[tile.part[1]] if tile.part[0] == "slot" and preview.offers else None
            if offer and offer.why:
                row = Sf1906Painter(palette(), state, tile, False, preview).paint().rows[0]
                text = "".join(char for char, _ in row)
                assert re.search(rf" ({reasons})( \d(st|nd|rd|th)\??)? *$", text), text
                seen += 1
    assert seen


def test_the_digits_of_objectives_stay_beside_a_hint() -> None:
    state = board_state(match_at(*FOUR, until=at_step(OBJECTIVE)))
    first, *others = [part for part in keys(state) if part[0] == "objective"]
    state = replace(state, picked=(first,), options=frozenset(), left=(first,))
    rows = painted(state, lay_out(state, *BOARD, "objectives"), paged=True)
    assert rows[first][0][0] == "▸" and [rows[part][0][0] for part in others] == ["2", "3"]


def test_a_new_house_is_said_to_be_new() -> None:
    match = match_at(*TWO, until=lambda s: s.step == SPACE and s.players[1].built > 0)
    state = board_state(match)
    plot = next(iter(places(match.state.players[1].built)))
    before = match.state.copy()
    before.free |= 1 << plot
    about = Sf1906Prompts(80, Preview()).detail(replace(state, before=before), ("plot", plot))
    assert about.endswith("Hana's building, new since your last move.")
    assert "new" not in Sf1906Prompts(80, Preview()).detail(state, ("plot", plot))
