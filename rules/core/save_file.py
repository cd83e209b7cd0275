"""Saved games: one text file of JSON lines for each match, a header and then one action a line.

The same file serves to continue, to replay and to report a bug. A line counts once its newline is written. The line of
an action that followed a hint ends with a space, which readers that know nothing of it skip like any other.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Collection
from io import FileIO
from itertools import takewhile
from pathlib import Path
from typing import Any

from .game import Action, Illegal, freeze, unknown_option
from .match import Match, Seat
from .registry import games, load
from .text import quoted, shorten

FORMAT = 1
HELPED = "helped"
"""Last key of a header; other readers of the file may ignore it."""
COACHED = 2
"""Its value if the help was the coach."""
FOLLOWED = b" "
"""End of the line of an action that followed a hint."""
IN_USE = "this game is open in another program"


class BadRecord(ValueError):
    """The file cannot be read as a match; the message names file, line and reason."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}, line {line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


class Record:
    """The file of one match, kept equal to its log by `save`. The writer locks it against other programs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.helped: bool | None = False
        """True once a hint, undo or the coach was used; None for a file that does not say. Set it before a save."""
        self.coached = False
        """True if the first help was the coach."""
        self._helped_on_disk: bool | None = False
        self._written: list[Action] = []
        self._ends: list[int] = []
        """Offsets in the file: after the header, then after each action written."""
        self._size: int | None = None
        """Bytes in the file when it was last read or written; None before it exists."""
        self._whole = False
        """True when every line has reached the disk."""
        self._lock: int | None = None
        """A descriptor of the file while it is locked. The lock ends with it, so with the process at the latest."""

    def __del__(self) -> None:
        self.release()

    def note_help(self, coach: bool) -> None:
        """Note that a hint or undo was used, or the coach; the next save writes it."""
        self.coached |= coach and not self.helped
        self.helped = True

    def claim(self) -> bool:
        """Lock the file until `release`; False when another program has locked it or changed it since it was loaded.

        Return True for a file that cannot be opened for writing or, as on some network disks, cannot be locked.
        """
        if self._lock is not None:
            return True
        try:
            file = os.open(self.path, os.O_RDWR)
        except OSError:
            return True
        try:
            free = self._hold(file) and self._size in (None, os.fstat(file).st_size)
        finally:
            os.close(file)
        if not free:
            self.release()
        return free

    def release(self) -> None:
        """Unlock the file, so that other programs can continue it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _hold(self, file: int) -> bool:
        """Lock an open file, which stays locked when it is closed; False when another program has locked it."""
        if self._lock is None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            except OSError:
                return True  # there are no locks on that disk
            self._lock = os.dup(file)
        return True

    def try_save(self, match: Match) -> str:
        """Save the match and return the error of the system, "" when it is saved. A later call writes missing lines."""
        try:
            self.save(match)
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def save(self, match: Match) -> None:
        """Write the match to its file and flush it to the disk: cut off undone actions, append new ones.

        Raises OSError, also when another program has locked or changed the file, or when a new record's file exists
        already; a later call then writes the missing lines.
        """
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._written, match.log, strict=False)))
        if self._whole and same == len(match.log) == len(self._written) and self.helped == self._helped_on_disk:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "xb" if self._size is None else "r+b", buffering=0) as file:
            if not self._hold(file.fileno()):
                raise OSError(IN_USE)
            if self._size not in (None, os.fstat(file.fileno()).st_size):
                raise OSError("another program changed the file")
            self._whole = False
            try:
                file.truncate(self._ends[same] if self._ends else 0)
                del self._ends[same + 1 :], self._written[same:]
                file.seek(0, os.SEEK_END)
                if not self._ends:
                    self._append(file, {**header(match), HELPED: 0})
                for ply, action in enumerate(match.log[same:], same):
                    self._append(file, action, FOLLOWED * match.followed_hint(ply))
                    self._written.append(action)
                self._write_helped(file)
                os.fsync(file.fileno())
                self._whole = True
            finally:
                self._size = os.fstat(file.fileno()).st_size

    def _write_helped(self, file: FileIO) -> None:
        """Overwrite the digit at the end of the header, in which nothing else changes."""
        if self.helped and self._helped_on_disk is False:
            file.seek(self._ends[0] - len(b"0}\n"))
            file.write(b"2" if self.coached else b"1")
            self._helped_on_disk = True
        self.helped = self._helped_on_disk

    def _append(self, file: FileIO, value: Any, mark: bytes = b"") -> None:
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + mark + b"\n"
        while line:
            line = line[file.write(line) :]
        self._ends.append(file.tell())

    @classmethod
    def load(cls, path: Path, known_bots: Collection[str]) -> tuple[Match, Record]:
        """The match in a file, and the record to continue it with; its bots must be among `known_bots`.

        Leave out a last line without its newline, which was being written when the program was killed. Raises BadRecord
        for any other damage, and OSError; the file is only read.
        """
        data = path.read_bytes()
        *lines, _torn = data.split(b"\n")
        if not lines:
            raise BadRecord(path, 1, "the header is incomplete")
        record, end = cls(path), len(lines[0]) + 1
        record._size, record._ends, record._whole = len(data), [end], True
        match = start_match(path, parse(path, 1, lines[0]), known_bots)
        digit = help_digit(lines[0])
        record.helped = record._helped_on_disk = None if digit is None else digit > 0
        record.coached = digit == COACHED
        for number, line in enumerate(lines[1:], 2):
            action = parse(path, number, line)
            if line.endswith(FOLLOWED):
                match.suggest(action)
            try:
                match.act(action)
            except Illegal as illegal:
                raise BadRecord(path, number, f"illegal move {shorten(line.decode())}: {illegal}") from None
            end += len(line) + 1
            record._ends.append(end)
        record._written = match.log[:]
        return match, record


