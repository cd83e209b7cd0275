"""1906 San Francisco on screen: costs and gains of every choice are shown before it is made."""

from __future__ import annotations

import re
from random import Random

import pytest
from textual.pilot import Pilot

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.building import shared
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components.model import BUILD, BUILD_GRANT, CLEAR_UP, EARN
from tabletown.rules.sf1906.decision_facts import act_cost, place_after
from tabletown.rules.sf1906.state import ACT, SPACE, STRIP, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.games.sf1906.board_facts import ORDINALS, plot_words
from tabletown.tui.games.sf1906.paint_ring import OBSTACLES
from tabletown.tui.games.sf1906.preview import offer, reach
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import (
    current_table,
    make_app,
    press,
    put_cursor,
    run_app,
    screen_lines,
    screen_text,
    settle,
    status_text,
)
from tests.tui.scenes_sf1906 import (
    FOUR,
    SIZES,
    THREE,
    TWO,
    at_step,
    board,
    board_state,
    match_at,
    may_choose_space,
    must_spend_permits,
)

BARS = str.maketrans(dict.fromkeys(":▄▖─", " "))


@pytest.mark.parametrize("last", (False, True), ids=("a card", "the strip"))
@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_every_free_space_names_the_place_in_the_turn_order_to_come(names: tuple[str, ...], last: bool) -> None:
    match = match_at(
        *names, until=lambda s: s.step == SPACE and s.stop > STRIP and (s.stop == 6) == last and s.acted == 1
    )
    async with run_app(make_app(Table(match, None))) as pilot:
        s = match.state
        for _, k in match.game.legal(s):
            put_cursor(pilot, "slot", k)
            await settle(pilot)
            first, latest = (ORDINALS[n] for n in place_after(s, k))
            place = first if first == latest else f"{first} (or|to) {latest}"
            assert re.search(
                rf"You act {place} {f'in {1907 + s.year}' if last else f'on card {s.stop + 1}'}[.]", status_text(pilot)
            )


@pytest.mark.parametrize("size", SIZES)
async def test_every_free_space_shows_the_cost_of_its_own_action(size: tuple[int, int]) -> None:
    """The costs stay where the cursor goes; a taken space and a pass space say so."""
    match = match_at(*THREE, until=lambda s: may_choose_space(s) and s.players[0].money >= 7)
    s = match.state
    async with run_app(make_app(Table(match, None)), size) as pilot:
        free = [k for _, k in match.game.legal(s)]
        for considered in free:
            put_cursor(pilot, "slot", considered)
            await settle(pilot)
            for k, space in enumerate(card_spaces(s)):
                face = shown_row(pilot, k)
                if k not in free:
                    assert face.endswith("taken"), face
                elif space.kind == "pass":
                    assert face.endswith("noaction"), face
                else:
                    assert costs_are_shown(match, apply(match.game, s, ("space", k), Random(1)), k, face), face


@pytest.mark.parametrize("size", SIZES)
async def test_every_action_shows_its_cost_from_the_players_token(size: tuple[int, int]) -> None:
    match = match_at(*THREE, until=lambda s: s.step == ACT and s.year >= 2 and s.players[0].money >= 7)
    async with run_app(make_app(Table(match, None)), size) as pilot:
        for k, space in enumerate(card_spaces(match.state)):
            if space.kind != "pass":
                assert costs_are_shown(match, match.state, k, shown_row(pilot, k)), k


def shown_row(pilot: Pilot[None], k: int) -> str:
    """The row of a space on the open card, without spaces, and without a place in the next turn order at its end."""
    tile = board(pilot).tile(("slot", k))
    assert tile is not None
    x, y, w, _ = tile.rect
    row = screen_lines(pilot)[y + 1].ljust(200)[x : x + w]
    return re.sub(r" \d(st|nd|rd|th)\?? *$", "", row).replace(" ", "")


def costs_are_shown(match: Match, acting: Sf1906, k: int, face: str) -> bool:
    """Does the row end in what the action of space `k` costs and brings in that position, or that it cannot be done?"""
    money, space = acting.players[0].money, card_spaces(acting)[k]
    total = act_cost(acting, acting.tokens[0], k).total
    if ("act", k) not in match.game.legal(acting):
        why = {short.replace(" ", "") for texts in OBSTACLES.values() for short in texts}
        builds = ("nobuilding", "nohouse", "nopermits", "nopermit", "nocard", "noplotfits", "noplot")
        return face.endswith((f"needs${total}", "notpossible", *builds, *why))
    gain = space.dollars if space.kind == EARN else 0
    left = min(15, money - total + gain)
    price = f"pay${total}" if total else "free"
    if re.search(rf"\${total}(or|to)\$?\d+$", face):
        return True
    return face.endswith((f"{price},have${left}", price))


def test_an_offer_names_what_may_come_on_top() -> None:
    def buildable(s: Sf1906) -> bool:
        """A choice of action on a card with a build space, with at least $6."""
        acting = s.step == ACT and s.year >= 2 and s.players[0].money >= 6
        return acting and any(space.kind == BUILD for space in card_spaces(s))

    match = match_at(until=buildable)
    s = match.state
    seen = 0
    for k, space in enumerate(card_spaces(s)):
        what = offer(board_state(match), s, 0, k)
        if space.kind in (BUILD, BUILD_GRANT):
            assert what.cost.year == s.city.kit.years[s.year].build_cost
            seen += 1
        if space.kind == CLEAR_UP and s.rubble:
            assert ("clearing rubble", 1) in what.more
            seen += 1
        assert what.most <= what.money or what.why
    assert seen


