"""The further steps of a turn of 1906 San Francisco, told together: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Action
from ...core.text import join_words, plural
from ..costs import DISTANCE_COST
from ..notation import TYPE_WORDS
from ..state import Sf1906
from ..wording import bonus_year, describe, plot_title, spent_title

FOLLOWED = {
    "space": ("act", "collect"),
    "act": ("permit", "objective", "objective_deck", "clear", "clear_up", "spend"),
    "bonus": ("permit", "objective", "objective_deck", "spend"),
    "spend": ("plot",),
}
"""Steps that the next one says more about."""


def together(steps: Sequence[tuple[Sf1906, Action]]) -> list[str]:
    """Phrases for steps of one turn, each with the position before it: "build on red 4 at D1 with red 3 and green 4".

    A price, which starts with a comma, comes after the permits.
    """
    phrases, notes = list[str](), list[str]()
    following = [*(action[0] for _, action in steps[1:]), ""]
    for (s, action), after in zip(steps, following, strict=False):
        if action[0] in ("urban", "no_urban") and phrases:
            phrases[-1] += f", taking a {TYPE_WORDS[action[1]]} card" * (action[0] == "urban")
        elif after in FOLLOWED.get(action[0], ()):
            notes.append(note(s, action))
        else:
            phrases.append(phrase(s, action) + "".join(sorted(notes, reverse=True)))
            notes = []
    return phrases


def phrase(s: Sf1906, action: Action) -> str:
    """A step alone, its verb in the base form."""
    return f"build on {plot_title(s, action[1])}" if action[0] == "plot" else describe(s, action, "second")


def note(s: Sf1906, action: Action) -> str:
    """Addition of a step to the one that follows it: its price, its year or its permits; empty for none."""
    match action:
        case ("act", k):
            far = abs(k - s.tokens[s.order[s.acted]])
            price = f", paying ${DISTANCE_COST * far} to act {plural(far, 'space')} away"
            return f"{price}{purpose_of_distance(s, k)}" if far else ""
        case ("space", _):
            return ""
        case ("bonus", _):
            return f" as the {bonus_year(s)} bonus"
        case (_, *permits):
            return f" with {join_words([spent_title(s.city.kit, permit) for permit in permits])}"
    return ""


def purpose_of_distance(s: Sf1906, k: int) -> str:
    """The reason to pay for the distance to space `k`: its token, or the turn order; empty where neither is one."""
    acting, *before = reversed(s.order[: s.acted + 1])
    if any(s.tokens[seat] == k for seat in before):
        return ", as that space is taken"
    return " and earlier on the next card" if k < s.tokens[acting] and s.stop < len(s.ring) else ""
