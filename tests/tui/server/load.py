"""Response times for people while bots think at many tables: `python -m tests.tui.server.load`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tabletown.tui.protocol.client_messages import Act, Open, Start
from tabletown.tui.protocol.server_messages import Begun, Moved, Room
from tests.tui.server.raw_client import Client, key
from tests.tui.server.server_process import begin, kill

LEVELS = ("medium", "hard", "master")
HUMAN = 0.05
"""Seconds between the moves of people."""


@dataclass
class Figures:
    """Seconds from a move to its answer, of two people at a table."""

    idle: list[float]
    busy: list[float]
    moves: list[int]
    """Actions at each of the other tables meanwhile."""

    def __str__(self) -> str:
        def figures(times: list[float]) -> str:
            return f"median {1000 * median(times):.1f} ms, 95th {1000 * quantiles(times, n=20)[-1]:.1f} ms"

        return (
            f"idle: {figures(self.idle)}; with bots at {len(self.moves)} tables: {figures(self.busy)}; "
            f"actions there: {min(self.moves)} to {max(self.moves)}"
        )


async def table(folder: Path, names: list[str], bots: list[str], game: str) -> list[Client]:
    """A game that has started."""
    people = [await Client.greet(folder / "s", names[0], key=key(names[0]))]
    people[0].send(Open(game, {}, ["" for _ in names] + bots))
    code = (await people[0].expect(Room)).code
    people += [await Client.greet(folder / "s", name, key=key(name), join=code) for name in names[1:]]
    people[0].send(Start())
    for client in people:
        await client.expect(Begun)
    return people


async def timed(people: list[Client], seconds: float) -> list[float]:
    """Two people play for so long, or to the end; how long each move took to be seen by who played it."""
    times, rng, end = [], Random(1906), time.perf_counter() + seconds
    while time.perf_counter() < end and (mover := next((client for client in people if client.now.legal), None)):
        action = mover.now.legal[int(rng.random() * len(mover.now.legal))]
        began = time.perf_counter()
        mover.send(Act(mover.now.ply, action))
        await mover.expect(Moved)
        times.append(time.perf_counter() - began)
        for client in people:
            if client is not mover:
                await client.expect(Moved)
        await asyncio.sleep(HUMAN)
    return times


async def run(folder: Path, tables: int, seconds: float) -> Figures:
    idle = await timed(await table(folder, ["Hana", "Bruno"], [], "sf1906"), seconds)
    games = ("splendor", "metropolys", "sf1906")
    others = [
        (await table(folder, [f"Player {n}"], [LEVELS[n % 3], LEVELS[n % 2]], games[n % 3]))[0] for n in range(tables)
    ]
    playing = [asyncio.create_task(client.play(Random(n))) for n, client in enumerate(others)]
    busy = await timed(await table(folder, ["Ines", "Wim"], [], "sf1906"), seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return Figures(idle, busy, [client.now.ply for client in others])


def measured(tables: int, seconds: float) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        server = begin(Path(folder))
        try:
            return asyncio.run(run(Path(folder), tables, seconds))
        finally:
            kill(server)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0)
    wished = parser.parse_args()
    print(measured(wished.tables, wished.seconds))
