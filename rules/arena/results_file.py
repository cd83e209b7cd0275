"""File of an arena's finished games, one JSON line each, so that an interrupted series can continue.

A line has its series in full (game, version of the rules, options, seats, seed, bots and their limits), the number of
the game in it, and the result of each seat. Games of other series in the same file stay as they are. After a change
to a bot, start a new file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Any

from tabletown import rules

from .series import EVEN, ArenaError, GameResult, Series, bot_spec

BEGINNING = b'{"series":'
COUNTS = ("decisions", "moves")


def head(series: Series) -> dict[str, Any]:
    """Identity of a series, which no other series shares."""
    terms = series.terms
    return {
        "game": terms.game,
        "version": rules.load(terms.game).VERSION,
        "options": dict(terms.options),
        "seats": terms.seats,
        "seed": terms.seed,
        "bots": list(series.bots),
        "limits": [list(bot_spec(terms, bot)[1:]) for bot in series.bots],
    }


def key(of: Mapping[str, Any]) -> str:
    return json.dumps(of, sort_keys=True)


class ResultsFile:
    """Games of a file, or only those of this run if there is no path."""

    def __init__(self, path: Path | None = None) -> None:
        """Read an existing file without changing it; raises ArenaError."""
        self.path = path
        self.games: dict[str, dict[int, GameResult]] = {}
        self._file: FileIO | None = None
        self._size = self._found = 0
        """Bytes of complete lines, and of the whole file when it was read."""
        if path:
            self._read(path)

    def of(self, series: Series) -> dict[int, GameResult]:
        """Games of a series by their numbers."""
        return self.games.setdefault(key(head(series)), {})

    def open(self) -> None:
        """Open the file for writing and cut off an incomplete last line. Raises ArenaError."""
        if not self.path:
            return
        try:
            self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115 (`close` closes it)
            self._alone(self._found)
            self._file.truncate(self._size)
        except OSError as wrong:
            raise ArenaError(f"cannot write {self.path}: {wrong.strerror}") from None

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _alone(self, size: int) -> None:
        """Check that the file still has that many bytes; raises ArenaError when another program wrote to it."""
        if self._file and os.fstat(self._file.fileno()).st_size != size:
            raise ArenaError(f"{self.path} is in use by another arena run; use a different --file")

    def add(self, series: Series, number: int, game: GameResult) -> None:
        """Add a finished game and write it to the file; raises ArenaError."""
        self.of(series)[number] = game
        if not self._file:
            return
        line = json.dumps({"series": head(series), "number": number, **game_fields(game)}, separators=(",", ":"))
        data = line.encode() + b"\n"
        try:
            self._alone(self._size)
            self._size += len(data)
            while data:
                data = data[self._file.write(data) :]
        except OSError as wrong:
            raise ArenaError(f"cannot write {self.path}: {wrong.strerror}") from None

    def _read(self, path: Path) -> None:
        try:
            data = path.read_bytes() if path.exists() else b""
        except OSError as wrong:
            raise ArenaError(f"cannot read {path}: {wrong.strerror}") from None
        self._found = len(data)
        lines = data.splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            try:
                value = json.loads(line) if line.endswith(b"\n") else None
            except (ValueError, RecursionError):
                value = None
            if value is None and number == len(lines) and (self._size or ours(line)):
                break
            if fault := self._take(value):
                raise ArenaError(f"{path}, line {number}: {fault}")
            self._size += len(line)

    def _take(self, value: Any) -> str:
        """Add the game of a line; return the fault of the line as a clause, "" for none."""
        if not (isinstance(value, dict) and isinstance(value.get("series"), dict)):
            return "not an arena game"
        number, victory_shares, capped = value.get("number"), value.get("shares", []), value.get("capped")
        if type(number) is not int or number < 0 or type(capped) is not bool:
            return 'the game number or the "capped" flag is missing'
        if not numbers(victory_shares, value["series"].get("seats")) or abs(sum(victory_shares) - 1) > EVEN:
            return "the win shares do not add up to 1"
        if not all(numbers(value.get(name), len(victory_shares)) for name in ("seconds", *COUNTS)):
            return "the times per seat are missing"
        games = self.games.setdefault(key(value["series"]), {})
        if number in games:
            return f"duplicate game {number}"
        seconds, decisions, moves = (tuple(value[name]) for name in ("seconds", *COUNTS))
        games[number] = GameResult(tuple(victory_shares), seconds, decisions, moves, capped)
        return ""


def game_fields(game: GameResult) -> dict[str, Any]:
    """Fields of a line that describe a game."""
    return {
        "shares": game.victory_shares,
        "seconds": list(game.seconds),
        "decisions": game.decisions,
        "moves": game.moves,
        "capped": game.capped,
    }


def numbers(values: Any, count: Any) -> bool:
    """Return whether `values` is a list of `count` finite numbers, none below zero."""
    return (
        isinstance(values, list)
        and len(values) == count
        and all(type(value) in (int, float) and 0 <= value < float("inf") for value in values)
    )


def ours(line: bytes) -> bool:
    """Return whether a line may be the start of an arena game's."""
    return line.startswith(BEGINNING[: len(line)])
