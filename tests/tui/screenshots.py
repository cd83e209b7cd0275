"""Writes the pictures of the README: `python -m tests.tui.screenshots`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tui.app_driver import LARGE, MIDDLE, SMALL, isolated
from tests.tui.golden_cases import CASES, Size, picture

FOLDER = Path(__file__).parents[2] / "screenshots"
FILES: dict[str, tuple[str, Size]] = {
    "home.svg": ("home-games", SMALL),
    "table-80x24.svg": ("middle", SMALL),
    "table-120x36.svg": ("middle", MIDDLE),
    "table-160x45.svg": ("four", LARGE),
    "payment.svg": ("payment", MIDDLE),
    "cities.svg": ("cities-taken", MIDDLE),
    "trading-posts.svg": ("posts", MIDDLE),
    "orient.svg": ("orient", MIDDLE),
    "strongholds.svg": ("strongholds-place", MIDDLE),
    "metropolys.svg": ("city-call", MIDDLE),
    "sf1906.svg": ("ring-build", MIDDLE),
    "lobby.svg": ("online-lobby", SMALL),
    "room.svg": ("online-room", SMALL),
    "end.svg": ("end", MIDDLE),
    "replay.svg": ("review-charts", MIDDLE),
    "themes-paper.svg": ("paper", MIDDLE),
    "themes-okabe.svg": ("okabe", MIDDLE),
    "themes-ascii.svg": ("ascii", SMALL),
}
"""File: which look, in a window of which size."""


def draw(file: str) -> str:
    """A picture as it is now, the same on every run."""
    name, size = FILES[file]
    with TemporaryDirectory() as folder, isolated(Path(folder)):
        return asyncio.run(picture(CASES[name], size))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for left_over in {path.name for path in FOLDER.glob("*.svg")} - set(FILES):
        (FOLDER / left_over).unlink()
    for file in FILES:
        (FOLDER / file).write_text(draw(file), encoding="utf-8")


if __name__ == "__main__":
    main()
