"""Reasons for a move, as the module `ai.explain` of a game gives them."""

from __future__ import annotations

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


class Reason(NamedTuple):
    """An effect of a move, in words."""

    weight: float
    """About 1 a point."""
    phrase: str
    """A phrase such as "scores 3 points", which may have no subject."""
    theme: Theme | None = None
    """None if the effect says too little for one."""
    template: str = ""
    """The phrase with {you} and {your}, if it addresses the player who moves: "{your} 5 is {your} last building"."""

    about: tuple[tuple[str, int], ...] = ()
    """The pieces on the table that the phrase names, each by its kind and number: ("card", 12), ("plot", 3)."""

    def named_for(self, name: str) -> Reason:
        """The reason with the name of the player who moves where it addresses that player."""
        phrase = self.template.format(you=name, your=f"{name}'s")
        return self._replace(phrase=phrase, template="") if phrase else self


def to_mover(
    weight: float, template: str, theme: Theme | None = None, about: tuple[tuple[str, int], ...] = ()
) -> Reason:
    """A reason that addresses the player who moves, by {you} and {your} in its template."""
    return Reason(weight, template.format(you="you", your="your"), theme, template, about)
