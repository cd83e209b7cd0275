"""Metropolys on screen: the maps agree with the board, every choice has a key, and objectives stay secret."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.rules.metropolys.board import BRIDGES, NAMES, NEIGHBOURHOODS, places
from tabletown.rules.metropolys.objectives import OBJECTIVES
from tabletown.rules.metropolys.score import groups
from tabletown.tui.games.metropolys.auction_panel import lowest_bids
from tabletown.tui.games.metropolys.board import best_places
from tabletown.tui.games.metropolys.highlights import highlights
from tabletown.tui.games.metropolys.holdings import objective, task_of
from tabletown.tui.games.metropolys.layout import arrangement, city_plan
from tabletown.tui.games.metropolys.maps import Map, city
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tests.tui.app_driver import (
    MIDDLE,
    SMALL,
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_text,
    settle,
    status_text,
)
from tests.tui.scenes_metropolys import board, make_match

MAPS = ("wide", "compact")
SIZES = (SMALL, MIDDLE)


def contacts(drawn: Map) -> set[frozenset[int]]:
    """Neighbourhoods of which two cells share an edge."""
    pairs = set()
    for y, row in enumerate(drawn.rows):
        for x, char in enumerate(row):
            for nx, ny in ((x + 1, y), (x, y + 1)):
                other = drawn.rows[ny][nx] if ny < drawn.height and nx < drawn.width else " "
                if char in drawn.places and other in drawn.places and char != other:
                    pairs.add(frozenset((drawn.places[char], drawn.places[other])))
    return pairs


@pytest.mark.parametrize("name", MAPS)
def test_the_contacts_of_a_map_are_the_edges_of_the_board(name: str) -> None:
    edges = {frozenset((i, NAMES.index(other))) for i, n in enumerate(NEIGHBOURHOODS) for other in n.land}
    assert contacts(city(name)) == edges and len(edges) == 71


@pytest.mark.parametrize("name", MAPS)
def test_the_bridges_of_a_map_are_those_of_the_board(name: str) -> None:
    assert {bridge.ends for bridge in city(name).bridges} == {frozenset(places(ends)) for ends in BRIDGES}
    for bridge in city(name).bridges:
        assert all(city(name).rows[y][x] == "~" for x, y in bridge.deck)


@pytest.mark.parametrize("name", MAPS)
def test_every_statue_and_lake_touches_its_neighbourhoods(name: str) -> None:
    drawn = city(name)
    for statue, (x, y) in drawn.statues.items():
        near = {drawn.rows[y + dy][x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        around = {i for i, n in enumerate(NEIGHBOURHOODS) if statue in n.statues}
        assert around <= {drawn.places.get(char) for char in near}
    assert len(drawn.statues) == 11 and len(drawn.lakes) == 6


async def test_tab_goes_through_the_legal_places_alone() -> None:
    table = Table(make_match("You", "greedy", "greedy", plies=31), None)
    async with run_app(make_app(table)) as pilot:
        options = {part for part in table.selection.options() if part[0] == "place"}
        seen = set()
        for _ in options:
            await press(pilot, "tab")
            seen.add(board(pilot).cursor)
        assert options and seen == options


async def test_a_place_says_what_it_pays_and_who_could_outbid() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy"), None))) as pilot:
        s = current_table(pilot).match.state
        trendy = places(s.tokens[0])[0]
        put_cursor(pilot, "place", trendy)
        await press(pilot, "left", "right")
        put_cursor(pilot, "place", trendy)
        await press(pilot)
        assert "+3 trendy" in status_text(pilot) and "can be outbid" in status_text(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_ones_turn_begins_where_something_can_be_played(size: tuple[int, int]) -> None:
    """The cursor leaves the player's own old bid, but stays on a place that can be picked."""
    match = make_match("You", "greedy", "greedy", plies=31)
    s = match.state
    async with run_app(make_app(Table(match, None)), size) as pilot:
        table = current_table(pilot)
        put_cursor(pilot, "place", s.bids[-1][1] if s.bids else places(s.in_use & ~s.free)[0])
        assert board(pilot).cursor not in table.selection.options()
        table.go_on()
        assert board(pilot).cursor in best_places(table.board_state())
        assert bool(table.message) == (size == SMALL), "what others did is still told"
        last = [part for part in table.selection.options() if part[0] == "place"][-1]
        put_cursor(pilot, *last)
        table.go_on()
        assert board(pilot).cursor == last


async def test_the_first_turn_begins_at_the_best_place_and_the_choices_keep_their_order() -> None:
    async with run_app(make_app(Table(make_match(), None))) as pilot:
        table = current_table(pilot)
        assert board(pilot).cursor in best_places(table.board_state())
        before = [bid[1] for bid in lowest_bids(table.board_state())]
        await press(pilot, "c", "9", "enter", "5")
        assert [bid[1] for bid in lowest_bids(table.board_state())] == before
        assert ("bid", NAMES.index("C9"), 5) in lowest_bids(table.board_state())


