"""The real program, every screen of it, in each of the terminals. `tests.e2e.terminal_matrix` prints the table."""

from __future__ import annotations

import pyte
import pytest

from tests.e2e.sgr_colours import colours
from tests.e2e.terminal_checks import CHECKS
from tests.e2e.terminal_emulators import TERMINALS, Frame, Run, missing, tour


@pytest.mark.slow
@pytest.mark.parametrize("name", TERMINALS)
def test_terminal(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One tour through a terminal, then all its checks."""
    if missing(TERMINALS[name]):
        pytest.skip(f"{TERMINALS[name].within} is not installed")
    run, faults = tour(TERMINALS[name], tmp_path_factory.mktemp(name)), {}
    for title, check in CHECKS.items():
        try:
            check(run)
        except AssertionError as fault:
            faults[title] = fault
    assert not faults


# Controls: the checks find what they are for


def test_colours_are_told_apart() -> None:
    """Every way to set a colour is seen, and operands are not taken for colours."""
    assert colours(b"\x1b[0m\x1b[1;7m\x1b[39;49m text") == set()
    assert colours(b"\x1b[1;31m") == colours(b"\x1b[103m") == colours(b"\x1b[38;5;12m") == {"16"}
    assert colours(b"\x1b[38;5;31m") == {"256"}
    assert colours(b"\x1b[48;2;31;41;91;38;5;97m") == {"truecolor", "256"}


@pytest.mark.parametrize("name, check, sent, text", [
    ("truecolor", "splendor legible", b"", "\x1b[38;2;40;40;40;48;2;50;50;50mink"),
    ("light", "splendor legible", b"", "\x1b[93mink"),
    ("xterm", "colours", b"\x1b[38;5;31m", ""),
    ("ssh", "colours", b"\x1b[38;2;1;2;3m", ""),
    ("no-color", "colours", b"\x1b[31m", ""),
    ("linux", "no unsupported characters", b"", "╭"),
    ("truecolor", "no unsupported characters", b"", "\u25b6"),
    ("c-locale", "no unsupported characters", "é".encode(), ""),
    ("xterm", "bell and title", b"\x1b]2;Your turn - Tabletown\x07", ""),
    ("xterm", "terminal restored on exit", b"\x1b[?25l\x1b[?1000h\x1b[?1000l", ""),
    ("xterm", "terminal restored on exit", b"\x1b[?1049h\x1b[?25h", ""),
    ("screen", "mouse", b"\x1b[?1000h", ""),
])  # fmt: skip
def test_a_check_finds_what_is_wrong(name: str, check: str, sent: bytes, text: str) -> None:
    screen = pyte.Screen(8, 1)
    pyte.Stream(screen).feed(text)
    frame = Frame((tuple(screen.buffer[0][x] for x in range(8)),))
    with pytest.raises(AssertionError):
        CHECKS[check](Run(TERMINALS[name], {"splendor": frame}, sent))
