"""A table with a coach: a move that gives up a lot needs a second key press, below the reason."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from rich.cells import cell_len
from textual.worker import WorkerError

from tabletown.rules.analysis.coach import CoachQuestion, CoachTerms, Objection
from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.undo import is_decision

from ..model.bot_pool import NoAnswer
from ..model.coach import (
    DEPTHS,
    FINE,
    NOT_LOOKED_AT,
    SECOND,
    UNSURE,
    Coach,
    CurrentAdvice,
    is_coached,
    late_warning,
    switched,
    warning,
)
from ..model.hint import KnownHint, hint_seed
from ..model.rating import UNRATED
from ..model.settings import save_settings
from ..widgets.board_state import BoardState
from ..widgets.closable_screen import is_open
from .hint_panel import advise, confirming_keys, hint_lines, improved
from .recorded import RecordedScreen

WORK, LATE, PICKED = "coach", "late coach", "coach on picks"
"""Groups of the workers that think for the coach: about the decision at hand, about a move played before, and about the
picked one."""
COACH_READY = "coach ready"
"""The sign that the coach knows what to say about the moves of the decision at hand."""
COACH_CONTENT = "last move fine, coach ready"
"""The same, and that your latest move lost next to nothing, where there is room for it."""
COACH_ON = "coach on"
"""The sign that there is a coach, while others move."""
COACH_FINE = "coach: fine"
"""The sign, while others move, that your latest move lost next to nothing, if the coach is sure."""
COACH_BEHIND = "coach checks last move"
"""The sign, in your own turn, that you moved before the coach had looked at your latest move, and it still looks."""
COACH_MISSED = "too fast for the coach"
"""The sign that you moved before the coach could look at your latest move, and it will not look any more."""
SHORT_SIGNS = {COACH_BEHIND: "coach checking", COACH_MISSED: "coach too late"}
"""The same where the long sign would cut off what you may do."""
COACH_THINKS = "coach thinking"
"""The sign that the coach has no answer yet, about the decision at hand or the move just played."""
WITHDRAWN = "On second thoughts, the coach has nothing against this move."
"""Answer where a deeper look has found an objection to be wrong before the move was confirmed."""
LATE_WITHDRAWN = "On second thoughts, the coach has nothing against your last move."
"""The same about a move already played."""
UNREAD_SECONDS = 0.5
"""Time in which nobody has read an objection yet: Enter is taken for the key press before it, doubled, and Esc is meant
for the picks, not for a verdict on the last move that has come up just then."""
BETWEEN = " | "
"""Space between the progress of the game and the sign of the coach."""
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
        self.known_hint: KnownHint | None = None
        """The newest hint, which is shown again in the same position."""
        self.followed: list[KnownHint] = []
        """The hints after a longer search whose moves were played."""
        self.objected_at = 0.0
        """Time at which the newest objection was shown, on the clock that never goes back."""
        self.picked_before: tuple[int, Action] | None = None
        """The ply and the picked move that the coach has last been asked about."""
        self.looking_back: int | None = None
        """Ply of the move that the coach last looked at after it was played; None without one, or after an undo."""

    @property
    def coached(self) -> bool:
        """True when a coach advises the person at this table."""
        return is_coached(self.match, self.app.settings)

    @property
    def standing(self) -> str:
        """The standing; a game with a coach is not rated even before the coach has been asked."""
        return UNRATED if self.coached and self.first_standing else super().standing

    def notice(self, state: BoardState) -> str:
        """The progress of the game and the coach, or without one the rating; one of them where there is no room for
        both beside the prompt: the coach, or else the progress. That a game with a coach is not rated is said at its
        start.
        """
        progress = super().notice(state)
        if not progress or self.unsaved:
            return progress
        room = self.size.width - cell_len(self.prompt(state)) - PROMPT_MARGIN
        if self.coached:
            sign = self.coach_sign()
            fine = sign == COACH_READY and self.coach.latest_opinion == FINE and not self.objections()
            signs = [*[COACH_CONTENT] * fine, sign, SHORT_SIGNS.get(sign, sign)]
            ways = [way for each in signs for way in (f"{progress}{BETWEEN}{each}", each)]
            return next((way for way in ways if cell_len(way) <= room), signs[-1])
        both = ", ".join(filter(None, [progress, self.terms]))
        return both if cell_len(both) <= room else progress

    @property
    def terms(self) -> str:
        """The sign beside the progress that says if the game is rated; empty in a window too narrow for it."""
        return self.standing if self.size.width >= self.board.STANDING_FROM else ""

    def coach_sign(self) -> str:
        """The state of the coach: in your own turn whether it is ready, while others move also what it thinks of your
        latest move, if it is sure. What it says against a move stands in its box.
        """
        outrun = self.coach.latest_opinion == NOT_LOOKED_AT
        if self.active and outrun and self.looks_back:
            return COACH_BEHIND
        if self.thinking or (not self.active and self.looks_back):
            return COACH_THINKS
        if outrun:
            return COACH_MISSED
        if self.active:
            return COACH_READY
        return COACH_FINE if self.coach.latest_opinion == FINE else COACH_ON

    @property
    def looks_back(self) -> bool:
        """True while the coach looks at a move that was already played."""
        return any(worker.node is self and worker.group == LATE and not worker.is_finished for worker in self.workers)

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
            if self.confirming:  # what the coach says of the move may have changed
                self.describe()

    def show(self) -> None:
        super().show()
        self.look_at_picks()

    def look_at_picks(self) -> None:
        """Let the coach look at the picked move, if it has not yet, so that it can speak before the move is played."""
        move = self.selection.action() if self.active and self.coached else None
        asked = move and (len(self.match.log), self.board.steps(move)[0])
        if asked and asked != self.picked_before and self.coach.opinion(asked[1:]) == NOT_LOOKED_AT:
            self.picked_before = asked
            self.run_worker(self.look_at(asked[1]), group=PICKED, exclusive=True)

    async def look_at(self, action: Action) -> None:
        """Look at one move of the decision at hand."""
        with suppress(NoAnswer):
            await self.coach.look_at(self.app.bot_pool, action)

    def note(self, action: Action) -> None:
        """Note the coach's opinion of your move; if it has none yet, let it say later what the move costs.

        A later step of the same turn, such as the return of tokens, ends no search about the first one.
        """
        self.coach.note(action)
        hint = self.known_hint
        if hint and hint.longer and hint.log == (*self.match.log,) and hint.choice.action == action:
            self.followed.append(hint)
        ply, questions = len(self.match.log), self.coach.late_questions(action) if self.coached else []
        same_turn = self.looking_back is not None and len(self.coach.turn_so_far()) >= ply - self.looking_back
        if same_turn and (self.looks_back or self.late):
            return
        self.late = None
        self.workers.cancel_group(self, LATE)  # what an earlier move costs is told only until the next one
        if questions:
            self.looking_back = ply
            self.run_worker(self.look_back(ply, questions), group=LATE, exclusive=True)

    async def look_back(self, ply: int, questions: Sequence[CoachQuestion]) -> None:
        """Search a decision after it was made, and object to the move as soon as it looks costly."""
        with suppress(NoAnswer):
            for question in questions:
                if question.terms == SECOND and self.coach.latest_opinion not in (NOT_LOOKED_AT, UNSURE):
                    break
                if advice := await self.app.bot_pool.coach(question):
                    self.tell_late(ply, self.coach.note_late(ply, question, advice))
        self.call_later(self.show_late)  # when this search is over

    def tell_late(self, ply: int, objection: Objection | None) -> None:
        """Tell the objection to the move played at a ply, or withdraw the one told before."""
        had_verdict, self.late = self.late is not None, (ply, objection) if objection else None
        if self.late and not had_verdict:
            self.objected_at = monotonic()
        if had_verdict and not self.late:
            self.message = LATE_WITHDRAWN
        self.show_late()

    def close_late(self) -> bool:
        """Close the box with an objection to your latest move, if it has been there long enough to be read."""
        read = monotonic() - self.objected_at >= UNREAD_SECONDS
        if self.confirming or not read or not self.late_objections():
            return False
        self.late = None
        self.show()
        return True

    def show_late(self) -> None:
        """Show what the coach says about a move already played, in place of an older message."""
        if self.board.state and is_open(self):
            self.message = "" if self.late else self.message
            self.head(self.board.state)
            self.describe()

    def undos(self, ply: int) -> int:
        """The undos that take back your move at a ply; 0 if you have played another turn since."""
        match, (person,) = self.match, self.match.human_seats
        own = [n for n in range(ply, len(match.log)) if match.game.turn(match.states[n]) == person]
        if match.player is None or own != [*range(ply, ply + len(own))]:
            return 0
        return sum(is_decision(match, n) for n in own)

    def drop_late(self) -> None:
        """Drop what the coach says, or would say, about a move already played."""
        self.workers.cancel_group(self, LATE)
        self.late, self.looking_back, self.coach.latest_opinion = None, None, ""

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

    async def advise(self, again: bool, earlier: tuple[int, Choice] | None) -> tuple[list[str], Any, Choice]:
        """The hint for this position, the bot's view and its choice; asked for `again`, after a longer search.

        Where there is a coach, the best move is the coach's. `earlier` is a hint of the same turn with its ply. Raises
        NoAnswer.
        """
        match, key = self.match, self.app.key_names["table.hint"]
        hint = self.known_hint if self.known_hint and self.known_hint.log == (*match.log,) else None
        if hint is None:
            hint = await self.first_hint(key, earlier)
        elif again and not hint.longer:
            before = hint.view, hint.choice
            lines, view, choice = await advise(self.app.bot_pool, match, len(hint.log), before, key)
            hint = KnownHint(hint.log, hint_lines(match, view, choice, key), view, choice, lines)
        self.known_hint = hint
        return hint.longer if again and hint.longer else hint.lines, hint.view, hint.choice

    async def first_hint(self, key: str, earlier: tuple[int, Choice] | None) -> KnownHint:
        """The hint for a position that has none yet. Raises NoAnswer."""
        match, log = self.match, (*self.match.log,)
        if current := await self.answer():
            seed = hint_seed(match, len(log))
            choice = await improved(self.app.bot_pool, match, current.view, current.advice.choice, seed)
            return KnownHint(log, hint_lines(match, current.view, choice, key), current.view, choice, [])
        lines, view, choice = await advise(self.app.bot_pool, match, len(log), None, key, earlier)
        return KnownHint(log, lines, view, choice, [])

    def reset(self) -> None:
        """Stop the coach as well: others may need its process now."""
        self.workers.cancel_group(self, WORK)
        self.workers.cancel_group(self, PICKED)
        self.thinking = False
        super().reset()

    def ask_again(self, action: Action) -> None:
        super().ask_again(action)
        if self.doubtful(action):
            self.objected_at = monotonic()
            self.coach.show(self.board.steps(action))

    def action_confirm(self) -> None:
        """Confirm, unless the objection to it has only just come up."""
        if self.confirming is None or monotonic() - self.objected_at >= UNREAD_SECONDS:
            super().action_confirm()

    def doubtful(self, choice: Action) -> bool:
        return self.coached and self.coach.objection(self.board.steps(choice)) is not None

    def objections(self) -> list[str]:
        """The coach's lines on the move to be confirmed, or on the one played last; none without an objection."""
        if not self.coached or self.confirming is None:
            return self.late_objections()
        objection, hints = self.coach.objection(self.board.steps(self.confirming)), self.app.settings.hints == "on"
        if objection is None and self.app.settings.confirm == "on":
            return []
        text = warning(objection) if objection else WITHDRAWN
        hint = hints and not (objection and objection.names_best)
        return [text, confirming_keys(self.app.key_names, hint=hint)]

    def late_objections(self) -> list[str]:
        """The coach's lines on your latest move, until you play another one; none without a late objection."""
        undos = self.undos(self.late[0]) if self.late and self.past_ply is None else 0
        if self.late is None or not undos:
            return []
        undo = " ".join(["{table.undo}"] * undos)
        ply, objection = self.late
        text = late_warning(self.match, self.coach.losses[ply], ply, objection, ply in self.coach.let_pass)
        return [text, self.app.key_names.fill(f"{undo} undoes it, {{table.clear}} closes")]
