"""Requests for finished games: pages of the archive, games to replay, and the analysis of their moves."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import time
from typing import Any, TypeAlias

from tabletown.rules.analysis.decision import Decision, Question, questions
from tabletown.rules.analysis.review_depth import QUICK, full_depth
from tabletown.rules.analysis.review_json import entry

from ..model.bot_pool import NoAnswer
from ..model.reviews import TERMS
from ..protocol.client_messages import FetchGame, JudgeMove, ListGames, Message
from ..protocol.message_limits import SERVER_LINE
from ..protocol.server_messages import FinishedGame, GameFile, GameList, Judged, Score
from .archive import Archive, BadGame, Finished, Query, match_of, no_game
from .databases import reason
from .limits import Bucket, Limits
from .store import Store
from .stored_table import Unsaved
from .tables.table import RequestDenied

log = logging.getLogger("tabletown.serve")

DAY = 86400.0
PART = SERVER_LINE // 8
"""Maximum characters of a game's file in one message."""
KEPT_GAMES = 8
"""Games whose questions are kept."""
KEPT_ANSWERS = 5000
"""Analysed moves that are kept, for the next player who asks."""

Request: TypeAlias = ListGames | FetchGame | JudgeMove
Judge: TypeAlias = Callable[[Question], Awaitable[Decision | None]]


@dataclass(eq=False)
class ArchiveDesk:
    """Answers requests for finished games. Analyses wait until no table waits for a bot, and run one at a time."""

    store: Store
    post: Callable[[int, Message], None]
    now: Callable[[], float]
    limits: Limits
    judge: Judge | None = None
    """Analyses a move while no bot thinks; None when there are no bots."""
    elsewhere: Callable[[int, JudgeMove], None] | None = None
    """Lets any host or worker of the database analyse a move for a player; None where there is one host."""
    judging: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Analyses that players wait for; everyone has one at most."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    answers: OrderedDict[tuple[int, int, bool], dict[str, Any]] = field(default_factory=OrderedDict)
    loaded: OrderedDict[int, dict[tuple[int, bool], Question]] = field(default_factory=OrderedDict)
    """Questions about the moves of the games that were analysed last."""
    buckets: dict[int, Bucket] = field(default_factory=dict)
    """Rate limits by player."""

    def handle(self, number: int, request: Request) -> None:
        """Answer a request of a player. Raises RequestDenied and Unsaved."""
        try:
            match request:
                case ListGames():
                    self.spend(number)
                    self.post(number, self.page(number, request))
                case FetchGame():
                    self.spend(number)
                    for part in parts(request.number, Archive(self.store, number).lines(request.number)):
                        self.post(number, part)
                case JudgeMove():
                    self.begin(number, request)
        except BadGame as bad:
            raise RequestDenied(str(bad)) from None

    def spend(self, number: int) -> None:
        """Raises RequestDenied for a player who asks too often."""
        rate, burst = self.limits.rate / 4, self.limits.burst / 2
        bucket = self.buckets.setdefault(number, Bucket(rate, burst, self.now()))
        if not bucket.spare(self.now()):
            raise RequestDenied("Too fast; wait a moment and try again.")

    def page(self, number: int, request: ListGames) -> GameList:
        since = time() - request.days * DAY if request.days else 0.0
        query = Query(request.game, request.name, number if request.mine else request.player or None, since)
        archive = Archive(self.store, number)
        games = archive.games(query, request.most, request.skip)
        return GameList([listed(game, number) for game in games], archive.count(query))

    # Analyses

    def begin(self, number: int, request: JudgeMove) -> None:
        """Begin an analysis in place of the one that the player waits for. Raises Unsaved."""
        key = (request.number, request.ply, request.quick)
        if not Archive(self.store, number).has(request.number):
            return self.post(number, Judged(*key[:2], {}, no_game(request.number)))
        if key in self.answers:
            return self.post(number, Judged(request.number, request.ply, self.answers[key]))
        if self.elsewhere:
            return self.elsewhere(number, request)
        if task := self.judging.pop(number, None):
            task.cancel()
        task = self.judging[number] = asyncio.create_task(self.answer(number, request))
        return task.add_done_callback(
            lambda done: self.judging.pop(number) if self.judging.get(number) is done else None
        )

    async def answer(self, number: int, request: JudgeMove) -> None:
        async with self.turn:
            decision, reason = await self.decide(number, request)
        self.deliver(number, request, decision, reason)

    def deliver(self, number: int, request: JudgeMove, decision: dict[str, Any], reason: str) -> None:
        """Send a player an answer, and keep it for the next one who asks."""
        if decision:
            self.answers[request.number, request.ply, request.quick] = decision
            while len(self.answers) > KEPT_ANSWERS:
                self.answers.popitem(last=False)
        self.post(number, Judged(request.number, request.ply, decision, reason))

    async def decide(self, player: int, request: JudgeMove) -> tuple[dict[str, Any], str]:
        """The analysis of a move, or an empty one and the reason."""
        try:
            asked = await self.questions(request.number, player)
            question = asked.get((request.ply, request.quick))
            decision = await self.judge(question) if self.judge and question else None
        except (BadGame, NoAnswer) as why:
            return {}, str(why)
        except Unsaved as error:
            log.error("cannot read the archive: %s", reason(error))
            return {}, "the server cannot read its archive"
        return (dict(entry(decision)), "") if decision else ({}, "there is nothing to analyse")

    async def questions(self, number: int, player: int) -> dict[tuple[int, bool], Question]:
        """The questions about the moves of a game, by ply and depth. Raises BadGame."""
        if number not in self.loaded:
            lines = Archive(self.store, player).lines(number)
            self.loaded[number] = await asyncio.to_thread(questions_of, lines)
            while len(self.loaded) > KEPT_GAMES:
                self.loaded.popitem(last=False)
        return self.loaded[number]

    def close(self) -> None:
        for task in list(self.judging.values()):
            task.cancel()


def questions_of(lines: list[str]) -> dict[tuple[int, bool], Question]:
    """The questions about the moves in a game's file, by ply and True for a quick look. Raises BadGame."""
    match = match_of(lines)
    depths = ((True, QUICK), (False, full_depth(match)))
    return {
        (question.ply, quick): question.with_nodes(nodes)
        for question in questions(match, TERMS)
        for quick, nodes in depths
    }


def listed(finished: Finished, player: int) -> FinishedGame:
    """A finished game as that player sees it."""
    yours = next((seat for seat, result in enumerate(finished.results) if result.player == player), None)
    scores = [Score(result.name, result.points, result.won) for result in finished.results]
    return FinishedGame(finished.number, finished.game, finished.options, finished.ended, scores, yours)


def parts(number: int, lines: list[str]) -> list[GameFile]:
    """A game's file in messages that are short enough."""
    pieces: list[list[str]] = [[]]
    for line in lines:
        if pieces[-1] and sum(map(len, pieces[-1])) + len(line) > PART:
            pieces.append([])
        pieces[-1].append(line)
    return [GameFile(number, piece, piece is pieces[-1]) for piece in pieces]