async def test_the_log_leaves_the_map_and_the_auction_and_gives_the_cursor_back() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy", "greedy", plies=31), None))) as pilot:
        put_cursor(pilot, "place", NAMES.index("C9"))
        before = [tile for tile in board(pilot).tiles if tile.part[0] in ("map", "story", "auction", "place")]
        await press(pilot, "o")
        assert before == [tile for tile in board(pilot).tiles if tile.part[0] != "key"][: len(before)]
        assert board(pilot).cursor == ("place", NAMES.index("C9")) and "Log ─" in screen_text(pilot)
        await press(pilot, "o")
        put_cursor(pilot, "player", 1)
        await press(pilot, "o", "o")
        assert board(pilot).cursor == ("player", 1)


async def test_putting_back_ends_what_is_lit_when_nothing_is_picked() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy"), None))) as pilot:
        await press(pilot, "t", "enter")
        assert current_table(pilot).selection.picked
        await press(pilot, "escape")
        assert board(pilot).lit and not current_table(pilot).selection.picked
        await press(pilot, "escape")
        assert not board(pilot).lit and "Your " not in screen_text(pilot).split("The auction")[1]


async def test_a_highlight_ends_with_the_turn() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy"), None))) as pilot:
        await press(pilot, "t")
        assert board(pilot).lit
        await press(pilot, "enter", "enter")
        assert not board(pilot).lit and "Your " not in screen_text(pilot).split("The auction")[1]


async def test_passing_is_one_key_and_enter() -> None:
    match = make_match("You", "Ada")
    match.act(("bid", 8, 7))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter", "p")
        assert "out of this auction" in status_text(pilot)
        await press(pilot, "enter")
        assert match.log[1:] == [("pass",)] and match.state.values[8] == 7


async def test_a_picked_pass_is_shown_as_the_choice_and_no_place_is_until_the_cursor_moves() -> None:
    match = make_match("You", "Ada")
    match.act(("bid", 8, 7))
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        await press(pilot, "enter")
        chosen, cursor = board(pilot).palette["chosen"], board(pilot).palette["here"]
        assert cursor in screen_text(pilot)
        await press(pilot, "p")
        assert status_text(pilot, "prompt") == "Ada's turn: pass (Enter passes, Esc clears)"
        assert "Next to" not in status_text(pilot)
        assert f"{chosen}p pass" in screen_text(pilot) and cursor not in screen_text(pilot)
        await press(pilot, "right")
        assert " or pass (p)" in status_text(pilot, "prompt") and cursor in screen_text(pilot)


async def test_a_highlight_is_named_at_once_below_the_map() -> None:
    async with run_app(make_app(Table(make_match("You", "Ada"), None))) as pilot:
        await press(pilot, "t")
        assert status_text(pilot, "prompt").startswith("Hand over to"), "nothing changes behind the hand-over"
        await press(pilot, "enter", "o", "t")
        assert " card: +" in screen_text(pilot) and "C14" in screen_text(pilot)
        assert status_text(pilot, "notice") == "Built of 13: You 0, Ada 0", "the state of the race stays in view"
        await press(pilot, "T")
        assert board(pilot).lit == ""


@pytest.mark.slow_unless(size=[SMALL])
@pytest.mark.parametrize("size", SIZES)
async def test_nobody_sees_the_objectives_of_others(size: tuple[int, int]) -> None:
    match = make_match("Ada", "Ben")
    async with run_app(make_app(Table(match, None)), size) as pilot:
        for _ in range(6):
            assert "Hand over to" in screen_text(pilot) and "prompt" not in screen_text(pilot)
            assert not any(objective.name in screen_text(pilot) for objective in OBJECTIVES)
            await press(pilot, "enter")
            me = current_table(pilot).looking
            assert me is not None
            open_to_all = screen_text(pilot) + own_panel(pilot, me)
            await press(pilot, "o")
            seen = open_to_all + screen_text(pilot)
            mine, secret = (set(match.state.players[seat].cards) for seat in (me, 1 - me))
            assert all(any(words in seen for words in (*objective(card), task_of(card))) for card in mine), mine
            assert not any(words in seen for card in secret - mine for words in (*objective(card), task_of(card)))
            await press(pilot, "o")
            legal = match.game.legal(match.state)
            current_table(pilot).play(next((a for a in legal if a[0] == "bid" and a[2] < 9), legal[-1]))
            await press(pilot)


