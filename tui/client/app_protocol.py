"""What a screen at a server may ask of its app."""

from __future__ import annotations

from ..app_protocol import AppProtocol
from .state import Session


class OnlineAppProtocol(AppProtocol):
    """The part of the app at a server that lies below its screens."""

    session: Session
    """Everything the server has sent, and the way to answer."""
