"""A turn of Splendor as a move begins it, and what it leads to: what the reasons for the move are taken from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from ...core.game import Action
from ...core.reason import Piece
from ...core.text import plural
from ..base_turn import RETURN
from ..cards import BACK, CARDS, EMPTY, GOLD, NOBLES
from ..expansions import cities, orient, strongholds, trading_posts
from ..expansions.orient import UNITS, double_gold
from ..expansions.registry import MODULES
from ..limits import GOAL
from ..names import slot_label
from ..observation import determinize
from ..payment import missing
from ..state import Player, Splendor
from ..turn import advance, legal

Likely: TypeAlias = Callable[[Splendor, list[Action]], Action]

FAR = 3
"""Most gems that a card worth aiming for may still need."""
ON_CARDS = ("place", "move", "free")
"""Verbs of further decisions that may name a card that was just revealed."""
STARTS = ("take", "buy", "reserve", "reserve_blind", "pass")
"""Verbs of the actions that begin a turn."""
CITY = 5
"""Worth of a city in points, when cards to buy are compared."""
TAKING = ("buy", "conquer", "free", "reserve")
"""Verbs of actions with which a card leaves the table."""


class Plan:
    """A view, the position at the end of the player's turn, and the cards known in both."""

    def __init__(
        self, view: Splendor, line: tuple[Action, ...], names: Sequence[str], likely: Likely, seed: int
    ) -> None:
        self.view, self.action, self.names, self.likely, self.seed = view, line[0], names, likely, seed
        self.player = view.player
        self.end = played_out(view, line, likely, seed)
        self.anyway = other_end(view, line[0], likely, seed) or view
        """The position from which gains count: the one at the end of the turn after another choice in a later step of
        it, which has what the turn has gained already; before the first step the view.
        """
        self.before, self.after = view.players[self.player], self.end.players[self.player]
        still = {*self.end.market, *self.after.hand}
        barred = strongholds.foreign(view) if view.module == "strongholds" else set()
        self.cards = [c for c in (*view.market, *self.before.hand) if c < BACK and c in still and c not in barred]
        """Known cards that can be bought before the turn and after it."""
        taken, self.bought = foreseen(view, line)
        self.aims = [card for card in self.cards if card not in taken]
        """Those of them that the player can still hope for: no rival takes them in the line."""
        self.following = next_purchase(self, line)
        self.rivals = [seat for seat in range(len(view.players)) if seat != self.player]

    def can_pay_after(self, card: int) -> bool:
        """Can the player pay for a card after the turn, if a gem that a trading post gives in it is chosen for that?"""
        if payable(self.end, self.player, card):
            return True
        s = determinize(self.view, Random(self.seed))
        advance(s, self.action, Random(self.seed))
        gems = [step for step in legal(s) if step[0] == "token" and s.turns == self.view.turns]
        lines = [(self.action, gem, back) for gem in gems for back in RETURN]
        ends = (played_out(self.view, line, self.likely, self.seed) for line in lines)
        return any(payable(end, self.player, card) for end in ends)

    def called(self, card: int) -> str:
        """Name of a card by its place, with its points if it has any, and the noble, city or trading post that it
        brings.
        """
        noble, post, points = self.noble_with(card), self.post_with(card), CARDS[card].points
        label = self.label(card)
        if noble is None and post is None and not self.brings_city(card):
            return f"{label}{points_note(card)}"
        own = f"{plural(points, 'point')}, and " if points else ""
        brings = "a city" if post is None else f"trading post {post + 1}"
        brings = f"a noble of {NOBLES[noble].points}" if noble is not None else brings
        return f"{label} ({own}{brings})"

    def label(self, card: int) -> str:
        """Label of a card; of one that another player has reserved with that player's name: "Hana's r1"."""
        name = self.names[self.player] if self.names else "you"
        theirs = f"{name}'s " if card in self.before.hand and name.lower() != "you" else ""
        return f"{theirs}{slot_label(self.view, card)}"

    def noble_with(self, card: int) -> int | None:
        """A noble that the card would bring after this turn; None without one."""
        after = self.after
        if card in after.cards or not plain(card):
            return None
        bonuses_then = self.bonuses_with(card)
        for noble in (*self.end.nobles, *self.patrons):
            if noble not in after.nobles and all(
                n >= asked for n, asked in zip(bonuses_then, NOBLES[noble].cost, strict=False)
            ):
                return noble
        return None

    def post_with(self, card: int) -> int | None:
        """A trading post that the card would bring after this turn; None without one."""
        if self.view.module != "trading_posts" or card in self.after.cards:
            return None
        then, coats = self.after.copy(), trading_posts.of(self.end).coats[self.player]
        then.bonuses = self.bonuses_with(card)
        return next((n for n in range(len(trading_posts.POSTS)) if n not in coats and trading_posts.met(then, n)), None)

    def brings_city(self, card: int) -> bool:
        """Would the card bring a city after this turn?"""
        if self.view.module != "cities" or card in self.after.cards:
            return False
        then, now = self.after.copy(), cities.of(self.end)
        then.cards = (*then.cards, card)
        then.bonuses = self.bonuses_with(card)
        then.points += CARDS[card].points
        return now.owned[self.player] is None and any(cities.met(then, face) for face in now.table)

    def bonuses_with(self, card: int) -> list[int]:
        """The player's bonuses after this turn and the purchase of a card."""
        return [n + (colour == CARDS[card].bonus) for colour, n in enumerate(self.after.bonuses)]

    def prize(self, card: int) -> int:
        """Points that buying a card after this turn would bring, those of a noble and the worth of a city included."""
        noble = self.noble_with(card)
        brought = NOBLES[noble].points if noble is not None else CITY * self.brings_city(card)
        return CARDS[card].points + brought

    @property
    def patrons(self) -> Sequence[int]:
        """The nobles that the player has reserved by a card of The Orient."""
        return orient.of(self.end).patrons[self.player] if self.view.module == "orient" else ()

    @property
    def gained(self) -> list[int]:
        """Cards from the table or the hand that the player has bought or taken free this turn."""
        visible = (*self.view.market, *self.before.hand)
        return [card for card in self.after.cards if card not in self.before.cards and card in visible]


