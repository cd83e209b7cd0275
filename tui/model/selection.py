"""Choice of an action by its parts. Without Textual, so that tests need no app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tabletown.rules.core.game import Action

Part: TypeAlias = tuple[Any, ...]
"""Item that can be picked: its kind, then its number or name, as in ("gem", 3)."""


class Selection:
    """Legal actions, narrowed down by the parts picked so far, in any order.

    Only parts in `options` can be picked, so no illegal action can be composed.
    """

    def __init__(
        self,
        legal: Sequence[Action] = (),
        parts: Callable[[Action], Sequence[Part]] = lambda a: a,
        doubled: Sequence[str] = (),
    ) -> None:
        self._parts, self._spell = {a: Counter(parts(a)) for a in legal}, parts
        self._doubled = doubled
        """Kinds of parts that some actions have twice: a second pick of the first such part asks for another one."""
        self.picked: list[Part] = []

    def left(self) -> list[Action]:
        """Actions that contain all picked parts."""
        picked = Counter(self.picked)
        return [a for a, parts in self._parts.items() if picked <= parts]

    def options(self) -> frozenset[Part]:
        """Parts that can be picked next; a board highlights them."""
        picked = Counter(self.picked)
        return frozenset(part for parts in self._parts.values() if picked <= parts for part in parts - picked)

    def action(self) -> Action | None:
        """The action with exactly the picked parts; None if there is none."""
        picked = Counter(self.picked)
        return next((a for a, parts in self._parts.items() if parts == picked), None)

    def pick(self, part: Part) -> bool:
        """Pick a part, or unpick it; False if neither is possible, or if a second one is asked for that no action has.

        A part that does not fit the picks starts a new choice if it is of another kind, such as a card after gems, or
        if an action needs only this one part, such as another gem to return.
        """
        if part in self.options():
            self.picked.append(part)
        elif part in self.picked and not self._asks_for_two(part):
            self.picked.remove(part)
        elif self._begins(part):
            self.picked = [part]
        else:
            return False
        return True

    def _asks_for_two(self, part: Part) -> bool:
        """True when picking a part again means a second one, which no action has, and not to unpick it."""
        return part[0] in self._doubled and self.picked == [part] and bool(self.options())

    def _begins(self, part: Part) -> bool:
        """True when the part can start a new choice in place of the picks."""
        if part[0] in {kind for kind, *_ in self.picked}:
            return not self.options() and Counter([part]) in self._parts.values()
        return any(part in parts for parts in self._parts.values())

    def cycle(self, kind: str, step: int) -> int:
        """Replace the picked part of a kind with the next; return the number of alternatives. A single one stays."""
        before = self.picked
        old = next((part for part in before if part[0] == kind), None)
        self.picked = rest = [part for part in before if part != old]
        ways = [part for a in self.left() for part in self._parts[a].elements() if part[0] == kind]
        after = ways.index(old) + step if old in ways else step
        self.picked = before if len(ways) < 2 else [*rest, ways[after % len(ways)]]
        return len(ways)

    def choose(self, action: Action) -> None:
        """Pick all parts of an action that is legal or a step of a legal choice. Raises KeyError otherwise."""
        picked = Counter(self._spell(action))
        if not any(picked <= parts for parts in self._parts.values()):
            raise KeyError(action)
        self.picked = list(picked.elements())

    def clear(self) -> None:
        self.picked = []
