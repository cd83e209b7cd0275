"""1906 San Francisco: the check of what must be conserved finds each kind of fault (`rules/sf1906/invariants.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.invariants import conserved
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import OPTIONS, pieces


def later() -> Any:
    """A position late in a game in which all players have built and hold permits."""
    for seed in range(50):
        for s in play_random(sf1906, 3, OPTIONS, seed).undecided[::-1]:
            if all(p.built and p.permits and p.urban for p in s.players[:1]) and s.rubble:
                return s.copy()
    raise AssertionError("nobody builds")


def setting(name: str, change: Callable[[Any], Any], player: bool = True) -> Callable[[Any], None]:
    """A fault in one value, of the first player or of the table."""

    def plant(s: Any) -> None:
        where = s.players[0] if player else s
        setattr(where, name, change(getattr(where, name)))

    return plant


FAULTS = {
    "has $16": setting("money", lambda n: 16),
    "has $-1": setting("money", lambda n: -1),
    "has 6 permits": lambda s: setting("permits", lambda held: (*held, *s.permit_deck)[:6])(s),
    "does not have eight buildings": setting("pool", lambda n: n + 1),
    "is off the development board": setting("row", lambda n: 6),
    "a permit is missing or duplicated": setting("permits", lambda held: held[1:]),
    "an objective is missing or duplicated": setting("open", lambda held: (*held, 0)),
    "an urban card is missing or duplicated": setting("urban", lambda held: held[1:]),
    "two buildings stand on one plot": setting("free", lambda free: free | 1 << 35, player=False),
    "rubble under a building": lambda s: setting("rubble", lambda n: n | s.players[0].built, player=False)(s),
    "rubble was created or lost": setting("rubble", lambda n: n & n - 1, player=False),
    "Best Builder is with the wrong player": setting("best_builder", lambda n: 1, player=False),
    "there is no next player": setting("acted", lambda n: 3, player=False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    s = later()
    assert conserved(s) == ""
    FAULTS[fault](s)
    assert fault in conserved(s)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if "Best" not in fault and "next" not in fault])
def test_the_recount_finds_it_too(fault: str) -> None:
    s = later()
    assert pieces(s) == ""
    FAULTS[fault](s)
    assert pieces(s) != ""
