"""Addresses of a server, and the commands that connect to it."""

from __future__ import annotations

import socket
from ipaddress import ip_address, ip_network
from typing import NamedTuple

SSH_PORT = 22
EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that mean every interface of a machine; they are not addresses to connect to."""


class Address(NamedTuple):
    """A host and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, port: int | None = None) -> Address:
    """ "127.0.0.1:2222" or "[::1]:2222"; the port may be left out where one is given. Raises ValueError."""
    bare = text.startswith("[") and text.endswith("]")
    host, colon, digits = (text, "", "") if bare else text.rpartition(":")
    if not colon and port is not None:
        host, digits = text, str(port)
    if not (host and digits.isascii() and digits.isdecimal() and int(digits) < 1 << 16):
        raise ValueError(text)
    return Address(host.removeprefix("[").removesuffix("]"), int(digits))


def reachable(listening: Address) -> Address:
    """The address to connect to: this machine's name if the server listens on every interface."""
    return Address(socket.gethostname(), listening.port) if listening.host in EVERYWHERE else listening


def ssh_address(connection: str) -> Address | None:
    """The server's end of a session, from sshd's SSH_CONNECTION: "client port server port"."""
    words = connection.split()
    if len(words) != 4 or not words[3].isdecimal():
        return None
    try:
        ip = ip_address(words[2].partition("%")[0])
    except ValueError:
        return None
    return Address(str(getattr(ip, "ipv4_mapped", None) or ip), int(words[3]))


def origin_of(address: str) -> str:
    """The address that limits apply to: for IPv6 the /64 network, since a client has many addresses there."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.version == 6 and ip.ipv4_mapped is None:
        return str(ip_network((ip, 64), strict=False))
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def ssh_origin(connection: str) -> str:
    """The client's end of a session, from sshd's SSH_CONNECTION, as limits count it; empty if there is none."""
    return origin_of(connection.split()[0]) if len(connection.split()) == 4 else ""


def invitation(to: Address | None, link: str, code: str) -> str:
    """The ways to a table that a player sends to friends; `link` is the server's URL, empty for none."""
    page = f"{link}/join/{code}" if link else ""
    return " or ".join(filter(None, [page, ssh_command(to, f"join {code}") if to or not link else ""]))


def ssh_command(to: Address | None, words: str = "") -> str:
    """The command that players type: "ssh -p 2222 -t town.example.org join CODE"."""
    host, port = to or ("HOST", SSH_PORT)
    options = [*(["-p", str(port)] if port != SSH_PORT else []), *(["-t"] if words else [])]
    return " ".join(["ssh", *options, host, *([words] if words else [])])
