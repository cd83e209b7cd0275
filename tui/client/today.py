"""Today at a server: the daily game and the puzzles of the day, with their leaderboards and the latest winners."""

from __future__ import annotations

from datetime import date
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown.rules.core.text import join_words, plural

from ..model.actions import bindings
from ..model.daily import long_date
from ..protocol.client_messages import FromClient
from ..protocol.daily_messages import (
    LOST,
    OPEN,
    OVER,
    PlayDaily,
    PuzzleInfo,
    PuzzlePosition,
    ShowPuzzle,
    ShowToday,
    Standing,
    Today,
    Winner,
)
from ..widgets.key_footer import KeyFooter
from ..widgets.status_line import Prompt
from .chat import OnlineScreen
from .connection import Incoming
from .day_puzzle import DayPuzzle
from .lobby_rows import fit
from .today_share import COPIED, share_text

NAME, GAME, RATING = 12, 26, 13
"""Columns of an item's name, of its game and of a puzzle's rating."""
PLACE, PLAYER, DATE = 5, 22, 8
"""Columns of a place, of a player's name and of a date."""
GUESTS = "; guests need an SSH key"
"""End of a heading for a guest, who has no place."""
STATES = {
    "": ("not played yet", "{today.open} starts your only try, which has no undo and no hints."),
    OPEN: ("unfinished", "{today.open} continues your game; finish it before tomorrow ends (UTC)."),
    OVER: ("", "{today.open} plays it again for practice. {today.copy} copies your result for a friend."),
    LOST: ("closed", "Your game was closed without a result. {today.open} plays it again for practice."),
}
"""By state of the first try: words on it, and what the player can do."""


