"""A screen as text: its characters first, then the runs of style, as the goldens in `tests/goldens` keep it.

80x24                               columns and rows
...                                 the rows, without the spaces at their ends
styles                              each style once, by a letter
a #e0d0a0 on #101010 bold
runs                                row or rows: the column from which a style holds, and its letter
0 0a 10b 18a
1-4 0a
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from string import ascii_letters
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.pilot import Pilot
from textual.strip import Strip

ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse", "strike", "blink")
MAX_LINES = 40
"""Lines of a comparison that are shown."""


@dataclass(frozen=True)
class TextScreen:
    """The characters and the styles of every cell, by rows; the right half of a wide character is empty."""

    width: int
    characters: list[list[str]]
    styles: list[list[str]]

    @property
    def rows(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.characters]


async def capture(pilot: Pilot[Any]) -> TextScreen:
    """The compositor's drawing of the whole screen, once nothing moves any more."""
    await pilot.pause()
    await pilot.wait_for_scheduled_animations()
    await pilot.pause()
    app = pilot.app
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    cells = [list(_cells(strips)) for strips in update.strips]
    assert {len(row) for row in cells} == {app.size.width}, "rows differ in length"
    return TextScreen(
        app.size.width, [[char for char, _ in row] for row in cells], [[s for _, s in row] for row in cells]
    )


def _cells(strips: Iterable[Strip]) -> Iterator[tuple[str, str]]:
    """Characters and what can be seen of their styles; a space on the same paper goes with what is before it."""
    paper, name = "", ""
    for text, style, control in (segment for strip in strips for segment in strip):
        for char in "" if control else text:
            look = style or Style()
            if char != " " or _inks_spaces(look):
                name = _style_name(look)
            elif _colour_name(look.bgcolor) != paper:
                name = f"on {_colour_name(look.bgcolor)}"
            paper = "" if _inks_spaces(look) else _colour_name(look.bgcolor)
            yield char, name
            yield from [("", name)] * (cell_len(char) - 1)


def _inks_spaces(style: Style) -> bool:
    return bool(style.underline or style.reverse or style.strike)


def _style_name(style: Style) -> str:
    attributes = [name for name in ATTRIBUTES if getattr(style, name)]
    return " ".join([_colour_name(style.color), "on", _colour_name(style.bgcolor), *attributes])


def _colour_name(colour: Color | None) -> str:
    return "default" if colour is None else colour.name


def write(screen: TextScreen) -> str:
    """The text of a golden."""
    names = list(dict.fromkeys(name for row in screen.styles for name in row))
    letters = dict(zip(names, _letters(), strict=False))
    lines = [f"{screen.width}x{len(screen.rows)}", *screen.rows]
    lines += ["styles", *(f"{letter} {name}" for name, letter in letters.items()), "runs"]
    runs = [_runs([letters[name] for name in row]) for row in screen.styles]
    first = 0
    for run, same in groupby(runs):
        last = first + len(list(same)) - 1
        lines.append(f"{first} {run}" if first == last else f"{first}-{last} {run}")
        first = last + 1
    return "\n".join(lines) + "\n"


def _letters() -> Iterator[str]:
    yield from ascii_letters
    yield from (a + b for a in ascii_letters for b in ascii_letters)


def _runs(letters: list[str]) -> str:
    """A row's runs of one style: column and letter of each."""
    return " ".join(f"{n}{letter}" for n, letter in enumerate(letters) if n == 0 or letters[n - 1] != letter)


def read(golden: str) -> TextScreen:
    """The screen that was written."""
    header, *lines = golden.rstrip("\n").split("\n")
    width, height = map(int, header.split("x"))
    characters = [[*_spread(row, width)] for row in lines[:height]]
    middle = lines.index("runs", height)
    styles = dict(line.split(" ", 1) for line in lines[height + 1 : middle])
    rows: list[list[str]] = []
    for line in lines[middle + 1 :]:
        numbers, *runs = line.split()
        first, _, last = numbers.partition("-")
        rows += [_unrolled(runs, styles, width)] * (int(last or first) - int(first) + 1)
    return TextScreen(width, characters, rows)


def _spread(row: str, width: int) -> Iterator[str]:
    for char in row:
        yield char
        yield from [""] * (cell_len(char) - 1)
    yield from " " * (width - cell_len(row))


def _unrolled(runs: list[str], styles: dict[str, str], width: int) -> list[str]:
    starts = [int(run.rstrip(ascii_letters)) for run in runs]
    names = [styles[run.lstrip("0123456789")] for run in runs]
    ends = [*starts[1:], width]
    return [name for start, end, name in zip(starts, ends, names, strict=True) for _ in range(end - start)]


def differences(golden: TextScreen, screen: TextScreen) -> list[str]:
    """Readable changes since the golden, row by row."""
    if (golden.width, len(golden.rows)) != (screen.width, len(screen.rows)):
        return [f"size {golden.width}x{len(golden.rows)} -> {screen.width}x{len(screen.rows)}"]
    changes: list[str] = []
    for y, (was, now) in enumerate(zip(golden.rows, screen.rows, strict=True)):
        if was != now:
            changes += [f"row {y}", f"  - {was}", f"  + {now}"]
        changes += _restyled(y, golden, screen)
    more = len(changes) - MAX_LINES
    return changes if more <= 0 else [*changes[:MAX_LINES], f"... and {more} lines more"]


def _restyled(y: int, golden: TextScreen, screen: TextScreen) -> Iterator[str]:
    """Runs whose characters are the same and whose style is not; of a row whose characters changed no empty ones."""
    rewritten = golden.rows[y] != screen.rows[y]
    pairs = zip(golden.styles[y], screen.styles[y], golden.characters[y], screen.characters[y], strict=True)
    x = 0
    for (was, now, same), run in groupby(pairs, key=lambda pair: (pair[0], pair[1], pair[2] == pair[3])):
        cells = [pair[3] for pair in run]
        text = "".join(cells)
        if same and was != now and (text.strip() or not rewritten):
            yield f"row {y}, columns {x}-{x + len(cells) - 1} {text!r}: {was} -> {now}"
        x += len(cells)
