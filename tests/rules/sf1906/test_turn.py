"""1906 San Francisco: setup, moving round the ring, and every action (sections 3 to 10 of the rules)."""

from __future__ import annotations

from random import Random

import pytest

from tabletown.rules import sf1906
from tabletown.rules.sf1906.state import SPACE, STRIP
from tests.rules.random_play import play_random
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
    plain_map,
    spend,
    stand,
    table,
)


@pytest.mark.parametrize("seats, cards, wide, rubble", [(2, 4, 6, 8), (3, 6, 9, 12), (4, 8, 12, 16)])
def test_setup(seats: int, cards: int, wide: int, rubble: int) -> None:
    """3: plot cards, map, rubble, the ring with its side, objectives, permits and buildings."""
    for seed in range(20):
        s = sf1906.setup(seats, OPTIONS, Random(seed))
        assert len(set(s.city.cards)) == cards and len(s.city.names) == 5 * cards
        assert {c for _, c in s.city.cells} == set(range(wide)) and {r for r, _ in s.city.cells} == set(range(4))
        assert s.rubble.bit_count() == rubble
        for place, card in enumerate(s.city.cards):
            there = tuple(n for n in range(5) if s.rubble >> 5 * place + n & 1)
            assert there in KIT.plot_cards[card].rubble
        assert sorted(s.ring) == list(range(6)) and {len(side) for side in s.city.sides} == {3 if seats == 2 else 5}
        assert all(KIT.objectives[card].deck == "initial" for card in s.common) and len(set(s.common)) == 3
        assert len(s.permit_row) == len(s.objective_row) == 3
        assert len(s.permit_deck) == 39 and len(s.objective_deck) == 24 - 3 - 3 - seats
        for p in s.players:
            assert (p.money, p.pool, p.hand, p.row, p.column, p.permits, p.open) == (0, 8, 0, 0, 0, (), ())
            assert len(p.secret) == 1
        assert s.piles == [5, 4, 4, 4] and (s.year, s.stop, sf1906.turn(s)) == (0, STRIP, 0)


def test_chance_decides_all_that_it_should() -> None:
    """3: plot cards, their sides, the ring, common and secret objectives, both rows."""
    dealt = [sf1906.setup(4, OPTIONS, Random(seed)) for seed in range(250)]
    assert {card for s in dealt for card in s.common} == {
        n for n, o in enumerate(KIT.objectives) if o.deck == "initial"
    }
    assert {p.secret[0] for s in dealt for p in s.players} == set(range(24))
    assert {card for s in dealt for card in s.permit_row} == set(range(42))
    for index in range(6):
        assert {s.ring[index] for s in dealt} == set(range(6))
    for index in range(8):
        assert {s.city.cards[index] for s in dealt} == set(range(8))
        assert len({s.rubble >> 5 * index & 31 for s in dealt if s.city.cards[index] == 0}) == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_map_is_that_of_the_cards(seats: int) -> None:
    """13: cards of the lower row are turned round; neighbours are beside each other, corners have two."""
    for seed in range(10):
        s = sf1906.setup(seats, OPTIONS, Random(seed))
        plots = plain_map(s)
        for cell, (n, colour, number) in plots.items():
            assert (s.city.cells[n], KIT.colours[s.city.colours[n]], s.city.numbers[n]) == (cell, colour, number)
        for (r, c), (n, _, _) in plots.items():
            near = {plots[x][0] for x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if x in plots}
            assert s.city.neighbours[n] == sum(1 << other for other in near)
        corners = [n for n in range(len(s.city.names)) if s.city.corners >> n & 1]
        assert len(corners) == 4 and all(s.city.neighbours[n].bit_count() == 2 for n in corners)


