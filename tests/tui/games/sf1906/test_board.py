"""1906 San Francisco on screen: every choice has a key, and consequences are shown before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.match import Match
from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.notation import permit_names
from tabletown.rules.sf1906.state import ACT, BONUS, CLEAR, OBJECTIVE, PERMIT, PLOT, SPACE, SPEND, URBAN, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.games.sf1906.board_facts import keys
from tabletown.tui.games.sf1906.layout import PAGES
from tabletown.tui.narration import typed_moves
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    LARGE,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    status_text,
)
from tests.tui.scenes_sf1906 import (
    FOUR,
    SIGNS,
    SIZES,
    THEN,
    THREE,
    TWO,
    at_step,
    board,
    board_state,
    building_action,
    fresh,
    match_at,
    may_choose_space,
    must_spend_permits,
    whole_match,
)

ALL_SIZES = (*SIZES, LARGE)
PAGE_KEYS = {"players": "a", "objectives": "b", "town": "d", "points": "e"}


def spelled(match: Match, action: Action) -> list[str]:
    """The keys that play an action from the keyboard."""
    s = match.state
    match action:
        case ("space" | "act", k):
            return [str(k + 1)]
        case ("collect",) | ("clear_up",) | ("no_urban",):
            return ["c"]
        case ("permit", card):
            return [str(s.permit_row.index(card) + 1)]
        case ("objective", card):
            return [str(s.objective_row.index(card) + 1)]
        case ("objective_deck",):
            return [str(len(s.objective_row) + 1)]
        case ("spend", *permits):
            held = s.players[match.player or 0].permits
            return [*(str(held.index(permit) + 1) for permit in permits), "enter"]
        case ("bonus", kind):
            return [str([part.kind for part in s.city.kit.years[s.year].bonus].index(kind) + 1)]
        case ("urban", kind):
            return [str([k for k in range(4) if ("urban", k) in match.game.legal(s)].index(kind) + 1)]
    return []


# Layout


@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_everything_lies_within_the_window_and_nothing_over_another(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    async with run_app(
        make_app(Table(match_at(*names, until=may_choose_space if len(names) > 2 else at_step(SPACE, 2)), None)), size
    ) as pilot:
        table_board = board(pilot)
        for page in PAGES:
            table_board.page = page
            table_board.redraw()
            width, height = table_board.size
            tiles = [tile for tile in table_board.tiles if tile.zone]
            for tile in table_board.tiles:
                x, y, w, h = tile.rect
                assert x >= 0 and y >= 0 and x + w <= width and y + h <= height and w > 0 and h > 0, tile
            for n, tile in enumerate(tiles):
                for other in tiles[:n]:
                    a, b = tile.rect, other.rect
                    separate = a.x >= b.x + b.w or b.x >= a.x + a.w or a.y >= b.y + b.h or b.y >= a.y + a.h
                    assert separate, (tile, other)
            parts = {tile.part for tile in tiles}
            plots = len(current_table(pilot).match.state.city.names)
            assert {("plot", plot) for plot in range(plots)} <= parts
            assert {("stop", n) for n in range(7)} <= parts and ("slot", 0) in parts


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_the_map_shows_every_plot_rubble_and_building(names: tuple[str, ...]) -> None:
    match = match_at(*names, until=at_step(SPACE, 3))
    async with run_app(make_app(Table(match, None))) as pilot:
        s, rows = match.state, screen_lines(pilot)
        for plot, label in enumerate(zip(s.city.colours, s.city.numbers, strict=True)):
            tile = board(pilot).tile(("plot", plot))
            assert tile is not None
            top = rows[tile.rect.y + 1][tile.rect.x : tile.rect.x + tile.rect.w]
            below = rows[tile.rect.y + 2].ljust(80)[tile.rect.x : tile.rect.x + tile.rect.w]
            owner = next((seat for seat, p in enumerate(s.players) if p.built >> plot & 1), None)
            name = f"{s.city.kit.letters[label[0]]}{label[1]}"
            assert name in top
            assert ("▃▖▗▂"[: tile.rect.w - 1] in below) == bool(s.rubble >> plot & 1)
            signs = (SIGNS[owner], "You") if owner == 0 else SIGNS[owner or 0]
            house = owner is not None and any(sign in below for sign in signs) and "▙" in top + below
            assert house == (owner is not None)


@pytest.mark.parametrize("page", PAGE_KEYS)
async def test_every_panel_is_one_key_away(page: str) -> None:
    words = {
        "players": "Hana",
        "objectives": "Common, for",
        "town": "▴ Clear up",
        "points": "Years (cost)",
    }
    async with run_app(make_app(Table(match_at(until=at_step(SPACE, 2)), None))) as pilot:
        await press(pilot, PAGE_KEYS[page])
        assert words[page] in screen_text(pilot)
        assert all(
            word not in screen_text(pilot) for other, word in words.items() if other != page and other != "players"
        )
        await press(pilot, "i", "i")
        assert "─ Hint" in screen_text(pilot), "a hint has no place beside the panel"


@pytest.mark.parametrize("size", SIZES)
async def test_four_tokens_on_one_space_of_the_development_board_are_counted(size: tuple[int, int]) -> None:
    async with run_app(make_app(Table(fresh("You", "greedy", "greedy", "greedy"), None)), size) as pilot:
        await press(pilot, "d")
        rows = screen_lines(pilot)
        tile = board(pilot).tile(("town",))
        assert tile is not None
        x, y, w, _ = tile.rect
        assert any(row[x : x + w].startswith("x4 ") for row in rows[y + 1 :])


@pytest.mark.parametrize("size", SIZES)
async def test_tokens_on_the_development_board_leave_its_points_to_be_seen(size: tuple[int, int]) -> None:
    table = fresh(*TWO)
    for p in table.state.players:
        p.row, p.column = 3, 3
    async with run_app(make_app(Table(table, None)), size) as pilot:
        await press(pilot, "d")
        tile = board(pilot).tile(("town",))
        assert tile is not None
        x, y, w, h = tile.rect
        shown = " ".join(row[x : x + w] for row in screen_lines(pilot)[y + 1 : y + 1 + h])
        assert f"1{SIGNS[0]}H3" in shown and f"{SIGNS[0]} 3  H 3" in shown, "two tokens on a space of 3 points"


async def test_a_panel_takes_the_place_of_the_log() -> None:
    async with run_app(make_app(Table(match_at(until=at_step(SPACE, 2)), None))) as pilot:
        await press(pilot, "o")
        assert "─ Log" in screen_text(pilot)
        await press(pilot, "d")
        assert "─ Log" not in screen_text(pilot) and "▴ Clear up" in screen_text(pilot)
        await press(pilot, "o")
        assert "─ Log" in screen_text(pilot)


async def test_the_key_of_the_footer_goes_through_the_panels() -> None:
    async with run_app(make_app(Table(match_at(until=at_step(SPACE, 2)), None))) as pilot:
        assert "a Players b Objectives d Board e Points" in screen_lines(pilot)[-1]
        seen = []
        for _ in PAGES:
            seen.append(board(pilot).page)
            await press(pilot, "t")
        assert sorted(seen) == sorted(PAGES) and board(pilot).page == seen[0]


@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_a_large_window_shows_all_panels(names: tuple[str, ...]) -> None:
    async with run_app(make_app(Table(match_at(*names, until=at_step(SPACE, 2)), None)), LARGE) as pilot:
        for word in (
            "Players",
            "Objectives",
            "Development",
            "Points so far",
            "Years",
            "Log",
            "Common",
            "Urban cards",
        ):
            assert word in screen_text(pilot), word
        assert "a Players" not in screen_lines(pilot)[-1]


# Choosing


@pytest.mark.slow
@pytest.mark.parametrize("names, size", zip((TWO, THREE), SIZES, strict=True))
async def test_a_whole_game_by_digits_and_letters(names: tuple[str, ...], size: tuple[int, int]) -> None:
    """All steps come up, and each is played by keys alone."""
    rng, steps, people = Random(1), set(), ["You"] * 1 + ["random"] * (len(names) - 1)
    match = fresh(*people)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        while match.player is not None and match.state.year < 3:
            s = match.state
            steps.add(s.step)
            action = building_action(s, match.game.legal(s), rng)
            plies = len(match.log)
            if action[0] in ("plot", "clear"):
                put_cursor(pilot, "plot", action[1])
                await press(pilot, "enter")
            else:
                await press(pilot, *spelled(match, action))
            assert match.log[plies] == action, (action, status_text(pilot))
    assert steps >= {SPACE, ACT, PERMIT, SPEND, PLOT, BONUS}


@pytest.mark.parametrize(
    "until",
    (
        at_step(SPACE),
        at_step(ACT, 1),
        at_step(PERMIT),
        at_step(OBJECTIVE),
        at_step(CLEAR),
        at_step(SPEND),
        at_step(PLOT),
        at_step(BONUS),
    ),
)
@pytest.mark.parametrize("size", SIZES)
async def test_the_cursor_begins_where_the_choice_is(until: Callable[[Sf1906], bool], size: tuple[int, int]) -> None:
    match = match_at(until=until)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        assert board(pilot).cursor in current_table(pilot).selection.options()


async def test_next_goes_through_what_can_be_picked_alone() -> None:
    """Of several plots none is marked at first: Enter, which has spent the permits, does not build too."""
    async with run_app(make_app(Table(match_at(until=at_step(PLOT, 2)), None))) as pilot:
        options, plies = current_table(pilot).selection.options(), len(current_table(pilot).match.log)
        await press(pilot, "enter")
        assert len(current_table(pilot).match.log) == plies and "Pick a plot first" in status_text(pilot)
        seen = set()
        for _ in options:
            await press(pilot, "n")
            seen.add(board(pilot).cursor)
        assert seen == options


async def test_an_occupied_space_says_why() -> None:
    match = match_at(*FOUR, until=may_choose_space)
    async with run_app(make_app(Table(match, None))) as pilot:
        s = match.state
        taken = s.tokens[s.order[0]]
        put_cursor(pilot, "slot", taken)
        await press(pilot, "enter")
        assert "token is there." in status_text(pilot) and match.state.step == SPACE


async def test_an_action_that_cannot_be_done_says_why() -> None:
    match = match_at(until=lambda s: s.step == ACT and len(s.players[0].permits) == 0)
    s = match.state
    build = [k for k in range(len(card_spaces(s))) if ("act", k) not in legal(s)]
    async with run_app(make_app(Table(match, None))) as pilot:
        for k in build:
            put_cursor(pilot, "slot", k)
            await press(pilot, "enter")
            assert status_text(pilot) == match.game.refusal(s, ("act", k)) != ""
    assert build


def test_every_digit_leads_to_one_choice() -> None:
    for until in (at_step(SPACE), at_step(ACT), at_step(PERMIT), at_step(SPEND), at_step(BONUS)):
        state = board_state(match_at(until=until))
        assert len(set(keys(state).values())) == len(keys(state)) > 0


def test_these_games_come_to_urban_cards() -> None:
    assert any(s.step == URBAN for s in whole_match(THREE, 1).states)


async def test_a_hint_is_picked_and_told_and_enter_plays_its_whole_turn() -> None:
    match = match_at(until=at_step(SPACE, 1))
    plies = len(match.log)
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "i")
        assert status_text(pilot).startswith("Hint: choose earnings of $")
        assert current_table(pilot).board.cursor == current_table(pilot).selection.picked[0]
        picked = current_table(pilot).selection.picked[0]
        await press(pilot, "left", "right", "left")
        assert status_text(pilot).startswith("Enter plays the hint: choose earnings of $")
        further = legal(apply(match.game, match.state, ("space", picked[1]), Random(0)))[-1]
        current_table(pilot).planned = [further]
        await press(pilot, "enter")
        assert match.log[plies : plies + 2] == [("space", picked[1]), further]


async def test_a_typed_move_is_played() -> None:
    match = match_at(until=at_step(SPACE, 1))
    plies, s = len(match.log), match.state
    k = legal(s)[-1][1]
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "colon", *"space", "space", str(k + 1), "enter")
        assert match.log[plies] == ("space", k)


@pytest.mark.slow_unless(size=SIZES[:1])
@pytest.mark.parametrize("until", (at_step(SPACE, 2), at_step(ACT, 1), at_step(SPEND), at_step(PLOT)))
@pytest.mark.parametrize("size", SIZES)
async def test_what_follows_the_cursor_is_what_a_new_paint_shows(
    until: Callable[[Sf1906], bool], size: tuple[int, int]
) -> None:
    async with run_app(make_app(Table(match_at(until=until), None)), size) as pilot:
        for part in [tile.part for tile in board(pilot).tiles if tile.zone]:
            board(pilot).cursor = part
            followed = [row[:] for row in board(pilot).canvas.rows]
            board(pilot).redraw()
            assert followed == board(pilot).canvas.rows, part


async def test_a_pair_of_permits_may_be_typed_and_picked_in_any_order() -> None:
    match = match_at(until=must_spend_permits)
    s, plies = match.state, len(match.log)
    pair = next(a for a in match.game.legal(s) if a[0] == "spend" and len(a) == 3)
    names = [permit_names(s.city.kit)[permit] for permit in reversed(pair[1:])]
    async with run_app(make_app(Table(match, None))) as pilot:
        held = s.players[0].permits
        await press(pilot, *(str(held.index(permit) + 1) for permit in reversed(pair[1:])), "enter")
        assert match.log[plies] == pair
    assert typed_moves.match(f"spend {' '.join(names)}", [match.game.notation(s, pair)]) == match.game.notation(s, pair)


async def test_the_digit_of_an_occupied_space_leaves_the_prices() -> None:
    match = match_at(*FOUR, until=may_choose_space)
    async with run_app(make_app(Table(match, None))) as pilot:
        s = match.state
        before = screen_lines(pilot)[2:7]
        await press(pilot, str(s.tokens[s.order[0]] + 1))
        assert [row.count("$") for row in screen_lines(pilot)[2:7]] == [row.count("$") for row in before]
        assert "token is there." in status_text(pilot)


async def test_after_a_key_that_is_for_nothing_no_old_message_is_left() -> None:
    async with run_app(make_app(Table(match_at(*FOUR, until=may_choose_space), None))) as pilot:
        await press(pilot, "n")
        usual = status_text(pilot)
        await press(pilot, "plus")
        assert "does nothing now" in status_text(pilot)
        await press(pilot, "J")
        assert status_text(pilot) == usual


@pytest.mark.parametrize("page", PAGE_KEYS)
@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_the_order_of_acting_is_on_screen_whatever_panel_is(names: tuple[str, ...], page: str) -> None:
    match = match_at(*names, until=at_step(SPACE, 2))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, PAGE_KEYS[page])
        tile = board(pilot).tile(("stop", match.state.stop))
        assert tile is not None
        title = screen_lines(pilot)[1][tile.rect.x : tile.rect.x + tile.rect.w]
        names_or_signs = [seat.name for seat in match.seats], list(SIGNS)
        ways = [THEN.join(way[seat] for seat in match.state.order) for way in names_or_signs]
        assert any(way.replace("You", SIGNS[0]) in title.replace("You", SIGNS[0]) for way in ways)