def played_out(view: Splendor, line: tuple[Action, ...], likely: Likely, seed: int) -> Splendor:
    """The position at the end of the player's turn: the steps of the line, then the most likely ones.

    Cards revealed by chance in between are neither chosen nor considered.
    """
    s = determinize(view, Random(seed))
    steps = iter(line)
    while not s.over and s.turns == view.turns:
        public = s.copy()
        public.market = [card if card in view.market else EMPTY for card in s.market]
        public.players[view.player].blind = view.players[view.player].blind
        fresh = {card for card in s.market if card not in public.market}
        options = [a for a in legal(s) if a[0] not in ON_CARDS or not fresh & {*a[1:]}]
        step = next(steps, None)
        if step not in options:
            steps, step = iter(()), likely(public, options)
        advance(s, step, Random(seed))
    return s


def other_end(view: Splendor, chosen: Action, likely: Likely, seed: int) -> Splendor | None:
    """The position at the end of the turn after another choice in this step; None without one, or in the first step."""
    others = [] if chosen[0] in STARTS else [action for action in legal(view) if action != chosen]
    return played_out(view, (others[0],), likely, seed) if others else None


class Purchase(NamedTuple):
    """A card with points, or a noble, that the player is likely to buy in a later turn."""

    card: int
    turns: int
    """Own turns until then: 1 for the next one."""
    gained: int
    """Points of that turn."""


def next_purchase(plan: Plan, line: tuple[Action, ...]) -> Purchase | None:
    """The next card that the player buys for points in the line after this turn, of those on the table now."""
    s = determinize(plan.view, Random(0))
    for action in line:
        if s.over or action not in legal(s):
            return None
        before = s.players[plan.player].points
        own = s.player == plan.player and s.turns > plan.view.turns
        turns = (s.turns - plan.view.turns) // len(s.players)
        advance(s, action, Random(0))
        gained = s.players[plan.player].points - before
        if own and action[0] == "buy" and action[1] in plan.cards and action[1] not in plan.gained and gained > 0:
            return Purchase(action[1], turns, gained)
    return None


def foreseen(view: Splendor, line: tuple[Action, ...]) -> tuple[set[int], int | None]:
    """The cards that rivals take in the line before the player's next turn, and the card that the player then buys."""
    s, cards = determinize(view, Random(0)), set[int]()
    for action in line:
        if s.over or action not in legal(s):
            break
        if s.player == view.player and s.turns > view.turns:
            return cards, action[1] if action[0] == "buy" else None
        if s.player != view.player and action[0] in TAKING:
            cards.add(action[1])
        advance(s, action, Random(0))
    return cards, None


def ends_game(s: Splendor, seat: int, card: int) -> Literal["", "card", "noble"]:
    """Would a player end the game by buying a card: by its points, or only with those of a noble that it brings?"""
    p = s.players[seat]
    then = p.points + CARDS[card].points
    if s.module == "cities" or p.points >= GOAL:
        return ""
    if then >= GOAL or not plain(card):
        return "card" if then >= GOAL else ""
    bonuses = [n + (colour == CARDS[card].bonus) for colour, n in enumerate(p.bonuses)]
    visits = [n for n in s.nobles if all(has >= asked for has, asked in zip(bonuses, NOBLES[n].cost, strict=False))]
    return "noble" if any(then + NOBLES[noble].points >= GOAL for noble in visits) else ""


def points_note(card: int) -> str:
    """Points of a card as " (3 points)"; empty for a card without any."""
    points = CARDS[card].points
    return f" ({plural(points, 'point')})" if points else ""


def gap(p: Player, card: int) -> int:
    """Number of gems that a player still needs for a card after bonuses, tokens, gold and double gold."""
    return max(0, sum(missing(p, card)) - p.tokens[GOLD] - UNITS * len(double_gold(p)))


def payable(s: Splendor, seat: int, card: int) -> bool:
    return bool(MODULES[s.module].payments(s, seat, card))


def cards_named(cards: Sequence[int]) -> tuple[Piece, ...]:
    """Cards as the pieces that a reason is about."""
    return tuple(("card", card) for card in cards)


def plain(card: int) -> bool:
    """Return whether the card costs gems, not discarded bonuses."""
    return CARDS[card].discards is None
