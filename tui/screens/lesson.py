"""A lesson: the table of a game with instructions beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tabletown.rules.core.game import Action

from ..model import lessons
from ..model.actions import bindings
from ..model.selection import Part
from ..model.smallest_window import LEAST
from ..widgets.board_state import BoardState
from ..widgets.status_line import Prompt
from ..widgets.text_box import TextBox, rows
from .move_input import MoveInput
from .table import Table


class Teacher(TextBox):
    """The text of a step, with the task in bold."""

    def on_click(self) -> None:
        """Continue as with Enter, in a step that only needs reading."""
        assert isinstance(self.screen, LessonScreen)
        if self.screen.course.step.reading_only:
            self.screen.go_further()


class LessonScreen(Table):
    """A table at which others play the moves of the lesson. Only the step is saved, and that the lesson is finished."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("lesson")]

    def __init__(self, course: lessons.Course) -> None:
        super().__init__(course.match, None)
        self.course = course

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if widget.id == "detail":
                yield Teacher("teacher")
            yield widget

    # The text

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.lay)

    @property
    def rows(self) -> int:
        """Height in rows that the longest text of the lesson needs."""
        width = max(LEAST[0], self.size.width)
        steps = (step.filled(self.app.key_names) for step in self.course.lesson.steps)
        return max(rows((step.say, step.ask), width) for step in steps)

    @property
    def coached(self) -> bool:
        """False: the lesson says itself what to do."""
        return False

    @property
    def step(self) -> lessons.Step:
        """Current step, with the keys in use in its texts."""
        return self.course.step.filled(self.app.key_names)

    @property
    def over_board(self) -> bool:
        """True when the text covers part of the board, because the window is too low for separate rows."""
        return self.size.height - self.rows < LEAST[1]

    def needed(self) -> set[Part]:
        """Parts that the text of the step speaks of, which it must not cover."""
        step, board = self.course.step, self.board
        expected = self.course.expected()
        parts = board.parts(expected[0]) if len(expected) == 1 else ()
        return {part for part in (board.cursor, step.at, step.go, *step.shows, *parts) if part}

    def lay(self) -> None:
        """Place the text in its own rows in a high window, otherwise over the board."""
        text, step, width = self.query_one(Teacher), self.step, self.size.width
        if self.over_board and self.board.canvas.width:
            width = text.place_over(self.board, (step.say, step.ask), self.needed(), self.board.text_homes(lesson=True))
        elif not self.over_board:
            text.place_in_rows(self.rows)
        text.set_class(self.over_board and self.log_open, "hidden")
        title = f"Step {self.course.at + 1} of {len(self.course.lesson.steps)}"
        text.write(title, (step.say, step.ask), width, bold=1)

    def show(self) -> None:
        super().show()
        self.lay()

    def board_state(self) -> BoardState:
        """The table; in a still step as if the learner had nothing to choose."""
        step, state = self.course.step, super().board_state()
        state = replace(state, hides=frozenset(step.hides), under_text=self.over_board)
        return replace(state, options=frozenset(), left=(), active=False) if step.still else state

    def prompt(self, state: BoardState) -> str:
        if self.over_board and self.log_open:
            return self.app.key_names.fill("Log; press {game.log} to close")
        if self.course.step.moves or self.past_ply is not None:
            return super().prompt(state)
        if self.course.step.reading_only:
            return self.app.key_names.fill("Look around; {table.play} continues, {table.undo} goes back")
        return self.step.ask

    def describe(self) -> None:
        """Show a message even while others are to move."""
        super().describe()
        if self.message:
            self.query_one("#detail", Prompt).say(self.message)

    # Actions of the learner

    @property
    def asked(self) -> str:
        """Answer to a learner who does something other than the task."""
        return f"Not yet. {self.step.ask}"

    def not_now(self, binding: Binding) -> str:
        """Repeat the task of a step that asks for a key."""
        step = self.course.step
        return self.asked if self.past_ply is None and step.ask and not step.moves else super().not_now(binding)

    def refuse(self) -> None:
        """Clear the selection and repeat the task."""
        self.selection.clear()
        self.confirming, self.message = None, self.asked
        self.show()

    def play(self, action: Action) -> None:
        """Play an action that the step accepts; otherwise repeat the task, with the cursor where it starts."""
        if self.course.accepts(action):
            self.course.act(action)
            return self.arrive()
        if not self.course.done:
            self.lead()
        return self.refuse()

    def action_confirm(self) -> None:
        step = self.course.step
        if self.past_ply is not None:
            self.action_clear()
        elif step.reading_only:
            self.go_further()
        elif step.moves:
            super().action_confirm()
        else:
            self.refuse()

    def picked(self, part: Part, go: bool = False) -> None:
        """Pick a part in a step with moves; in any other, repeat the task, except after a click."""
        if self.course.step.moves:
            super().picked(part, go)
        elif not go:
            self.refuse()

    def repicked(self, parts: Sequence[Part]) -> None:
        if self.course.step.moves:
            super().repicked(parts)
        else:
            self.refuse()

    def forced(self, part: Part) -> None:
        """Play the only action unless that completes a step: the learner's next key would skip the text of the next."""
        if self.course.done + 1 < len(self.course.step.moves):
            super().forced(part)

    def cycled(self, kind: str, step: int = 1) -> None:
        if self.course.step.moves:
            super().cycled(kind, step)
        else:
            self.refuse()

    def moved(self) -> None:
        super().moved()
        if self.over_board:
            self.lay()
        if self.course.step.go and self.board.cursor == self.course.step.go:
            self.call_next(self.go_further)

    def pressed(self, event: events.Key) -> None:
        """Record a key that the step teaches; its own action follows."""
        key_name, step = self.course.expected_key, self.course.step
        if key_name not in ("", lessons.UNDO) and event.key in self.app.key_names.keys(key_name):
            self.course.press()
            self.arrive()
            if key_name == lessons.LOG:  # so that its action closes the log at the end of the step
                self.log_open = self.course.step is not step

    def action_clear(self) -> None:
        """Clear the selection, return to the newest position, or close the log; otherwise name the key that leaves."""
        busy = self.selection.picked or self.confirming or self.past_ply is not None
        if busy or self.log_open or self.query_one(MoveInput).typing:
            super().action_clear()
        else:
            self.message = self.app.key_names.fill("Press {game.leave} to leave; you can continue at this step later.")
            self.show()

    # Progress

    def begin(self) -> None:
        super().begin()
        if self.course.at and self.course.at == lessons.reached(self.course.lesson):
            self.call_after_refresh(self.welcome)

    def laid_out(self) -> None:
        super().laid_out()
        self.lead()

    def welcome(self) -> None:
        """Say to a learner who has left the lesson before that it continues, and how to start again."""
        key = self.app.key_names["lesson.restart"]
        self.message = f"Continuing at step {self.course.at + 1}; {key} starts the lesson again."
        self.show()

    def go_further(self) -> None:
        self.course.go_on()
        self.arrive()

    def arrive(self) -> None:
        """Show the current step, or the end of the lesson."""
        if self.course.over:
            return self.end()
        with suppress(OSError):  # a place that cannot be saved is no reason to interrupt the lesson
            lessons.save_step(self.course.lesson.game, self.course.at)
        if self.match is not self.course.match:
            self.match, self._story = self.course.match, []
        self.go_on()
        self.lead()
        return None

    @property
    def pages_log(self) -> bool:
        """No: the learner sees the text of the step again once the log is hidden."""
        return False

    def action_log(self) -> None:
        """Show or hide the log; once it is hidden, move the cursor to the step's part again."""
        super().action_log()
        if not self.log_open:
            self.lead()

    def lead(self) -> None:
        """Open the panel of the step, and move the cursor to its part."""
        step = self.course.step
        if step.panel:
            self.board.open_panel(step.panel)
        part = (self.board.newest(step.last) if step.last else None) or step.at
        if self.board.tile(part):
            self.board.cursor = part
        self.lay()

    def end(self) -> None:
        name = self.course.lesson.game
        problem = ""
        try:
            lessons.finish(name)
        except OSError as error:
            problem = f"Could not save your progress: {error.strerror}"
        self.app.show_lessons(name)
        if problem:
            self.notify(problem, severity="warning", markup=False)

    def ask(self, player: int) -> None:
        """Ask nobody: the lesson plays for others, and the bell must not ring at every step."""

    def finish(self) -> None:
        """Do nothing: when the game ends, the lesson continues."""

    def action_undo(self) -> None:
        if self.course.step.keys == (lessons.UNDO,):
            self.course.undo_move()
        elif self.course.begun:
            self.course.back()
        else:
            return
        self.arrive()

    def action_restart(self) -> None:
        self.course = lessons.Course(self.course.lesson)
        self.arrive()

    def action_suggest(self) -> None:
        """Pick an action that the step accepts, and name it."""
        accepted = self.course.expected()
        if not accepted or not self.active:
            return self.refuse()
        self.selection.choose(accepted[0])
        move = self.match.game.describe(self.match.state, accepted[0], "second", True)
        play = self.app.key_names["table.play"]
        ways = (
            f"Hint: {move}; {play} plays it. In real games a strong bot gives hints.",
            f"Hint: {move}; {play} plays it.",
        )
        self.message = next((text for text in ways if len(text) <= self.size.width - 2), ways[-1])
        return self.show()

    def action_leave(self) -> None:
        """Go back to the calendar or home, wherever the lesson was opened."""
        if self.below:
            self.app.pop_screen()
        else:
            super().action_leave()

    def parting(self) -> str:
        return self.app.key_names.fill("You can continue the lesson at this step: {home.learn}.") * self.course.begun

    def key_label(self, action: str) -> str:
        """The label of the key that only continues in a step to read, and of the key that goes back a step."""
        step = self.course.step
        if action == "confirm" and step.reading_only:
            return "Continue"
        return "Back" if action == "undo" and step.keys != (lessons.UNDO,) else super().key_label(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "confirm" if not self.covered:
                return not self.course.step.keys
            case "undo":
                return self.course.begun or None
            case "hurry" | "redo" | "coach":
                return False
            case "type" if not self.course.step.moves:
                return None
        return super().check_action(action, parameters)
