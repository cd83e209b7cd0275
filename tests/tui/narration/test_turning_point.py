"""The turning point of a match, and its sentences."""

from __future__ import annotations

from tabletown.tui.narration.grammar import clause
from tabletown.tui.narration.summary import period_title
from tabletown.tui.narration.turning_point import decisive_turns, same_turn, turning_lines, turning_point
from tests.tui.sample_matches import finished_match, match_after, tied
from tests.tui.scenes_sf1906 import fresh


def test_the_turning_point_is_the_winners_biggest_rise_since_being_behind() -> None:
    match = finished_match()  # Hana, the second player, wins
    winning_chances = [[0.6] * 69, [0.4] * 69]
    for ply in range(41, 69):
        winning_chances[0][ply], winning_chances[1][ply] = 0.22, 0.78
    winning_chances[1][10], winning_chances[0][10] = 0.9, 0.1
    turning = turning_point(match, winning_chances)
    assert turning == (40, 0.4, 0.78)
    ways = turning_lines(match, turning)
    head = f"Turning point, {period_title(match, 40)}, your mistake: "
    assert all(way.startswith(head) for way in ways), "another player's move that helped the winner is a mistake"
    assert ways[0].endswith("; your winning chances fall from 60% to 22%"), "as in the list of your mistakes"
    assert ways[-1].endswith(" (You: 60% to 22%)") and len(ways[0]) > len(ways[-1])
    better = turning_lines(match, turning, "buy 3-1")
    assert [", better: buy 3-1" in way for way in better] == [True] * 4 + [False]
    winning_chances = [[0.6] * 42 + [0.22] * 27, [0.4] * 42 + [0.78] * 27]
    turning = turning_point(match, winning_chances)
    assert turning == (41, 0.4, 0.78)
    words, brief, briefer, named, shortest = turning_lines(match, turning)
    line = match.line(41)
    rise = "your winning chances fall from 60% to 22%"
    assert words == f"Turning point, {period_title(match, 41)}: {clause('Hana', line.text)}; {rise}"
    assert brief.startswith("Turning point") and brief.endswith(rise)
    assert briefer.endswith(" (your chances: 60% to 22%)")
    assert ", Hana: " in named and ", Hana: " in shortest and shortest.endswith(" (You: 60% to 22%)")
    assert len(words) >= len(brief) > len(briefer) and len(named) > len(shortest)


def test_a_mistake_is_of_the_same_turn_as_any_of_its_moves() -> None:
    match = finished_match()
    assert same_turn(match, 40, 40) and not same_turn(match, 40, 41)


def test_another_players_turn_without_a_mistake_is_no_turning_point() -> None:
    match = finished_match()
    lines = [[0.6] * 41 + [0.22] * 28, [0.4] * 41 + [0.78] * 28]
    assert turning_point(match, lines, mistakes={40}) == (40, 0.4, 0.78)
    assert turning_point(match, lines, mistakes=set()) is None
    theirs = [[0.6] * 42 + [0.22] * 27, [0.4] * 42 + [0.78] * 27]
    assert turning_point(match, theirs, mistakes=set()) == (41, 0.4, 0.78), "a good move is none"


def test_a_small_step_ahead_is_no_turning_point_where_a_bigger_one_follows() -> None:
    match = finished_match()
    chances = [0.4] * 41 + [0.52] * 10 + [0.8] * 18
    assert turning_point(match, [[1 - chance for chance in chances], chances]) == (50, 0.52, 0.8)
    small = [0.4] * 41 + [0.52] * 28
    assert turning_point(match, [[1 - chance for chance in small], small]) is None
    creeping = [0.48 + ply / 1000 for ply in range(69)]
    assert turning_point(match, [[1 - chance for chance in creeping], creeping]) is None


def test_there_is_no_turning_point_without_one_winner_who_was_ever_behind() -> None:
    match = finished_match()
    assert turning_point(match, [[0.1] * 69, [0.9] * 69]) is None
    assert turning_point(match_after(plies=30), [[0.5] * 31, [0.5] * 31]) is None
    assert turning_point(tied(False), [[0.5] * 69, [0.5] * 69]) is None


def test_the_last_move_of_another_player_is_no_turning_point() -> None:
    match = finished_match()
    last = match.line(len(match.log) - 1).player
    winner = match.game.winners(match.state)[0]
    chances = [0.4] * 68 + [1.0]
    turning = turning_point(match, [[1 - chance for chance in chances], chances])
    assert (turning == (67, 0.4, 1.0)) == (last == winner)
    assert all(
        (len(match.log) - 1 in turn) <= (last == seat)
        for seat in (0, 1)
        for turn in decisive_turns(match, seat, searched=True)
    )


def test_a_last_move_that_only_an_estimate_did_not_see_coming_is_no_turning_point() -> None:
    match = finished_match()
    chances = [0.4] * 41 + [0.5] * 27 + [1.0]
    lines = [[1 - chance for chance in chances], chances]
    assert turning_point(match, lines, searched=False) != turning_point(match, lines) == (67, 0.5, 1.0)


def test_the_moves_of_a_turn_count_together() -> None:
    match = fresh("You", "Hana")
    for words in ("space 1", "permit", "space 2", "permit"):
        notations = {match.game.notation(match.state, a): a for a in match.game.legal(match.state)}
        match.act(next(a for name, a in notations.items() if name.startswith(words)))
    assert [list(turn) for turn in decisive_turns(match, 1, searched=True)] == [[0, 1], [2, 3]]
