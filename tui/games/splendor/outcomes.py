"""Sentences on what Enter plays in Splendor, and what follows from it or is still missing."""

from __future__ import annotations

from abc import ABC
from collections import Counter
from collections.abc import Sequence
from random import Random

from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import COLOURS, GOLD
from tabletown.rules.splendor.limits import TOKEN_LIMIT
from tabletown.rules.splendor.state import Player, Splendor

from ...widgets.board_state import BoardState
from ...widgets.prompts import Prompts
from .costs import CardCosts, brief
from .selection import MAIN, due, parts, steps

BREVITIES = range(3)
"""Lengths of an outcome: whole, without totals, and without the tokens that are left."""


class Outcomes(CardCosts, Prompts, ABC):
    """Previews of the base game; an expansion adds its own effects in a subclass."""

    def letter(self, state: BoardState, colour: int) -> str:
        """The key of a gem colour, by default its letter."""
        return state.keys[f"splendor.{COLOURS[colour]}"]

    def listed(self, state: BoardState, asked: str, choices: Sequence[Action]) -> str:
        """The colours to choose from in a step of an expansion, with their keys; of many the keys alone."""
        keys = [self.letter(state, a[1]) for a in choices]
        named = [f"{COLOURS[a[1]]} ({key})" for a, key in zip(choices, keys, strict=True)]
        ways = (join_words(named, "or"), " ".join(keys))
        return self.fitting(*(f"{asked}: {way}, then {state.enter}." for way in ways))

    def leads(self, state: BoardState, action: Action, *ways: str) -> str:
        """A sentence on an action: the first of `ways` with room for its outcome, with the tokens if possible."""
        whole, short, least = (self.outcome(state, action, brevity) for brevity in BREVITIES)
        texts = [way + outcome for way in ways for outcome in (whole, short)] + [way + least for way in ways]
        return self.fitting(*(f"{text}." for text in texts))

    def missing(self, state: BoardState) -> str:
        """The gems to add to those picked: "Pick two more colours, or white again. Esc clears."; empty if none are."""
        picked = Counter(state.picked)
        rest = [Counter(parts(action)) - picked for action in state.left]
        if not rest or not all(rest) or any(part[0] != "gem" for part in picked):
            return ""
        if due(state) not in MAIN:
            return f"Pick {plural(max(more.total() for more in rest), 'more token')} to return. {state.esc} clears."
        others = [more.total() for more in rest if not more.keys() & picked.keys()]
        ways = [f"{('one', 'two')[others[0] - 1]} more colour{'s' * (others[0] > 1)}"] if others else []
        ways += [f"{COLOURS[part[1]]} again" for part in picked if any(part in more for more in rest)]
        return f"Pick {', or '.join(ways)}. {state.esc} clears."

    def outcome(self, state: BoardState, action: Action, brevity: int = 0) -> str:
        """The rest of a sentence on an action: its worth, further effects, and the viewer's tokens if they change or
        nothing else does.
        """
        before: Splendor = state.view
        after: Splendor = state.game.determinize(before, Random(0))
        for step in steps(action):
            after = apply(state.game, after, step, Random(0))
        after = self.settled(state, action, after)
        old, new = before.players[before.player], after.players[before.player]
        effects = ["a noble visits"] if len(new.nobles) > len(old.nobles) and action[0] != "noble" else []
        effects += self.more(before, after, brevity)
        if state.game.turn(after) is None:
            effects.append("the game ends")
        elif after.last_round and not before.last_round:
            effects.append("the last round begins" if brevity < 2 else "last round")
        worth = self.worth(old, new, brevity)
        surplus = sum(new.tokens) - TOKEN_LIMIT
        if new.tokens == old.tokens or (brevity == 2 and surplus <= 0):
            effects += [] if worth or effects else [f"you have {brief(new.tokens) or 'no tokens'}"]
        else:
            effects.append(self.held(new.tokens, brevity))
        return "".join([worth, *(f"; {effect}" for effect in effects)])

    def settled(self, state: BoardState, action: Action, after: Splendor) -> Splendor:
        """The position after the further steps that an action calls for, in an expansion."""
        return after

    def worth(self, old: Player, new: Player, brevity: int) -> str:
        """The gold, bonuses and points that a player gains or loses between two states; empty if there are none."""
        gold, points = new.tokens[GOLD] - old.tokens[GOLD], new.points - old.points
        bonuses = [(n - had, COLOURS[c]) for c, (had, n) in enumerate(zip(old.bonuses, new.bonuses, strict=True))]
        gains = [
            f"{n if n > 1 else 'a'} {colour} bonus{'es' * (n > 1)}"
            for n, colour in bonuses
            if n > 0 and (not brevity or points <= 0)
        ]
        gains += [plural(points, "point") + f" ({new.points} in all)" * (not brevity)] if points > 0 else []
        words = [f"gaining {gold} gold"] if gold > 0 else []
        words += [f"worth {join_words(gains)}"] if gains else []
        words += [f"losing {plural(-points, 'point')}" + f" ({new.points} left)" * (not brevity)] if points < 0 else []
        return "".join(f", {word}" for word in words)

    def held(self, tokens: list[int], brevity: int) -> str:
        """A player's tokens after an action with their number unless `brevity` asks for less, and always those to
        return.
        """
        total = sum(tokens)
        if brevity and total > TOKEN_LIMIT:
            return f"you then return {total - TOKEN_LIMIT}"
        count = f" ({total}/{TOKEN_LIMIT})" if total and not brevity else ""
        surplus = f", then return {total - TOKEN_LIMIT}" if total > TOKEN_LIMIT else ""
        return f"you then have {brief(tokens) or 'no tokens'}{count}{surplus}"

    def more(self, before: Splendor, after: Splendor, brevity: int) -> list[str]:
        """Further effects of an action, in an expansion."""
        return []
