"""Further steps of a turn of Splendor in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...core.game import Action
from ...core.text import in_perspective
from ..cards import BACK, CARDS, COLOURS, GOLD, NOBLES
from ..expansions import strongholds
from ..limits import TOKEN_LIMIT
from ..names import slot_label, tokens
from ..state import Splendor
from ..wording import automatic, phrases
from .expansion_features import lacking
from .explain import bonuses
from .plan import STARTS, payable


def together(steps: Sequence[tuple[Splendor, Action]]) -> list[str]:
    """Phrases for steps of a turn, given as pairs of the position before a step and its action; all tokens to return
    are one. A turn from its first step on may be anybody's, and says what the player gains; the further steps are those
    of the player who is advised, to whom the reasons for the first one say it.
    """
    is_whole, words = steps[0][1][0] in STARTS, list[str]()
    for verb, group in groupby(steps, lambda step: step[1][0]):
        same = list(group)
        words += [returning(same)] if verb == "return" else [step_words(*step, is_whole) for step in same]
    return words


def step_words(s: Splendor, a: Action, is_whole: bool = False) -> str:
    """A step in words, in a whole turn with what it gains and without "you"."""
    gained = [gain.brief for gain in automatic(s, a)] if is_whole else []
    return ", ".join([noted(s, a, is_whole), *gained])


def noted(s: Splendor, a: Action, is_whole: bool) -> str:
    """A step in words; a noble to reserve with the bonuses that are still needed for it, a stronghold with its use."""
    words = in_perspective(phrases(s, a)[0], "second")
    match a:
        case ("reserve_noble", noble):
            return f"{words}, {bonuses(lacking(s.players[s.player], NOBLES[noble].cost))} away"
        case ("place" | "move", *_, int(card)) if card < BACK and is_third(s, card):
            return f"{words}, {'the' if is_whole else 'your'} third there"
        case ("place" | "move", *_, int(card)) if card < BACK and payable(s, s.player, card):
            return f"{words}, {'affordable' if is_whole else 'which you can buy'} next turn"
        case ("place" | "move", *_, int(card)) if card < BACK:
            rivals = [seat for seat in range(len(s.players)) if seat != s.player and payable(s, seat, card)]
            return words + ", which a rival could buy" * bool(rivals)
    return words


def is_third(s: Splendor, card: int) -> bool:
    """Return whether the next stronghold of the player to move on a card is the last that a conquest needs."""
    return strongholds.of(s).placed[s.player].count(card) == strongholds.EACH - 1


def returning(steps: Sequence[tuple[Splendor, Action]]) -> str:
    """The tokens to return and why: "return a red token, as 10 is the limit: 2-3 stays affordable"."""
    before, after = steps[0][0], steps[-1][0].copy()
    player, colours = before.player, [action[1] for _, action in steps]
    what = f"a {COLOURS[colours[0]]} token" if len(steps) == 1 else tokens([colours.count(c) for c in range(GOLD + 1)])
    after.players[player].tokens[colours[-1]] -= 1
    barred = strongholds.foreign(before) if before.module == "strongholds" else set()
    cards = [card for card in (*before.market, *before.players[player].hand) if card < BACK]
    kept = [card for card in cards if card not in barred and payable(after, player, card)]
    why = f": {slot_label(before, max(kept, key=lambda card: CARDS[card].points))} stays affordable" if kept else ""
    return f"return {what}, as {TOKEN_LIMIT} is the limit{why}"
