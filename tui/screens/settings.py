"""Settings, with a preview of the theme."""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tabletown import themes

from ..model import files, invitation
from ..model import keymap as keys
from ..model import settings as config
from ..model.actions import bindings
from ..narration import game_ui
from ..widgets.form import Form, Row
from ..widgets.key_footer import KeyFooter
from ..widgets.theme_preview import Swatch
from .base import TabletownScreen

ROOMY = 28
"""Rows from which there are gaps between the parts."""


class SettingsScreen(TabletownScreen):
    """Form of the settings. Each change is applied and saved at once."""

    CSS_PATH = "form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("settings")]

    def __init__(self) -> None:
        super().__init__()
        self.gaps = themes.gaps(files.config_folder() / "themes")

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("Settings", classes="title")
            yield Form(self.app.palette, self.rows())
            yield Static("", id="about", markup=False)
            yield Swatch(self.app.palette, game_ui.load("splendor").module("theme_sample").sample_cards)
            yield Static(self.app.kept, classes="muted", id="where", markup=False)
        yield KeyFooter()

    def rows(self) -> list[Row]:
        values = {**asdict(self.app.settings), "keys": self.app.keymap.preset}
        choices = {**config.CHOICES, "theme": tuple(self.app.themes), "keys": tuple(keys.presets())}
        return [
            Row(key, label, values[key], most=config.TYPED[key], if_empty="none")
            if key in config.TYPED
            else Row(key, label, values[key], tuple((value, value) for value in choices[key]))
            for key, (label, _) in config.LABELS.items()
            if key in self.app.SETTINGS
        ]

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= ROOMY, "-roomy")

    def on_mount(self) -> None:
        self.query_one(Form).focus()
        self.watch(self.query_one(Form), "cursor_row", self.explain)

    def explain(self) -> None:
        """Describe the setting under the cursor."""
        form = self.query_one(Form)
        row = form.rows[form.cursor_row]
        words = config.LABELS[row.key][1].format(remap=self.app.key_names["settings.keys"])
        if row.key == "theme":
            words += f" {self.gaps.get(row.value, '')}"
        if row.key == "invitation" and invitation.VARIABLE in os.environ:
            words += f" {invitation.VARIABLE} is set and comes first."
        self.query_one("#about", Static).update(words.rstrip())

    def on_screen_resume(self) -> None:
        """Read the settings again: the preset may have changed on the screen of keys."""
        self.query_one(Form).reset(self.rows())
        self.explain()

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        self.change(event.row)

    def change(self, row: Row) -> None:
        """Apply and save the new value of a row."""
        if row.key == "keys":
            keymap, lost = keys.without_clashes(keys.Keymap(row.value, self.app.keymap.own))
            for problem in config.summarise([*map(keys.clash_warning, lost)]):
                self.notify(problem, severity="warning", markup=False)
            self.app.rebind(keymap)
            self.app.save_or_warn(lambda: keys.save(keymap))
            return self.explain()
        self.app.apply_settings(replace(self.app.settings, **{row.key: row.value}))
        for widget in (self.query_one(Form), self.query_one(Swatch)):
            widget.palette = self.app.palette
            widget.refresh()
        self.explain()
        return self.app.save_or_warn(lambda: config.save_settings(self.app.settings))

    def action_remap(self) -> None:
        self.app.open_screen("keys")
