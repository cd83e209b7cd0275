"""The part of the online app that its screens may use."""

from __future__ import annotations

from ..app_protocol import AppProtocol
from ..protocol.addresses import Address
from .state import Session


class OnlineAppProtocol(AppProtocol):
    """The part of the app at a server that lies below its screens."""

    address: Address | None
    """The server's address as players use it; None where it is not known."""
    session: Session
    """Everything the server has sent, and the way to answer."""
