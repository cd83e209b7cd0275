"""A table: its seats, the people present, and the match. Clients receive only the messages that `views` makes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from math import inf
from time import time
from typing import Any, NamedTuple

from tabletown import rules
from tabletown.rules.analysis.coach import CoachQuestion
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.core.game import Options, defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.text import plural

from ...protocol.clocks import CLOCKS, NONE, TIMEOUTS
from ...protocol.server_messages import Entry, Rated
from ...protocol.table_codes import ALPHABET, CODE
from ..stored_table import StoredTable
from .clock import Clock

WAITING, PLAYING, OVER = STAGES = ("waiting", "playing", "over")
SALT = 16


class RequestDenied(ValueError):
    """A refused request; the message gives the reason as a sentence for the player."""

    def __init__(self, text: str, needs: str = "") -> None:
        super().__init__(text)
        self.needs = needs


class Fixture(NamedTuple):
    """The round of a tournament that a game belongs to."""

    tournament: int
    name: str
    """Name of the tournament."""
    round: int

    @property
    def title(self) -> str:
        return f"{self.name}, round {self.round}"


@dataclass(slots=True)
class ServerSeat:
    """A seat: open, a bot's, or a person's, for whom a bot may have taken over."""

    person: int | None = None
    name: str = ""
    bot: str = ""
    stand_in: str = ""
    out: bool = False
    """True when the player's time in a live game has run out, so that the bot plays to the end."""
    coached: bool = False
    """True when the player has a coach, at a practice table."""
    since: float = 0.0
    """Start of the player's absence, in seconds of the server's clock."""
    reminded: bool = False
    """True once the others have been asked whether a bot takes over."""

    @property
    def open(self) -> bool:
        return self.person is None and not self.bot

    @property
    def level(self) -> str:
        """Level of the bot that plays now; empty for a person."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class Vote:
    """A request of one player that others must accept."""

    number: int
    what: str
    by: int | None
    """Number of the player who asks; None for the server."""
    seat: int
    text: str
    until: float
    """The moment at which it is closed without an answer, on the same scale as the clocks."""
    answers: dict[int, bool | None]
    """Answers by player; None until they answer."""
    unanimous: bool
    """True when all must agree, False when most must."""
    plies: int = 0
    """Number of actions at the table when it was asked."""

    @property
    def key(self) -> list[Any]:
        """The same at every host, while each has its own numbers."""
        return [self.what, self.by, self.seat, self.plies]

    def to_stored(self) -> dict[str, Any]:
        """The request as stored, without its number, which is that of a running server."""
        return {name: value for name, value in asdict(self).items() if name != "number"}

    @classmethod
    def from_stored(cls, values: dict[str, Any]) -> Vote:
        answers = {int(number): answer for number, answer in values["answers"].items()}
        return cls(**{"until": inf, **values, "answers": answers, "number": 0})


@dataclass(frozen=True, slots=True)
class Thought:
    """A question to a bot: the next action of a seat, or a hint for a player."""

    number: int
    table: str
    game: str
    view: Any
    level: str
    seed: str
    nodes: float | None = None
    """Most positions to search, whatever the time; None for the time that the queue allows."""
    hint_for: int | None = None
    """Number of the player who gets the answer as a hint; None for an action of the bot."""
    coach: CoachQuestion | None = None
    """The decision on which the coach advises that player, in place of the bot."""


@dataclass(eq=False)
class Table:
    code: str
    game: str
    options: Options
    seats: list[ServerSeat]
    host: int
    lock: str = ""
    """Salt and hash of the password."""
    stage: str = WAITING
    seed: int = 0
    muted: bool = False
    touched: float = field(default_factory=time)
    match: Match | None = None
    """None before the start, and while the table is empty."""
    story: list[Entry] = field(default_factory=list)
    present: dict[int, str] = field(default_factory=dict)
    """Names of the players and spectators at the table, by number."""
    elo: dict[int, int] = field(default_factory=dict)
    """Ratings of the seated players who have one."""
    rated: list[Rated] = field(default_factory=list)
    """Ratings that the game has changed so far."""
    questions: dict[int, Vote] = field(default_factory=dict)
    granted: list[Any] = field(default_factory=list)
    """The key of the request that was closed last, if it was granted; empty otherwise."""
    thinking: int | None = None
    """Number of the thought that a bot is working on."""
    since: float = 0.0
    """Start of the wait for the current decision, in seconds of the server's clock."""
    origin: str = ""
    """Address from which the table was opened; never sent to anyone."""
    plies: int = 0
    """Number of actions so far."""
    to_move: int | None = None
    """The seat that has to decide; None before the game and after it."""
    clock: Clock = field(default_factory=Clock)
    practice: bool = False
    """True for a practice table: unrated, with hints for its players."""
    fixture: Fixture | None = None
    """None for a game outside tournaments."""
    day: str = ""
    """The day whose daily game its only person plays, in ISO format; empty at any other table."""
    revision: int = 0
    """Number of its changes in the store; 0 before it is there."""
    after: str = ""
    """Code of the table whose rematch this is; empty for any other."""

    def seat_of(self, person: int | None) -> int | None:
        return next(
            (n for n, server_seat in enumerate(self.seats) if person is not None and server_seat.person == person), None
        )

    def first_open(self) -> int | None:
        return next((n for n, server_seat in enumerate(self.seats) if server_seat.open), None)

    @property
    def bot_to_move(self) -> str:
        """Level of the bot that is to move; empty for a person, or when nobody is."""
        return self.seats[self.to_move].level if self.to_move is not None else ""

    def seated(self) -> list[int]:
        """Players who have a seat and are present, in the order of play."""
        return [
            server_seat.person
            for server_seat in self.seats
            if server_seat.person in self.present and server_seat.person is not None
        ]

    def people(self) -> list[int]:
        """Players who have a seat, in the order of play."""
        return [server_seat.person for server_seat in self.seats if server_seat.person is not None]

    def watching(self) -> Iterator[int]:
        return (person for person in self.present if self.seat_of(person) is None)

    def stands(self, vote: Vote) -> bool:
        """True while a request can still be granted at this stage and in this position."""
        if vote.by is not None and self.seat_of(vote.by) is None:
            return False
        match vote.what:
            case "swap":
                return self.stage == WAITING
            case "rematch":
                return self.stage == OVER
            case "undo":
                return self.stage == PLAYING and vote.plies == self.plies
            case "bot" | "replace":
                seat = self.seats[vote.seat]
                return self.stage == PLAYING and seat.person is not None and bool(seat.stand_in) == (vote.what != "bot")
        return self.stage == PLAYING

    @property
    def unplayed(self) -> bool:
        """True for a game in which not everyone can have moved yet."""
        return self.stage == PLAYING and self.plies < sum(seat.person is not None for seat in self.seats)

    def new_match(self) -> Match:
        """A match of these seats before the first action."""
        return Match(self.game, self.match_seats(), self.options, self.seed)

    def match_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(server_seat.name, server_seat.bot) for server_seat in self.seats)

    def begin(self, log: Sequence[Any] = ()) -> Match:
        """Start the match of these seats and play the actions of `log`."""
        self.match, self.story = self.new_match(), []
        self.plies, self.to_move = 0, self.match.player
        for action in log:
            self.play(action)
        return self.match

    def play(self, action: Any) -> None:
        """Play an action. Raises Illegal, and changes nothing then."""
        match = self.match
        assert match is not None
        match.act(action)
        self.plies, self.to_move = self.plies + 1, match.player
        line = match.line(len(match.log) - 1)
        self.story.append(Entry(line.player, list(line.action), line.notation, line.text, line.effects))

    def undo(self) -> None:
        assert self.match is not None
        self.match.undo()
        self.plies, self.to_move = self.plies - 1, self.match.player
        self.match.undone.clear()
        self.story.pop()

    def to_stored(self) -> StoredTable:
        """The table as stored: everything but its actions and the people present. In storage, seats are "chairs"."""
        seats = [
            {name: value for name, value in asdict(server_seat).items() if name not in ("since", "reminded")}
            for server_seat in self.seats
        ]
        data = {
            "game": self.game,
            "options": dict(self.options),
            "chairs": seats,
            "host": self.host,
            "lock": self.lock,
            "seed": self.seed,
            "muted": self.muted,
            "origin": self.origin,
            "rated": [[change.name, change.before, change.after] for change in self.rated],
            "clock": self.clock.to_stored(),
            "practice": self.practice,
            "fixture": self.fixture,
            "day": self.day,
            "after": self.after,
            "plies": self.plies,
            "to_move": self.to_move,
            "granted": self.granted,
            "votes": [vote.to_stored() for vote in self.questions.values() if self.stands(vote)],
        }
        version = rules.load(self.game).VERSION
        return StoredTable(self.code, version, self.stage, self.touched, data, self.revision)

    @classmethod
    def from_stored(cls, stored: StoredTable, now: float) -> Table:
        """A stored table, with nobody present and its requests numbered from 0.

        Raises ValueError, TypeError and LookupError for a damaged one.
        """
        if stored.stage not in STAGES:
            raise ValueError(f"unknown stage {stored.stage!r}")
        values = dict(stored.data)
        if day := values.get("day"):
            date.fromisoformat(day)
        seats = [ServerSeat(**server_seat, since=now) for server_seat in values.pop("chairs")]
        rated = [Rated(*change) for change in values.pop("rated")]
        clock = Clock.from_stored(values.pop("clock", {}), len(seats))
        fixture = values.pop("fixture", None)
        questions = dict(enumerate(map(Vote.from_stored, values.pop("votes", []))))
        values |= {"code": stored.code, "stage": stored.stage, "touched": stored.touched}
        values["revision"] = stored.revision
        values |= {"seats": seats, "rated": rated, "clock": clock, "questions": questions}
        return cls(fixture=Fixture(*fixture) if fixture else None, **values)


