"""Who does a lot of work that falls into parts: this process, several of them, or a Dask cluster.

A process that dies takes parts along; they are done again.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from concurrent.futures import ProcessPoolExecutor as Pool
from contextlib import closing
from multiprocessing import active_children, parent_process
from os import _exit
from threading import Thread
from typing import Any, Protocol, TypeVar

from ..arena.series import Refused

AHEAD = 2
"""Parts handed out for every process, so that none waits for its next."""
PATIENCE = 5
"""So often a part may be lost before it is to blame."""
ANSWER = 10
"""Seconds in which a Dask scheduler must answer."""

T = TypeVar("T")
R = TypeVar("R")


class Crew(Protocol):
    """An executor that can be made anew."""

    lost: tuple[type[BaseException], ...]
    """What the result of a part is when the process that had it has died."""

    def hands(self) -> int:
        """How many parts can be done at once."""

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]: ...

    def renew(self) -> None:
        """Go on after a loss; what was submitted is forgotten."""

    def close(self) -> None:
        """Stop at once, whatever is being done."""


class Alone:
    """This process does each part when it is handed out."""

    lost: tuple[type[BaseException], ...] = ()

    def hands(self) -> int:
        return 0

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        future: Future[R] = Future()
        future.set_result(work(part))
        return future

    def renew(self) -> None: ...

    def close(self) -> None: ...


class Processes:
    """Several processes of this machine."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.others = set(active_children())
        self.pool = Pool(jobs, initializer=settle)

    def hands(self) -> int:
        return self.jobs

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        return self.pool.submit(work, part)

    def renew(self) -> None:
        self.pool.shutdown()  # it is broken: its thread must not be ending still when the program does
        self.pool = Pool(self.jobs, initializer=settle)

    def close(self) -> None:
        for process in set(active_children()) - self.others:
            process.terminate()
        self.pool.shutdown(cancel_futures=True)


def settle() -> None:
    """Make a process leave interruptions to its parent, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=follow_parent, daemon=True).start()


def follow_parent() -> None:
    if parent := parent_process():
        parent.join()
        _exit(1)


class Cluster:
    """The workers of a Dask scheduler; they must have this version of Tabletown, and one thread each for timed bots."""

    def __init__(self, address: str) -> None:
        """Raises Refused when Dask is not installed or nobody answers."""
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise Refused("--dask needs the package distributed: pip install 'tabletown[dask]'") from None
        try:
            self.client: Any = Client(address, timeout=ANSWER)
        except (OSError, ValueError) as wrong:
            raise Refused(f"no Dask scheduler answers at {address} ({type(wrong).__name__})") from None
        self.executor: Executor = self.client.get_executor(pure=False)
        self.lost: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)

    def hands(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        return self.executor.submit(work, part)

    def renew(self) -> None: ...

    def close(self) -> None:
        self.executor.shutdown(wait=False)
        self.client.close()


def local(jobs: int) -> Crew:
    """So many processes; one is this one."""
    return Processes(jobs) if jobs > 1 else Alone()


def finished(work: Callable[[T], R], parts: Iterable[T], crew: Crew) -> Iterator[tuple[T, R]]:
    """Every part with its result, in the order in which they are finished.

    Raises Refused when the same part is lost again and again.
    """
    left = deque(enumerate(parts))
    running: dict[Future[R], tuple[int, T]] = {}
    losses: Counter[int] = Counter()
    while left or running:
        try:
            while left and len(running) < max(1, AHEAD * crew.hands()):
                future = crew.submit(work, left[0][1])
                running[future] = left.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                yield running.pop(future)[1], result
        except crew.lost:
            losses.update(number for number, _ in running.values())
            if losses and max(losses.values()) >= PATIENCE:
                raise Refused("the processes die again and again; is there enough memory?") from None
            left.extendleft(reversed(running.values()))
            for future in running:
                future.cancel()
            running.clear()
            crew.renew()


def spread(work: Callable[[int], R], count: int, jobs: int) -> Iterator[R]:
    """The work for every number below count, in order, on several cores."""
    early: dict[int, R] = {}
    following = 0
    with closing(local(jobs)) as crew:
        for number, result in finished(work, range(count), crew):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1
