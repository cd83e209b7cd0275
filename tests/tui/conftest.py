"""Every test has folders of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.app_driver import isolated


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> Iterator[Path]:
    """Keep settings in `config` and records in `data`, below the folder that the test works in."""
    with isolated(tmp_path):
        yield tmp_path
