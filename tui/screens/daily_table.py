"""The table of a daily game: its bots count positions, and a first try has neither undo nor hints."""

from __future__ import annotations

from textual.binding import Binding

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record

from ..model import daily, daily_files, daily_words
from .table import Table

PRACTICE_ONLY = ("undo", "redo", "hint", "coach")
"""Actions that a first try does not have."""


def table_for(match: Match, record: Record) -> Table:
    """The table of a match: a match with the deal of a day, wherever it is saved, gets that of the daily game."""
    return DailyTable(match, record) if daily.deal_of(match, daily.today()) else Table(match, record)


class DailyTable(Table):
    """Table of a daily game. `day` is the day whose first try it is, None for practice."""

    record: Record

    def __init__(self, match: Match, record: Record) -> None:
        super().__init__(match, record)
        self.day = daily_files.day_of(record.path)
        self.noted = False
        """True once the results say that this try was begun."""

    @property
    def coached(self) -> bool:
        return not self.day and super().coached

    async def choose(self, player: int, ply: int) -> Choice:
        return await self.app.bot_pool.choose(**daily.bot_arguments(self.match), alone=True)

    def show_news(self) -> None:
        """Say before your first move what wins the game."""
        before = not any(self.match.game.turn(s) in self.humans for s in self.match.states[:-1])
        deal = daily.deal_of(self.match, daily.today()) if before and self.active else None
        if deal and not self.message and self.board.tiles:
            self.message = daily_words.goal(deal)
            self.describe()
        super().show_news()

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
        return "Calendar" if self.day and action == "leave" else super().key_label(action)

    def action_leave(self) -> None:
        """Leave a first try for the calendar."""
        if self.day:
            self.app.open_calendar(self.day)
        else:
            super().action_leave()

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
