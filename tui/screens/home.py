"""Home: play the deal of the day, continue a game, start one, learn one, replay one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.core.text import plural

from ..model import daily, daily_files, deleted_games, saved_games
from ..model.actions import bindings
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import fitting
from ..widgets.title_art import Skyline
from .base import TabletownScreen

if TYPE_CHECKING:
    from ..model.last_game import LastGame

ROWS = 12
"""Rows of the list in the smallest window."""
MOST = 3
"""Maximum number of unfinished games in the list."""
MENU_WIDTH = 74
"""Columns for the text of an entry."""
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
    puzzles: str = ""
    newcomer: bool = False
    """True when nothing has been played yet."""


class Home(TabletownScreen):
    """Home screen: one list, each entry with a key."""

    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("home")]

    def __init__(self) -> None:
        super().__init__()
        self.last: LastGame | None = None
        """The game that was finished last."""

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Skyline()
            yield Static("city-building board games for your terminal", classes="muted", id="motto")
            yield OptionList(*self.menu(News()), id="menu")
        yield KeyFooter()

    def menu(self, news: News) -> list[Option | None]:
        """Entries of the list, each after its key: the daily game with a text on it, unfinished games, the others."""
        others = {id: title for id, title in ENTRIES.items() if id != "last" or news.last}
        unfinished = news.unfinished[: min(MOST, ROWS - 1 - len(others))]
        more = len(news.unfinished) - len(unfinished)
        notes = {
            "last": str(news.last or ""),
            "rating": news.rating,
            "puzzle": news.puzzles,
            "replays": f"{plural(more, 'more unfinished game')}" if more else "",
        }
        others |= {id: f"{others[id]}  {note}" for id, note in notes.items() if note}
        names, start = self.app.key_names, "{:<2} Continue  "
        room = MENU_WIDTH - len(start.format(""))
        separated = self.app.terminal.glyphs != "ascii"
        deal = Option(Text(f"{names['home.daily']:<2} Daily game  {news.daily}"), "daily")
        going_on: list[Option | None] = [
            Option(Text(start.format(names["home.continue"] if i == 0 else "") + line), str(entry.path))
            for i, (entry, line) in enumerate(zip(unfinished, saved_games.aligned(unfinished, room), strict=True))
        ]
        return [
            deal,
            *going_on,
            *([None] if going_on and len(going_on) + len(others) < ROWS - 1 and separated else []),
            *(
                Option(Text(fitting(f"{names[f'home.{id}']:<2} {title}", MENU_WIDTH)), id)
                for id, title in others.items()
            ),
        ]

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        if self.asked_to_quit:
            self.query_one(OptionList).highlighted = 0
        self.query_one(Skyline).refresh()  # in the colours and glyphs of the settings
        self.read_saved_games()

    @work(thread=True, exclusive=True)
    def read_saved_games(self) -> None:
        """Read the saved games in a thread: many of them take a moment. Then load the table, for the game to come."""
        from ..model import puzzles, rating, rating_words
        from ..model.last_game import last_game

        entries, problems = saved_games.entries()
        unfinished = [entry for entry in entries if not entry.finished and entry.match.log]
        tries, unreadable = daily_files.load()
        results, damaged = puzzles.load_results()
        now = daily.now()
        news = News(
            unfinished,
            daily.summary(tries, now, MENU_WIDTH - len("d  Daily game  ")),
            daily.is_done(tries, now.date()),
            last_game(entries),
            rating_words.in_short(rating.read_histories()),
            puzzles.summary(results),
            newcomer=not (entries or tries or results),
        )
        self.app.call_from_thread(self.fill, news, [*problems, *unreadable, *filter(None, [damaged])])
        import_module(".table", __package__)

    def fill(self, news: News, problems: list[str]) -> None:
        menu, asked_to_quit = self.query_one(OptionList), self.asked_to_quit
        menu.clear_options()
        menu.add_options(self.menu(news))
        self.last = news.last
        menu.highlighted = 1 if news.unfinished else menu.get_option_index(self.following(news))
        if asked_to_quit:
            menu.highlighted = menu.get_option_index("quit")
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
        if chosen is None or not str(chosen.id).endswith(".jsonl"):
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
            return chosen is not None and str(chosen.id).endswith(".jsonl")
        if parameters != ("continue",):
            return True
        menus = self.query(OptionList) if self.is_mounted else ()
        first = next((str(menu.get_option_at_index(1).id) for menu in menus if menu.option_count), "")
        return first.endswith(".jsonl")

    @on(OptionList.OptionHighlighted)
    def highlighted(self) -> None:
        """Name the key to delete only where there is a game under the cursor."""
        self.refresh_bindings()

    def action_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()
