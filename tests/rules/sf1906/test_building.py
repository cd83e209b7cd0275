"""1906 San Francisco: the plots that permits fit (section 9 of the rules)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.core.game import apply
from tabletown.rules.sf1906.building import can_build
from tabletown.rules.sf1906.decision_facts import payable
from tabletown.rules.sf1906.state import SPEND, STRIP
from tabletown.rules.sf1906.wording import permit_title
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import (
    KIT,
    OPTIONS,
    brute_sites,
    give,
    table,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_building_agrees_with_brute_force(seats: int) -> None:
    """9: what can be built, with which permits and where, in positions of random games and for any money."""
    count = 0
    for seed in range(6):
        for s in play_random(sf1906, seats, OPTIONS, seed).undecided[::5]:
            seat = sf1906.turn(s)
            assert seat is not None
            if s.stop == STRIP or not s.players[seat].permits:
                continue
            s = s.copy()
            p = give(s, seat, money=seed * 2).players[seat]
            if not p.hand and p.pool:
                p.pool, p.hand = p.pool - 1, 1
            if not p.hand:
                continue
            for grant in (False, True):
                s.step, s.grant, s.spent = SPEND, grant, ()
                expected = {}
                for permits in [*combinations(p.permits, 1), *combinations(p.permits, 2)]:
                    open_ = {
                        n
                        for n in brute_sites(s, seat, permits, grant)
                        if p.money >= KIT.years[s.year].build_cost + 3 * (s.rubble >> n & 1)
                    }
                    assert payable(s, permits, grant) == sum(1 << n for n in open_)
                    if open_:
                        expected[permits] = open_
                assert {a[1:] for a in sf1906.legal(s)} == set(expected)
                assert can_build(s, p, p.money, grant) == bool(expected)
                count += len(expected)
                for permits, open_ in expected.items():
                    chosen = apply(sf1906, s, ("spend", *permits), Random(0))
                    assert {a[1] for a in sf1906.legal(chosen)} == open_
    assert count > 100


def test_permits_of_one_title_are_told_apart_by_their_symbols_when_one_is_spent() -> None:
    s = table(2)
    player = s.players[s.order[s.acted]]
    pairs = [p for p in combinations(range(len(KIT.permits)), 2) if len({permit_title(KIT, card) for card in p}) == 1]
    coloured = [pair for pair in pairs if KIT.permits[pair[0]].colour is not None]
    for first, second in coloured:
        player.permits = (first,)
        assert sf1906.describe(s, ("spend", first)) == f"spends {permit_title(KIT, first)}"
        player.permits = (first, second)
        assert sf1906.describe(s, ("spend", first)) != sf1906.describe(s, ("spend", second))
    assert coloured
