"""A puzzle: the table of a game at one position, where one move is clearly best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from tabletown.rules.analysis.puzzles import Puzzle
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model import puzzle_words, puzzles
from ..model.actions import bindings
from ..model.bot_pool import NoAnswer
from ..model.rating_words import figure
from ..model.selection import Part
from ..narration.grammar import sentence
from ..widgets.board_state import BoardState
from .hint_panel import HintPanel, hideable, pieces
from .move_entry_base import MoveEntryScreen
from .puzzle_kinds import PuzzleKinds

OPEN, WRONG, RIGHT, SHOWN = "open", "wrong", "right", "shown"
"""The state of a puzzle: not answered, answered wrongly, solved, or its solution shown."""
TITLES = {WRONG: "Not the best move", RIGHT: "Correct", SHOWN: "Solution"}
"""The verdict in the prompt."""
BOX_TITLES = {WRONG: "Not the best", RIGHT: "Correct", SHOWN: "Solution"}
"""Titles of the box with the verdict."""
FIRST = "one move is clearly best."
"""The task, before the first answer to any puzzle."""
PRICE, SHORT_PRICE = "Your first try counts; {} shows the solution, as a miss.", "Your first try counts; {}: solution."
"""Price of the solution and of a wrong answer to a new puzzle; the second one for a narrow window."""
SKIPPED = "Skipped, not rated."
"""Note on the puzzle before, left without an answer."""
LATE = "Correct, but not counted"
"""Title for a puzzle that is solved after a wrong answer."""


class PuzzleScreen(MoveEntryScreen):
    """A puzzle with these words, such as a theme. The move that you choose is judged, not played on the board."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("puzzle")]
    TO_FIND: ClassVar = True

    match: Match

    def __init__(
        self,
        words: Sequence[str] = (),
        last: Puzzle | None = None,
        earlier: Sequence[puzzles.Result] | None = None,
        *,
        skipped: bool = False,
    ) -> None:
        """With `skipped`, the puzzle before was left without an answer."""
        results, self.problem = puzzles.load_results()
        puzzle = puzzles.next_puzzle(words, results, last)
        assert puzzle is not None
        super().__init__(puzzles.match_of(puzzle))
        self.words, self.puzzle, self.results = tuple(words), puzzle, results
        self.earlier = results if earlier is None else earlier
        """Results before the first puzzle of this visit."""
        self.answered_before = any(result.puzzle == puzzle.name for result in results)
        """True for a puzzle that was answered before, which is not rated again."""
        self.after_skipped = skipped
        """True if the puzzle before was left without an answer, which is said."""
        self.progress = OPEN
        self.tries = 0
        """Number of answers so far."""
        self.tried: Action | None = None
        """The latest wrong answer; None before the first one."""
        self.verdict: list[str] = []
        """Lines on the latest answer."""
        self.verdict_moves: list[Action] = []
        """The moves that these lines are about: the answer, and the reply to it."""
        self.pieces = set[Part]()
        """The pieces that these lines name."""
        self.verdict_hidden = False
        """True after the player has hidden these lines, to look at what is below them."""

    def middle(self) -> ComposeResult:
        yield from super().middle()
        yield HintPanel()

    # Display

    def viewer(self) -> int | None:
        return self.match.player

    def begin(self) -> None:
        self.watch(self.board, "cursor", self.moved, init=False)
        self.board.focus()
        self.reset()
        self.offer()
        if self.problem:
            self.shows_notice(self.problem)

    @property
    def active(self) -> bool:
        """True until the solution is known: then nothing can be picked any more."""
        return super().active and not self.over

    def board_state(self) -> BoardState:
        """State of the position, with the best move as if it were picked once it is known."""
        state = super().board_state()
        if not self.over or self.past_ply is not None:
            return state
        return replace(state, picked=tuple(self.board.parts(self.puzzle.best)))

    def whose(self) -> str:
        return "Find the best move"

    def prompt(self, state: BoardState) -> str:
        keys, following = self.app.key_names, f"{state.enter} goes to the next puzzle"
        if self.past_ply is not None or self.confirming:
            return super().prompt(state)
        if self.over:
            return f"{self.verdict_title}: {following}"
        if self.progress == WRONG:
            return f"{TITLES[WRONG]}: try again ({keys['table.hint']}: solution)"
        return self.whole(state)

    @property
    def verdict_title(self) -> str:
        """Title of the verdict; empty before the first answer."""
        late = self.progress == RIGHT and self.tries > 1 and not self.answered_before
        return LATE if late else TITLES.get(self.progress, "")

    def whole(self, state: BoardState) -> str:
        """The prompt with what is to decide, in few words where they save it, or else nothing but that there is a
        puzzle, rather than a part of a list of alternatives.
        """
        usual, task = super().prompt(state), self.board.prompt(state)
        room = self.size.width - cell_len(self.notice(state)) - 4
        ways = (usual, f"Best move: {task}", self.whose() if " or " in task else usual)
        return next((way for way in ways if cell_len(way) <= room), ways[-1])

    def notice(self, state: BoardState) -> str:
        mine = puzzles.rating(self.results)
        return f"Puzzle rated {self.puzzle.rating:,}" + ("" if mine.is_unknown else f", you {figure(mine)}")

    def show_news(self) -> None:
        """Say what the puzzle is, in place of the latest moves."""
        if self.progress == OPEN and not self.message and self.board.tiles:
            self.message = self.introduction()
            self.describe()

    def introduction(self) -> str:
        """The puzzle, and before the answer that counts the price of its solution, in as many words as fit."""
        heading = sentence(puzzle_words.heading(self.puzzle, self.match))
        if self.after_skipped:
            return f"{SKIPPED} {heading}"
        if self.answered_before:
            return heading
        key, brief = self.app.key_names["table.hint"], sentence(puzzle_words.brief_heading(self.puzzle, self.match))
        whole, short = PRICE.format(key), SHORT_PRICE.format(key)
        if not self.results:
            return f"{self.match.game.TITLE}: {FIRST} {short}"
        ways = [f"{heading} {whole}", f"{brief} {whole}", f"{brief} {short}"]
        return next((way for way in ways if cell_len(way) <= self.size.width - 2), ways[-1])

    def describe(self) -> None:
        lines = [] if self.verdict_hidden else self.verdict
        title, is_right = BOX_TITLES.get(self.progress, ""), self.progress == RIGHT
        title, accent = (f"{self.app.palette['chosen']} {title}", "good") if is_right else (title, "cursor")
        box, title = self.query_one(HintPanel), hideable(title, self.app.key_names)
        kept = int(self.over and len(lines) > 1)  # while you try again, rather a shorter text beside the board
        moves, is_over = self.verdict_moves, self.over
        box.say(lines, self.board, moves, title, self.pieces, kept, accent, whole=True, is_over=is_over)
        self.query_one("#prompt").set_class(is_right and self.past_ply is None, "-good")
        if self.message and self.over:
            self.detail(self.message)
        else:
            super().describe()

    # Answers

    def picked(self, part: Part, go: bool = False) -> None:
        """Pick a part. As the first answer counts, a key that picks and plays at once must be pressed again to play."""
        again = part in self.selection.picked
        if go and not again:
            self.board.cursor = part
        super().picked(part, go and again)

    def play(self, action: Action) -> None:
        """Judge an answer; the first one counts."""
        self.to_come = []
        rated = self.note_answer(action == self.puzzle.best)
        self.tries += 1
        if action == self.puzzle.best:
            return self.reveal(RIGHT, rated)
        self.progress, self.verdict_moves, self.verdict_hidden, self.tried = WRONG, [action], False, action
        self.verdict = ["Looking at what would follow ..."]
        self.selection.clear()
        self.stay_at(action)
        self.confirming, self.message = None, rated
        self.show()
        self.refute(action)
        return None

    def stay_at(self, action: Action) -> None:
        """Leave the cursor at the move just tried, also at one that was typed, and its value picked if it has one."""
        self.board.cursor = self.place(action) or self.board.cursor
        for part in self.board.parts(action):
            if part[0] == "value":
                self.selection.pick(part)

    def note_answer(self, right: bool) -> str:
        """Keep the first answer to a puzzle; return what it means for the rating, empty after any other."""
        if self.progress != OPEN or self.answered_before:
            return ""
        result = puzzles.Result(self.puzzle.name, right, self.puzzle.rating)
        if problem := puzzles.save_result(result):
            self.app.notify(problem, severity="warning", markup=False)
        before, self.results = self.results, [*self.results, result]
        return puzzles.change(before, self.results)

    def reveal(self, progress: str, rated: str) -> None:
        """Show the best move with its reasons, and below the board what the answer means for the rating."""
        self.workers.cancel_group(self, "bot")
        self.progress, self.verdict_moves, self.verdict_hidden = progress, list(self.puzzle.line[:2]), False
        view = self.match.view(self.ply, self.viewer())
        self.verdict = puzzle_words.solution(self.puzzle, self.match, view, self.tried)
        best = Choice(self.puzzle.best, self.puzzle.value, line=self.puzzle.line)
        self.pieces = pieces(self.match, view, best)
        self.selection.clear()
        self.confirming, self.past_ply = None, None
        self.board.cursor = self.place(self.puzzle.best) or self.board.cursor
        self.message = rated
        self.refresh_bindings()
        self.show()

    @work(exclusive=True, group="bot")
    async def refute(self, action: Action) -> None:
        """Show the reply to a wrong answer."""
        match = self.match
        view = match.view(len(match.log), match.player)
        try:
            follows = await self.app.bot_pool.follow(match.name, view, action)
            self.verdict = puzzle_words.rebuttal(self.puzzle, match, view, follows)
            self.verdict_moves = list(follows.line[:2])
        except NoAnswer as why:
            self.verdict = [f"Could not work out the reply ({why})."]
        self.describe()

    @property
    def over(self) -> bool:
        """True once the solution is known."""
        return self.progress in (RIGHT, SHOWN)

    def action_confirm(self) -> None:
        if self.over and self.past_ply is None:
            self.action_next()
        elif self.progress == OPEN and self.message and not self.selection.picked:
            self.moved()  # what Enter does takes the place of what the puzzle is; an answer counts
        else:
            super().action_confirm()

    def action_clear(self) -> None:
        """Clear the picks; where there are none, hide the verdict, or show it again."""
        if not self.clearable:
            self.verdict_hidden = not self.verdict_hidden
        super().action_clear()

    def action_solution(self) -> None:
        if not self.over:
            self.reveal(SHOWN, self.note_answer(False))

    def action_next(self) -> None:
        self.follow(self.words)

    def follow(self, words: Sequence[str]) -> None:
        """Go to the next puzzle with these words."""
        if self.app.front is self:
            skipped = self.progress == OPEN and not self.answered_before
            self.app.switch_screen(PuzzleScreen(words, self.puzzle, self.earlier, skipped=skipped))

    def action_kind(self) -> None:
        """List the kinds of puzzles."""
        if self.app.front is self:
            self.app.push_screen(PuzzleKinds(self.words, self.results, self.follow))

    def key_label(self, action: str) -> str:
        return "Next" if self.over and action == "confirm" else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.over if action == "solution" else super().check_action(action, parameters)

    def action_leave(self) -> None:
        """Go home, with a summary of the puzzles answered since."""
        self.app.go_home(puzzles.session_summary(self.earlier, self.results))
