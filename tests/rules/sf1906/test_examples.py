"""1906 San Francisco: the worked examples E1 to E12 and E20 of the rules, each with its variants."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.decision_facts import Cost, cost
from tabletown.rules.sf1906.effects import right, up
from tabletown.rules.sf1906.state import NOBODY, PERMIT, SPACE, STRIP, Sf1906
from tests.rules.sf1906.positions import (
    KIT,
    OPTIONS,
    can,
    do,
    erect,
    fill,
    give,
    hold,
    on_strip,
    plot,
    sites,
    spend,
    stand,
    table,
)
from tests.rules.sf1906.positions import points as scored

ORANGE, BLACK, BLUE = 0, 1, 2


def test_e1_turn_order_and_paid_action() -> None:
    """Materials from the space beside it for $2, though Orange is there; the rows stay until all have acted."""
    s = give(table(), BLUE, money=2)
    row = s.permit_row
    s = do(s, "space 3", "act 3")
    assert (s.players[ORANGE].hand, s.players[ORANGE].money) == (1, 0)
    s = do(s, "space 4", "act 4")
    assert s.players[BLACK].money == 3
    assert can(s) == ["space 1", "space 2", "space 5"]
    s = do(s, "space 2")
    assert cost(s, ("act", 2)) == Cost(distance=2)
    s = do(s, "act 3")
    assert (s.players[BLUE].hand, s.players[BLUE].pool, s.players[BLUE].money) == (1, 7, 0)
    assert s.order == (BLACK, ORANGE, BLUE) and s.stop == 2 and s.step == SPACE
    assert s.permit_row == row


def test_e1_a_pass_is_the_whole_turn_and_first_in_the_next_order() -> None:
    s = do(table(), "space 3", "act 3", "space 4", "act 4")
    s = do(s, "space 5")
    assert s.order == (BLUE, BLACK, ORANGE) and s.stop == 2
    assert (s.players[BLUE].money, s.players[BLUE].hand) == (0, 0)


def test_e1_the_way_must_be_paid() -> None:
    """With $1 not even one space; from the leftmost space materials costs $4."""
    s = do(give(table(), ORANGE, money=1), "space 2")
    assert can(s) == ["collect"]  # no permit to build with, and no way to another space
    s = do(give(table(), ORANGE, money=4), "space 1")
    assert "act 3" in can(s) and cost(s, ("act", 2)).total == 4
    assert "act 4" not in can(s)
    assert do(s, "act 3").players[ORANGE].money == 0


def test_e2_year_change_1908() -> None:
    """The player furthest right on the sixth card chooses first: a building, or $2 for each one built."""
    s = table(3, 1907, order=(ORANGE, BLUE, BLACK))
    s.stop = 6
    s = do(s, "space 1", "collect", "space 2", "collect", "space 5")
    assert (s.year, s.stop, s.order) == (2, STRIP, (BLACK, BLUE, ORANGE))
    s = do(s, "space 3")
    assert s.players[BLACK].money == 2 and can(s) == ["bonus building", "bonus money"]
    after = do(s, "bonus building")
    assert (after.players[BLACK].pool, after.players[BLACK].hand) == (7, 1)
    assert after.order[after.acted] == BLUE


@pytest.mark.parametrize("money, built, then", [(0, 3, 8), (7, 3, 15), (12, 3, 15), (0, 0, 2)])
def test_e2_two_dollars_a_building_and_never_more_than_fifteen(money: int, built: int, then: int) -> None:
    s = on_strip(give(table(), ORANGE, money=money), 1908)
    erect(s, ORANGE, *s.city.names[:built])
    s = do(s, "space 3", "bonus money")
    assert s.players[ORANGE].money == then


def test_e2_fourteen_and_six_make_fifteen() -> None:
    s = on_strip(table(), 1908)
    erect(s, ORANGE, *s.city.names[:3])
    s = do(s, "space 3")
    give(s, ORANGE, money=14)
    assert do(s, "bonus money").players[ORANGE].money == 15


def test_e3_first_year() -> None:
    """Clockwise; each player finds three permits; the player who took $1 opens the first card."""
    s = sf1906.setup(3, OPTIONS, Random(4))
    for space, seat in (("space 1", 0), ("space 4", 1), ("space 2", 2)):
        assert sf1906.turn(s) == seat
        s = do(s, space)
        assert s.step == PERMIT and len(s.permit_row) == 3
        s = do(s, can(s)[0])
    assert [p.money for p in s.players] == [4, 1, 3]
    assert [(p.hand, p.pool, len(p.permits)) for p in s.players] == [(1, 7, 1)] * 3
    assert s.stop == 1 and s.order == (1, 2, 0) and len(s.permit_row) == 3


@pytest.mark.parametrize(
    "step, before, after, dollars",
    [
        (up, (0, 0), (0, 1), 0),
        (right, (0, 0), (1, 0), 0),
        (up, (2, 5), (3, 5), 0),
        (right, (6, 2), (6, 3), 0),
        (up, (6, 5), (6, 5), 1),
        (right, (6, 5), (6, 5), 1),
    ],
)
def test_e4_development_moves(step: object, before: tuple[int, int], after: tuple[int, int], dollars: int) -> None:
    """Column and row; at an edge the other way, in the corner $1, which with $15 is lost."""
    for money in (0, 15):
        s = give(table(), ORANGE, column=before[0], row=before[1], money=money)
        step(s.city, s.players[ORANGE])  # type: ignore[operator]
        p = s.players[ORANGE]
        assert ((p.column, p.row), p.money) == (after, min(15, money + dollars))


def clearing(money: int) -> Sf1906:
    """Orange has chosen to clear up."""
    return do(stand(give(table(3, card="AC3"), ORANGE, money=money), 3), "act 4")


def test_e5_clear_up() -> None:
    """$3 for a token and a step up, or $2 for the step alone, also where rubble is left."""
    s = clearing(5)
    name = next(text for text in can(s) if text.startswith("clear "))
    cleared = do(s, name)
    p = cleared.players[ORANGE]
    assert (p.rubble, p.row, p.column, p.money) == (1, 1, 0, 2)
    assert cleared.rubble.bit_count() == s.rubble.bit_count() - 1
    only = do(s, "clear-up")
    p = only.players[ORANGE]
    assert (p.rubble, p.row, p.money, only.rubble) == (0, 1, 3, s.rubble)


def test_e5_clear_up_without_rubble_or_money() -> None:
    assert can(clearing(2)) == ["clear-up"]
    s = clearing(5)
    s.rubble = 0
    assert can(s) == ["clear-up"]
    assert "act 4" not in can(stand(give(table(3, card="AC3"), ORANGE, money=1), 3))


@pytest.mark.parametrize("form, left, tokens", [("clear ", 8, 1), ("clear-up", 9, 0)])
def test_e5_clear_up_in_the_corner(form: str, left: int, tokens: int) -> None:
    """Net -$2 with a token, and -$1 without."""
    s = give(clearing(10), ORANGE, column=6, row=5)
    p = do(s, next(text for text in can(s) if text.startswith(form))).players[ORANGE]
    assert (p.money, p.rubble, p.column, p.row) == (left, tokens, 6, 5)


def building(s: Sf1906, money: int, *permits: str, grant: bool = False) -> tuple[Sf1906, list[int]]:
    """Orange holds a building and exactly these permits and is about to build; the permits."""
    give(s, ORANGE, hand=1, money=money)
    held = [hold(s, ORANGE, text) for text in permits]
    return do(stand(s, 0 if grant else 1), "act 1" if grant else "act 2"), held


def test_e6_build_with_one_permit() -> None:
    """On the plot of its colour and number; $2 in 1909, $3 more with rubble, which gives a token and a step up."""
    s, held = building(table(3, 1909), 2, "red 3")
    s = do(s, spend(s, *held))
    assert sites(s) == {"red 3"}
    assert {cost(s, a).total for a in sf1906.legal(s)} == {2}
    s = do(s, can(s)[0])
    p = s.players[ORANGE]
    assert (p.money, p.hand, p.built.bit_count(), p.permits, p.rubble) == (0, 0, 1, (), 0)
    assert s.discards == held


def test_e6_rubble_costs_three_more() -> None:
    s = table(3, 1909)
    where = plot(s, "red 3")
    s.rubble |= 1 << where
    s.free = 1 << where
    assert "act 2" not in can(stand(give(s.copy(), ORANGE, hand=1, money=4, permits=["red 3"]), 1))
    s, held = building(s, 5, "red 3")
    s = do(s, spend(s, *held))
    assert cost(s, ("plot", where)) == Cost(year=2, rubble=3)
    s = do(s, f"plot {s.city.names[where]}")
    p = s.players[ORANGE]
    assert (p.money, p.rubble, p.row, p.column) == (0, 1, 1, 0) and not s.rubble >> where & 1


def test_e7_build_with_two_permits() -> None:
    """The crossed plots, and those that one of the two fits alone; a plot that does not exist is not offered."""
    s, held = building(table(4), 4, "red 3", "green 5")
    s = do(s, spend(s, *held))
    existing = {f"{KIT.colours[c]} {n}" for c, n in zip(s.city.colours, s.city.numbers, strict=True)}
    assert sites(s) == {"red 5", "green 3", "red 3", "green 5"} & existing
    assert sites(s) == {"red 5", "green 3", "red 3", "green 5"}
    for n in range(len(s.city.names)):
        if s.city.colours[n] == KIT.colours.index("red") and s.city.numbers[n] == 5:
            s.free &= ~(1 << n)
    assert sites(s) == {"green 3", "red 3", "green 5"}


def test_e7_two_permits_of_one_colour() -> None:
    s, held = building(table(4), 4, "red 3", "red 5")
    assert sites(do(s, spend(s, *held))) == {"red 3", "red 5"}


TYPES = ("light", "cable_car", "hydrant", "park")


def with_symbols(first: str, second: str, money: int = 15, empty: str = "") -> Sf1906:
    """Spend two permits with these symbols, of any colours, on the first plot that they fit."""
    s = table(4)
    s.rubble = 0
    if empty:
        s.piles[TYPES.index(empty)] = 0
    cards: list[int] = []
    for symbols in (first, second):
        expected = tuple(map(TYPES.index, symbols.split()))
        cards.append(next(n for n, p in enumerate(KIT.permits) if p.symbols == expected and n not in cards and n < 40))
    s.permit_row, s.permit_deck = (), [n for n in range(42) if n not in cards]
    give(s, ORANGE, hand=1, money=money).players[ORANGE].permits = tuple(cards)
    s = do(stand(s, 1), "act 2", spend(s, *cards))
    before, build = s, sf1906.legal(s)[0]
    s = do(s, can(s)[0])
    free = s.players[ORANGE].urban if s.players[ORANGE].built else ()
    assert ("taking a" in sf1906.describe(before, build)) is bool(free), "what comes by itself is said"
    return s


def test_e8_one_shared_symbol() -> None:
    """The top park card, which is A, and a step right."""
    s = with_symbols("light park", "hydrant park")
    p = s.players[ORANGE]
    assert [KIT.urban_cards[card].name for card in p.urban] == ["UR_PARK_A"] and (p.column, p.row) == (1, 0)
    assert s.piles == [5, 4, 4, 3] and p.money == 14


def test_e8_two_shared_symbols() -> None:
    """One card, of either type."""
    s = with_symbols("light park", "light park")
    assert can(s) == ["urban light", "urban park"]
    p = do(s, "urban light").players[ORANGE]
    assert [KIT.urban_cards[card].name for card in p.urban] == ["UR_LIGHT1"] and p.column == 1


def test_e8_nothing_shared() -> None:
    s = with_symbols("light cable_car", "hydrant park")
    p = s.players[ORANGE]
    assert (p.urban, p.column, p.built.bit_count()) == ((), 0, 1)


def test_e8_an_empty_pile_gives_neither_card_nor_step() -> None:
    s = with_symbols("light park", "hydrant park", empty="park")
    p = s.players[ORANGE]
    assert (p.urban, p.column, p.built.bit_count()) == ((), 0, 1)


def test_e8_a_cable_car_costs_a_dollar() -> None:
    """The card can be declined; without the money there is neither card nor step."""
    s = with_symbols("light cable_car", "cable_car hydrant", money=2)
    assert can(s) == ["urban cable-car", "no-urban"]
    assert cost(s, ("urban", 1)) == Cost(year=1, cable_car=1) and cost(s, ("no_urban",)) == Cost(year=1)
    taken, left = do(s, "urban cable-car").players[ORANGE], do(s, "no-urban").players[ORANGE]
    assert (len(taken.urban), taken.column, taken.money) == (1, 1, 0)
    assert (left.urban, left.column, left.money) == ((), 0, 1)
    p = with_symbols("light cable_car", "cable_car hydrant", money=1).players[ORANGE]
    assert (p.urban, p.column, p.money, p.built.bit_count()) == ((), 0, 0, 1)


def test_e9_permit_limit() -> None:
    """With five neither the action nor the bonus, with four both."""
    for count, possible in ((5, False), (4, True)):
        s = stand(fill(table(), ORANGE, count), 0)
        assert ("act 1" in can(s)) == possible
        s = do(fill(on_strip(table(), 1907), ORANGE, count), "space 4")
        assert (can(s) == ["bonus permit", "bonus objective"]) == possible
        assert possible or all(text.startswith("objective") for text in can(s))


def test_e10_rows() -> None:
    """On one card each finds one permit less; the row is filled up when all have acted."""
    s = table(4)
    give(s, 1, money=2), give(s, 2, money=4)
    for space, left in ((1, 3), (2, 2), (3, 1)):
        s = do(s, f"space {space}", "act 1")
        assert len(can(s)) == left == len(s.permit_row)
        s = do(s, can(s)[0])
    assert not s.permit_row
    give(s, 3, money=15)
    s = do(s, "space 4")
    assert "act 1" not in can(s)
    s = do(s, "collect")
    assert len(s.permit_row) == 3 and s.stop == 2


def test_e10_on_the_earnings_strip_each_finds_three() -> None:
    s = on_strip(table(4), 1907)
    for space in range(1, 5):
        s = do(s, f"space {space}", "bonus permit")
        assert len(can(s)) == 3
        s = do(s, can(s)[0])


def eighth() -> Sf1906:
    """A table on AC3: Blue has built seven and is about to act first; so has Orange."""
    s = table(3, card="AC3", order=(BLUE, BLACK, ORANGE))
    s.rubble = 0
    for seat in (BLUE, ORANGE):
        free = [name for n, name in enumerate(s.city.names) if s.free >> n & 1]
        erect(s, seat, *free[:7])
        give(s, seat, money=5, hand=1, permits=["grant"])
    s = do(s, "space 1", "act 1")
    s = do(s, can(s)[0])
    return do(s, can(s)[0])


def test_e11_eighth_building() -> None:
    """Blue takes Best Builder; Black and Orange still act; then the game is over."""
    s = eighth()
    assert s.best_builder == BLUE and not s.over and scored(s, BLUE)["Best Builder"] == 3
    s = do(s, "space 2", "collect", "space 3", "collect")
    assert s.over and sf1906.turn(s) is None and sf1906.legal(s) == []
    assert s.year == 1


def test_e11_another_eighth_building_has_no_card() -> None:
    s = do(eighth(), "space 2", "collect", "space 3", "act 1")
    s = do(s, can(s)[0])
    s = do(s, can(s)[0])
    assert s.over and s.players[ORANGE].built.bit_count() == 8 and s.best_builder == BLUE
    assert scored(s, ORANGE)["Best Builder"] == 0


def final(built: int) -> Sf1906:
    """The last turn of 1911, Black's; Orange goes first in 1912 with a building in hand, a grant permit and $3."""
    s = table(2, 1911, order=(ORANGE, BLACK))
    s.rubble = 0
    erect(s, ORANGE, *s.city.names[:built])
    give(s, ORANGE, hand=1, money=2, permits=["grant"])
    s.stop = 6
    s.ring = (*s.ring[1:], s.ring[0])
    return do(s, "space 3", "collect", "space 2", "collect")


