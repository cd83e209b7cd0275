"""The part of the online app that its screens may use."""

from __future__ import annotations

from ..app_protocol import AppProtocol
from ..protocol.addresses import Address
from .session import Location, Session


class OnlineAppProtocol(AppProtocol):
    """The interface of the online app for its screens."""

    address: Address | None
    """The server's address as players reach it; None if unknown."""
    link: str
    """The server's URL for browsers; empty if it has none."""
    location: Location | None
    """The location whose screen is shown, which may be behind the one that the session knows."""
    session: Session
    """Everything the server has sent, and the way to answer."""

    def join_table(self, code: str) -> None:
        """Leave all other screens for the lobby, and go to a table; the lobby asks for a password."""
