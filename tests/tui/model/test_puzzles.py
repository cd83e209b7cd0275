"""Puzzles as a player meets them: order, words, results on disk, and the rating."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tabletown.rules.analysis.puzzle_themes import main_reason
from tabletown.rules.analysis.puzzles import Puzzle, load_puzzles
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action, defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.registry import load
from tabletown.tui.model import files, puzzle_words, puzzles
from tabletown.tui.model.files import remember
from tabletown.tui.model.near_twin import near_twin, unnamed
from tabletown.tui.model.puzzles import (
    Result,
    chosen,
    load_results,
    next_puzzle,
    rating,
    recent_themes,
    save_result,
    unknown,
)
from tabletown.tui.narration import game_ui
from tabletown.tui.narration.chances import two_figures
from tabletown.tui.narration.likely_play import MOST, deciding, gain_in_words, steps
from tests.tui.sample_matches import match_after


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETOWN_DATA", str(tmp_path))
    monkeypatch.setenv("TABLETOWN_CONFIG", str(tmp_path))
    return tmp_path


def answers(*right: bool) -> list[Result]:
    """The first answers to as many puzzles."""
    return [Result(puzzle.name, good, puzzle.rating) for puzzle, good in zip(load_puzzles(), right, strict=False)]


def test_no_puzzle_comes_twice_before_all_have_come() -> None:
    results: list[Result] = []
    last = None
    for _ in load_puzzles()[:20]:
        last = next_puzzle((), results, last)
        assert last and last.name not in {result.puzzle for result in results}
        results.append(Result(last.name, True, last.rating))


def test_wrong_answers_come_again_first() -> None:
    results = answers(*[True] * 3, False, *[True] * (len(load_puzzles()) - 4))
    again = next_puzzle((), results)
    assert again and again.name == results[3].puzzle


def test_the_next_puzzle_is_a_little_easier_than_the_players_rating() -> None:
    results = answers(*[True] * puzzles.BEGINNING)
    own, names = rating(results), {result.puzzle for result in results}
    mine = own.mean - puzzles.CAUTION * own.deviation
    following = next_puzzle((), results)
    assert following
    recent = recent_themes(results, None)
    others = [p for p in load_puzzles() if p.name not in names and p.theme not in recent]
    assert recent and abs(following.rating - mine) == min(abs(p.rating - mine) for p in others)


def test_three_right_answers_lead_to_no_leap() -> None:
    results = list[puzzles.Result]()
    for _ in range(3):
        following = next_puzzle((), results)
        assert following
        results.append(puzzles.Result(following.name, True, following.rating))
    fourth = next_puzzle((), results)
    assert [result.rating for result in results] == sorted(result.rating for result in results), "from easy to harder"
    assert rating(results).mean < 1000 and fourth and fourth.rating < rating(results).mean


def test_the_first_puzzles_are_of_a_game_that_the_player_knows_without_modules() -> None:
    first = next_puzzle((), [])
    assert first and first.game == puzzles.BEST_KNOWN and puzzles.is_basic(first)
    assert first.rating == min(p.rating for p in load_puzzles() if p.game == first.game and puzzles.is_basic(p))
    files.daily_folder().mkdir(parents=True)
    (files.daily_folder() / "2026-11-26.jsonl").touch()
    thursday = next_puzzle((), [])
    assert thursday and thursday.game == "sf1906", "the game of that day"
    (files.daily_folder() / "2026-11-26.jsonl").unlink()
    remember("last-game", {"game": "metropolys"})
    second = next_puzzle((), [])
    assert second and second.game == "metropolys" and puzzles.is_basic(second)
    orient = next_puzzle(("orient",), [])
    assert orient and not puzzles.is_basic(orient)


def test_words_choose_games_modules_and_themes() -> None:
    some = load_puzzles()[0]
    words = puzzles.words_of(some)
    assert some in chosen([*words]) and {some.game, some.theme} <= words
    assert chosen([]) == list(load_puzzles())
    assert not unknown([some.theme]) and "there are no puzzles for 'x'" in unknown(["x"]).lower()
    assert next_puzzle(["x"], []) is None


def test_a_rating_is_called_uncertain_until_many_answers_have_made_it_surer() -> None:
    many = answers(*[True, False] * 15)
    assert not puzzles.change(many[:-1], many).startswith("Your puzzle rating, still uncertain,")
    assert "for missing one rated" in puzzles.change(many[:-1], many)


def test_only_the_first_answer_counts() -> None:
    first, *_ = answers(True)
    assert not save_result(first) and not save_result(Result(first.puzzle, False, first.rating))
    assert load_results() == ([first], "")


def test_right_answers_raise_the_rating_and_wrong_ones_lower_it() -> None:
    before = rating([]).mean
    assert rating(answers(False)).mean < before < rating(answers(True)).mean
    two, five = answers(True, False), answers(*[True] * 5)
    assert puzzles.summary([]) == "" and puzzles.summary(two) == "rating about 800, 1 of 2 right"
    assert puzzles.rating_change([], five[:4]).startswith("Your puzzle rating, still uncertain, is ")
    first = puzzles.change([], answers(False))
    assert first == "Counted as not solved. Your puzzle rating, still uncertain, is about 710."
    assert puzzles.change(two[:1], two).startswith("Your puzzle rating, still uncertain, goes from about ")
    assert f"goes from {rating(five[:4]).mean:,.0f} to " in puzzles.change(
        five[:4], five
    ) and "Not rated" in puzzles.change([], [])


def test_a_damaged_file_is_kept_and_the_results_start_anew(folder: Path) -> None:
    (folder / "puzzles.json").write_text("{")
    results, problem = load_results()
    assert not results and "puzzles-damaged.json" in problem and (folder / "puzzles-damaged.json").exists()
    assert not save_result(answers(True)[0]) and len(load_results()[0]) == 1


def test_results_of_another_format_are_not_overwritten(folder: Path) -> None:
    (folder / "puzzles.json").write_text(json.dumps({"tabletown": 99, "results": []}))
    save_result(answers(True)[0])
    assert json.loads((folder / "puzzles-damaged.json").read_text())["tabletown"] == 99


def test_a_wrong_move_never_looks_better_than_the_deep_searches_allow() -> None:
    puzzle = load_puzzles()[0]
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    other = next(action for action in match.legal() if action != puzzle.best)
    text = puzzle_words.rebuttal(puzzle, match, view, Choice(other, 0.99, line=(other,)))[0]
    assert f"{two_figures(puzzle.value - puzzle.lead, puzzle.value)[0]} to win" in text


def test_the_likely_play_goes_on_to_the_turn_that_decides() -> None:
    puzzle = next(p for p in load_puzzles() if p.game == "splendor" and p.seats == 2 and len(p.line) > 4)
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    sequence = steps(match, view, puzzle.line)
    won, lost = deciding(sequence, 1, wins=True), deciding(sequence, 1, wins=False)
    (line,) = puzzle_words.play_line(match, view, puzzle.line, wins=True)
    assert [step.text in line for step in sequence[1:]] == [n <= won for n in range(2, len(sequence) + 1)]
    assert sequence[won - 1].gain and lost <= MOST
    assert (sequence[won - 1].result in line) == (sequence[won - 1].side >= 0)
    secret = sequence[1].text.split()[-1]
    assert puzzle_words.play_line(match, view, puzzle.line, secret=secret, wins=True) == []


def test_a_likely_play_that_leaves_you_behind_says_that_you_still_win() -> None:
    seen = set()
    for puzzle in load_puzzles()[::4]:
        match = puzzles.match_of(puzzle)
        view = match.view(len(match.log), match.player)
        lines = puzzle_words.solution(puzzle, match, view)
        played = [line for line in lines if line.startswith(puzzle_words.PLAY) and " lead" in line]
        for line in played:
            behind = "you then lead by" not in line and ";" in line
            assert line.endswith(" of such games.") == behind, line
            seen.add(behind)
    assert True in seen


def test_the_answer_of_another_player_is_named_as_such_and_not_repeated() -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.seats == 2 and len(puzzle.line) > 3)
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    lines = puzzle_words.rebuttal(puzzle, match, view, Choice(puzzle.best, 0.5, line=puzzle.line))
    answer = next(line for line in lines if line.startswith("Hana's answer: "))
    assert not any(line.startswith("Why: ") for line in lines)
    move = answer.removeprefix("Hana's answer: ").removesuffix(".")
    assert sum(move in line for line in lines) == 1


def test_points_from_two_sources_are_named() -> None:
    before, after = (("Level 1 cards", 2), ("Nobles", 0)), (("Level 1 cards", 3), ("Nobles", 3))
    assert gain_in_words(before, after) == " +4 (level 1 cards +1, nobles +3)"
    assert gain_in_words(before, (("Level 1 cards", 3), ("Nobles", 0))) == " +1" and not gain_in_words(before, before)
    assert gain_in_words((("Development", 0), ("Money", 0)), (("Development", 3), ("Money", -1))) == " +2"


def test_the_points_of_a_later_step_of_a_turn_are_named_with_their_source() -> None:
    before, after = (("Level 3 cards", 5), ("Post 5", 0)), (("Level 3 cards", 5), ("Post 5", 3))
    assert gain_in_words(before, after, is_later_step=True) == " +3 (post 5)"
    assert not gain_in_words(before, before, is_later_step=True)


def why_not(name: str, tried: str) -> list[str]:
    """The lines on why a move of a puzzle is not the best."""
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.name == name)
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    action = next(action for action in match.legal() if match.game.notation(match.state, action) == tried)
    return [line for line in puzzle_words.solution(puzzle, match, view, action) if line.startswith("Why not ")]


def test_a_card_that_the_gem_of_a_trading_post_pays_for_is_no_reason_against_a_move() -> None:
    assert "makes r1 (5 points, and trading post 5) affordable" in why_not("0b0dbd46", "buy 2-4")[0]
    assert not why_not("0b0dbd46", "buy 1-3"), "after it the post gives the red gem"


def test_what_a_move_keeps_from_a_rival_who_could_end_the_game_is_conceded() -> None:
    (line,) = why_not("60d59e6f", "reserve 2-3")
    assert line == (
        "Why not reserve 2-3 (black, 1 point)? It keeps 2-3 (1 point) from Hana, who could buy it next turn and reach"
        " 15 points; but Hana can then buy 2-2 (2 points), which you can buy now."
    )


def test_the_solution_says_why_not_its_near_twin_or_what_was_tried() -> None:
    puzzle = next(p for p in load_puzzles() if p.game == "splendor" and near_twin_of(p))
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    twin = near_twin_of(puzzle)
    assert twin is not None and twin != puzzle.best and twin[0] == puzzle.best[0]
    (line,) = [line for line in puzzle_words.solution(puzzle, match, view) if line.startswith("Why not ")]
    assert puzzle_words.worded(match, view, twin) in line
    for tried in match.legal():
        asked = [line for line in puzzle_words.solution(puzzle, match, view, tried) if line.startswith("Why not ")]
        assert all(line.startswith(f"Why not {puzzle_words.worded(match, view, tried)}? ") for line in asked)


def test_why_not_another_move_does_not_repeat_why_the_best_one() -> None:
    compared = 0
    for puzzle in load_puzzles()[::5]:
        match = puzzles.match_of(puzzle)
        view, tried = match.view(len(match.log), match.player), next(a for a in match.legal() if a != puzzle.best)
        lines = puzzle_words.solution(puzzle, match, view, tried)
        for line in lines[2:]:
            if line.startswith("Why not "):
                reason, compared = line.partition("? ")[2].removesuffix("."), compared + 1
                assert reason.replace("The best move ", "it ") not in lines[1].removeprefix("Why: ").split("; ")
                assert ("ending the game" not in lines[1] and "triggering" not in lines[1]) or "best move" not in reason
    assert compared


def test_a_reason_that_holds_for_another_place_too_is_the_same_without_the_names() -> None:
    match = Match("metropolys", (Seat("You"), Seat("Hana", "greedy")), defaults(load("metropolys")), 5)
    first, second, *_ = (action for action in match.legal() if action[0] == "bid" and action[2] == 6)
    places = [match.game.notation(match.state, action).split() for action in (first, second)]
    texts = [f"{next(word for word in words if word[0] in 'CNESW')} fits your map card" for words in places]
    assert texts[0] != texts[1]
    for action, text in zip((first, second), texts, strict=True):
        assert unnamed(match.game, match.state, action, text) == "fits your map card"


def near_twin_of(puzzle: Puzzle) -> Action | None:
    match = puzzles.match_of(puzzle)
    view = match.view(len(match.log), match.player)
    main = main_reason(match.game, view, puzzle.line, puzzle_words.names(match))
    return main and near_twin(match, view, puzzle.best, puzzle_words.names(match), main.phrase)


def test_a_card_that_another_player_has_reserved_is_named_as_theirs() -> None:
    match = match_after(plies=40)
    hands = [player.hand for player in match.state.players]
    assert any(hands)
    for ply, action in enumerate(match.log):
        s, ui = match.states[ply], game_ui.load("splendor")
        if action[0] == "buy" and action[1] in s.players[s.player].hand:
            assert ui.in_short_of_rival(match.game, s, action).startswith("buy the reserved r")
            assert ui.in_short(match.game, s, action).startswith("buy r")
            break
    else:
        raise AssertionError("no reserved card was bought")


def test_the_likely_play_ends_with_the_points_and_says_what_they_leave_out() -> None:
    """Of Metropolys, whose cards are secret, and of Splendor, where every point is in sight."""
    for game, secrets in (("metropolys", True), ("splendor", False)):
        ends = []
        for puzzle in (puzzle for puzzle in load_puzzles() if puzzle.game == game):
            match = puzzles.match_of(puzzle)
            lines = puzzle_words.play_line(match, match.view(len(match.log), match.player), puzzle.line, wins=True)
            ends += [line for line in lines if " then lead by " in line][: 3 - len(ends)]
        assert len(ends) == 3 and all(re.search(r"you then lead by \d+ points to -?\d+", end) for end in ends)
        assert all(end.endswith(" (secrets not counted).") == secrets for end in ends)


def test_the_points_after_a_likely_play_never_speak_against_it() -> None:
    """A wrong move does not end in a lead, nor does the best one in a rival's."""
    for puzzle in load_puzzles()[::7]:
        match = puzzles.match_of(puzzle)
        view = match.view(len(match.log), match.player)
        good, bad = (puzzle_words.play_line(match, view, puzzle.line, wins=wins) for wins in (True, False))
        assert not re.search(r" (leads|wins) (by|on) ", " ".join(good))
        assert not re.search(r"you (then lead|win) ", " ".join(bad))


def test_a_wrong_value_on_the_right_place_has_its_fault_told_without_the_right_one() -> None:
    puzzle = next(p for p in load_puzzles() if p.game == "metropolys" and p.best[0] == "bid" and p.rating == 710)
    match = puzzles.match_of(puzzle)
    view, (verb, place, value) = match.view(len(match.log), match.player), puzzle.best
    tried = next(a for a in match.legal() if a[:2] == (verb, place) and a[2] != value)
    lines = puzzle_words.rebuttal(puzzle, match, view, Choice(tried, 0.0, line=(tried,)))
    assert " can outbid it with " in lines[1] and f"your {value}" not in " ".join(lines)
