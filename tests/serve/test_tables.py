"""Opening tables, sitting, starting, leaving, and what of it is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules
from rules.match import Match
from rules.record import begin, parse
from tests.serve.client import Client, serving
from tui.serve import wire
from tui.serve.hub import Hub
from tui.serve.messages import (
    Begun,
    Join,
    Open,
    Over,
    Room,
    Start,
)


async def opened(hub: Hub, *names: str, game: str = "splendor", chairs: int = 0, **wishes: Any) -> list[Client]:
    """People at a new table, the first one the host; nobody on the other chairs."""
    people = [await Client.enter(hub, name) for name in names]
    people[0].send(Open(game, {}, [""] * (chairs or len(names)), **wishes))
    room = await people[0].expect(Room)
    for one in people[1:]:
        one.send(Join(room.code, wishes.get("password", "")))
        await one.expect(Room)
    return people


async def started(hub: Hub, *names: str, **wishes: Any) -> list[Client]:
    """The same, and the game has begun."""
    people = await opened(hub, *names, **wishes)
    people[0].send(Start())
    for one in people:
        await one.expect(Begun)
    return people


@pytest.mark.parametrize("game", rules.GAMES)
async def test_three_people_play_a_whole_game(tmp_path: Path, game: str) -> None:
    """Everyone sees the same log, and gets a record that plays again to the same end."""
    async with serving(tmp_path) as hub:
        people = await started(hub, "Hana", "Bruno", "Ines", game=game)
        watcher = await Client.enter(hub, "Wim", join=people[0].room.code.lower(), watch=True)
        async with asyncio.TaskGroup() as group:
            for seed, one in enumerate([*people, watcher]):
                group.create_task(one.play(Random(seed)))
        for one in [*people, watcher]:
            over = await one.expect(Over, lambda m: m.last)
            match = replayed(tmp_path, one.record)
            assert match.player is None and len(match.log) == one.now.ply
            chair = one.room.yours
            assert wire.view(game, one.now.view) == match.game.observe(match.state, chair)
            assert [seat.name for seat in match.seats] == ["Hana", "Bruno", "Ines"]
            assert sorted(rated.name for rated in over.rated) == ["Bruno", "Hana", "Ines"]
        kept = hub.store.ratings(game, [1, 2, 3])
        assert sum(round(rating.value) for rating in kept.values()) == pytest.approx(4500, abs=2)


def replayed(folder: Path, lines: list[str]) -> Match:
    """The match of a record."""
    head, *log = (parse(folder, number, text.encode()) for number, text in enumerate(lines, 1))
    head["seats"] = [list(seat) for seat in head["seats"]]
    match = begin(folder, head)
    for action in log:
        match.act(action)
    return match
