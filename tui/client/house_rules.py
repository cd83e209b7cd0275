"""The house rules of a server, which a player accepts once."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ..model.actions import bindings
from ..protocol.client_messages import AcceptRules
from ..widgets.key_footer import KeyFooter
from .chat import OnlineScreen
from .connection import Incoming

TITLE = "House rules of this server"
ASK = "To play here, accept them: press {rules.accept}. You are asked once, and again if they change."


class RulesScreen(OnlineScreen):
    """A text that can be scrolled."""

    CSS_PATH = "client.tcss"


class HouseRulesScreen(RulesScreen):
    """The rules, and the way to accept them."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("house-rules")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules", can_focus=False):
            yield Static(TITLE, classes="title", markup=False)
            yield Static(id="text", markup=False)
            yield Static(self.app.key_names.fill(ASK), classes="muted", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.show()

    def received(self, message: Incoming) -> None:
        self.show()

    def show(self) -> None:
        rules = self.session.house_rules
        self.query_one("#text", Static).update(rules.text if rules else "")

    def action_accept(self) -> None:
        if rules := self.session.house_rules:
            self.session.send(AcceptRules(rules.version))


class HouseRulesPage(RulesScreen):
    """The rules again, for a player who has accepted them."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("house-rules-page")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules", can_focus=False):
            yield Static(TITLE, classes="title", markup=False)
            yield Static(self.session.me.rules, id="text", markup=False)
        yield KeyFooter()

    def received(self, message: Incoming) -> None:
        """Stay open: the rules are those of the arrival."""
