"""Puzzles in text mode: ten of them, right and wrong."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from tabletown.rules.analysis import puzzles as shipped
from tabletown.rules.analysis.puzzles import Puzzle, load_puzzles
from tabletown.tui.model import puzzles
from tabletown.tui.narration import narrator
from tabletown.tui.plain import puzzle as plain
from tabletown.tui.plain.console import Page

TEN = 10


@pytest.fixture(autouse=True)
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TABLETOWN_DATA", str(tmp_path))
    monkeypatch.setenv("TABLETOWN_CONFIG", str(tmp_path))
    with patch.object(shipped, "CONSEQUENCE_NODES", 8):
        yield


def notations(puzzle: Puzzle) -> tuple[str, str]:
    """The best move of a puzzle and another one, as they are typed."""
    match = puzzles.match_of(puzzle)
    other = next(action for action in match.legal() if action != puzzle.best)
    return match.game.notation(match.state, puzzle.best), match.game.notation(match.state, other)


def in_order(count: int) -> list[tuple[Puzzle, bool]]:
    """The puzzles that a player gets who solves every second one at once, and whether they do."""
    results: list[puzzles.Result] = []
    played: list[tuple[Puzzle, bool]] = []
    last = None
    for n in range(count):
        last = puzzles.next_puzzle((), results, last)
        assert last
        played.append((last, n % 2 == 0))
        if last.name not in {result.puzzle for result in results}:
            results.append(puzzles.Result(last.name, n % 2 == 0, last.rating))
    return played


def talk(*typed: str) -> str:
    out = StringIO()
    plain.run((), Page(StringIO("".join(f"{line}\n" for line in typed)), out))
    return out.getvalue()


def test_ten_puzzles_right_and_wrong() -> None:
    typed: list[str] = []
    for puzzle, right in in_order(TEN):
        best, other = notations(puzzle)
        typed += [best, ""] if right else [other, best, ""]
    output = talk(*typed, "quit")
    assert output.count("Correct.") == TEN and output.count("That is not the best move.") == TEN // 2
    assert output.count("Best: ") == TEN and output.count(" for the best move.") == TEN // 2
    results, _ = puzzles.load_results()
    assert len(results) == min(TEN, len(load_puzzles()))
    assert [result.right for result in results] == [right for _, right in in_order(len(results))]
    assert output.rstrip().endswith(f"{puzzles.summary(results)}.")


def test_the_solution_counts_as_wrong_and_the_next_puzzle_as_nothing() -> None:
    output = talk("solution", "", "next", "quit")
    assert "Best: " in output and output.count("Find the best move.") == 3
    assert [result.right for result in puzzles.load_results()[0]] == [False]


def test_a_puzzle_has_no_hints_and_no_undo() -> None:
    output = talk("hint", "undo", "help", "quit")
    assert "solution: " in output and output.count("is not a legal move") == 2


def test_the_end_of_the_input_ends_the_puzzles() -> None:
    assert "End of input." in talk() and not puzzles.load_results()[0]


def test_nothing_hidden_is_read_out() -> None:
    """The lines on a position are those on the same position with other hidden cards."""
    for puzzle in Random(2).sample(load_puzzles(), min(12, len(load_puzzles()))):
        match = puzzles.match_of(puzzle)
        before = narrator.position(match, len(match.log), match.player)
        match.states[-1] = match.game.determinize(match.game.observe(match.state, match.player), Random(3))
        assert narrator.position(match, len(match.log), match.player) == before
