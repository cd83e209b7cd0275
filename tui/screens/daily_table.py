"""The table of a daily game: its bots count positions, and a first try has neither undo nor hints."""

from __future__ import annotations

from datetime import date

from rich.cells import cell_len
from textual.binding import Binding

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from ..model import daily, daily_files, daily_words
from ..widgets.board_state import BoardState
from .coached import PROMPT_MARGIN
from .table import Table

PRACTICE_ONLY = ("undo", "redo", "hint", "coach")
"""Actions that a first try does not have."""


def table_for(match: Match, record: Record) -> Table:
    """The table of a match: a match with the deal of a day, wherever it is saved, gets that of the daily game."""
    of_day = daily.deal_of(match, daily.today())
    return DailyTable(match, record, of_day.day) if of_day else Table(match, record)


class DailyTable(Table):
    """Table of a daily game. `day` is the day whose first try it is, None for practice; `deal_day` is the day whose
    deal is played.
    """

    record: Record

    def __init__(self, match: Match, record: Record, deal_day: date) -> None:
        super().__init__(match, record)
        self.day, self.deal_day = daily_files.day_of(record.path), deal_day
        self.noted = False
        """True once the results say that this try was begun."""

    @property
    def coached(self) -> bool:
        return not self.day and super().coached

    async def choose(self, player: int, ply: int) -> Choice:
        return await self.app.bot_pool.choose(**daily.bot_arguments(self.match), alone=True)

    def show_news(self) -> None:
        """Say before your first move on which terms you play and what wins the game, or that it is practice."""
        if not daily.has_begun(self.match) and self.active and not self.message and self.board.tiles:
            first_try = daily_words.first_try_opening(daily.deal(self.deal_day))
            self.message = first_try if self.day else daily_words.practice_opening(self.deal_day)
            self.describe()
        super().show_news()

    @property
    def terms(self) -> str:
        """Empty for a first try, whose own sign says it."""
        return "" if self.day else super().terms

    def notice(self, state: BoardState) -> str:
        """The progress of the game, and that it is a first try or practice, with its terms or its day where there is
        room; this alone where there is no room for both.
        """
        progress = super().notice(state)
        if not progress or self.unsaved:
            return progress
        room = self.size.width - cell_len(self.prompt(state)) - PROMPT_MARGIN
        practice = daily_words.dated(daily_words.PRACTICE, self.deal_day, daily.today())
        signs = daily_words.FIRST_TRY_SIGNS if self.day else (practice, daily_words.PRACTICE)
        ways = [f"{progress}, {sign[:1].lower()}{sign[1:]}" for sign in signs]
        alone = signs if self.day else [practice]
        return next((way for way in (*ways, *alone) if cell_len(way) <= room), alone[-1])

    def move_now_key(self, text: str) -> str:
        """Name no key: a bot that answers early would not give the same reply everywhere."""
        return ""

    def play(self, action: Action) -> None:
        """Play an action; your first move begins the try."""
        own = self.match.player in self.humans
        super().play(action)
        if self.day and own and not self.noted:
            self.noted = True
            if problem := daily_files.note_move(self.match, self.day, daily.today()):
                self.app.notify(problem, severity="warning", markup=False)

    def key_label(self, action: str) -> str:
        return "Calendar" if action == "leave" else super().key_label(action)

    def action_leave(self) -> None:
        """Leave for the calendar, which says of practice how to continue it."""
        is_kept = not self.day and self.match.log and self.match.player is not None
        self.app.open_calendar(self.deal_day, daily_words.PRACTICE_SAVED if is_kept else "")

    def not_now(self, binding: Binding) -> str:
        if self.day and binding.action in PRACTICE_ONLY:
            return daily_words.NO_HELP
        return super().not_now(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "hurry":
            return bool(self.bot_error)
        if self.day and action in PRACTICE_ONLY:
            return False
        return super().check_action(action, parameters)
