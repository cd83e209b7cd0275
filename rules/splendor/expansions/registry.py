"""Registry of the modules: the base game and its expansions, each played alone, without their order of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ...core.game import Action, Option, Options, Score
from .. import payment
from ..cards import GOLD
from ..names import need_more
from ..payment import Payment
from ..state import Splendor, base
from . import cities, orient, orient_notation, strongholds, trading_posts


def no_pieces(s: Splendor, rng: Random) -> None:
    """Add nothing to the table."""


def no_points(s: Splendor, player: int) -> Score:
    return ()


def paid_plainly(s: Splendor, player: int, card: int) -> list[Payment]:
    return payment.payments(s.players[player], card)


def too_dear(s: Splendor, player: int, card: int) -> str:
    """Sentence about the tokens that a player still needs for a card; empty when there are enough."""
    p = s.players[player]
    short, gold = payment.missing(p, card), p.tokens[GOLD]
    lack = sum(short) - gold
    return need_more(lack, short) if lack > 0 else ""


def everybody(s: Splendor) -> Sequence[int]:
    return range(len(s.players))


def no_words(s: Splendor, a: Action) -> str:
    return ""


def no_phrases(s: Splendor, a: Action) -> tuple[str, ...]:
    return ()


class Module(NamedTuple):
    """Functions of a module; the order of its turn is in `turn.ORDER`."""

    title: str
    nobles: bool = True
    """False for a module without nobles."""
    deal: Callable[[Splendor, Random], None] = no_pieces
    """Function that adds the module's pieces to a new base game."""
    payments: Callable[[Splendor, int, int], list[Payment]] = paid_plainly
    """Every legal payment of a player for a card, the usual one first."""
    unaffordable: Callable[[Splendor, int, int], str] = too_dear
    """Sentence about the means that a player lacks for a card; empty when it is affordable."""
    parts: Callable[[Splendor, int], Score] = no_points
    """Parts of a player's score besides those of the base game."""
    contenders: Callable[[Splendor], Sequence[int]] = everybody
    """Players who may win."""
    notation: Callable[[Splendor, Action], str] = no_words
    """Notation of the actions that only the module has."""
    phrases: Callable[[Splendor, Action], tuple[str, ...]] = no_phrases
    """Phrases for those actions and for others that it changes: the move, then its consequences; empty where the base
    game's phrases apply."""
    refusal: Callable[[Splendor, Action], str] = no_words
    """Reason in the module's rules why an action is not legal; empty when there is none."""


MODULES = {
    "base": Module("Base game"),
    "cities": Module(
        "The Cities",
        nobles=False,
        deal=cities.deal,
        contenders=cities.contenders,
        notation=cities.notation,
        phrases=cities.phrases,
        refusal=cities.refusal,
    ),
    "trading_posts": Module(
        "Trading Posts",
        deal=trading_posts.deal,
        payments=trading_posts.payments,
        unaffordable=trading_posts.unaffordable,
        parts=trading_posts.parts,
        notation=trading_posts.notation,
        phrases=trading_posts.phrases,
        refusal=trading_posts.refusal,
    ),
    "orient": Module(
        "The Orient",
        deal=orient.deal,
        payments=orient.payments,
        unaffordable=orient_notation.unaffordable,
        notation=orient_notation.notation,
        phrases=orient_notation.phrases,
        refusal=orient_notation.refusal,
    ),
    "strongholds": Module(
        "The Strongholds",
        deal=strongholds.deal,
        notation=strongholds.notation,
        phrases=strongholds.phrases,
        refusal=strongholds.refusal,
    ),
}

OPTION = Option("module", "Module", tuple((value, module.title) for value, module in MODULES.items()))


def setup(seats: int, options: Options, rng: Random) -> Splendor:
    """A new game of the module in `options`; the first seat starts."""
    s = base(seats, options["module"], rng)
    MODULES[s.module].deal(s, rng)
    return s
