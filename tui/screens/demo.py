"""A game that plays itself, with a caption on the last move below the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from tabletown.rules.core.match import Match

from ..model.actions import bindings
from ..narration import narrator
from ..narration.events import Event
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt
from .table import Table

REST = 3
"""Time that the final position stays on screen longer than at other tables, in moves at the bot speed."""


class Demo(Table):
    """Bots in every seat, and no record. With `once` the program ends with the game."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("demo")]

    patience = 60.0  # seconds; long enough for the same seed to give the same game on a busy machine

    def __init__(self, match: Match, once: bool = False) -> None:
        super().__init__(match, None)
        self.once, self.paused = once, False

    def prompt(self, state: BoardState) -> str:
        if self.past_ply is not None or self.match.player is None:
            return super().prompt(state)
        name = self.match.seats[self.match.player].name
        does = f"paused ({state.keys['demo.pause']} resumes)" if self.paused else "to move"
        return f"{self.match.game.TITLE} demo: {name} {does}"

    def describe(self) -> None:
        """Show the caption, whatever is under the cursor."""
        self.query_one("#detail", Prompt).say(self.caption())

    def report(self) -> None:
        """Show nothing besides the caption."""

    def caption(self) -> str:
        """The last move and its results, in as many sentences as fit; the result once the game is over."""
        if not self.ply:
            return narrator.opening(self.match)[0]
        events = narrator.narrate(self.match, self.ply - 1, None)
        if self.ply == len(self.match.log) and self.match.player is None:
            events = [Event("result", f"{narrator.headline(self.match)}: {narrator.points(self.match)}.")]
        return narrator.fit_line(events, self.size.width - 2)

    def go_on(self) -> None:
        if not self.paused:
            super().go_on()

    def _spin(self, player: int) -> Callable[[], None]:
        """Return no animation: captions are easier to read beside a static line."""
        return lambda: None

    def action_pause(self) -> None:
        """Pause, or resume; a bot that was thinking is asked again."""
        self.paused = not self.paused
        if self.paused:
            self.workers.cancel_group(self, "bot")
            self.show()
        else:
            self.go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("confirm", "undo", "redo", "hint", "coach", "type"):
            return False
        return super().check_action(action, parameters)

    def finish(self) -> None:
        """Keep the final position on screen for REST more moves, without notifications, then leave."""
        self.app.clear_notifications()
        self.set_timer(REST * self.app.pace + 0.01, self.leave)

    def leave(self) -> None:
        if self.once:
            self.app.exit()
        else:
            super().finish()
