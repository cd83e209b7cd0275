"""Players in words: where they are, when they were here, and their ratings as a line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from tabletown import rules
from tabletown.rules.core.registry import is_game

from ..protocol.clocks import named
from ..protocol.message_limits import NAME
from ..protocol.player_messages import DAILY, Invitation, Leaderboard, PlayerInfo
from ..widgets.dot_lines import Raster
from . import lobby_rows
from .session import Session

NAMES = NAME + 4
"""Columns of the names in lists."""
LEAST_RANGE = 50
"""Points of rating between the bottom and the top of a line, at least, so that small changes look small."""


def day(seconds: float) -> str:
    """The date of a time in seconds since 1970; empty for 0."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}" if seconds else ""


def game_title(game: str) -> str:
    """The title of a game; the name of one that is not installed."""
    return rules.load(game).TITLE if is_game(game) else game


def place(info: PlayerInfo) -> str:
    """The place of a player, and what others can do there."""
    if not info.online:
        return "not here"
    if not info.code:
        return "at the daily game" if info.stage == DAILY else "in the lobby"
    can = {"waiting": "a seat is open" if info.open else "full", "playing": "playing", "over": "over"}
    return f"at {info.code}: {game_title(info.game)}, {can.get(info.stage, info.stage)}"


def invitation(asked: Invitation) -> str:
    """An invitation as a sentence without a full stop."""
    clock = f", {named(asked.clock)}" if named(asked.clock) else ""
    game = lobby_rows.played(asked.game, asked.options) if is_game(asked.game) else asked.game
    return f"{asked.by} invites you to {asked.code}: {game}{clock}"


def standing(board: Leaderboard) -> str:
    """The rank of the client's own player, or what is missing for one."""
    needed, own = board.needed, board.yours
    if own and own.rank:
        return f"Your rank is {own.rank} of {board.total}, with {own.rating}."
    missing = needed - (own.rated if own else 0)
    rating = f" Your rating is {own.rating}." if own else ""
    return f"Players with {needed} rated games are ranked; you need {missing} more.{rating}"


def rating_line(history: Sequence[int], width: int, braille: bool) -> str:
    """The newest ratings as a line of that width; empty for fewer than two."""
    if len(history) < 2:
        return ""
    raster = Raster(min(width, len(history)), 1, braille)
    low, high = min(history), max(history)
    margin = max(0.0, (LEAST_RANGE - (high - low)) / 2)
    raster.line(history, range(len(history)), low - margin, high + margin, 0, thick=False)
    cells = {x: character for x, _, character, _ in raster.cells()}
    return "".join(cells.get(x, " ") for x in range(max(cells) + 1))


def hosted_table(session: Session) -> str:
    """Code of the table in whose waiting room the client's player is the host; empty for none."""
    room = session.room
    return room.code if room and room.hosting and room.stage == "waiting" else ""
