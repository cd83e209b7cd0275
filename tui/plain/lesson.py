"""Lessons in text mode: the steps of a game's lesson, with typed moves and commands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from tabletown.rules.core.game import Action

from ..model import lessons
from ..model.coach import OFFER, offered
from ..model.keymap import PLACEHOLDER
from ..model.settings import load_settings
from ..narration import narrator
from ..narration import typed_moves as typed
from .commands import Reading
from .console import Page

TYPED = {"table.undo": "undo", "table.hint": "hint", "game.log": "log", "game.help": "help", "table.play": "Enter"}
"""Words to type in place of a key."""
MANY = 20
"""Number of moves above which the table is shown in place of the moves."""


def spoken(step: lessons.Step) -> str:
    """The text of a step in text mode; empty for a step that is only about the screen or its keys."""
    named = {*step.keys, *(PLACEHOLDER.findall(step.say) if step.go else ())}
    if named - TYPED.keys():
        return ""
    return PLACEHOLDER.sub(lambda match: TYPED.get(match[1], match[0]), step.say)


class TextLesson(Reading):
    """A learner at the table of a lesson."""

    def __init__(self, course: lessons.Course, page: Page) -> None:
        super().__init__(course.match, page)
        self.course = course
        self.plies_read = 0
        """Number of moves that the learner has read about."""
        self.commands = {
            "hint": (self.hint, "what to type now"),
            "undo": (self.undo, "go back a step"),
            "restart": (self.restart, "start the lesson again"),
            **self.commands,
            "quit": (self.quit, "leave the lesson"),
        }

    def run(self) -> None:
        """Run until the lesson is over or the learner leaves."""
        lesson = self.course.lesson
        self.page.say(f"Lesson: {lesson.title}. {lesson.summary}", "Type help for commands, quit to leave.")
        if self.course.begun:
            self.page.say("Continuing where you left off; type restart to start again.")
        self.begin(fresh=self.course.begun)
        while self.going and not self.course.over:
            text = self.page.ask()
            if text is None:
                return
            self.do(text)
        if self.course.over:
            self.end()

    def end(self) -> None:
        name, title = self.course.lesson.game, self.course.lesson.title
        self.page.say(f"You now know how to play {title}. Play a real game with: play {name}")
        try:
            lessons.finish(name)
        except OSError as error:
            self.page.say(f"Could not save your progress: {error.strerror}.")
        if offered(lessons.finished(), load_settings()[0]):
            self.page.say(f'{OFFER} To play bots with a coach, first type "settings coach on" at the home prompt.')

    # A step

    def begin(self, fresh: bool = False) -> None:
        """Print the text of the step; skip steps that are only about the screen. `fresh`: print the table too."""
        while not self.course.over and not spoken(self.course.step):
            self.course.go_on()
        if self.course.over:
            return
        with suppress(OSError):  # a place that cannot be saved is no reason to interrupt the lesson
            lessons.save_step(self.course.lesson.game, self.course.at)
        self.catch_up(fresh or self.course.step.start is not None)
        self.page.say(f"{self.progress()}. {spoken(self.course.step)}")
        if self.course.step.moves:
            self.page.say(f"You have {self.tell.status(self.view, self.viewer or 0)}.")
        self.page.say(self.task())

    def progress(self) -> str:
        """Number of the step among those that text mode has."""
        steps = [bool(spoken(step)) for step in self.course.lesson.steps]
        return f"Step {sum(steps[: self.course.at + 1])} of {sum(steps)}"

    def task(self) -> str:
        """The line that asks for something to type."""
        step = self.course.step
        if step.moves:
            return f"Type: {self.example()}"
        return f"Type: {TYPED[self.course.expected_key]}" if step.keys else "Press Enter to continue."

    def example(self) -> str:
        """A move that completes the step."""
        return self.match.game.notation(self.match.state, self.course.expected()[0])

    def catch_up(self, fresh: bool = False) -> None:
        """Print the moves since the last step, or the table if it is new or many moves further."""
        match = self.match = self.course.match
        self.names, self.viewer = narrator.names(match), narrator.onlooker(match)
        first, self.plies_read = min(self.plies_read, len(match.log)), len(match.log)
        if fresh or len(match.log) - first > MANY:
            return self.page.say("On the table:", *self.tell.table(self.view, self.viewer, self.names))
        for ply in range(first, len(match.log)):
            self.page.say(*(event.text for event in narrator.narrate(match, ply, self.viewer)))
        return None

    def do(self, text: str) -> None:
        """Handle a line of the learner."""
        step, moves = self.course.step, typed.named(self.match.game, self.view)
        if not text and (step.reading_only or step.go):
            self.advance(self.course.go_on)
        elif (name := typed.match(text, moves)) and step.moves:
            self.play(moves[name])
        elif not text or not self.command(text):
            self.page.say(f"Not yet. {self.task()}")

    def play(self, action: Action) -> None:
        if self.course.accepts(action):
            self.advance(lambda: self.course.act(action))
        else:
            self.page.say(f"Not yet. {self.task()}")

    def advance(self, change: Callable[[], None]) -> None:
        """Change the course; print the result, and the next step or the next move of this one."""
        at = self.course.at
        change()
        if self.course.over or self.course.at != at:
            return self.begin()
        self.catch_up()
        return self.page.say(self.task())

    # Commands

    def command(self, text: str) -> bool:
        """Run a command; one that the step teaches also completes it."""
        word, key = text.partition(" ")[0].lower(), self.course.expected_key
        if key == lessons.UNDO and word == "undo":
            self.advance(self.course.undo_move)
            return True
        handled = super().command(text)
        if handled and key and TYPED.get(key) == word:
            while self.course.expected_key == key and not self.course.over:
                self.course.press()
            self.begin()
        return handled

    def hint(self, _: str) -> None:
        self.page.say(self.task())

    def undo(self, _: str) -> None:
        if not self.course.begun:
            return self.page.say("Nothing to undo.")
        self.course.back()
        return self.begin()

    def restart(self, _: str) -> None:
        self.course, self.plies_read = lessons.Course(self.course.lesson), 0
        self.begin()

    def quit(self, _: str) -> None:
        self.going = False


def learn(game: str, page: Page) -> None:
    """Run the lesson of a game, or list the lessons."""
    if game:
        lesson = lessons.load(game)
        return TextLesson(lessons.Course(lesson, lessons.reached(lesson)), page).run()
    finished = lessons.finished()
    for name in lessons.available():
        lesson = lessons.load(name)
        page.say(f"learn {name}: {lesson.title}{', done' if name in finished else ''}. {lesson.summary}")
    return None
