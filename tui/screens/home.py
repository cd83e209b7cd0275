"""Home: play the deal of the day, continue a game, start one, learn one, replay one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option, OptionDoesNotExist

from tabletown.rules.core.registry import games, load
from tabletown.rules.core.text import plural

from ..model import daily, daily_files, daily_words, deleted_games, files, saved_games
from ..model.actions import bindings
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import fitting
from ..widgets.title_art import Skyline
from .base import TabletownScreen

if TYPE_CHECKING:
    from ..model.last_game import LastGame

ROWS = 13
"""Rows of the list in the smallest window."""
MOST = 3
"""Maximum number of unfinished games in the list."""
MENU_WIDTH = 74
"""Columns for the text of an entry."""
TITLE_WIDTH = 11
"""Columns for the title of an entry: the texts beside all titles begin in one column."""
NOTE_WIDTH = MENU_WIDTH - len("c  ") - TITLE_WIDTH - len("  ")
"""Columns for the text beside the title of an entry."""
ENTRIES = {
    "last": "Last game",
    "puzzle": "Puzzles",
    "new": "New game",
    "learn": "Learn",
    "replays": "Replays",
    "rating": "Your rating",
    "stats": "Statistics",
    "settings": "Settings",
    "quit": "Quit",
}
"""Titles of the entries below the games, by the second half of their bindings' ids."""
NOTES = {
    "daily": ", the same for everyone",
    "puzzle": "find the one move that is clearly best",
    "new": "against bots, or with others at this keyboard",
    "learn": "a game in about five minutes, by playing it",
    "replays": "your games, to watch or to review",
    "rating": "known after one rated game against bots",
    "stats": "what you have played, won and scored",
    "settings": "colours, keys, speed and more",
}
"""Texts beside entries as long as there is nothing else to say; that on the daily game until something was played."""
MOTTO = "board games of gems and cities for your terminal"
"""Line below the title without news."""
OPENING = """\
# Tabletown

Board games in your terminal, against bots or with others at this keyboard:

- **Splendor**: collect gems, buy cards that make the next ones cheaper, and be the first with 15 points. Four
  expansions add cities, trading posts, the Orient and strongholds.
- **Metropolys**: outbid your rivals with buildings of different heights, for places in one city.
- **1906 San Francisco**: after the earthquake, earn money and permits, and rebuild the city in six years.

**Learn** teaches each of them in a few minutes. The **daily game** is the same for everyone, once a day. **Puzzles**
are positions with one clearly best move. Every move is saved before it is shown, so leave whenever you like.
"""
"""Start of the help."""
TALL = 26
"""Rows from which there is room for the whole skyline."""


@dataclass(frozen=True)
class News:
    """Texts beside the entries of the list."""

    unfinished: Sequence[saved_games.Entry] = ()
    """All unfinished games, newest first."""
    daily: str = ""
    daily_done: bool = False
    """True once the first try of the day is finished."""
    last: LastGame | None = None
    """The game that was finished last."""
    rating: str = ""
    """Your rating and the level to beat next; empty without one."""
    statistics: str = ""
    """Your games won, and your winning streak; empty without a game."""
    puzzles: str = ""
    lesson: str = ""
    """The lesson to continue; empty without one."""
    newcomer: bool = False
    """True when nothing has been played yet."""


