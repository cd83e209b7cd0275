"""A recorded match, step by step: what happened, how the chances stood, what a bot would have played."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Input

from rules.bots.knowledge import chances
from rules.match import Match, Seat

from ..widgets.chart import Chart
from ..widgets.prompt import Prompt
from ..widgets.scene import Scene
from ..words import said
from .entry import Entry
from .game import GameScreen

SPEEDS = (3.0, 1.5, 0.8, 0.4, 0.15)
"""Seconds a move."""


class Replay(GameScreen):
    """Begins before the first move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left_square_bracket,backspace", "step(-1)", "Back", key_display="[", id="game.back"),
        Binding("right_square_bracket,enter", "step(1)", "Forward", key_display="]", id="game.forward"),
        Binding("space", "play", "Play", key_display="Space", priority=True, id="replay.play",
                tooltip="Play the game by itself, or stop"),
        Binding("plus,equals_sign", "speed(1)", "Faster", key_display="+", show=False, id="replay.faster"),
        Binding("minus", "speed(-1)", "Slower", key_display="-", show=False, id="replay.slower"),
        Binding("home", "go(0)", "To the beginning", show=False, id="replay.begin"),
        Binding("end", "go(999999)", "To the end", show=False, id="replay.end"),
        Binding("m,colon", "jump", "To move", key_display="m", id="replay.jump", tooltip="Jump to a move by number"),
        Binding("c", "chart", "Chances", id="replay.chart", tooltip="The chances to win, move by move"),
        Binding("i", "hint", "Bot", id="replay.hint", tooltip="What a strong bot would have played here"),
        Binding("n", "branch", "Play on", id="replay.branch", tooltip="Play on from here in a game of its own"),
        Binding("escape", "close", "Leave", show=False, id="replay.leave"),
    ]  # fmt: skip

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.shown = 0 if match.log else None
        self.speed = 2
        self.playing: Timer | None = None
        humans = [seat for seat, (_, bot) in enumerate(match.seats) if not bot]
        self.reader = humans[0] if len(humans) == 1 else None
        everyone = [chances(match.game, match.game.observe(s, None)) for s in match.states]
        self.chances = [[row[seat] for row in everyone] for seat in range(len(match.seats))]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        leave = self.app.key_names["replay.leave"]
        yield Entry(f"number of a move, 0 to {len(self.match.log)}; {leave} leaves", restrict="[0-9]{0,6}")

    def begin(self) -> None:
        chart = Chart(self.app.palette, self.chances, 1.0, "Chances to win")
        chart.add_class("hidden")
        chart.set_class(self.size.height < 34, "tall")
        self.mount(chart, before="#detail")
        super().begin()

    def viewer(self) -> int | None:
        return self.reader

    def prompt(self, scene: Scene) -> str:
        if not scene.shown:
            return f"Before the first of {len(self.match.log)} moves"
        line = scene.story[scene.shown - 1]
        return f"{scene.shown}/{len(self.match.log)}  {said(self.match.seats[line.player].name, line.text)}"

    def notice(self, scene: Scene) -> str:
        return "  ".join(
            f"{name} {line[scene.shown]:.0%}" for (name, _), line in zip(self.match.seats, self.chances, strict=True)
        )

    def show(self) -> None:
        super().show()
        for chart in self.query(Chart):
            chart.here = self.ply

    def action_go(self, ply: int) -> None:
        self.go(ply)

    def action_play(self) -> None:
        """Start or stop playing by itself; at the end it begins again."""
        if self.playing is not None:
            self.stop()
            return
        if self.shown is None:
            self.go(0)
        self.playing = self.set_interval(SPEEDS[self.speed], self.tick)

    def stop(self) -> None:
        if self.playing is not None:
            self.playing.stop()
            self.playing = None

    def tick(self) -> None:
        self.go(self.ply + 1)
        if self.shown is None:
            self.stop()

    def action_speed(self, step: int) -> None:
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        if self.playing is not None:
            self.stop()
            self.action_play()
        self.query_one("#detail", Prompt).say(f"{SPEEDS[self.speed]:g} seconds a move")

    def action_jump(self) -> None:
        self.query_one(Entry).open()

    @on(Input.Submitted, "#typed")
    def jumped(self, event: Input.Submitted) -> None:
        self.query_one(Entry).close()
        if event.value:
            self.go(int(event.value))

    def action_chart(self) -> None:
        """The chart takes the place of the board in a small window, else it stands below."""
        self.query_one(Chart).toggle_class("hidden")
        self.board.set_class(self.size.height < 34 and not self.query_one(Chart).has_class("hidden"), "hidden")
        self.set_focus(self.board)

    @work(exclusive=True, group="bot")
    async def action_hint(self) -> None:
        match, ply = self.match, self.ply
        s = match.states[ply]
        player = match.game.turn(s)
        if player is None:
            return
        if match.player is not None and player != self.reader:
            self.query_one("#detail", Prompt).say("What others hold is secret until the game is over.")
            return
        self.query_one("#detail", Prompt).say("Thinking about it ...")
        view = match.game.observe(s, player)
        choice = await self.app.thinker.choose(match.name, view, "hard", f"{match.seed}/{ply}/hint")
        if self.ply == ply:
            does = match.game.describe(s, choice.action)
            text = f"In {match.seats[player].name}'s place a strong bot {does} ({choice.value:.0%} to win)"
            self.query_one("#detail", Prompt).say(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A number that is being typed has the keys that come before all others."""
        return not (action == "play" and self.query_one(Entry).has_focus)

    def action_branch(self) -> None:
        """A new game with this one's moves so far; somebody must sit at the keyboard."""
        match, ply = self.match, self.ply
        player = match.game.turn(match.states[ply])
        if player is None:
            self.notify("The game is over here; step back first.")
            return
        seats = list(match.seats)
        if all(seat.bot for seat in seats):
            seats[player] = Seat("You")
        self.app.branch(Match(match.name, seats, match.options, match.seed), match.log[:ply])

    def action_close(self) -> None:
        if self.query_one(Entry).has_focus:
            self.query_one(Entry).close()
        else:
            self.stop()
            self.app.pop_screen()
