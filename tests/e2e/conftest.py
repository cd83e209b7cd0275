"""Separate folders for every test of the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.pty_terminal import environment


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Variables of a program with empty folders, where bots answer at once."""
    config = tmp_path / "config"
    config.mkdir()
    (config / "settings.toml").write_text('pace = "instant"\n', encoding="utf-8")
    return environment(TABLETOWN_DATA=str(tmp_path / "data"), TABLETOWN_CONFIG=str(config))
