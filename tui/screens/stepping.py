"""Base of the replay: stepping through a match move by move, turn by turn, by number or by itself."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.timer import Timer

from tabletown.rules.core.match import Match

from ..widgets.status_line import Prompt
from .move_input import MoveInput
from .play_from_here import BranchScreen

SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.15)
"""Seconds per move."""


class SteppingScreen(BranchScreen):
    """Match whose positions a player steps through; autoplay plays its moves one by one."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.speed = 2
        self.playing: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield MoveInput(restrict="[0-9]{0,6}")

    def action_go(self, ply: int) -> None:
        self.go(ply)

    def action_turn_step(self, step: int) -> None:
        """Go to the next or previous position in which the turn of another player starts."""
        movers = [self.match.game.turn(s) for s in self.match.states]
        begins = [ply for ply in range(len(movers)) if not ply or movers[ply] != movers[ply - 1]]
        ahead = [ply for ply in begins if (ply - self.ply) * step > 0]
        self.go((ahead[0] if step > 0 else ahead[-1]) if ahead else len(self.match.log) if step > 0 else 0)

    def action_play(self) -> None:
        """Start or stop autoplay; at the end it starts again from the first move."""
        if self.playing is not None:
            self.stop()
            return
        if self.past_ply is None:
            self.go(0)
        self.playing = self.set_interval(SPEEDS[self.speed], self.tick)

    def stop(self) -> None:
        if self.playing is not None:
            self.playing.stop()
            self.playing = None

    def tick(self) -> None:
        self.go(self.ply + 1)
        if self.past_ply is None:
            self.stop()

    def action_speed(self, step: int) -> None:
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        if self.playing is not None:
            self.stop()
            self.action_play()
        self.query_one("#detail", Prompt).say(f"{SPEEDS[self.speed]:g} s per move")

    def action_jump(self) -> None:
        leave = self.app.key_names["replay.leave"]
        self.query_one(MoveInput).open(f"move number, 0 to {len(self.match.log)}; {leave} cancels")

    def entered(self, text: str) -> None:
        self.query_one(MoveInput).close()
        if text:
            self.go(int(text))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Turn the priority key of autoplay off while a number is typed."""
        return action != "play" or not self.query_one(MoveInput).typing

    def action_close(self) -> None:
        if self.query_one(MoveInput).typing:
            self.query_one(MoveInput).close()
        else:
            self.stop()
            self.app.pop_screen()
