"""Checks of a tour through the program in any terminal; each fails with a description of the fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from unicodedata import east_asian_width

from pyte.screens import Char
from textual.color import Color
from wcwidth import wcwidth

from tabletown.themes.colours import contrast
from tests.e2e.sgr_colours import colours
from tests.e2e.terminal_emulators import PLIES, Frame, Run
from tests.themes.test_themes import drawing

NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
VALUES = (
    *("000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5"),
    *("7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff"),
)
XTERM = dict(zip((*NAMES, *(f"bright{name}" for name in NAMES)), VALUES, strict=True))
"""The sixteen colours as xterm has them, by pyte's names."""
LEGIBLE = 2.4
"""The smallest contrast of a letter with its background; `themes` asks more of each colour, but what is faint."""
YES = "yes"
BLOCKS = " ▀▄█▌▐▘▝▖▗▚▞▙▟▛▜▁▂▃▅▆▇"
"""Characters that draw pictures: two fields side by side can have the same colour."""


def problem(frame: str, row: int, text: str, why: str) -> str:
    return f"{frame}, row {row}: {why}\n{text}"


def letters(frame: Frame) -> Iterator[tuple[int, Char]]:
    """Every cell that has something to read, with its row."""
    return ((y, cell) for y, row in enumerate(frame.cells) for cell in row if cell.data.strip(BLOCKS))


def seen(cell: Char, default: tuple[str, str]) -> tuple[str, str]:
    """Ink and paper in hexadecimal digits, turned round where they are."""
    ink, paper = (
        default[n] if colour == "default" else XTERM.get(colour.replace("bfight", "bright"), colour)
        for n, colour in enumerate((cell.fg, cell.bg))
    )
    return (paper, ink) if cell.reverse else (ink, paper)


def legible(run: Run, name: str) -> None:
    for title in (title for title in run.frames if title.startswith(name)):
        frame = run.frames[title]
        for y, cell in letters(frame):
            ink, paper = seen(cell, run.row.default)
            ratio = contrast(Color.parse(f"#{ink}"), Color.parse(f"#{paper}"))
            least = LEGIBLE if cell.data.isalnum() else 1.01
            assert ratio >= least, problem(title, y, frame.text, f"{cell.data!r} {ink} on {paper}: {ratio:.2f}")


def home(run: Run) -> None:
    """Home has its entries, and the program has ended in order."""
    assert all(entry in run.frames["home"].text for entry in ("Continue", "New game", "Learn", "Settings", "Quit"))
    assert run.code == 0


def screens(run: Run) -> None:
    """Every screen besides the games can be read."""
    for name in run.frames:
        if not name.startswith(tuple(PLIES)):
            legible(run, name)


def system(run: Run) -> None:
    """Only colours that the terminal has are sent, and with 16 colours only the basic ones."""
    used = colours(run.sent)
    assert used - {"16"} == {run.row.colours} - {"16", "none"}, used
    assert run.row.colours not in ("16", "none") or used == {run.row.colours} - {"none"}, used


def console(char: str) -> bool:
    """Is it in code page 437, among boxes and whole blocks, or in Latin-1?"""
    try:
        return ord(char) < 0x100 or (drawing(char) and char not in "▀▄▌▐" and bool(char.encode("cp437")))
    except UnicodeEncodeError:
        return False


def glyphs(run: Run) -> None:
    """Nothing is drawn that the terminal has no glyph for, or that could be wider than a cell."""
    allowed = {"unicode": lambda _: True, "console": console, "ascii": str.isascii}[run.row.glyphs]
    for name, frame in run.frames.items():
        for y, cell in letters(frame):
            good = allowed(cell.data) and wcwidth(cell.data) == 1 and sure(cell.data, run.row.glyphs)
            assert good, problem(name, y, frame.text, f"{cell.data!r}")
    if run.row.glyphs == "ascii":
        odd = next((n for n, byte in enumerate(run.sent) if byte >= 128), None)
        assert odd is None, f"not ASCII: {run.sent[max(0, odd - 80) : odd + 40]!r}"


