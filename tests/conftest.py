"""For all tests: a coroutine is a test too, and what a shell's background has switched off is on again."""

import asyncio
import inspect
import signal

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # programs started here must hear Ctrl+C, as at a keyboard
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark as `slow` what `slow_unless(parameter=values, ...)` does not name."""
    for mark in item.iter_markers("slow_unless"):
        params = item.callspec.params  # type: ignore[attr-defined]
        if not all(params[name] in quick for name, quick in mark.kwargs.items()):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
