"""Looks of Metropolys that are kept."""

from __future__ import annotations

from random import Random
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.match import Match
from tabletown.tui.app import TabletownApp
from tabletown.tui.games.metropolys.board import MetropolysBoard
from tabletown.tui.screens.replay import Replay
from tabletown.tui.screens.table import Table
from tests.tui.app_driver import BlockedBots, make_app, press, settle
from tests.tui.sample_matches import make_seats

TWO, THREE = ("You", "greedy"), ("You", "greedy", "greedy")
FOUR = ("You", "greedy", "greedy", "greedy")
MIDDLE = 120
"""Moves after which half of the city is built."""


def at_table(plies: int, *names: str, version: str = "expert", memory: str = "on", **look: Any) -> TabletownApp:
    return make_app(Table(city(plies, *names, version=version, memory=memory), None), **look)


def city(plies: int, *names: str, version: str = "expert", seed: int = 4, memory: str = "on") -> Match:
    """A match of careless players, no matter how clever the bots become: the first player's turn in mid-auction."""
    match, rng = (
        Match("metropolys", make_seats(*(names or FOUR)), {"version": version, "memory": memory}, seed),
        Random(seed),
    )
    while match.player is not None and (len(match.log) < plies or match.player != 0 or not match.state.bids):
        if not plies and match.player == 0:
            break
        legal = match.game.legal(match.state)
        low = [a for a in legal if a[0] == "bid" and a[2] <= 9][:40] or legal
        match.act(low[int(rng.random() * len(low))])
    return match


def make_match(*names: str, version: str = "expert", seed: int = 3, plies: int = 0) -> Match:
    """A match after that number of random actions."""
    options = {"version": version, "memory": "on"}
    match = Match("metropolys", make_seats(*(names or ("You", "greedy"))), options, seed)
    rng = Random(seed)
    while len(match.log) < plies or (plies and match.player not in (0, None)):
        legal = match.game.legal(match.state)
        match.act(legal[int(rng.random() * len(legal))])
    return match


def board(pilot: Pilot[None]) -> MetropolysBoard:
    return pilot.app.screen.query_one(MetropolysBoard)


def until_a_bot(match: Match, opens: bool) -> Match:
    """Play on until a bot must start an auction, or bid in one."""
    rng = Random(1)
    while match.player is None or match.player == 0 or bool(match.state.bids) == opens:
        legal = match.game.legal(match.state)
        match.act(legal[int(rng.random() * len(legal))])
    return match


def at_a_bot(opens: bool) -> TabletownApp:
    return make_app(Table(until_a_bot(city(MIDDLE), opens), None), bot_pool=BlockedBots())


async def a_bid(pilot: Pilot[Any]) -> None:
    """A place is picked, and a building above the lowest that would do."""
    await settle(pilot)
    await press(pilot, "tab", "enter", "plus")


async def groups(pilot: Pilot[Any]) -> None:
    """Show the groups that scored at the end, of the last player who has some."""
    await settle(pilot)
    pilot.app.screen.go(10**6)  # type: ignore[attr-defined]
    await press(pilot, "t")


async def lakes(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "t", "t")


async def log(pilot: Pilot[Any]) -> None:
    await settle(pilot)
    await press(pilot, "o")


async def waiting(pilot: Pilot[Any]) -> None:
    await pilot.pause(0.05)


def ended() -> TabletownApp:
    screen = Replay(city(10**6))
    screen.winning_chances = [[0.25] * len(screen.match.states) for _ in screen.match.seats]
    return make_app(screen)


CASES = {
    "city-opening": (lambda: at_table(0, *TWO, version="family"), settle),
    "city-call": (lambda: at_table(34), a_bid),
    "city-half": (lambda: at_table(MIDDLE), settle),
    "city-hidden": (lambda: at_table(MIDDLE, *THREE, memory="off"), a_bid),
    "city-bot": (lambda: at_a_bot(False), waiting),
    "city-between": (lambda: at_a_bot(True), waiting),
    "city-log": (lambda: at_table(MIDDLE), log),
    "city-lakes": (lambda: at_table(34, *THREE), lakes),
    "city-end": (ended, groups),
    "city-ascii": (lambda: at_table(MIDDLE, glyphs="ascii"), a_bid),
    "city-console": (lambda: at_table(MIDDLE, glyphs="console", colours="16"), a_bid),
    "city-flat": (lambda: at_table(MIDDLE, colours="16"), a_bid),
}
"""App and steps by name."""
