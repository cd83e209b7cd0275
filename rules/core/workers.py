"""Pools of workers for the parts of a long task: this process, several processes, or a Dask cluster.

The parts of a worker that dies are done again.
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

PARTS_AHEAD = 2
"""Parts submitted for each worker, so that no worker waits for the next."""
MAX_LOSSES = 5
"""Losses of one part after which the whole task fails."""
SCHEDULER_SECONDS = 10
"""Seconds in which a Dask scheduler must answer."""


class WorkerError(RuntimeError):
    """The work cannot be done; the message is one sentence."""


T = TypeVar("T")
R = TypeVar("R")


class WorkerPool(Protocol):
    """An executor that can be restarted."""

    worker_died: tuple[type[BaseException], ...]
    """Exceptions that a part raises when its worker has died."""

    def capacity(self) -> int:
        """Number of parts that run at the same time; 0 where each is done on submission."""

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]: ...

    def restart(self) -> None:
        """Continue after the death of a worker; parts submitted before are dropped."""

    def close(self) -> None:
        """Stop at once, without waiting for running parts."""


class InProcess:
    """A pool that does each part in this process when it is submitted."""

    worker_died: tuple[type[BaseException], ...] = ()

    def capacity(self) -> int:
        return 0

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        future: Future[R] = Future()
        future.set_result(work(part))
        return future

    def restart(self) -> None: ...

    def close(self) -> None: ...


class ProcessPool:
    """Several processes of this machine."""

    worker_died: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.others = set(active_children())
        self.pool = Pool(jobs, initializer=init_worker)

    def capacity(self) -> int:
        return self.jobs

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        return self.pool.submit(work, part)

    def restart(self) -> None:
        self.pool.shutdown()  # waits for the broken pool's thread, which must not outlive the program
        self.pool = Pool(self.jobs, initializer=init_worker)

    def close(self) -> None:
        for process in set(active_children()) - self.others:
            process.terminate()
        self.pool.shutdown(cancel_futures=True)


def init_worker() -> None:
    """Make a worker process ignore interrupts, which its parent handles, and end with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=follow_parent, daemon=True).start()


def follow_parent() -> None:
    if parent := parent_process():
        parent.join()
        _exit(1)


class DaskPool:
    """Workers of a Dask scheduler, which need this version of Tabletown, and one thread each for bots with a clock."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler; raises WorkerError when Dask is not installed or the scheduler does not answer."""
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise WorkerError("--dask needs an extra package; install it with: pip install 'tabletown[dask]'") from None
        try:
            self.client: Any = Client(address, timeout=SCHEDULER_SECONDS)
        except (OSError, ValueError) as wrong:
            raise WorkerError(f"cannot reach a Dask scheduler at {address} ({type(wrong).__name__})") from None
        self.executor: Executor = self.client.get_executor(pure=False)
        self.worker_died: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)

    def capacity(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, work: Callable[[T], R], part: T) -> Future[R]:
        return self.executor.submit(work, part)

    def restart(self) -> None: ...

    def close(self) -> None:
        self.executor.shutdown(wait=False)
        self.client.close()


def local_pool(jobs: int) -> WorkerPool:
    """A pool of `jobs` processes; for a single job, of this process alone."""
    return ProcessPool(jobs) if jobs > 1 else InProcess()


def worker_pool(address: str | None, jobs: int) -> WorkerPool:
    """The workers of the Dask scheduler at an address, or local ones if it is None; raises WorkerError."""
    return DaskPool(address) if address else local_pool(jobs)


def as_completed(work: Callable[[T], R], parts: Iterable[T], pool: WorkerPool) -> Iterator[tuple[T, R]]:
    """Each part with its result, in the order of completion.

    Raises WorkerError when one part is lost MAX_LOSSES times.
    """
    left = deque(enumerate(parts))
    running: dict[Future[R], tuple[int, T]] = {}
    losses: Counter[int] = Counter()
    while left or running:
        try:
            while left and len(running) < max(1, PARTS_AHEAD * pool.capacity()):
                future = pool.submit(work, left[0][1])
                running[future] = left.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                yield running.pop(future)[1], result
        except pool.worker_died:
            losses.update(number for number, _ in running.values())
            if losses and max(losses.values()) >= MAX_LOSSES:
                raise WorkerError("worker processes keep crashing; is there enough memory?") from None
            left.extendleft(reversed(running.values()))
            for future in running:
                future.cancel()
            running.clear()
            pool.restart()


def map_ordered(work: Callable[[int], R], count: int, jobs: int) -> Iterator[R]:
    """Results of `work` for every number below count, in order, on several cores."""
    early: dict[int, R] = {}
    following = 0
    with closing(local_pool(jobs)) as pool:
        for number, result in as_completed(work, range(count), pool):
            early[number] = result
            while following in early:
                yield early.pop(following)
                following += 1
