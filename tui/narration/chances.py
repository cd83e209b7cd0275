"""Winning chances in words, no finer than a search can tell them: in steps of 5%."""

from __future__ import annotations

STEP = 5
"""Percentage points between two figures."""
EVEN = 0.075
"""Distance from an equal share, from 0 to 1, up to which chances are even."""


def rough(chance: float) -> str:
    """Winning chances from 0 to 1 as a figure: "55%", "<5%", ">95%"."""
    percent = int(chance * 100 / STEP + 0.5) * STEP
    return f"<{STEP}%" if percent < STEP else f">{100 - STEP}%" if percent > 100 - STEP else f"{percent}%"


def about(chance: float) -> str:
    """Winning chances in a sentence: "about 55%", "over 95%"."""
    figure = rough(chance)
    words = {"<": "under ", ">": "over "}
    return f"{words[figure[0]]}{figure[1:]}" if figure[0] in words else f"about {figure}"


def in_words(chance: float, share: float, aim: str) -> str:
    """Winning chances of a move in a sentence: "about 65% to win"; near an equal share, where searches differ by more
    than the figures say, that share.
    """
    return f"{about(share if is_even(chance, share) else chance)} {aim}"


def is_even(chance: float, share: float) -> bool:
    """Are chances near an equal share?"""
    return abs(chance - share) <= EVEN


def two_figures(first: float, second: float) -> tuple[str, str]:
    """Two chances side by side, in whole percents where steps would not show the difference."""
    steps = rough(first), rough(second)
    return steps if steps[0] != steps[1] else (f"{first:.0%}", f"{second:.0%}")


def exact(chance: float) -> str:
    """Winning chances from 0 to 1 as every text of a review has them, like the end of its curve: "72%"."""
    return f"{chance:.0%}"


def points_between(first: float, second: float) -> int:
    """Difference between two chances in percentage points, by their exact figures."""
    return round(100 * first) - round(100 * second)


def instead_of(after: float, before: float) -> str:
    """Winning chances in a review beside those that another move has: "51% to win instead of 55%"."""
    return f"{exact(after)} to win instead of {exact(before)}"