def test_the_example_map() -> None:
    """13: the first four cards with two players."""
    s = table(2)
    lines = [["..."] * 6 for _ in range(4)]
    for (r, c), (_, colour, number) in plain_map(s).items():
        lines[r][c] = f"{colour[0].upper()}{number}"
    assert [" ".join(line) for line in lines] == [
        "G5 V2 G1 R1 Y5 R2",
        "R3 ... Y4 G3 ... V4",
        "Y3 ... Y1 V3 ... V1",
        "V5 G2 R4 G4 R5 Y2",
    ]
    assert s.city.names[0] == "A1" and s.city.numbers[s.city.names.index("D6")] == 2


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_no_address_of_a_plot_looks_like_a_permit(seats: int) -> None:
    """Rows A to D, columns from 1; the letters of colours name no row."""
    city = table(seats).city
    columns = {2: 6, 3: 9, 4: 12}[seats]
    assert {name[0] for name in city.names} == set("ABCD") and len(set(city.names)) == len(city.names)
    assert {int(name[1:]) for name in city.names} <= set(range(1, columns + 1))
    assert not {name[0] for name in city.names} & set(city.kit.letters)
    assert [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in city.names] == list(city.cells)


def test_a_game_goes_six_times_round() -> None:
    """5: at most 36 cards, then 1912."""
    run = play_random(sf1906, 3, OPTIONS, 1)
    stops = list(dict.fromkeys((s.year, s.stop) for s in run.undecided))
    assert stops == [(year, stop) for year in range(6) for stop in range(7)] + [(6, STRIP)]
    for s in run.undecided:
        if s.stop == STRIP and s.year == 6:
            assert s.step != SPACE


def test_the_order_of_a_stop_is_that_of_the_tokens_before() -> None:
    """5: the furthest right first, the earnings strip included."""
    for seats in (2, 3, 4):
        for before, after in zip(
            (states := play_random(sf1906, seats, OPTIONS, seats).states), states[1:], strict=False
        ):
            if (before.year, before.stop) != (after.year, after.stop):
                tokens = [after.tokens[seat] for seat in after.order]
                assert tokens == sorted(tokens, reverse=True) and len(set(tokens)) == seats
                assert len(after.permit_row) == 3


def test_a_token_never_joins_another() -> None:
    """6: one token a space."""
    s = do(table(4), "space 2", "collect", "space 5")
    assert can(s) == ["space 1", "space 3", "space 4"]


@pytest.mark.parametrize("money, earned, then", [(0, 3, 3), (12, 3, 15), (13, 3, 15), (14, 3, 15)])
def test_earnings_end_at_fifteen(money: int, earned: int, then: int) -> None:
    """7: the rest is lost."""
    assert do(give(table(), 0, money=money), f"space {earned + 1}", "act 4").players[0].money == then


def test_an_action_without_effect_cannot_be_chosen() -> None:
    """6 and R32: with $15 no earnings on the token's own space, but $1; no materials from an empty pool."""
    s = do(give(table(), 0, money=15), "space 4")
    assert "act 4" not in can(s) and "collect" in can(s)
    assert do(s, "collect").players[0].money == 15
    near = do(give(table(), 0, money=15), "space 3")
    assert "act 4" in can(near) and do(near, "act 4").players[0].money == 15
    s = stand(give(table(), 0, hand=8), 2)
    assert "act 3" not in can(s)


def test_collect_is_one_dollar() -> None:
    assert do(table(), "space 1", "collect").players[0].money == 1


def test_urban_development_costs_two() -> None:
    """7: a step to the right; the way is paid too."""
    s = do(give(table(card="AC4"), 0, money=6), "space 3", "act 4")
    assert (s.players[0].money, s.players[0].column, s.players[0].row) == (2, 1, 0)
    assert "act 4" not in can(stand(give(table(card="AC4"), 0, money=1), 3))


def test_objectives_from_row_and_deck() -> None:
    """7: face up from the row, face down from the deck; the row is not refilled before all have acted."""
    s = do(table(3, card="AC6"), "space 3", "act 3")
    assert len(can(s)) == 4 and can(s)[-1] == "objective-deck"
    row = s.objective_row
    up = do(s, can(s)[1])
    assert up.players[0].open == (row[1],) and up.objective_row == (row[0], row[2])
    down = do(s, "objective-deck")
    assert down.players[0].open == () and len(down.players[0].secret) == 2
    assert down.objective_row == row and len(down.objective_deck) == len(s.objective_deck) - 1


