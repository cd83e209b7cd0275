"""Events of a server, for its metrics."""

from __future__ import annotations


class ServerEvents:
    """Receives the events; this base ignores them all."""

    def moved(self, game: str, by_bot: bool) -> None:
        """A person or a bot has moved."""

    def thought(self, level: str, seconds: float) -> None:
        """A bot has decided on a move."""

    def turned_away(self, reason: str) -> None:
        """A connection or a session has been refused; the reasons are few and fixed."""
