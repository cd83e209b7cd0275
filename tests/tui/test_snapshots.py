"""How the screens look. Look at the pictures before accepting them: `make snapshots`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tui.app_driver import LARGE, MIDDLE, SMALL
from tests.tui.golden_cases import SHOTS, THEMES, Size

LOOKS: list[tuple[str, Size]] = [
    *((name, size) for name in SHOTS for size in (SMALL, MIDDLE) if name not in THEMES),
    *((name, SMALL) for name in THEMES),
    *((name, LARGE) for name in ("opening", "middle", "four", "ascii", "flat")),
    *((name, LARGE) for name in ("cities", "posts", "orient", "strongholds")),
    *((name, LARGE) for name in ("city-call", "ring-space")),
    ("opening", (70, 20)),
]
"""Every screen in the windows it is designed for; the last is too small for any."""


@pytest.mark.parametrize("name, size", LOOKS, ids=[f"{name}-{w}x{h}" for name, (w, h) in LOOKS])
def test_look(name: str, size: Size, snap_compare: Callable[..., bool]) -> None:
    shot = SHOTS[name]
    assert snap_compare(shot.app(), terminal_size=size, run_before=shot.steps)
