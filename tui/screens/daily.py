"""The daily game: a calendar of the month, the deal under the cursor, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tabletown.rules.core.save_file import BadRecord

from ..model import daily, daily_files, daily_share, daily_words, invitation, saved_games
from ..model.actions import bindings
from ..model.bot_pool import NoAnswer
from ..model.daily import Try
from ..model.palette import Palette
from ..narration import game_ui
from ..widgets.canvas import Canvas, Rect
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt
from .base import TabletownScreen
from .help import Help

WEEKDAYS = [7 if options is None else 6 for _, options in daily.WEEK]
"""Columns of the days of a week, with the gap to the next: those of modules have longer names."""
STARTS = [sum(WEEKDAYS[:n]) for n in range(len(WEEKDAYS))]
"""Column in which each day of a week starts."""
ROWS = 3
"""Rows of a day: its number, its game, and its state."""
INKS = {"won": "good", "lost": "ink", "begun": "warn", "today": "cursor", "future": "faint"}
PLATES = {"won": "good", "lost": "muted", "begun": "warn", "today": "cursor"}
"""Colours of the days by state: of the text, and of the plate, mixed into the felt."""
WASH = 0.22
WIDE = 100
"""Columns from which the page has a margin."""
UNNAMED = ("missed", "future")
"""States that the calendar does not name."""
HELP = f"""\
# Daily game

One game a day, the same for everyone. Your **first try** counts: it is rated, and it has no undo and no hints. You may
leave it and continue later. {daily_words.RULE}

Afterwards compare yourself with the `master` bot, which plays the same game in your seat, send your result to a friend,
look at your mistakes, or play the game again as **practice**, with hints. In the text for
a friend, each dot is a round, an auction or a year, or one of the equal parts of a long game. Games of days gone by can
still be played, and are rated too. Every day starts at 00:00 UTC.

{daily_words.NAMES_EXPLAINED}

