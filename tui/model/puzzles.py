"""Puzzles as a player meets them: which one comes next, the results on disk, and the puzzle rating."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tabletown import rules
from tabletown.rules.analysis.puzzles import Puzzle, load_puzzles
from tabletown.rules.bots.player_rating import PlayerRating, first_rating
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.text import join_words, plural, shorten

from ..narration.grammar import sentence
from . import files, lessons
from .daily import deal
from .files import atomic_write, data_folder, data_lock, set_aside
from .rating_words import ROUGH, figure
from .titles import title

FORMAT = 1
"""Format of the file of results."""
OTHERS = ("Hana", "Bruno", "Ines")
"""Names of the other players."""
LEVEL = "master"
"""Level of the other players, whose replies are shown."""
BEGINNING = 10
"""Number of answers until puzzles of all games and modules come."""
BEST_KNOWN = "splendor"
"""The game that most people know."""
DEVIATION = 200.0
"""Standard deviation of the puzzle rating at first: less than that of games, so that it does not leap."""
CAUTION = 0.5
"""Standard deviations of the player's rating by which a puzzle is easier."""
FIRST_CAUTION, LESS_CAUTION = 2.0, 0.5
"""The same for the first puzzle, and by how much less it is after each answer."""
RECENT = 3
"""Number of latest puzzles whose themes should not come again at once."""

THEMES = {
    "bid": "making the right bid",
    "building": "constructing a building",
    "city": "winning a city",
    "denial": "keeping something from a rival",
    "development": "developing the city",
    "engine": "collecting bonuses",
    "finish": "ending the game",
    "fort": "using strongholds",
    "money": "earning or saving money",
    "noble": "winning a noble",
    "objective": "scoring an objective",
    "order": "acting before others",
    "pass": "passing",
    "permit": "getting permits",
    "plan": "planning ahead",
    "points": "scoring points",
    "post": "claiming a trading post",
    "reserve": "reserving a card",
    "tempo": "buying a card sooner",
}
"""The themes of puzzles in words."""


@dataclass(frozen=True)
class Result:
    """The first answer to a puzzle."""

    puzzle: str
    right: bool
    rating: int
    """Rating of the puzzle at that time."""


def seats(puzzle: Puzzle) -> list[Seat]:
    """Seats of a puzzle: You are to move."""
    match = puzzle.match([Seat(f"Player {n + 1}") for n in range(puzzle.seats)])
    others = iter(OTHERS)
    return [Seat("You") if seat == match.player else Seat(next(others), LEVEL) for seat in range(puzzle.seats)]


def match_of(puzzle: Puzzle) -> Match:
    """The game of a puzzle up to its position."""
    return puzzle.match(seats(puzzle))


# Choosing


def words_of(puzzle: Puzzle) -> frozenset[str]:
    """Words by which a puzzle is found: its game, the values of its options, and its theme."""
    return frozenset((puzzle.game, *values(puzzle), puzzle.theme))


def values(puzzle: Puzzle) -> list[str]:
    """The words to type for the options of a puzzle, without those that all puzzles of its game share."""
    options = {option.key: option for option in rules.load(puzzle.game).OPTIONS}
    return [options[key].typed(value) for key, value in puzzle.options.items() if (puzzle.game, key) in varied()]


@cache
def varied() -> set[tuple[str, str]]:
    """Games and their options of which there are puzzles with several values."""
    seen = {(puzzle.game, key, value) for puzzle in load_puzzles() for key, value in puzzle.options.items()}
    counts = Counter((game, key) for game, key, _ in seen)
    return {option for option, count in counts.items() if count > 1}


def all_words(puzzles: Collection[Puzzle]) -> list[str]:
    """Every word of these puzzles: games first, then options, then themes, each in alphabetical order."""
    kinds = (
        {puzzle.game for puzzle in puzzles},
        {value for puzzle in puzzles for value in values(puzzle)},
        {puzzle.theme for puzzle in puzzles},
    )
    return list(dict.fromkeys(word for kind in kinds for word in sorted(kind)))


def chosen(words: Collection[str]) -> list[Puzzle]:
    """The puzzles that have all these words."""
    return [puzzle for puzzle in load_puzzles() if words_of(puzzle).issuperset(words)]


