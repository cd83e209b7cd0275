"""Looks of Splendor's expansions that are kept."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rules.game import Action
from rules.match import Match
from rules.splendor import legal, turn
from rules.splendor.cards import CARDS
from rules.splendor.state import Splendor
from tests.tui.scenes import app, seated
from tui.app import Tabletown
from tui.screens.table import Table

ALONE = ("You", "greedy")
FOUR = ("You", "greedy", "greedy", "greedy")


def careless(s: Splendor, rng: Random) -> Action:
    """Buys what it can, else takes what it finds: quick, and no matter how clever the bots become."""
    found = legal(s)
    buys = [a for a in found if a[0] in ("buy", "conquer")]
    if buys:
        return max(buys, key=lambda a: (CARDS[a[1]].kind != "base", CARDS[a[1]].points, -sum(a[2][5:])))
    reserving = [a for a in found if a[0] in ("reserve", "reserve_blind")]
    wanted = reserving if reserving and rng.random() < 0.12 else [a for a in found if a not in reserving] or found
    return wanted[int(rng.random() * len(wanted))]


def until(
    module: str, wanted: Callable[[Splendor], bool], *names: str, after: int = 0, seeds: int = 200
) -> Match:
    """The first match of careless players that comes to such a position, with the first player to move."""
    for seed in range(1, seeds):
        match, rng = Match("splendor", seated(*(names or ALONE)), {"module": module}, seed), Random(seed)
        while match.player is not None:
            s = match.state
            if len(match.log) >= after and turn(s) == 0 and wanted(s):
                return match
            match.act(careless(s, rng))
    raise LookupError("no game came to such a position")


def verbs(s: Splendor) -> set[str]:
    return {a[0] for a in legal(s)}


def at_table(match: Match, **look: Any) -> Tabletown:
    return app(Table(match, None), **look)
