"""Bots in separate processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import ensure_running
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from tabletown.rules.bots.bot import Choice
from tabletown.rules.core.game import Action
from tabletown.rules.core.text import shorten

if TYPE_CHECKING:
    from tabletown.rules.analysis.coach import Advice, CoachQuestion
    from tabletown.rules.analysis.decision import Decision, Question
    from tabletown.rules.bots.ismcts import SearchTreeCache

T = TypeVar("T")

EXPECTING = 400
"""Search nodes spent on the likely play after a move."""

MOST = 4
"""Maximum number of processes that search one move together; one core is left for the screen."""
NICENESS = 5
"""Niceness of the processes, so that the screen comes first."""
TRIES = 3
"""Attempts at a question if the processes crash."""
RETRY_SECONDS = 0.05
"""Time after which a review asks again whether other questions are waiting."""
URGENT, REVIEW, BACKGROUND = "urgent", "review", "background"
"""Ranks of questions: those that somebody waits for, the first of all; those of reviews, which give way to them; and
those that neither give way nor come first.
"""
SLOTS = 12
"""Questions at the same time; further ones wait."""


class NoAnswer(RuntimeError):
    """A question without an answer; the message is the reason."""


class SharedFlag:
    """Flag shared by all processes: the answer to a question is needed now, or no longer needed.

    Unlike an event it has no lock: a process that is killed while it reads the flag can at worst clear it.
    """

    def __init__(self, context: ForkServerContext) -> None:
        self._there = context.Semaphore(0)

    def set(self) -> None:
        self._there.release()

    def clear(self) -> None:
        while self._there.acquire(block=False):
            pass

    def is_set(self) -> bool:
        if self._there.acquire(block=False):
            self._there.release()
            return True
        return False


_ends: Sequence[SharedFlag] = ()
"""In a bot process: a flag per slot, set when the answer to its question is needed now or no longer needed."""
_trees: SearchTreeCache | None = None
"""In a bot process: the latest search trees, for the next decision of the same turn."""


def _begin(ends: Sequence[SharedFlag], niceness: int) -> None:
    """Initialise a bot process: load the modules of the bots before the first question."""
    global _ends, _trees
    _ends = ends
    os.nice(niceness)
    from tabletown.rules.bots.ismcts import SearchTreeCache
    from tabletown.rules.fast.ready import compile_in_background

    _trees = SearchTreeCache()

    Thread(target=compile_in_background, daemon=True).start()
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    """Exit with the parent process, which cannot end this one if it is killed."""
    parent.join()
    os._exit(0)


def _think(
    slot: int, game: str, view: Any, level: str, seed: str, seconds: float | None, nodes: float | None
) -> Choice:
    """The choice of a bot; one that counts positions starts each search anew, so that no earlier one changes it."""
    from tabletown.rules.bots.levels import choose

    return choose(game, view, level, seed, seconds, _ends[slot].is_set, nodes, trees=None if nodes else _trees)


def _judge(slot: int, question: Question) -> Decision | None:
    from tabletown.rules.analysis.searches import judge

    decision = judge(question, _ends[slot].is_set)
    return None if _ends[slot].is_set() else decision


def _coach(slot: int, question: CoachQuestion) -> Advice | None:
    from tabletown.rules.analysis.coach import advise

    advice = advise(question, _ends[slot].is_set)
    return None if _ends[slot].is_set() else advice


def _expect(slot: int, game: str, view: Any, action: Action, seed: str) -> tuple[Action, ...]:
    from tabletown.rules.analysis.decision import ReviewTerms
    from tabletown.rules.analysis.searches import continuation

    return continuation(game, view, action, ReviewTerms(nodes=EXPECTING), seed)


def _finish(slot: int, game: str, view: Any, choice: Choice, seed: str) -> Choice:
    from tabletown.rules import load
    from tabletown.rules.analysis.finish import finish

    return finish(load(game), view, choice, seed)


def _follow(slot: int, game: str, view: Any, action: Action) -> Choice:
    from tabletown.rules.analysis.puzzles import consequence

    return consequence(game, view, action, _ends[slot].is_set)


def _ready() -> None:
    return None


def serve() -> ForkServerContext:
    """Start the fork server. It loads the modules of the bots while the caller continues.

    Nothing that a bot's process prints, such as a traceback, reaches the terminal, which belongs to the screen.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(["tabletown.rules.bots.levels"])
    with discard_output():
        ensure_running()
    return context