def own_panel(pilot: Pilot[None], seat: int) -> str:
    """The text of a player's panel, without its line breaks."""
    tile = board(pilot).tile(("player", seat))
    assert tile is not None
    x, y, w, h = tile.rect
    return " ".join(" ".join("".join(char for char, _ in row[x + 2 : x + w]).split())
                    for row in board(pilot).canvas.rows[y : y + h])  # fmt: skip


def whole(seed: int) -> Match:
    """A finished game."""
    match, rng = make_match("greedy", "greedy", seed=seed), Random(seed)
    while match.player is not None:
        legal = match.game.legal(match.state)
        match.act(legal[int(rng.random() * len(legal))])
    return match


def test_the_end_lights_up_the_groups_that_were_scored() -> None:
    seen = 0
    for seed in range(6):
        match = whole(seed)
        view = match.game.observe(match.state, None)
        lit = highlights(BoardState(match.game, view, view, None, match.seats))
        for seat, p in enumerate(match.state.players):
            made = groups(match.state, seat)
            where = lit[f"{match.seats[seat].name}'s map card"]().places
            assert where & ~p.places == 0 and where.bit_count() >= 2 * len(made)
            single = lit[f"{match.seats[seat].name}'s type card"]().places
            assert 2 * single.bit_count() == dict(match.game.score(match.state)[seat])["Type card"]
            seen += len(made)
    assert seen


async def test_a_click_anywhere_in_a_place_or_on_its_choice_means_the_place() -> None:
    match = make_match("You", "greedy", "greedy", plies=31)
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        raster, label = city_plan(120, 33, match.state.in_use).raster, board(pilot).tile(("place", NAMES.index("S2")))
        left, above = arrangement(120, 33).city[:2]
        assert label is not None
        x, y = next(
            (x, y)
            for y in range(raster.height)
            for x in range(raster.width)
            if raster.area(x, y) == NAMES.index("S2") and not label.rect.holds(x + left, y + above)
        )
        await pilot.click("#board", offset=(x + left, y + above))
        await settle(pilot)
        assert board(pilot).cursor == ("place", NAMES.index("S2"))
        listed = [tile for tile in board(pilot).tiles if tile.part[0] == "place" and not tile.zone]
        choice = next(tile for tile in listed if tile.part != board(pilot).cursor)
        await pilot.click("#board", offset=(choice.rect.x + 3, choice.rect.y))
        await settle(pilot)
        assert board(pilot).cursor == choice.part and current_table(pilot).selection.picked


async def test_the_prompt_names_the_places_and_the_lowest_building_that_is_enough() -> None:
    match = make_match("You", "Ada")
    match.act(("bid", NAMES.index("C9"), 10))
    async with run_app(make_app(Table(match, None)), MIDDLE) as pilot:
        await press(pilot, "enter")
        where = sorted({bid[1] for bid in match.legal() if bid[0] == "bid"})
        named = f"{', '.join(NAMES[place] for place in where[:-1])} or {NAMES[where[-1]]}"
        assert status_text(pilot, "prompt") == (
            f"Ada's turn: bid 11 or more on {named} (type it, or Enter), or pass (p)"
        )


async def test_the_prompt_of_a_player_who_cannot_outbid_offers_only_to_pass() -> None:
    match = make_match("You", "Ada")
    match.act(("bid", NAMES.index("C9"), 12))
    match.state.players[1].hand &= (1 << 12) - 1
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter")
        assert status_text(pilot, "prompt") == "Ada's turn: you cannot outbid 12, so pass (Enter)"


@pytest.mark.parametrize("key", ["enter", "p"])
async def test_a_pass_that_is_the_only_legal_move_takes_one_key(key: str) -> None:
    match = make_match("You", "Ada")
    match.act(("bid", NAMES.index("C9"), 12))
    match.state.players[1].hand &= (1 << 12) - 1
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter", key)
        assert match.log[-1] == ("pass",)


async def test_the_only_building_that_is_high_enough_is_called_that() -> None:
    match = make_match("You", "Ada")
    match.act(("bid", NAMES.index("C9"), 12))
    async with run_app(make_app(Table(match, None))) as pilot:
        await press(pilot, "enter", "tab", "plus")
        assert status_text(pilot) == "You have no other building high enough."


async def test_the_first_line_says_who_has_built_most() -> None:
    async with run_app(make_app(Table(make_match("You", "greedy", "greedy", plies=31), None))) as pilot:
        s = current_table(pilot).match.state
        built = [p.places.bit_count() for p in s.players]
        assert status_text(pilot, "notice") == (f"Built of 13: You {built[0]}, Hana {built[1]}, Bruno {built[2]}")
        await pilot.resize_terminal(*MIDDLE)
        await settle(pilot)
        assert status_text(pilot, "notice") == f"13 built ends the game; auction {sum(built) + 1}"
