"""Protocols between the listener, the connections and the sessions of SSH."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ...protocol.server_messages import Printed
from .launchers import Starter
from .pty_process import Folders


@dataclass(frozen=True)
class Bounds:
    """Limits on clients."""

    connections: int = 100
    """Maximum number of connections, including those not logged in."""
    nearby: int = 12
    """Maximum connections from an origin."""
    grace: float = 20.0
    """Seconds to log in, and again to request a session."""
    tries: int = 16
    """Keys that a connection may offer; an accepted key counts twice, as it comes again with a signature."""
    failures: int = 60
    """Refused keys before an origin is blocked."""
    penalty: float = 300.0
    """Seconds for which it is blocked."""
    rate: float = 32768.0
    """Bytes a second from a client, on average."""
    burst: float = 524288.0
    """Bytes at once."""
    stall: float = 20.0
    """Seconds for which a client may read nothing."""
    idle: float = 7200.0
    """Seconds without a key."""
    variables: int = 64
    """Environment variables that a client may send; most are ignored."""


class AdmissionDesk(Protocol):
    """The part of the server that admits players."""

    def admit(self, identity: str, address: str) -> str:
        """A ticket for a session. Raises ValueError with a sentence."""

    def release(self, token: str) -> None:
        """End the session with that ticket."""

    def printed(self, identity: str, address: str, command: str) -> Printed:
        """The output of a command about finished games."""

    def turned_away(self, reason: str) -> None:
        """Count a refused connection."""


class ListenerProtocol(Protocol):
    """The listener, as a session needs it."""

    desk: AdmissionDesk
    start: Starter
    folders: Folders
    bounds: Bounds


class ConnectionProtocol(Protocol):
    """The connection, as its sessions need it."""

    origin: str
    """The client's address, or its network for IPv6."""
    ends: str
    """Address and port of the client, then of the server, as in SSH_CONNECTION."""
    identity: str
    """Fingerprint of its key, or the identity of guests."""

    @property
    def listener(self) -> ListenerProtocol:
        """The listener that accepted it."""

    @property
    def fields(self) -> dict[str, str]:
        """Origin and identity, as fields of the log."""

    def opened(self, session: object) -> None:
        """Add a session."""

    def closed(self, session: object) -> None:
        """Remove a session."""

    def drop(self, why: str) -> None:
        """Close the connection, and log the reason."""
