"""Screens as text: a golden reads back as it was written, and each kind of change is found and reported."""

from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult
from textual.widgets import Static

from tests.tui.text_golden import TextScreen, capture, differences, read, write

BOLD = "#ffffff on #101010 bold"


class Sheet(App[None]):
    CSS = "Static { color: #ffffff; background: #101010; }"

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        yield Static("\n".join(self.lines))


async def sheet(*lines: str) -> TextScreen:
    async with Sheet(*lines).run_test(size=(20, 4)) as pilot:
        return await capture(pilot)


async def test_a_golden_reads_back() -> None:
    screen = await sheet("[bold]Ada[/] leads", "", "日本 [reverse]  [/] [underline] [/]")
    assert read(write(screen)) == screen
    assert screen.rows == ["Ada leads", "", "日本", ""]
    assert screen.characters[2][:4] == ["日", "", "本", ""]
    assert write(screen).splitlines()[:6] == ["20x4", "Ada leads", "", "日本", "", "styles"]


async def test_spaces_belong_to_the_run_before_them() -> None:
    lines = write(await sheet("[bold]Ada leads[/] by 3")).splitlines()
    assert f"a {BOLD}" in lines and "b #ffffff on #101010" in lines
    assert lines[lines.index("runs") + 1] == "0 0a 10b"


async def test_a_wrong_character_is_found() -> None:
    was, now = await sheet("Ada leads"), await sheet("Ada leaps")
    assert differences(was, was) == []
    assert differences(was, now) == ["row 0", "  - Ada leads", "  + Ada leaps"]


async def test_a_lost_bold_is_found() -> None:
    was, now = await sheet("[bold]Ada[/] leads"), await sheet("Ada leads")
    assert differences(was, now) == [f"row 0, columns 0-3 'Ada ': {BOLD} -> #ffffff on #101010"]


async def test_a_wrong_colour_is_found() -> None:
    was, now = await sheet("Ada"), await sheet("[#fffffe]Ada[/]")
    assert differences(was, now)[0].endswith("#ffffff on #101010 -> #fffffe on #101010")
    styles = [[name.replace("#101010", "#111111") for name in row] for row in was.styles]
    assert differences(was, replace(was, styles=styles))


async def test_another_size_is_found() -> None:
    was = await sheet("Ada")
    assert differences(replace(was, width=21), was) == ["size 21x4 -> 20x4"]


async def test_many_changes_are_cut_short() -> None:
    was = await sheet("Ada")
    many = replace(was, characters=was.characters * 30, styles=was.styles * 30)
    changed = differences(many, replace(many, characters=[["x"] * 20 for _ in many.characters]))
    assert len(changed) == 41 and changed[-1] == "... and 320 lines more"
