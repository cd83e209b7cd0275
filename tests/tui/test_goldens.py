"""The screens as text, kept in `tests/goldens`. Read the changes before accepting them: `make snapshots`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.app_driver import LARGE, MIDDLE, SMALL
from tests.tui.golden_cases import CASES, GOLDENS, HUGE, Size, file_name
from tests.tui.text_golden import capture, differences, read, write

FOLDER = Path(__file__).parents[1] / "goldens"
SEEN_LARGE = {("city-call", HUGE)} | {
    (name, LARGE)
    for name in (
        "opening",
        "four",
        "cities",
        "posts",
        "orient",
        "strongholds",
        "ring-space",
        "city-call",
        "review-ring",
    )
}
"""A large window of every table and of the review. The others are slow: each is seen in a smaller one."""
SEEN_MIDDLE = {
    (name, MIDDLE)
    for name in ("opening", "four", "cities", "posts", "orient", "strongholds", "city-bot", "ring-act", "end-ring")
} | {(name, size) for name, size in GOLDENS if (name, SMALL) not in GOLDENS}
"""A middle window of every table, and of what has no small one. The others are slow."""
LOOKS = re.compile("-(?:flat|paper|okabe|console)$|^(?:paper|okabe|contrast|console)$")
"""Names of screens in further themes; each theme's colours are tested by themselves. They are slow too."""


def case(name: str, size: Size) -> object:
    slow = LOOKS.search(name) if size == SMALL else (name, size) not in SEEN_LARGE | SEEN_MIDDLE
    return pytest.param(name, size, id=file_name(name, size), marks=[pytest.mark.slow] if slow else [])


@pytest.mark.parametrize("name, size", [case(*golden) for golden in GOLDENS])
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


def test_every_table_is_looked_at_in_a_large_window() -> None:
    assert {*GOLDENS} >= SEEN_LARGE | SEEN_MIDDLE


def test_no_golden_is_left_over(pytestconfig: pytest.Config) -> None:
    left_over = {path.name for path in FOLDER.iterdir()} - {f"{file_name(*case)}.txt" for case in GOLDENS}
    if pytestconfig.getoption("update_snapshots"):
        for name in left_over:
            (FOLDER / name).unlink()
    else:
        assert not left_over
