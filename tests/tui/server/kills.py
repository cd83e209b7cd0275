"""Kill a server at random moments: `python -m tests.tui.server.kills --kills 500 --seed 1 [--folder FOLDER]`.

Eight players do everything at random at real servers, each of which is killed within a second: moves, clocks, votes,
resignations, rematches, tournaments. After each kill the database is compared with everything that the players have
heard. At the end every game goes on. With a folder it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

from tabletown.tui.server.repair import DATABASE
from tabletown.tui.server.store import Store
from tests.tui.server.ledger import Ledger, prepare
from tests.tui.server.nursery import QUICK_DISK, Nursery
from tests.tui.server.restless import Player

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo")
SPEEDS = (1.0, 1.0, 1.0, 30.0, 1000.0, 30_000.0)
"""Seconds for the tables in one second, of which each server has one: minutes and days run out."""
AT_START = 0.15
"""Share of the kills that come before the server listens, or just then."""
MOVES = 200
"""Moves of which the players hear before a server is killed, at most."""
MOMENT = 0.01
"""Seconds after the last of them, at most; and ten times that after the start of one that does not listen yet."""
LONGEST = 10.0
"""Seconds for which a server lives, at most: long enough for its moves on a busy machine, too."""
TO_GO_ON = 60.0
"""Seconds in which all games must go on once no server is killed any more."""


class Slaughter:
    """The kills in a folder so far."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.state = folder / "kills.json"
        if not self.state.exists():
            prepare(folder)
            self.state.write_text("0")
        self.kills = int(self.state.read_text())
        self.ledger = Ledger(folder)
        self.players = [Player(name, f"{seed} {name} {self.kills}") for name in NAMES]
        self.seconds = 0.0

    async def run(self, kills: int) -> None:
        """Go on up to that number of kills, then see that all games go on."""
        began = monotonic()
        async with Nursery(self.folder) as nursery:
            while self.kills < kills:
                await self.life(nursery, Random(f"{self.seed} {self.kills}"))
                self.kills += 1
                self.state.write_text(str(self.kills))
                self.ledger.audit(self.players)
                if self.ledger.faults:
                    break
            self.seconds = monotonic() - began
            await self.go_on(nursery)
        text = nursery.log.read_text()
        for word in ("Traceback", "left unchanged", "not saved", "damaged", "is lost"):
            self.ledger.fault(word not in text, f"the log says {word!r}, see {nursery.log}")

    async def life(self, nursery: Nursery, rng: Random) -> None:
        """A server from its start to its violent end."""
        early, moment, moves = rng.random() < AT_START, rng.random() * MOMENT, rng.random() * MOVES
        pid = await nursery.bear(rng.choice(SPEEDS))
        for player in self.players:
            player.client = None
        if early:
            await asyncio.sleep(10 * moment)
            return nursery.kill(pid)
        await nursery.listening()
        living = [asyncio.create_task(player.live(self.folder / "s")) for player in self.players]
        end = monotonic() + LONGEST
        while self.heard() < moves and monotonic() < end:
            await asyncio.sleep(0.002)
        await asyncio.sleep(moment)
        nursery.kill(pid)
        await asyncio.gather(*living)

    def heard(self) -> int:
        """Moves of which the players have heard from this server."""
        return sum(player.client.moves for player in self.players if player.client)

    async def go_on(self, nursery: Nursery) -> None:
        """Let every game go on at a server that lives on."""
        before = self.lengths()
        pid = await nursery.bear(1.0)
        await nursery.listening()
        for player in self.players:
            player.finishing = True
        living = [asyncio.create_task(player.live(self.folder / "s")) for player in self.players]
        end = monotonic() + TO_GO_ON
        while (still := self.lengths().items() & before.items()) and monotonic() < end:
            await asyncio.sleep(0.05)
        nursery.kill(pid)
        await asyncio.gather(*living)
        self.ledger.audit(self.players)
        self.ledger.fault(not still, f"these games do not go on: {self.standing(dict(still))}")

    def lengths(self) -> dict[str, int]:
        """Number of actions by the code of the tables whose games are running."""
        counting = (
            "SELECT code, (SELECT COUNT(*) FROM actions WHERE actions.code = tables.code) FROM tables "
            "WHERE stage = 'playing'"
        )
        with closing(sqlite3.connect(self.folder / "data" / DATABASE)) as base:
            return dict(base.execute(counting).fetchall())

    def standing(self, lengths: dict[str, int]) -> dict[str, object]:
        """What those tables wait for: the seat to move, everyone's seats, and open requests."""
        store = Store(self.folder / "data" / DATABASE)
        try:
            tables = [table for table in store.load() if table.code in lengths]
        finally:
            store.close()
        return {
            table.code: (lengths[table.code], *(table.data[name] for name in ("to_move", "chairs", "votes", "fixture")))
            for table in tables
        }

    def report(self) -> dict[str, object]:
        figures = {"kills": self.kills, "seconds": round(self.seconds), **self.ledger.figures}
        return {**figures, "faults": self.ledger.faults[:20]}


def killed(folder: Path, kills: int, seed: int) -> Slaughter:
    """The state after that number of kills."""
    slaughter = Slaughter(folder, seed)
    asyncio.run(slaughter.run(kills))
    return slaughter


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where to go on; a new one is made")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=QUICK_DISK) as temporary:
        folder = chosen.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        print(json.dumps(killed(folder, chosen.kills, chosen.seed).report(), indent=2))


if __name__ == "__main__":
    main()
