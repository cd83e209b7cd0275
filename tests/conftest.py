"""Settings of all tests: coroutines are tests too, tests have a time limit, and Ctrl+C works in the background."""

import asyncio
import gc
import inspect
import os
import signal
from collections.abc import Generator

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key

MAX_SECONDS = 300
"""Seconds that a test can take on a busy machine."""
LONGER = 2
"""Times `MAX_SECONDS` for a test that waits for minutes of a clock."""
GIVING_WAY = 5
"""Niceness of the workers that compute while others wait for programs."""
GIVES_WAY = pytest.StashKey[bool]()
"""Does this worker give way if its first test computes?"""

os.environ["TABLETOWN_FAST"] = "off"  # no program that a test starts compiles in the background

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # programs started here must hear Ctrl+C, as at a keyboard
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Look for garbage once when all tests have run: pytest does so five times, in all that the tests keep."""
    config.stash[gc_collect_iterations_key] = 1


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark as `slow` what `slow_unless(parameter=values, ...)` does not name."""
    for mark in item.iter_markers("slow_unless"):
        params = item.callspec.params  # type: ignore[attr-defined]
        if not all(params[name] in quick for name, quick in mark.kwargs.items()):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what waits for a clock, then the slow tests, so that no worker is left with one at the end.

    Each worker starts with a part of the list in one piece. A part has tests of few files, which share what they keep:
    positions, layouts, style sheets. Slow tests of whole programs, which share nothing and wait much, are dealt out to
    every other worker; the others, which give way to them, compute meanwhile.
    """
    programs = sorted(filter(waits, items), key=lambda item: item.get_closest_marker("waits") is None)
    others = [item for item in items if not waits(item)]
    slow = [item for item in others if item.get_closest_marker("slow")]
    quick = [item for item in others if not item.get_closest_marker("slow")]
    parts = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    size, begun = len(items) / parts, 0
    items[:] = []
    for part in range(parts):
        items += [] if part % 2 else programs[part // 2 :: (parts + 1) // 2]
        items += slow[len(slow) * part // parts : len(slow) * (part + 1) // parts]
        until = begun + max(0, int(size * (part + 1)) - len(items)) if part + 1 < parts else len(quick)
        items += quick[begun:until]
        begun = until


def waits(item: pytest.Item) -> bool:
    """Is that a test of whole programs, or one that waits for a clock?"""
    return bool(item.get_closest_marker("waits") or (item.get_closest_marker("slow") and "/e2e/" in item.nodeid))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """One of several workers gives way to the others if it begins with tests that compute."""
    session.config.stash[GIVES_WAY] = "PYTEST_XDIST_WORKER" in os.environ


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Decide that with the first test."""
    if item.config.stash[GIVES_WAY] and not waits(item):
        os.nice(GIVING_WAY)
    item.config.stash[GIVES_WAY] = False


gc.set_threshold(20_000, 20, 20)  # garbage is looked for less often: that took a fifth of the time of a test


def pytest_collection_finish() -> None:
    """Keep modules and tests, which stay, out of the search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that waits in vain fail after `MAX_SECONDS`, so that the others run."""
    seconds = MAX_SECONDS * (LONGER if item.get_closest_marker("waits") else 1)

    def too_long(*_: object) -> None:
        raise TimeoutError(f"{item.name} has not ended after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(seconds)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    parameters = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in parameters}))
    return True
