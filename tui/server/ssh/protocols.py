"""Protocols between the listener, the connections and the sessions of SSH."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .launchers import Starter
from .pty_process import Folders


@dataclass(frozen=True)
class Bounds:
    """Limits on clients."""

    connections: int = 100
    """In all, those that have not said yet who they are among them."""
    nearby: int = 12
    """Connections from an address."""
    grace: float = 20.0
    """Seconds to log in, and then to ask for a session."""
    tries: int = 16
    """Offers of keys that a connection may make; that which is accepted comes twice, with a signature at last."""
    failures: int = 60
    """Keys refused to an address before it waits."""
    penalty: float = 300.0
    """Seconds for which it then waits."""
    rate: float = 32768.0
    """Bytes a second from a client, in the long run."""
    burst: float = 524288.0
    """Bytes at once."""
    stall: float = 20.0
    """Seconds for which a client may leave what it is sent lying there."""
    idle: float = 7200.0
    """Seconds without a key."""
    variables: int = 64
    """Variables that a client may send; most are not looked at."""


class AdmissionDesk(Protocol):
    """The part of the server that admits players."""

    def admit(self, identity: str, address: str) -> str:
        """A ticket for a session. Raises ValueError with a sentence."""

    def release(self, token: str) -> None:
        """End the session with that ticket."""


class ListenerProtocol(Protocol):
    """The listener, as a session needs it."""

    desk: AdmissionDesk
    start: Starter
    folders: Folders
    bounds: Bounds


class ConnectionProtocol(Protocol):
    """The connection, as its sessions need it."""

    origin: str
    """The address that it comes from."""
    ends: str
    """Address and port of the client, then of the server, as sshd has them in SSH_CONNECTION."""
    identity: str
    """The fingerprint of its key, or that of guests."""

    @property
    def listener(self) -> ListenerProtocol:
        """The listener that took it."""

    def opened(self, session: object) -> None:
        """A session has begun on it."""

    def closed(self, session: object) -> None:
        """A session on it is over."""

    def drop(self, why: str) -> None:
        """Close it."""
