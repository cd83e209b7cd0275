"""1906 San Francisco: the worked examples E13 to E19 of the rules, about points."""

from __future__ import annotations

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.objectives import majority, points
from tabletown.rules.sf1906.state import Sf1906
from tests.rules.sf1906.positions import KIT, deal, erect, give, lay, objective, table, urban
from tests.rules.sf1906.positions import points as scored

ORANGE, BLACK, BLUE = 0, 1, 2


@pytest.mark.parametrize(
    "counts, expected",
    [
        ((4, 2, 2), (5, 2, 2)),
        ((3, 3, 1), (4, 4, 1)),
        ((2, 2, 2), (3, 3, 3)),
        ((3, 1, 0), (5, 3, 0)),
        ((3, 0, 0), (5, 0, 0)),
        ((3, 3, 3, 1), (5, 5, 5, 1)),
        ((2, 2), (2, 2)),
    ],
)
def test_e13_majority(counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """Those who tie share the points of their places; with none there are no points."""
    ranks = KIT.majority[len(counts)]
    assert tuple(majority(ranks, list(counts), seat) for seat in range(len(counts))) == expected
    s, tokens = table(len(counts)), table(len(counts))
    for seat, (count, names) in enumerate(zip(counts, split(greens(s), counts), strict=True)):
        erect(s, seat, *names)
        tokens.players[seat].rubble = count
    for seat, n in enumerate(expected):
        assert points(s, seat, objective("MAJ_GREEN")) == points(tokens, seat, objective("MAJ_RUBBLE")) == n


def greens(s: Sf1906) -> list[str]:
    """The green plots of the map, laid again with the cards that have the most of them."""
    lay(s, (0, 7, 1, 2, 3, 4, 5, 6)[: 2 * len(s.players)])
    return [name for name, colour in zip(s.city.names, s.city.colours, strict=True) if KIT.colours[colour] == "green"]


def split(names: list[str], counts: tuple[int, ...]) -> list[list[str]]:
    """The names divided into lists of these lengths."""
    return [names[sum(counts[:n]) : sum(counts[: n + 1])] for n in range(len(counts))]


def test_e13_as_a_personal_card_only_its_holder_scores() -> None:
    s = table(3)
    s.common = ()
    for seat, names in enumerate(split(greens(s), (4, 2, 2))):
        s.players[seat].secret = ()
        erect(s, seat, *names)
    deal(s, BLACK, "MAJ_GREEN")
    assert [scored(s, seat)["Personal objectives"] for seat in range(3)] == [0, 2, 0]


@pytest.mark.parametrize("count, expected", enumerate((0, 1, 3, 6, 10, 15)))
def test_e14_lighting(count: int, expected: int) -> None:
    assert scored(urban(table(), ORANGE, *["light"] * count), ORANGE)["Urban cards"] == expected


@pytest.mark.parametrize(
    "plots, expected",
    [("A1 A2 A3", 2), ("A1 A2 A3 A4", 4), ("A2 A1 A3 B1", 4), ("A4 A5 A6 B4", 4), ("A3 B3 C3 B4", 2), ("A1 A3", 0)],
)
def test_e15_pairs(plots: str, expected: int) -> None:
    """Three in a row are one pair, four are two, and a T of four is one."""
    s = deal(erect(table(2), ORANGE, *plots.split()), ORANGE, "PAIRS")
    s.common = ()
    assert scored(s, ORANGE)["Personal objectives"] == expected


def test_e16_isolated_rival_corner() -> None:
    """Next to is beside, also across the border of two cards, and not across a plaza or at a corner."""
    isolated, rival, corner = map(objective, ("ISOLATED", "RIVAL", "CORNER"))
    s = erect(table(2), ORANGE, "A1", "A2")
    assert [points(s, ORANGE, card) for card in (isolated, rival, corner)] == [0, 0, 0]
    s = erect(s, BLACK, "B1")
    assert [points(s, ORANGE, card) for card in (isolated, rival, corner)] == [0, 2, 3]
    assert [points(s, BLACK, card) for card in (isolated, rival, corner)] == [0, 2, 0]
    border = erect(erect(table(2), ORANGE, "A3"), BLACK, "A4")
    assert points(border, ORANGE, rival) == 2
    plaza = erect(erect(table(2), ORANGE, "B1"), BLACK, "B3")
    assert [points(plaza, ORANGE, card) for card in (isolated, rival)] == [2, 0]
    diagonal = erect(erect(table(2), ORANGE, "A2"), BLACK, "B1")
    assert [points(diagonal, ORANGE, card) for card in (isolated, rival)] == [2, 0]


def test_e17_sets() -> None:
    s = table(3)
    for colour, count in (("green", 3), ("red", 2), ("yellow", 2), ("violet", 1)):
        erect(s, ORANGE, *[s.city.names[n] for n in range(30) if KIT.colours[s.city.colours[n]] == colour][:count])
    assert points(s, ORANGE, objective("COLOUR_SET")) == 10
    urban(s, ORANGE, "light", "light", "cable_car", "hydrant", "park")
    assert points(s, ORANGE, objective("URBAN_SET")) == 10


def test_e18_money() -> None:
    s = give(table(), ORANGE, money=8)
    assert points(s, ORANGE, objective("COINS")) == 2
    assert scored(s, ORANGE)["Money"] == KIT.money_points[8] == 2


def test_e19_tie() -> None:
    """Most buildings built, regardless of those in hand; then shared."""
    s = table(2)
    s.common = ()
    for p in s.players:
        p.secret = ()
    erect(s, ORANGE, *s.city.names[:6])
    erect(s, BLACK, *s.city.names[10:15])
    s.players[ORANGE].rubble = s.players[BLACK].rubble = 0
    give(s, BLACK, hand=2)
    assert sum(scored(s, ORANGE).values()) == sum(scored(s, BLACK).values())
    assert sf1906.winners(s) == (ORANGE,)
    assert sf1906.winners(erect(s, BLACK, s.city.names[15])) == (ORANGE, BLACK)
