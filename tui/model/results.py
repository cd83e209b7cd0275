"""Results of the saved games, read once and then kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.bots.matched import Case, case_of
from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import Match, human_seats
from tabletown.rules.core.registry import is_game
from tabletown.rules.core.save_file import BadRecord, Record

from ..narration.summary import period_starts
from .daily import is_daily
from .files import atomic_write, daily_folder, data_folder, first_tries, records_folder
from .saved_games import changed
from .titles import title_with

FORMAT = 4
"""Format of the file of results; a file of another format is written again."""


@dataclass(frozen=True)
class Result:
    """Result of a match; without scores while it is unfinished."""

    game: str
    version: int
    variant: str
    seats: tuple[tuple[str, str], ...]
    """Name and bot of each seat; the bot is empty for a person."""
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    sources: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Points by source, for each seat."""
    rounds: int = 0
    """Number of rounds, auctions or years; 0 for a game without any."""
    helped: bool | None = None
    """Was a hint, undo or the coach used? None if that was not recorded."""
    coached: bool = False
    """Was it the coach?"""
    case: Case | None = None
    """Case of the ratings of its bots; None for a game whose bots have learned nothing."""
    seed: int = 0
    when: float = 0.0
    """Time of the last move, in seconds since 1970, by the file of the game."""
    name: str = ""
    """Name of the file of the game; for a first try at a daily game also of its folder."""
    first_try: bool = False
    """Is it the first try at a daily game?"""

    @property
    def is_practice(self) -> bool:
        """True for a game with the deal of a day that is not the first try at it."""
        return is_daily(self.seed) and not self.first_try

    @property
    def people(self) -> list[int]:
        return human_seats(self.seats)

    @property
    def day(self) -> date | None:
        """Local date of the last move; None where the time of the file is invalid."""
        with suppress(ValueError, OverflowError, OSError):
            return datetime.fromtimestamp(self.when).date()
        return None

    @property
    def title(self) -> str:
        """Title of the game, as in lists of games."""
        return title_with(self.game, self.variant)

    @property
    def deal(self) -> tuple[Any, ...]:
        """The deal that was played, which no game with another deal shares."""
        return self.game, self.variant, len(self.seats), self.seed


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Current and longest number of wins in a row."""
    now = longest = 0
    for good in won:
        now = now + 1 if good else 0
        longest = max(longest, now)
    return now, longest


def read_results(folder: Path | None = None) -> tuple[list[Result], int]:
    """Results of the saved games in a folder, by default of yours and of your first tries at daily games, oldest first,
    and the number of those that cannot be read.

    They are kept in a file until their saved game changes.
    """
    paths = [*(folder or records_folder()).glob("*.jsonl"), *([] if folder else first_tries())]
    cached, kept, results, broken = remembered(), dict[str, Any](), list[Result](), 0
    for path in sorted(paths, key=lambda path: (changed(path), path.name)):
        name, first_try = name_of(path), is_first_try(path)
        try:
            stat = path.stat()
            stamp = [stat.st_size, stat.st_mtime_ns]
            result = restored(cached.get(name), stamp)
            entry = cached.get(name)
            if result is None:
                match, record = Record.load(path, BOTS)
                helped = False if first_try else record.helped
                result = replace(outcome(match, helped), coached=record.coached)
                entry = [stamp, asdict(result)]
        except (BadRecord, OSError):
            broken += 1
            continue
        results.append(replace(result, when=stat.st_mtime, name=name, first_try=first_try))
        kept[name] = entry
    if kept != cached:
        remember(kept)
    return results, broken


def is_first_try(path: Path) -> bool:
    """True for the file of a first try at a daily game."""
    return path.parent == daily_folder()


def name_of(path: Path) -> str:
    """The name by which the result of a saved game is known."""
    return f"{path.parent.name}/{path.name}" if is_first_try(path) else path.name


def path_of(result: Result) -> Path:
    """The file of a saved game, of yours or of your first tries, whose result was read."""
    return (daily_folder() if result.first_try else records_folder()) / Path(result.name).name


def outcome(match: Match, helped: bool | None) -> Result:
    """Result of a match, finished or not."""
    game, seats = match.game, tuple((seat.name, seat.bot) for seat in match.seats)
    result = Result(match.name, game.VERSION, variant(match), seats)
    if match.player is not None:
        return result
    sources = game.score(match.state)
    return replace(
        result,
        scores=tuple(map(total_points, sources)),
        winners=tuple(game.winners(match.state)),
        sources=sources,
        rounds=len(period_starts(match)),
        helped=helped,
        case=case_of(game, match.state),
        seed=match.seed,
    )


def was_played(match: Match) -> bool:
    """True when a person has finished a game against bots with the deal of a match, as far as the kept results say."""
    kept = (restored(entry, entry[0]) for entry in remembered().values())
    deals = {result.deal for result in kept if result and result.scores and len(result.people) == 1}
    return (match.name, variant(match), len(match.seats), match.seed) in deals


def variant(match: Match) -> str:
    """Title of the module or version played; empty for a game that has only one."""
    if not match.game.OPTIONS:
        return ""
    option = match.game.OPTIONS[0]
    titles, value = dict(option.choices), match.options[option.key]
    if value not in titles:
        return f"custom {option.title.lower()}"
    return titles[value] if len(titles) > 1 else ""


def restored(entry: Any, stamp: list[int]) -> Result | None:
    """Result from an entry of the cache; None if the record or the rules have changed since, or it is invalid."""
    try:
        then, data = entry
        result = Result(
            game=data["game"],
            version=data["version"],
            variant=str(data["variant"]),
            seats=tuple((str(name), str(bot)) for name, bot in data["seats"]),
            scores=tuple(map(int, data["scores"])),
            winners=tuple(map(int, data["winners"])),
            sources=tuple(tuple((str(label), int(n)) for label, n in parts) for parts in data["sources"]),
            rounds=int(data["rounds"]),
            helped=None if data["helped"] is None else bool(data["helped"]),
            coached=bool(data["coached"]),
            case=None if data["case"] is None else case_from(data["case"]),
            seed=int(data["seed"]),
        )
        fits = then == stamp and is_game(result.game) and result.version == rules.load(result.game).VERSION
        return result if fits and plausible(result) else None
    except (KeyError, TypeError, ValueError):
        return None


def case_from(data: Any) -> Case:
    """A case from JSON. Raises ValueError or TypeError."""
    game, version, seats = map(str, data)
    return game, version, seats


def plausible(result: Result) -> bool:
    """True when the fields of a result agree with each other."""
    return (
        all(bot in BOTS for _, bot in result.seats if bot)
        and len(result.scores) == len(result.sources)
        and len(result.scores) in (0, len(result.seats))
        and set(result.winners) <= set(range(len(result.seats)))
    )


def cache() -> Path:
    return data_folder() / "results.json"


def remembered() -> dict[str, Any]:
    try:
        data = json.loads(cache().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    records = data.get("records") if isinstance(data, dict) and data.get("tabletown") == FORMAT else None
    return records if isinstance(records, dict) else {}


def remember(kept: dict[str, Any]) -> None:
    """Write the cache of results; if that fails, the records are read again the next time."""
    with suppress(OSError):
        atomic_write(cache(), json.dumps({"tabletown": FORMAT, "records": kept}, separators=(",", ":")))
