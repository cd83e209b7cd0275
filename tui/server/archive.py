"""The archive: every finished game on the server whose secrets are out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sql

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import freeze
from tabletown.rules.core.match import Match
from tabletown.rules.core.registry import games
from tabletown.rules.core.save_file import BadRecord, start_match
from tabletown.rules.core.text import plural

from ..model import daily
from .daily_results import hidden_records
from .databases import place_of
from .schema import records, results
from .store import Result, Store


class BadGame(ValueError):
    """A finished game that does not exist or cannot be read; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Query:
    """The games to list; empty fields want all."""

    game: str = ""
    name: str = ""
    """Part of the name of a player."""
    player: int | None = None
    """Number of a player with a seat."""
    since: float = 0.0
    """Seconds since 1970, before which no game ended."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game as it is listed."""

    number: int
    game: str
    ended: float
    """Seconds since 1970."""
    options: dict[str, str]
    """Empty when the game is damaged."""
    results: list[Result] = field(default_factory=list)


class Archive:
    """The finished games of a store, the newest first, as far as a player may see them; None for nobody in particular.

    A daily game that others may still have to play is seen by nobody but its player.
    """

    def __init__(self, store: Store, viewer: int | None = None) -> None:
        self._store = store
        self._visible = records.c.id.not_in(hidden_records(daily.today(), viewer))

    def count(self, query: Query) -> int:
        with self._store.engine.begin() as base:
            counting = sql.select(sql.func.count()).select_from(records).where(self._visible, condition(query))
            return int(base.execute(counting).scalar_one())

    def games(self, query: Query, most: int, skip: int = 0) -> list[Finished]:
        """At most so many games, after those to skip."""
        first_line = sql.func.substr(records.c.lines, 1, place_of(records.c.lines, "\n")).label("head")
        columns = (records.c.id, records.c.game, records.c.ended, first_line)
        listing = sql.select(*columns).where(self._visible, condition(query)).order_by(records.c.id.desc())
        with self._store.engine.begin() as base:
            rows = base.execute(listing.limit(most).offset(skip)).all()
            seats: dict[int, list[Result]] = {row.id: [] for row in rows}
            for seat in base.execute(results.select().where(results.c.record.in_(seats)).order_by(results.c.seat)):
                result = Result(seat.player, seat.name, seat.bot, seat.points, bool(seat.won))
                seats[seat.record].append(result)
        return [Finished(row.id, row.game, row.ended, options_of(row.head), seats[row.id]) for row in rows]

    def has(self, number: int) -> bool:
        """True for a game that the player may see."""
        with self._store.engine.begin() as base:
            seen = base.execute(sql.select(records.c.id).where(self._visible, records.c.id == number)).first()
        return seen is not None

    def lines(self, number: int) -> list[str]:
        """The lines of a game's file. Raises BadGame."""
        with self._store.engine.begin() as base:
            text = base.execute(sql.select(records.c.lines).where(self._visible, records.c.id == number)).scalar()
        if text is None:
            raise BadGame(no_game(number))
        return checked(number, str(text).splitlines())


def no_game(number: int) -> str:
    return f"There is no finished game {number}."


def condition(query: Query) -> sql.ColumnElement[bool]:
    """The condition on a game's record."""
    parts = [records.c.ended >= query.since]
    if query.game:
        parts.append(records.c.game == query.game)
    if query.name:
        named = sql.select(results.c.record).where(results.c.name.icontains(query.name, autoescape=True))
        parts.append(records.c.id.in_(named))
    if query.player is not None:
        parts.append(records.c.id.in_(sql.select(results.c.record).where(results.c.player == query.player)))
    return sql.and_(*parts)


def options_of(head: object) -> dict[str, str]:
    """The options in the first line of a game's file; empty when it is damaged."""
    try:
        options = json.loads(str(head))["options"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return {}
    good = isinstance(options, dict) and all(isinstance(value, str) for value in options.values())
    return options if good else {}


def checked(number: int, lines: Sequence[str]) -> list[str]:
    """The lines of a game's file. Raises BadGame for an unusable header, and for lines that are not JSON."""
    try:
        head, *_ = [json.loads(line) for line in lines]
        start_match(Path(f"game {number}"), head, BOTS)
    except BadRecord as bad:
        raise BadGame(f"The server cannot read game {number}: {bad.reason}.") from None
    except (ValueError, TypeError, RecursionError):
        raise BadGame(f"Game {number} is damaged.") from None
    return list(lines)


def match_of(lines: Sequence[str]) -> Match:
    """The match in the lines of a game's file. Raises BadGame."""
    try:
        head, *actions = [json.loads(line) for line in lines]
        match = start_match(Path("game"), head, BOTS)
        for action in actions:
            match.act(freeze(action))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise BadGame("the game is damaged") from None
    return match


def played(game: str, options: dict[str, str]) -> str:
    """Name of the game, and the options that differ from their defaults."""
    if game not in games():
        return game
    module = rules.load(game)
    chosen = [
        dict(option.choices).get(options[option.key], "")
        for option in module.OPTIONS
        if option.key in options and options[option.key] != option.choices[0][0]
    ]
    return ", ".join([module.TITLE, *filter(None, chosen)])


def outcome(finished: Finished) -> str:
    """Players with their points, the winners marked."""
    won = {True: " (won)", False: ""}
    return ", ".join(f"{seat.name} {seat.points}{won[seat.won]}" for seat in finished.results) or "unknown players"


def counted(shown: int, total: int) -> str:
    """Sentence on the games left out of a list; empty when there are none."""
    return f"The newest {shown} of {plural(total, 'game')} are listed." if shown < total else ""
