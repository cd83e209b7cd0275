"""Filters and order of the list of saved games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabletown.rules.bots.matched import bot_label
from tabletown.rules.core.text import join_words, plural

from .saved_games import RESULTS, Entry
from .titles import variants

SORTS: dict[str, Callable[[Entry], Any]] = {
    "date": lambda entry: (),
    "length": lambda entry: -len(entry.match.log),
    "result": lambda entry: RESULTS.index(entry.result),
    "game": lambda entry: entry.title,
}
"""Orders by their word; games that are equal in one stay in the order of their dates, newest first."""
DAILY = "daily", "not daily"
"""Kinds of games: first tries at daily games, then all others."""


@dataclass(frozen=True)
class GameFilter:
    """Which games are listed, and in which order; an empty text stands for all."""

    game: str = ""
    """Title of a game, with its module or edition or without."""
    opponent: str = ""
    """Level of a bot, or name of a player."""
    result: str = ""
    marked: bool = False
    text: str = ""
    """Part of the name of a game or a player."""
    deleted: bool = False
    sort: str = "date"
    daily: str = ""
    """Only first tries at daily games, or only other games: one of DAILY."""

    def accepts(self, entry: Entry) -> bool:
        return (
            self.game in ("", entry.title, entry.match.game.TITLE)
            and self.opponent in ("", *entry.opponents)
            and self.result in ("", entry.result)
            and (entry.label.marked or not self.marked)
            and self.daily in ("", DAILY[not entry.is_first_try])
            and self.text.casefold() in entry.search_text.casefold()
        )

    def apply(self, entries: Sequence[Entry]) -> list[Entry]:
        """The games that are listed, in their order."""
        return sorted(filter(self.accepts, entries), key=SORTS[self.sort])

    @property
    def active(self) -> bool:
        """True when some games may be left out."""
        return replace(self, sort="date", deleted=False) != GameFilter()

    def summary(self, matching: int, of: int, brief: bool = False) -> str:
        """A line that names the filter and the number of games shown, a module without its game where it is `brief`."""
        kind = "deleted games" if self.deleted else "games"
        parts = [
            self.game.rpartition(", ")[2] if brief else self.game,
            self.opponent and f"against {bot_label(self.opponent)}",
            self.result,
            "marked" * self.marked,
            self.daily,
            self.text and f'"{self.text}"',
        ]
        if self.active:
            return f"{matching} of {of} {kind} ({', '.join(filter(None, parts))})"
        return f"{plural(of, kind.removesuffix('s'))}"


def game_choices(entries: Sequence[Entry]) -> list[str]:
    """Titles to filter by: each game, followed by its modules or editions if it was played with several."""
    titles = []
    for game in sorted({entry.match.game.TITLE for entry in entries}):
        own = sorted({entry.title for entry in entries if game == entry.match.game.TITLE})
        titles += [game, *(title for title in own if title != game)]
    return titles


def opponent_choices(entries: Sequence[Entry]) -> list[str]:
    """Opponents to filter by: the people and levels of all games."""
    return list(dict.fromkeys(name for entry in entries for name in sorted(entry.opponents)))


def result_choices(entries: Sequence[Entry]) -> list[str]:
    return [result for result in RESULTS if any(entry.result == result for entry in entries)]


CHOICES: Mapping[str, Callable[[Sequence[Entry]], Sequence[str]]] = {
    "game": game_choices,
    "opponent": opponent_choices,
    "result": result_choices,
    "daily": lambda entries: DAILY,
}
"""Choices of the parts of a filter that have several."""


def next_filter(current: GameFilter, part: str, entries: Sequence[Entry]) -> GameFilter:
    """The filter with the next choice of one part that lists any games; all of them come after the last choice."""

    def with_choice(choice: str) -> GameFilter:
        values: dict[str, Any] = {part: choice}
        return replace(current, **values)

    listing = [choice for choice in CHOICES[part](entries) if any(map(with_choice(choice).accepts, entries))]
    return with_choice(next_choice(listing, getattr(current, part)))


def next_choice(choices: Sequence[str], current: str) -> str:
    """The choice after the current one; all games come after the last."""
    cycle = ["", *choices]
    return cycle[(cycle.index(current) + 1) % len(cycle)] if current in cycle else ""


def parse_filter(words: Sequence[str], entries: Sequence[Entry]) -> tuple[GameFilter, str]:
    """The filter that typed words describe, and an error in a sentence, or ""."""
    chosen, texts, rest = GameFilter(), list[str](), list(words)
    games = {key.casefold(): entry.match.game.TITLE for entry in entries for key in keys_of(entry)}
    titles = {word.casefold(): entry.title for entry in entries for word in variant_words(entry)}
    opponents = {name.casefold(): name for entry in entries for name in entry.opponents}
    while rest:
        word = rest.pop(0).casefold()
        if word == "by":
            chosen = replace(chosen, sort=(rest.pop(0).casefold() if rest else ""))
            if chosen.sort not in SORTS:
                return chosen, f"Sort by {join_words(list(SORTS), 'or')}, for example: list by length."
        elif word in RESULTS:
            chosen = replace(chosen, result=word)
        elif word == "marked":
            chosen = replace(chosen, marked=True)
        elif word == "daily":
            chosen = replace(chosen, daily=DAILY[0])
        elif word == "not" and rest[:1] == ["daily"]:
            chosen = replace(chosen, daily=DAILY[1])
            del rest[0]
        elif word == "deleted":
            chosen = replace(chosen, deleted=True)
        elif word in titles or word in games:
            chosen = replace(chosen, game=titles.get(word) or games[word])
        elif word in opponents:
            chosen = replace(chosen, opponent=opponents[word])
        else:
            texts.append(word)
    return replace(chosen, text=" ".join(texts)), ""


def keys_of(entry: Entry) -> tuple[str, str]:
    """Words for the game of an entry."""
    return entry.match.name, entry.match.game.TITLE


def variant_words(entry: Entry) -> list[str]:
    """Words for the module or edition of an entry, as on the command line and as in its title."""
    match = entry.match
    choices = [option.typed(match.options[option.key]) for option in match.game.OPTIONS]
    defaults = [option.typed(option.choices[0][0]) for option in match.game.OPTIONS]
    return [word for word, default in zip(choices, defaults, strict=True) if word != default] + variants(match)