def test_e12_1912() -> None:
    """No earnings, a building for $3 or $2; in the order of the last card."""
    s = final(2)
    assert s.year == 6 and s.order == (ORANGE, BLACK) and can(s) == ["bonus build", "bonus money"]
    assert s.players[ORANGE].money == 3 and cost(s, ("bonus", "build")) == Cost(year=3)
    money = do(s, "bonus money")
    assert money.players[ORANGE].money == 5 and money.over
    s = do(s, "bonus build")
    s = do(s, can(s)[0])
    s = do(s, can(s)[0])
    assert s.players[ORANGE].built.bit_count() == 3 and s.players[ORANGE].money == 0 and s.best_builder == NOBODY


def test_e12_black_still_gets_the_bonus_after_the_eighth_building() -> None:
    s = final(7)
    before = s.players[BLACK].money
    s = do(s, "bonus build")
    s = do(s, can(s)[0])
    s = do(s, can(s)[0])
    assert s.best_builder == ORANGE and s.over
    assert s.players[BLACK].money == before + 2  # with nothing to build the $2 are taken without asking


def test_e20_grants() -> None:
    """A grant permit fits every free plot; the grant action lets one of colour and number go."""
    s, held = building(erect(table(3), BLACK, "A1"), 15, "grant")
    s = do(s, spend(s, *held))
    assert {a[1] for a in sf1906.legal(s)} == set(range(1, 30))
    s, held = building(table(3, card="AC2"), 15, "red 3", grant=True)
    s = do(s, spend(s, *held))
    every = {f"{KIT.colours[c]} {n}" for c, n in zip(s.city.colours, s.city.numbers, strict=True)}
    assert sites(s) == {text for text in every if text.startswith("red") or text.endswith("3")}


def test_e20_a_grant_permit_with_another_fits_every_free_plot() -> None:
    s, held = building(table(3), 15, "red 3", "grant")
    s = do(s, spend(s, *held))
    assert {a[1] for a in sf1906.legal(s)} == set(range(30))
