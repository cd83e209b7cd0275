"""A board at a server, of which only some positions have arrived."""

from __future__ import annotations

from ..screens.move_entry_base import MoveEntryScreen
from .remote_match import RemoteMatch


class RemoteScreen(MoveEntryScreen):
    """A screen on which the player chooses an action in a match on a server."""

    match: RemoteMatch

    def _last_seen(self) -> int:
        """The last position seen, of those that have arrived: after a reconnection it is one ply later."""
        ply = super()._last_seen()
        return next((candidate for candidate in (ply, ply + 1) if self.match.knows(candidate)), self.ply)
