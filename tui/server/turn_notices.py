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
from time import time
from urllib.request import Request, urlopen

import sqlalchemy as sql

from ..protocol.server_messages import Notices
from .databases import put, reason
from .schema import meta
from .store import Also, Store
from .stored_table import Unsaved
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.serve")

TURN, WARNING = "turn", "warning"
"""Kinds of notices: a game waits for the player, or little time is left."""
TIMEOUT = 10.0
"""Seconds after which a command is killed, and a webhook given up."""
EVERY = 600.0
"""Seconds between two notices of the same kind to a player."""
LATE = 3600.0
"""Seconds after which a notice that could not be sent is dropped."""
LOOK_EVERY = 5.0
"""Seconds between two looks for notices that other hosts have written."""

notice_choices = sql.Table(
    "notice_choices",
    meta,
    sql.Column("player", sql.ForeignKey("players.id"), primary_key=True),
    sql.Column("address", sql.String, nullable=False),
)
"""The players who have turned notices on, and their addresses; empty for none."""
turn_notices = sql.Table(
    "turn_notices",
    meta,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("player", sql.ForeignKey("players.id"), nullable=False),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("code", sql.String, nullable=False),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("event", sql.String, nullable=False),
    sql.Column("address", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
    sql.Column("asked", sql.Float, nullable=False),
    sql.Column("sent", sql.Boolean, nullable=False),
)
"""The notices that wait, and those that have been sent lately. Each is written with the change that it is about."""


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

    id: int
    """Its number: a host that dies while it sends a notice lets another one send it again, with the same number."""
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
    written: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a notice may wait to be sent."""

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

    def entry(self, player: int, name: str, table: str, game: str, event: str, text: str) -> Also:
        """Writes a notice, unless the player wants none or has had one lately."""
        now = time()
        values = {"player": player, "name": name, "code": table, "game": game, "event": event, "text": text}
        fixed = [sql.literal(value) for value in (*values.values(), now, False)]
        lately = sql.select(turn_notices.c.id).where(
            (turn_notices.c.player == player) & (turn_notices.c.event == event) & (turn_notices.c.asked > now - EVERY)
        )
        row = sql.select(*fixed, notice_choices.c.address).where(notice_choices.c.player == player, ~lately.exists())
        adding = turn_notices.insert().from_select([*values, "asked", "sent", "address"], row)

        def write(base: sql.Connection, _record: int | None) -> None:
            base.execute(adding)

        return write

    async def work(self) -> None:
        """Send the notices one after the other, as other hosts do."""
        while True:
            try:
                self.clean()
                while self.offered and await self.send_next():
                    pass
            except Unsaved as error:
                log.error("no notices sent: %s", reason(error))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.written.wait(), LOOK_EVERY)
            self.written.clear()

    def clean(self) -> None:
        """Delete notices that are too late, and those that count no more. Raises Unsaved."""
        with self.store.engine.begin() as base:
            base.execute(turn_notices.delete().where(turn_notices.c.asked < time() - 2 * LATE))

    async def send_next(self) -> bool:
        """Send the oldest notice that no other host is sending; False without one. Raises Unsaved.

        Its row is locked meanwhile: if this host dies, PostgreSQL leaves it to another one.
        """
        due = ~turn_notices.c.sent & (turn_notices.c.asked > time() - LATE)
        oldest = turn_notices.select().where(due).order_by(turn_notices.c.id).limit(1)
        with self.store.engine.connect() as base:
            row = base.execute(oldest.with_for_update(skip_locked=True)).first()
            if row is None:
                return False
            await self.send(TurnNotice(row.id, row.name, row.code, row.game, row.event, row.address, row.text))
            base.execute(turn_notices.update().where(turn_notices.c.id == row.id).values(sent=True))
            base.commit()
        return True

    async def send(self, notice: TurnNotice) -> None:
        """Send a notice in the ways that the operator allows; a failure is logged."""
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
    environment = {f"TABLETOWN_{name.upper()}": str(value) for name, value in asdict(notice).items()}
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
