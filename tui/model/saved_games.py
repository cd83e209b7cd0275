"""Saved games on disk, as lists show them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tabletown.rules.bots.levels import BOTS
from tabletown.rules.core.game import totals
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.core.text import plural

from ..narration.transcript import transcript
from .files import records_folder


@dataclass(frozen=True)
class Entry:
    """A saved game, with the time of its last change in seconds since 1970."""

    path: Path
    match: Match
    changed: float

    @property
    def finished(self) -> bool:
        return self.match.player is None

    def __str__(self) -> str:
        """Game, players, time of the last move, progress and points, in one line."""
        title, when, far, points, names = self.cells
        return ", ".join([title, names, when, far, points])

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """Columns of a list: game, time of the last move, progress, points, players."""
        match = self.match
        moves, names = len(match.log), ", ".join(seat.name for seat in match.seats)
        people = match.human_seats
        view = match.game.observe(match.state, people[0] if len(people) == 1 else None)
        points = totals(match.game, view)
        far = plural(moves, "move") if self.finished else f"move {moves}"
        return self.title, ago(self.changed), far, ":".join(map(str, points)), names

    @property
    def title(self) -> str:
        return title(self.match)


def title(match: Match) -> str:
    """Title of the game, with the options that differ from their defaults."""
    choices = [dict(option.choices).get(match.options[option.key], "") for option in match.game.OPTIONS]
    unusual = [
        title for title, option in zip(choices, match.game.OPTIONS, strict=True) if title != option.choices[0][1]
    ]
    return ", ".join(filter(None, [match.game.TITLE, *unusual]))


def aligned(saved: Sequence[Entry]) -> list[str]:
    """Lines of a list with aligned columns; the players come last, where a small window may cut them off."""
    rows = [entry.cells for entry in saved]
    title, when, far, points = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]] or [0] * 4
    return [f"{a:<{title}}  {b:>{when}}  {c:>{far}}  {d:>{points}}  {names}" for a, b, c, d, names in rows]


def ago(time: float) -> str:
    """Time in words: "5 min ago", "yesterday" or the date; a time in the future, from a wrong clock, is "just now"."""
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
    """At most `most` saved games, newest first, and an error for each that cannot be read."""
    saved, problems, folder = [], [], records_folder()
    for path in sorted(folder.glob("*.jsonl"), key=changed, reverse=True)[:most]:
        try:
            match, _ = Record.load(path, BOTS)
            saved.append(Entry(path, match, changed(path)))
        except (BadRecord, OSError) as bad:
            problems.append(str(bad).replace(f"{folder}{os.sep}", ""))
    return saved, problems


def changed(path: Path) -> float:
    """Time of the last change of a file, in seconds since 1970; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def newest_unfinished() -> Path | None:
    return next((entry.path for entry in entries()[0] if not entry.finished), None)


def fresh_path(match: Match) -> Path:
    """Path for a new record; no file has it yet."""
    folder = records_folder()
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{match.name}-{str(match.seed)[:12]}"
    names = (f"{stem}{f'-{n}' if n else ''}.jsonl" for n in range(1000))
    return next(path for name in names if not (path := folder / name).exists())


def export(match: Match, path: Path, plies: int | None = None) -> str:
    """Write the transcript of a game, or of its first moves, to a file. Return what came of it in words."""
    part = Match(match.name, match.seats, match.options, match.seed)
    for action in match.log[:plies]:
        part.act(action)
    try:
        path.write_text(transcript(part), encoding="utf-8")
    except OSError as error:
        return f"Could not save: {error.strerror}"
    return f"Saved {path}"
