"""The checks of a town's journal find what they are there for; `python -m tests.tui.server.chaos` makes journals."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random

import pytest

from tabletown.rules import metropolys
from tabletown.rules.core.game import defaults, freeze, totals
from tabletown.tui.server.ratings import Rating, rated
from tabletown.tui.server.tables.clock import Clock
from tabletown.tui.server.tables.table import OVER, PLAYING, ServerSeat, Table
from tests.rules.random_play import random_action
from tests.tui.server.journal import Act, Change, Journal, Seat, Version
from tests.tui.server.journal_checks import Checks, Heard

SECONDS = 2.0
"""Seconds of each move."""


@cache
def played() -> Journal:
    """A rated game of two people, with clocks."""
    table, journal, rng = Table("ABCDEF", "metropolys", defaults(metropolys), seats(), 1, seed=7), Journal(), Random(1)
    table.stage, table.clock = PLAYING, Clock("10+10")
    match = table.begin()
    table.clock = table.clock.started(2, match.player, 0.0)
    note(journal, table, 0)
    while match.player is not None:
        action = random_action(rng, match.game.legal(match.state), by_verb=False)
        table.play(action)
        table.clock = table.clock.moved(match.player, SECONDS * table.plies)
        table.stage = PLAYING if match.player is not None else OVER
        journal.acts.append(Act(table.plies, table.code, table.plies - 1, list(action)))
        note(journal, table, table.plies)
    journal.actions = {table.code: [act.action for act in journal.acts]}
    end(journal, table)
    return journal


def seats() -> list[ServerSeat]:
    return [ServerSeat(1, "Hana"), ServerSeat(2, "Bruno")]


def note(journal: Journal, table: Table, tx: int) -> None:
    stored = deepcopy(table.to_stored())
    journal.versions.append(Version(tx, SECONDS * tx, table.code, tx + 1, table.stage, stored.data))


def end(journal: Journal, table: Table) -> None:
    """Write the record, the results and the ratings."""
    match, tx = table.match, table.plies
    assert match
    winners = match.game.winners(match.state)
    results = [Seat(n + 1, points, n in winners) for n, points in enumerate(totals(match.game, match.state))]
    journal.records[tx] = [{}, *(journal.actions[table.code])], results
    ranks = [1e6 if seat.won else float(seat.points) for seat in results]
    for player, rating in enumerate(rated([Rating(), Rating()], ranks), 1):
        journal.changes.append(Change(tx, player, "metropolys", 1500.0, 0, *rating))
        journal.ratings[player, "metropolys"] = rating.value, rating.games
    journal.names = {1: "Hana", 2: "Bruno"}


def heard(journal: Journal) -> Heard:
    """What the people of a journal know."""
    announced = {(act.code, act.ply, freeze(act.action)) for act in journal.acts}
    return Heard(
        {(code, ply, name, action) for code, ply, action in announced for name in ("Hana", "Bruno")}, announced
    )


def test_a_game_without_faults_has_none() -> None:
    checks = Checks(played(), heard(played()))
    assert checks.run() == [] and checks.figures["actions of people"] == len(played().acts)


def accept_twice(journal: Journal) -> None:
    version = journal.versions[5]
    journal.versions.insert(6, version._replace(tx=1000, at=version.at + 1))


def apply_twice(journal: Journal) -> None:
    act = journal.acts[5]
    journal.acts.insert(6, act._replace(ply=act.ply + 1))


def rate_twice(journal: Journal) -> None:
    change = journal.changes[0]
    journal.changes.append(change._replace(tx=1000, old=change.new, games_before=1, games=2))


def lose(journal: Journal) -> None:
    journal.acts.pop()
    journal.actions["ABCDEF"].pop()


def forget_the_end(journal: Journal) -> None:
    journal.records.clear()


def give_time(journal: Journal) -> None:
    clock = journal.versions[5].data["clock"]
    clock["left"][clock["seat"]] += 3.0


def take_time(journal: Journal) -> None:
    for version in journal.versions[5:]:
        version.data["clock"]["since"] += 30.0


@pytest.mark.parametrize(
    ("plant", "fault"),
    [
        (accept_twice, "the revisions [6] were accepted twice"),
        (apply_twice, "action 6: written after 7 actions"),
        (rate_twice, "transaction 1000 has written the ratings"),
        (lose, "1 actions that people saw are lost"),
        (forget_the_end, "these games are stuck: ['ABCDEF']"),
        (give_time, "used 2.000 and has"),
        (take_time, "a clock ran 32.00 s, while 2.00 s passed"),
    ],
)
def test_a_fault_is_found(plant: Callable[[Journal], None], fault: str) -> None:
    journal = deepcopy(played())
    plant(journal)
    assert any(fault in sentence for sentence in Checks(journal, heard(played())).run())