def checked_options(game: str, options: Options) -> dict[str, str]:
    """A value for every option; raises RequestDenied. Paths are refused: they would be read on this machine."""
    values_of = {option.key: [value for value, _ in option.choices] for option in rules.load(game).OPTIONS}
    for key, value in options.items():
        if value not in values_of.get(key, ()):
            raise RequestDenied(f"{rules.load(game).TITLE} has no option {key!r} = {value!r}.")
    return {**defaults(rules.load(game)), **options}


def checked_clock(control: str, timeout: str) -> Clock:
    """The clock of a new table; raises RequestDenied."""
    if control not in (NONE, *CLOCKS):
        raise RequestDenied(f"Unknown clock {control!r}; choose {', '.join([NONE, *CLOCKS])}.")
    if timeout not in TIMEOUTS:
        raise RequestDenied(f"Unknown rule {timeout!r}; choose {', '.join(TIMEOUTS)}.")
    return Clock(control, timeout)


def checked_seats(game: str, bots: Sequence[str]) -> list[ServerSeat]:
    """The seats of a new table; raises RequestDenied."""
    game_module = rules.load(game)
    if len(bots) not in game_module.SEATS:
        minimum, maximum = game_module.SEATS.start, game_module.SEATS.stop - 1
        raise RequestDenied(f"{game_module.TITLE} takes {minimum} to {maximum} players.")
    if all(bots):
        raise RequestDenied("At least one seat must be open to players.")
    seats = [ServerSeat() for _ in bots]
    for seat, bot in enumerate(bots):
        if bot:
            put_bot(seats, seat, bot)
    return seats


