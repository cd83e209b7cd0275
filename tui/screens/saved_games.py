"""List of saved games, to replay or continue, find, name, mark, delete and import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..model import deleted_games, saved_games
from ..model.actions import action, bindings
from ..model.game_filter import (
    SORTS,
    GameFilter,
    next_filter,
)
from ..model.game_names_and_marks import MAX_NAME_LENGTH, change_label
from ..model.import_games import ImportRefused, import_game
from ..narration.grammar import sentence
from ..widgets.key_footer import KeyFooter
from ..widgets.labelled_line import LabelledLine
from .base import TabletownScreen

FILTERS = ("game", "opponent", "result", "daily", "marked", "search", "deleted")
"""Last words of the ids of the filters' actions, in the order in which they are listed."""
ALTERATIONS = ("go_on", "retry", "mark", "rename", "delete")
"""Actions on the game under the cursor, which a deleted game does not have."""

ONLY_CHOICE = "This filter has no other choice here."
"""Answer to the key of a filter that would list no game with any other choice."""
PADDING = 4
"""Columns beside the page."""
MARGINS = 6
"""Columns beside the text of a game, without a scroll bar."""


class Records(OptionList):
    """Saved games."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replays.list")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "select" or self.option_count > 0

    def key_label(self, action: str) -> str:
        """The label of the key that restores a deleted game instead of replaying it."""
        deleted = isinstance(self.screen, ReplayList) and self.screen.filter.deleted
        return "Restore" if action == "select" and deleted else ""


class TextLine(Input):
    """Input for a name, a path or the text to filter by."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replays.line")]


def folders(entries: Sequence[saved_games.Entry]) -> str:
    """The folders of games, the second one without the path that they share."""
    first, *more = sorted({entry.path.parent for entry in entries}, reverse=True)
    return " and ".join([str(first), *(folder.name for folder in more)])


