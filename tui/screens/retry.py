"""A mistake to try again: the table just before it, and what another move would have brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from tabletown.rules.analysis.decision import Decision
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model import review_words
from ..model.actions import bindings
from ..model.bot_pool import NoAnswer
from ..model.retry import Retry, Verdict, save_answers
from ..model.reviews import ReviewProgress
from ..narration.summary import period_title
from ..widgets.board_state import BoardState
from .hint_panel import HintPanel, hideable
from .move_entry_base import MoveEntryScreen
from .play_from_here import branched


class RetryScreen(MoveEntryScreen):
    """One of a player's mistakes. The move that you choose is judged, not played on the board; nothing is saved."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("retry")]
    TO_FIND: ClassVar = True

    match: Match

    def __init__(
        self,
        finished: Match,
        analysis: ReviewProgress,
        mistakes: Sequence[Decision],
        number: int,
        answers: dict[int, bool],
    ) -> None:
        """`answers` gets the ply of the mistake once its better move is known, with True if the player has found it."""
        self.finished, self.analysis, self.mistakes, self.number = finished, analysis, mistakes, number
        self.answers = answers
        self.mistake = mistakes[number]
        match = branched(finished, self.mistake.ply)
        for action in finished.log[: self.mistake.ply]:
            match.act(action)
        super().__init__(match)
        self.retry = Retry(finished, analysis, self.mistake)
        self.verdict: Verdict | None = None
        """The verdict on the latest try, or the best move."""
        self.verdict_move: Action | None = None
        """The move that the verdict is about."""
        self.verdict_hidden = False
        """True after the player has hidden the verdict, to look at what is below it."""
        self.judging = False
        """True while a bot judges the latest try."""
        self.over = False
        """True once a move as good as the best was found, or the best one was shown."""

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

    @property
    def active(self) -> bool:
        """True until the best move is known: then nothing can be picked any more."""
        return super().active and not self.over

    def board_state(self) -> BoardState:
        """State of the position, with the move that is judged, or the better one once it is known, as if picked."""
        state = super().board_state()
        if self.verdict_move is None or self.past_ply is not None or not (self.waits or self.over):
            return state
        return replace(state, picked=tuple(self.board.parts(self.verdict_move)))

    @property
    def waits(self) -> bool:
        """Is the last move judged, and no other one being chosen?"""
        return self.judging and not self.selection.picked

    @property
    def is_right(self) -> bool:
        """True once the player has found the better move."""
        return self.verdict is not None and self.verdict.is_right

    def prompt(self, state: BoardState) -> str:
        if self.past_ply is not None or self.confirming or not self.over:
            return super().prompt(state)
        return f"{self.verdict.title if self.verdict else ''}: {state.enter} {self.going_on}"

    @property
    def going_on(self) -> str:
        """The effect of the key that goes on: after the last mistake, an earlier one may be left."""
        match self.following:
            case None:
                return "goes back to the list"
            case 0:
                return "goes to the first mistake"
            case number:
                return "goes to the next mistake" if number > self.number else f"goes back to mistake {number + 1}"

    def whose(self) -> str:
        return "Try again"

    def notice(self, state: BoardState) -> str:
        return f"{period_title(self.finished, self.mistake.ply)}, {self.number + 1} of {len(self.mistakes)}"

    def show_news(self) -> None:
        """Say what was played here, in place of the latest moves."""
        if self.verdict is None and not self.message and self.board.tiles:
            played, loss = (
                review_words.played(self.analysis, self.mistake.ply),
                review_words.fall(self.analysis, self.mistake),
            )
            ways = f"{played} ({loss}). Find a better move.", f"{played} ({loss}).", f"{played}."
            self.message = next((way for way in ways if len(way) <= self.size.width - 2), ways[-1])
            self.describe()

    def describe(self) -> None:
        title, lines = self.verdict if self.verdict and not self.verdict_hidden else ("", [])
        moves = [self.verdict_move] if self.verdict_move else []
        title, accent = (f"{self.app.palette['chosen']} {title}", "good") if self.is_right else (title, "cursor")
        box = self.query_one(HintPanel)
        kept = max(0, len(lines) - 1)
        title = hideable(title, self.app.key_names)
        box.say(lines, self.board, moves, title, kept=kept, accent=accent, whole=True, is_over=self.over)
        self.query_one("#prompt").set_class(self.is_right and self.past_ply is None, "-good")
        if self.waits and self.past_ply is None and not self.message:
            return self.detail("")
        return super().describe()

    # Tries

    def play(self, action: Action) -> None:
        """Judge a move; the one played in the game, and the best one, at once."""
        self.workers.cancel_group(self, "bot")
        verdict = self.retry.at_once(action)
        self.to_come, self.verdict_move, self.verdict_hidden, self.judging = [], action, False, verdict is None
        self.verdict = verdict or self.retry.waiting(action, self.app.key_names["table.hint"])
        self.selection.clear()
        self.confirming, self.message = None, ""
        if self.is_right:
            self.know(solved=True)
        self.show()
        if verdict is None:
            self.judge(action)

    @work(exclusive=True, group="bot")
    async def judge(self, action: Action) -> None:
        try:
            judged = await self.app.bot_pool.judge(self.retry.question(action), urgent=True)
        except NoAnswer as why:
            self.verdict, self.judging = Verdict("Your move", [f"This move could not be analysed ({why})."]), False
            return self.show()
        if judged:
            self.verdict, self.judging = self.retry.verdict(action, judged), False
            if self.is_right:
                self.know(solved=True)
            self.show()
        return None

    def know(self, *, solved: bool) -> None:
        """Note that the better move is known, and put the cursor on it."""
        self.over = True
        self.answers[self.mistake.ply] = solved or self.answers.get(self.mistake.ply, False)
        save_answers(self.finished, self.answers)
        if self.verdict_move:
            self.board.cursor = self.place(self.verdict_move) or self.board.cursor
        self.refresh_bindings()

    def action_clear(self) -> None:
        """Clear the picks; where there are none, hide the verdict; where there is none either, go back to the list."""
        if self.clearable:
            return super().action_clear()
        if self.verdict is None or self.verdict_hidden:
            return self.action_leave()
        self.verdict_hidden = True
        return super().action_clear()

    def action_solution(self) -> None:
        """Show the best move."""
        if self.over:
            return
        self.workers.cancel_group(self, "bot")
        self.verdict, self.verdict_hidden, self.judging = self.retry.solution(), False, False
        self.verdict_move = review_words.better_action(self.analysis, self.mistake)
        self.know(solved=False)
        self.selection.clear()
        self.confirming, self.message, self.past_ply = None, "", None
        self.show()

    @property
    def following(self) -> int | None:
        """The number of the next mistake whose better move is not known yet; None without one."""
        others = [*range(self.number + 1, len(self.mistakes)), *range(self.number)]
        return next((number for number in others if self.mistakes[number].ply not in self.answers), None)

    def action_confirm(self) -> None:
        if self.over and self.past_ply is None:
            self.action_next()
        else:
            super().action_confirm()

    def action_next(self) -> None:
        """Go to the next mistake; where there is none, back to the list."""
        if self.app.front is not self:
            return
        if self.following is None:
            self.app.pop_screen()
        else:
            following = RetryScreen(self.finished, self.analysis, self.mistakes, self.following, self.answers)
            self.app.switch_screen(following)

    def action_branch(self) -> None:
        """Start a new game from here, with the move just tried if it was right."""
        log = [*self.match.log, *([self.verdict_move] if self.is_right and self.verdict_move else [])]
        self.app.branch(branched(self.finished, self.mistake.ply), log)

    def key_label(self, action: str) -> str:
        after = "Done" if self.following is None else "Next"
        return {"leave": "Back", "confirm": after if self.over else "Try"}.get(action, "")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "solution":
            return not self.over
        return self.following is not None if action == "next" else super().check_action(action, parameters)

    def action_leave(self) -> None:
        """Go back to the list."""
        self.app.pop_screen()
