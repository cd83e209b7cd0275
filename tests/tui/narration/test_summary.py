"""A match in numbers: margin, tie-break, rounds and turning point."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS
from tabletown.tui.narration.summary import (
    facts_line,
    load_summary,
    period_starts,
    period_title,
    turning_lines,
    turning_point,
    winner_line,
)
from tests.tui import scenes_metropolys, scenes_sf1906
from tests.tui.sample_matches import finished_match, match_after


def test_the_winner_is_named_with_the_margin() -> None:
    assert winner_line(finished_match()) == "Hana wins with 15 points, 1 ahead"


def tied(more_cards: bool) -> Match:
    """Both have the same points; the second player has a card more."""
    match = finished_match()
    first, second = match.state.players
    first.points = second.points = 0
    first.nobles = second.nobles = ()
    worthless = [card for card, kind in enumerate(CARDS) if not kind.points]
    first.cards, second.cards = tuple(worthless[:3]), tuple(worthless[3 : 7 if more_cards else 6])
    return match


def test_a_tie_that_was_broken_names_the_rule() -> None:
    assert winner_line(tied(True)) == "You win with 0 points, tie broken by fewer cards"


def test_a_win_may_be_shared() -> None:
    assert winner_line(tied(False)) == "You and Hana share the win with 0 points"


def test_the_figures_name_rounds_moves_and_cards() -> None:
    match = finished_match()
    cards = [len(p.cards) for p in match.state.players]
    assert facts_line(match).startswith(
        f"30 rounds, 68 moves, seed 1. Cards bought: You {cards[0]}, Hana {cards[1]}. Gold used"
    )


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


def test_the_turning_point_is_the_winners_biggest_rise_since_being_behind() -> None:
    match = finished_match()  # Hana, the second player, wins
    winning_chances = [[0.6] * 69, [0.4] * 69]
    for ply in range(41, 69):
        winning_chances[0][ply], winning_chances[1][ply] = 0.22, 0.78
    winning_chances[1][10], winning_chances[0][10] = 0.9, 0.1
    turning = turning_point(match, winning_chances)
    assert turning == (40, 0.4, 0.78)
    words, brief, briefer, shortest = turning_lines(match, turning)
    line = match.line(40)
    rise = "Hana's winning chances rise from 40% to 78%"
    assert words == f"Turning point, {period_title(match, 40)}: you {line.text}; {rise}"
    assert brief.startswith("Turning point") and brief.endswith(rise)
    assert briefer.endswith(" (Hana: 40% to win before, 78% after)") and shortest.endswith(f": {rise}")
    assert len(words) >= len(brief) > len(briefer) > len(shortest)


def test_a_small_step_ahead_is_no_turning_point_where_a_bigger_one_follows() -> None:
    match = finished_match()
    chances = [0.4] * 41 + [0.52] * 10 + [0.8] * 18
    assert turning_point(match, [[1 - chance for chance in chances], chances]) == (50, 0.52, 0.8)
    creeping = [0.48 + ply / 1000 for ply in range(69)]
    assert turning_point(match, [[1 - chance for chance in creeping], creeping]) is None


def test_there_is_no_turning_point_without_one_winner_who_was_ever_behind() -> None:
    match = finished_match()
    assert turning_point(match, [[0.1] * 69, [0.9] * 69]) is None
    assert turning_point(match_after(plies=30), [[0.5] * 31, [0.5] * 31]) is None
    assert turning_point(tied(False), [[0.5] * 69, [0.5] * 69]) is None
