"""For all tests: a coroutine is a test too, and what a shell's background has switched off is on again."""

import asyncio
import inspect
import signal

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # programs started here must hear Ctrl+C, as at a keyboard
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
