"""A player with a mouse alone: the clicks that play an action, found by trying them in an app of the same size."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from textual.pilot import Pilot

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.tui.client.table import TableScreen
from tabletown.tui.model.selection import Part
from tabletown.tui.protocol.client_messages import Act
from tests.tui.app_driver import run_app, screen_lines, settle
from tests.tui.client.fake_server import ME, connection, online, playing, the_seat

PLAY = "Enter Play"
MOST = 20
"""Clicks that a move takes at most."""
LABELS = {
    "value": "Value",
    "pay": "Payment",
    "reserve": "Reserve",
    "lift": "Move",
    "pass": "Pass",
    "decline": "Decline",
    "collect": "Collect $1",
    "clear_up": "Move up",
    "no_urban": "No card",
}
"""Words in the footer by the kind of a part, or by its name where it is something to do."""

Spot = tuple[int, int] | str
"""What is clicked: a cell of the window, or words in the footer."""


class NotByMouse(Exception):
    """An action that no click leads to."""


def clicks(match: Match, action: Action, size: tuple[int, int]) -> list[Spot]:
    """The clicks by which the player to move plays an action in a window of so many columns and rows."""
    with ThreadPoolExecutor(1) as beside:  # the caller may have an event loop
        return beside.submit(asyncio.run, find_clicks(match, action, size)).result()


async def find_clicks(match: Match, action: Action, size: tuple[int, int]) -> list[Spot]:
    """The same, in an event loop. Raises NotByMouse."""
    made: list[Spot] = []
    async with run_app(online(ME, *playing(match, match.player)), size) as pilot:
        table = the_seat(pilot)
        while not (sent := connection(pilot).asked(Act)):
            spot = next_spot(table, action)
            if spot is None or len(made) == MOST:
                raise NotByMouse(f"{action} after {made}, with {table.selection.picked} picked")
            made.append(spot)
            await click(pilot, spot)
        if sent[0].action != list(action):
            raise NotByMouse(f"{made} play {sent[0].action}, not {action}")
    return made


async def click(pilot: Pilot[Any], spot: Spot) -> None:
    if isinstance(spot, str):
        row = screen_lines(pilot)[-1]
        if spot not in row:
            raise NotByMouse(f"{spot!r} is not in the footer: {row}")
        spot = row.index(spot), pilot.app.size.height - 1
    await pilot.click(offset=spot)
    await settle(pilot)


def next_spot(table: TableScreen, action: Action) -> Spot | None:
    """What to click next; None if nothing leads on."""
    choice = next(c for c in table.moves().values() if table.board.steps(c)[0] == action)
    if choice in (table.confirming, table.chosen()):
        return PLAY
    missing = Counter(table.board.parts(choice)) - Counter(table.selection.picked)
    return next((spot for part in missing if (spot := spot_of(table, part))), None)


def spot_of(table: TableScreen, part: Part) -> Spot | None:
    """Where a part is picked: its tile, or a key in the footer, which may be about the tile under the cursor."""
    kind, *rest = part
    tile = {"reserve": tuple(rest), "lift": ("card", *rest)}.get(kind)
    if kind in ("value", "pay") or (tile and table.board.cursor == tile):
        return LABELS[kind]
    if kind == "do":
        return LABELS.get(rest[0])
    return cell_of(table, tile or part)


def cell_of(table: TableScreen, part: Part) -> tuple[int, int] | None:
    """The cell in a part's tile that is nearest to its middle and belongs to no other tile."""
    board = table.board
    tile = board.tile(part)
    if tile is None:
        return None
    rect, (mx, my) = tile.rect, tile.rect.centre
    cells = [(x, y) for x in range(rect.x, rect.x + rect.w) for y in range(rect.y, rect.y + rect.h)]
    own = [(x, y) for x, y in cells if (at := board.tile_at(x, y)) and at.part == tile.part]
    x, y = min(own, key=lambda cell: abs(cell[0] - mx) + 2 * abs(cell[1] - my))
    return board.region.x + x, board.region.y + y
