"""The table of every game: turns, picks, undo, hints, bots, saving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import cycle
from time import monotonic
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.level_descriptions import bot_kind
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.core.undo import plies_back

from ..model.actions import bindings
from ..model.bot_pool import NoAnswer
from ..model.coach import can_be_coached
from ..model.hand_over import must_cover
from ..model.hint import followed_decisions
from ..model.reviews import add_known
from ..model.selection import Selection
from ..narration.grammar import clause
from ..narration.summary import winner_line
from ..widgets.board_state import BoardState
from ..widgets.move_log import LOG
from ..widgets.status_line import Prompt, fitting
from .hint_panel import HintPanel, moves
from .hinted import HintedScreen
from .move_input import MoveInput

REST = 3
"""Time that the final position stays on screen, in moves at the bot speed."""
HINT_PENDING = "Thinking about your hint; {table.play} can play it once it is here."
"""Text when a player confirms before the hint has come."""
SAVED = "Your game is saved; {home.continue} continues it."
"""Text at home after an unfinished game is left."""


class Table(HintedScreen):
    """Table of a match. Only the table holds the match; bots and other seats get views."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("table")]

    patience: ClassVar[float | None] = None
    """Maximum thinking time of a bot, in seconds; None for the time of its level."""

    def __init__(self, match: Match, record: Record | None) -> None:
        super().__init__(match, record)
        self.humans = match.human_seats
        self.looking: int | None = self.humans[0] if len(self.humans) == 1 else None
        """Seat of the person at the keyboard, whose secrets may be on screen; None if not known."""
        self.bot_error = ""
        """Reason why the bot to move failed; empty if it did not."""
        self.opened_at = len(match.log)
        """Ply at which the table was opened."""

    def middle(self) -> ComposeResult:
        yield from super().middle()
        yield HintPanel()
        yield Static(id="handover", classes="hidden", markup=False)

    # Display

    def viewer(self) -> int | None:
        return self.looking

    def prompt(self, state: BoardState) -> str:
        player = self.match.player
        if self.covered and player is not None:
            return f"Hand over to {self.match.seats[player].name}, then press {state.keys['table.play']}"
        if self.past_ply is None and player is None:
            return f"Game over: {winner_line(self.match)}; {state.enter} shows the result"
        if self.past_ply is None and player is not None:
            name, bot = self.match.seats[player]
            if self.bot_error:
                return f"{name} failed to move ({self.bot_error}); {state.keys['table.hurry']} retries"
            if bot:
                return f"{name} ({bot_kind(bot)}) is thinking{self.move_now_key('; press {} to make it move')}"
        return super().prompt(state)

    def whose(self) -> str:
        player = self.match.player
        return "Your turn" if len(self.humans) == 1 or player is None else f"{self.match.seats[player].name}'s turn"

    def show(self) -> None:
        """Update the screen; with several people at the keyboard, the heading has the colour of the player to move."""
        super().show()
        shared = len(self.humans) > 1 and self.active
        for seat in range(len(self.match.seats)):
            self.query_one("#top").set_class(shared and seat == self.looking, f"-seat-{seat + 1}")

    def describe(self) -> None:
        if self.covered:
            return
        hinted = self.hint_stands()
        panel, board = self.query_one(HintPanel), self.board
        if hinted:
            keys = self.app.key_names
            closes = f"{keys['table.clear']} closes"
            shorter = not self.known_hint or hinted[1] is not self.known_hint.longer  # it ends with how to learn more
            title, more = f"Hint ({closes})", f"{keys['table.hint']} more"
            briefly = f"Hint: {more}, {closes}", f"Hint ({more}, {keys['table.clear']})", f"Hint ({more})"
            actions, kept = moves(hinted[3]), int(shorter)
            panel.say(hinted[1], board, actions, title, self.pieces, kept, brief_titles=briefly)
        else:
            panel.say(self.objections(), board, [self.confirming] if self.confirming else [], "Coach")
        super().describe()

    # Turns

    def begin(self) -> None:
        self.watch(self.board, "cursor", self.moved, init=False)
        self.board.focus()
        self.go_on()

    def go_on(self) -> None:
        """Ask the player to move: a person, after the hand-over if necessary, or a bot in its process.

        People look at the final position until they press a key, unless bots move at once.
        """
        player = self.match.player
        self.reset()
        self.bot_error = ""
        if player in self.humans and player != self.looking:
            if self.covers(player):
                return self.hand_over(player)
            self.looking = player
        self.offer()
        if player is not None:
            return self.ask(player)
        if self.humans and self.app.pace and len(self.match.log) > self.opened_at:
            return None
        self.set_timer(0.01 + (REST * self.app.pace if len(self.match.log) > self.opened_at else 0), self.finish)
        return None

    @property
    def over(self) -> bool:
        """True when the final position is on screen."""
        return self.past_ply is None and self.match.player is None

    def covers(self, player: int) -> bool:
        """True when the table must be covered until a player sits down, by the setting and the player's secrets."""
        return must_cover(self.app.settings.handover, self.match, player)

    def ask(self, player: int) -> None:
        """Call the person to move, or let the bot think."""
        name, bot = self.match.seats[player]
        if bot:
            self.app.set_title(f"{name} is thinking - Tabletown")
            self.report()
            self.bot_turn(player, len(self.match.log))
        else:
            self.app.call_to_turn(name)
            self.consult()

    def report(self) -> None:
        """Show the last move, if it is another player's and the log is not in view."""
        state = self.board.state
        if state and state.story and self.board.tile(LOG) is None and state.story[-1].player != self.looking:
            last = state.story[-1]
            self.detail(f"{clause(state.seats[last.player].name, last.text)}.")

    def hand_over(self, player: int) -> None:
        """Cover the table, and ask for the next player to sit down."""
        self.looking = None
        self.selection = Selection()
        name, enter = self.match.seats[player].name, self.app.key_names["table.play"]
        self.query_one("#handover", Static).update(
            f"Hand over to {name}\n\nPress {enter} when only {name} can see the screen"
        )
        self.cover(True)
        self.show()
        self.query_one(HintPanel).say([], self.board, [])
        self.query_one("#detail", Prompt).say("")

    def cover(self, on: bool) -> None:
        self.board.set_class(on, "hidden")
        self.query_one("#handover").set_class(not on, "hidden")
        self.screen.set_focus(None if on else self.board)

    @property
    def covered(self) -> bool:
        return any(not handover.has_class("hidden") for handover in self.query("#handover"))

    @work(exclusive=True, group="bot")
    async def bot_turn(self, player: int, ply: int) -> None:
        match, began = self.match, monotonic()
        spinner = self.set_interval(0.1, self._spin(player)) if self.app.terminal.animation else None
        try:
            choice = await self.choose(player, ply)
            await asyncio.sleep(max(0.0, self.app.pace - (monotonic() - began)))
        except NoAnswer as why:
            self.bot_error = str(why)
            return self.show()
        finally:
            if spinner:
                spinner.stop()
        if len(match.log) == ply:
            self.play(choice.action)
        return None

    async def choose(self, player: int, ply: int) -> Choice:
        """The choice of the bot to move."""
        match, bot = self.match, self.match.seats[player].bot
        view, seed = match.game.observe(match.state, player), match.seed_for(ply, "bot")
        return await self.app.bot_pool.choose(match.name, view, bot, seed, self.patience)

    def move_now_key(self, text: str) -> str:
        """Name the key that makes a bot move now, in place of the braces of a text."""
        return text.format(self.app.key_names["table.hurry"])

    def _spin(self, player: int) -> Callable[[], None]:
        name, bot = self.match.seats[player]
        frames, move_now = cycle(self.app.palette["spinner"]), self.move_now_key("; press {} to make it move")

        def spin() -> None:
            if self.past_ply is None:
                text = f"{name} ({bot_kind(bot)}) is thinking {next(frames)}{move_now}"
                self.query_one("#prompt", Prompt).say(fitting(text, self.prompt_room))

        return spin

    def parting(self) -> str:
        begun = self.record is not None and self.match.log and self.match.player is not None
        saved = begun and not self.unsaved and self.humans
        return self.app.key_names.fill(SAVED) if saved else ""

    def put_away(self) -> None:
        """Release the table for good: stop its bot, and let other programs open its record."""
        self.workers.cancel_group(self, "bot")
        self.drop_late()
        self.release()

    def finish(self) -> None:
        """Show the result, unless another screen is in front."""
        if self.is_current:
            self.put_away()
            add_known(self.match, {**self.coach.mistakes(), **followed_decisions(self.match, self.followed)})
            self.app.show_result(self.match, self.record)

    def on_screen_resume(self) -> None:
        """Finish if the game has ended while another screen was in front."""
        if self.match.player is None:
            self.finish()

    # Playing

    def action_confirm(self) -> None:
        """Confirm, show the result, or uncover the table after the hand-over; while a hint is pending, say so."""
        if self.over:
            return self.finish()
        if self.hint_pending:
            return self.query_one("#detail", Prompt).say(self.app.key_names.fill(HINT_PENDING))
        if not self.covered:
            return super().action_confirm()
        self.cover(False)
        self.looking = self.match.player
        return self.go_on()

    def play(self, action: Action) -> None:
        """Play an action, saved to disk before it is shown."""
        cause = self.board.alarm_cause(self.board_state())
        if self.match.player in self.humans:
            self.note(action)
        self.match.act(action)
        self.save()
        self.go_on()
        self.warn(cause)
        if self.over:
            self.report()

    # Undo

    def action_undo(self) -> None:
        back = plies_back(self.match, self.humans, self.looking)
        undo = self.app.key_names["table.undo"]
        if not back or self.spares_rating(f"Undo makes this game unrated; press {undo} again if you want to undo."):
            return
        self.workers.cancel_group(self, "bot")
        self.drop_late()
        self.app.bot_pool.move_now()
        for _ in range(back):
            self.match.undo()
        self.used_help()
        self.go_on()

    def action_clear(self) -> None:
        """Close the box of a hint or of the coach, else clear the picks; without any, name the key that undoes the step
        before. A verdict of the coach that has only just come up stays.
        """
        if not self.query_one(MoveInput).typing and (self.close_hint() or self.close_late()):
            return None
        shown = self.selection.picked or self.confirming or self.message or self.log_open or self.late
        idle = not (shown or self.query_one(MoveInput).typing)
        own_step = self.active and self.match.log and self.match.line(len(self.match.log) - 1).player == self.looking
        super().action_clear()
        if idle and own_step and self.check_action("undo", ()):
            self.message = self.app.key_names.fill("Nothing is picked; {table.undo} undoes your last move.")
            self.show()
        return None

    def action_redo(self) -> None:
        """Redo the undone move, and those of bots after it, up to the next decision of a person."""
        if self.match.undone:
            self.match.redo()
            while self.match.undone and self.match.player not in self.humans:
                self.match.redo()
            self.save()
            self.go_on()

    # Help

    def action_hurry(self) -> None:
        """Make the bot move now; ask a bot that failed again."""
        self.app.bot_pool.move_now()
        return self.go_on() if self.bot_error else None

    def not_now(self, binding: Binding) -> str:
        if binding.id == "table.undo" and self.past_ply is None:
            if len(self.humans) > 1 and self.match.log:
                return "You cannot undo: someone else has moved, or new cards were revealed."
            return "Nothing to undo."
        if binding.id == "table.hint" and self.app.settings.hints == "off":
            return "Hints are off. Turn them on in Settings."
        return super().not_now(binding)

    def key_label(self, action: str) -> str:
        """The label of a key that does something else during the hand-over and after the last move."""
        return "Continue" if action == "confirm" and (self.covered or self.over) else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        bot = self.match.player is not None and bool(self.match.seats[self.match.player].bot)
        if self.is_mounted and self.covered:
            return action in ("confirm", "leave", "help")
        match action:
            case "confirm":
                return self.active or self.over or None
            case "undo" | "redo" | "hint" | "type" if self.over:
                return False
            case "undo" | "redo" if self.query_one(MoveInput).typing:
                return False
            case "undo":
                possible = self.past_ply is None and bool(plies_back(self.match, self.humans, self.looking))
                return possible or (False if len(self.humans) > 1 else None)
            case "redo":
                return bool(self.match.undone) or None
            case "type" if self.query_one(MoveInput).typing:
                return False
            case "hint" if self.app.settings.hints == "off":
                return False
            case "hint" | "type":
                return self.active or None
            case "hurry":
                return bot
            case "coach":
                return can_be_coached(self.match) and not self.over and (self.active or None)
        return True
