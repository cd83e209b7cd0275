"""Looks of Metropolys that are kept."""

from __future__ import annotations

from random import Random
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import make_app, press, settle
from tests.tui.sample_matches import make_seats

FOUR = ("You", "greedy", "greedy", "greedy")


def at_table(plies: int, *names: str, version: str = "expert", **look: Any) -> TabletownApp:
    return make_app(Table(city(plies, *names, version=version), None), **look)


def city(plies: int, *names: str, version: str = "expert", seed: int = 4) -> Match:
    """A match of careless players, no matter how clever the bots become: the first player's turn in mid-call."""
    match, rng = (
        Match("metropolys", make_seats(*(names or FOUR)), {"version": version, "memory": "on"}, seed),
        Random(seed),
    )
    while match.player is not None and (len(match.log) < plies or match.player != 0 or not match.state.bids):
        if not plies and match.player == 0:
            break
        legal = match.game.legal(match.state)
        low = [a for a in legal if a[0] == "bid" and a[2] <= 9][:40] or legal
        match.act(low[int(rng.random() * len(low))])
    return match


async def a_bid(pilot: Pilot[Any]) -> None:
    """A place is picked, and a building above the lowest that would do."""
    await settle(pilot)
    await press(pilot, "tab", "enter", "plus")


async def groups(pilot: Pilot[Any]) -> None:
    """What made points at the end: the groups of the last player who has some."""
    await settle(pilot)
    pilot.app.screen.go(10**6)  # type: ignore[attr-defined]
    await press(pilot, "t")


async def lakes(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "t", "t")


def ended() -> TabletownApp:
    from tabletown.tui.screens.replay import Replay

    screen = Replay(city(10**6))
    screen.chances = [[0.25] * len(screen.match.states) for _ in screen.match.seats]
    return make_app(screen)


CASES = {
    "city-opening": (lambda: at_table(0, "You", "greedy", version="family"), settle),
    "city-call": (lambda: at_table(34), a_bid),
    "city-lakes": (lambda: at_table(34, "You", "greedy", "greedy"), lakes),
    "city-end": (ended, groups),
    "city-ascii": (lambda: at_table(34, glyphs="ascii"), a_bid),
    "city-flat": (lambda: at_table(34, colours="16"), a_bid),
}
"""App and steps by name."""
