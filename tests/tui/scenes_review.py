"""Looks of reviews that are kept: judged by points alone, so that they stay when bots learn to judge better."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from functools import cache
from random import Random
from typing import Any

from textual.pilot import Pilot

from tabletown.rules import load
from tabletown.rules.analysis.decision import Decision, Question
from tabletown.rules.core.game import Action, apply, totals
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import plural
from tabletown.tui.app import TabletownApp
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.score_sheet import ScoreSheet
from tests.tui import scenes_expansions, scenes_metropolys, scenes_sf1906
from tests.tui.app_driver import InstantBots, make_app, press, settle
from tests.tui.sample_matches import finished_match, match_prefix, save_record

WEIGHT = 0.05
"""Winning chances that a point is worth, 0 to 1."""


class PointsThinker(InstantBots):
    """Bots that judge a move by its immediate points."""

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        await asyncio.sleep(0)
        return by_points_once(pickle.dumps(question))


@cache
def by_points_once(question: bytes) -> Decision:
    """The decision by points; many tests review the same matches."""
    return by_points(pickle.loads(question))


def by_points(q: Question) -> Decision:
    game, world = load(q.game), load(q.game).determinize(q.view, Random(0))

    def lead(a: Action) -> int:
        points = totals(game, apply(game, world, a, Random(0)))
        return points[q.player] - max(n for seat, n in enumerate(points) if seat != q.player)

    legal = game.legal(q.view)
    best = max(legal, key=lambda a: (lead(a), a == q.action))
    chance = min(0.99, max(0.01, 0.5 + WEIGHT * lead(best)))
    loss = WEIGHT * (lead(best) - lead(q.action))
    name = game.notation(q.view, best)
    gain = totals(game, apply(game, world, best, Random(0)))[q.player] - totals(game, world)[q.player]
    return Decision(
        q.ply,
        q.player,
        game.notation(q.view, q.action),
        chance,
        loss,
        None if best == q.action else name,
        f"scores {plural(gain, 'point')}" if gain > 0 else "",
        (name,),
        tuple((game.notation(q.view, a), chance - 0.1) for a in legal if a != best)[:2],
        int(q.terms.nodes or 0),
    )


def reviewed(match: Match) -> TabletownApp:
    screen = Replay(match)
    seats, winners = range(len(match.seats)), match.game.winners(match.state)
    even, result = [1 / len(seats) for _ in seats], [(seat in winners) / len(winners) for seat in seats]
    screen.analysis.estimates = [*([even] * len(match.log)), result]
    return make_app(screen, bot_pool=PointsThinker())


def at(ply: int, *keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def steps(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        pilot.app.screen.go(ply)  # type: ignore[attr-defined]
        await press(pilot, *keys)

    return steps


def at_end(match: Match, name: str = "game") -> TabletownApp:
    """The end screen of a match that is kept."""
    return make_app(ScoreSheet(match, save_record(match, name)))


CASES = {
    "end-city": (lambda: at_end(scenes_metropolys.city(10**6)), settle),
    "end-ring": (lambda: at_end(scenes_sf1906.match_at(*scenes_sf1906.FOUR)), settle),
    "end-cities": (
        lambda: at_end(
            match_prefix(cities := scenes_expansions.whole_match("cities", ("You", "greedy"), 1), len(cities.log))
        ),
        settle,
    ),
    "review-charts": (lambda: reviewed(finished_match()), at(40, "v")),
    "review-losses": (lambda: reviewed(finished_match()), at(40, "s")),
    "review-city": (lambda: reviewed(scenes_metropolys.city(10**6)), at(30, "s")),
    "review-ring": (lambda: reviewed(scenes_sf1906.match_at()), at(60, "v")),
}
"""App and steps by name."""
