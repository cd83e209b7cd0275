"""The monkey for a short while; `python -m tests.tui.monkey` lets it loose for longer."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.tui.screens.table import Table
from tabletown.tui.widgets.board import Board
from tests.tui.monkey import visits


@pytest.mark.slow
@pytest.mark.parametrize("only", [*(f"table {name}" for name in rules.GAMES), "e"], ids=lambda only: only.split()[-1])
def test_nothing_breaks_gets_stuck_or_gets_lost(only: str) -> None:
    """At a table of each game, and in four places drawn from all."""
    done, faults = visits(120, seed=3, each=120 if only != "e" else 30, only=only)
    assert not faults, "\n\n".join(faults)
    assert done["keys"] >= 120 and done["clicks"] and done["resizes"]


@pytest.mark.slow
def test_it_finds_what_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(board: Board, step: int) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(Board, "action_zone", fail)
    _, (fault,) = visits(200, seed=1, each=200, only="table splendor base")
    assert "ZeroDivisionError: planted" in fault and "last:" in fault


@pytest.mark.slow
def test_it_finds_what_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    save = Table.save
    monkeypatch.setattr(Table, "save", lambda table: len(table.match.log) % 5 == 3 or save(table))
    for seed in (1, 2, 3):  # how many moves it comes to depends on how busy the machine is
        _, faults = visits(300, seed, each=300, only="table metropolys")
        if faults:
            break
    assert "the record is not the match" in faults[0]


@pytest.mark.slow
def test_it_finds_who_cannot_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Table.go_on
    monkeypatch.setattr(Table, "go_on", lambda table: len(table.match.log) % 7 == 6 or go_on(table))
    _, (fault,) = visits(300, seed=1, each=300, only="table splendor base")
    assert "cannot" in fault or "does not think" in fault or "nothing can be picked" in fault