def sure(char: str, glyphs: str) -> bool:
    """Is it a cell wide in an East Asian terminal too? The console of Linux is none."""
    return drawing(char) or glyphs == "console" or east_asian_width(char) not in "AWF"


def shapes(frame: Frame) -> list[list[tuple[str, bool, bool, bool]]]:
    """The board without its colours."""
    return [[(c.data, c.bold, c.underscore, c.reverse) for c in row] for row in frame.cells[1:22]]


def marks(run: Run) -> None:
    """Picks are marked without colours; `test_every_game` checks the marks of every tile that can be picked."""
    for name in PLIES:
        before, picked = shapes(run.frames[name]), shapes(run.frames[f"{name}, picked"])
        assert before != picked, run.frames[f"{name}, picked"].text


def keys(run: Run) -> None:
    """Arrows and Enter chose the games, Esc put back and left, Home and End went to the ends."""
    titles = ("Splendor", "Metropolys", "1906")
    assert all(name in run.frames for name in PLIES) and all(title in run.frames["home"].text for title in titles)
    for name in PLIES:
        put_back = run.frames[f"{name}, put back"].rows[22]
        assert put_back != run.frames[f"{name}, picked"].rows[22]
    assert run.frames["first"].rows[0].startswith(" Start position") and run.frames["last"].rows[0].startswith(
        " Move 12 of 12"
    )


def mouse(run: Run) -> str:
    """A click picks the tile under it. In GNU screen no mouse is requested."""
    if run.row.within == "screen":
        assert not re.search(rb"\x1b\[\?100[0-3]h", run.sent), "Esc would be held back until the next key"
    if not run.row.mouse:
        return "none"
    assert "Picked blue" in run.frames["clicked"].text
    return YES


def calls(run: Run) -> str:
    """The bell rings when it is a person's turn, and the title says so, where there is one."""
    title = b"\x1b]2;Your turn - Tabletown\x07"
    assert (title in run.sent) == run.row.titled
    assert re.sub(rb"\x1b\][^\x07]*\x07", b"", run.sent).count(b"\x07") >= len(PLIES)
    return YES if run.row.titled else "bell"


def sizes(run: Run) -> None:
    """80 x 24 comes back as it was after a window that is too small and one that is larger."""
    assert "Window too small: 40 x 10" in run.frames["too small"].text
    assert "Log" in run.frames["large"].text and len(run.frames["large"].cells) == 36
    assert run.frames["small again"].rows[3:21] == run.frames["before"].rows[3:21]


def restored(run: Run) -> None:
    """Every mode that was set is as before, and what was on screen before is there where one can see it."""
    now: dict[bytes, bytes] = {}
    for numbers, how in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", run.sent):
        now |= dict.fromkeys(numbers.split(b";"), how)
    on = {mode for mode, how in now.items() if how == b"h"}
    assert now and on <= {b"25", b"7"} and now.get(b"25", b"h") == b"h", now
    assert len(re.findall(rb"\x1b\[>\d+u", run.sent)) == run.sent.count(b"\x1b[<u")
    if run.row.within == "tmux":
        assert run.after.startswith("before\nstatus 0")


def kept(run: Run) -> None:
    """The move that was typed is on disk, and ended the game."""
    assert run.played is not None and run.played.player is None and "Rematch" in run.frames["end"].text


CHECKS: dict[str, Callable[[Run], str | None]] = {
    "home": home,
    **{f"{name} legible": partial(legible, name=name) for name in PLIES},
    "other screens legible": screens,
    "colours": system,
    "no unsupported characters": glyphs,
    "picks marked without colour": marks,
    "keys": keys,
    "mouse": mouse,
    "bell and title": calls,
    "resizing": sizes,
    "moves saved": kept,
    "terminal restored on exit": restored,
}
"""The checks by their names in the matrix; text that one returns replaces "yes" there."""
