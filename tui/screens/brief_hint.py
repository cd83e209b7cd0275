"""A hint in a window of few columns: only what matters most."""

from __future__ import annotations

from ..widgets.text_box import first_phrase


class Following(str):
    """A line on what follows the move: the rest of its turn, or the likely replies."""

    __slots__ = ("first",)
    first: str
    """The first of its sentences."""

    def __new__(cls, first: str, *others: str) -> Following:
        line = super().__new__(cls, " ".join([first, *others]))
        line.first = first
        return line


class More(str):
    """A line on how to learn more."""

    __slots__ = ()


class State(str):
    """A line on the state of the game behind the winning chances."""

    __slots__ = ()


class Instead(str):
    """A line on a move that gets a piece at once, which the hinted one does not."""

    __slots__ = ()


def in_few(lines: list[str], kept: int) -> list[str]:
    """Of the lines of a hint the move, the rest of its turn or the first reply, the first phrase of the best reason,
    the state of the game, what could be got at once instead, and the last `kept`.
    """
    end = max(1, len(lines) - kept)
    follows, state, instead = (
        next((line for line in lines[1:end] if isinstance(line, kind)), None) for kind in (Following, State, Instead)
    )
    reason = next((line for line in lines[1:end] if not isinstance(line, (Following, State, Instead))), None)
    chosen = [line for line in lines[1:end] if line is follows or line is reason]
    brief = [line.first if isinstance(line, Following) else line for line in chosen]
    return [*lines[:1], *map(first_phrase, brief), *filter(None, (state, instead)), *lines[end:]]


def names_what_follows(shown: list[str], lines: list[str]) -> bool:
    """Does a shorter text of a hint still name the next move, if its lines do?"""
    return all(line.first in " ".join(shown) for line in lines if isinstance(line, Following))
