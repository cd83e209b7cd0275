"""The commands `games` and `game NUMBER`, which print finished games for players who download them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime

from ..model.text_table import table_lines
from ..protocol.server_messages import Printed
from .archive import Archive, BadGame, Query, counted, outcome, played
from .databases import reason
from .limits import Bucket, Limits
from .store import Store
from .stored_table import Unsaved

log = logging.getLogger("tabletown.serve")

COMMAND = re.compile(r"games( --all)?|game ([0-9]{1,9})")
USAGE = "games, games --all, game NUMBER"
MOST = 500
"""Maximum games that are listed."""
GOOD, FAILED, BAD_INPUT, BUSY = 0, 1, 2, 75
"""Exit codes; the last one says that trying again later helps."""
ADDRESSES = 1000
"""Addresses whose use is counted."""
PART = 12_000
"""Maximum characters in one message, which may take four bytes each."""
COLUMNS = ("NUMBER", "ENDED (UTC)", "GAME", "PLAYERS AND POINTS")


def is_command(text: str) -> bool:
    return COMMAND.fullmatch(text) is not None


class GamesCommand:
    """The commands for all players, with a limit on how often an address may use them."""

    def __init__(self, store: Store, limits: Limits, now: Callable[[], float]) -> None:
        self._store, self._limits, self._now = store, limits, now
        self._buckets: dict[str, Bucket] = {}

    def run(self, identity: str, address: str, command: str) -> Printed:
        """The output of a command prints for a player; `identity` may be unknown."""
        if not self._spare(address):
            return Printed("", "Too fast; wait a moment and try again.", BUSY)
        try:
            return run(self._store, identity, command)
        except Unsaved as error:
            log.error("cannot read the archive: %s", reason(error))
            return Printed("", "The server cannot read its archive right now; try again later.", BUSY)

    def _spare(self, address: str) -> bool:
        now = self._now()
        if len(self._buckets) >= ADDRESSES:
            self._buckets.clear()
        limits = self._limits
        bucket = self._buckets.setdefault(address, Bucket(limits.slow_rate, limits.slow_burst, now))
        return bucket.spare(now)


def run(store: Store, identity: str, command: str) -> Printed:
    """The output of a command prints for a player."""
    player, match = store.player(identity), COMMAND.fullmatch(command)
    archive = Archive(store, player[0] if player else None)
    if match is None:
        return Printed("", f"Commands: {USAGE}.", BAD_INPUT)
    if match[2]:
        return download(archive, int(match[2]))
    if match[1]:
        return listing(archive, Query())
    if player is None:
        return Printed("", "The server does not know you yet; to list everyone's games, add --all.", BAD_INPUT)
    return listing(archive, Query(player=player[0]))


def download(archive: Archive, number: int) -> Printed:
    try:
        return Printed("\n".join([*archive.lines(number), ""]), "", GOOD)
    except BadGame as bad:
        return Printed("", str(bad), FAILED)


def listing(archive: Archive, query: Query) -> Printed:
    games = archive.games(query, MOST)
    rows = [(str(game.number), ended(game.ended), played(game.game, game.options), outcome(game)) for game in games]
    if not rows:
        return Printed("", "No finished games.", GOOD)
    return Printed("\n".join([*table_lines([COLUMNS, *rows]), ""]), counted(len(rows), archive.count(query)), GOOD)


def ended(seconds: float) -> str:
    """Time at which a game ended."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def parts(printed: Printed) -> list[Printed]:
    """The same in messages that are short enough."""
    starts = range(0, len(printed.text), PART) or [0]
    pieces = [Printed(printed.text[at : at + PART], "", printed.code, last=False) for at in starts[:-1]]
    return [*pieces, Printed(printed.text[starts[-1] :], printed.error, printed.code)]
