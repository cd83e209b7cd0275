"""Reasons for a move, as the module `ai.explain` of a game gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

Theme: TypeAlias = Literal[
    "finish",
    "denial",
    "noble",
    "city",
    "post",
    "fort",
    "objective",
    "order",
    "building",
    "permit",
    "development",
    "money",
    "bid",
    "points",
    "tempo",
    "reserve",
    "engine",
]
"""The theme of an effect, in one word."""
THEMES: tuple[Theme, ...] = get_args(Theme)
"""All themes, those that say most first."""


Piece: TypeAlias = tuple[str, int]
"""A piece on the table: its kind and number, such as ("card", 12) or ("plot", 3)."""


class Reason(NamedTuple):
    """An effect of a move, in words."""

    weight: float
    """About 1 a point."""
    phrase: str
    """A clause, in which "it" at the start is the move: "it scores 3 points"."""
    theme: Theme | None = None
    """None if the effect says too little for one."""
    template: str = ""
    """The phrase with {you} and {your}, if it addresses the player who moves: "{your} 5 is {your} last building"."""

    about: tuple[Piece, ...] = ()
    """The pieces that the phrase names."""

    predicate: str = ""
    """The phrase without its subject if that is "it", the move: "scores 3 points"; else empty."""

    points: int = 0
    """The points that the phrase says the move brings; 0 if it names none."""

    obvious: bool = False
    """True for what everyone at the table sees, such as the points on a card; a text tells it last."""

    def named_for(self, name: str) -> Reason:
        """The reason with the name of the player who moves where it addresses that player."""
        phrase = self.template.format(you=name, your=f"{name}'s")
        predicate = self.predicate and phrase.removeprefix("it ")
        return self._replace(phrase=phrase, template="", predicate=predicate) if phrase else self

    def said_of(self, move: str) -> str:
        """The phrase with a name of the move, such as "the better move", for its subject, if that is "it"."""
        return f"{move} {self.predicate}" if self.predicate else self.phrase


def to_mover(weight: float, template: str, theme: Theme | None = None, about: tuple[Piece, ...] = ()) -> Reason:
    """A reason that addresses the player who moves, by {you} and {your} in its template."""
    return Reason(weight, template.format(you="you", your="your"), theme, template, about)


def of_move(weight: float, predicate: str, theme: Theme | None = None, about: tuple[Piece, ...] = ()) -> Reason:
    """A reason whose subject is the move; the predicate, which may address the player who moves by {you} and {your},
    starts with a verb in the third person.
    """
    clause = predicate.format(you="you", your="your")
    template = f"it {predicate}" if clause != predicate else ""
    return Reason(weight, f"it {clause}", theme, template, about, clause)


class Comparison(NamedTuple):
    """A thing that all players have more or less of."""

    values: Sequence[int]
    """Number of each seat."""
    noun: str
    """Noun for one of them; "$" for money."""
    nouns: str
    """Noun for several."""
    least: int = 1
    """Least difference that is worth a word."""
    note: str = ""
    """A remark on the numbers, in brackets after them: "secret card not counted"."""

    def number(self, seat: int) -> str:
        """A seat's number, with the sign of money."""
        return f"${self.values[seat]}" if self.noun == "$" else f"{self.values[seat]}"

    def words(self, seat: int) -> str:
        """A seat's number with the noun."""
        noun = "" if self.noun == "$" else f" {self.noun if self.values[seat] == 1 else self.nouns}"
        return f"{self.number(seat)}{noun}"

    def distance(self, seat: int, other: int) -> float:
        """Difference of two seats as a share of the larger number."""
        pair = self.values[seat], self.values[other]
        return abs(pair[0] - pair[1]) / max(1, *map(abs, pair))
