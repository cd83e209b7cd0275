"""Limits of the server: load from clients, waiting for players, and the lengths of lists."""

from __future__ import annotations

from dataclasses import dataclass

LISTED = 50
"""Tables that the lobby shows."""
WATCHERS = 20
"""Maximum number of spectators listed by name."""
VALID = 60.0
"""Seconds until an unused ticket expires."""


@dataclass(frozen=True, slots=True)
class Limits:
    sessions: int = 64
    """Maximum number of sessions."""
    per_address: int = 8
    per_key: int = 3
    tables: int = 5
    """Unfinished tables at which a player has a seat."""
    tables_per_address: int = 20
    """Unfinished tables opened from an address."""
    all_tables: int = 200
    tournaments: int = 2
    """Tournaments of a player's making that are not over."""
    all_tournaments: int = 10
    rate: float = 20.0
    """Messages a second from a client; faster ones wait."""
    burst: float = 60.0
    """Messages that may come at once."""
    slow_rate: float = 0.5
    """The same for actions that others see or that cost much: chat, requests, opening tables, trying passwords."""
    slow_burst: float = 6.0
    backlog: int = 512 << 10
    """Bytes that may wait for a client before it is dropped."""
    greeting: float = 10.0
    """Seconds for the first message."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that the players of a table wait for someone."""

    reminder: float = 60.0
    """Until the others are asked whether a bot takes over from an absent player."""
    absent: float = 300.0
    """Until a bot takes over without being asked."""
    gone: float = 3600.0
    """Until the others may give the seat of an absent player, for whom a bot plays, to a bot for good."""
    answer: float = 60.0
    """Until a question that nobody has answered is declined."""
    waiting: float = 3600.0
    """Until a table is closed that has not started, after everyone has left."""
    over: float = 600.0
    """The same for a finished game."""
    unplayed: float = 86400.0
    """The same for a game in which not everyone has moved yet."""
    unfinished: float = 30 * 86400.0
    """The same for any other game. The time during which the server is off does not count."""
    spare: float = 3600.0
    """The same for an unplayed game when there is no room for new tables."""
    round_break: float = 30.0
    """Between two rounds of a tournament."""
    late: float = 300.0
    """Until a tournament starts that should have started while the server was off."""


class Bucket:
    """A token bucket for rate limits."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = burst, now

    def take(self, now: float, tokens: float = 1.0) -> float:
        """Take tokens; return the seconds to wait for them."""
        self.level = min(self.burst, self.level + (now - self.at) * self.rate) - tokens
        self.at = now
        return max(0.0, -self.level / self.rate)

    def spare(self, now: float) -> bool:
        """Take a token if there is one."""
        if self.take(now):
            self.level += 1
            return False
        return True