@dataclass(frozen=True)
class Kind:
    """Puzzles that have these words in common, with the heading of the group in which they are listed."""

    group: str
    title: str
    words: tuple[str, ...]

    @property
    def puzzles(self) -> list[Puzzle]:
        return chosen(self.words)


@cache
def kinds() -> list[Kind]:
    """All puzzles, then those of each game with its modules or editions, then those of each theme."""
    shipped = load_puzzles()
    games = {title(match_of(puzzle)): (puzzle.game, *values(puzzle)) for puzzle in shipped}
    themes = {THEMES[puzzle.theme]: (puzzle.theme,) for puzzle in shipped}
    return [
        Kind("", "All puzzles", ()),
        *[Kind("By game", name, games[name]) for name in sorted(games)],
        *[Kind("By what the best move does (a hint)", sentence(name)[:-1], themes[name]) for name in sorted(themes)],
    ]


def widest_kind() -> int:
    """Columns of the longest title of a kind."""
    return max(len(kind.title) for kind in kinds())


def solved(kind: Kind, results: Sequence[Result]) -> int:
    """Number of the puzzles of a kind whose first answer was right."""
    right = {result.puzzle for result in results if result.right}
    return sum(puzzle.name in right for puzzle in kind.puzzles)


def unknown(words: Collection[str]) -> str:
    """A sentence on words of which there are no puzzles, with a remedy; empty where there are some."""
    every_word = all_words(load_puzzles())
    if strange := next((word for word in words if word not in every_word), ""):
        return f"There are no puzzles for {shorten(strange)!r}; choose from {', '.join(every_word)}."
    return "" if chosen(words) else f"No puzzle matches all of {join_words(sorted(words))}; leave out a word."


def next_puzzle(words: Collection[str], results: Sequence[Result], last: Puzzle | None = None) -> Puzzle | None:
    """The puzzle to show next, None where no puzzle has these words.

    Of those without an answer, the one nearest to what the player can well solve, if possible of another kind than the
    last one and of a theme that has not come lately. The first ones are of games that the player knows, without
    modules. Once all are answered, the wrong answers come first, then the oldest.
    """
    puzzles = [puzzle for puzzle in chosen(words) if puzzle != last] or chosen(words)
    answered = {result.puzzle: result for result in results}
    if new := [puzzle for puzzle in puzzles if puzzle.name not in answered]:
        themes = recent_themes(results, last)
        suited, games = suited_rating(results), set() if words or len(results) >= BEGINNING else known_games()
        return min(
            new,
            key=lambda puzzle: (
                bool(games) and not (puzzle.game in games and is_basic(puzzle)),
                same_kind(puzzle, last),
                themes.count(puzzle.theme),
                abs(puzzle.rating - suited),
                puzzle.name,
            ),
        )
    age = {result.puzzle: number for number, result in enumerate(results)}
    return min(puzzles, key=lambda puzzle: (answered[puzzle.name].right, age[puzzle.name]), default=None)


def suited_rating(results: Sequence[Result]) -> float:
    """Rating of the puzzles that the player can well solve; the first ones are easy."""
    own, caution = rating(results), max(CAUTION, FIRST_CAUTION - LESS_CAUTION * len(results))
    return own.mean - caution * own.deviation


def recent_themes(results: Sequence[Result], last: Puzzle | None) -> list[str]:
    """Themes of the puzzles that were answered or shown last."""
    recent = {result.puzzle for result in results[-RECENT:]} | ({last.name} if last else set())
    return [puzzle.theme for puzzle in load_puzzles() if puzzle.name in recent]


def known_games() -> set[str]:
    """Games that the player has learnt, chosen last or tried on a day; before the first one, the best-known game."""
    last, tried = files.remembered("last-game").get("game"), {deal(day).game for day in files.days_tried()}
    return {*lessons.finished(), *tried, *([last] if isinstance(last, str) else [])} or {BEST_KNOWN}


def is_basic(puzzle: Puzzle) -> bool:
    """True without modules, and with two players."""
    return puzzle.seats == 2 and puzzle.options == defaults(rules.load(puzzle.game))


