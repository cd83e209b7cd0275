"""The clocks of a table: the time each player has left. Nothing here reads the time: it comes in as `now`.

A clock runs while its player has a decision to make, and only while the server runs: `now` counts the seconds for which
the server has been running since its database was made. Bots have no clock. In a live game, each turn adds a few
seconds to its player's time, however many decisions it takes; in a slow game, each move has the whole time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...protocol.clocks import BOT, CLOCKS, NONE, TIMEOUTS, TimeControl


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats; each change makes a new one."""

    control: str = NONE
    """A key of CLOCKS, or NONE."""
    timeout: str = BOT
    """One of TIMEOUTS."""
    left: tuple[float, ...] = ()
    """Seconds left for each seat at the moment `since`; empty before the game."""
    seat: int | None = None
    """The seat whose clock runs; None for none."""
    since: float = 0.0
    """The moment at which that clock started to run."""
    warned: bool = False
    """True once its player has been warned about the present decision."""

    @property
    def rules(self) -> TimeControl | None:
        return CLOCKS.get(self.control)

    @property
    def slow(self) -> bool:
        return self.rules is not None and self.rules.slow

    def started(self, seats: int, seat: int | None, now: float) -> Clock:
        """The clocks at the start of a game, in which that seat has the first decision."""
        if self.rules is None:
            return self
        return Clock(self.control, self.timeout, (self.rules.time,) * seats, seat, now)

    def moved(self, seat: int | None, now: float) -> Clock:
        """The clocks after a move: its player gets the time for it, and the clock of another seat runs.

        In a live game nothing changes while the same player goes on deciding.
        """
        rules = self.rules
        if rules is None or self.seat is None or (seat == self.seat and not rules.slow):
            return self.switched(seat, now)
        rest = rules.time if rules.slow else max(0.0, self.left_of(self.seat, now)) + rules.per_turn
        return self._run(self.seat, rest, seat, now)

    def switched(self, seat: int | None, now: float) -> Clock:
        """The clocks when that seat has to decide without a move before; None stops them all."""
        if self.rules is None or seat == self.seat:
            return self
        if self.seat is None:
            return replace(self, seat=seat, since=now, warned=False)
        return self._run(self.seat, self.left_of(self.seat, now), seat, now)

    def renewed(self, seat: int) -> Clock:
        """The clocks after a player has returned to a slow game in which the time had run out."""
        assert self.rules is not None and self.seat != seat
        return replace(self, left=changed(self.left, seat, self.rules.time))

    def _run(self, stopped: int, seconds: float, seat: int | None, now: float) -> Clock:
        return replace(self, left=changed(self.left, stopped, max(0.0, seconds)), seat=seat, since=now, warned=False)

    def left_of(self, seat: int, now: float) -> float:
        """Seconds that a seat has left."""
        return self.left[seat] - (max(0.0, now - self.since) if seat == self.seat else 0.0)

    def expired(self, now: float) -> int | None:
        """The seat whose time has run out; None if there is none."""
        if self.rules is None or self.seat is None or self.left_of(self.seat, now) > 0:
            return None
        return self.seat

    def due_warning(self, now: float) -> int | None:
        """The seat whose player has to be warned now; None if there is none."""
        if self.rules is None or self.seat is None or self.warned:
            return None
        return self.seat if self.left_of(self.seat, now) <= self.rules.warning else None

    def to_stored(self) -> dict[str, Any]:
        return {**asdict(self), "left": list(self.left)} if self.rules else {}

    @classmethod
    def from_stored(cls, values: dict[str, Any], seats: int) -> Clock:
        """Inverse of `to_stored`. Raises ValueError, TypeError and LookupError for damaged values."""
        if not values:
            return cls()
        clock = cls(**{**values, "left": tuple(map(float, values["left"]))})
        if clock.control not in CLOCKS or clock.timeout not in TIMEOUTS or len(clock.left) not in (0, seats):
            raise ValueError("unknown clock")
        return clock


def changed(values: Sequence[float], at: int, value: float) -> tuple[float, ...]:
    """The values with one of them changed."""
    return (*values[:at], value, *values[at + 1 :])
