"""The result of a daily game: what master makes of it, and the text to share beside it."""

from __future__ import annotations

from datetime import date

from rich.box import ASCII, ROUNDED
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from textual import work

from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record

from ..model import daily, daily_files, daily_share, daily_words, invitation
from ..model.bot_pool import NoAnswer
from ..model.daily import Try
from ..narration import summary
from .score_sheet import ScoreSheet

GAP = 2
"""Columns between the story of a game and the text to share."""
BORDER = 4
"""Columns of the box around the text to share."""
ROOMY = 30
"""Rows from which the figures have room beside the turning point, with the chart below them."""
STORY_ROOM = 90
"""Characters for the turning point, which takes three lines in the narrowest window."""
NEXT = "{over.retry} shows your mistakes; {over.practise} is practice: the same game, with hints"
"""Advice after a daily game."""
OUTDONE = f"You did better than {daily.MASTER}. The text to share says so; {{over.copy}} copies it."
"""Notice when the game of MASTER is over, and yours was better."""


def sheet_for(match: Match, record: Record | None) -> ScoreSheet:
    """The result of a match; that of a first try at a daily game has more to say, and practice names its day."""
    day = daily_files.day_of(record.path) if record else None
    if day:
        return DailySheet(match, record, day)
    of_day = daily.deal_of(match, daily.today())
    return DealSheet(match, record, of_day.day) if of_day else ScoreSheet(match, record)


class DealSheet(ScoreSheet):
    """Result of a game with the deal of a day: practice, unless a subclass says otherwise. It leads to the calendar."""

    NAMES_SEED = False

    def __init__(self, match: Match, record: Record | None, day: date) -> None:
        super().__init__(match, record)
        self.tries, self.problems = daily_files.load()
        self.day = day

    @property
    def what(self) -> str:
        """The kind of the game, before its title."""
        return daily_words.dated(daily_words.PRACTICE, self.day, daily.today())

    def game_title(self) -> str:
        return f"{self.what}: {super().game_title()}"

    def facts(self, width: int) -> RenderableType:
        """The usual figures below the result of the first try, which stands."""
        entry, usual = self.tries.get(self.day), super().facts(width)
        stands = f"Practice: your first try stands, {entry.own}.\n" if entry and entry.own else ""
        return f"{stands}{usual}"

    def key_label(self, action: str) -> str:
        return "Calendar" if action == "home" else ""

    def action_home(self) -> None:
        """Leave for the calendar."""
        self.app.open_calendar(self.day)

    def action_practise(self) -> None:
        """Play the deal again, as practice."""
        self.app.practise(self.day)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("practise", "again"):
            return action == "practise"
        return super().check_action(action, parameters)


class DailySheet(DealSheet):
    """Result of the first try of a day. MASTER plays the same deal behind it."""

    def __init__(self, match: Match, record: Record | None, day: date) -> None:
        super().__init__(match, record, day)
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

    @property
    def friend(self) -> tuple[int, int] | None:
        """The result of a friend, if one was given."""
        return daily_files.friends().get(self.day)

    def share_text(self, entry: Try) -> list[str]:
        """The result as text."""
        return daily_share.share_text(entry, self.streak, self.app.few_glyphs, self.friend)

    def facts(self, width: int) -> RenderableType:
        """The story of the game, with its figures, and in a box beside it the text to share."""
        entry = self.entry
        if entry is None:
            return super().facts(width)
        page = Table.grid(padding=(0, GAP, 0, 0), expand=True)
        page.add_column(ratio=1)
        page.add_column(width=daily_share.WIDTH + BORDER)
        p, copies = self.app.palette, f"{self.app.key_names['over.copy']} copies"
        shared = Panel(
            Text("\n".join(self.share_text(entry)), p.ink("ink")),
            box=ASCII if self.app.few_glyphs else ROUNDED,
            border_style=p.style("cursor"),
            title=Text(f"To send to a friend ({copies})"),
            title_align="left",
            subtitle=Text(self.note_on_text(entry)),
            subtitle_align="left",
        )
        page.add_row(self.story(entry), shared)
        return page

    def note_on_text(self, entry: Try) -> str:
        """A note below the text to share: that it lacks the invitation, or else what its marks are."""
        assert entry.own
        lack = invitation.lack(self.app.few_glyphs)
        return lack or daily_share.marks_note(entry.own, self.app.few_glyphs)

    def story(self, entry: Try) -> Text:
        """A friend's result beside yours, the course of the game and the result of MASTER, then your rating and, where
        the chart still has room, where the winner gained or else the figures; in a high window both.
        """
        assert entry.own
        p = self.app.palette
        sentences = [
            *daily_share.more_lines(entry, self.streak, self.moves, len(self.match.log)),
            *self.turning_lines(STORY_ROOM),
        ]
        is_roomy = self.size.height >= ROOMY
        sentences += self.lead_lines(STORY_ROOM) if is_roomy or self.turning is None else []
        friend = [Text(f"{daily_share.compared(entry.own, self.friend)}.", p.ink("cursor"))] if self.friend else []
        lines = [*friend, *(Text(line, p.ink("ink")) for line in sentences), *map(Text, self.rating)]
        if is_roomy or not (self.turning or self.lead_lines(STORY_ROOM)):
            lines.append(Text(summary.facts_line(self.match, seed=self.NAMES_SEED)))
        return Text("\n").join(lines)

    def status(self) -> str:
        """The reason if MASTER could not play; as long as no mistake of yours is known, what to do next."""
        has_news = self.analysis.own_mistakes(self.match.human_seats[0]) or self.analysis.running
        following = self.app.key_names.fill(NEXT) if self.entry and not has_news else ""
        return self.error or following or super().status()

    @property
    def what(self) -> str:
        return daily_words.FIRST_TRY

    def on_mount(self) -> None:
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
            self.shows_notice(daily_share.copied())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("copy", "rematch"):
            return action == "copy"
        return super().check_action(action, parameters)
