"""List of saved games, to replay or continue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model import files, saved_games
from ..model.actions import bindings
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen


class Records(OptionList):
    """Saved games, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replays.list")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "select" or self.option_count > 0


class ReplayList(TabletownScreen):
    """Choose a saved game to replay, or continue an unfinished one."""

    CSS_PATH = "replay_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replays")]

    entries: Sequence[saved_games.Entry] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("Replays", classes="title")
            yield Records()
            yield Static("", id="about", classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Records).focus()
        self.read_saved_games()

    @work(thread=True, exclusive=True)
    def read_saved_games(self) -> None:
        entries, problems = saved_games.entries(200)
        self.app.call_from_thread(self.fill, entries, problems)

    def fill(self, entries: list[saved_games.Entry], problems: list[str]) -> None:
        if not self.is_attached:
            return  # the screen was left while the records were read
        options, self.entries = self.query_one(Records), entries
        for entry, line in zip(entries, saved_games.aligned(entries), strict=True):
            options.add_option(
                Option(Text(f"{'finished' if entry.finished else 'unfinished'}  {line}"), str(entry.path))
            )
        lines = [
            f"Saved in {files.records_folder()}" if entries else "No games yet.",
            *problems[:3],
        ]
        self.query_one("#about", Static).update("\n".join(lines))
        if entries:
            options.highlighted = 0
            self.refresh_bindings()

    @property
    def chosen(self) -> saved_games.Entry | None:
        """Saved game under the cursor; None if there is none."""
        at = self.query_one(Records).highlighted
        return None if at is None else self.entries[at]

    @on(OptionList.OptionHighlighted)
    def moved(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "go_on" or (self.is_mounted and self.chosen is not None and not self.chosen.finished)

    def action_go_on(self) -> None:
        if self.chosen and self.app.front is self:
            self.app.resume(str(self.chosen.path))

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        if self.app.front is self:
            self.app.replay(event.option_id or "")
