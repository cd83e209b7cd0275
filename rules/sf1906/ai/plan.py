"""The turn that a move starts, played out, and the next building of the likely play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from ...core.game import Action, total_points
from ...core.reason import Piece, Reason, Theme
from ...core.text import third_person
from ..city import fitting, places
from ..decision_facts import estimate
from ..observation import determinize
from ..state import Sf1906
from ..turn import advance, legal

Likely: TypeAlias = Callable[[Sf1906, list[Action]], Action]


class Building(NamedTuple):
    """A building of the likely play in a later turn."""

    plot: int
    turns: int
    """Own turns until then: 1 for the next one."""
    permits: tuple[int, ...]
    """Permits that it takes."""
    gained: int
    """Points of that turn."""
    grant: bool
    """Does it take a grant, as the permits alone do not fit?"""


class Plan:
    """A view, and the position at the end of the player's turn."""

    def __init__(self, view: Sf1906, line: tuple[Action, ...], names: Sequence[str], likely: Likely, seed: int) -> None:
        self.view, self.line, self.action, self.names = view, line, line[0], names
        self.seat = view.order[view.acted]
        self.steps: list[Action] = []
        self.end = self.played_out(line, likely, seed)
        self.before, self.after = view.players[self.seat], self.end.players[self.seat]
        self.following = self.next_building(line)

    def played_out(self, line: tuple[Action, ...], likely: Likely, seed: int) -> Sf1906:
        """The position at the end of the turn: the steps of the line, then the most likely ones, added to `steps`."""
        s, steps = determinize(self.view, Random(seed)), iter(line)
        while not s.over and moment(s) == moment(self.view):
            step, options = next(steps, None), legal(s)
            if step not in options:
                steps, step = iter(()), likely(s, options)
            self.steps.append(step)
            advance(s, step, Random(seed))
        return s

    def next_building(self, line: tuple[Action, ...]) -> Building | None:
        """The first building of the player in the line after this turn, if it scores points and takes only permits held
        then or on show now; None without one.
        """
        s, rng = determinize(self.view, Random(0)), Random(0)
        in_sight = {*self.after.permits, *self.view.permit_row}
        turn, turns, before = moment(s), 0, 0
        plot, permits, grant = None, (), False
        for step in line:
            if s.over or step not in legal(s):
                return None
            own = s.order[s.acted] == self.seat and moment(s) != moment(self.view)
            if own and moment(s) != turn:
                turn, turns, before = moment(s), turns + 1, total_points(estimate(s, self.seat))
            permits = step[1:] if own and step[0] == "spend" else permits
            if own and step[0] == "plot":
                plot, grant = step[1], not fitting(s.city, permits, False) >> step[1] & 1
            advance(s, step, rng)
            if plot is not None and (s.over or moment(s) != turn):
                gained = total_points(estimate(s, self.seat)) - before
                in_hand = gained > 0 and in_sight.issuperset(permits)
                return Building(plot, turns, permits, gained, grant) if in_hand else None
        return None

    @property
    def building_on(self) -> int | None:
        """The plot built on this turn; None without one."""
        new = self.after.built & ~self.before.built
        return places(new)[0] if new else None


def moment(s: Sf1906) -> tuple[int, int, int]:
    """Key of a turn (year, stop, players who have acted), which changes as soon as the turn is over."""
    return s.year, s.stop, s.acted


def mover(weight: float, predicate: str, theme: Theme | None = None, about: tuple[Piece, ...] = ()) -> Reason:
    """A reason whose subject is the player who moves; the predicate starts with a verb in the base form."""
    phrase = f"you {predicate}".format(you="you", your="your")
    return Reason(weight, phrase, theme, f"{{you}} {third_person(predicate)}", about)
