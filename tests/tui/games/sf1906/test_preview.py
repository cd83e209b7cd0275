"""1906 San Francisco on screen: costs and gains of every choice are shown before it is made."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.sf1906 import legal
from tabletown.rules.sf1906.building import shared
from tabletown.rules.sf1906.city import fitting, places
from tabletown.rules.sf1906.components.model import BUILD, BUILD_GRANT, CLEAR_UP, EARN
from tabletown.rules.sf1906.costs import act_cost, order_after
from tabletown.rules.sf1906.state import ACT, SPACE, STRIP, Sf1906
from tabletown.rules.sf1906.turn import card_spaces
from tabletown.tui.games.sf1906.board_facts import plot_words
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
    NONE,
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

BARS = str.maketrans(dict.fromkeys(":█▏▎▍▌▋▊▉─", " "))


@pytest.mark.parametrize("last", (False, True), ids=("a card", "the strip"))
@pytest.mark.parametrize("names", (TWO, THREE, FOUR), ids=len)
async def test_the_open_card_names_the_turn_order_to_come(names: tuple[str, ...], last: bool) -> None:
    found = match_at(
        *names, until=lambda s: s.step == SPACE and s.stop > STRIP and (s.stop == 6) == last and s.acted == 1
    )
    async with run_app(make_app(Table(found, None))) as pilot:
        s = found.state
        tile = board(pilot).tile(("order",))
        assert tile is not None
        seen = set()
        for _, k in found.game.legal(s):
            put_cursor(pilot, "slot", k)
            await settle(pilot)
            wanted = "".join(NONE if seat is None else found.seats[seat].name[0] for seat in order_after(s, k))
            x, y, w, _ = tile.rect
            shown = screen_lines(pilot)[y + 1][x : x + w]
            where = str(1907 + s.year) if last else f"Card {s.stop + 1}"
            assert f"{where} order: {' '.join(wanted)}" in shown or f"order on {where}: {' '.join(wanted)}" in shown
            seen.add(shown)
        assert len(seen) > 1


@pytest.mark.parametrize("size", SIZES)
async def test_every_action_shows_its_cost_from_the_space_considered(
    size: tuple[int, int],
) -> None:
    found = match_at(*THREE, until=lambda s: may_choose_space(s) and s.players[0].money >= 7)
    async with run_app(make_app(Table(found, None)), size) as pilot:
        s = found.state
        for _, token in found.game.legal(s):
            if card_spaces(s)[token].kind == "pass":
                continue
            put_cursor(pilot, "slot", token)
            await settle(pilot)
            after = apply(found.game, s, ("space", token), Random(1))
            for k, space in enumerate(card_spaces(s)):
                if space.kind == "pass":
                    continue
                tile = board(pilot).tile(("slot", k))
                assert tile is not None
                x, y, w, _ = tile.rect
                face = screen_lines(pilot)[y + 1].ljust(200)[x : x + w].replace(" ", "")
                total = act_cost(s, token, k).total
                if ("act", k) not in found.game.legal(after):
                    refused = (f"-${total}", f"need${total - s.players[0].money}more", "notnow", "notpossible")
                    assert any(text in face for text in refused) if k == token else "$" not in face.replace("Earn$", "")
                    continue
                gain = space.dollars if space.kind == EARN else 0
                net, left = gain - total, min(15, s.players[0].money - total + gain)
                price = f"{'-' if net < 0 else '+'}${abs(net)}" if net or gain else "free"
                assert any(text in face for text in (price, f"from${total}", f"-${total}+${gain}")), (k, token, face)
                assert ("or" in face.removeprefix("Objective")) == (k != token), (k, token, face)
                if size != SIZES[0] and k == token and net:
                    assert "from$" in face or f"${left}left" in face or f"makes${left}" in face, (k, token, face)


def test_an_offer_names_what_may_come_on_top() -> None:
    def buildable(s: Sf1906) -> bool:
        """A choice of action on a card with a build space, with at least $6."""
        found = s.step == ACT and s.year >= 2 and s.players[0].money >= 6
        return found and any(space.kind == BUILD for space in card_spaces(s))

    found = match_at(until=buildable)
    s = found.state
    seen = 0
    for k, space in enumerate(card_spaces(s)):
        what = offer(board_state(found), s, 0, k)
        if space.kind in (BUILD, BUILD_GRANT):
            assert what.cost.year == s.city.kit.years[s.year].build_cost
            seen += 1
        if space.kind == CLEAR_UP and s.rubble:
            assert ("with the rubble", 1) in what.more
            seen += 1
        assert what.most <= what.money or what.why
    assert seen


async def test_picked_permits_light_up_plots_and_shared_symbols() -> None:
    found = match_at(until=must_spend_permits)
    async with run_app(make_app(Table(found, None))) as pilot:
        s = found.state
        pair = next(a[1:] for a in found.game.legal(s) if len(a) == 3 and shared(s.city, a[1:]))
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
        full, brief = ("light", "cable car", "hydrant", "park"), ("light", "cable", "hydr.", "park")
        both = [" and ".join(words[kind] for kind in shared(s.city, pair)) for words in (full, brief)]
        assert any(f"both{begin} {text} " in screen_text(pilot) for begin in (":", " show") for text in both)


@pytest.mark.parametrize("size", SIZES)
async def test_a_plot_lists_the_permits_that_reach_it_and_enter_builds_there(size: tuple[int, int]) -> None:
    found = match_at(until=lambda s: must_spend_permits(s) and any(len(s_ways(s, p)) > 1 for p in places(s.free)))
    async with run_app(make_app(Table(found, None)), size) as pilot:
        s = found.state
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
        assert ("plot", plot) in found.log


def s_ways(s: Sf1906, plot: int) -> list[Action]:
    """Legal ways to spend for a plot without rubble."""
    if s.rubble >> plot & 1:
        return []
    return [a for a in legal(s) if a[0] == "spend" and fitting(s.city, a[1:], s.grant) >> plot & 1]


async def test_a_plot_out_of_reach_says_so() -> None:
    found = match_at(until=must_spend_permits)
    async with run_app(make_app(Table(found, None))) as pilot:
        s = found.state
        plot = next(p for p in places(s.free) if not s_ways(s, p) and not s.rubble >> p & 1)
        put_cursor(pilot, "plot", plot)
        await press(pilot, "enter")
        assert "None of your permits" in status_text(pilot) and not current_table(pilot).selection.picked


@pytest.mark.parametrize("size", SIZES)
async def test_the_estimate_of_ones_own_points_is_the_score_of_the_view(size: tuple[int, int]) -> None:
    found = match_at(until=at_step(SPACE, 4))
    async with run_app(make_app(Table(found, None)), size) as pilot:
        await press(pilot, "e")
        view = found.game.observe(found.state, 0)
        parts = found.game.score(view)[0]
        for label, n in (*parts, ("Points so far", total_points(parts))):
            label = label.replace(" objectives", " obj.")
            rows = [row.partition(label)[2].translate(BARS).split() for row in screen_lines(pilot) if label in row]
            assert any(row[:1] == [str(n)] for row in rows), label
