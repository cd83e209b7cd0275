"""Saved games on disk, as lists show them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.matched import bot_label
from tabletown.rules.core.game import totals
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import BadRecord, Record
from tabletown.rules.core.text import final_score, plural, possessive

from ..narration.transcript import transcript
from . import daily, daily_words
from .files import daily_folder, first_tries, records_folder
from .game_names_and_marks import NO_LABEL, Label, load_labels
from .titles import title

MAX_LISTED = 1000
"""Number of games that the list reads, newest first."""
MIN_NAME_LETTERS = 4
"""Letters that remain of a name which does not fit."""
DOTS = "..."
"""Sign for the rest of a text that is cut."""
UNFINISHED = "unfinished"
RESULTS = (UNFINISHED, "won", "lost", "finished")
"""Results of a game for the only person who plays it, in the order of a list."""


@dataclass(frozen=True)
class Entry:
    """A saved game, with the time of its last change in seconds since 1970."""

    path: Path
    match: Match
    changed: float
    label: Label = NO_LABEL

    @property
    def finished(self) -> bool:
        return self.match.player is None

    @cached_property
    def result(self) -> str:
        """One of RESULTS; with several people at the keyboard or none, a game is neither won nor lost."""
        people = self.match.human_seats
        if not self.finished:
            return UNFINISHED
        if len(people) != 1:
            return "finished"
        return "won" if people[0] in self.match.game.winners(self.match.state) else "lost"

    @property
    def is_first_try(self) -> bool:
        """True for the first try at a daily game."""
        return self.path.parent == daily_folder()

    @property
    def opponents(self) -> frozenset[str]:
        """Levels of the bots, and names of the people if there are several."""
        seats, people = self.match.seats, self.match.human_seats
        return frozenset(
            [seat.bot for seat in seats if seat.bot] + [seats[seat].name for seat in people if len(people) > 1]
        )

    @property
    def search_text(self) -> str:
        """Names of the game and of its players."""
        return " ".join([self.name, *(seat.name for seat in self.match.seats)])

    @cached_property
    def name(self) -> str:
        """The name that the player gave the game; without one, for the deal of a day whether it is the daily game or
        practice, and of which day.
        """
        return self.names[0] if self.names else ""

    @cached_property
    def names(self) -> list[str]:
        """The name in shorter and shorter forms; none for a game without a name."""
        if self.label.name:
            return [self.label.name, *beginnings(self.label.name)]
        today = daily.today()
        of_day = daily.deal_of(self.match, today)
        if of_day is None:
            return []
        what = daily_words.FIRST_TRY if self.is_first_try else daily_words.PRACTICE
        date, brief = daily.short_date(of_day.day, today), what.split()[0]
        return [daily_words.dated(what, of_day.day, today), *dict.fromkeys([f"{what} {date}", f"{brief} {date}"])]

    def __str__(self) -> str:
        """Game, players, time of the last move, progress and points, in one line."""
        title, when, far = self.cells
        return ", ".join([title, self.players(), when, far, final_score([points for _, points in self.table])])

    @cached_property
    def points(self) -> list[int]:
        """Points of all players, as far as the only person who plays may know them."""
        people = self.match.human_seats
        viewer = people[0] if len(people) == 1 else None
        return totals(self.match.game, self.match.game.observe(self.match.state, viewer))

    @property
    def table(self) -> list[tuple[Seat, int]]:
        """The seats with their points, that of the only person first."""
        rows = list(zip(self.match.seats, self.points, strict=True))
        return sorted(rows, key=lambda row: len(self.match.human_seats) != 1 or bool(row[0].bot))

    @property
    def standings(self) -> str:
        """Name of the game, and the players with their points: "You 14, Hana 12"."""
        return f"{self.name} ({self.points_of_each})" if self.name else self.points_of_each

    @property
    def points_of_each(self) -> str:
        """The players with their points."""
        return ", ".join(f"{seat.name} {n}" for seat, n in self.table)

    @property
    def named_results(self) -> list[str]:
        """For a game with a name, the name or as much of its beginning as fits, with the points: "Mine (14-12)"."""
        score = final_score([points for _, points in self.table])
        return [f"{name} ({score})" for name in self.names]

    def players(self, width: int | None = None) -> str:
        """Name of the game and of the players, in a form that fits `width` characters."""
        names, label = [seat.name for seat, _ in self.table], self.name
        forms = [", ".join(names)]
        forms += [f"{', '.join(names[:n])} and {len(names) - n} others" for n in range(len(names) - 2, 0, -1)]
        forms.append(plural(len(names), "player"))
        if label:
            forms = [*(f"{label} ({form})" for form in forms), *self.names]
        if width is None:
            return forms[0]
        return next((form for form in forms if len(form) <= width), cut(forms[-1], width))

    def fitting(self, width: int) -> str:
        """The players in `width` characters, with their points and the kinds of bots as far as there is room."""
        ways = [self.standings_with_bots, self.standings, *self.named_results]
        return next((way for way in ways if len(way) <= width), self.players(width))

    @property
    def standings_with_bots(self) -> str:
        """The players with their points and the kinds of bots: "You 14, Hana (easy) 12"."""
        return f"{self.name} ({self.points_and_bots})" if self.name else self.points_and_bots

    @property
    def points_and_bots(self) -> str:
        """The players with their points and the kinds of bots; a kind that several share comes once, at the end."""
        bots = [bot_label(seat.bot) for seat in self.match.seats if seat.bot]
        if len(bots) > 1 and len({*bots}) == 1:
            return f"{self.points_of_each}, all {bots[0]}"
        return ", ".join(f"{seat.name}{f' ({bot_label(seat.bot)})' * bool(seat.bot)} {n}" for seat, n in self.table)

    @property
    def cells(self) -> tuple[str, str, str]:
        """Columns of a list: game, time of the last move, progress."""
        moves = len(self.match.log)
        return self.title, ago(self.changed), plural(moves, "move") if self.finished else f"move {moves}"

    @property
    def turn(self) -> str:
        """The progress of an unfinished game, and whose turn it is: "Move 12, your turn"."""
        player = self.match.player
        assert player is not None
        yours = [player] == self.match.human_seats
        return f"Move {len(self.match.log)}, {'your' if yours else possessive(self.match.seats[player].name)} turn"

    @property
    def title(self) -> str:
        return title(self.match)


def beginnings(text: str) -> list[str]:
    """The text cut after each letter, the longest beginning first, with dots for the rest; none of a short text."""
    return list(dict.fromkeys(cut(text, width) for width in range(len(text) - 1, MIN_NAME_LETTERS + len(DOTS) - 1, -1)))


def cut(text: str, width: int) -> str:
    """The beginning of a text that is too wide, with dots for the rest."""
    return f"{text[: max(width - len(DOTS), 0)].rstrip(' ,')}{DOTS}"


def aligned(saved: Sequence[Entry], width: int, keeps_moves: bool = False) -> list[str]:
    """Lines of a list of that width with aligned columns; the players, their points and the kinds of bots come last.
    Where these do not fit for all games, whatever their names, the column of moves is left out, or that of times if the
    list `keeps_moves`.
    """
    rows = [entry.cells for entry in saved]
    title, when, far = [max(map(len, column)) for column in zip(*rows, strict=True)] or [0] * 3
    room = width - title - when - far - len("      ")
    full = all(len(entry.points_and_bots) <= room for entry in saved)
    timed, counted = full or not keeps_moves, full or keeps_moves
    starts = [f"{a:<{title}}  " + f"{b:>{when}}  " * timed + f"{c:>{far}}  " * counted for a, b, c in rows]
    return [start + entry.fitting(width - len(start)) for entry, start in zip(saved, starts, strict=True)]


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
    return "yesterday" if days == 1 else f"{then.day} {then:%b %Y}" if days > 6 else f"{days} days ago"


def entries(most: int = 40) -> tuple[list[Entry], list[str]]:
    """At most `most` saved games, newest first, and an error for each that cannot be read; no first tries at daily
    games.
    """
    return read(newest(records_folder().glob("*.jsonl"))[:most])


def with_first_tries() -> tuple[list[Entry], list[str]]:
    """The games of the list of replays, newest first: the saved games and the first tries at daily games in which you
    have moved.
    """
    saved, problems = read(newest([*records_folder().glob("*.jsonl"), *first_tries()])[:MAX_LISTED])
    return [entry for entry in saved if not entry.is_first_try or daily.has_begun(entry.match)], problems


def newest(paths: Iterable[Path]) -> list[Path]:
    """Paths in the order of their last change, the newest first."""
    return sorted(paths, key=changed, reverse=True)


def read(paths: Sequence[Path], name: Callable[[Path], str] = lambda path: path.name) -> tuple[list[Entry], list[str]]:
    """Saved games in files, and an error for each that cannot be read; `name` is the name by which it is labelled."""
    labels, problem = load_labels()
    saved, problems = [], [problem] if problem else []
    for path in paths:
        try:
            match, _ = Record.load(path, BOTS)
            saved.append(Entry(path, match, changed(path), labels.get(name(path), NO_LABEL)))
        except (BadRecord, OSError) as bad:
            problems.append(str(bad).replace(f"{path.parent}{os.sep}", ""))
    return saved, problems


def labelled(path: Path) -> Label:
    """Name and mark of a saved game."""
    return load_labels()[0].get(path.name, NO_LABEL)


def changed(path: Path) -> float:
    """Time of the last change of a file, in seconds since 1970; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def is_kept(match: Match, record: Record) -> bool:
    """False for a game in the list in which nobody has moved: it is not worth a line when it is left."""
    return bool(match.log) or record.path.parent != records_folder()


def newest_unfinished() -> Entry | None:
    return next((entry for entry in entries()[0] if not entry.finished), None)


def fresh_path(match: Match) -> Path:
    """Path for a new record; no file has it yet."""
    return unused_path(file_name(f"{datetime.now():%Y-%m-%d-%H%M%S}", match))


def file_name(time: str, match: Match) -> str:
    """Name of the file of a match that was started at a time."""
    return f"{time}-{match.name}-{str(match.seed)[:12]}.jsonl"


def unused_path(name: str) -> Path:
    """Path in the folder of records with this name, or with a number after it if a file has it already."""
    folder, stem = records_folder(), name.removesuffix(".jsonl")
    names = (f"{stem}{f'-{n}' if n else ''}.jsonl" for n in range(100_000))
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
