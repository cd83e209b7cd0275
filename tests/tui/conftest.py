"""Every test has folders of its own; a coroutine is a test too."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.scenes import isolated


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> Iterator[Path]:
    """Settings lie in `config`, records in `data`, below the folder that the test works in."""
    with isolated(tmp_path):
        yield tmp_path


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True