@contextmanager
def discard_output() -> Iterator[None]:
    """Discard what this process and those started meanwhile write to standard output and standard error."""
    saved = {stream: os.dup(stream) for stream in (1, 2)}
    with open(os.devnull, "w") as nowhere:
        for stream in saved:
            os.dup2(nowhere.fileno(), stream)
    try:
        yield
    finally:
        for stream, copy in saved.items():
            os.dup2(copy, stream)
            os.close(copy)


class BotPool:
    """Pool of processes in which bots think.

    Create it before the app runs: inside a running app, only a fork server that is already running can start processes.
    """

    def __init__(self, processes: int | None = None, niceness: int = NICENESS) -> None:
        self.niceness = niceness
        cores = os.cpu_count() or 1
        self.processes = processes or max(1, min(MOST, cores - 1))
        """Number of processes that search a move together."""
        self.reviewers = processes or max(self.processes, min(2, cores))
        """Number of decisions that are reviewed at the same time."""
        self._context = serve()
        self._ends = [SharedFlag(self._context) for _ in range(SLOTS)]
        self._asked: set[int] = set()
        """Slots of the questions that are waiting for an answer."""
        self._work: list[list[Future[Any]]] = [[] for _ in range(SLOTS)]
        """Futures of the last question of each slot, finished or still running."""
        self._reviewing: set[int] = set()
        """Slots of reviews, which give way to all other questions."""
        self._unhurried: set[int] = set()
        """Slots of the coach and of bots in the background, which no one waits for."""
        self._urgent = 0
        """Number of other questions that are waiting for an answer."""
        self._closed = False
        self._executor = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(self.reviewers, self._context, _begin, (self._ends, self.niceness))
        pool.submit(_ready)
        return pool

    @property
    def is_wanted(self) -> bool:
        """True while a question that comes before reviews waits for its answer."""
        return self._urgent > 0

    async def choose(
        self,
        game: str,
        view: Any,
        level: str,
        seed: str,
        seconds: float | None = None,
        alone: bool = False,
        nodes: float | None = None,
        background: bool = False,
    ) -> Choice:
        """Return the move of a bot of a level, which gets a view, not the match; `alone` limits it to one process.

        With `nodes`, the most positions to search, and `alone`, the same seed gives the same move on any machine. In
        the `background` it thinks beside reviews, and to its end. Raises NoAnswer.
        """
        from tabletown.rules.bots.level_descriptions import find_level
        from tabletown.rules.bots.levels import merge_parallel_searches

        seeds = [seed] if alone or not find_level(level).parallel else [f"{seed}/{n}" for n in range(self.processes)]
        return merge_parallel_searches(
            await self._ask(
                _think,
                [(game, view, level, part_seed, seconds, nodes) for part_seed in seeds],
                BACKGROUND if background else URGENT,
            )
        )

    async def judge(self, question: Question, urgent: bool = False) -> Decision | None:
        """Analyse a decision of a match; None when the pool is closed. Raises NoAnswer.

        It is analysed while nothing else is asked: any other question cuts the analysis short, and it is started again
        afterwards. An `urgent` one does not wait, and cuts the others short.
        """
        while not self._closed:
            if self._urgent and not urgent:
                await asyncio.sleep(RETRY_SECONDS)
            elif decision := (await self._ask(_judge, [(question,)], URGENT if urgent else REVIEW))[0]:
                return decision
        return None

    async def coach(self, question: CoachQuestion) -> Advice | None:
        """Advise on a decision before it is made; None when the search was cut short. Raises NoAnswer."""
        return (await self._ask(_coach, [(question,)]))[0]

    async def expect(self, game: str, view: Any, action: Action, seed: str) -> tuple[Action, ...]:
        """Return a move and the likely play after it. Raises NoAnswer."""
        return (await self._ask(_expect, [(game, view, action, seed)]))[0]

    async def finish(self, game: str, view: Any, choice: Choice, seed: str) -> Choice:
        """Return a choice that wins almost surely, or one that wins as surely and better. Raises NoAnswer."""
        return (await self._ask(_finish, [(game, view, choice, seed)]))[0]

    async def follow(self, game: str, view: Any, action: Action, giving_way: bool = False) -> Choice:
        """Return the mover's winning chance after an answer to a puzzle, and the likely play. Raises NoAnswer.

        With `giving_way` it waits for all other questions, and any new one ends the search early.
        """
        while giving_way and self._urgent and not self._closed:
            await asyncio.sleep(RETRY_SECONDS)
        return (await self._ask(_follow, [(game, view, action)], REVIEW if giving_way else URGENT))[0]

    async def _ask(self, work: Callable[..., T], questions: Sequence[tuple[Any, ...]], rank: str = URGENT) -> list[T]:
        """Run `work` on each question, and return the answers in order.

        Processes that crash are replaced and asked again; if the caller is cancelled, so is the work. Raises NoAnswer
        if processes keep crashing or cannot be started, or if one fails at its work.
        """
        with self._before_reviews(rank):
            slot = await self._take_slot()
            if rank == REVIEW:
                self._reviewing.add(slot)
            elif rank == BACKGROUND or work is _coach:
                self._unhurried.add(slot)
            try:
                return await self._ask_in_slot(slot, work, questions)
            finally:
                self._reviewing.discard(slot)
                self._unhurried.discard(slot)
                self._asked.remove(slot)
                self._ends[slot].set()

    async def _ask_in_slot(self, slot: int, work: Callable[..., T], questions: Sequence[tuple[Any, ...]]) -> list[T]:
        for _ in range(TRIES):
            pool = self._executor
            try:
                self._work[slot] = [pool.submit(work, slot, *question) for question in questions]
                answers: list[T] = await asyncio.gather(*map(asyncio.wrap_future, self._work[slot]))
                return answers
            except BrokenProcessPool:
                if pool is self._executor:
                    with suppress(Exception):  # no room for new ones now, perhaps later
                        self._executor = self._pool()
            except Exception as error:  # any error: it happened in another process, and the game continues
                raise NoAnswer(f"{type(error).__name__}: {shorten(str(error))}") from error
        raise NoAnswer("bot processes keep crashing")

    @contextmanager
    def _before_reviews(self, rank: str) -> Iterator[None]:
        """For an urgent question, stop searches of reviews, and let none start meanwhile."""
        urgent = rank == URGENT
        if urgent:
            for slot in self._reviewing:
                self._ends[slot].set()
        self._urgent += urgent
        try:
            yield
        finally:
            self._urgent -= urgent

    async def _take_slot(self) -> int:
        """Reserve a slot whose last question is finished; wait for one if necessary."""
        while True:
            for slot, work in enumerate(self._work):
                if slot not in self._asked and all(future.done() for future in work):
                    self._asked.add(slot)
                    self._ends[slot].clear()
                    return slot
            await asyncio.sleep(0.01)

    def move_now(self) -> None:
        """Make bots that are thinking answer now, but for the coach and those in the background."""
        for slot in self._asked - self._reviewing - self._unhurried:
            self._ends[slot].set()

    def close(self) -> None:
        self._closed = True
        for slot in self._asked:
            self._ends[slot].set()
        self._executor.shutdown(cancel_futures=True)
