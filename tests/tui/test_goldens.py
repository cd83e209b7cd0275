"""The screens as text, kept in `tests/goldens`. Read the changes before accepting them: `make snapshots`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.golden_cases import CASES, GOLDENS, Size, file_name
from tests.tui.text_golden import capture, differences, read, write

FOLDER = Path(__file__).parents[1] / "goldens"


@pytest.mark.parametrize("name, size", GOLDENS, ids=[file_name(*case) for case in GOLDENS])
async def test_the_screen_is_its_golden(name: str, size: Size, pytestconfig: pytest.Config) -> None:
    path = FOLDER / f"{file_name(name, size)}.txt"
    shot = CASES[name]
    async with shot.app().run_test(size=size, notifications=True) as pilot:
        await shot.steps(pilot)
        screen = await capture(pilot)
    if pytestconfig.getoption("update_snapshots"):
        path.write_text(write(screen), encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: make snapshots"
    changed = differences(read(path.read_text(encoding="utf-8")), screen)
    assert not changed, "\n".join([f"{path.name} has changed; if it should, make snapshots", *changed])


def test_no_golden_is_left_over(pytestconfig: pytest.Config) -> None:
    left_over = {path.name for path in FOLDER.iterdir()} - {f"{file_name(*case)}.txt" for case in GOLDENS}
    if pytestconfig.getoption("update_snapshots"):
        for name in left_over:
            (FOLDER / name).unlink()
    else:
        assert not left_over
