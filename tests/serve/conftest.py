"""Bots think at once, also on a machine that has much to do."""

from __future__ import annotations

import pytest

from tui.serve import bots


@pytest.fixture(autouse=True)
def discourteous(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "COURTESY", 0)
