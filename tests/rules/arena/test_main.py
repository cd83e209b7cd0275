"""All tools of the arena behind one command."""

from __future__ import annotations

import pytest

from tabletown.rules.arena.__main__ import TOOLS, main


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_has_its_help(tool: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([tool, "--help"])
    assert left.value.code == 0 and "usage: python -m tabletown.rules.arena" in capsys.readouterr().out


def test_a_series_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "splendor", "--players", "random,random", "--games", "2", "--jobs", "1"]) == 0
    assert "of 2" in capsys.readouterr().out


def test_an_unknown_tool_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["nosuch"])
    assert left.value.code == 2 and "invalid choice: 'nosuch'" in capsys.readouterr().err
