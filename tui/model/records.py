"""The records on disk, as lists of games show them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tabletown.rules.bots.levels import BOTS
from tabletown.rules.core.game import totals
from tabletown.rules.core.match import Match
from tabletown.rules.core.record import BadRecord, Record
from tabletown.rules.core.text import plural

from .files import records_folder


@dataclass(frozen=True)
class Entry:
    """One record that can be read."""

    path: Path
    match: Match
    changed: float

    @property
    def finished(self) -> bool:
        return self.match.player is None

    def __str__(self) -> str:
        """The game, its players, when it was last played, and how far it is."""
        title, when, far, points, names = self.cells
        return ", ".join([title, names, when, far, points])

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """The game, when it was last played, how far it is, the points, and who plays."""
        match = self.match
        moves, names = len(match.log), ", ".join(seat.name for seat in match.seats)
        people = match.human_seats
        view = match.game.observe(match.state, people[0] if len(people) == 1 else None)
        points = totals(match.game, view)
        far = plural(moves, "move") if self.finished else f"move {moves}"
        return self.title, ago(self.changed), far, ":".join(map(str, points)), names

    @property
    def title(self) -> str:
        """The game, with its version and other options where they are not the usual ones."""
        match = self.match
        told = [dict(option.choices).get(match.options[option.key], "") for option in match.game.OPTIONS]
        unusual = [
            title for title, option in zip(told, match.game.OPTIONS, strict=True) if title != option.choices[0][1]
        ]
        return ", ".join(filter(None, [match.game.TITLE, *unusual]))


def aligned(found: Sequence[Entry]) -> list[str]:
    """A line for each, its parts under one another; who plays comes last, where a small window may cut it off."""
    rows = [entry.cells for entry in found]
    title, when, far, points = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]] or [0] * 4
    return [f"{a:<{title}}  {b:>{when}}  {c:>{far}}  {d:>{points}}  {names}" for a, b, c, d, names in rows]


def ago(time: float) -> str:
    """ "5 min ago", "yesterday", or the date; what a clock that was wrong has put into the future is new."""
    try:
        then, now = datetime.fromtimestamp(time), datetime.now()
    except (ValueError, OverflowError, OSError):
        return "unknown date"
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if then.date() == now.date():
        return f"{minutes // 60} h ago"
    days = (now.date() - then.date()).days
    return "yesterday" if days == 1 else f"{then:%d %B %Y}" if days > 6 else f"{days} days ago"


def entries(most: int = 40) -> tuple[list[Entry], list[str]]:
    """The newest records, newest first, and what is wrong with those that cannot be read."""
    found, problems, folder = [], [], records_folder()
    for path in sorted(folder.glob("*.jsonl"), key=changed, reverse=True)[:most]:
        try:
            match, _ = Record.load(path, BOTS)
            found.append(Entry(path, match, changed(path)))
        except (BadRecord, OSError) as bad:
            problems.append(str(bad).replace(f"{folder}{os.sep}", ""))
    return found, problems


def changed(path: Path) -> float:
    """When a file was written last, in seconds since 1970; 0 when it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def newest_unfinished() -> Path | None:
    return next((entry.path for entry in entries()[0] if not entry.finished), None)


def fresh_path(match: Match) -> Path:
    """A name for the record that is not taken yet."""
    folder = records_folder()
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{match.name}-{str(match.seed)[:12]}"
    names = (f"{stem}{f'-{n}' if n else ''}.jsonl" for n in range(1000))
    return next(path for name in names if not (path := folder / name).exists())
