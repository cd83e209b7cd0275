"""List of lessons, with those already finished, and a game to play after a lesson."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.core.game import defaults
from tabletown.rules.core.text import join_words

from ..model import lessons as lesson
from ..model.actions import bindings
from ..model.coach import OFFER, offered
from ..model.settings import save_settings
from ..widgets.celebration import Celebration
from ..widgets.key_footer import KeyFooter
from .base import TabletownScreen
from .home import Home


class LessonMenu(OptionList):
    """Lessons to start, and a game to play."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("learn.list")]


class LessonList(TabletownScreen):
    """List of lessons; `finished` is the game whose lesson has just ended."""

    CSS_PATH = "lesson_list.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("learn")]

    def __init__(self, finished: str = "") -> None:
        super().__init__()
        self.finished = finished
        self.lessons = [lesson.load(name) for name in lesson.available()]

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(self.headline(), classes="title")
            yield Celebration(bool(self.finished), "felt")
            yield LessonMenu(*self.menu())
            yield Static("", id="about", classes="muted", markup=False)
        yield KeyFooter()

    def headline(self) -> str:
        return f"You now know how to play {rules.load(self.finished).TITLE}" if self.finished else "Learn a game"

    def menu(self) -> list[Option]:
        done = lesson.finished()
        names = self.app.key_names
        options = [Option(f"{names['learn.play']}  Play a real game", "play")] if self.finished else []
        if self.offers_coach:
            options.append(Option(f"{names['learn.coach']}  Play it with a coach", "coach"))
        for course in self.lessons:
            at, count = lesson.reached(course), len(course.steps)
            length = f"continue at step {at + 1} of {count}" if at else f"{count} steps, about {course.minutes} minutes"
            again = "  done" if course.game in done else ""
            key = names[f"learn.{course.game}"]
            options.append(Option(f"{key}  {course.title:<20} {length}{again}", course.game))
        return options

    def on_mount(self) -> None:
        menu = self.query_one(OptionList)
        menu.highlighted = 0
        menu.focus()

    @on(OptionList.OptionHighlighted)
    def highlighted(self, event: OptionList.OptionHighlighted) -> None:
        chosen = next((course for course in self.lessons if course.game == event.option_id), None)
        about = chosen.about if chosen else OFFER if event.option_id == "coach" else self.opponents()
        self.query_one("#about", Static).update(about)

    def opponents(self) -> str:
        seats = lesson.load(self.finished).seats
        names = [seat.name for seat in seats if seat.bot]
        level = LEVELS[lesson.NOVICE].title.lower()
        return f"Against {join_words(names)} ({level} bot{'s' * (len(names) > 1)})"

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "play":
            self.action_play()
        elif event.option_id == "coach":
            self.action_coach()
        else:
            self.action_learn(event.option_id or "")

    def action_learn(self, name: str) -> None:
        if self.app.front is self:
            self.app.show_lesson(name)

    def action_play(self) -> None:
        """Start a game with the seats of the lesson, against the weakest bots."""
        name = self.finished
        if self.app.front is self:
            self.app.start(name, lesson.load(name).seats, defaults(rules.load(name)), None)

    @property
    def offers_coach(self) -> bool:
        """True when a coach is offered for the game after the lesson."""
        return bool(self.finished) and offered(lesson.finished(), self.app.settings)

    def action_coach(self) -> None:
        """Turn the coach on, and start the game after the lesson."""
        self.app.apply_settings(replace(self.app.settings, coach="on"))
        self.app.save_or_warn(lambda: save_settings(self.app.settings))
        self.action_play()

    def key_label(self, action: str) -> str:
        """Label of a key: "Back" for the one that leaves, if the list was not opened from home."""
        return "" if isinstance(self.below, Home) else "Back" * (action == "app.pop_screen")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "coach":
            return self.offers_coach
        return action != "play" or bool(self.finished)

    def action_down(self) -> None:
        self.query_one(OptionList).action_cursor_down()

    def action_up(self) -> None:
        self.query_one(OptionList).action_cursor_up()
