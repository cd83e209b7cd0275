"""The clocks a table can have: live, slow or none, and what happens to a player whose time has run out."""

from __future__ import annotations

from typing import NamedTuple

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
"""Seconds."""


class TimeControl(NamedTuple):
    """The time each player has, in seconds."""

    title: str
    """In a form; the part before a colon is shared by several."""
    meaning: str
    time: float
    """For the whole game, or in a slow game for each move."""
    per_turn: float = 0.0
    """Added after each turn; 0 in a slow game, where each move has the whole time."""

    @property
    def slow(self) -> bool:
        return not self.per_turn

    @property
    def warning(self) -> float:
        """Seconds left at which the player is warned."""
        return min(self.time / 4, 6 * HOUR) if self.slow else 30.0


NONE = "none"
"""Key of a table without clocks."""


def live(minutes: int, seconds: int) -> TimeControl:
    meaning = f"{minutes} minutes for each player, and {seconds} seconds more after each turn"
    return TimeControl(f"live: {minutes}+{seconds}", meaning, minutes * MINUTE, float(seconds))


def slow(days: int) -> TimeControl:
    unit = "day" if days == 1 else "days"
    return TimeControl(f"slow: {days} {unit}", f"{days} {unit} for each move; players need not be here", days * DAY)


CLOCKS = {
    "5+5": live(5, 5),
    "10+10": live(10, 10),
    "20+15": live(20, 15),
    "30+30": live(30, 30),
    "1d": slow(1),
    "3d": slow(3),
    "7d": slow(7),
}
"""Time controls by the key that messages use."""

BOT, LOSS = TIMEOUTS = ("bot", "loss")
"""The rule for a player whose time has run out: a bot takes over, or the player loses as if by resigning."""


def is_slow(clock: str) -> bool:
    """True for a slow game, whose players come and go."""
    return clock in CLOCKS and CLOCKS[clock].slow


def named(clock: str) -> str:
    """A clock in a word or two, such as "live 5+5"; empty for none."""
    return CLOCKS[clock].title.replace(":", "") if clock in CLOCKS else ""