def put_bot(seats: list[ServerSeat], seat: int, level: str) -> None:
    """Seat a bot, with a name that no other seat has; raises RequestDenied."""
    if level not in LEVELS:
        raise RequestDenied(f"Unknown bot {level!r}; choose {', '.join(LEVELS)}.")
    taken = {server_seat.name for n, server_seat in enumerate(seats) if n != seat}
    title = LEVELS[level].title
    names = [title, *(f"{title} {n}" for n in range(2, len(seats) + 1))]
    seats[seat] = ServerSeat(name=next(name for name in names if name not in taken), bot=level)


def new_code(taken: Container[str]) -> str:
    """An invite code that no table has."""
    while (code := "".join(secrets.choice(ALPHABET) for _ in range(CODE))) in taken:
        pass
    return code


def locked(password: str) -> str:
    """Salt and hash of a password for storage; empty for none."""
    salt = secrets.token_bytes(SALT)
    return (salt + _hash(password, salt)).hex() if password else ""


def opens(lock: str, password: str) -> bool:
    """True when the password fits the lock."""
    if not lock:
        return True
    salt, digest = bytes.fromhex(lock)[:SALT], bytes.fromhex(lock)[SALT:]
    return hmac.compare_digest(_hash(password, salt), digest)


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=1 << 13, r=8, p=1)


def must_be_at(table: Table, code: str) -> None:
    """Raises RequestDenied for a request to another table than the one where the player is; an empty code is any."""
    if code not in ("", table.code):
        raise RequestDenied(f"That was for table {code}, which you have left.")


def must_host(number: int, table: Table, waiting: bool = False) -> None:
    """Raises RequestDenied for anyone but the host; with `waiting` also after the start of the game."""
    if waiting and table.stage != WAITING:
        raise RequestDenied("The game has started.")
    if table.host != number:
        raise RequestDenied("Only the host can do that.")


def duration(seconds: float) -> str:
    """A time as people say it: "30 days", "24 hours"."""
    return plural(round(seconds / 86400), "day") if seconds > 86400 else plural(round(seconds / 3600), "hour")
