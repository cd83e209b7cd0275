"""Home in text mode: saved games, lessons, statistics, settings, and the commands of the command line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from tabletown import rules
from tabletown.rules.core.match import Match
from tabletown.rules.core.text import plural, shorten

from ..model import daily, daily_files, daily_words, puzzles
from ..model.matched_opponent import to_match_again
from ..model.rating import read_histories
from ..model.rating_words import in_short
from ..model.saved_games import Entry, entries
from ..narration.grammar import sentence
from . import saved_games
from .commands import QUIT
from .console import Page

PASSED_ON = (
    "daily", "puzzle", "play", "resume", "replay", "demo", "learn", "review", "export", "import", "stats",
    "rating", "doctor",
)  # fmt: skip
"""Commands passed on to the command line."""
PLAIN = ("daily", "puzzle", "play", "resume", "replay", "demo", "learn", "stats", "rating")
"""Those of them that need the option --plain."""
NUMBERED = ("resume", "replay", "review", "export", "rematch")
"""Commands that take the number of a game in the list."""
REVIEW = "1000"
"""Positions searched per move of a review, as on screen."""

HELP = """\
daily: the game of the day, the same for everyone, with your streak and a calendar.
puzzle: find the best move in positions from games between strong bots; e.g. "puzzle orient" for one kind.
play GAME: start a game, e.g. play splendor --players me,easy --seed 7. "games" lists the options.
games: the games and their options.
learn: the lessons; "learn GAME" starts one.
continue: continue the latest unfinished game.
list: your saved games, newest first; e.g. "list lost splendor hard by length", "list marked", "list Hana".
"list" takes unfinished, won, lost, finished or marked, and the name of a game, module, level or player;
"list daily" has your first tries at daily games, "list not daily" all others;
"by date", "by length", "by result" or "by game" sorts the list.
resume 2: continue game 2 in the list.
replay 2: step through game 2 in the list, move by move.
review 2: winning chances and the biggest mistakes in game 2.
rematch 2: play against the same players as in game 2; the next player goes first.
export 2: game 2 as text; "export 2 --text" for its last position.
name 2 NAME: give game 2 a name; "name 2" removes it.
mark 2: mark game 2, or remove its mark.
delete 2: delete game 2; "undo" restores the last game you deleted.
list deleted: the deleted games, which are kept for 30 days; "restore 2" restores game 2 of these.
import FILE: add a saved game from a file.
demo GAME: watch bots play.
stats: your wins, losses and scores.
rating: your rating in each game, and its history. "play GAME --players me,matched": an opponent of your strength.
settings: all settings; "settings pace fast" changes one.
doctor: check terminal, folders and settings.
help: this list.
quit: leave."""


def home(page: Page, command: Callable[[Sequence[str]], str]) -> None:
    """Run typed commands until the player leaves or the input ends; `command` runs one and returns its error."""
    page.say("Tabletown.", *deal_of_the_day(), *continued(), *ratings())
    page.say(f'Type "play" and a game ({", ".join(rules.GAMES)}), "learn" or "help".')
    while (text := page.ask()) is not None and text.lower() not in QUIT:
        page.say(*answer(text, command), "What next?")
    page.say("Goodbye.")


def answer(text: str, command: Callable[[Sequence[str]], str]) -> list[str]:
    """Run a line; return the lines to print."""
    try:
        word, *rest = shlex.split(text) or ["help"]
    except ValueError:
        return ["Unclosed quotation mark."]
    word = word.lower()
    match word:
        case "help" | "?":
            return HELP.splitlines()
        case "games":
            return games()
        case "list":
            return saved_games.listed(rest)
        case "settings":
            from .settings import settings

            return settings(rest)
        case "name" | "mark" | "delete" | "undo" | "restore":
            return saved_games.change(word, rest)
        case "continue":
            word = "resume"
        case "rematch" if not rest:
            return ["Which game? For example: rematch 1."]
    if word in NUMBERED and rest and rest[0].isdecimal():
        entry, wrong = saved_games.numbered(rest[0])
        if entry is None:
            return [wrong]
        word, rest = with_game(word, entry, rest[1:])
    if word not in PASSED_ON:
        return [f"Unknown command {shorten(word)!r}. Type help."]
    wrong = command([word, *rest, *["--plain"] * (word in PLAIN)])
    return [sentence(wrong)] if wrong else []


def with_game(word: str, entry: Entry, rest: list[str]) -> tuple[str, list[str]]:
    """A command of the command line for a game of the list."""
    if word == "rematch":
        return "play", again(entry.match)
    more = ["--nodes", REVIEW] if word == "review" and not rest else []
    return word, [str(entry.path), *more, *rest]


def again(match: Match) -> list[str]:
    """Arguments for a rematch of these players, in which the next seat starts."""
    players = to_match_again(match.seats)
    seats = [seat.bot or ("me" if seat.name == "You" else seat.name) for seat in players]
    options = [f"--{option.name}={option.typed(match.options[option.key])}" for option in match.game.OPTIONS]
    return [match.name, "--players", ",".join(seats[1:] + seats[:1]), *options]


def deal_of_the_day() -> list[str]:
    """A line on the daily game, after what is wrong with its results."""
    tries, problems = daily_files.load()
    return [*problems, f'Type "daily" for the game of the day: {daily_words.summary(tries, daily.now())}.']


def continued() -> list[str]:
    """A line on the game that "continue" opens, if there is one, and on how many more are unfinished."""
    unfinished = [entry for entry in entries()[0] if not entry.finished]
    others = f'; {plural(len(unfinished) - 1, "more unfinished game")} in "list"' * (len(unfinished) > 1)
    return [f"Type continue to resume {unfinished[0]}{others}."] if unfinished else []


def ratings() -> list[str]:
    """Lines on your rating in the game played last, with the level to beat next, and on your puzzles, if any."""
    results, problem = puzzles.load_results()
    yours, solved = in_short(read_histories()), puzzles.summary(results)
    return [*filter(None, [problem, yours and f"Your rating: {yours}.", solved and f"Puzzles: {solved}."])]


def games() -> list[str]:
    """Every game with its options, in the spelling of the command line."""
    lines = []
    for name in rules.GAMES:
        game = rules.load(name)
        lines.append(f"{name}: {game.TITLE}, {game.SEATS.start} to {game.SEATS.stop - 1} players.")
        for option in game.OPTIONS:
            lines.append(f"{name} --{option.name}: {option.title}, one of {', '.join(option.values)}.")
    return lines
