"""People at tables, for the tests of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import parse, start_match
from tabletown.tui.protocol.client_messages import Join, Open, Start
from tabletown.tui.protocol.server_messages import Begun, Room
from tabletown.tui.server.gateway import Gateway
from tests.tui.server.raw_client import Client


async def open_table(
    gateway: Gateway, *names: str, game: str = "splendor", seats: int = 0, **fields: Any
) -> list[Client]:
    """People at a new table, the first one the host; the other seats are empty."""
    people = [await Client.enter(gateway, name) for name in names]
    people[0].send(Open(game, fields.pop("options", {}), [""] * (seats or len(names)), **fields))
    room = await people[0].expect(Room)
    for client in people[1:]:
        client.send(Join(room.code, fields.get("password", "")))
        await client.expect(Room)
    return people


async def start_game(gateway: Gateway, *names: str, **fields: Any) -> list[Client]:
    """People at a new table whose game has started."""
    people = await open_table(gateway, *names, **fields)
    people[0].send(Start())
    for client in people:
        await client.expect(Begun)
    return people


def match_of_record(folder: Path, lines: list[str]) -> Match:
    """The match of a record."""
    head, *log = (parse(folder, number, text.encode()) for number, text in enumerate(lines, 1))
    head["seats"] = [list(seat) for seat in head["seats"]]
    match = start_match(folder, head, BOTS)
    for action in log:
        match.act(action)
    return match
