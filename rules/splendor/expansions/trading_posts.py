"""Trading Posts: five powers on a board, each for every player who meets its requirement, for the rest of the game.

Posts are 0 to 4. Coats of arms are placed automatically. The extra gem after a purchase (post 0) or after two tokens
of one colour (post 1) is a step of its own, ("token", colour). With post 2 a payment keeps its form; each gold token
in it, the last number, may stand for two tokens of one colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import NamedTuple

from ...core.csv_tables import read_csv
from ...core.game import Action, Score
from .. import base_turn
from ..cards import COLOURS, GOLD, LETTERS, gems
from ..names import need_more
from ..payment import Payment, missing, need, within_reach
from ..payment import payments as plain
from ..state import Player, Splendor

TOKEN_AFTER_PURCHASE, EXTRA_AFTER_PAIR, DOUBLE_GOLD, FIVE_POINTS, POINT_PER_COAT = range(5)

FIVE = 5
"""Prestige points of the fourth post."""


class Post(NamedTuple):
    """Requirement of a post: bonuses of each colour, and number of nobles."""

    cost: tuple[int, ...]
    nobles: int


POSTS = tuple(Post(gems(row), int(row["nobles"])) for row in read_csv("tabletown.rules.splendor", "trading_posts.csv"))

NO_TOKEN = -1


@dataclass(slots=True)
class Posts:
    """The expansion's part of the state."""

    coats: list[tuple[int, ...]]
    """Posts with a coat of arms of each player, in order of placement."""
    barred: int = NO_TOKEN
    """Colour excluded from a pending extra gem, GOLD for none; NO_TOKEN when no extra gem is pending."""

    def copy(self) -> Posts:
        return Posts(self.coats[:], self.barred)


def of(s: Splendor) -> Posts:
    """The posts of a state with this expansion."""
    assert isinstance(s.extra, Posts)
    return s.extra


def deal(s: Splendor, rng: Random) -> None:
    s.extra = Posts([()] * len(s.players))


def met(p: Player, post: int) -> bool:
    """Return whether a player meets the requirement of a post."""
    asked = POSTS[post]
    return len(p.nobles) >= asked.nobles and all(n >= cost for n, cost in zip(p.bonuses, asked.cost, strict=True))


def post_points(coats: tuple[int, ...]) -> tuple[int, int]:
    """Points of the fourth and of the fifth post, given a player's coats of arms."""
    return FIVE * (FIVE_POINTS in coats), len(coats) * (POINT_PER_COAT in coats)


def claim(s: Splendor, rng: Random) -> bool:
    """Place a coat of arms on every post whose requirement the player meets, any number in a turn."""
    posts, p = of(s), s.players[s.player]
    before = posts.coats[s.player]
    if new := tuple(post for post in range(len(POSTS)) if post not in before and met(p, post)):
        posts.coats[s.player] = before + new
        p.points += sum(post_points(before + new)) - sum(post_points(before))
    return False


def parts(s: Splendor, player: int) -> Score:
    five, coats = post_points(of(s).coats[player])
    return (("Post 4", five), ("Post 5", coats))


# Payments


def payments(s: Splendor, player: int, card: int) -> list[Payment]:
    """Every legal payment of a player for a card, the least gold first."""
    p = s.players[player]
    return doubled(p, card) if DOUBLE_GOLD in of(s).coats[player] else plain(p, card)


def doubled(p: Player, card: int) -> list[Payment]:
    """Every legal payment when a gold token stands for up to two tokens of one colour, the least gold first."""
    owed, held = need(p, card), p.tokens[GOLD]
    ways = [
        [(gold, max(0, n - 2 * gold)) for gold in range((n + 1) // 2 + 1) if n - 2 * gold <= tokens]
        for n, tokens in zip(owed, p.tokens, strict=False)
    ]
    payments = [
        (*(paid for _, paid in way), sum(gold for gold, _ in way))
        for way in product(*ways)
        if sum(gold for gold, _ in way) <= held
    ]
    return sorted(payments, key=lambda paid: paid[GOLD])


def unpaid(short: Sequence[int], gold: int) -> int:
    """Gems still missing after gold, each for up to two of one colour, is spent where most are missing."""
    left = sorted(short)
    for _ in range(gold):
        left = sorted((*left[:-1], max(0, left[-1] - 2)))
    return sum(left)


def unaffordable(s: Splendor, player: int, card: int) -> str:
    """Sentence about the tokens that a player still needs for a card; empty when it is affordable."""
    p = s.players[player]
    short, gold, doubles = missing(p, card), p.tokens[GOLD], DOUBLE_GOLD in of(s).coats[player]
    lack = unpaid(short, gold) if doubles else sum(short) - gold
    return need_more(lack, short) if lack > 0 else ""


def actions(s: Splendor) -> list[Action]:
    """Legal actions of the base game, with payments in which gold counts double for a player with that post."""
    p = s.players[s.player]
    if not p.tokens[GOLD] or DOUBLE_GOLD not in of(s).coats[s.player]:
        return base_turn.actions(s)
    mask = within_reach(p, 2 * p.tokens[GOLD])
    within = [card for card in (*s.market, *p.reserved, *p.blind) if mask >> card & 1]
    buying: list[Action] = [("buy", card, way) for card in within for way in doubled(p, card)]
    return base_turn.with_buying(s, p, buying)


# The extra gem


def play(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    """Carry out an action of the base game; an extra gem of a post becomes pending."""
    base_turn.play(s, p, a, rng)
    posts = of(s)
    match a:
        case ("buy", *_) if TOKEN_AFTER_PURCHASE in posts.coats[s.player]:
            posts.barred = GOLD
        case ("take", (colour, two)) if colour == two and EXTRA_AFTER_PAIR in posts.coats[s.player]:
            posts.barred = colour


def tokens(s: Splendor) -> list[Action]:
    barred = of(s).barred
    if barred == NO_TOKEN:
        return []
    return [("token", colour) for colour in range(GOLD) if s.bank[colour] and colour != barred]


def due(s: Splendor, rng: Random) -> bool:
    """Take a pending extra gem that has a single choice; return True when the player must choose a colour."""
    actions = tokens(s)
    if len(actions) == 1:
        gain(s, actions[0][1])
    elif not actions:
        of(s).barred = NO_TOKEN
    return len(actions) > 1


def take(s: Splendor, p: Player, a: Action, rng: Random) -> None:
    gain(s, a[1])


def gain(s: Splendor, colour: int) -> None:
    s.bank[colour] -= 1
    s.players[s.player].tokens[colour] += 1
    of(s).barred = NO_TOKEN


def notation(s: Splendor, a: Action) -> str:
    """Notation of an extra gem: "token r"."""
    return f"token {LETTERS[a[1]]}"


def phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    return (f"take a {COLOURS[a[1]]} gem (trading post)",) if a[0] == "token" else ()


def refusal(s: Splendor, a: Action) -> str:
    match a:
        case ("token", int(colour)):
            return refuse_token(s, colour)
        case ("token", *_):
            return "Take one of the five gem colours from a trading post."
    return ""


def refuse_token(s: Splendor, colour: int) -> str:
    """Reason why the extra gem of a post cannot be taken now, as a sentence."""
    barred = of(s).barred
    if barred == NO_TOKEN:
        return "A trading post gives a token only when you buy a card or take two of a colour."
    if colour == barred:
        return (
            "A trading post does not give gold." if colour == GOLD else f"Take a colour other than {COLOURS[colour]}."
        )
    if colour not in range(GOLD):
        return "Take one of the five gem colours from a trading post."
    return f"The bank has no {COLOURS[colour]} left."
