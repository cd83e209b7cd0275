"""Puzzles in text mode: a position, your answer, and what it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.rules.analysis.puzzles import Puzzle, consequence
from tabletown.rules.core.game import Action
from tabletown.rules.core.text import shorten

from ..model import puzzle_words, puzzles
from ..model.puzzles import Result
from ..narration import narrator, typed_moves
from ..narration.grammar import sentence
from .commands import QUIT
from .console import Page
from .game import Playing

NOT_HERE = ("hint", "coach", "undo", "redo")
"""Commands of a game that a puzzle does not have."""


class PuzzleReading(Playing):
    """One puzzle. A typed move is judged, not played."""

    def __init__(self, puzzle: Puzzle, results: Sequence[Result], page: Page) -> None:
        super().__init__(puzzles.match_of(puzzle), None, page)
        self.puzzle, self.results = puzzle, list(results)
        self.open = all(result.puzzle != puzzle.name for result in results)
        """True until the answer that counts."""
        self.tried: Action | None = None
        """The latest wrong answer; None before the first one."""
        self.left = False
        """True once the player wants no further puzzle."""
        for word in NOT_HERE:
            self.commands.pop(word, None)
        self.commands |= {
            "solution": (self.solution, "the best move; the puzzle counts as unsolved"),
            "next": (self.next, "go to the next puzzle"),
            "quit": (self.quit, "leave the puzzles"),
        }

    def run(self) -> None:
        """Show the position and read answers until the puzzle is over or the player leaves."""
        page, match = self.page, self.match
        page.say(f"Puzzle: {sentence(puzzle_words.heading(self.puzzle, match))}")
        page.say(*narrator.position(match, len(match.log), self.viewer))
        page.say("Find the best move. Type a move, or one of: moves, solution (counts as unsolved), next, help.")
        while self.going:
            self.turn()

    def catch_up(self) -> None:
        """Print no earlier moves: "log" has them."""

    def misread(self, text: str, moves: Mapping[str, Any]) -> list[str]:
        """The reason why a typed move is illegal, or the form of moves: a legal one might give the answer away."""
        if why := self.reason(text):
            return [why]
        form = typed_moves.form(text, moves, self.tell.all_named_moves(self.view))
        return [f"{shorten(text)!r} is not a legal move.", form]

    def play(self, move: str) -> None:
        """Judge an answer; the first one counts."""
        action = typed_moves.named(self.match.game, self.view)[move]
        right = action == self.puzzle.best
        self.page.say("Correct." if right else "That is not the best move.", *self.note_answer(right))
        if right:
            self.finish()
        else:
            self.tried = action
            self.refute(action)

    def note_answer(self, right: bool) -> list[str]:
        """Keep the first answer, and return the change of the rating and what went wrong."""
        if not self.open:
            return []
        self.open, before = False, list(self.results)
        result = Result(self.puzzle.name, right, self.puzzle.rating)
        self.results.append(result)
        problem = puzzles.save_result(result)
        return [puzzles.change(before, self.results), *([problem] if problem else [])]

    def refute(self, action: Action) -> None:
        follows = consequence(self.match.name, self.view, action)
        self.page.say(*puzzle_words.rebuttal(self.puzzle, self.match, self.view, follows))
        self.page.say('Try again, or type "solution" or "next".')

    def solution(self, _: str) -> None:
        self.page.say(*self.note_answer(False))
        self.finish()

    def finish(self) -> None:
        """Print the solution, and wait before the next puzzle."""
        self.page.say(*puzzle_words.solution(self.puzzle, self.match, self.view, self.tried))
        self.page.say("Press Enter for the next puzzle, or type quit.")
        answer = self.page.ask()
        if answer is None or answer.lower() in QUIT:
            self.quit("")
        self.going = False

    def next(self, _: str) -> None:
        self.going = False

    def quit(self, _: str) -> None:
        self.going, self.left = False, True


def run(words: Sequence[str], page: Page) -> None:
    """Show puzzles with these words one after another until the player leaves or the input ends."""
    results, problem = puzzles.load_results()
    page.say(*filter(None, [problem]))
    puzzle = puzzles.next_puzzle(words, results)
    while puzzle is not None:
        reading = PuzzleReading(puzzle, results, page)
        reading.run()
        results = reading.results
        puzzle = None if reading.left else puzzles.next_puzzle(words, results, puzzle)
    page.say(*[puzzles.summary_sentence(results)] * bool(results))
