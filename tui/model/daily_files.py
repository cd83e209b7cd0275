"""First tries at daily games on disk: their results in one file, their games and those of MASTER in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import BadRecord, Record

from . import lessons
from .bot_pool import BotPool
from .daily import MASTER, Length, Score, Tries, Try, begin, bot_arguments, deal, deal_of, has_begun, score
from .files import atomic_write, daily_folder, data_folder, data_lock, first_tries, records_folder, set_aside
from .saved_games import changed, file_name
from .saved_games import read as read_games

FORMAT = 1
"""Format of the file of results."""


def results_path() -> Path:
    return data_folder() / "daily.json"


def game_path(day: date, level: str = "") -> Path:
    """File of the first try of a day, or of the game of a bot in your seat."""
    return daily_folder() / f"{day.isoformat()}{level and f'-{level}'}.jsonl"


def day_of(path: Path) -> date | None:
    """The day whose first try is in a file; None for any other file."""
    with suppress(ValueError):
        day = date.fromisoformat(path.stem)
        return day if path.absolute() == game_path(day).absolute() else None
    return None


def replayed_day(path: Path) -> date | None:
    """The day whose first try, or the game of a bot in your seat, is in a file; None for any other file."""
    with suppress(ValueError):
        day = date.fromisoformat(path.stem[:10])
        games = (game_path(day, level).absolute() for level in ("", MASTER))
        return day if path.absolute() in games else None
    return None


# Results


@data_lock()
def load() -> tuple[dict[date, Try], list[str]]:
    """All first tries by day, and a sentence on each file that cannot be read.

    Games that the file of results does not know yet, or not finished, are read and added to it.
    """
    tries, problems = read()
    added, unreadable = from_games(tries or {})
    if added and tries is not None:
        unreadable += filter(None, [write({**tries, **added})])
    return {**(tries or {}), **added}, problems + unreadable


def read() -> tuple[dict[date, Try] | None, list[str]]:
    """Tries in the file of results, None if it must be left alone; a damaged file is renamed and kept."""
    path = results_path()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["tabletown"] != FORMAT:
            raise ValueError("unrecognised format")
        entries = [from_data(entry) for entry in data["days"]]
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return None, [f"{path}: cannot read your daily results: {error.strerror or error}; the file is unchanged"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return set_aside_results(path)
    return {entry.day: entry for entry in entries}, []


def set_aside_results(path: Path) -> tuple[dict[date, Try] | None, list[str]]:
    """No tries, None if the damaged file could not be set aside, and a sentence that says which."""
    try:
        kept = set_aside(path)
    except OSError as error:
        return None, [f"{path}: cannot read your daily results or rename the file: {error.strerror or error}"]
    return {}, [f"{path}: damaged, kept as {kept.name}; your daily results have been rebuilt from the saved games"]


def write(tries: Tries) -> str:
    """Save all tries; return the error of the system, "" when they are saved."""
    days = [to_data(tries[day]) for day in sorted(tries)]
    try:
        atomic_write(results_path(), json.dumps({"tabletown": FORMAT, "days": days}, indent=1))
    except OSError as error:
        return f"{results_path()}: cannot save your daily results: {error.strerror or error}"
    return ""


def save_try(entry: Try) -> str:
    """Save a try with the others; return what went wrong, "" when it is saved."""
    return update(lambda tries: {**tries, entry.day: entry})


@data_lock()
def update(change: Callable[[Tries], Tries]) -> str:
    """Save the tries as changed; return what went wrong, "" when they are saved."""
    tries, problems = read()
    if tries is not None and (changed_tries := change(tries)) != tries:
        problems += filter(None, [write(changed_tries)])
    return "; ".join(problems)


def from_games(tries: Tries) -> tuple[dict[date, Try], list[str]]:
    """Tries that saved games add or finish, and a sentence on each game that cannot be read."""
    added, problems = dict[date, Try](), list[str]()
    for path in sorted(first_tries()):
        day = day_of(path)
        if day is None or (day in tries and tries[day].own):
            continue
        try:
            match, _ = Record.load(path, BOTS)
        except (BadRecord, OSError) as bad:
            problems.append(str(bad))
            continue
        if (entry := read_try(tries, day, match, path)) and entry != tries.get(day):
            added[day] = entry
    return added, problems


def read_try(tries: Tries, day: date, match: Match, path: Path) -> Try | None:
    """The try of a saved game, with what was known of it before; None before your first move."""
    if not has_begun(match):
        return None
    entry = tries.get(day) or begin(match, day, datetime.fromtimestamp(changed(path), UTC).date())
    return replace(entry, own=score(match, match.human_seats[0]))


# Games


def open_game(tries: Tries, day: date) -> tuple[Match, Record]:
    """The first try of a day, as far as it has been played. Raises BadRecord or OSError."""
    path = game_path(day)
    if path.exists():
        return Record.load(path, BOTS)
    if day in tries:
        raise BadRecord(path, 1, "the saved game of your first try is missing; practice is still open")
    return deal(day).match(), Record(path)


def is_new(tries: Tries, game: str) -> bool:
    """True for a game with a lesson that you have neither finished nor saved a game of, nor begun as a daily game."""
    played = any(deal(day).game == game for day in tries) or any(records_folder().glob(f"*-{game}-*.jsonl"))
    return game in lessons.available() and game not in lessons.finished() and not played


def can_continue(tries: Tries, day: date) -> bool:
    """True when the first try of a day is unfinished and its game can be read."""
    entry = tries.get(day)
    if entry and entry.own:
        return False
    try:
        open_game(tries, day)
    except (BadRecord, OSError):
        return False
    return True


def open_practice(day: date) -> Path | None:
    """The file of your newest unfinished practice of the deal of a day; None if there is none."""
    of_day = deal(day)
    paths = sorted(records_folder().glob(file_name("*", of_day.match())), key=changed, reverse=True)
    for entry in read_games(paths)[0]:
        if not entry.finished and deal_of(entry.match, day) == of_day:
            return entry.path
    return None


def note_move(match: Match, day: date, now: date) -> str:
    """Save that the first try of a day was begun today, unless that is known; return what went wrong."""
    return update(lambda tries: {day: begin(match, day, now), **tries})


def master_game(day: date) -> tuple[Match, Record]:
    """The game of MASTER in your seat, as far as it has been played. Raises BadRecord or OSError."""
    own, _ = Record.load(game_path(day), BOTS)
    path = game_path(day, MASTER)
    with suppress(BadRecord, FileNotFoundError):
        return Record.load(path, BOTS)
    path.unlink(missing_ok=True)
    seats = [seat if seat.bot else Seat(MASTER.capitalize(), MASTER) for seat in own.seats]
    return Match(own.name, seats, own.options, own.seed), Record(path)


async def ask_master(pool: BotPool, entry: Try, report: Callable[[int], None]) -> Try:
    """Let MASTER play the deal of a try in the bot pool, and return the try with its result.

    `report` gets the number of moves so far. Each move is saved, so that a later call continues. Raises BadRecord,
    OSError or NoAnswer.
    """
    match, record = master_game(entry.day)
    while match.player is not None:
        report(len(match.log))
        match.act((await pool.choose(**bot_arguments(match, entry.day), alone=True, background=True)).action)
        record.try_save(match)
    return with_master(entry, match)


def play_master(entry: Try, report: Callable[[int], None]) -> Try:
    """The same as `ask_master` in this process."""
    from tabletown.rules.bots.levels import choose

    match, record = master_game(entry.day)
    while match.player is not None:
        report(len(match.log))
        match.act(choose(**bot_arguments(match, entry.day)).action)
        record.try_save(match)
    return with_master(entry, match)


def with_master(entry: Try, match: Match) -> Try:
    """The try with the result of MASTER, saved."""
    seat = next(seat for seat, (_, bot) in enumerate(match.seats) if bot == MASTER)
    entry = replace(entry, master=score(match, seat))
    save_try(entry)
    return entry


def to_data(entry: Try) -> dict[str, Any]:
    """A try as data for JSON."""
    own, master = (got._asdict() | {"length": str(got.length)} if got else None for got in (entry.own, entry.master))
    days = {"day": entry.day.isoformat(), "begun": entry.begun.isoformat()}
    return {**days, "title": entry.title, "level": entry.level, "version": entry.version, "own": own, "master": master}


def from_data(data: Any) -> Try:
    """A try from data. Raises KeyError, TypeError or ValueError for data that is none."""
    day, begun = date.fromisoformat(data["day"]), date.fromisoformat(data["begun"])
    own, master = read_score(data["own"]), read_score(data["master"])
    return Try(day, begun, str(data["title"]), str(data["level"]), int(data["version"]), own, master)


def read_score(data: Any) -> Score | None:
    if data is None:
        return None
    own, other = map(int, data["points"])
    count, units = str(data["length"]).split()
    return Score((own, other), str(data["outcome"]), Length(int(count), units.removesuffix("s")), str(data["marks"]))


# Results of friends


def friends_path() -> Path:
    return data_folder() / "daily-friends.json"


def friends() -> dict[date, tuple[int, int]]:
    """Results of friends by day, as they were given with the command: their points, then those of their opponent."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        data = json.loads(friends_path().read_text(encoding="utf-8"))
        return {date.fromisoformat(day): (int(own), int(other)) for day, (own, other) in data.items()}
    return {}


def note_friend(day: date, result: tuple[int, int]) -> None:
    """Keep a friend's result; if that fails, it is only not shown."""
    with suppress(OSError):
        data = {str(day): points for day, points in {**friends(), day: result}.items()}
        atomic_write(friends_path(), json.dumps(data))
