"""Home: play the deal of the day, continue a game, start one, learn one, replay one."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model import daily, daily_files, saved_games
from ..model.actions import bindings
from ..widgets.key_footer import KeyFooter
from ..widgets.title_art import Skyline
from .base import TabletownScreen

ROWS = 12
"""Rows of the list in the smallest window."""
MOST = 3
"""Maximum number of unfinished games in the list."""
MENU_WIDTH = 74
"""Columns for the text of an entry."""
ENTRIES = {
    "puzzle": "Puzzles",
    "new": "New game",
    "learn": "Learn",
    "replays": "Replays",
    "rating": "Your rating",
    "stats": "Statistics",
    "settings": "Settings",
    "help": "Help",
    "quit": "Quit",
}
"""Titles of the entries below the games, by the second half of their bindings' ids; "rating" only if you have one."""
NARROW = 90
"""Columns below which the footer has short labels, so that it keeps every key."""
SHORT_LABELS = {"choose('daily')": "Daily", "choose('new')": "New"}


class Home(TabletownScreen):
    """Home screen: one list, each entry with a key."""

    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("home")]

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Skyline()
            yield Static("city-building board games for your terminal", classes="muted", id="motto")
            yield OptionList(*self.menu([], "", ""), id="menu")
        yield KeyFooter()

    def menu(self, unfinished: list[saved_games.Entry], today: str, your_rating: str) -> list[Option | None]:
        """Entries of the list, each after its key: the daily game with a text on it, unfinished games, the others."""
        others = {id: title for id, title in ENTRIES.items() if your_rating or id != "rating"}
        if your_rating:
            others["rating"] += f"  {your_rating}"
        unfinished = unfinished[: ROWS - 1 - len(others)]
        names, start = self.app.key_names, "{:<2} Continue  "
        room = MENU_WIDTH - len(start.format(""))
        separated = self.app.terminal.glyphs != "ascii"
        deal = Option(Text(f"{names['home.daily']:<2} Daily game  {today}"), "daily")
        going_on: list[Option | None] = [
            Option(Text(start.format(names["home.continue"] if i == 0 else "") + line), str(entry.path))
            for i, (entry, line) in enumerate(zip(unfinished, saved_games.aligned(unfinished, room), strict=True))
        ]
        return [
            deal,
            *going_on,
            *([None] if going_on and len(going_on) + len(others) < ROWS - 1 and separated else []),
            *(Option(Text(f"{names[f'home.{id}']:<2} {title}"), id) for id, title in others.items()),
        ]

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        self.query_one(Skyline).refresh()  # in the colours and glyphs of the settings
        self.read_saved_games()

    @work(thread=True, exclusive=True)
    def read_saved_games(self) -> None:
        """Read the saved games in a thread: many of them take a moment. Then load the table, for the game to come."""
        from ..model import rating

        entries, problems = saved_games.entries()
        unfinished = [entry for entry in entries if not entry.finished and entry.match.log][:MOST]
        tries, unreadable = daily_files.load()
        today, your_rating = daily.summary(tries, daily.today()), rating.in_short(rating.read_histories())
        self.app.call_from_thread(self.fill, unfinished, today, your_rating, problems + unreadable)
        import_module(".table", __package__)

    def fill(self, unfinished: list[saved_games.Entry], today: str, your_rating: str, problems: list[str]) -> None:
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options(self.menu(unfinished, today, your_rating))
        menu.highlighted = 1 if unfinished else 0
        self.refresh_bindings()
        for problem in [problem for problem in problems if problem not in self.app.reported_problems][:3]:
            self.app.reported_problems.add(problem)
            self.notify(problem, severity="warning", markup=False)

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
            case "help":
                self.app.action_help()
            case "quit":
                self.app.exit()
            case path:
                self.app.resume(path)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the key for Continue without an unfinished game."""
        if parameters != ("continue",):
            return True
        menus = self.query(OptionList) if self.is_mounted else ()
        first = next((str(menu.get_option_at_index(1).id) for menu in menus if menu.option_count), "")
        return first.endswith(".jsonl")

    def key_label(self, action: str) -> str:
        """A short label of an action's key in a narrow window."""
        return SHORT_LABELS.get(action, "") if self.app.size.width < NARROW else ""

    def action_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()
