"""Bots think at once, also on a machine that has much to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.tui.server import bot_queue


@pytest.fixture(autouse=True)
def discourteous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "NICENESS", 0)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> Path:
    """A server gets its folders as arguments: nothing to set up, and programs start from the working folder."""
    return tmp_path
