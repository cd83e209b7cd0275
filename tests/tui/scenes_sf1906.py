"""Looks of 1906 San Francisco that are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from textual.pilot import Pilot

from tabletown import themes
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.sf1906.city import places
from tabletown.rules.sf1906.state import (
    ACT,
    BONUS,
    BUILDINGS,
    CLEAR,
    OBJECTIVE,
    PERMIT,
    PLOT,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Sf1906,
)
from tabletown.tui.app import TabletownApp
from tabletown.tui.games.sf1906.board import Sf1906Board
from tabletown.tui.games.sf1906.preview import reach
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board_state import BoardState
from tests.tui.app_driver import MIDDLE, QUIET, SMALL, BlockedBots, current_table, make_app, press, put_cursor, settle
from tests.tui.sample_matches import make_seats, match_prefix

NONE, THEN = (themes.glyphs("unicode")[glyph] for glyph in ("none", "then"))
SIGNS = (themes.glyphs("unicode")["own"], "H", "B", "I")
"""The signs of the seats: your own mark, and the initials of the others."""
SIZES = (SMALL, MIDDLE)
TWO, THREE, FOUR = ("You", "greedy"), ("You", "greedy", "greedy"), ("You", "greedy", "greedy", "greedy")


def fresh(*names: str, seed: int = 3) -> Match:
    return Match("sf1906", make_seats(*names), {"components": "stand-in"}, seed)


def building_action(s: Sf1906, legal: list[Action], rng: Random) -> Action:
    """Builds where it can, with two permits rather than one: quick, and no matter how clever the bots become."""
    builds = [a for a in legal if a[0] == "act" and "build" in s.city.sides[s.ring[s.stop - 1]][a[1]].kind]
    pairs = [a for a in legal if a[0] == "spend" and len(a) == 3]
    some = builds or pairs or [a for a in legal if a[0] not in ("collect", "clear_up", "objective_deck")] or legal
    return some[int(rng.random() * len(some))]


@cache
def whole_match(names: tuple[str, ...], seed: int) -> Match:
    """A game of such players to its end; tests must not change it."""
    match, rng = fresh(*names, seed=seed), Random(seed)
    while match.player is not None:
        match.act(building_action(match.state, match.game.legal(match.state), rng))
    return match


def match_at(*names: str, until: Callable[[Sf1906], bool] | None = None) -> Match:
    """A match of such players up to the first position of the first seat that is wanted, or a whole one."""
    for seed in range(1, 60):
        course = whole_match(names or THREE, seed)
        if until is None:
            return match_prefix(course, len(course.log))
        for ply, s in enumerate(course.states[:-1]):
            if course.game.turn(s) == 0 and until(s):
                return match_prefix(course, ply)
    raise LookupError("no game came to such a position")


def board(pilot: Pilot[None]) -> Sf1906Board:
    return pilot.app.screen.query_one(Sf1906Board)


def board_state(match: Match) -> BoardState:
    """The board's state when the first seat is to move."""
    view = match.game.observe(match.state, 0)
    legal = tuple(match.game.legal(view))
    return BoardState(match.game, view, view, 0, tuple(match.seats), left=legal, active=True)


def at_step(which: int, year: int = 0) -> Callable[[Sf1906], bool]:
    """The first seat decides that in that year or later."""
    return lambda s: s.step == which and s.year >= year


def may_choose_space(s: Sf1906) -> bool:
    """The choice of a space on a card with a token, in the third year, with enough money for a choice."""
    return s.step == SPACE and s.year >= 2 and s.stop != STRIP and s.acted == 1 and s.players[0].money >= 5


def must_spend_permits(s: Sf1906) -> bool:
    """Permits to be spent, some of which share a symbol, with money for rubble."""
    p = s.players[0]
    return s.step == SPEND and s.year >= 1 and len(p.permits) >= 4 and p.money >= 5


def earns(s: Sf1906) -> bool:
    """Earnings in a later year, after a player has taken theirs."""
    return s.step == SPACE and s.stop == STRIP and s.year >= 2 and s.acted >= 1


def builds_with_grant(s: Sf1906) -> bool:
    """A plot is chosen with the grant, of which there are several."""
    return s.step == PLOT and s.grant and s.year >= 1


