"""1906 San Francisco: objectives, development, urban cards and victory (section 11 of the rules)."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.objectives import PAYS, pairs, points
from tabletown.rules.sf1906.score import by_objective
from tabletown.rules.sf1906.state import Sf1906
from tests.rules.random_play import play_random
from tests.rules.sf1906.positions import (
    KIT,
    OPTIONS,
    beside,
    brute_objective,
    deal,
    erect,
    give,
    most_pairs,
    objective,
    recounted,
    table,
    urban,
    victors,
)
from tests.rules.sf1906.positions import points as scored

ORDER = tuple(range(24))


def scattered(seats: int, seed: int) -> Sf1906:
    """Up to eight buildings each anywhere on a map of random cards, with random pieces, levels and money."""
    rng = Random(seed)
    s = sf1906.setup(seats, OPTIONS, rng)
    free = list(range(len(s.city.names)))
    most = int(rng.random() * 8) + 1
    for seat, p in enumerate(s.players):
        for _ in range(int(rng.random() * (most + 1))):
            erect(s, seat, s.city.names[free.pop(int(rng.random() * len(free)))])
        give(s, seat, money=int(rng.random() * 16), column=int(rng.random() * 7), row=int(rng.random() * 6))
        p.rubble = int(rng.random() * 4)
        for kind in ("light", "cable_car", "hydrant", "park"):
            if rng.random() < 0.6 and s.piles[("light", "cable_car", "hydrant", "park").index(kind)]:
                urban(s, seat, kind)
        p.open = tuple(ORDER[seat::seats])
    return s


@pytest.mark.slow_unless(seats=(3,))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_objectives_agree_with_brute_force(seats: int) -> None:
    """Every card for every player in 150 random positions; each card pays something somewhere."""
    paid: set[int] = set()
    for seed in range(150):
        s = scattered(seats, seed)
        for seat in range(seats):
            for card in ORDER:
                value = points(s, seat, card)
                assert value == brute_objective(s, seat, card), KIT.objectives[card].name
                if value:
                    paid.add(card)
        assert [sum(scored(s, seat).values()) for seat in range(seats)] == recounted(s)
        assert list(sf1906.winners(s)) == victors(s)
    assert paid == set(ORDER)


def test_pairs_agree_with_every_set_of_pairs() -> None:
    """R25: the best pairing, for 400 crowded sets of up to eight plots."""
    s = table(2)
    rng, counts = Random(5), set()
    for _ in range(400):
        chosen = [0]
        near = list(range(20))
        while len(chosen) < 8:
            beside_any = [
                n for n in near if n not in chosen and any(beside(s.city.cells[n], s.city.cells[m]) for m in chosen)
            ]
            chosen.append(beside_any[int(rng.random() * len(beside_any))])
        chosen = chosen[int(rng.random() * 4) :]
        expected = most_pairs([s.city.cells[n] for n in chosen])
        assert pairs(s.city, sum(1 << n for n in chosen)) == expected
        counts.add(expected)
    assert counts == {1, 2, 3, 4} or counts == {2, 3, 4}


def test_every_kind_of_objective_is_known() -> None:
    assert {o.kind for o in KIT.objectives} == set(PAYS)


def test_the_score_has_six_parts() -> None:
    s = table(3)
    assert [label for label, _ in sf1906.score(s)[0]] == [
        *("Common objectives", "Personal objectives", "Development", "Urban cards", "Best Builder", "Money"),
    ]


def test_objectives_one_by_one() -> None:
    """Common, open and secret ones, each with its points; together the first two parts."""
    for seats in (2, 3, 4):
        s = play_random(sf1906, seats, OPTIONS, 4).states[-1]
        for seat, p in enumerate(s.players):
            parts = by_objective(s, seat)
            assert [where for _, where, _ in parts] == ["common"] * 3 + ["open"] * len(p.open) + ["secret"] * len(
                p.secret
            )
            assert sum(n for _, where, n in parts if where == "common") == scored(s, seat)["Common objectives"]
            assert sum(n for _, where, n in parts if where != "common") == scored(s, seat)["Personal objectives"]


@pytest.mark.parametrize("kinds, expected", [("cable_car", 3), ("hydrant", 2), ("park", 5), ("park park", 9)])
def test_urban_cards(kinds: str, expected: int) -> None:
    """11: parks as printed, A first."""
    assert scored(urban(table(), 0, *kinds.split()), 0)["Urban cards"] == expected


@pytest.mark.parametrize("row, column, expected", [(0, 0, -7), (0, 6, 0), (5, 0, -1), (5, 6, 11), (2, 3, 1)])
def test_the_development_board(row: int, column: int, expected: int) -> None:
    assert scored(give(table(), 0, row=row, column=column), 0)["Development"] == expected


def test_the_sidebars() -> None:
    """The column for urban development, the row for clear-up."""
    s = give(table(), 0, row=3, column=5)
    assert points(s, 0, objective("COL_SIDEBAR")) == 6 and points(s, 0, objective("ROW_SIDEBAR")) == 4


def test_a_common_objective_is_for_everybody() -> None:
    s = table(3)
    s.common = (objective("COUNT"),)
    for p in s.players:
        p.secret = ()
    erect(erect(s, 0, "A1", "A2"), 1, "A3")
    assert [scored(s, seat)["Common objectives"] for seat in range(3)] == [2, 1, 0]


def test_a_personal_objective_is_for_its_holder() -> None:
    s = erect(erect(table(3), 0, "A1"), 1, "A3")
    for p in s.players:
        p.secret = ()
    deal(s, 0, "ISOLATED")
    assert [scored(s, seat)["Personal objectives"] for seat in range(3)] == [2, 0, 0]


def test_a_majority_of_none_is_none() -> None:
    """R21."""
    s = table(4)
    assert [points(s, seat, objective("MAJ_RUBBLE")) for seat in range(4)] == [0] * 4
    s.players[2].rubble = 1
    assert [points(s, seat, objective("MAJ_RUBBLE")) for seat in range(4)] == [0, 0, 7, 0]