async def test_picked_permits_light_up_plots_and_shared_symbols() -> None:
    match = match_at(until=must_spend_permits)
    async with run_app(make_app(Table(match, None))) as pilot:
        s = match.state
        pair = next(a[1:] for a in match.game.legal(s) if len(a) == 3 and shared(s.city, a[1:]))
        held = s.players[0].permits
        await press(pilot, *(str(held.index(permit) + 1) for permit in pair))
        lit = board(pilot)._preview.lit or 0
        reached = [plot for plot in places(fitting(s.city, pair, s.grant) & s.free) if not s.rubble >> plot & 1]
        assert reached and set(reached) <= set(places(lit)) <= set(places(fitting(s.city, pair, s.grant) & s.free))
        rows = screen_lines(pilot)
        for plot in range(len(s.city.names)):
            tile = board(pilot).tile(("plot", plot))
            assert tile is not None
            top = rows[tile.rect.y + 1].ljust(80)[tile.rect.x : tile.rect.x + tile.rect.w]
            assert ("▸" in top) == bool(lit >> plot & 1)
        full, brief = ("light", "cable car", "hydrant", "park"), ("light", "cable", "hydrant", "park")
        both = [", ".join(words[kind] for kind in shared(s.city, pair)) for words in (full, brief)]
        assert any(f" both show {text} " in screen_text(pilot) for text in both)


@pytest.mark.parametrize("size", SIZES)
async def test_a_plot_lists_the_permits_that_reach_it_and_enter_builds_there(size: tuple[int, int]) -> None:
    match = match_at(until=lambda s: must_spend_permits(s) and any(len(s_ways(s, p)) > 1 for p in places(s.free)))
    async with run_app(make_app(Table(match, None)), size) as pilot:
        s = match.state
        state = current_table(pilot).board_state()
        plot = next(plot for plot in places(s.free) if len(reach(state, plot)) > 1)
        ways = [set(way) for way, _ in reach(state, plot)]
        put_cursor(pilot, "plot", plot)
        await settle(pilot)
        assert status_text(pilot).lower().startswith(plot_words(s, plot).lower())
        await press(pilot, "enter")
        picked = []
        for _ in ways:
            picked.append({part[1] for part in current_table(pilot).selection.picked})
            assert status_text(pilot).startswith("Enter spends")
            await press(pilot, "plus")
        assert sorted(map(sorted, picked)) == sorted(map(sorted, ways))
        await press(pilot, "enter", "enter")
        assert ("plot", plot) in match.log


def s_ways(s: Sf1906, plot: int) -> list[Action]:
    """Legal ways to spend for a plot without rubble."""
    if s.rubble >> plot & 1:
        return []
    return [a for a in legal(s) if a[0] == "spend" and fitting(s.city, a[1:], s.grant) >> plot & 1]


async def test_a_plot_out_of_reach_says_so() -> None:
    match = match_at(until=must_spend_permits)
    async with run_app(make_app(Table(match, None))) as pilot:
        s = match.state
        plot = next(p for p in places(s.free) if not s_ways(s, p) and not s.rubble >> p & 1)
        put_cursor(pilot, "plot", plot)
        await press(pilot, "enter")
        assert "None of your permits" in status_text(pilot) and not current_table(pilot).selection.picked


@pytest.mark.parametrize("size", SIZES)
async def test_the_estimate_of_ones_own_points_is_the_score_of_the_view(size: tuple[int, int]) -> None:
    match = match_at(until=at_step(SPACE, 4))
    async with run_app(make_app(Table(match, None)), size) as pilot:
        await press(pilot, "e")
        view = match.game.observe(match.state, 0)
        parts = match.game.score(view)[0]
        for label, n in (*parts, ("Points" if size == SIZES[0] else "Points so far", total_points(parts))):
            label = label.removesuffix(" objectives")
            rows = [row.partition(label)[2].translate(BARS).split() for row in screen_lines(pilot) if label in row]
            assert any(row[:1] == [str(n)] for row in rows) or (not n and size == SIZES[0]), label


async def test_the_only_permit_is_spent_without_a_key_and_undone_with_what_led_to_it() -> None:
    def one_permit(s: Sf1906) -> bool:
        """One permit, and the year's cost of building in hand for an action that it allows."""
        builds = [a for a in legal(s) if a[0] == "act" and "build" in card_spaces(s)[a[1]].kind]
        return s.step == ACT and len(s.players[0].permits) == 1 and bool(builds)

    match = match_at(until=one_permit)
    k = next(a[1] for a in match.legal() if a[0] == "act" and "build" in card_spaces(match.state)[a[1]].kind)
    async with run_app(make_app(Table(match, None))) as pilot:
        table, ply = current_table(pilot), len(match.log)
        await press(pilot, str(k + 1))
        assert [a[0] for a in table.match.log[ply:]] == ["act", "spend"], "the plot is shown first"
        await press(pilot, "z")
        assert len(table.match.log) == ply and table.match.state.step == ACT
