"""Choosing an action by its parts. No Textual here, so it is tested without an app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tabletown.rules.core.game import Action

Part: TypeAlias = tuple[Any, ...]
"""Something that can be picked: a kind, then which, as in ("gem", 3)."""


class Selection:
    """The legal actions, narrowed by the parts picked so far, in any order.

    What is not in `options` cannot be picked, so no illegal action can be composed.
    """

    def __init__(self, legal: Sequence[Action] = (), parts: Callable[[Action], Sequence[Part]] = lambda a: a) -> None:
        self._parts, self._spell = {a: Counter(parts(a)) for a in legal}, parts
        self.picked: list[Part] = []

    def left(self) -> list[Action]:
        """Actions that use everything picked."""
        picked = Counter(self.picked)
        return [a for a, parts in self._parts.items() if picked <= parts]

    def options(self) -> frozenset[Part]:
        """The parts that can be picked next: all that a board highlights."""
        picked = Counter(self.picked)
        return frozenset(part for parts in self._parts.values() if picked <= parts for part in parts - picked)

    def action(self) -> Action | None:
        """The action that the picks spell out exactly."""
        picked = Counter(self.picked)
        return next((a for a, parts in self._parts.items() if parts == picked), None)

    def pick(self, part: Part) -> bool:
        """Pick a part, or put back one that was picked; False when it is neither.

        A part that goes with nothing picked so far begins a new choice when it is of another kind, a card after gems,
        or when one pick is all that is asked for: another gem to return.
        """
        if part in self.options():
            self.picked.append(part)
        elif part in self.picked:
            self.picked.remove(part)
        elif self._begins(part):
            self.picked = [part]
        else:
            return False
        return True

    def _begins(self, part: Part) -> bool:
        """Can the part be picked first, in place of what is picked?"""
        if part[0] in {kind for kind, *_ in self.picked}:
            return not self.options() and Counter([part]) in self._parts.values()
        return any(part in parts for parts in self._parts.values())

    def cycle(self, kind: str, step: int) -> int:
        """Pick the next part of a kind in place of the one picked; out of how many; a single one stays."""
        before = self.picked
        old = next((part for part in before if part[0] == kind), None)
        self.picked = rest = [part for part in before if part != old]
        ways = [part for a in self.left() for part in self._parts[a].elements() if part[0] == kind]
        after = ways.index(old) + step if old in ways else step
        self.picked = before if len(ways) < 2 else [*rest, ways[after % len(ways)]]
        return len(ways)

    def choose(self, action: Action) -> None:
        """Pick all parts of an action, or of one that is a step of it; raises KeyError where there is none."""
        picked = Counter(self._spell(action))
        if not any(picked <= parts for parts in self._parts.values()):
            raise KeyError(action)
        self.picked = list(picked.elements())

    def clear(self) -> None:
        self.picked = []
