"""A table with a coach: a move that gives up a lot needs a second key press, below the reason."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from rich.cells import cell_len
from textual.worker import WorkerError

from tabletown.rules.analysis.coach import CoachQuestion, CoachTerms, Objection
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.undo import plies_back

from ..model.bot_pool import NoAnswer
from ..model.coach import (
    COSTLY,
    DEPTHS,
    NOT_LOOKED_AT,
    Coach,
    CurrentAdvice,
    is_coached,
    late_warning,
    switched,
    warning,
)
from ..model.rating import UNRATED
from ..model.settings import save_settings
from ..widgets.board_state import BoardState
from ..widgets.closable_screen import is_open
from .hint_panel import confirming_keys
from .recorded import RecordedScreen

WORK, LATE = "coach", "late coach"
"""Groups of the workers that think for the coach: about the decision at hand, and about a move played before."""
COACH_READY = "coach ready"
"""The sign that the coach knows what to say about the moves of the decision at hand."""
COACH_ON = "coach on"
"""The sign that there is a coach, before your first move."""
COACH_THINKS = "coach thinking"
"""The sign that the coach has no answer yet, and after a first look would stop only blunders."""
PROMPT_MARGIN = 6
"""Columns between the prompt and the sign of the coach, with those for the signs of a bot that thinks."""


class CoachedScreen(RecordedScreen):
    """Table at which a coach may think along, in the background, from the start of each turn of the person."""

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__(match, record)
        self.coach = Coach(match)
        self.thinking = False
        """True while the coach has no answer about the decision at hand yet."""
        self.late: tuple[int, Objection] | None = None
        """An objection to a move of yours that was already played, and the ply of the move."""

    @property
    def coached(self) -> bool:
        """True when a coach advises the person at this table."""
        return is_coached(self.match, self.app.settings)

    @property
    def standing(self) -> str:
        """The standing; a game with a coach is not rated even before the coach has been asked."""
        return UNRATED if self.coached and self.first_standing else super().standing

    def notice(self, state: BoardState) -> str:
        """The progress of the game, the coach and the rating, or what there is room for beside the prompt.

        The coach comes first, then the progress; the rating only beside it.
        """
        progress = super().notice(state)
        if not progress or self.unsaved:
            return progress
        coach = [self.coach_sign(state)] if self.coached else []
        signs = [*coach, *filter(None, [self.standing])]
        room = self.size.width - cell_len(self.prompt(state)) - PROMPT_MARGIN
        lines = [", ".join(way) for way in ([progress, *signs], signs if coach else [], coach or [progress])]
        return next((line for line in lines if line and cell_len(line) <= room), lines[-1])

    def coach_sign(self, state: BoardState) -> str:
        """The state of the coach, or its opinion of the move you have picked, or played if others move."""
        picks = self.selection.action() or self.board.preferred(state) if state.picked else None
        choice = self.confirming or picks
        opinion = self.coach.opinion(self.board.steps(choice)) if choice else self.coach.latest_opinion
        if self.thinking and not (choice and opinion == COSTLY):
            return COACH_THINKS
        if self.active and (not choice or opinion == NOT_LOOKED_AT):
            return COACH_READY
        return f"coach: {opinion}" if opinion else COACH_ON

    def consult(self) -> None:
        """Let the coach think about the decision at hand."""
        self.coach.drop()
        self.thinking = self.coached
        if self.coached:
            self.used_help(coach=True)
            if self.board.state:
                self.head(self.board.state)
            self.run_worker(self.think(), group=WORK, exclusive=True)

    async def think(self) -> None:
        """Have a first look at the decision at hand, then search it, then search deeper until the player moves."""
        first, usual, deeper = DEPTHS
        await self.look(first)
        await self.look(usual)
        self.thinking = False
        if self.board.state and is_open(self):
            self.head(self.board.state)
            if self.coach.current:
                self.run_worker(self.look(deeper), group=WORK)

    async def look(self, terms: CoachTerms) -> None:
        """Search the decision at hand."""
        with suppress(NoAnswer):
            await self.coach.think(self.app.bot_pool, terms)
        if self.board.state and is_open(self):
            self.head(self.board.state)

    def note(self, action: Action) -> None:
        """Note the coach's opinion of your move; if it has none yet, let it say later what the move costs."""
        self.drop_late()
        self.coach.note(action)
        if self.coached and (question := self.coach.late_question(action)):
            self.run_worker(self.look_back(len(self.match.log), action, question), group=LATE)

    async def look_back(self, ply: int, action: Action, question: CoachQuestion) -> None:
        """Search a decision after it was made, and object to the move if an undo would take it back."""
        with suppress(NoAnswer):
            advice = await self.app.bot_pool.coach(question)
            if advice and self.undoes(ply) and (objection := self.coach.note_late(ply, action, advice)):
                self.late = ply, objection
            if self.board.state and is_open(self):
                self.head(self.board.state)
                self.describe()

    def undoes(self, ply: int) -> bool:
        """True if an undo would go back to a ply: the player has played nothing since."""
        back = plies_back(self.match, self.match.human_seats, None)
        return self.match.player is not None and ply == len(self.match.log) - back

    def drop_late(self) -> None:
        """Drop what the coach says, or would say, about a move already played."""
        self.workers.cancel_group(self, LATE)
        self.late = None

    def action_coach(self) -> None:
        """Turn the coach on or off, and say what that means for the rating."""
        coach, key = "off" if self.coached else "on", self.app.key_names["table.coach"]
        if coach == "on" and self.spares_rating(f"The coach makes this game unrated; press {key} again to turn it on."):
            return
        self.app.apply_settings(replace(self.app.settings, coach=coach))
        self.app.save_or_warn(lambda: save_settings(self.app.settings))
        self.workers.cancel_group(self, WORK)
        self.drop_late()
        self.thinking, self.confirming = False, None
        if self.active:
            self.consult()
        self.message = switched(coach, self.standing)
        self.show()

    async def answer(self) -> CurrentAdvice | None:
        """The coach's advice on the decision at hand, as soon as there is some; None if there will be none."""
        for worker in list(self.workers):
            if worker.node is self and worker.group == WORK and self.thinking:
                with suppress(WorkerError):
                    await worker.wait()
        return self.coach.current

    def reset(self) -> None:
        """Stop the coach as well: others may need its process now."""
        self.workers.cancel_group(self, WORK)
        self.thinking = False
        super().reset()

    def doubtful(self, choice: Action) -> bool:
        return self.coached and self.coach.objection(self.board.steps(choice)) is not None

    def objections(self) -> list[str]:
        """The coach's lines on the move to be confirmed, or on the one played last; none without an objection."""
        if not self.coached or self.confirming is None:
            return self.late_objections()
        objection = self.coach.objection(self.board.steps(self.confirming))
        if objection is None:
            return []
        hint = self.app.settings.hints == "on" and not objection.names_best
        return [warning(objection), confirming_keys(self.app.key_names, hint=hint)]

    def late_objections(self) -> list[str]:
        """The coach's lines on your latest move, until you pick another one; none without a late objection."""
        if self.late is None or not self.undoes(self.late[0]) or self.past_ply is not None or self.selection.picked:
            return []
        return [late_warning(self.late[1]), self.app.key_names.fill("{table.undo} undoes it, {table.clear} closes")]
