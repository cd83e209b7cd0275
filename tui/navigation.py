"""Navigation: the screens that the app opens, over home and over each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.matched import MATCHED
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import BadRecord, Record

from .app_protocol import AppProtocol
from .model import daily, daily_files
from .model.coach import can_be_coached, coached_from_the_start
from .model.saved_games import fresh_path
from .model.smallest_window import LEAST
from .narration.grammar import ELSEWHERE
from .screens.base import TabletownScreen
from .screens.too_small import TooSmall

if TYPE_CHECKING:
    from .model.review_runner import ReviewRunner
    from .model.reviews import ReviewProgress
    from .screens.table import Table

SCREENS = {
    "daily": ("daily", "DailyScreen"),
    "puzzle": ("puzzle", "PuzzleScreen"),
    "new": ("new_game", "NewGame"),
    "learn": ("lesson_list", "LessonList"),
    "replays": ("saved_games", "ReplayList"),
    "stats": ("statistics", "StatisticsScreen"),
    "rating": ("rating", "RatingScreen"),
    "settings": ("settings", "SettingsScreen"),
    "keys": ("key_bindings", "KeysScreen"),
}
"""Module and class of the screens that others open by name; each is loaded when it is first opened."""
BRANCHED = "This is a new game. Hints round the chances; the review gives them exactly."
"""Notice at the start of a game from a position of another one."""


class Navigator(AppProtocol):
    """The part of the app that opens screens. `problems` are shown when it starts."""

    problems: list[str]

    def push_screen(self, screen: Any, *args: Any, **extra: Any) -> Any:
        """Open a screen; in a window that is too small, below the notice that says so."""
        small = isinstance(self.screen_stack[-1], TooSmall) if self.screen_stack else False
        if small:
            self.pop_screen()
        awaitable = super().push_screen(screen, *args, **extra)
        if small:
            super().push_screen(TooSmall(*LEAST))
        return awaitable

    @property
    def front(self) -> Screen[Any]:
        """Topmost screen, apart from the notice that the window is too small."""
        return next(screen for screen in reversed(self.screen_stack) if not isinstance(screen, TooSmall))

    def go_home(self, news: str = "") -> None:
        """Close every screen above home, where `news` is shown, and give up the record of a game at the table."""
        from .screens.home import Home

        for screen in self.screen_stack:
            if isinstance(screen, Home):
                screen.news = news
        while len(self.screen_stack) > 1 and not isinstance(self.screen, Home):
            self.workers.cancel_node(self.screen)
            if isinstance(self.screen, TabletownScreen):
                self.screen.put_away()
            self.pop_screen()
        if not isinstance(self.screen, Home):
            self.push_screen(Home())

    def open_screen(self, name: str) -> None:
        module, cls = SCREENS[name]
        self.push_screen(getattr(import_module(f".screens.{module}", __package__), cls)())

    def show_result(self, match: Match, record: Record | None) -> None:
        from .screens.daily_sheet import sheet_for

        self.switch_screen(sheet_for(match, record))

    def show_replay(self, match: Match, path: Path | None, ply: int = 0, page: str = "") -> None:
        from .screens.replay import Replay

        self.push_screen(Replay(match, path, ply, page))

    @cached_property
    def reviews(self) -> ReviewRunner:
        """Analyses in the background."""
        from .model.review_runner import ReviewRunner

        return ReviewRunner(self.bot_pool)

    def review(self, own: ReviewProgress) -> ReviewProgress:
        review = self.reviews.join(own)
        if not self.reviews.is_running and not review.is_complete:
            self.run_worker(self.reviews.run(), group="review")
        return review

    def show_lesson(self, game: str, over: bool = False) -> None:
        from .model import lessons
        from .screens.lesson import LessonScreen

        lesson = lessons.load(game)
        screen = LessonScreen(lessons.Course(lesson, lessons.reached(lesson)))
        if over:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    def show_lessons(self, finished: str) -> None:
        from .screens.lesson_list import LessonList

        self.switch_screen(LessonList(finished))

    def open(self, screen: Screen[Any]) -> None:
        """Show a screen directly over home."""
        self.go_home()
        self.push_screen(screen)

    def start(self, game: str, seats: Sequence[Seat], options: dict[str, str], seed: int | None) -> None:
        """Start a new game at the table."""
        self.open(self.begin(game, seats, options, seed))

    def begin(self, game: str, seats: Sequence[Seat], options: dict[str, str], seed: int | None) -> Screen[None]:
        """Return the table of a new game, its opponents matched where they are to be; without a seed, one is drawn."""
        if any(seat.bot == MATCHED for seat in seats):
            from .model.matched_opponent import with_matched

            seats = with_matched(game, options, seats)
        screen = table(Match(game, seats, options, Random().randrange(1_000_000) if seed is None else seed))
        if self.settings.coach == "on" and can_be_coached(screen.match):
            screen.news = coached_from_the_start(screen.first_standing)
        return screen

    def resume(self, path: str) -> None:
        """Continue a saved game, or view it while another program plays it; notify the player if it cannot be read."""
        self._continue(lambda: Record.load(Path(path), BOTS))

    def play_daily(self, day: date) -> None:
        """Start or continue the first try at the deal of a day, as `resume` does."""
        self._continue(lambda: daily_files.open_game(daily_files.load()[0], day))

    def practise(self, day: date) -> None:
        """Continue practice of the deal of a day, or start it."""
        path = daily_files.open_practice(day)
        if path:
            self.resume(str(path))
        else:
            self.branch(daily.deal(day).match(), [])

    def open_calendar(self, day: date, news: str = "") -> None:
        from .screens.daily import DailyScreen

        self.open(DailyScreen(day, news))

    def _continue(self, load: Callable[[], tuple[Match, Record]]) -> None:
        try:
            match, record = load()
        except (BadRecord, OSError) as bad:
            self.notify(str(bad), severity="error", markup=False)
        else:
            self.open(self.going_on(match, record))

    def going_on(self, match: Match, record: Record) -> Screen[None]:
        """Return the table of a match from disk, or a replay of it while another program has its record."""
        from .screens.daily_table import table_for
        from .screens.replay import Replay

        if record.claim():
            return table_for(match, record)
        if self.is_running:
            self.notify(ELSEWHERE, severity="warning", markup=False)
        else:
            self.problems.append(ELSEWHERE)
        screen = Replay(match)
        screen.aside = "View only. "
        return screen

    def replay(self, path: str) -> None:
        from .screens.replay import Replay

        try:
            self.push_screen(Replay(Record.load(Path(path), BOTS)[0], Path(path)))
        except (BadRecord, OSError) as bad:
            self.notify(str(bad), severity="error", markup=False)

    def look_back(self, path: str, retry: bool) -> None:
        """Show the result of a finished game, or with `retry` the biggest mistakes of its player."""
        from .model.reviews import ReviewProgress
        from .screens.daily_sheet import sheet_for
        from .screens.retry_list import RetryList

        try:
            match, record = Record.load(Path(path), BOTS)
        except (BadRecord, OSError) as bad:
            self.notify(str(bad), severity="error", markup=False)
            return
        self.push_screen(RetryList(match, self.review(ReviewProgress(match))) if retry else sheet_for(match, record))

    def branch(self, match: Match, log: Sequence[Action]) -> None:
        """Start a new game that begins with these actions."""
        for action in log:
            match.act(action)
        screen = table(match)
        screen.news = BRANCHED if log else ""
        self.open(screen)


def table(match: Match) -> Table:
    """Return a table for a match that has no record yet, and save it."""
    from .model import matched_opponent
    from .screens.daily_table import table_for

    screen = table_for(match, Record(fresh_path(match)))
    screen.news = matched_opponent.introduction(match) if not match.log else ""
    screen.save()
    return screen
