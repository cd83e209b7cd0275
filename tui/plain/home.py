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
play GAME: start a game, e.g. play splendor --players me,easy --seed 7. games lists the options.
games: the games and their options.
continue: continue the latest unfinished game.
list: your saved games, newest first.
resume 2: continue game 2 of the list.
replay 2: replay game 2 of the list.
demo GAME: watch bots play.
help: this list.
quit: leave."""


def home(page: Page, command: Callable[[Sequence[str]], str]) -> None:
    """Ask what to do until somebody leaves or the input ends; `command` does a line and says what was wrong with it."""
    page.say("Tabletown.", *continued(), f"Type play and a game ({', '.join(rules.GAMES)}), or help.")
    while (text := page.ask()) is not None and text.lower() not in QUIT:
        page.say(*answer(text, command), "What next?")
    page.say("Goodbye.")


def answer(text: str, command: Callable[[Sequence[str]], str]) -> list[str]:
    """Do what a line says; what is left to be told."""
    try:
        word, *rest = shlex.split(text) or ["help"]
    except ValueError:
        return ["Unclosed quotation mark."]
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
                return [f"There are only {plural(len(found), 'game')} in the list."]
            rest = [str(found[int(rest[0][:4]) - 1].path)]
    if word.lower() not in PASSED_ON:
        return [f"Unknown command {shorten(word)!r}. Type help."]
    wrong = command([word.lower(), *rest, *["--plain"] * (word.lower() in PLAIN)])
    return [sentence(wrong)] if wrong else []


def continued() -> list[str]:
    """What "continue" would go on with."""
    found = next((entry for entry in entries()[0] if not entry.finished), None)
    return [f"Type continue to resume {found}."] if found else []


def listed() -> list[str]:
    found, problems = entries()
    lines = [f"{n}. {entry}{'' if entry.finished else ', not finished'}." for n, entry in enumerate(found, 1)]
    return [*lines, *problems] or ["No games yet."]


def games() -> list[str]:
    """Every game with its options as the command line takes them."""
    lines = []
    for name in rules.GAMES:
        game = rules.load(name)
        lines.append(f"{name}: {game.TITLE}, {game.SEATS.start} to {game.SEATS.stop - 1} players.")
        for option in game.OPTIONS:
            lines.append(f"{name} --{option.name}: {option.title}, one of {', '.join(option.values)}.")
    return lines
