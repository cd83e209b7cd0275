"""Objectives of 1906 San Francisco on screen: secret ones stay secret, and the end reveals all of them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.notation import objective_names
from tabletown.tui.games.sf1906.objective_texts import objective_title
from tabletown.tui.screens.score_sheet import ScoreSheet
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import LARGE, current_table, make_app, press, run_app, screen_text, settle, status_text
from tests.tui.scenes_sf1906 import SIZES, building_action, fresh, match_at

ALL_SIZES = (*SIZES, LARGE)


@pytest.mark.slow
@pytest.mark.parametrize("size, turns", [(SIZES[0], 16), *((size, 8) for size in ALL_SIZES[1:])])
async def test_nobody_sees_the_secret_objectives_of_others(size: tuple[int, int], turns: int) -> None:
    match, rng = fresh("Ada", "Ben", "Cleo"), Random(2)
    seen_own = 0
    async with run_app(make_app(Table(match, None)), size) as pilot:
        for _ in range(turns):
            if "Hand over to" in screen_text(pilot):
                assert not any(
                    title in screen_text(pilot) for title in titles(match, range(len(match.state.city.kit.objectives)))
                )
                await press(pilot, "enter")
            me = current_table(pilot).looking
            s = match.state
            assert me is not None and match.player == me
            mine = titles(match, s.players[me].secret)
            public = titles(match, [*s.common, *s.objective_row, *(c for p in s.players for c in p.open)])
            secret = titles(match, [c for p in s.players for c in p.secret]) - mine - public
            assert secret
            await press(pilot, "b")
            seen = screen_text(pilot)
            assert all(f"? {title}" in seen for title in mine)
            seen_own += 1
            for key in ("a", "d", "e", "o", "o"):
                seen += screen_text(pilot)
                await press(pilot, key)
            assert not any(title in seen for title in secret), secret
            current_table(pilot).play(building_action(s, match.game.legal(s), rng))
            await settle(pilot)
    assert seen_own == turns


def titles(match: Match, cards: Iterable[int]) -> set[str]:
    return {objective_title(match.state, card) for card in cards}


def test_no_title_of_an_objective_is_part_of_another() -> None:
    """Or the test above would not tell them apart."""
    names = [name.replace("-", " ") for name in objective_names(fresh("A", "B").state.city.kit)]
    assert len(set(names)) == len(names)


# The end


async def test_the_end_turns_up_every_objective() -> None:
    match = match_at()
    async with run_app(make_app(Table(match, None)), LARGE) as pilot:
        await pilot.pause(0.05)
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ScoreSheet)
        s = match.state
        assert len(screen.rows) == 3 + sum(len(p.open) + len(p.secret) for p in s.players)
        for seat, parts in enumerate(match.game.score(s)):
            cells = [int(points) for row in screen.rows if (points := row.points[seat]) is not None]
            assert sum(cells) == parts[0][1] + parts[1][1]
        assert all(row.title in screen_text(pilot) for row in screen.rows)


async def test_objectives_turn_up_one_after_the_other() -> None:
    screen = ScoreSheet(match_at(), None)
    async with run_app(make_app(screen), LARGE) as pilot:
        screen.turned_up = 0
        screen.show_rows()
        counts = []
        for _ in range(len(screen.rows) + 1):
            await settle(pilot)
            text = status_text(pilot, "revealed")
            counts.append(sum(f"{row.title} " in text for row in screen.rows))
            screen.action_reveal()
        assert counts == list(range(len(screen.rows) + 1))