class Items(OptionList):
    """The game, the puzzles and the winners."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("today.list")]


class Item(NamedTuple):
    """A line of the list, with what it opens."""

    name: str
    game: str
    state: str
    advice: str
    """Text on what the player can do with it."""
    board: str
    """The leaderboard to show with it: "game", "puzzles" or "winners"."""
    request: FromClient | None = None

    def line(self) -> str:
        return fit(self.name, NAME) + fit(self.game, GAME) + self.state


class TodayScreen(OnlineScreen):
    """The list of today's game and puzzles; below it the leaderboard of what is highlighted."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("today")]

    def __init__(self) -> None:
        super().__init__()
        self.today: Today | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            with Horizontal(id="head"):
                yield Prompt(id="date", fits=True)
                yield Prompt(id="next")
            yield Items(id="items")
            yield Static(id="board", markup=False)
            yield Static(id="advice", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Items).focus()

    def on_screen_resume(self) -> None:
        self.action_refresh()

    def action_refresh(self) -> None:
        self.session.send(ShowToday())

    def received(self, message: Incoming) -> None:
        match message:
            case Today():
                self.today = message
                self.show(message)
            case PuzzlePosition() if self.app.front is self:
                self.app.push_screen(DayPuzzle(message))

    # Display

    def show(self, today: Today) -> None:
        listed = self.query_one(Items)
        at = listed.highlighted or 0
        listed.clear_options()
        listed.add_options([Option(item.line()) for item in items(today)])
        listed.highlighted = min(at, len(listed.options) - 1)
        streak = f"streak {plural(today.streak, 'day')}, " if today.streak > 1 else ""
        minutes = int(today.left // 60)
        self.query_one("#date", Prompt).say(f"Today, {long_date(date.fromisoformat(today.day))}")
        self.refresh_bindings()
        self.query_one("#next", Prompt).say(f"{streak}next game in {minutes // 60} h {minutes % 60} min")
        self.describe()

    @property
    def item(self) -> Item | None:
        """The highlighted item."""
        at = self.query_one(Items).highlighted
        return items(self.today)[at] if self.today and at is not None else None

    @on(OptionList.OptionHighlighted)
    def describe(self) -> None:
        """Show the leaderboard of the highlighted item, and what can be done with it."""
        if not self.today or not (item := self.item):
            return
        mark, width = self.app.palette["here"], min(self.size.width, 110) - 8
        p = self.app.palette
        head, lines = board(self.today, item.board, mark, width)
        text = Text(head, p.ink("muted"), no_wrap=True)
        for line, yours in lines:
            text.append(f"\n{line}", p.ink("cursor", bold=True) if yours else p.ink("ink"))
        self.query_one("#board", Static).update(text)
        self.query_one("#advice", Static).update(self.app.key_names.fill(item.advice))

    def action_copy(self) -> None:
        """Copy the result for a friend, and show the text in place of the leaderboard."""
        if self.today and self.today.state == OVER:
            text = "\n".join(share_text(self.today, self.app.address, self.app.link))
            self.app.copy_to_clipboard(text)
            self.query_one("#board", Static).update(Text(text, self.app.palette.ink("ink")))
            self.query_one("#advice", Static).update(COPIED)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "copy" or bool(self.today and self.today.state == OVER)

    @on(OptionList.OptionSelected)
    def open(self) -> None:
        if (item := self.item) and item.request:
            self.session.send(item.request)


def items(today: Today) -> list[Item]:
    """The game, yours of yesterday if it is unfinished, the puzzles, and the winners."""
    state, advice = STATES[today.state]
    starts = "you start" if today.starts else "the bot starts"
    result = today.result or f"{state}, {starts}"
    late = Item(
        "Yesterday",
        "your game of yesterday",
        "unfinished",
        "{today.open} continues it; it counts for its day if you finish it today (UTC).",
        "winners",
        PlayDaily(today.late),
    )
    return [
        Item("Game", today.title, result, advice, "game", PlayDaily(today.day)),
        *([late] if today.late else []),
        *map(puzzle_item, today.puzzles),
        Item(
            "Winners",
            "of the last seven days",
            "",
            "The best result of each day wins; equal results share it.",
            "winners",
        ),
    ]


def puzzle_item(puzzle: PuzzleInfo) -> Item:
    worth = plural(puzzle.number, "point")
    match puzzle.right:
        case None:
            state, advice = f"for {worth}", "{today.open} shows it. Your first answer counts."
        case True:
            state, advice = f"solved, {worth}", "You have solved it. {today.open} shows it again."
        case False:
            state, advice = "not solved", "Your first answer was wrong. {today.open} shows it again."
    rated = fit(f"rated {puzzle.rating:,}", RATING) + state
    return Item(f"Puzzle {puzzle.number}", puzzle.title, rated, advice, "puzzles", ShowPuzzle(puzzle.number))


def board(today: Today, kind: str, mark: str, width: int) -> tuple[str, list[tuple[str, bool]]]:
    """Heading and lines of a leaderboard; your own line starts with `mark`, and has True beside it."""
    if kind == "winners":
        won = [(winner_line(winner, width), False) for winner in today.winners]
        return "Winners of the last seven days", won or [("Nobody finished a daily game in these days.", False)]
    game = kind == "game"
    rows, count = (today.board, today.players) if game else (today.puzzle_board, today.solvers)
    title = "Leaderboard of the game" if game else "Leaderboard of the puzzles"
    nobody = "Nobody has finished today's game yet." if game else "Nobody has answered a puzzle today."
    lines = [(standing_line(row, mark, "" if game else plural(int(row.result), "point")), row.yours) for row in rows]
    heading = f"{title}: {plural(count, 'player')}{'' if today.listed else GUESTS}"
    return heading, lines or [(nobody, False)]


def standing_line(row: Standing, mark: str, points: str) -> str:
    start = mark if row.yours else " "
    return start + f"{row.place:>3}".ljust(PLACE - 1) + fit(row.name, PLAYER) + (points or row.result)


def winner_line(winner: Winner, width: int) -> str:
    """The winners of a day, such as "24 Nov  Metropolys   won 38:31 in 6 rounds: Ada and Ben"."""
    day = date.fromisoformat(winner.day)
    others = [plural(winner.others, "other")] if winner.others else []
    names = join_words([*winner.names[: 3 if others else None], *others])
    words = fit(f"{winner.result}: {names}", width - DATE - GAME).rstrip()
    return fit(f"{day.day} {day:%b}", DATE) + fit(winner.title, GAME) + words
