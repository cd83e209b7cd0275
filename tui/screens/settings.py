"""Settings, with the theme shown as one goes through them."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer, Static

from .. import config
from ..widgets.form import Form, Row
from .base import TownScreen

LABELS = {
    "theme": ("Theme", "not with 16 colours or none"),
    "glyphs": ("Glyphs", "auto: by locale and TERM"),
    "colours": ("Colours", "auto: by the terminal; from the next start"),
    "animation": ("Animation", "auto: not over SSH; from the next start"),
    "pace": ("Pace of bots", "how long a bot's move takes at least"),
    "confirm": ("Confirm moves", "Enter twice"),
    "bell": ("Bell", "when it is your turn"),
}


class SettingsScreen(TownScreen):
    """Each change is kept at once."""

    CSS_PATH = "form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "app.pop_screen", "Home", key_display="Esc", id="settings.home"),
        Binding("question_mark", "app.help", "Help", key_display="?", id="settings.help"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("Settings", classes="title")
            yield Form(self.app.palette, self.rows())
            where = config.config_folder() / "settings.toml"
            yield Static(f"Kept in {where}", id="about", classes="muted", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def rows(self) -> list[Row]:
        values = asdict(self.app.settings)
        choices = {**config.CHOICES, "theme": tuple(self.app.themes)}
        return [
            Row(key, label, values[key], tuple((value, value) for value in choices[key]), hint)
            for key, (label, hint) in LABELS.items()
        ]

    def on_mount(self) -> None:
        self.query_one(Form).focus()

    @on(Form.Changed)
    def changed(self, event: Form.Changed) -> None:
        self.app.wear(replace(self.app.settings, **{event.row.key: event.row.value}))
        self.query_one(Form).palette = self.app.palette
        self.query_one(Form).refresh()
        try:
            config.save_settings(self.app.settings)
        except OSError as error:
            self.notify(f"Not kept: {error.strerror}", severity="warning", markup=False)
