"""A match in numbers: margin, tie-break and rounds."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match
from tabletown.tui.narration.summary import facts_line, load_summary, period_starts, period_title, winner_line
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.sample_matches import finished_match, tied
from tests.tui.scenes_expansions import match_at


def test_the_winner_is_named_with_the_margin() -> None:
    assert winner_line(finished_match()) == "Hana wins with 15 points, 1 ahead"


def test_a_tie_that_was_broken_names_the_rule() -> None:
    assert winner_line(tied(True)) == "You win with 0 points, tie broken by fewer cards"


def test_a_win_may_be_shared() -> None:
    assert winner_line(tied(False)) == "You and Hana share the win with 0 points"


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