class Home(TabletownScreen):
    """Home screen: one list, each entry with a key."""

    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("home")]

    def __init__(self) -> None:
        super().__init__()
        self.games_loaded = False
        self.last: LastGame | None = None
        """The game that was finished last."""
        self.rows: dict[str, tuple[str, str]] = {}
        """Both parts of the text of each entry, by its id."""
        self.under_cursor = ""
        """Id of the entry under the cursor."""
        self.placed = 0
        """Row of the cursor before the player has moved it."""
        self.news = ""
        """News of the game that was left, until another screen opens; empty for nothing."""

    def help_opening(self) -> str:
        return OPENING

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Skyline()
            yield Static(MOTTO, classes="muted", id="motto", markup=False)
            yield OptionList(*self.menu(News()), id="menu")
        yield KeyFooter()

    def menu(self, news: News) -> list[Option | None]:
        """Entries of the list, each after its key: the daily game with a text on it, unfinished games, the others."""
        others = {id: title for id, title in ENTRIES.items() if id != "last" or news.last}
        unfinished = news.unfinished[: min(MOST, ROWS - 2 - len(others))]
        more = len(news.unfinished) - len(unfinished)
        current = {
            "last": news.last.fitting(NOTE_WIDTH) if news.last else "",
            "rating": news.rating,
            "stats": news.statistics,
            "puzzle": news.puzzles,
            "replays": f"{plural(more, 'more unfinished game')}" if more else "",
            "learn": news.lesson,
        }
        notes = NOTES | {id: note for id, note in current.items() if note} if news.daily else {}
        names = self.app.key_names
        lines = saved_games.aligned(unfinished, NOTE_WIDTH)
        going_on: list[Option | None] = [
            self.row(names["home.continue"] * (i == 0), "Continue", line, str(entry.path))
            for i, (entry, line) in enumerate(zip(unfinished, lines, strict=True))
        ]
        separated = going_on and self.app.terminal.glyphs != "ascii"
        return [
            self.row(names["home.daily"], "Daily game", news.daily + NOTES["daily"] * news.newcomer, "daily"),
            *going_on,
            *([None] if separated else []),
            *(self.row(names[f"home.{id}"], title, notes.get(id, ""), id) for id, title in others.items()),
        ]

    def row(self, key: str, title: str, note: str, id: str) -> Option:
        """An entry: its key, its title, and beside it a text in the room that is left."""
        start = f"{key:<2} {title:<{TITLE_WIDTH}}" if note else f"{key:<2} {title}"
        self.rows[id] = start, fitting(f"  {note}", MENU_WIDTH - len(start)) if note else ""
        return Option(self.prompt(id, False), id)

    def prompt(self, id: str, chosen: bool) -> Text:
        """The text of an entry, of which the second part is softer unless it is under the cursor."""
        start, note = self.rows[id]
        return Text.assemble(start, note if chosen else (note, self.app.palette.ink("muted")))

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= TALL, "-tall")

    def on_screen_resume(self) -> None:
        if self.asked_to_quit:
            self.query_one(OptionList).highlighted = 0
        self.placed = self.query_one(OptionList).highlighted or 0
        self.show_news()
        self.query_one(Skyline).refresh()  # in the colours and glyphs of the settings
        if self.games_loaded:
            self.read_saved_games()
        else:
            self.call_after_refresh(self.load_games)

    def on_screen_suspend(self) -> None:
        self.news = ""
        if self.asked_to_quit:
            self.app.clear_notifications()  # what they ask means nothing elsewhere

    def show_news(self) -> None:
        """Show the news below the title, or without any the motto."""
        line = self.query_one("#motto", Static)
        line.update(fitting(self.news or MOTTO, self.size.width - 2))
        line.set_class(not self.news, "muted")
        line.set_class(bool(self.news), "news")

    def load_games(self) -> None:
        """Load the games, once home is painted, then read what is saved.

        Python fails with "deadlock detected" when one thread imports a package, and another a part of it.
        """
        for name in games():
            load(name)
        self.games_loaded = True
        self.read_saved_games()

    @work(thread=True, exclusive=True)
    def read_saved_games(self) -> None:
        """Read the saved games in a thread: many of them take a moment. Then load the table, for the game to come."""
        from ..model import lessons, play_statistics, puzzles, rating_words, statistics_words
        from ..model.last_game import last_game

        entries, problems = saved_games.entries()
        newest_tries = sorted(files.first_tries(), key=saved_games.changed)[-2:]  # the newer one may be unfinished
        tries, unreadable = daily_files.load()
        results, damaged = puzzles.load_results()
        now = daily.now()
        begun = [daily_files.game_path(day) for day in tries if day != now.date() and not daily.is_done(tries, day)]
        left = [entry for entry in [*entries, *saved_games.read(begun)[0]] if not entry.finished and entry.match.log]
        unfinished = sorted(left, key=lambda entry: -entry.changed)
        statistics = play_statistics.collect()
        news = News(
            unfinished,
            daily_words.summary(tries, now, NOTE_WIDTH),
            daily.is_done(tries, now.date()),
            last_game([*entries, *saved_games.read(newest_tries)[0]]),
            rating_words.in_short(statistics.ratings),
            statistics_words.in_short(statistics),
            puzzles.summary(results),
            lessons.begun(),
            newcomer=not (entries or tries or results),
        )
        self.app.call_from_thread(self.fill, news, [*problems, *unreadable, *filter(None, [damaged])])
        import_module(".table", __package__)

    def fill(self, news: News, problems: list[str]) -> None:
        menu = self.query_one(OptionList)
        chosen = menu.highlighted_option if (menu.highlighted or 0) != self.placed else None
        menu.clear_options()
        menu.add_options(self.menu(news))
        self.last = news.last
        self.placed = 1 if news.unfinished else menu.get_option_index(self.following(news))
        menu.highlighted = self.placed
        with suppress(OptionDoesNotExist):  # a game that was deleted
            menu.highlighted = menu.get_option_index(chosen.id) if chosen and chosen.id else self.placed
        self.refresh_bindings()
        for problem in [problem for problem in problems if problem not in self.app.reported_problems][:3]:
            self.app.reported_problems.add(problem)
            self.notify(problem, severity="warning", markup=False)

    def following(self, news: News) -> str:
        """The entry under the cursor without an unfinished game: something that the player has not done yet."""
        if news.newcomer or not news.daily_done:
            return "learn" if news.newcomer else "daily"
        return "last" if news.last and news.last.to_retry else "puzzle"

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        self.action_choose(event.option_id or "")

    def action_choose(self, entry: str) -> None:
        """Open the chosen entry; only once, even if it is chosen again before it opens."""
        if self.app.front is not self:
            return
        menu = self.query_one(OptionList)
        match entry:
            case "continue":
                first = menu.get_option_at_index(1).id or ""
                if first.endswith(".jsonl"):
                    self.app.resume(first)
                else:
                    self.notify("No unfinished game.")
            case "daily" | "puzzle" | "new" | "learn" | "replays" | "rating" | "stats" | "settings":
                self.app.open_screen(entry)
            case "last":
                if self.last:
                    self.app.look_back(str(self.last.path), retry=self.last.to_retry > 0)
            case "quit":
                self.app.exit()
            case path:
                self.app.resume(path)

    @property
    def asked_to_quit(self) -> bool:
        """True while the cursor is on the entry that ends the program."""
        chosen = self.query_one(OptionList).highlighted_option
        return chosen is not None and chosen.id == "quit"

    def action_ask_to_quit(self) -> None:
        """Put the cursor on the last entry first: the same key leads here from everywhere, and may be pressed once too
        often.
        """
        if self.asked_to_quit:
            self.app.exit()
            return
        menu, again = self.query_one(OptionList), self.app.key_names["home.quit"]
        menu.highlighted = menu.get_option_index("quit")
        self.notify(f"Press {again} again, or Enter, to leave Tabletown.")

    def action_delete(self) -> None:
        """Delete the unfinished game under the cursor."""
        chosen = self.query_one(OptionList).highlighted_option
        if chosen is None or not may_be_deleted(str(chosen.id)):
            return
        keys = self.app.key_names
        restored = f"To restore it, press {keys['replays.undo']} in Replays ({keys['home.replays']})."
        wrong = deleted_games.delete(Path(str(chosen.id)))
        self.notify(wrong or f"The game is deleted. {restored}", markup=False)
        self.read_saved_games()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys for unfinished games where there is none, or none under the cursor."""
        if action == "delete":
            chosen = (
                next((menu.highlighted_option for menu in self.query(OptionList)), None) if self.is_mounted else None
            )
            return chosen is not None and may_be_deleted(str(chosen.id))
        if parameters == ("last",):
            return self.last is not None
        if parameters != ("continue",):
            return True
        menus = self.query(OptionList) if self.is_mounted else ()
        first = next((str(menu.get_option_at_index(1).id) for menu in menus if menu.option_count), "")
        return first.endswith(".jsonl")

    @on(OptionList.OptionHighlighted)
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the entry under the cursor in one colour, and the one that was there before in two."""
        menu = self.query_one(OptionList)
        for id, chosen in ((self.under_cursor, False), (event.option_id, True)):
            if id in self.rows:
                with suppress(OptionDoesNotExist):
                    menu.replace_option_prompt(id, self.prompt(id, chosen))
        self.under_cursor = event.option_id or ""
        self.refresh_bindings()

    def action_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()


def may_be_deleted(entry: str) -> bool:
    """Return whether an entry is a saved game that may be deleted: a daily game may not, as it has only one try."""
    return entry.endswith(".jsonl") and daily_files.day_of(Path(entry)) is None
