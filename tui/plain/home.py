"""Home in lines of text: games to go on with, and the commands of the command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from tabletown import rules
from tabletown.rules.core.text import plural, shorten

from ..model.records import entries
from ..narration.grammar import sentence
from .console import Page
from .reader import QUIT

PASSED_ON = ("play", "resume", "replay", "demo", "export", "doctor")
"""Commands that are those of the command line."""
PLAIN = ("play", "resume", "replay", "demo")
"""Those of them that are told in lines only when asked to."""

HELP = """\
play GAME: begin a game, such as play splendor. Add --players me,greedy or --seed 7 or an option that games names.
games: the games and their options.
continue: go on with the newest unfinished game.
list: the games that were played, newest first. Those that are not finished are named so.
resume 2: go on with the second of the list.
replay 2: go through the second of the list.
demo GAME: a game that plays itself.
help: these commands.
quit: leave."""


def home(page: Page, command: Callable[[Sequence[str]], str]) -> None:
    """Ask what to do until somebody leaves or the input ends; `command` does a line and says what was wrong with it."""
    page.say("Tabletown.", *continued(), f"Type play and a game: {', '.join(rules.GAMES)}. Or type help.")
    while (text := page.ask()) is not None and text.lower() not in QUIT:
        page.say(*answer(text, command), "What next?")
    page.say("Goodbye.")


def answer(text: str, command: Callable[[Sequence[str]], str]) -> list[str]:
    """Do what a line says; what is left to be told."""
    try:
        word, *rest = shlex.split(text) or ["help"]
    except ValueError:
        return ["A quotation mark is missing."]
    match word.lower():
        case "help" | "?":
            return HELP.splitlines()
        case "games":
            return games()
        case "list":
            return listed()
        case "continue":
            word = "resume"
        case "resume" | "replay" if len(rest) == 1 and rest[0].isdecimal():
            found = entries()[0]
            if not 0 < int(rest[0][:4]) <= len(found):
                return [f"The list has {plural(len(found), 'game')}."]
            rest = [str(found[int(rest[0][:4]) - 1].path)]
    if word.lower() not in PASSED_ON:
        return [f"{shorten(word)!r} is no command. Type help."]
    wrong = command([word.lower(), *rest, *["--plain"] * (word.lower() in PLAIN)])
    return [sentence(wrong)] if wrong else []


def continued() -> list[str]:
    """What "continue" would go on with."""
    found = next((entry for entry in entries()[0] if not entry.finished), None)
    return [f"Type continue to go on with: {found}."] if found else []


def listed() -> list[str]:
    found, problems = entries()
    lines = [f"{n}. {entry}{'' if entry.finished else ', not finished'}." for n, entry in enumerate(found, 1)]
    return [*lines, *problems] or ["No game has been played yet."]


def games() -> list[str]:
    """Every game with its options as the command line takes them."""
    lines = []
    for name in rules.GAMES:
        game = rules.load(name)
        lines.append(f"{name}: {game.TITLE}, {game.SEATS.start} to {game.SEATS.stop - 1} players.")
        for option in game.OPTIONS:
            values = ", ".join(value for value, _ in option.choices)
            lines.append(f"{name} --{option.key}: {option.title}, one of {values}.")
    return lines
