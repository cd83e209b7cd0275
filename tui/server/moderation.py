"""Bans, mutes, and closing to newcomers: who is admitted, who may chat, and the sentences that say why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from time import time

from ..protocol.addresses import origin_of
from .limits import Limits
from .operator_store import BAN, MUTE, Measure, OperatorStore

FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
GUEST = "guest"
"""Identity of players without a key; each gets a code."""
BROWSER = "browser"
"""Start of the identity of a browser, before a colon and the hash of its cookie's secret."""
GUESTS = "guests@"
"""Start of the subject of a ban or mute that covers all guests from an address."""
CLOSED = "closed"
"""Setting: the sentence for newcomers while the server is closed to them; it may be empty."""
LIMIT = "limit "
"""Start of the settings that change limits."""
LIMIT_FIELDS = {
    "sessions": "sessions",
    "per-address": "per_address",
    "per-key": "per_key",
    "tables": "all_tables",
    "tables-per-address": "tables_per_address",
    "tables-per-player": "tables",
    "tournaments": "all_tournaments",
    "tournaments-per-player": "tournaments",
}
"""Limits that can be changed while the server runs: options of `serve`, and their fields."""
HIGHEST = 100_000
"""Maximum value of a limit."""
WIDEST = {4: 8, 6: 16}
"""Shortest prefixes of networks that can be banned, by version of IP."""
NO_NEWCOMERS = "This server does not admit new players at the moment."


class Moderation:
    """The operator's decisions in force. Each change is in the store before it applies."""

    def __init__(self, store: OperatorStore, now: Callable[[], float] = time) -> None:
        self.store, self.now = store, now
        self.reload()

    def reload(self) -> None:
        """Read the decisions, which another host may have changed."""
        self._measures = self.store.measures()
        self._settings = self.store.settings()

    # Bans and mutes

    def in_force(self, kind: str) -> list[Measure]:
        """The bans or the mutes that have not ended."""
        now = self.now()
        return [m for m in self._measures if m.kind == kind and (m.until is None or m.until > now)]

    def impose(self, *measures: Measure) -> None:
        self.store.impose(*measures)
        self._measures = self.store.measures()

    def lift(self, measure: Measure) -> None:
        self.store.lift(measure.kind, measure.subject)
        self._measures = self.store.measures()

    def ban_of(self, identity: str, address: str) -> Measure | None:
        """The ban that applies to the player with that key at an address."""
        return self._measure_of(BAN, identity, address)

    def mute_of(self, identity: str, address: str) -> Measure | None:
        """The mute that applies to the player with that key at an address."""
        return self._measure_of(MUTE, identity, address)

    def _measure_of(self, kind: str, identity: str, address: str) -> Measure | None:
        in_force = self.in_force(kind)
        subjects = {identity, *self.store.identities(identity)} if in_force else set()
        return next((m for m in in_force if m.subject in subjects or covers(m.subject, identity, address)), None)

    def mute_sentence(self, identity: str, address: str) -> str:
        """The reason why a player may not chat; empty for one who may."""
        mute = self.mute_of(identity, address)
        return refusal(mute) if mute else ""

    # Newcomers

    @property
    def closed(self) -> str | None:
        """The sentence for newcomers; None while the server is open to them."""
        text = self._settings.get(CLOSED)
        return None if text is None else f"{NO_NEWCOMERS} {text}".rstrip()

    def close(self, text: str) -> None:
        self._set(CLOSED, text)

    def reopen(self) -> None:
        self._set(CLOSED, None)

    def _set(self, key: str, value: str | None) -> None:
        self.store.set(key, value)
        self._settings = self.store.settings()

    # Limits

    def limits(self, configured: Limits) -> Limits:
        """The limits in force: those of the command line, with the operator's changes."""
        chosen = {field: self._settings.get(LIMIT + name, "") for name, field in LIMIT_FIELDS.items()}
        return replace(configured, **{field: int(value) for field, value in chosen.items() if value.isdecimal()})

    def set_limit(self, name: str, value: int | None) -> None:
        """Change a limit; None restores that of the command line."""
        self._set(LIMIT + name, None if value is None else str(value))


def covers(subject: str, identity: str, address: str) -> bool:
    """True when the subject of a ban is that key or includes that address, as `origin_of` returns it."""
    if subject == identity:
        return True
    if subject.startswith(GUESTS):
        return is_guest(identity) and covers(subject.removeprefix(GUESTS), "", address)
    network, origin = network_of(subject), network_of(address)
    if isinstance(network, IPv4Network):
        return isinstance(origin, IPv4Network) and origin.subnet_of(network)
    return network is not None and isinstance(origin, IPv6Network) and origin.subnet_of(network)


def is_guest(identity: str) -> bool:
    """True for a player without a key, also before the code is known."""
    return identity.partition(":")[0] == GUEST


def is_browser(identity: str) -> bool:
    """True for a player whom the cookie of a browser identifies."""
    return identity.partition(":")[0] == BROWSER


@lru_cache(4096)
def network_of(text: str) -> IPv4Network | IPv6Network | None:
    """An address or network; None for any other text. For IPv6 a network is at least a /64, as limits count it."""
    try:
        network = ip_network(text if "/" in text else origin_of(text), strict=False)
    except ValueError:
        return None
    return network.supernet(new_prefix=64) if isinstance(network, IPv6Network) and network.prefixlen > 64 else network


def refusal(measure: Measure) -> str:
    """The sentence for the player whom a ban or mute concerns."""
    verb = "play on this server" if measure.kind == BAN else "chat"
    until = f" until {moment(measure.until)}" if measure.until is not None else ""
    subject = "Guests from your address" if measure.subject.startswith(GUESTS) else "You"
    return because(f"{subject} cannot {verb}{until}", measure.reason)


def because(text: str, reason: str) -> str:
    """A sentence with its reason, if there is one."""
    reason = reason.strip().rstrip(".")
    return f"{text}: {reason}." if reason else f"{text}."


def moment(seconds: float) -> str:
    """A Unix time: "2026-05-03 18:00 UTC"."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def cleaned(text: str) -> str:
    """A line of text from outside, without control characters, invisible ones and repeated spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