`{{daily.rules}}` shows the rules of the game under the cursor.
"""
"""Start of the help."""


class Calendar(Widget):
    """A month: each day has its number, its game and its state in one word; `cursor` is the chosen day."""

    cursor: reactive[date] = reactive(date.min)

    def __init__(self, palette: Palette, cursor: date) -> None:
        super().__init__()
        self.palette, self.tries = palette, dict[date, Try]()
        self.set_reactive(Calendar.cursor, cursor)

    def show(self, tries: Mapping[date, Try]) -> None:
        self.tries = dict(tries)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        p, width = self.palette, self.size.width
        canvas = Canvas(width, 1, p.style())
        week, row = divmod(y - 1, ROWS)
        weeks = daily.weeks(self.cursor)
        if y == 0:
            for x, day in zip(STARTS, weeks[0], strict=True):
                canvas.write(x + 1, 0, f"{day:%a}"[:2], p.style("muted"))
        elif week < len(weeks):
            for x, day in zip(STARTS, weeks[week], strict=True):
                if day.month == self.cursor.month:
                    self.paint_day(canvas, x, row, day)
        return canvas.strip(0)

    def paint_day(self, canvas: Canvas, x: int, row: int, day: date) -> None:
        """Paint a row of a day: its number above a plate with its game and its state."""
        p, state, chosen = self.palette, daily.state(self.tries, day, daily.today()), day == self.cursor
        width = WEEKDAYS[day.weekday()] - 1
        ink, plate = INKS.get(state, "muted"), PLATES.get(state)
        style = p.washed(ink, plate, WASH, bold=True) if plate else p.style(ink)
        if row == 0:
            ink = "cursor" if chosen else ink
            canvas.write(x, 0, f"{p['here'] if chosen else ' '}{day.day:>2}", p.style(ink, bold=chosen))
            return
        if chosen:
            style = p.style("felt", "cursor", bold=True, reverse=p.flat)
        if plate or chosen:
            canvas.fill(Rect(x, 0, width, 1), style)
        text = daily_words.day_name(day) if row == 1 else "" if state in UNNAMED else state
        canvas.write(x, 0, f"{text:^{width}}", style)

    def day_at(self, x: int, y: int) -> date | None:
        """The day at a position, also one of another month; None beside the days."""
        week, weeks = (y - 1) // ROWS, daily.weeks(self.cursor)
        weekday = max((n for n, start in enumerate(STARTS) if start <= x < STARTS[-1] + WEEKDAYS[-1]), default=None)
        return weeks[week][weekday] if weekday is not None and 0 <= week < len(weeks) else None


class DailyScreen(TabletownScreen):
    """Calendar on the left, the chosen day on the right."""

    CSS_PATH = "daily.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("daily")]

    def __init__(self, day: date | None = None, news: str = "") -> None:
        super().__init__()
        self.first_day = day or daily.today()
        """The day under the cursor at first."""
        self.news = news
        """News of the game that was left, until another day is chosen; empty for nothing."""
        self.tries: dict[date, Try] = {}
        self.friends = daily_files.friends()
        """Results of friends by day."""
        self.unfinished: dict[date, list[saved_games.Entry]] = {}
        """Games of the days that were begun, as far as they were chosen; none for one that cannot be read."""
        self.progress: dict[date, str] = {}
        """The progress of MASTER with the deal of a day, or why it cannot play it."""
        self.can_continue = False
        """True while the first try of the chosen day can be played."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Prompt(id="month")
            yield Prompt(id="streak")
        with Horizontal(id="page"):
            yield Calendar(self.app.palette, self.first_day)
            yield Static(id="day", markup=False)
        yield Prompt(id="detail")
        yield KeyFooter()

    def help_opening(self) -> str:
        return HELP

    @property
    def day(self) -> date:
        """The chosen day."""
        return self.query_one(Calendar).cursor

    @property
    def begun(self) -> saved_games.Entry | None:
        """The game of the chosen day while it is unfinished."""
        return next(iter(self.unfinished.get(self.day, ())), None)

    @property
    def entry(self) -> Try | None:
        """The first try of the chosen day."""
        return self.tries.get(self.day)

    def on_mount(self) -> None:
        self.watch(self.query_one(Calendar), "cursor", self.show, init=False)
        self.show()

    def on_screen_resume(self) -> None:
        self.tries, problems = daily_files.load()
        self.unfinished.clear()
        for problem in problems:
            self.app.notify(problem, severity="warning", markup=False)
        self.query_one(Calendar).show(self.tries)
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    def on_click(self, event: events.Click) -> None:
        """Choose the day under the mouse; a second click plays it."""
        calendar = self.query_one(Calendar)
        x, y = int(event.screen_x - calendar.region.x), int(event.screen_y - calendar.region.y)
        day = calendar.day_at(x, y)
        if day == self.day:
            return self.action_play()
        if day:
            self.go(day)
        return None

    # Display

    def show(self) -> None:
        """Show the chosen day."""
        self.can_continue = daily_files.can_continue(self.tries, self.day)
        if self.entry and not self.entry.own and self.day not in self.unfinished:
            saved, _ = saved_games.read([daily_files.game_path(self.day)])
            self.unfinished[self.day] = [game for game in saved if not game.finished]
        self.query_one("#month", Prompt).say(daily_words.tally(self.tries, self.day))
        self.query_one("#streak", Prompt).say(daily_words.streak_line(self.tries, daily.now()))
        self.query_one("#day", Static).update(self.about())
        self.query_one("#detail", Prompt).say(self.advice())
        self.refresh_bindings()
        self.compare()

    def about(self) -> Text:
        """The deal of the chosen day, and the result of its first try."""
        p, day, entry = self.app.palette, self.day, self.entry
        lines = [Text(f"{day:%A}, {daily.long_date(day)}", p.ink("cursor", bold=True))]
        about = daily_words.about(day, entry)
        lines += [Text(line) for line in (about if daily.has_deal(day, daily.today()) else about[:1])]
        result = self.friends.get(day)
        own = entry.own if entry else None
        friend = [Text(daily_share.compared(own, result), p.ink("cursor"))] if result else []
        if entry and entry.own:
            copies = f"To send to a friend ({self.app.key_names['daily.copy']} copies):"
            master = entry.master or self.progress.get(day, "")
            lines += [
                *friend,
                Text(f"You {entry.own}"),
                Text(f"{daily.MASTER.capitalize()} bot {master}", p.ink("muted")),
                Text(),
                Text(copies, p.ink("muted")),
                *map(Text, self.share_text(entry)),
                *([Text(lack, p.ink("muted"))] if (lack := invitation.lack(self.app.few_glyphs)) else []),
            ]
        else:
            lines += friend
        if self.begun:
            lines += [Text(self.begun.points_of_each), Text(self.begun.turn)]
        if not (entry and entry.own) and daily.has_deal(day, daily.today()):
            lines += [Text(daily_words.FIRST_TRY_TERMS, p.ink("cursor"))]
            lines += [Text(), Text(daily_words.goal(daily.deal(day)))]
        if gain := daily_words.gain(self.tries, day, daily.today()):
            lines += [Text(), Text(gain, p.ink("good" if day == daily.today() else "muted"))]
        if self.is_new:
            lines += [Text(), Text(self.app.key_names.fill(daily_words.lesson_offer(daily.deal(day))), p.ink("cursor"))]
        return Text("\n").join(lines)

    def share_text(self, entry: Try) -> list[str]:
        """The result of the chosen day as text."""
        days, friend = daily.streak(self.tries, daily.today()), self.friends.get(entry.day)
        return daily_share.share_text(entry, days, self.app.few_glyphs, friend)

    @property
    def is_new(self) -> bool:
        """True for a game of the chosen day that the player does not know yet."""
        has_deal = daily.has_deal(self.day, daily.today())
        return has_deal and self.entry is None and daily_files.is_new(self.tries, daily.deal(self.day).game)

    def advice(self) -> str:
        if not self.news and self.entry and self.entry.own and daily_files.open_practice(self.day):
            return daily_words.PRACTICE_GOES_ON
        return self.news or daily_words.advice(self.day, self.entry, daily.today())

    # Master's game

    def compare(self) -> None:
        """Let MASTER play the deal of the chosen day, if its result is missing."""
        entry = self.entry
        if entry and entry.own and not entry.master and not self.progress.get(self.day):
            self.progress[self.day] = "is playing ..."
            self.ask_master(entry)

    @work(group="master")
    async def ask_master(self, entry: Try) -> None:
        def report(moves: int) -> None:
            self.progress[entry.day] = f"is playing: move {moves + 1}"
            self.query_one("#day", Static).update(self.about())

        try:
            self.tries[entry.day] = await daily_files.ask_master(self.app.bot_pool, entry, report)
        except (NoAnswer, BadRecord, OSError):
            self.progress[entry.day] = "could not play this game"
        self.query_one("#day", Static).update(self.about())
        self.refresh_bindings()

    # Keys

    def go(self, day: date) -> None:
        """Choose a day, none before the first deal or after the next month."""
        self.news, last = "", daily.next_month(daily.today(), 2) - timedelta(1)
        self.query_one(Calendar).cursor = min(max(day, daily.FIRST), last)

    def action_walk(self, days: int) -> None:
        self.go(self.day + timedelta(days))

    def action_month(self, step: int) -> None:
        first = daily.next_month(self.day, step)
        last = daily.next_month(first) - timedelta(1)
        self.go(first.replace(day=min(self.day.day, last.day)))

    def action_today(self) -> None:
        self.go(daily.today())

    def action_play(self) -> None:
        """Play or continue the first try; a finished one is replayed."""
        if self.app.front is not self or not daily.has_deal(self.day, daily.today()):
            return
        if self.entry and self.entry.own:
            return self.action_replay()
        self.app.play_daily(self.day)

    def action_practise(self) -> None:
        """Play the deal again."""
        if self.app.front is self:
            self.app.practise(self.day)

    def action_learn(self) -> None:
        """Open the lesson of the day's game, over the calendar."""
        if self.app.front is self:
            self.app.show_lesson(daily.deal(self.day).game, over=True)

    def action_rules(self) -> None:
        """Show the rules of the chosen day's game, those of its module first."""
        of_day = daily.deal(self.day)
        if self.app.front is self:
            self.app.push_screen(Help(self, game_ui.load(of_day.game).help(of_day.options)))

    def action_replay(self, level: str = "") -> None:
        if self.app.front is self:
            self.app.replay(str(daily_files.game_path(self.day, level)))

    def action_copy(self) -> None:
        if self.entry:
            self.app.copy_to_clipboard("\n".join(self.share_text(self.entry)))
            self.shows_notice(daily_share.copied())

    def shows_notice(self, text: str) -> bool:
        if self.is_mounted:
            self.query_one("#detail", Prompt).say(text)
        return self.is_mounted

    def key_label(self, action: str) -> str:
        return "Continue" if action == "play" and self.entry else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        entry = self.entry if self.is_mounted else None
        over = bool(entry and entry.own)
        match action:
            case "play":
                return self.is_mounted and daily.has_deal(self.day, daily.today()) and not over
            case "replay" if parameters:
                return bool(entry and entry.master)
            case "replay" | "copy":
                return over
            case "rules":
                return not over
            case "practise":
                return entry is not None and not self.can_continue
            case "learn":
                return self.is_mounted and self.is_new
            case "today":
                return self.is_mounted and self.day != daily.today()
        return True
