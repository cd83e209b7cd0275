"""Notices outside the program: the operator's command or webhook tells players that a slow game waits for them.

Players turn their notices on; nothing is sent otherwise. The command never runs in a shell, and neither it nor the
webhook can delay the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import signal
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from time import monotonic
from urllib.request import Request, urlopen

import sqlalchemy as sql

from ..protocol.server_messages import Notices
from .databases import put, reason
from .schema import meta
from .store import Store, Unsaved
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.serve")

TURN, WARNING = "turn", "warning"
"""Kinds of notices: a game waits for the player, or little time is left."""
TIMEOUT = 10.0
"""Seconds after which a command is killed, and a webhook given up."""
EVERY = 600.0
"""Seconds between two notices of the same kind to a player."""
QUEUE = 100
"""Notices that may wait to be sent; further ones are dropped."""

notice_choices = sql.Table(
    "notice_choices",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("address", sql.String, nullable=False),
)
"""The players who have turned notices on, and their addresses; empty for none."""


@dataclass(frozen=True, slots=True)
class NoticeOptions:
    """The ways that the operator allows."""

    command: str = ""
    webhook: str = ""
    addresses: bool = False
    """True when players may give an address."""


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """A notice to a player."""

    player: str
    table: str
    game: str
    event: str
    """TURN or WARNING."""
    address: str
    text: str


@dataclass(eq=False)
class TurnNotices:
    """The choices of the players, and the notices that wait to be sent."""

    store: Store
    options: NoticeOptions
    queue: asyncio.Queue[TurnNotice] = field(default_factory=lambda: asyncio.Queue(QUEUE))
    last: dict[tuple[int, str], float] = field(default_factory=dict)
    """Time of the last notice by player and kind."""

    @property
    def offered(self) -> bool:
        return bool(self.options.command or self.options.webhook)

    # Choices

    def address(self, player: int) -> str | None:
        """The address of a player with notices, perhaps empty; None for a player without."""
        with self.store.engine.begin() as base:
            row = base.execute(sql.select(notice_choices.c.address).where(notice_choices.c.player == player)).first()
        return row.address if row else None

    def choice(self, player: int) -> Notices:
        """The player's choice as a message."""
        address = self.address(player)
        return Notices(address is not None, address or "", self.options.addresses)

    def choose(self, player: int, on: bool, address: str) -> None:
        """Turn notices on or off. Raises RequestDenied and Unsaved."""
        if not self.offered:
            raise RequestDenied("This server sends no notices.")
        if address and not self.options.addresses:
            raise RequestDenied("This server takes no addresses.")
        if not address.isascii() or not address.isprintable() or " " in address or address.startswith("-"):
            raise RequestDenied("An address has no spaces, and only letters, digits and signs of ASCII.")
        with self.store.engine.begin() as base:
            if on:
                put(base, notice_choices, {"player": player}, {"address": address})
            else:
                base.execute(notice_choices.delete().where(notice_choices.c.player == player))

    # Sending

    def send(self, player: int, name: str, table: str, game: str, event: str, text: str) -> None:
        """Queue a notice, unless the player wants none or has had one lately. It never waits and never fails."""
        try:
            address = self.address(player) if self.offered else None
        except Unsaved as error:
            return log.error("notice to %s dropped: %s", name, reason(error))
        if address is None:
            return None
        key, now = (player, event), monotonic()
        if key in self.last and now - self.last[key] < EVERY:
            return None
        self.last[key] = now
        try:
            self.queue.put_nowait(TurnNotice(name, table, game, event, address, text))
        except asyncio.QueueFull:
            log.warning("notice to %s dropped: too many are waiting", name)
        return None

    async def work(self) -> None:
        """Send the notices one after the other."""
        while True:
            notice = await self.queue.get()
            try:
                if self.options.command:
                    await run_command(self.options.command, notice)
                if self.options.webhook:
                    await asyncio.to_thread(post, self.options.webhook, notice)
            except (OSError, ValueError) as error:
                log.warning("notice to %s failed: %s", notice.player, error)


async def run_command(command: str, notice: TurnNotice) -> None:
    """Run the operator's command with player, table and game as its last arguments, and all values in its environment.

    Raises OSError. No argument starts with a hyphen, which would make it an option.
    """
    values = [notice.player, notice.table, notice.game]
    arguments = [*shlex.split(command), *(f" {value}" if value.startswith("-") else value for value in values)]
    environment = {f"TABLETOWN_{name.upper()}": value for name, value in asdict(notice).items()}
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        *arguments,
        env=inherited | environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(TIMEOUT):
            if code := await process.wait():
                log.warning("notice command ended with status %s", code)
    except TimeoutError:
        log.warning("notice command took longer than %.0f seconds and was stopped", TIMEOUT)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


def post(url: str, notice: TurnNotice) -> None:
    """Post a notice as JSON. Raises OSError and ValueError."""
    body = json.dumps(asdict(notice)).encode()
    with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=TIMEOUT):
        pass