class ReplayList(TabletownScreen):
    """Choose a saved game to replay, or continue an unfinished one."""

    CSS_PATH = "saved_games.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("replays")]

    entries: Sequence[saved_games.Entry] = ()
    """All games read."""
    listed: Sequence[saved_games.Entry] = ()
    """Those that the filter accepts, as they are listed."""
    filter = GameFilter()
    purpose: Callable[[str], str] | None = None
    """Function that uses the line being typed; it returns what is wrong with it, or an empty text."""
    reading = True
    told_at: Path | None = None
    """The game under the cursor when the message below the list was said."""

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("Replays", classes="title")
            yield Static(self.filter_keys(), id="filters", classes="muted", markup=False)
            yield Static("", id="summary", markup=False)
            yield Records()
            yield Static("", id="about", classes="muted", markup=False)
            yield LabelledLine(TextLine(select_on_focus=False))
        yield KeyFooter()

    def filter_keys(self) -> str:
        names = self.app.key_names
        ids = [f"replays.{word}" for word in FILTERS]
        return f"Filter: {'  '.join(f'{names[id]} {action(id).title}' for id in ids)}"

    def on_mount(self) -> None:
        self.query_one(Records).focus()
        self.read_saved_games(self.filter.deleted)

    def on_resize(self) -> None:
        if self.listed:
            self.show_games()

    # Reading and listing

    @work(thread=True, exclusive=True)
    def read_saved_games(self, deleted: bool) -> None:
        deleted_games.empty()
        if deleted:
            entries, problems = saved_games.read(deleted_games.deleted_paths(), deleted_games.original_name)
        else:
            entries, problems = saved_games.with_first_tries()
        self.app.call_from_thread(self.fill, deleted, entries, problems)

    def fill(self, deleted: bool, entries: list[saved_games.Entry], problems: list[str]) -> None:
        if not self.is_attached or deleted != self.filter.deleted:
            return  # the screen was left, or the other games were asked for, while the records were read
        self.entries, self.reading = entries, False
        self.show_games()
        self.say("\n".join([self.place(), *problems[:3]]))

    def place(self) -> str:
        """The name of the game under the cursor if its row has no room for it, or else a sentence on the folder of the
        games.
        """
        if self.filter.deleted and not self.entries:
            return f"No deleted games; {self.back}."
        if self.filter.deleted:
            days = deleted_games.KEPT_SECONDS // 86400
            restore = self.app.key_names["replays.look"]
            return f"Deleted games are kept for {days} days; {restore} restores the selected one."
        if not self.entries:
            return "No games yet."
        if not self.listed:
            return f"No game fits this filter; {self.back}."
        if name := self.cut_name():
            return f"Name: {name}"
        most = saved_games.MAX_LISTED
        more = f"; only the newest {most} are listed" if len(self.entries) == most else ""
        return f"Saved in {folders(self.listed)}{more}"

    @property
    def back(self) -> str:
        """The key that lists all games, in words."""
        return f"{self.app.key_names['replays.all']} shows {'your games' if self.filter.deleted else 'all'}"

    def cut_name(self) -> str:
        """The name that the player gave the game under the cursor, if its row has no room for it; empty otherwise."""
        row, name = self.query_one(Records).highlighted_option, self.chosen.label.name if self.chosen else ""
        return "" if row is None or name in str(row.prompt) else name

    def show_games(self) -> None:
        """List the games that the filter accepts; the cursor stays on its game, or else in its place."""
        options, chosen = self.query_one(Records), self.chosen
        row = options.highlighted or 0
        self.listed = self.filter.apply(self.entries)
        widest = max((len(entry.result) for entry in self.listed), default=0)
        starts = [f"{' *'[entry.label.marked]} {entry.result:<{widest}}  " for entry in self.listed]
        room = self.size.width - MARGINS - (len(self.listed) > options.size.height)
        room -= max(map(len, starts), default=0)
        lines = saved_games.aligned(self.listed, room, keeps_moves=self.filter.sort == "length")
        options.clear_options()
        options.add_options(
            Option(Text(start + line), str(entry.path))
            for entry, start, line in zip(self.listed, starts, lines, strict=True)
        )
        if self.listed:
            paths = [entry.path for entry in self.listed]
            options.highlighted = (
                paths.index(chosen.path) if chosen and chosen.path in paths else min(row, len(paths) - 1)
            )
        self.query_one("#summary", Static).update(self.summary())
        self.refresh_bindings()

    def summary(self) -> str:
        numbers = len(self.listed), len(self.entries)
        games, brief = (self.filter.summary(*numbers, brief) for brief in (False, True))
        order = f", by {self.filter.sort}" if self.entries else ""
        back = self.back
        if not (self.filter.active or self.filter.deleted):
            sort = self.app.key_names["replays.sort"]
            return f"{games}{order} ({sort} changes the order)" if order else games
        ways = f"{games}{order}; {back}", f"{games}; {back}", f"{brief}; {back}", f"{back}; {brief}"
        return next((way for way in ways if cell_len(way) <= self.size.width - PADDING), ways[-1])

    def on_key(self, event: events.Key) -> None:
        """Say why a first try is not deleted, as its key is not offered."""
        bindings = self._bindings.key_to_bindings.get(event.key, [])
        if self.chosen and self.chosen.is_first_try and any(binding.action == "delete" for binding in bindings):
            self.say(deleted_games.STAYS)

    def say(self, message: str) -> None:
        """Show a message below the list until the cursor moves."""
        self.told_at = self.chosen.path if self.chosen else None
        self.query_one("#about", Static).update(message)

    @property
    def chosen(self) -> saved_games.Entry | None:
        """Saved game under the cursor; None if there is none."""
        at = self.query_one(Records).highlighted
        return None if at is None or at >= len(self.listed) else self.listed[at]

    @on(OptionList.OptionHighlighted)
    def moved(self) -> None:
        if not self.reading and self.chosen and self.chosen.path != self.told_at:
            self.say(self.place())
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return action not in (*ALTERATIONS, "undo")
        if action == "undo":
            return bool(self.listed if self.filter.deleted else deleted_games.deleted_paths())
        if action in ALTERATIONS:
            chosen = self.chosen
            if chosen is None or self.filter.deleted:
                return False
            if action == "delete":
                return None if chosen.is_first_try else True
            if action == "retry":
                return chosen.finished and len(chosen.match.human_seats) == 1
            return action != "go_on" or not chosen.finished
        return True

    # Opening

    def action_go_on(self) -> None:
        if self.chosen and self.app.front is self:
            self.app.resume(str(self.chosen.path))

    def action_retry(self) -> None:
        """Show the biggest mistakes of the only person in a finished game, to try each again."""
        if self.chosen and self.app.front is self:
            self.app.look_back(str(self.chosen.path), retry=True)

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        if self.filter.deleted:
            self.action_undo()
        elif self.app.front is self:
            self.app.replay(event.option_id or "")

    # Filters

    def action_filter(self, part: str) -> None:
        """Change one part of the filter to its next value."""
        now = self.filter
        match part:
            case "game" | "opponent" | "result" | "daily":
                self.filter = next_filter(now, part, self.entries)
            case "marked":
                self.filter = replace(now, marked=not now.marked)
            case "sort":
                orders = list(SORTS)
                self.filter = replace(now, sort=orders[(orders.index(now.sort) + 1) % len(orders)])
            case "deleted":
                self.show_deleted(not now.deleted)
        if part != "deleted":
            self.show_games()
            self.say(self.place() if self.filter != now else ONLY_CHOICE)

    def show_deleted(self, deleted: bool) -> None:
        """List the deleted games, or the others, all of them."""
        self.filter, self.entries = GameFilter(deleted=deleted, sort=self.filter.sort), ()
        self.show_games()
        self.read_saved_games(deleted)

    def action_all(self) -> None:
        if self.filter.deleted:
            self.show_deleted(False)
        else:
            self.filter = GameFilter(sort=self.filter.sort)
            self.show_games()
            self.say(self.place())

    # Changes

    def action_mark(self) -> None:
        if self.chosen:
            self.relabel(self.chosen, marked=not self.chosen.label.marked)

    def relabel(self, entry: saved_games.Entry, name: str | None = None, marked: bool | None = None) -> str:
        """Change the name or mark of a game; return an error in a sentence, or ""."""
        wrong = change_label(entry.path.name, name, marked)
        if not wrong:
            label = saved_games.labelled(entry.path)
            self.entries = [replace(e, label=label) if e.path == entry.path else e for e in self.entries]
            self.show_games()
        self.say(wrong or self.place())
        return wrong

    def action_delete(self) -> None:
        entry = self.chosen
        if entry is None or self.app.front is not self:
            return
        wrong = deleted_games.delete(entry.path)
        if not wrong:
            self.entries = [other for other in self.entries if other.path != entry.path]
            self.show_games()
        self.say(wrong or f"Deleted: {entry}. {self.app.key_names['replays.undo']} restores it.")

    def action_undo(self) -> None:
        """Restore the deleted game under the cursor, or the one deleted last."""
        paths = deleted_games.deleted_paths()
        path = self.chosen.path if self.filter.deleted and self.chosen else next(iter(paths), None)
        if path is None:
            return
        target, wrong = deleted_games.restore(path)
        if target is None:
            self.say(wrong)
        elif self.filter.deleted:
            restored = next((str(entry) for entry in self.entries if entry.path == path), target.name)
            self.entries = [entry for entry in self.entries if entry.path != path]
            self.show_games()
            self.say(f"Restored: {restored}. {self.back}.")
        else:
            self.add(target, "Restored")

    def add(self, path: Path, what: str) -> None:
        """List one more game, under the cursor if the filter accepts it, and say what happened to it."""
        added, problems = saved_games.read([path])
        self.entries = sorted([*self.entries, *added], key=lambda entry: entry.changed, reverse=True)
        self.show_games()
        paths = [entry.path for entry in self.listed]
        if path in paths:
            self.query_one(Records).highlighted = paths.index(path)
        hidden = "" if path in paths else " The filter hides it."
        self.say("\n".join([*(f"{what}: {entry}.{hidden}" for entry in added), *problems]))

    # Typing

    def action_rename(self) -> None:
        entry = self.chosen
        if entry:
            label = f"Name, at most {MAX_NAME_LENGTH} letters"
            self.ask(label, "renames", entry.label.name, lambda name: self.relabel(entry, name), MAX_NAME_LENGTH)

    def action_import(self) -> None:
        self.ask("Import file", "imports", "", self.import_file)

    def action_search(self) -> None:
        self.ask("Name", "keeps", self.filter.text, self.filter_by_name)

    def filter_by_name(self, text: str) -> str:
        self.filter = replace(self.filter, text=text)
        self.show_games()
        self.say(self.place())
        return ""

    def import_file(self, path: str) -> str:
        """Import a file; return why not, or ""."""
        if not path:
            return ""
        try:
            copy = import_game(Path(path))
        except ImportRefused as why:
            return sentence(str(why))
        if self.filter.deleted:
            self.show_deleted(False)
        self.add(copy, "Imported")
        return ""

    def ask(self, label: str, verb: str, text: str, purpose: Callable[[str], str], most: int = 0) -> None:
        """Open the line for something to be typed."""
        line, field = self.query_one(LabelledLine), self.query_one(TextLine)
        self.purpose = None
        field.value, field.max_length, field.cursor_position = text, most, len(text)
        self.purpose = purpose
        line.say(f"{label}:", f"Enter {verb}, Esc cancels")
        line.remove_class("hidden")
        self.set_focus(field)

    @on(Input.Changed)
    def typing(self, event: Input.Changed) -> None:
        """Filter as the player types."""
        if self.purpose == self.filter_by_name:
            self.filter_by_name(event.value.strip())

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        """Use the line; it stays open if something is wrong with it."""
        wrong = self.purpose(event.value.strip()) if self.purpose else ""
        if wrong:
            self.say(wrong)
        else:
            self.close_line()

    def action_cancel(self) -> None:
        """Close the line unused; a search ends with it."""
        searched = self.purpose == self.filter_by_name
        self.close_line()
        self.say(self.place())
        if searched:
            self.filter_by_name("")

    def close_line(self) -> None:
        self.purpose = None
        self.query_one(LabelledLine).add_class("hidden")
        self.set_focus(self.query_one(Records))
