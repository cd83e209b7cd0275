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
    positions, layouts, style sheets. Slow tests of whole programs, which share nothing and wait much, are dealt out.
    """
    waiting: list[pytest.Item] = []
    dealt: list[pytest.Item] = []
    slow: list[pytest.Item] = []
    quick: list[pytest.Item] = []
    for item in items:
        is_slow, is_program = item.get_closest_marker("slow"), "/e2e/" in item.nodeid
        kind = waiting if item.get_closest_marker("waits") else dealt if is_slow and is_program else slow
        (kind if is_slow or kind is waiting else quick).append(item)
    parts = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [
        item
        for part in range(parts)
        for item in (*(waiting + dealt)[part::parts], *piece(slow, part, parts), *piece(quick, part, parts))
    ]


def piece(items: list[pytest.Item], part: int, parts: int) -> list[pytest.Item]:
    """One of equally long pieces."""
    return items[len(items) * part // parts : len(items) * (part + 1) // parts]


gc.set_threshold(20_000, 20, 20)  # garbage is looked for less often: that took a fifth of the time of a test


def pytest_collection_finish() -> None:
    """Keep modules and tests, which stay, out of the search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that waits in vain fail after `MAX_SECONDS`, so that the others run."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"{item.name} has not ended after {MAX_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(MAX_SECONDS)
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
