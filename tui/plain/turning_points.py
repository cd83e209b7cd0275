"""The biggest mistakes of a coached game at its end, to try again."""

from __future__ import annotations

from tabletown.rules.core.match import Match
from tabletown.rules.core.text import join_words

from ..model.coach import fall
from ..model.turning_points import turning_points_title
from ..narration import narrator
from ..narration.grammar import sentence
from ..narration.summary import period_title
from .coach import TextCoach
from .console import Page


def look_back(match: Match, coach: TextCoach, page: Page) -> Match | None:
    """List the biggest mistakes that the coach knows of; a match that starts at one if the person asks for it."""
    plies = coach.turning_points()
    if not plies:
        return None
    page.say(
        f"{turning_points_title(len(plies))}:",
        *(f"{n}. {turning_point(match, coach, ply)}" for n, ply in enumerate(plies, 1)),
    )
    numbers = [str(n) for n in range(1, len(plies) + 1)]
    again = f"Type {join_words(numbers, 'or')} to try again from there"
    page.say(f"{again}, better to see the better moves, or press Enter to finish.")
    if (answer := page.ask()) == "better":
        page.say(*(f"{n}. {better(match, coach, ply)}" for n, ply in enumerate(plies, 1)), f"{again}, or press Enter.")
        answer = page.ask()
    return branch(match, plies[int(answer) - 1]) if answer in numbers else None


def turning_point(match: Match, coach: TextCoach, ply: int) -> str:
    """A move with its loss."""
    when = sentence(period_title(match, ply)).rstrip(".")
    lost = coach.losses[ply]
    cost = f"This lowered {fall(lost.chance, lost.loss)}."
    return f"{when}: {narrator.describe_move(match, ply)} {cost}"


def better(match: Match, coach: TextCoach, ply: int) -> str:
    """The move that would have been better."""
    view = match.game.observe(match.states[ply], match.human_seats[0])
    return f"Better: {match.game.describe(view, coach.losses[ply].best, 'second')}."


def branch(match: Match, ply: int) -> Match:
    """A new match that starts with the first moves of another."""
    fresh = Match(match.name, match.seats, match.options, match.seed)
    for action in match.log[:ply]:
        fresh.act(action)
    return fresh
