"""Lessons: what a game's `lesson.toml` says, and how far a learner has come. Knows no game and no Textual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from textwrap import wrap
from typing import Any

from tabletown import rules
from tabletown.rules.bots.levels import LEVELS
from tabletown.rules.core.game import Action, chosen, freeze
from tabletown.rules.core.match import Match, Seat

from ..narration import game_ui
from . import files
from .keymap import KeyLabels
from .selection import Part

UNDO = "table.undo"
"""The action that undoes a move, also where a step asks for its key."""
LEARNER = "You"
"""The name of the learner's seat; all others play what the lesson says."""
NOVICE = next(iter(LEVELS))
"""The weakest bot that looks at the game at all."""


@dataclass(frozen=True)
class Start:
    """A position: how the match was set up, and what was played since, in notation."""

    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    moves: str = ""
    """With commas between them."""


@dataclass(frozen=True)
class Step:
    """Something to see, or something to do.

    With `moves` the learner has to play; with `keys` to press the keys of these actions; with `go` to bring the cursor
    there. Without any of them Enter continues. Texts name keys by placeholders such as {table.hint}.
    """

    say: str
    ask: str = "Press {table.play} to continue."
    """The task, in a sentence that also answers a learner who does something else."""
    start: Start | None = None
    """The step begins in a position of its own."""
    plays: str = ""
    """The moves played as the step begins, by others too: in notation, with commas between."""
    moves: tuple[str, ...] = ()
    """The learner's moves, one after the other: patterns of notation, with "|" between those that will do."""
    keys: tuple[str, ...] = ()
    """Ids of actions, whose keys are to be pressed one after the other."""
    go: Part = ()
    at: Part = ()
    """Where the cursor is led."""
    panel: tuple[int, ...] = ()
    """Where the text is in a small window, in place of the lesson's own."""

    @property
    def looks(self) -> bool:
        """True when Enter continues."""
        return not (self.moves or self.keys or self.go)

    def filled(self, labels: KeyLabels) -> Step:
        """The same step, its texts with the keys in use."""
        return replace(self, say=labels.fill(self.say), ask=labels.fill(self.ask))

    def lines(self, width: int) -> int:
        """The number of lines of that width that the text takes."""
        return len(wrap(self.say, width)) + len(wrap(self.ask, width))


@dataclass(frozen=True)
class Lesson:
    game: str
    about: str
    """One line on what it teaches, for the list of lessons."""
    panel: tuple[int, ...]
    """Where the text is over the board in a small window: x, y, width, height; a negative x counts from the right."""
    steps: tuple[Step, ...]

    @property
    def title(self) -> str:
        return rules.load(self.game).TITLE

    @property
    def seats(self) -> list[Seat]:
        """The seats of its first position, for a game after the lesson."""
        assert self.steps[0].start
        return seated(self.steps[0].start.seats)


def load(game: str) -> Lesson:
    """The lesson of a game; raises KeyError if it has none."""
    data = game_ui.load(game).lesson
    if data is None:
        raise KeyError(game)
    return Lesson(game, data["about"], tuple(data["panel"]), tuple(map(step, data["step"])))


def available() -> list[str]:
    """The games that have a lesson."""
    return [name for name in rules.GAMES if game_ui.load(name).lesson]


def step(data: dict[str, Any]) -> Step:
    found = {key: freeze(value) for key, value in data.items() if key != "start"}
    if start := data.get("start"):
        found["start"] = Start(**{key: freeze(value) for key, value in start.items()})
    return Step(**found)


def seated(names: tuple[str, ...]) -> list[Seat]:
    return [Seat(name, "" if name == LEARNER else NOVICE) for name in names]


@cache
def opening(game: str, seed: int, names: tuple[str, ...], options: tuple[tuple[str, str], ...], moves: str) -> Match:
    """A position of a lesson; copy it before you change it."""
    match = Match(game, seated(names), chosen(rules.load(game), dict(options)), seed)
    for move in listed(moves):
        match.act(spelled(match, move))
    return match


def listed(moves: str) -> list[str]:
    """ "take wug, buy 1-2" one by one."""
    return [" ".join(move.split()) for move in moves.split(",") if move.strip()]


def spelled(match: Match, move: str) -> Action:
    """The legal action of that notation; raises ValueError when there is none."""
    game, s = match.game, match.state
    found = next((a for a in game.legal(s) if game.notation(s, a) == move), None)
    if found is None:
        raise ValueError(f"{move!r} is not a move after {len(match.log)} moves")
    return found


def fitting(match: Match, wanted: str) -> list[Action]:
    """The legal actions that will do."""
    game, s = match.game, match.state
    patterns = [pattern.strip() for pattern in wanted.split("|")]
    return [a for a in game.legal(s) if any(fnmatchcase(game.notation(s, a), pattern) for pattern in patterns)]


class Course:
    """The progress of a learner: the step, how many of its moves or keys are done, and the match on the table."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = self.done = 0
        self.over = False
        self.match = self.laid(lesson.steps[0], None)
        self._past: list[tuple[int, int, Match, int]] = []
        """Where the learner was: step, what of it was done, match, actions of that."""

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    def laid(self, step: Step, match: Match | None) -> Match:
        """The match as the step begins: the one on the table, or a new one in a position of the lesson."""
        if step.start is not None:
            start = step.start
            options = tuple(sorted(start.options.items()))
            match = copied(opening(self.lesson.game, start.seed, start.seats, options, start.moves))
        assert match is not None
        for move in listed(step.plays):
            match.act(spelled(match, move))
        return match

    def expected(self) -> list[Action]:
        """The actions that will do now; none where there is nothing to play."""
        return fitting(self.match, self.step.moves[self.done]) if self.step.moves else []

    def wants(self, action: Action) -> bool:
        return action in self.expected()

    def act(self, action: Action) -> None:
        """Play an action that is wanted."""
        self._remember()
        self.match.act(action)
        self.done += 1
        if self.done == len(self.step.moves):
            self._next()

    @property
    def wanted_key(self) -> str:
        """The id of the action whose key is to be pressed now; empty if none is."""
        return self.step.keys[self.done] if self.step.keys else ""

    def press(self) -> None:
        """The key that is wanted now has been pressed."""
        self._remember()
        self.done += 1
        if self.done == len(self.step.keys):
            self._next()

    def go_on(self) -> None:
        """The next step."""
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
        """True when the learner has done something."""
        return bool(self._past)

    def back(self) -> None:
        """Go back to before the last move, key or text."""
        self.at, self.done, match, plies = self._past.pop()
        self.match = copied(match, plies)

    def undo_move(self) -> None:
        """Undo the learner's last move, where a step teaches that, and continue with the next step."""
        _, _, match, plies = self._past[-1]
        self._remember()
        self.match = copied(match, plies)
        self._next()


def copied(match: Match, plies: int | None = None) -> Match:
    """A copy of a match, or of its first plies."""
    fresh = Match(match.name, match.seats, match.options, match.seed)
    fresh.log, fresh.states = match.log[:plies], match.states[: len(match.log[:plies]) + 1]
    return fresh


def finished() -> set[str]:
    """The games whose lesson is finished."""
    return {game for game, state in files.remembered("lessons").items() if state == "done"}


def finish(game: str) -> None:
    """Remember that the lesson of a game is finished. Raises OSError."""
    files.remember("lessons", dict.fromkeys(sorted(finished() | {game}), "done"))
