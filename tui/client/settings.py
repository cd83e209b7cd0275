"""The settings of the online app, with notices about slow games on a server that sends them."""

from __future__ import annotations

from textual.widgets import Static

from ..protocol.client_messages import SetNotices
from ..screens.settings import SettingsScreen
from ..widgets.form import Form, Row
from .app_protocol import OnlineAppProtocol

SWITCH = (("off", "off"), ("on", "on"))
NOTICES = "Send you a notice when a slow game is waiting and you are not connected."
ADDRESS_ROOM = 40
"""Maximum width of an address in cells."""
ADDRESS = "Address for your notices; the operator of the server can see it."


class OnlineSettings(SettingsScreen):
    """The form of the settings. The server keeps the choice of notices, which is sent when the screen closes."""

    app: OnlineAppProtocol
    CSS_PATH = "../screens/form.tcss"

    def __init__(self) -> None:
        super().__init__()
        notices = self.app.session.notices
        self.notices = SetNotices(notices.on, notices.address) if notices else None

    def rows(self) -> list[Row]:
        rows, notices = super().rows(), self.app.session.notices
        if notices and self.notices:
            rows.append(Row("notices", "Notices", "on" if self.notices.on else "off", SWITCH))
            if notices.addressed:
                rows.append(Row("address", "Address", self.notices.address, hint="for your notices", most=ADDRESS_ROOM))
        return rows

    def explain(self) -> None:
        form = self.query_one(Form)
        own = {"notices": NOTICES, "address": ADDRESS}
        if text := own.get(form.rows[form.cursor_row].key):
            self.query_one("#about", Static).update(text)
        else:
            super().explain()

    def change(self, row: Row) -> None:
        if row.key not in ("notices", "address"):
            return super().change(row)
        values = {row.key: row.value for row in self.query_one(Form).rows}
        self.notices = SetNotices(values["notices"] == "on", values.get("address", ""))
        return None

    def on_unmount(self) -> None:
        """Send the choice if it has changed."""
        notices = self.app.session.notices
        if notices and self.notices and self.notices != SetNotices(notices.on, notices.address):
            self.app.session.send(self.notices)
