"""The result of a daily game: what master makes of it, and the text to share beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import zip_longest
from textwrap import wrap

from textual import work
from textual.containers import VerticalScroll

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record

from ..model import daily, daily_files, daily_share
from ..model.bot_pool import NoAnswer
from ..model.daily import Try
from .score_sheet import ScoreSheet

GAP = 3
"""Columns between the figures of a result and the text to share."""
NEXT = "{over.retry} shows your mistakes; {over.again} plays the same game as practice, with hints"
"""Advice after a daily game."""
OUTDONE = f"You outdid {daily.MASTER}. The text to share now says so; {{over.copy}} copies it."
"""Notice when the game of MASTER is over, and yours was better."""


def sheet_for(match: Match, record: Record | None) -> ScoreSheet:
    """The result of a match; that of a first try at a daily game has more to say."""
    day = daily_files.day_of(record.path) if record else None
    return DailySheet(match, record, day) if day else ScoreSheet(match, record)


def beside(left: Sequence[str], right: Sequence[str], width: int) -> str:
    """Two columns of text, the left one wrapped to a width."""
    wrapped = [row for line in left for row in wrap(line, width, subsequent_indent="  ")]
    return "\n".join(f"{a:<{width + GAP}}{b}".rstrip() for a, b in zip_longest(wrapped, right, fillvalue=""))


class DailySheet(ScoreSheet):
    """Result of the first try of a day. MASTER plays the same deal behind it."""

    NAMES_SEED = False

    def __init__(self, match: Match, record: Record | None, day: date) -> None:
        super().__init__(match, record)
        self.tries, self.problems = daily_files.load()
        self.day = day
        self.moves: int | None = None
        """Number of moves in the game of MASTER so far; None before and after it."""
        self.error = ""
        """The reason if MASTER could not play; empty otherwise."""

    @property
    def entry(self) -> Try | None:
        """The finished try; None if its result could not be kept."""
        entry = self.tries.get(self.day)
        return entry if entry and entry.own else None

    @property
    def streak(self) -> int:
        return daily.streak(self.tries, daily.today())

    def share_text(self, entry: Try) -> list[str]:
        """The result as text."""
        return daily_share.share_text(entry, self.streak, self.app.few_glyphs)

    def facts(self, width: int) -> str:
        """The figures of the game, and beside them the text to share."""
        entry = self.entry
        if entry is None:
            return super().facts(width)
        scrollbar = self.query_one(VerticalScroll).styles.scrollbar_size_vertical  # the page may be too long
        room = width - daily_share.WIDTH - GAP - scrollbar
        friend = daily_files.friends().get(self.day)
        lines = [
            *super().facts(room).splitlines(),
            *daily_share.more_lines(entry, self.streak, self.moves, len(self.match.log)),
            *([daily_share.compared(entry.own, friend)] if friend else []),
        ]
        lines.append(f"{self.app.key_names['over.copy']} copies the text on the right to share.")
        return beside(lines, self.share_text(entry), room)

    def status(self) -> str:
        """The reason if MASTER could not play; as long as no mistake of yours is known, what to do next."""
        has_news = self.analysis.own_mistakes(self.match.human_seats[0]) or self.analysis.running
        following = self.app.key_names.fill(NEXT) if self.entry and not has_news else ""
        return self.error or following or super().status()

    def game_title(self) -> str:
        return f"Daily game: {super().game_title()}"

    def on_mount(self) -> None:
        super().on_mount()
        for problem in self.problems:
            self.app.notify(problem, severity="warning", markup=False)
        self.compare()

    @work(exclusive=True, group="master")
    async def compare(self) -> None:
        """Let MASTER play the deal, unless its result is known."""
        if (entry := self.entry) is None or entry.master:
            return
        try:
            now = self.tries[self.day] = await daily_files.ask_master(self.app.bot_pool, entry, self.report)
            if daily_share.challenge(now) != daily_share.challenge(entry):
                self.shows_notice(self.app.key_names.fill(OUTDONE))
            self.report(None)
        except (NoAnswer, BadRecord, OSError) as why:
            self.error = f"{daily.MASTER.capitalize()} bot could not play this game ({why})"
            self.report(None)

    def report(self, moves: int | None) -> None:
        """Say how far MASTER is; None when its game is over."""
        self.moves = moves
        self.say_status()
        self.show_facts(self.size.width - 2)

    def action_copy(self) -> None:
        if self.entry:
            self.app.copy_to_clipboard("\n".join(self.share_text(self.entry)))
            self.shows_notice(daily_share.COPIED)

    def key_label(self, action: str) -> str:
        return {"home": "Calendar", "again": "Practise"}.get(action, "")

    def action_home(self) -> None:
        """Leave for the calendar."""
        self.app.open_calendar(self.day)

    def action_again(self) -> None:
        """Play the deal again, as practice."""
        self.app.branch(daily.deal(self.day).match(), [])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("copy", "rematch"):
            return action == "copy"
        return super().check_action(action, parameters)
