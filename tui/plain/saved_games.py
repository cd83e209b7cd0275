"""The list of saved games in text mode: filter, name, mark, delete and restore."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import plural

from ..model import deleted_games
from ..model.game_filter import parse_filter
from ..model.game_names_and_marks import change_label
from ..model.saved_games import MAX_LISTED, Entry, read, with_first_tries


def saved(deleted: bool = False) -> tuple[list[Entry], list[str]]:
    """All saved or deleted games, in the order of their numbers, and an error for each that cannot be read."""
    if deleted:
        deleted_games.empty()
        return read(deleted_games.deleted_paths()[:MAX_LISTED], deleted_games.original_name)
    return with_first_tries()


def listed(words: Sequence[str]) -> list[str]:
    """The games that the words describe; each keeps the number it has in the whole list."""
    games, problems = saved("deleted" in [word.lower() for word in words])
    chosen, wrong = parse_filter(words, games)
    if wrong:
        return [wrong]
    if not games:
        return problems or [no_games(chosen.deleted)]
    matching = chosen.apply(games)
    numbers = {entry.path: number for number, entry in enumerate(games, 1)}
    lines = [f"{numbers[entry.path]}. {entry}{details(entry)}." for entry in matching]
    return [*([f"{chosen.summary(len(matching), len(games))}."] if words else []), *lines, *problems]


def details(entry: Entry) -> str:
    """Result and mark of a game, after a comma each."""
    return f", {entry.result}{', marked' * entry.label.marked}"


def no_games(deleted: bool) -> str:
    return "No deleted games." if deleted else "No games yet."


def numbered(typed: str, deleted: bool = False) -> tuple[Entry | None, str]:
    """The game with a number in the list, or None and a sentence that says why there is none."""
    games = saved(deleted)[0]
    number = int(typed) if typed.isdecimal() and len(typed) <= len(str(MAX_LISTED)) else 0
    if 0 < number <= len(games):
        return games[number - 1], ""
    if not games:
        return None, no_games(deleted)
    return None, f"The list has only {plural(len(games), 'deleted game' if deleted else 'game')}."


def change(word: str, rest: Sequence[str]) -> list[str]:
    """Carry out a command that changes the list; return the lines to print."""
    if word == "undo":
        return undo()
    if not rest or not rest[0].isdecimal():
        return [f"Which game? For example: {word} 1{' My best game' * (word == 'name')}."]
    entry, wrong = numbered(rest[0], deleted=word == "restore")
    if entry is None:
        return [wrong]
    match word:
        case "name":
            name = " ".join(rest[1:])
            wrong = change_label(entry.path.name, name=name)
            return [wrong or (f"Game {rest[0]} is now called {name}." if name else f"Game {rest[0]} has no name now.")]
        case "mark":
            wrong = change_label(entry.path.name, marked=not entry.label.marked)
            return [wrong or f"Game {rest[0]} is {'no longer marked' if entry.label.marked else 'marked'}."]
        case "delete":
            return [deleted_games.delete(entry.path) or f"Deleted: {entry}. Type undo to restore it."]
        case _:
            return restored(entry)


def undo() -> list[str]:
    """Restore the last game that was deleted."""
    games, problems = saved(deleted=True)
    return restored(games[0]) if games else problems or [no_games(deleted=True)]


def restored(entry: Entry) -> list[str]:
    _, wrong = deleted_games.restore(entry.path)
    return [wrong or f"Restored: {entry}."]
