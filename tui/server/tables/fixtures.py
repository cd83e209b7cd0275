"""Games of tournaments: their results, which are written in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..store import Also, Result
from ..tournaments.model import DRAWN, FORFEIT, GAME
from ..tournaments.tournament_store import result_of, withdrawal_of
from .table import Table


def played(table: Table, outcome: Sequence[Result]) -> Also | None:
    """Write the result of a game that was played to its end; None for one outside tournaments."""
    if table.fixture is None:
        return None
    first, second = outcome
    scores = (0.5, 0.5) if first.won == second.won else (float(first.won), float(second.won))
    return result_of(table.code, table.fixture.tournament, scores, (first.points, second.points), GAME)


def lost(table: Table, seat: int) -> Also | None:
    """Write that the player in that seat has lost, by resigning or on time."""
    if table.fixture is None:
        return None
    scores = (0.0, 1.0) if seat == 0 else (1.0, 0.0)
    return result_of(table.code, table.fixture.tournament, scores, (0, 0), FORFEIT)


def absent(table: Table, seat: int) -> Also | None:
    """Write that the player in that seat, who has lost without being there, is paired no more until they come back."""
    number = table.seats[seat].person
    if table.fixture is None or number is None or number in table.present:
        return None
    return withdrawal_of(table.fixture.tournament, number)


def drawn(table: Table) -> Also | None:
    """Write that a game which was closed before its end counts as a draw; None for one outside tournaments."""
    return result_of(table.code, table.fixture.tournament, (0.5, 0.5), (0, 0), DRAWN) if table.fixture else None
