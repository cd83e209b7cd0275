"""Unix sockets for the server's own user, and the user at the other end of a connection."""

from __future__ import annotations

import os
import socket
import struct
from pathlib import Path


def private_socket(path: Path) -> socket.socket:
    """A listening socket that only the server's own user can open; removes the stale socket of a killed server."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o177)
    try:
        listening.bind(str(path))
    finally:
        os.umask(mask)
    return listening


def peer_user(connection: socket.socket) -> int | None:
    """Number of the user at the other end; None where the system does not tell."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    credentials = connection.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("3i"))
    return int(struct.unpack("3i", credentials)[1])
