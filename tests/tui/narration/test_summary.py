"""A match in numbers: margin, tie-break and rounds."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.splendor import setup
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.expansions.cities import of
from tabletown.tui.narration.likely_play import outcome
from tabletown.tui.narration.summary import (
    facts_line,
    lead_lines,
    load_summary,
    period_starts,
    period_title,
    period_titles,
    winner_line,
)
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.sample_matches import finished_match, match_from_state, tied
from tests.tui.scenes_expansions import match_at


def cities_match(owners: tuple[int, ...], points: tuple[int, ...]) -> Match:
    """A finished game of The Cities, in which every player but Hana has three cards more than she has."""
    s = setup(len(points), {"module": "cities"}, Random(1))
    table, s.over = of(s).table, True
    for seat, n in enumerate(points):
        s.players[seat].points, s.players[seat].cards = n, worth(n, 3 if seat == 1 else 6)
    for seat, face in zip(owners, table, strict=False):
        of(s).owned[seat] = face
    return match_from_state(s, *("You", "Hana", "Omar")[: len(points)])


def worth(points: int, number: int) -> tuple[int, ...]:
    """So many cards with these points in all."""
    shares = [(points + n) // number for n in range(number)]
    return tuple(next(card for card, kind in enumerate(CARDS) if kind.points == share) for share in shares)


def test_the_winner_is_named_with_the_margin() -> None:
    assert winner_line(finished_match()) == "Hana wins with 15 points, 1 ahead"


def test_a_tie_that_was_broken_names_the_rule() -> None:
    assert winner_line(tied(True)) == "You win with 0 points, tie broken by fewer cards"


def test_a_win_may_be_shared() -> None:
    assert winner_line(tied(False)) == "You and Hana share the win with 0 points"


@pytest.mark.parametrize("owners, points, line", [
    ((1,), (11, 11), "Hana wins with 11 points and the only city"),
    ((1,), (14, 11), "Hana wins with 11 points and the only city"),
    ((0, 1), (11, 12), "Hana wins with 12 points, 1 ahead"),
    ((0, 1), (12, 12), "Hana wins with 12 points, tie broken by fewer cards"),
    ((1, 2), (15, 12, 10), "Hana wins with 12 points and a city, 2 ahead"),
    ((1, 2), (15, 12, 12), "Hana wins with 12 points and a city, tie broken by fewer cards"),
    ((), (12, 11), "You win with 12 points, 1 ahead"),
])  # fmt: skip
def test_only_the_owners_of_cities_are_compared(owners: tuple[int, ...], points: tuple[int, ...], line: str) -> None:
    assert winner_line(cities_match(owners, points)) == line


def test_the_likely_play_ends_with_what_decides() -> None:
    match = cities_match((1,), (14, 11))
    assert outcome(match, match.state, "by 11 points to 14", on_points=True) == "Hana wins with the only city"


def test_the_figures_name_rounds_moves_and_cards() -> None:
    match = finished_match()
    cards = [len(p.cards) for p in match.state.players]
    assert facts_line(match).startswith(f"30 rounds, seed 1. Cards bought: You {cards[0]}, Hana {cards[1]}. Gold used")


def test_cards_discarded_later_have_been_bought_too() -> None:
    match = match_at("orient-discard")
    match.act(match.legal()[0])
    bought = sum(a[0] == "buy" and s.player == 0 for s, a in zip(match.states, match.log, strict=False))
    assert dict(load_summary("splendor").facts(match))["Cards bought"][0] == str(bought)
    assert bought > len(match.state.players[0].cards)


@pytest.mark.parametrize("make, first, title", [
    (finished_match, "1", "round 1"),
    (lambda: scenes_metropolys.city(10**6), "1", "auction 1"),
    (scenes_sf1906.match_at, "1906", "1906"),
])  # fmt: skip
def test_rounds_calls_and_years_are_numbered_in_order(make: object, first: str, title: str) -> None:
    match: Match = make()  # type: ignore[operator]
    starts = period_starts(match)
    numbers = [int(number) for _, number in starts]
    assert starts[0] == (0, first) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert period_title(match, 0) == title


def test_no_round_begins_after_the_end() -> None:
    match = finished_match()
    last = load_summary("splendor").period(match.states[-2])
    assert period_starts(match)[-1][1] == str(last)


def test_the_rounds_of_several_moves_share_their_word() -> None:
    match = finished_match()
    first, third, last = (ply for ply, number in period_starts(match) if number in ("1", "3", "7"))
    assert period_titles(match, []) == ""
    assert period_titles(match, [third, third + 1]) == "round 3"
    assert period_titles(match, [last, first, third]) == "rounds 1, 3 and 7"
    ring = scenes_sf1906.whole_match(("You", "Hana"), 3)
    years = [ply for ply, _ in period_starts(ring)][:2]
    assert period_titles(ring, years) == f"{period_title(ring, years[0])} and {period_title(ring, years[1])}"


def test_a_noun_that_sources_of_points_share_is_told_once() -> None:
    match = scenes_sf1906.whole_match(("You", "Hana"), 3)
    scores = [
        [("Personal objectives", 12), ("Common objectives", 3), ("Development", 2)],
        [("Personal objectives", 0)] * 3,
    ]
    match.game = SimpleNamespace(winners=lambda s: [0], score=lambda s: scores)  # type: ignore[assignment]
    assert lead_lines(match)[:2] == [
        "Where you gained on Hana: Personal objectives 12, Common objectives 3, Development 2.",
        "Where you gained on Hana: Personal objectives 12, Common 3, Development 2.",
    ]
