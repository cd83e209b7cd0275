"""A table with a coach: a move that gives up a lot needs a second key press, below the reason."""

from __future__ import annotations

from contextlib import suppress

from rich.cells import cell_len
from textual.worker import WorkerError

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match

from ..model.bot_pool import NoAnswer
from ..model.coach import Coach, CurrentAdvice, is_coached, warning
from ..widgets.board_state import BoardState
from ..widgets.closable_screen import is_open
from .move_entry_base import MoveEntryScreen

WORK = "coach"
"""Group of the workers that think for the coach."""
COACH_ON = "coach on"
"""The sign that there is a coach."""
COACH_THINKS = "coach thinking"
"""The sign that the coach has no answer yet and would let every move pass."""
PROMPT_MARGIN = 6
"""Columns between the prompt and the sign of the coach, with those for the signs of a bot that thinks."""


class CoachedScreen(MoveEntryScreen):
    """Table at which a coach may think along, in the background, from the start of each turn of the person."""

    match: Match

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.coach = Coach(match)
        self.thinking = False
        """True while the coach works on the decision at hand."""

    @property
    def coached(self) -> bool:
        """True when a coach advises the person at this table."""
        return is_coached(self.match, self.app.settings)

    def notice(self, state: BoardState) -> str:
        """The progress of the game, and that the coach is on; only that where the prompt leaves no room for both."""
        progress = super().notice(state)
        if not self.coached or not progress:
            return progress
        room = self.size.width - cell_len(self.prompt(state)) - PROMPT_MARGIN
        sign = COACH_THINKS if self.thinking else COACH_ON
        return next((way for way in (f"{progress}, {sign}", f"{progress}, coach") if cell_len(way) <= room), sign)

    def used_help(self) -> None:
        """Note in the saved game that the player had help."""
        raise NotImplementedError

    def consult(self) -> None:
        """Let the coach think about the decision at hand."""
        self.coach.drop()
        if self.coached:
            self.used_help()
            self.run_worker(self.think(), group=WORK, exclusive=True)

    async def think(self) -> None:
        self.thinking = True
        try:
            with suppress(NoAnswer):
                await self.coach.think(self.app.bot_pool)
        finally:
            self.thinking = False
        if self.board.state and is_open(self):
            self.head(self.board.state)

    async def answer(self) -> CurrentAdvice | None:
        """The coach's advice on the decision at hand, as soon as there is some; None if there will be none."""
        for worker in list(self.workers):
            if worker.node is self and worker.group == WORK and not self.coach.current:
                with suppress(WorkerError):
                    await worker.wait()
        return self.coach.current

    def reset(self) -> None:
        """Stop the coach as well: others may need its process now."""
        self.workers.cancel_group(self, WORK)
        super().reset()

    def doubtful(self, choice: Action) -> bool:
        return self.coach.objection(self.board.steps(choice)[0]) is not None

    def objections(self) -> list[str]:
        """The coach's lines on the move to be confirmed; none without an objection."""
        objection = self.coach.objection(self.board.steps(self.confirming)[0]) if self.confirming else None
        if objection is None:
            return []
        keys = self.app.key_names
        ways = [f"{keys['table.play']} plays", f"{keys['table.clear']} cancels"]
        if self.app.settings.hints == "on" and not objection.names_best:
            ways.append(f"{keys['table.hint']}: best move")
        return [warning(objection), ", ".join(ways)]
