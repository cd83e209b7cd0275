"""Lessons: the contents of a game's `lesson.toml`, and a learner's progress. Independent of any game and of Textual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from tabletown import rules
from tabletown.rules.bots.level_descriptions import LEVELS
from tabletown.rules.core.game import Action, chosen, freeze
from tabletown.rules.core.match import Match, Seat

from ..narration import game_ui
from . import files
from .keymap import KeyLabels
from .selection import Part

UNDO = "table.undo"
"""Id of the action that undoes a move; a step may ask for its key."""
LOG = "game.log"
"""Id of the action that shows and hides the log."""
MINUTES = 5
"""Length of a lesson that does not name its own."""
LEARNER = "You"
"""Name of the learner's seat; all others play the moves of the lesson."""
NOVICE = next(iter(LEVELS))
"""The weakest level, for the opponents after a lesson."""


@dataclass(frozen=True)
class Start:
    """A position: setup of the match, and the moves since, in notation."""

    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    moves: str = ""
    """Moves in notation, separated by commas."""


@dataclass(frozen=True)
class Step:
    """Step of a lesson: something to read or to do.

    With `moves` the learner must play, with `keys` press the keys of these actions, with `go` move the cursor there.
    Without any of these, Enter continues. Texts name keys by placeholders such as {table.hint}.
    """

    say: str
    ask: str = "Press {table.play} to continue."
    """The task, as a sentence; it is also the answer if the learner does something else."""
    start: Start | None = None
    """Position in which the step starts; None for the current one."""
    plays: str = ""
    """Moves played at the start of the step, by other players too: in notation, separated by commas."""
    moves: tuple[str, ...] = ()
    """The learner's moves in order: patterns of notation, with "|" between alternatives."""
    keys: tuple[str, ...] = ()
    """Ids of the actions whose keys the learner must press, in order."""
    go: Part = ()
    at: Part = ()
    """Part to which the cursor moves at the start of the step."""
    last: str = ""
    """Zone to whose newest part the cursor moves instead, such as the last card in a hand."""
    shows: tuple[Part, ...] = ()
    """Further parts that the text speaks of, which it does not cover in a small window."""
    panel: str = ""
    """Panel that a small window opens as the step starts; empty for the one that is open."""
    screen: str = ""
    """The rest of the text, about the screen, which text mode leaves out."""
    still: bool = False
    """Does the table show no choices yet, because the step is about something else?"""
    hides: tuple[str, ...] = ()
    """Names of what the board leaves out, because a later step explains it."""

    @property
    def text(self) -> str:
        """The whole text, for the screen."""
        return f"{self.say} {self.screen}".strip()

    @property
    def reading_only(self) -> bool:
        """True when Enter continues."""
        return not (self.moves or self.keys or self.go)

    def filled(self, labels: KeyLabels) -> Step:
        """Return the step with the keys in use in its texts."""
        return replace(self, say=labels.fill(self.text), screen="", ask=labels.fill(self.ask))


@dataclass(frozen=True)
class Lesson:
    game: str
    about: str
    """Summary of the contents in one line, for the list of lessons."""
    minutes: int
    """About how long it takes."""
    steps: tuple[Step, ...]

    @property
    def title(self) -> str:
        return rules.load(self.game).TITLE

    @property
    def summary(self) -> str:
        """The contents and how long the lesson takes, in a line."""
        return f"{self.about} About {self.minutes} minutes."

    @property
    def seats(self) -> list[Seat]:
        """Seats of the first position, for a game after the lesson."""
        assert self.steps[0].start
        return seated(self.steps[0].start.seats)


def load(game: str) -> Lesson:
    """Load the lesson of a game. Raises KeyError if it has none."""
    data = game_ui.load(game).lesson
    if data is None:
        raise KeyError(game)
    return Lesson(game, data["about"], data.get("minutes", MINUTES), tuple(map(step, data["step"])))


def available() -> list[str]:
    """The games that have a lesson."""
    return [name for name in rules.GAMES if game_ui.load(name).lesson]


def step(data: dict[str, Any]) -> Step:
    fields = {key: freeze(value) for key, value in data.items() if key != "start"}
    if start := data.get("start"):
        fields["start"] = Start(**{key: freeze(value) for key, value in start.items()})
    return Step(**fields)


def seated(names: tuple[str, ...]) -> list[Seat]:
    return [Seat(name, "" if name == LEARNER else NOVICE) for name in names]


@cache
def opening(game: str, seed: int, names: tuple[str, ...], options: tuple[tuple[str, str], ...], moves: str) -> Match:
    """Match in a position of a lesson. It is cached: copy it before you change it."""
    match = Match(game, seated(names), chosen(rules.load(game), dict(options)), seed)
    for move in listed(moves):
        match.act(spelled(match, move))
    return match


def listed(moves: str) -> list[str]:
    """Moves of a list such as "take wug, buy 1-2", one by one."""
    return [" ".join(move.split()) for move in moves.split(",") if move.strip()]


def spelled(match: Match, move: str) -> Action:
    """The legal action with a notation. Raises ValueError if there is none."""
    game, s = match.game, match.state
    action = next((a for a in game.legal(s) if game.notation(s, a) == move), None)
    if action is None:
        raise ValueError(f"{move!r} is not legal after move {len(match.log)}")
    return action


