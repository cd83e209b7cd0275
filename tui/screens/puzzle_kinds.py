"""List of the kinds of puzzles: games with their modules and editions, and themes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model import puzzles
from ..model.actions import bindings
from ..model.puzzles import Kind, Result
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen


class KindList(OptionList):
    """List of kinds, each group under its heading."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("kinds.list")]


class PuzzleKinds(TabletownScreen):
    """Choose the kind of puzzles to see; `chosen` gets its words after the screen is closed."""

    CSS_PATH = "puzzle_kinds.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("kinds")]

    def __init__(
        self, words: Sequence[str], results: Sequence[Result], chosen: Callable[[Sequence[str]], None]
    ) -> None:
        super().__init__()
        self.words, self.results, self.chosen = tuple(words), results, chosen

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("Which puzzles?", classes="title")
            yield KindList(*self.rows())
            yield Static(puzzles.summary_sentence(self.results), id="about", classes="muted", markup=False)
        yield KeyFooter()

    def rows(self) -> list[Option]:
        """A row for each kind, and a heading before each group."""
        rows, p = list[Option](), self.app.palette
        for group, kinds in groupby(puzzles.kinds(), lambda kind: kind.group):
            if group:
                rows.append(Option(Text(f"\n{group}", p.style("muted")), disabled=True))
            rows += [Option(self.row(kind), str(puzzles.kinds().index(kind))) for kind in kinds]
        return rows

    def row(self, kind: Kind) -> Text:
        """Title of a kind, number of its puzzles, and how many of them have been solved."""
        solved = puzzles.solved(kind, self.results)
        row = f"{kind.title:<{puzzles.widest_kind()}}  {len(kind.puzzles):>3}"
        return Text(row + f"   {solved} solved" * bool(solved))

    def on_mount(self) -> None:
        menu = self.query_one(KindList)
        kinds = [kind.words for kind in puzzles.kinds()]
        number = kinds.index(self.words) if self.words in kinds else 0
        menu.highlighted = menu.get_option_index(str(number))
        menu.focus()

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        if self.app.front is self:
            self.app.pop_screen()
            self.chosen(puzzles.kinds()[int(event.option_id or 0)].words)
