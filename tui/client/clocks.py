"""Clocks in words: the time a player has left, and one line with that of everyone."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rich.cells import cell_len, set_cell_size
from textual.events import Mount

from tabletown.rules.core.text import plural

from ..protocol.clocks import CLOCKS, DAY, HOUR
from ..screens.match_base import MatchScreen
from ..widgets.status_line import Prompt
from .app_protocol import OnlineAppProtocol
from .session import Session

TICK = 0.5
"""Seconds between updates of the clocks."""

LONGEST, SHORTEST = 8, 2
"""Columns to which a name is cut, the more where there is room for them."""


def long_time(seconds: float) -> tuple[int, str]:
    """A time of an hour or more as a whole number of a unit, "day" or "hour"."""
    return (round(seconds / DAY), "day") if seconds >= 36 * HOUR else (round(seconds / HOUR), "hour")


def minutes_and_seconds(seconds: float) -> str:
    minutes, rest = divmod(ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def time_words(seconds: float) -> str:
    """A time such as "2 days", "5 hours" or, below one hour, "4:32"."""
    return plural(*long_time(seconds)) if seconds >= HOUR else minutes_and_seconds(seconds)


def time_sentence(seconds: float) -> str:
    """A time in a sentence, such as "2 days", "5 hours", "12 minutes" or "30 seconds"."""
    if seconds >= HOUR:
        return time_words(seconds)
    return plural(round(seconds / 60), "minute") if seconds >= 120 else plural(ceil(seconds), "second")


def short_time(seconds: float) -> str:
    """The same in less room: "2 d", "5 h", "4:32"."""
    if seconds < HOUR:
        return minutes_and_seconds(seconds)
    number, unit = long_time(seconds)
    return f"{number} {unit[0]}"


def clock_line(names: Sequence[str], left: Sequence[float | None], running: int | None, mark: str, room: int) -> str:
    """The time each player has left, with names as long as fit into `room` columns; `mark` is for the running clock.

    A time keeps its width while its last minutes pass, so that nothing moves. `left` is None for a bot.
    """
    timed = {seat: seconds for seat, seconds in enumerate(left) if seconds is not None}
    line = ""
    for words in (time_words, short_time):
        times = {seat: words(seconds).rjust(len("10:00")) for seat, seconds in timed.items()}
        for width in range(LONGEST, SHORTEST - 1, -1):
            marks = {seat: mark if seat == running else " " for seat in timed}
            line = " ".join(f"{marks[seat]}{cut(names[seat], width)} {times[seat]}" for seat in timed)
            if cell_len(line) <= room:
                return line
    return line


def cut(name: str, width: int) -> str:
    """A name of at most that many columns."""
    return name if cell_len(name) <= width else set_cell_size(name, width).rstrip()


class ClockLine(Prompt):
    """The clocks of a table. It counts the seconds itself, and repaints nothing else."""

    app: OnlineAppProtocol

    def __init__(self, session: Session) -> None:
        super().__init__(id="clocks", fits=True)
        self.session = session
        self.warning = ""
        """The sentence that has warned the player of the end of the time; empty while there is enough."""

    def on_mount(self, event: Mount) -> None:
        self.set_interval(TICK, self.show)

    def text(self) -> str:
        """The time each player has left; empty before the server has sent it."""
        if (clocks := self.session.clocks) is None:
            return ""
        names = [seat_info.name for seat_info in self.session.table.seats]
        left = self.session.seconds_left()
        return clock_line(names, left, clocks.running, self.app.palette["here"], 2 * self.app.size.width // 5)

    def columns(self) -> int:
        """Columns of the first line that the clocks take."""
        return cell_len(self.text()) + 2

    def show(self) -> None:
        """Show the time that is left now, and warn the player when it is nearly over."""
        self.say(self.text())
        near = self.nearly_over()
        self.set_class(near, "alarm")
        if near and not self.warning:
            left = self.session.seconds_left()[self.session.table.yours or 0] or 0.0
            self.warning = f"You have {time_sentence(left)} left."
            self.app.notify(self.warning, markup=False)
            self.app.ring()
        elif self.warning and not near:
            self.withdraw()

    def nearly_over(self) -> bool:
        """True when the clock of this player runs and has little time left."""
        clocks, table = self.session.clocks, self.session.table
        if clocks is None or table.yours is None or clocks.running != table.yours:
            return False
        return (self.session.seconds_left()[table.yours] or 0.0) <= CLOCKS[table.clock].warning

    def withdraw(self) -> None:
        """Take the warning off the screen, unless something newer is there."""
        if isinstance(self.screen, MatchScreen) and self.screen.news == self.warning:
            self.screen.shows_notice("")
        self.warning = ""