def thinking() -> TabletownApp:
    """A bot's turn, which has no answer yet."""
    course = whole_match(THREE, 2)
    ply = next(n for n, s in enumerate(course.states) if s.year >= 2 and s.step == SPACE and course.game.turn(s) == 1)
    return make_app(Table(match_prefix(course, ply), None), bot_pool=BlockedBots())


def eighth_building() -> Match:
    """A match in which the first player on a card has built their last building; random games never get there."""
    match = match_at(until=lambda s: s.step == SPACE and s.year >= 4 and s.stop != STRIP and s.acted >= 1)
    s = match.state.copy()
    p = s.players[s.order[0]]
    for plot in places(s.free)[: BUILDINGS - p.built.bit_count()]:
        s.free, s.rubble, p.built = s.free & ~(1 << plot), s.rubble & ~(1 << plot), p.built | 1 << plot
    p.pool, p.hand, s.best_builder = 0, 0, s.order[0]
    match.states[-1] = s
    return match


async def waiting(pilot: Pilot[Any]) -> None:
    await pilot.pause(0.05)


def at_table(match: Match, **look: Any) -> TabletownApp:
    return make_app(Table(match, None), **look)


async def second_space(pilot: Pilot[Any]) -> None:
    """The cursor considers another space."""
    await settle(pilot)
    await press(pilot, "n")


async def a_plot(pilot: Pilot[Any]) -> None:
    """A plot is aimed at, with two permits that share a symbol."""
    await settle(pilot)
    table = current_table(pilot)
    view = table.match.state
    fitting_ways = [
        (plot, n) for plot in places(view.free) for n, way in enumerate(reach(table.board_state(), plot)) if way[1]
    ]
    plot, n = fitting_ways[len(fitting_ways) // 2]
    put_cursor(pilot, "plot", plot)
    await press(pilot, "enter", *["plus"] * n)


def ended() -> TabletownApp:
    from tabletown.tui.screens.replay import Replay

    screen = Replay(match_at())
    screen.winning_chances = [[0.25] * len(screen.match.states) for _ in screen.match.seats]
    return make_app(screen)


async def the_end(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    pilot.app.screen.go(10**6)  # type: ignore[attr-defined]
    await press(pilot)


async def sheet(pilot: Pilot[Any]) -> None:
    """The score sheet, all objectives turned up."""
    await pilot.pause(0.05)
    await settle(pilot)


CASES = {
    "ring-opening": (lambda: at_table(match_at(until=at_step(SPACE))), settle),
    "ring-space": (lambda: at_table(match_at(*FOUR, until=may_choose_space)), second_space),
    "ring-act": (lambda: at_table(match_at(*TWO, until=at_step(ACT, 2))), settle),
    "ring-build": (lambda: at_table(match_at(until=must_spend_permits)), a_plot),
    "ring-plot": (lambda: at_table(match_at(until=at_step(PLOT, 2))), settle),
    "ring-urban": (lambda: at_table(match_at(until=at_step(URBAN))), settle),
    "ring-clear": (lambda: at_table(match_at(until=at_step(CLEAR))), settle),
    "ring-objective": (lambda: at_table(match_at(*FOUR, until=at_step(OBJECTIVE))), settle),
    "ring-earnings": (lambda: at_table(match_at(*FOUR, until=earns)), settle),
    "ring-bonus": (lambda: at_table(match_at(until=at_step(BONUS, 2))), settle),
    "ring-permit": (lambda: at_table(match_at(until=at_step(PERMIT, 1))), settle),
    "ring-grant": (lambda: at_table(match_at(until=builds_with_grant)), settle),
    "ring-thinking": (thinking, waiting),
    "ring-best-builder": (lambda: at_table(eighth_building()), settle),
    "ring-end": (ended, the_end),
    "ring-sheet": (lambda: at_table(match_at()), sheet),
    "ring-ascii": (lambda: at_table(match_at(until=must_spend_permits), glyphs="ascii"), a_plot),
    "ring-paper": (
        lambda: at_table(match_at(until=must_spend_permits), settings=replace(QUIET, theme="paper")),
        a_plot,
    ),
    "ring-okabe": (
        lambda: at_table(match_at(until=must_spend_permits), settings=replace(QUIET, theme="okabe")),
        a_plot,
    ),
    "ring-flat": (lambda: at_table(match_at(until=must_spend_permits), colours="16"), a_plot),
}
"""App and steps by name."""
