"""The first screen of a new player: choose a name."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from ..model.actions import bindings
from ..protocol.client_messages import Name, Return
from ..protocol.message_limits import NAME
from ..protocol.player_messages import UseKeyCode
from ..protocol.server_messages import Problem
from ..widgets.form import Form, Row
from ..widgets.key_footer import KeyFooter
from ..widgets.title_art import Skyline
from .chat import OnlineScreen
from .connection import Incoming

WELCOME = "Welcome. What should other players call you?"
GUEST = "You are a guest. Keep the code you are given: it restores your name, seats and rating."
BROWSER = "This browser is your account: its cookie restores your name, seats and rating. Add a key in the lobby."
KEY = "Your SSH key is your account: it restores your name, seats and rating."


class NameScreen(OnlineScreen):
    """A form for the name; guests may enter the code of an earlier visit instead."""

    CSS_PATH = "client.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("name")]

    def compose(self) -> ComposeResult:
        guest = self.session.me.guest
        with Vertical(id="middle"):
            yield Skyline()
            yield Static(WELCOME, classes="title", id="welcome")
            rows = [Row("name", "Name", "", hint=f"up to {NAME} characters")]
            if guest:
                rows.append(Row("code", "Or guest code", "", hint="from an earlier visit"))
            rows.append(Row("key", "Or key code", "", hint="from your account on another machine"))
            yield Form(self.app.palette, rows)
            about = GUEST if guest else BROWSER if self.session.me.browser else KEY
            yield Static(about, classes="muted", id="about", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(Form).focus()

    def received(self, message: Incoming) -> None:
        """Do nothing: the app shows another screen."""

    def refused(self, problem: Problem) -> bool:
        self.say(problem.text)
        return True

    def say(self, text: str) -> None:
        self.query_one("#about", Static).update(text)

    def action_go(self) -> None:
        values = {row.key: row.value.strip() for row in self.query_one(Form).rows}
        if values["key"]:
            self.session.send(UseKeyCode(values["key"]))
        elif values.get("code"):
            self.session.send(Return(values["code"]))
        elif values["name"]:
            self.session.send(Name(values["name"]))
        else:
            self.say("Enter a name first.")
