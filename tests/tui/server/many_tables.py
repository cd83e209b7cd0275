"""What many tables cost each host: `python -m tests.tui.server.many_tables [--tables 5000]`.

Times of the processor in one process, without a network: for the start, the beat of the clock, the lobby, and for
following the moves at tables where nobody of the host is.
"""

from __future__ import annotations

import argparse
import json
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from tabletown import rules
from tabletown.rules.core.game import defaults
from tabletown.tui.server.schema import actions
from tabletown.tui.server.store import Store
from tabletown.tui.server.tables import following
from tabletown.tui.server.tables.service import TableService
from tabletown.tui.server.tables.service_protocol import Person
from tabletown.tui.server.tables.table import PLAYING, ServerSeat, Table

MOVES = 30
"""Moves so far at each table."""
TOGETHER = 50
"""Tables that are read at once."""
IN_LOBBY = 100


def seconds(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    began = process_time()
    work()
    return process_time() - began


def fill(store: Store, tables: int) -> None:
    """Running games of two, all alike."""
    game, chance = rules.load("splendor"), random.Random(1)
    pattern = Table("T", "splendor", defaults(game), [ServerSeat(1, "Hana"), ServerSeat(2, "Bruno")], 1, stage=PLAYING)
    match = pattern.begin()
    for _ in range(MOVES):
        pattern.play(chance.choice(game.legal(match.state)))
    log = [json.dumps(action) for action in match.log]
    for number in range(tables):
        seats = [ServerSeat(2 * number + place, f"Player {2 * number + place}") for place in range(2)]
        store.save(replace(pattern, code=f"T{number}", seats=seats, host=2 * number).to_stored())
    with store.engine.begin() as base:
        rows = [
            {"code": f"T{number}", "ply": ply, "action": action}
            for number in range(tables)
            for ply, action in enumerate(log)
        ]
        base.execute(actions.insert(), rows)


def seat(service: TableService) -> None:
    """All players at their tables, at other hosts, and some people of this host in the lobby."""
    for table in service.tables.values():
        for place in table.seats:
            assert place.person is not None
            service.people[place.person] = Person(place.person, place.name, table=table, host="other")
            table.present[place.person] = place.name
    for number in range(IN_LOBBY):
        service.people[-1 - number] = Person(-1 - number, f"Guest {number}")


def measure(store: Store, tables: int) -> list[tuple[str, float, str]]:
    """What, how much, and its unit."""
    fill(store, tables)
    tracemalloc.start()
    service = TableService(store, lambda number, message: None, lambda thought: None, monotonic)
    seat(service)
    memory = tracemalloc.get_traced_memory()[0] / tables / 1024
    tracemalloc.stop()
    start = seconds(lambda: TableService(store, lambda number, message: None, lambda thought: None, monotonic))
    codes = [*service.tables][:TOGETHER]
    service.news = True
    lobby = seconds(service.refresh)
    beat = seconds(service.tick)
    read = seconds(lambda: store.some_tables(codes))
    alone = seconds(lambda: [store.table(code) for code in codes])
    stored = [replace(table, revision=table.revision + 1) for table in store.some_tables(codes).values()]
    taken = seconds(lambda: [following.take(service, table.code, table) for table in stored])
    return [
        ("memory of a table and its two players", memory, "kB"),
        ("start, for each table", 1e3 * start / tables, "ms"),
        ("beat of the host that keeps the time, for each table", 1e6 * beat / tables, "us"),
        (f"lobby, for each of {IN_LOBBY} people there", 1e3 * lobby / IN_LOBBY, "ms"),
        (f"reading a table, {TOGETHER} at once", 1e6 * read / TOGETHER, "us"),
        ("reading a table alone", 1e6 * alone / TOGETHER, "us"),
        ("taking over its changes", 1e6 * taken / TOGETHER, "us"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        store = Store(Path(folder, "many.db"))
        for what, figure, unit in measure(store, chosen.tables):
            print(f"{what}: {figure:.2f} {unit}")
        store.close()


if __name__ == "__main__":
    main()