def help_digit(line: bytes) -> int | None:
    """The digit at the end of a header: 0 without help, 1 after a hint or undo, COACHED with the coach; None in older
    files.
    """
    return next((n for n in range(COACHED + 1) if line.endswith(b'"%s":%d}' % (HELPED.encode(), n))), None)


def header(match: Match) -> dict[str, Any]:
    """The first line of the file."""
    return {
        "tabletown": FORMAT,
        "game": match.name,
        "version": match.game.VERSION,
        "options": match.options,
        "seats": [list(seat) for seat in match.seats],
        "seed": match.seed,
    }


def parse(path: Path, number: int, line: bytes) -> Any:
    """The JSON value of a line, lists as tuples. Raises BadRecord."""
    try:
        return freeze(json.loads(line.decode()))
    except (ValueError, RecursionError):
        raise BadRecord(path, number, f"not JSON: {shorten(line.decode(errors='replace'))}") from None


def version_advice(theirs: object, ours: int) -> str:
    """Advice for a file of another version, to append to an error; empty if it states none or the same."""
    if type(theirs) is not int or theirs == ours:
        return ""
    return (
        "; it needs a newer version of Tabletown: upgrade"
        if theirs > ours
        else "; only an older version of Tabletown can read it"
    )


def start_match(path: Path, head: Any, known_bots: Collection[str]) -> Match:
    """The match that a header describes, before its first action. Raises BadRecord."""

    def check(good: object, reason: str) -> None:
        if not good:
            raise BadRecord(path, 1, reason)

    check(isinstance(head, dict) and "tabletown" in head, "not a Tabletown game file")
    kind = head["tabletown"]
    wrong = f"file format {quoted(kind)}, but this version reads {FORMAT}{version_advice(kind, FORMAT)}"
    check(type(kind) is int and kind == FORMAT, wrong)
    name, seats, options, seed = (head.get(key) for key in ("game", "seats", "options", "seed"))
    check(name in games(), f"unknown game {quoted(name)}")
    game = load(name)
    version = head.get("version")
    wrong = f"it uses rules version {quoted(version)}; this version has {game.VERSION}"
    check(version == game.VERSION, wrong + version_advice(version, game.VERSION))
    check(
        isinstance(seats, list)
        and all(isinstance(seat, list) and len(seat) == 2 and all(isinstance(x, str) for x in seat) for seat in seats),
        "each seat must have a name and a bot",
    )
    check(
        all(name.isprintable() for seat in seats for name in seat),
        "a name contains characters that cannot be displayed",
    )
    for _, bot in seats:
        check(not bot or bot in known_bots, f"unknown bot {quoted(bot)}")
    check(len(seats) in game.SEATS, f"{game.TITLE} does not take {len(seats)} players")
    wrong = unknown_option(game, options)
    check(not wrong, shorten(wrong))
    check(type(seed) is int, "the seed is not a whole number")
    return Match(name, [Seat(*seat) for seat in seats], options, seed)
