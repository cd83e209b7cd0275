"""The daily game and the puzzles of the day: requests of players, all decided here.

The server draws a seed for each day, so that nobody can try its game elsewhere first. A game is begun on its own day
(UTC), and counts if it is finished before the next day ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from time import time
from typing import Any, TypeAlias

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action

from ..model import daily, puzzle_words
from ..model.bot_pool import NoAnswer
from ..protocol import encoding
from ..protocol.daily_messages import (
    LOST,
    MAX_PLACES,
    OPEN,
    OVER,
    PAST_DAYS,
    AnswerPuzzle,
    DailyRequest,
    PlayDaily,
    PuzzleAnswer,
    PuzzleReply,
    ShowPuzzle,
    ShowToday,
    Standing,
    Today,
    Winner,
)
from . import daily_puzzles
from .archive import played
from .daily_puzzles import Posed
from .daily_results import BestOfDay, DailyResults, Drawn, FirstTry, Place, open_on
from .databases import reason
from .limits import Bucket
from .stored_table import Unsaved
from .tables import seating
from .tables.game import new_seed
from .tables.service_protocol import Person, ServiceProtocol
from .tables.table import PLAYING, RequestDenied, ServerSeat, Table, put_bot

log = logging.getLogger("tabletown.serve")

DAY = timedelta(1)
Follow: TypeAlias = Callable[[str, Any, Action], Awaitable[Choice]]


@dataclass(eq=False)
class DailyDesk:
    """Answers requests about daily games and puzzles."""

    service: ServiceProtocol
    follow: Follow | None = None
    """Finds out what follows a wrong answer, given the game, a view and the answer; None when there are no bots."""
    following: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Searches for that by player; everyone has one at most."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one search that runs."""
    buckets: dict[int, Bucket] = field(default_factory=dict)
    """Rate limits by player."""

    def __post_init__(self) -> None:
        self.results = DailyResults(self.service.store)

    def handle(self, person: Person, request: DailyRequest) -> None:
        """Answer a request. Raises RequestDenied and Unsaved."""
        self.spend(person.number)
        match request:
            case ShowToday():
                self.service.post(person.number, self.today(person))
            case PlayDaily(day):
                self.play(person, checked_day(day))
            case ShowPuzzle(number):
                self.show_puzzle(person.number, daily.today(), number)
            case AnswerPuzzle(day, number, action):
                self.answer(person, checked_day(day), number, action)

    def spend(self, number: int) -> None:
        """Raises RequestDenied for a player who asks too often."""
        limits, now = self.service.limits, self.service.now()
        bucket = self.buckets.setdefault(number, Bucket(limits.rate / 4, limits.burst / 2, now))
        if not bucket.spare(now):
            raise RequestDenied("Too fast; wait a moment and try again.")

    # The day

    def drawn(self, day: date) -> Drawn:
        return self.results.drawn(day, lambda used: Drawn(new_seed(), daily_puzzles.draw(used)), daily_puzzles.RECENT)

    def deal(self, day: date) -> daily.Deal:
        """The deal of a day on this server."""
        return replace(daily.deal(day), seed=self.drawn(day).seed)

    def prepare(self, day: date) -> None:
        """Draw a day, and reach the positions of its puzzles, which takes a while. It may run in a thread."""
        try:
            names = self.drawn(day).puzzles
        except Unsaved as error:
            log.error("cannot draw the daily game: %s", reason(error))
            return
        for name in names:
            if daily_puzzles.posed(name):
                daily_puzzles.solution(name)

    def today(self, person: Person) -> Today:
        now, number = daily.now(), person.number
        day = now.date()
        deal, entry = self.deal(day), self.results.try_of(day, number)
        board, players = self.results.board(day, number, MAX_PLACES)
        puzzle_board, solvers = self.results.puzzle_board(day, number, MAX_PLACES)
        answers = self.results.answers_of(day, number)
        asked = ((n, daily_puzzles.posed(name)) for n, name in enumerate(self.drawn(day).puzzles, 1))
        winners = self.results.winners(day - PAST_DAYS * DAY, day - DAY)
        return Today(
            day=day.isoformat(),
            left=86400.0 - (now.hour * 3600 + now.minute * 60 + now.second),
            title=played(deal.game, deal.options),
            starts=deal.seat == 0,
            state=self.state(entry),
            result=entry.result if entry else "",
            late=self.late(day, number),
            streak=self.results.streak(number, day),
            listed=self.results.is_listed(number),
            board=[standing(place, number) for place in board],
            players=players,
            puzzles=[daily_puzzles.info(n, posed, answers.get(n)) for n, posed in asked if posed],
            puzzle_board=[standing(place, number) for place in puzzle_board],
            solvers=solvers,
            winners=[winner(best) for best in winners],
        )

    def state(self, entry: FirstTry | None) -> str:
        """State of a first try."""
        if entry is None or entry.result:
            return OVER if entry else ""
        return OPEN if self.table(entry) else LOST

    def table(self, entry: FirstTry) -> Table | None:
        """The table of an unfinished first try."""
        table = self.service.tables.get(entry.code)
        return table if table and table.day and table.stage == PLAYING else None

    def late(self, day: date, number: int) -> str:
        """The day before as text, while the player's game of that day can be finished; empty otherwise."""
        before = day - DAY
        return before.isoformat() if self.state(self.results.try_of(before, number)) == OPEN else ""

    # The game

    def play(self, person: Person, day: date) -> None:
        """Bring a player to the table of a daily game; the first try begins on its own day, and others are practice."""
        entry = self.results.try_of(day, person.number)
        if entry is None:
            if day != daily.today():
                raise RequestDenied("That game could only be started on its own day; today there is another one.")
            return self.open(person, day)
        table = self.table(entry) or self.practice_table(person, day)
        if table is None:
            return self.open(person, day, again=True)
        if person.table is not table:
            seating.go(self.service, person)
        return seating.enter(self.service, person, table)

    def practice_table(self, person: Person, day: date) -> Table | None:
        """The table at which a player plays the game of a day again."""
        return next(
            (
                table
                for table in self.service.tables.values()
                if table.day == day.isoformat()
                and table.practice
                and table.stage == PLAYING
                and table.seat_of(person.number) is not None
            ),
            None,
        )

    def open(self, person: Person, day: date, again: bool = False) -> None:
        """Open the table of a first try, which counts from now on, or of a game that is played again for practice."""
        service = self.service
        others = [table for table in service.tables.values() if table.day and table.stage == PLAYING]
        if len(others) >= service.limits.all_tables:
            raise RequestDenied("The server has no room for another daily game right now; try again later.")
        if sum(table.origin == person.origin != "" for table in others) >= service.limits.tables_per_address:
            raise RequestDenied("Too many daily games from your address are unfinished; try again later.")
        service.rate_limit(person)
        table = self.new_table(person, day, again)
        if again:
            service.save(table)
        else:
            self.results.begin(table.to_stored(), day, person.number, time())
            table.revision += 1
        service.tables[table.code] = table
        seating.go(service, person)
        seating.enter(service, person, table)

    def new_table(self, person: Person, day: date, again: bool) -> Table:
        """The table of a daily game, which is not in the service yet."""
        deal, seats = self.deal(day), [ServerSeat(), ServerSeat()]
        put_bot(seats, 1 - deal.seat, daily.LEVEL)
        table = Table(
            self.service.new_code(),
            deal.game,
            deal.options,
            seats,
            person.number,
            stage=PLAYING,
            seed=deal.seed,
            origin=person.origin,
            since=self.service.now(),
            practice=again,
            day=day.isoformat(),
        )
        seating.take(self.service, person, table, deal.seat)
        table.begin()
        return table

    # Puzzles

    def show_puzzle(self, player: int, day: date, number: int) -> None:
        right = self.results.answers_of(day, player).get(number)
        position = daily_puzzles.position(day.isoformat(), number, self.puzzle(day, number), right)
        self.service.post(player, position)

    def puzzle(self, day: date, number: int) -> Posed:
        """A puzzle of a day. Raises RequestDenied when there is none."""
        names = self.drawn(day).puzzles
        asked = daily_puzzles.posed(names[number - 1]) if number <= len(names) else None
        if asked is None:
            raise RequestDenied("There is no puzzle with that number today.")
        return asked

    def answer(self, person: Person, day: date, number: int, sent: list[Any]) -> None:
        """Judge an answer; the verdict is in the store before the player hears of it."""
        asked = self.puzzle(day, number)
        match, best = asked.match, asked.puzzle.best
        view = match.view(len(match.log), match.player)
        action = None
        with suppress(RecursionError):
            action = encoding.action(sent)
        if action is None or action not in match.game.legal(view):
            raise RequestDenied("That move is not legal in this puzzle.")
        right = action == best
        counted = self.results.answer(day, number, person.number, right)
        solution = daily_puzzles.solution(asked.puzzle.name)
        verdict = PuzzleAnswer(day.isoformat(), number, list(action), right, counted, list(best), solution)
        self.service.post(person.number, verdict)
        if not right and self.follow:
            self.begin_to_follow(person.number, day, number, asked, action)

    def begin_to_follow(self, player: int, day: date, number: int, asked: Posed, action: Action) -> None:
        """Find out what would follow a wrong answer, in place of what the player still waits for."""
        if task := self.following.pop(player, None):
            task.cancel()
        task = self.following[player] = asyncio.create_task(self.refute(player, day, number, asked, action))
        task.add_done_callback(lambda done: self.following.pop(player) if self.following.get(player) is done else None)

    async def refute(self, player: int, day: date, number: int, asked: Posed, action: Action) -> None:
        assert self.follow
        match = asked.match
        view = match.view(len(match.log), match.player)
        with suppress(NoAnswer):
            async with self.turn:
                follows = await self.follow(match.name, view, action)
            lines = puzzle_words.rebuttal(asked.puzzle, match, view, follows)
            self.service.post(player, PuzzleReply(day.isoformat(), number, lines))

    def close(self) -> None:
        for task in list(self.following.values()):
            task.cancel()


def checked_day(text: str) -> date:
    """Today or the day before. Raises RequestDenied for any other day."""
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if open_on(day, daily.today()):
            return day
    raise RequestDenied("That day is over; the game and the puzzles of today are open.")


def standing(place: Place, player: int) -> Standing:
    return Standing(place.place, place.name, place.result, place.player == player)


def winner(best: BestOfDay) -> Winner:
    return Winner(best.day, best.title, best.names[:MAX_PLACES], len(best.names[MAX_PLACES:]), best.result)
