"""Commands of text mode that work in any game at any time: table, me, players, score, log, rules, help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from tabletown.rules.core.match import Match
from tabletown.rules.core.text import shorten

from ..narration import game_ui, narrator, rulebook
from . import move_log
from .console import Page

QUIT = ("quit", "exit", "q")


class Reading:
    """A match at one of its positions, with commands that answer questions about it."""

    def __init__(self, match: Match, page: Page) -> None:
        self.match, self.page = match, page
        self.tell = game_ui.load(match.name).narrator
        self.names = narrator.names(match)
        self.viewer = narrator.onlooker(match)
        self.commands: dict[str, tuple[Callable[[str], None], str]] = {
            "table": (self.table, "the table; add a word to filter, e.g. table c9"),
            "me": (self.me, "your position"),
            "players": (self.players, "every player"),
            "score": (self.score, "the score sheet"),
            "log": (self.log, f"the last {move_log.LATEST} moves; log 30 or log all for more"),
            "rules": (self.rules, "the rules in brief"),
            "help": (self.help, "this list"),
        }
        self.going = True
        """False once the player has left."""

    @property
    def ply(self) -> int:
        return len(self.match.log)

    @property
    def view(self) -> Any:
        """The position as the viewer may know it."""
        return self.match.game.observe(self.match.states[self.ply], self.viewer)

    def command(self, text: str) -> bool:
        """Run a command by its first word; False if there is no such command."""
        word, _, rest = text.partition(" ")
        word = "help" if word == "?" else "quit" if word.lower() in QUIT else word.lower()
        if word not in self.commands:
            return False
        self.commands[word][0](rest.strip())
        return True

    # Commands that work at any time

    def table(self, word: str) -> None:
        lines = self.tell.table(self.view, self.viewer, self.names)
        if not word:
            return self.page.say(*lines)
        lines = [*self.tell.details(self.view, self.viewer, self.names), *lines]
        starts = re.compile(rf"{re.escape(word)}\b", re.IGNORECASE)
        matching = [line for line in lines if starts.match(line)] or [
            n for n in lines if holds(n, word.lower().split())
        ]
        return self.page.say(*(matching or [f"Nothing on the table matches {shorten(word)!r}."]))

    def me(self, _: str) -> None:
        if self.viewer is None:
            return self.players("")
        return self.page.say(*self.tell.player(self.view, self.viewer, self.viewer, self.names))

    def players(self, _: str) -> None:
        for who in range(len(self.names)):
            self.page.say(*self.tell.player(self.view, self.viewer, who, self.names))

    def score(self, _: str) -> None:
        self.page.say(*narrator.sheet(self.match, self.view))

    def log(self, amount: str) -> None:
        self.page.say(*move_log.lines(self.match, self.ply, amount))

    def rules(self, _: str) -> None:
        self.page.say(*rulebook.lines(self.match.name, self.match.options))

    def help(self, _: str) -> None:
        self.page.say(*(f"{word}: {about}." for word, (_, about) in self.commands.items()))


def holds(line: str, words: Iterable[str]) -> bool:
    """True when a line has all these words; those of letters may be abbreviated to three or more."""
    there = [word.strip(".,:;()").lower() for word in line.split()]
    return all(
        any(w == word or (word.isalpha() and len(word) > 2 and w.startswith(word)) for w in there) for word in words
    )