def test_objectives_run_dry() -> None:
    """R27: then the action is not possible."""
    s = table(3, card="AC6")
    s.objective_deck, s.objective_row = [], ()
    assert "act 3" not in can(stand(s, 2))


def test_spent_permits_come_back_when_the_deck_is_empty() -> None:
    """R27."""
    s = table(2)
    s.discards, s.permit_deck = s.permit_deck, []
    discarded = set(s.discards)
    s.permit_row = s.permit_row[:1]
    s = do(s, "space 2", "collect", "space 3", "collect")
    assert len(s.permit_row) == 3 and set(s.permit_row[1:]) <= discarded
    assert s.discards == [] and len(s.permit_deck) == len(discarded) - 2
    s.permit_row, s.permit_deck = s.permit_row[:1], []
    s = do(s, can(s)[0], "collect", can(s)[1], "collect")
    assert len(s.permit_row) == 1


@pytest.mark.parametrize(
    "year, choices",
    [
        (1907, ["bonus permit", "bonus objective"]),
        (1908, ["bonus building", "bonus money"]),
        (1909, ["bonus permit", "bonus right"]),
        (1910, ["bonus building", "bonus money"]),
        (1911, ["bonus permit", "bonus objective", "bonus money"]),
    ],
)
def test_the_bonus_of_each_year(year: int, choices: list[str]) -> None:
    """8: after the earnings, one of these."""
    assert can(do(on_strip(table(), year), "space 3")) == choices


@pytest.mark.parametrize("year, built, dollars", [(1910, 0, 3), (1911, 2, 2), (1911, 0, 0)])
def test_money_as_a_bonus(year: int, built: int, dollars: int) -> None:
    """8: $3 in 1910, $1 for each building built in 1911, none of them a legal $0 (R10)."""
    s = on_strip(table(), year)
    erect(s, 0, *s.city.names[:built])
    assert do(s, "space 4", "bonus money").players[0].money == 1 + dollars


def test_a_free_step_to_the_right() -> None:
    """8: 1909."""
    p = do(on_strip(table(), 1909), "space 4", "bonus right").players[0]
    assert (p.column, p.row, p.money) == (1, 0, 1)


def test_a_bonus_that_is_not_possible_is_not_offered() -> None:
    """R10: the other part is taken without asking."""
    s = do(on_strip(give(table(), 0, hand=8), 1908), "space 4")
    assert s.acted == 1 and s.players[0].money == 1
    s = do(on_strip(fill(table(), 0, 5), 1909), "space 4")
    assert s.acted == 1 and s.players[0].column == 1
    s = fill(on_strip(table(), 1907), 0, 5)
    s.objective_row, s.objective_deck = (), []
    assert do(s, "space 4").acted == 1


def test_an_objective_as_a_bonus_may_come_from_the_deck() -> None:
    """R9; a card of the row is replaced at once."""
    s = do(on_strip(table(), 1907), "space 4", "bonus objective")
    assert can(s)[-1] == "objective-deck"
    s = do(s, can(s)[0])
    assert len(s.objective_row) == 3 and s.acted == 1


def test_the_corner_cannot_pay_for_the_cable_car() -> None:
    """R4: everything is paid before anything is gained."""
    s = give(table(4), 0, hand=1, money=4, column=6, row=5)
    cards = [hold(s, 0, "red 3 light cable_car"), hold(s, 0, "green 3 cable_car hydrant")]
    s.rubble = s.free = 1 << next(n for n in range(40) if (s.city.colours[n], s.city.numbers[n]) == (1, 3))
    s.players[1].built = s.city.all & ~s.free
    s = do(stand(s, 1), "act 2", spend(s, *cards))
    s = do(s, can(s)[0])
    assert s.players[0].urban == () and s.players[0].money == 1 and s.players[0].rubble == 1


def test_two_copies_of_a_permit_are_two_cards() -> None:
    s = give(table(3), 0, hand=1, money=5)
    cards = [hold(s, 0, "red 3"), hold(s, 0, "red 3")]
    s = do(stand(s, 1), "act 2", spend(s, cards[1]))
    s = do(s, can(s)[0])
    assert s.players[0].permits == (cards[0],)
