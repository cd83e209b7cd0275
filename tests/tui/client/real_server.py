"""Apps at a real server, all in this process: people who come, sit down and play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot

from tabletown.rules.core.game import Action
from tabletown.tui.client.app import OnlineApp
from tabletown.tui.client.connection import Link
from tabletown.tui.client.table import TableScreen
from tabletown.tui.model.terminal import Terminal
from tabletown.tui.protocol.client_messages import PROTOCOL, Hello, Join, Open, Start
from tabletown.tui.server import bot_queue
from tabletown.tui.server.gateway import Gateway
from tests.tui.app_driver import QUIET, SMALL
from tests.tui.server.raw_client import key, serving

PATIENCE = 20.0
"""Seconds to wait for what must come."""
Pick = Callable[[Any, list[Action], int], Action]
"""Which of the legal actions is played: from the view, the actions and the ply."""


class AppsAtServer:
    """A server that takes keys at their word, and the apps of those who are there."""

    def __init__(self, gateway: Gateway, stack: AsyncExitStack) -> None:
        self.gateway, self.stack = gateway, stack
        self.pilots: dict[OnlineApp, Pilot[None]] = {}

    async def enter(self, name: str, **hello: Any) -> OnlineApp:
        """A person with a separate key; a new one types a name."""
        link = Link(str(self.gateway.path), Hello(PROTOCOL, key=key(name), **hello))
        app = OnlineApp(link, QUIET, Terminal("truecolor", "unicode", False))
        pilot = await self.stack.enter_async_context(app.run_test(size=SMALL))
        self.pilots[app] = pilot
        await wait_until(lambda: app.session.me.new or bool(app.session.me.name))
        if app.session.me.new:
            await wait_until(lambda: current_place(app) == "nobody")
            await pilot.press(*name, "enter")
            await wait_until(lambda: app.session.me.name == name)
        return app

    async def press(self, app: OnlineApp, *keys: str) -> None:
        await self.pilots[app].press(*keys)


@asynccontextmanager
async def apps_at_server(folder: Path, **options: Any) -> AsyncIterator[AppsAtServer]:
    with patch.object(bot_queue, "NICENESS", 0):  # else bots and reviews hardly get on while other tests run
        async with serving(folder, local=True, **options) as gateway, AsyncExitStack() as stack:
            yield AppsAtServer(gateway, stack)


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for it."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def current_place(app: OnlineApp) -> str:
    """The kind of place that a client's screen shows; empty until the screen is ready."""
    return app.location.kind if app.location and app.location_screen and app.location_screen.ready else ""


async def wait_for_screen(app: OnlineApp, kind: str) -> None:
    await wait_until(lambda: current_place(app) == kind)


async def start_game(
    game: str, host: OnlineApp, *others: OnlineApp, watchers: tuple[OnlineApp, ...] = (), **open: Any
) -> str:
    """A table where these play; the code."""
    host.session.send(Open(game, {}, open.get("seats", [""] * (1 + len(others)))))
    await wait_for_screen(host, "room")
    code = host.session.table.code
    for app in (*others, *watchers):
        app.session.send(Join(code, watch=app in watchers))
        await wait_for_screen(app, "room")
    host.session.send(Start())
    for app in (host, *others, *watchers):
        await wait_for_screen(app, "seat")
    return code


def table_screen(app: OnlineApp) -> TableScreen:
    assert isinstance(app.location_screen, TableScreen)
    return app.location_screen


def can_move(app: OnlineApp) -> bool:
    """Must the player at this app choose an action?"""
    with app._context():
        return table_screen(app).active


def first_action(view: Any, legal: list[Action], ply: int) -> Action:
    return legal[0]


def choose(table: TableScreen, action: Action) -> Action:
    """Pick an action on the board, completed to a whole choice if it is a step of one; return the choice."""
    table.selection.choose(action)
    while (choice := table.selection.action()) is None:
        table.selection.pick(min(table.selection.options()))
    return choice


async def play_game(players: list[OnlineApp], pick: Pick = first_action, plies: int = 10**6) -> None:
    """Play on the boards, up to that ply or the end: the player to move picks the parts of a choice and confirms."""
    while (
        players[0].location and players[0].location.kind == "seat" and len(table_screen(players[0]).match.log) < plies
    ):
        match = table_screen(players[0]).match
        if match.player is None:
            break
        ply = len(match.log)
        app = next(app for app in players if app.session.table.yours == match.player)
        await wait_until(lambda: table_screen(app).match.complete and len(table_screen(app).match.log) == ply)  # noqa: B023
        mine = table_screen(app)
        after = ply + len(mine.board.steps(choose(mine, pick(mine.match.state, mine.match.legal(), ply))))
        with app._context():
            mine.action_confirm()
        for each in players:
            await wait_until(lambda: len(each.session.match.log) >= after)  # noqa: B023
