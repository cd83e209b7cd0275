"""Key bindings: every action and its keys, which can be changed."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..model import keymap as keys
from ..model.actions import bindings, groups, known_actions
from ..model.keymap import Keymap, clashes
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen


class KeyList(OptionList):
    """List of all actions with their keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("keys.list")]


class KeysScreen(TabletownScreen):
    """Choose an action, then press its new key. Each change is saved at once."""

    CSS_PATH = "key_bindings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("keys")]

    def __init__(self) -> None:
        super().__init__()
        self.giving = ""
        """Id of the action whose new key the player must press now; empty if none."""
        self.more = self.sure = False
        """`more`: the new key is added to the others. `sure`: the next reset of all keys needs no confirmation."""

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static("", classes="title", id="title", markup=False)
            yield KeyList(*self.lines())
            yield Static("", id="about", markup=False)
        yield KeyFooter()

    def lines(self) -> list[Option]:
        """A heading for each group, and a line for each action with its keys; a star marks the player's own keys."""
        p, names, own = self.app.palette, self.app.key_names, self.app.keymap.own
        options = []
        for title, actions in groups().items():
            options.append(Option(Text(title, p.style("muted", bold=True)), disabled=True))
            for id, action in actions.items():
                star = "*" if id in own else " "
                options.append(Option(Text(f"{star} {action.title:<26}{'  '.join(names.all(id))}"), id))
        return options

    def on_mount(self) -> None:
        self.query_one(KeyList).focus()
        self.query_one(KeyList).highlighted = 1  # below the first heading
        self.entitle()

    def entitle(self) -> None:
        self.query_one("#title", Static).update(f"Keys (preset: {self.app.keymap.preset})")

    @property
    def chosen(self) -> str:
        """Id of the action under the cursor; empty if there is none."""
        options = self.query_one(KeyList)
        at = options.highlighted
        return "" if at is None else options.get_option_at_index(at).id or ""

    def action_walk(self, step: int) -> None:
        options = self.query_one(KeyList)
        options.action_cursor_down() if step > 0 else options.action_cursor_up()

    @on(OptionList.OptionHighlighted)
    def explain(self) -> None:
        """Describe the action under the cursor, unless a key is awaited."""
        self.sure = False
        if not self.giving:
            self.say(known_actions()[self.chosen].tooltip or known_actions()[self.chosen].title)

    def say(self, text: str) -> None:
        self.query_one("#about", Static).update(text)

    @on(OptionList.OptionSelected)
    def selected(self) -> None:
        self.give(False)

    def action_add(self) -> None:
        self.give(True)

    def give(self, more: bool) -> None:
        """Ask for a new key, which replaces the others or, with `more`, is added to them."""
        self.giving, self.more = self.chosen, more
        if self.giving:
            which = "another key" if more else "the key"
            self.say(f"Press {which} for {known_actions()[self.giving].title!r}, or Esc to cancel.")

    def on_key(self, event: events.Key) -> None:
        """Take the awaited key, which does nothing else; Esc cancels."""
        if not self.giving:
            return
        event.stop()
        event.prevent_default()
        id, self.giving = self.giving, ""
        if event.key == "escape":
            return self.explain()
        held = self.app.keymap.changed.get(id) or known_actions()[id].keys
        return self.change(id, (*(held if self.more else ()), event.key))

    def change(self, id: str, new_keys: tuple[str, ...]) -> None:
        """Bind keys unless they are already in use; no keys means those of the preset."""
        keymap = self.app.keymap.with_keys(id, tuple(dict.fromkeys(new_keys)))
        if why := next(clashes(keymap, id), ""):
            return self.say(why)
        self.use(keymap)
        return self.say(f"{known_actions()[id].title!r} is now {' or '.join(self.app.key_names.all(id))}.")

    def action_reset(self) -> None:
        if self.chosen:
            self.change(self.chosen, ())

    def action_reset_all(self) -> None:
        if self.sure:
            self.use(Keymap(self.app.keymap.preset))
            self.say("All keys reset to the preset.")
        else:
            self.say(f"Press {self.app.key_names['keys.reset-all']} again to reset all your keys.")
        self.sure = not self.sure

    def action_preset(self) -> None:
        """Select the next preset; drop own keys that clash with it, and show the first of them."""
        presets = list(keys.presets())
        preset = presets[(presets.index(self.app.keymap.preset) + 1) % len(presets)]
        keymap, lost_keys = keys.without_clashes(Keymap(preset, self.app.keymap.own))
        self.use(keymap)
        self.say(f"{lost_keys[0].id} ignored: {lost_keys[0].why}" if lost_keys else f"Preset {preset!r} selected.")

    def use(self, keymap: Keymap) -> None:
        self.app.rebind(keymap)
        options = self.query_one(KeyList)
        at = options.highlighted
        with options.prevent(OptionList.OptionHighlighted):
            options.set_options(self.lines())
            options.highlighted = at
        self.entitle()
        self.app.save_or_warn(lambda: keys.save(keymap))
