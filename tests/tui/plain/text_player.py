"""People who play in lines of text: what they read, and what they type."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.plain.console import Page
from tabletown.tui.plain.game import Playing

Answer = Callable[["Typist"], str | None]
"""Function for the next line to type; None ends the input."""


class Typist(io.StringIO):
    """A keyboard that types each line in answer to the lines printed since the last one."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer
        self.output = io.StringIO()
        self.playing: Playing | None = None
        self.lines: list[str] = []
        """Lines printed since the last line was typed."""
        self.heard: list[tuple[int, int | None, list[str]]] = []
        """The ply, the viewer and the lines printed, before each line that was typed."""

    def readline(self, size: int | None = -1, /) -> str:
        self.listen()
        text = self.answer(self)
        return "" if text is None else f"{text}\n"

    def listen(self) -> None:
        self.lines = self.output.getvalue().splitlines()
        self.output.seek(0)
        self.output.truncate()
        assert self.playing is not None
        self.heard.append((len(self.playing.match.log), self.playing.viewer, self.lines))

    @property
    def text(self) -> str:
        """All lines printed so far."""
        return "\n".join(line for _, _, lines in self.heard for line in lines)


def talk(match: Match, answer: Answer, record: Record | None = None, ascii_only: bool = False) -> Typist:
    """Play until the game is over or the input ends."""
    typist = Typist(answer)
    typist.playing = Playing(match, record, Page(typist, typist.output, ascii_only))
    typist.playing.run()
    typist.listen()
    return typist


def dialogue(match: Match, *typed: str, record: Record | None = None) -> list[list[str]]:
    """Lines printed before each of these lines is typed, and after the last one."""
    left = list(typed)
    typist = talk(match, lambda _: left.pop(0) if left else None, record)
    return [lines for _, _, lines in typist.heard]


def used_chance(rng: Random, preferred: str = "") -> Answer:
    """Types any legal move, drawing the verb first; rather one with a word that is wanted. Takes the keyboard over."""

    def answer(typist: Typist) -> str:
        assert typist.playing is not None
        if "Press Enter" in typist.lines[-1]:
            return ""
        match = typist.playing.match
        moves = [match.game.notation(match.state, a) for a in match.game.legal(match.state)]
        moves = [move for move in moves if preferred and preferred in move] or moves
        verbs = sorted({move.split()[0] for move in moves})
        verb = verbs[int(rng.random() * len(verbs))]
        moves = [move for move in moves if move.split()[0] == verb]
        return moves[int(rng.random() * len(moves))]

    return answer


def hot_seat(name: str, options: dict[str, str], seed: int, bots: int = 1) -> Match:
    """Two people, and random bots."""
    return Match(name, [Seat("Ada"), Seat("Ben"), *[Seat(f"Bot {n}", "random") for n in range(bots)]], options, seed)


def saved(path: Path, match: Match) -> Record:
    record = Record(path)
    record.save(match)
    return record
