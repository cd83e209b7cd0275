"""The screens as pictures, one SVG of each. Look at the pictures before accepting them: `make snapshots`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tui.golden_cases import CASES, PICTURES, Size, file_name


@pytest.mark.parametrize("name, size", PICTURES, ids=[file_name(*case) for case in PICTURES])
def test_look(name: str, size: Size, snap_compare: Callable[..., bool]) -> None:
    shot = CASES[name]
    assert snap_compare(shot.app(), terminal_size=size, run_before=shot.steps)
