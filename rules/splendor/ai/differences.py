"""Advantages of a better move of Splendor over the one played: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...core.game import Action
from ...core.reason import Reason, of_move
from ...core.text import join_words, plural
from ..cards import CARDS, COLOURS, GOLD
from ..payment import COST
from ..state import Splendor
from .explain import can_wait
from .plan import FAR, Likely, Plan, cards_named, gap, payable, plain

MUCH_NEARER = 2
"""Gems by which a card is nearer that outweigh points."""
MORE_CARDS = 2
"""Least difference in the number of cards that a bonus makes cheaper."""


def differences(
    view: Splendor, played: Action, line: tuple[Action, ...], names: Sequence[str], likely: Likely
) -> list[Reason]:
    """Reasons why the first action of the line is better than the one played."""
    best, other = Plan(view, line, names, likely, 0), Plan(view, (played,), names, likely, 0)
    return [reason for part in PARTS for reason in part(best, other)]


def scored(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for more points."""
    mine, theirs = (plan.after.points - plan.before.points for plan in (best, other))
    if mine > theirs:
        noble = len(best.after.nobles) > len(best.before.nobles) and len(other.after.nobles) == len(other.before.nobles)
        how = ", with the noble" * noble
        text = f"scores {plural(mine, 'point')} this turn{how}" + (f" instead of {theirs}" if theirs > 0 else "")
        yield of_move(4.0 * (mine - theirs), text, "points")


def affordable(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for the best card that you can buy next turn, but not after the move played; not for the one that the move
    reserves, which the effects of the move name.
    """
    both = [c for c in best.cards if c in other.cards and plain(c) and ("reserve", c) != best.action]
    only = [card for card in both if payable(best.end, best.player, card) and not other.can_pay_after(card)]
    if only:
        card = max(only, key=lambda each: (best.prize(each), -gap(other.after, each)))
        if payable(best.view, best.player, card):
            text = f"keeps {best.called(card)} affordable"
        else:
            text = f"makes {best.called(card)} affordable, which needs {plural(gap(best.before, card), 'more gem')} now"
        yield of_move(2.5 + 2.0 * best.prize(card), text, "tempo", cards_named([card]))


def taken_first(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for the cards that only the other move makes affordable, if a rival could buy each of them before."""
    new = [card for card in other.cards if plain(card) and payable(other.end, other.player, card)]
    new = [card for card in new if not any(payable(s, other.player, card) for s in (other.view, best.end))]
    seats = [seat for seat in other.rivals if all(payable(other.end, seat, card) for card in new)]
    if new and seats and not {*new} & {*other.after.hand}:
        cards = join_words([other.called(card) for card in sorted(new, key=other.prize, reverse=True)[:2]], "or")
        yield Reason(1.5 + max(map(other.prize, new)), f"{best.names[seats[0]]} could buy {cards} first", "denial")


def threatened(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for a stronghold on a card that a rival could buy, rather than on one that none could."""
    match best.action, other.action:
        case ("place" | "move", *_, int(card)), ("place" | "move", *_, int(safe)) if card != safe:
            buyers = [seat for seat in best.rivals if payable(best.view, seat, card)]
            if buyers and not any(payable(best.view, seat, safe) for seat in best.rivals):
                could = f"{best.names[buyers[0]]} could buy {best.called(card)} next turn"
                yield Reason(1.5 + CARDS[card].points, f"{could}, but nobody could buy {best.label(safe)}", "denial")


def in_order(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for two cards that can be bought in one order only, the better one first."""
    match best.action, other.action:
        case ("buy", int(first), *_), ("buy", int(second), *_) if plain(first) and plain(second) and first != second:
            there = first in other.cards and second in best.cards
            if there and payable(best.end, best.player, second) and not payable(other.end, other.player, first):
                early, late = best.label(first), best.label(second)
                text = f"after {early}, {late} is affordable next turn; after {late}, {early} is not"
                yield Reason(4.0 + CARDS[first].points, text, "tempo", about=cards_named([first, second]))


def waiting(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for the card bought by the move played, if it can still be bought next turn."""
    if any(in_order(best, other)):
        return
    match other.action:
        case ("buy", int(card), *_) if card not in best.after.cards and payable(best.end, best.player, card):
            yield from can_wait(best, card)


def nearer(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for a reserved card that is better than the one reserved."""
    match best.action, other.action:
        case ("reserve", int(card)), ("reserve", int(less)) if plain(card) and plain(less):
            mine, theirs = gap(best.after, card), gap(other.after, less)
            richer = (CARDS[card].points, -mine) > (CARDS[less].points, -theirs)
            if mine <= FAR and (richer or theirs - mine >= MUCH_NEARER):
                needs = f"needs {plural(mine, 'more gem')}" if mine else "is affordable next turn"
                missing = f"needs {theirs} more" if theirs else "is affordable next turn"
                missing += " but has no points" * (not CARDS[less].points and CARDS[card].points > 0)
                text = f"{best.called(card)} {needs}, while {best.called(less)} {missing}"
                yield Reason(2.0 + CARDS[card].points, text, "points")


def spent(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for more tokens left, or more gold."""
    gold = best.after.tokens[GOLD] - other.after.tokens[GOLD]
    more = sum(best.after.tokens) - sum(other.after.tokens)
    if gold > 0 and other.action[0] == "buy":
        yield of_move(1.2 * gold, f"spends {plural(gold, 'gold token')} less", "tempo")
    elif more > 0 and best.action[0] == other.action[0] == "buy":
        yield of_move(0.8 + 0.3 * more, f"costs {plural(more, 'token')} less", "reserve")
    elif more > 0 and best.action[0] == other.action[0] == "take":
        mine, theirs = (sum(plan.after.tokens) - sum(plan.before.tokens) for plan in (best, other))
        yield of_move(0.6 * more, f"brings {plural(mine, 'gem')} instead of {theirs}", "reserve")


def cheapening(plan: Plan) -> tuple[int, int] | None:
    """The colour of the new bonus and the number of known cards that it makes cheaper; None without one."""
    for colour, (had, has) in enumerate(zip(plan.before.bonuses, plan.after.bonuses, strict=True)):
        if has > had:
            return colour, sum(COST[card][colour] > had for card in plan.cards if plain(card))
    return None


def bonus(best: Plan, other: Plan) -> Iterator[Reason]:
    """Phrase for a bonus that makes more cards cheaper than that of the move played."""
    mine, theirs = cheapening(best), cheapening(other)
    if mine and theirs and mine[0] != theirs[0] and mine[1] - theirs[1] >= MORE_CARDS:
        text = f"a {COLOURS[mine[0]]} bonus makes {mine[1]} cards cheaper, a {COLOURS[theirs[0]]} one {theirs[1]}"
        yield Reason(1.2 + 0.4 * (mine[1] - theirs[1]), text, "engine")
    elif mine and not theirs and mine[1] >= MORE_CARDS:
        text = f"the {COLOURS[mine[0]]} bonus makes {mine[1]} cards cheaper at once"
        yield Reason(1.2 + 0.25 * mine[1], text, "engine")


PARTS: tuple[Callable[[Plan, Plan], Iterator[Reason]], ...] = (
    scored,
    affordable,
    taken_first,
    threatened,
    in_order,
    waiting,
    nearer,
    spent,
    bonus,
)
