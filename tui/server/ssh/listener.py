"""The SSH side of a server: authentication, limits, and one program in a pseudo-terminal for each session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import asyncssh

from ...protocol.addresses import origin_of
from . import compression
from .keys import Allowed, BadKeys, strong
from .launchers import Starter
from .protocols import AdmissionDesk, Bounds
from .pty_process import Folders
from .session import SshSession

log = logging.getLogger("tabletown.ssh")

KEX = ["mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256"]
"""Fast key exchanges; the first is post-quantum, without which OpenSSH warns."""
WINDOW = 1 << 14
"""Bytes that a client may send before its program has read them."""


class SshListener:
    """The SSH server, with an account of its connections."""

    def __init__(
        self,
        desk: AdmissionDesk,
        key: asyncssh.SSHKey,
        start: Starter,
        folders: Folders,
        *,
        allowed: Allowed | None = None,
        guest: str = "",
        bounds: Bounds | None = None,
    ) -> None:
        """`guest` is the identity of people without a key; empty when they are not admitted."""
        self.desk, self.start, self.folders = desk, start, folders
        self.allowed, self.guest, self.bounds = allowed, guest, bounds or Bounds()
        self.connections: set[SshConnection] = set()
        self.stopping = False
        self._key = key
        self._failures: dict[str, tuple[int, float]] = {}
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._watch: asyncio.Task[None] | None = None

    async def listen(self, host: str, port: int) -> int:
        """Start listening; return the port. Raises OSError."""
        bounds = self.bounds
        self._acceptor = await asyncssh.create_server(
            lambda: SshConnection(self),
            host,
            port,
            server_host_keys=[self._key],
            server_version="Tabletown",
            encoding=None,
            line_editor=False,
            window=WINDOW,
            agent_forwarding=False,
            x11_forwarding=False,
            host_based_auth=False,
            password_auth=False,
            gss_host=None,
            kex_algs=KEX,
            compression_algs=compression.ALGORITHMS,
            login_timeout=bounds.grace,
            keepalive_interval=20,
            keepalive_count_max=3,
        )
        self._watch = asyncio.create_task(self._look_after())
        return self._acceptor.get_port()

    async def stop(self, sentence: str, patience: float = 5.0) -> None:
        """Stop accepting connections, send every session the reason, and close them."""
        self.stopping = True
        if self._acceptor:
            self._acceptor.close()
        if self._watch:
            self._watch.cancel()
        sessions = [session for connection in self.connections for session in connection.sessions]
        for session in sessions:
            session.end(sentence)
        if running := [session.task for session in sessions if session.task]:
            await asyncio.wait(running, timeout=patience)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(
                    connection.logged_in for connection in self.connections
                ):  # clients disconnect once they have received it
                    await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.drop("")
        await asyncio.sleep(0)

    def use_bounds(self, bounds: Bounds) -> None:
        """Apply other limits to connections from now on."""
        self.bounds = bounds

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(1)
            now = monotonic()
            self._failures = {
                origin: (count, last)
                for origin, (count, last) in self._failures.items()
                if now - last < self.bounds.penalty
            }
            for connection in list(self.connections):
                connection.look_after(now)

    def enter(self, connection: SshConnection) -> str:
        """Register a connection; return the reason if it is refused, else an empty string."""
        if self.stopping or len(self.connections) >= self.bounds.connections:
            return "too many connections"
        if sum(other.origin == connection.origin for other in self.connections) >= self.bounds.nearby:
            return "too many connections from this address"
        count, since = self._failures.get(connection.origin, (0, 0.0))
        if count >= self.bounds.failures and monotonic() - since < self.bounds.penalty:
            return "too many rejected keys from this address"
        self.connections.add(connection)
        return ""

    def failed(self, origin: str) -> None:
        """Count a refused key against its origin."""
        if origin in self._failures or len(self._failures) < 10_000:
            self._failures[origin] = self._failures.get(origin, (0, 0.0))[0] + 1, monotonic()


class SshConnection(asyncssh.SSHServer):
    """A connection: its player, its limits, and its sessions."""

    def __init__(self, listener: SshListener) -> None:
        self.listener = listener
        self.origin = ""
        self.ends = ""
        self.identity = ""
        self.logged_in = False
        """True after login."""
        self.sessions: set[SshSession] = set()
        self._tries = 0
        self._held = False
        """True while the client reads too slowly."""
        self._credit, self._then = listener.bounds.burst, monotonic()
        self._since = self._then

    def __str__(self) -> str:
        """Origin and identity, for the log."""
        kind, _, rest = self.identity.partition(":")
        return f"{self.origin} {kind}:{rest[:12]}" if kind == "SHA256" else f"{self.origin} {kind}".rstrip()

    @property
    def fields(self) -> dict[str, str]:
        """Origin and identity, as fields of the log."""
        return {"address": self.origin, "key": self.identity}

    # Sessions

    def opened(self, session: object) -> None:
        assert isinstance(session, SshSession)
        self.sessions.add(session)

    def closed(self, session: object) -> None:
        assert isinstance(session, SshSession)
        self.sessions.discard(session)

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        peer, own = (conn.get_extra_info(name)[:2] for name in ("peername", "sockname"))
        self.origin, self.ends = origin_of(str(peer[0])), " ".join(map(str, (*peer, *own)))
        if why := self.listener.enter(self):
            log.warning("%s: turned away, %s", self.origin, why, extra={**self.fields, "reason": why})
            self.listener.desk.turned_away(why)
            return conn.abort()
        # The library sets no limits on its asyncio protocol, so these hooks do.
        received = conn.data_received
        for name, hook in {
            "data_received": lambda data: self._meter(received, data),
            "pause_writing": lambda: self._hold(True),
            "resume_writing": lambda: self._hold(False),
        }.items():
            setattr(conn, name, hook)
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        if self in self.listener.connections and not self.logged_in:
            self.listener.desk.turned_away("no login")
        self.listener.connections.discard(self)

    def _meter(self, received: Callable[[bytes], None], data: bytes) -> None:
        bounds, now = self.listener.bounds, monotonic()
        self._credit = min(bounds.burst, self._credit + (now - self._then) * bounds.rate) - len(data)
        self._then = now
        if self._credit < 0:
            self.drop("the client sent too much data")
        else:
            received(data)

    def _hold(self, held: bool) -> None:
        self._held = held
        for session in list(self.sessions):
            session.hold("line", held)

    def drop(self, why: str) -> None:
        """End the connection at once."""
        if why:
            log.warning("%s: dropped, %s", self, why, extra={**self.fields, "reason": why})
        self._conn.abort()

    def look_after(self, now: float) -> None:
        if self.sessions:
            self._since = now
        elif self.logged_in and now - self._since > self.listener.bounds.grace:
            self.drop("the client made no request")
        for session in list(self.sessions):
            session.look_after(now)

    # Authentication

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept any strong key, or only listed ones; the library checks the signature."""
        self._tries += 1
        if self._tries > self.listener.bounds.tries:
            raise asyncssh.DisconnectError(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
                "Too many keys offered; pick one: ssh -o IdentitiesOnly=yes -i FILE",
            )
        if not strong(key) or not self._listed(key):
            self.listener.failed(self.origin)
            return False
        self.identity = key.get_fingerprint()
        return True

    def _listed(self, key: asyncssh.SSHKey) -> bool:
        if self.listener.allowed is None:
            return True
        try:
            return self.listener.allowed.permits(key, self.origin.partition("/")[0])
        except BadKeys as bad:
            log.error("key logins are disabled: %s", bad)
            return False

    def kbdint_auth_supported(self) -> bool:
        return bool(self.listener.guest)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Admit a guest without a challenge."""
        self.identity = self.listener.guest
        return True

    def auth_completed(self) -> None:
        self.logged_in = True
        self._since = monotonic()

    # Requests

    def session_requested(self) -> SshSession | bool:
        if self.listener.stopping or len(self.sessions) >= 4:
            return False
        session = SshSession(self)
        session.hold("line", self._held)
        return session