def same_kind(puzzle: Puzzle, last: Puzzle | None) -> bool:
    return last is not None and (puzzle.game, puzzle.options) == (last.game, last.options)


# Results


def results_path() -> Path:
    return data_folder() / "puzzles.json"


def load_results() -> tuple[list[Result], str]:
    """All results, oldest first, and a sentence if the file cannot be read; a damaged one is renamed and kept."""
    path = results_path()
    try:
        return read_results(path), ""
    except OSError as error:
        return [], f"Cannot read your puzzle results: {path}: {error.strerror or error}."
    except ValueError:
        lost = f"Your puzzle results are lost: {path} is damaged"
    try:
        return [], f"{lost}; it is kept as {set_aside(path).name}."
    except OSError as error:
        return [], f"{lost}; it could not be renamed: {error.strerror or error}."


def read_results(path: Path) -> list[Result]:
    """The results in a file, none if there is none. Raises OSError, and ValueError for a damaged file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["tabletown"] != FORMAT:
            raise ValueError("unrecognised format")
        return [Result(str(entry["puzzle"]), bool(entry["right"]), int(entry["rating"])) for entry in data["results"]]
    except FileNotFoundError:
        return []
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("damaged") from error


@data_lock()
def save_result(result: Result) -> str:
    """Add a result, unless its puzzle has one; return what went wrong, "" when it is saved."""
    results, problem = load_results()
    if problem and results_path().exists():
        return problem
    if any(result.puzzle == earlier.puzzle for earlier in results):
        return ""
    try:
        data: dict[str, Any] = {"tabletown": FORMAT, "results": [asdict(entry) for entry in (*results, result)]}
        atomic_write(results_path(), json.dumps(data, indent=1))
    except OSError as error:
        return f"Cannot save your puzzle results: {error.strerror or error}."
    return ""


def rating(results: Sequence[Result]) -> PlayerRating:
    """The player's puzzle rating: a puzzle that is not solved has won against the player."""
    own = first_rating(DEVIATION)
    for result in results:
        own = own.after([result.rating], float(result.right))
    return own


def summary(results: Sequence[Result]) -> str:
    """Rating and right answers: "rating 812, 14 of 20 right"; empty before the first answer."""
    right = sum(result.right for result in results)
    return f"rating {figure(rating(results))}, {right} of {len(results)} right" if results else ""


def summary_sentence(results: Sequence[Result]) -> str:
    """A sentence on the rating and the right answers, or before the first one on what counts."""
    return (
        sentence(f"your puzzles of all games: {summary(results)}")
        if results
        else "Your first answer to each puzzle counts."
    )


def session_summary(before: Sequence[Result], after: Sequence[Result]) -> str:
    """Answers since `before` and the change of the rating by them; empty without any."""
    answers = after[len(before) :]
    if not answers:
        return ""
    right = sum(answer.right for answer in answers)
    return f"{right} of {plural(len(answers), 'puzzle')} solved. {rating_change(before, after)}."


# Words


def change(before: Sequence[Result], after: Sequence[Result]) -> str:
    """The change of the rating by the last answer, if there is one since `before`, with the reason: "Your puzzle rating
    goes from 850 to 901, for solving one rated 924."
    """
    if len(before) == len(after):
        return "Not rated: you have answered this puzzle before."
    answer = after[-1]
    if rating(before).is_unknown:
        return f"{'Solved.' if answer.right else 'Counted as not solved.'} {rating_change(before, after)}."
    if rating(after).margin > ROUGH:
        return f"{rating_change(before, after)}."
    reason = f"for {'solving' if answer.right else 'missing'} one rated {answer.rating:,}"
    return f"{rating_change(before, after)}, {reason}."


def rating_change(before: Sequence[Result], after: Sequence[Result]) -> str:
    """The rating before and after some answers in a clause; a rough one, which moves far, is called uncertain."""
    old, new = rating(before), rating(after)
    mine = "Your puzzle rating" + ", still uncertain," * (new.margin > ROUGH)
    return f"{mine} is {figure(new)}" if old.is_unknown else f"{mine} goes from {figure(old)} to {figure(new)}"