def fitting(match: Match, alternatives: str) -> list[Action]:
    """Legal actions that match a pattern of a step's `moves`."""
    game, s = match.game, match.state
    patterns = [pattern.strip() for pattern in alternatives.split("|")]
    return [a for a in game.legal(s) if any(fnmatchcase(game.notation(s, a), pattern) for pattern in patterns)]


class Course:
    """Progress of a learner: the step, the number of its moves or keys already done, and the match on the table."""

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        """Start at the step with index `at`, as if the learner had done what the earlier ones ask for."""
        self.lesson = lesson
        self.at = self.done = 0
        self.over = False
        self.match = self.laid(lesson.steps[0], None)
        self._past: list[tuple[int, int, Match, int]] = []
        """Earlier states: index of the step, number of its moves or keys done, match, length of the match's log."""
        while self.at < at:
            self.skip()

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    def laid(self, step: Step, match: Match | None) -> Match:
        """Match at the start of a step: the given one, or a new one in the step's own position."""
        if step.start is not None:
            start = step.start
            options = tuple(sorted(start.options.items()))
            match = copied(opening(self.lesson.game, start.seed, start.seats, options, start.moves))
        assert match is not None
        for move in listed(step.plays):
            match.act(spelled(match, move))
        return match

    def expected(self) -> list[Action]:
        """Actions that the step accepts now; none if there is nothing to play."""
        return fitting(self.match, self.step.moves[self.done]) if self.step.moves else []

    def accepts(self, action: Action) -> bool:
        return action in self.expected()

    def act(self, action: Action) -> None:
        """Play an action that the step accepts."""
        self._remember()
        self.match.act(action)
        self.done += 1
        if self.done == len(self.step.moves):
            self._next()

    @property
    def expected_key(self) -> str:
        """Id of the action whose key the learner must press now; empty if none."""
        return self.step.keys[self.done] if self.step.keys else ""

    def press(self) -> None:
        """Record that the learner has pressed the key of `expected_key`; all keys of a step are undone together."""
        if not self.done:
            self._remember()
        self.done += 1
        if self.done == len(self.step.keys):
            self._next()

    def skip(self) -> None:
        """Do the next thing that the step asks for."""
        if self.step.moves:
            self.act(self.expected()[0])
        elif self.step.keys == (UNDO,):
            self.undo_move()
        elif self.step.keys:
            self.press()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Continue with the next step."""
        self._remember()
        self._next()

    def _next(self) -> None:
        if self.at + 1 == len(self.lesson.steps):
            self.over = True
        else:
            self.at, self.done = self.at + 1, 0
            self.match = self.laid(self.step, self.match)

    def _remember(self) -> None:
        self._past.append((self.at, self.done, self.match, len(self.match.log)))

    @property
    def begun(self) -> bool:
        """True once the learner has done something."""
        return bool(self._past)

    def back(self) -> None:
        """Undo the learner's last move, key or text."""
        self.at, self.done, match, plies = self._past.pop()
        self.match = copied(match, plies)

    def undo_move(self) -> None:
        """Undo the learner's last move in a step that teaches it, and continue with the next step."""
        _, _, match, plies = self._past[-1]
        self._remember()
        self.match = copied(match, plies)
        self._next()


def copied(match: Match, plies: int | None = None) -> Match:
    """Copy a match, or its first plies."""
    fresh = Match(match.name, match.seats, match.options, match.seed)
    fresh.log, fresh.states = match.log[:plies], match.states[: len(match.log[:plies]) + 1]
    return fresh


def finished() -> set[str]:
    """Names of the games whose lesson is finished."""
    return {game for game, state in files.remembered("lessons").items() if state == "done"}


def finish(game: str) -> None:
    """Save that the lesson of a game is finished, and offer that game as the next new one. Raises OSError."""
    saved = {**progress(), game: "done"}
    saved.pop(step_of(game), None)
    files.remember("lessons", saved)
    last = {key: value for key, value in files.remembered("last-game").items() if isinstance(value, str)}
    files.remember("last-game", {**last, "game": game})


def reached(lesson: Lesson) -> int:
    """Index of the step at which an unfinished lesson continues; 0 if there is none."""
    at = saved_step(lesson.game) - 1
    return at if 0 <= at < len(lesson.steps) else 0


def saved_step(game: str) -> int:
    """Number of the step at which the lesson of a game continues, from 1; 0 if none is saved."""
    number = progress().get(step_of(game), "")
    return int(number) if number.isascii() and number.isdecimal() else 0


def begun() -> str:
    """The first lesson that can be continued, in words: "Splendor, continue at step 4". Empty if there is none."""
    steps = {game: number for game in rules.GAMES if (number := saved_step(game)) > 1}
    return next((f"{rules.load(game).TITLE}, continue at step {number}" for game, number in steps.items()), "")


def save_step(game: str, at: int) -> None:
    """Save the index of the step at which the lesson of a game continues. Raises OSError."""
    files.remember("lessons", {**progress(), step_of(game): str(at + 1)})


def progress() -> dict[str, str]:
    """The saved progress of the lessons: "done" by game, and the number of the last step."""
    return {key: value for key, value in files.remembered("lessons").items() if isinstance(value, str)}


def step_of(game: str) -> str:
    """Key of the last step of a game's lesson."""
    return f"{game}-step"
