"""The pictures in `screenshots/` show what the program looks like now: `make screenshots` writes them."""

from __future__ import annotations

import pytest

from tests.tui.screenshots import FILES, FOLDER, draw


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_the_picture_is_up_to_date(file: str) -> None:
    path = FOLDER / file
    assert path.exists(), f"{file} is missing: make screenshots"
    assert path.read_text(encoding="utf-8") == draw(file), f"{file} is stale: make screenshots"


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} <= {*FILES, ".gitkeep"}


def test_a_picture_is_the_same_every_time() -> None:
    assert draw("home.svg") == draw("home.svg")
