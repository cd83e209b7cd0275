"""Messages about the daily game, the puzzles of the day, and help at practice tables, both ways."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from .message import Message, Number, Short, TableRequest

PUZZLES = 5
"""Puzzles of a day, numbered from 1; the number of each is also its points."""
MAX_PLACES = 10
"""Most lines of a leaderboard."""
PAST_DAYS = 7
"""Days whose winners are listed."""
OPEN, OVER, LOST = "open", "over", "lost"
"""States of a first try: unfinished, finished, and given up or closed without a result. Empty before it is begun."""

PuzzleNumber: TypeAlias = Annotated[int, Meta(ge=1, le=PUZZLES)]

# From clients.


class ShowToday(Message, frozen=True):
    """Ask for the daily game, the puzzles of the day and their leaderboards; Today follows."""


class PlayDaily(Message, frozen=True):
    """Start or continue the first try at a daily game, or play it again for practice after that; its Room follows."""

    day: Short
    """The day in ISO format: today, or the day before for a game that was begun then."""


class ShowPuzzle(Message, frozen=True):
    """Ask for a puzzle of today; PuzzlePosition follows."""

    number: PuzzleNumber


class AnswerPuzzle(Message, frozen=True):
    """Answer a puzzle; PuzzleAnswer follows, and after a wrong answer PuzzleReply. The first answer counts."""

    day: Short
    """The day of the puzzle: today, or the day before for one that was opened then."""
    number: PuzzleNumber
    action: list[Any]


DailyRequest: TypeAlias = ShowToday | PlayDaily | ShowPuzzle | AnswerPuzzle


class AskHint(TableRequest, frozen=True):
    """Ask for a hint on the player's decision at a practice table; Hint follows, later than a bot's move would."""

    ply: Number
    """Number of actions played before it."""


class SetCoach(TableRequest, frozen=True):
    """Turn the player's coach at a practice table on or off; everyone there hears of it."""

    on: bool


class AskCoach(TableRequest, frozen=True):
    """Ask the coach about the player's decision; CoachWarnings follows, as late as a hint."""

    ply: Number
    """Number of actions played before it."""


# Parts of messages from the server.


class Standing(Struct, frozen=True):
    """A line of a leaderboard; players with equal results share a place."""

    place: int
    name: str
    result: str
    """Outcome in words, or the points for puzzles."""
    yours: bool


class Winner(Struct, frozen=True):
    """The best result of a daily game."""

    day: str
    title: str
    names: list[str]
    """Players who share it, at most MAX_PLACES."""
    others: int
    """Further ones."""
    result: str


class PuzzleInfo(Struct, frozen=True):
    """A puzzle of the day as it is listed."""

    number: int
    title: str
    """Title of its game."""
    rating: int
    right: bool | None
    """True when the player's first answer was right; None before it."""


# From the server.


class Today(Message, frozen=True):
    """The daily game and the puzzles of a day."""

    day: str
    """The day in ISO format."""
    left: float
    """Seconds until the next day, in UTC."""
    title: str
    """Title of the game."""
    starts: bool
    """True when the player moves first."""
    state: str
    """State of the player's first try: OPEN, OVER, LOST or empty."""
    result: str
    """Outcome of a finished first try in words."""
    late: str
    """The day before, while the player's first try at its game can still be finished; else empty."""
    streak: int
    listed: bool
    """False for a guest, who has no place."""
    board: list[Standing]
    players: int
    """Players who have finished today's game."""
    puzzles: list[PuzzleInfo]
    puzzle_board: list[Standing]
    solvers: int
    """Players who have answered a puzzle of today."""
    winners: list[Winner]
    """Winners of the days before, the latest first."""


class PuzzlePosition(Message, frozen=True):
    """The position of a puzzle as the player to move may know it. Nothing in it says which move is best."""

    day: str
    number: int
    game: str
    title: str
    options: dict[str, str]
    seats: list[tuple[str, str]]
    """Name and level of each seat."""
    rating: int
    right: bool | None
    """True when the player's first answer was right; None before it."""
    ply: int
    """Actions played before the position."""
    view: Any
    """Observation of the player to move, for `encoding.decode`."""
    since: int
    """The ply after that player's last action, or 0."""
    before: Any
    """Observation at that ply."""
    player: int
    legal: list[list[Any]]
    log: list[tuple[int, list[Any], str, str]]
    """The actions so far, each as the fields of an Entry."""


class PuzzleAnswer(Message, frozen=True):
    """The verdict on an answer, with the solution."""

    day: str
    number: int
    action: list[Any]
    """The answer."""
    right: bool
    counted: bool
    """False when the player had answered this puzzle before."""
    best: list[Any]
    solution: list[str]
    """Sentences on the best move."""


class PuzzleReply(Message, frozen=True):
    """Sentences on what would follow a wrong answer."""

    day: str
    number: int
    lines: list[str]


DailyAnswer: TypeAlias = Today | PuzzlePosition | PuzzleAnswer | PuzzleReply


class Hint(Message, frozen=True):
    """A move that a bot would choose with what the player may know."""

    ply: int
    action: list[Any]
    """Empty when there is no hint."""
    value: float
    """The player's winning chance with it, 0 to 1."""
    line: list[list[Any]]
    """The likely play, starting with it."""
    others: list[tuple[list[Any], float]]
    """The next best moves with the player's winning chance."""


class CoachWarning(Struct, frozen=True):
    """A legal action that gives up much of the player's chance to win."""

    action: list[Any]
    text: str
    names_best: bool
    """True if the text names the best move."""


class CoachWarnings(Message, frozen=True):
    """All of a decision that the coach warns of."""

    ply: int
    warnings: list[CoachWarning]
