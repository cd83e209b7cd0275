"""Effects of a move of Splendor, in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...core.game import Action
from ...core.reason import Reason, of_move, to_mover
from ...core.text import join_words, plural
from ..cards import CARDS, COLOURS, GOLD, NOBLES
from ..expansions import cities, orient, strongholds, trading_posts
from ..expansions.registry import MODULES
from ..limits import GOAL
from ..names import slot_label, tokens
from ..payment import COST
from ..score import winners
from ..state import Splendor
from ..turn import legal
from .denial_reasons import denial
from .expansion_features import lacking, nearness
from .plan import FAR, Likely, Plan, cards_named, gap, payable, plain
from .stronghold_reasons import forts

NOBLE_NEAR = 3
"""Most bonuses that a noble worth a word may still need."""
POST_NEAR = 3
"""Most bonuses that a trading post worth a word may still need."""
MIN_CHEAPER = 3
"""Least number of cards that a bonus must make cheaper to be worth a word."""
PLANNED = 2.0
"""Further weight of a card that becomes affordable if the line buys it next."""
AT_MOST = 3
"""Most cards named together; of more, two and the number of the others."""
GAINING = ("buy", "associate")
"""Verbs of actions that bring a bonus of which there is a choice."""


def terms(view: Splendor, line: tuple[Action, ...], names: Sequence[str], likely: Likely, seed: int) -> list[Reason]:
    """Reasons for the first action of the line."""
    plan = Plan(view, line, names, likely, seed)
    return [term for part in PARTS for term in part(plan)]


def later(plan: Plan) -> Iterator[Reason]:
    """Phrase for the next card that the player is likely to buy for points, with the gems still needed for it."""
    if plan.following is None or payable(plan.end, plan.player, plan.following.card):
        return
    card, turns, gained = plan.following
    if (gained == 1 and turns > 1) or payable(plan.view, plan.player, card):
        return  # too little to wait for, or it could be had now
    when, short = "next turn" if turns == 1 else f"in {turns} turns", gap(plan.after, card)
    secured = plan.action == ("reserve", card)  # with the gems that it still needs
    needs = f", with {plural(short, 'more gem')}" if plain(card) and short and not secured else ""
    text = f"{{you}} could buy {slot_label(plan.view, card)} {when} for {plural(gained, 'point')}{needs}"
    yield to_mover(1.0 + gained, text, "tempo", cards_named([card]))


def bonuses(n: int) -> str:
    return f"{n} bonus{'es' * (n != 1)}"


def ending(plan: Plan) -> Iterator[Reason]:
    """Phrases for winning the game or triggering its last round."""
    end = plan.end
    if end.over and plan.player in (won := winners(end)):
        yield of_move(100.0, "wins the game" if len(won) == 1 else "shares the win", "finish")
    elif end.last_round and not plan.anyway.last_round and not end.over:
        yield of_move(60.0, f"{goal_reached(plan)}, triggering the last round", "finish")


def goal_reached(plan: Plan) -> str:
    """The goal that the turn reaches: "reaches 16 points", "takes the city (13 points with R4 B3 bonuses)"."""
    if plan.view.module != "cities":
        return f"reaches {plan.after.points} points"
    face = cities.of(plan.end).owned[plan.player]
    return "takes the city" if face is None else f"takes the city ({cities.city_requirement(face, short=True)})"


def prizes(plan: Plan) -> Iterator[Reason]:
    """Phrases for nobles, cities and trading posts gained, which another choice in this step would not gain as well."""
    had = plan.anyway
    for noble in (each for each in plan.after.nobles if each not in had.players[plan.player].nobles):
        tile = NOBLES[noble]
        yield of_move(12.0, f"gains a noble ({tokens(tile.cost)}), {plural(tile.points, 'point')}", "noble")
    match plan.end.extra:
        case cities.Cities(owned=owned) if (face := owned[plan.player]) is not None:
            if cities.of(had).owned[plan.player] is None:
                yield of_move(50.0, f"takes the city ({cities.city_requirement(face)})", "city")
        case trading_posts.Posts(coats=coats):
            for post in coats[plan.player]:
                if post in trading_posts.of(had).coats[plan.player]:
                    continue
                yield of_move(10.0, f"claims trading post {post + 1}", "post")


def purchases(plan: Plan) -> Iterator[Reason]:
    """Phrases for points and bonuses of new cards, less the points of cards discarded for them."""
    lost = {*plan.before.cards} - {*plan.after.cards}
    points = sum(CARDS[card].points for card in plan.gained) - sum(CARDS[card].points for card in lost)
    if points > 0:
        goal = "" if plan.view.module == "cities" else f" ({plan.after.points} of {GOAL})"
        scores = of_move(4.0 * points, f"scores {plural(points, 'point')}{goal}", "points")
        yield scores._replace(obvious=True)
    for colour, (had, has) in enumerate(zip(plan.before.bonuses, plan.after.bonuses, strict=True)):
        if has > had:
            yield from helped(plan, colour, has - had, [card for card in plan.cards if COST[card][colour] > had])


def helped(plan: Plan, colour: int, number: int, cards: Sequence[int]) -> Iterator[Reason]:
    """Phrase for the cards that new bonuses make cheaper: the nearest one with points, or else their number."""
    gain = f"a {COLOURS[colour]} bonus" if number == 1 else f"{number} {COLOURS[colour]} bonuses"
    aims = [c for c in cards if c in plan.aims and plain(c) and CARDS[c].points]
    near = [c for c in aims if 0 < gap(plan.after, c) <= min(FAR, gap(plan.before, c))]
    if near:
        best = min(near, key=lambda card: (gap(plan.after, card), -plan.prize(card)))
        needed = plural(gap(plan.after, best), "more gem")
        text = f"brings {gain} towards {plan.called(best)}, which then needs {needed}"
        yield of_move(1.2 + 0.25 * len(cards), text, "engine", about=cards_named([best]))
    elif len(cards) >= MIN_CHEAPER and number * len(cards) >= most_cheapened_instead(plan):
        table = [card for card in plan.cards if card in plan.view.market]
        cheaper = sum(card in table for card in cards)
        makes = f"make{'s' * (number == 1)} {cheaper} of the {len(table)} cards on the table cheaper"
        yield of_move(1.2 + 0.25 * len(cards), f"brings {gain}, which {makes}", "engine")


def most_cheapened_instead(plan: Plan) -> int:
    """The most cards that the bonus of another card which could be bought now, or of another colour to choose, would
    make cheaper.
    """
    verb = plan.action[0]
    others = {a[1] for a in legal(plan.view) if a[0] == verb and a[1] != plan.action[1]} if verb in GAINING else set()
    colours = others if verb == "associate" else {CARDS[card].bonus for card in others}
    return max((cheapened(plan, colour) for colour in colours if colour < GOLD), default=0)


def cheapened(plan: Plan, colour: int) -> int:
    """Number of cards that a bonus of a colour would make cheaper."""
    return sum(COST[card][colour] > plan.before.bonuses[colour] for card in plan.cards)


def listed(plan: Plan, cards: Sequence[int]) -> str:
    """Cards by their names, the best ones first, and the number of further ones: "1-1, 1-2 and 2 more"."""
    called = [plan.called(card) for card in cards]
    return join_words(called if len(cards) <= AT_MOST else [*called[:2], f"{len(cards) - 2} more"])


def richer(plan: Plan) -> int | None:
    """The card that the player could buy now instead of another, for the most points and more than that brings; None if
    there is none.
    """
    if plan.action[0] != "buy":
        return None
    best = max(
        (c for c in plan.aims if payable(plan.view, plan.player, c)), key=lambda c: CARDS[c].points, default=None
    )
    gained = plan.after.points - plan.before.points
    return best if best is not None and CARDS[best].points > gained and best not in plan.gained else None


def waiting(plan: Plan) -> Iterator[Reason]:
    """Phrase for a card with more points that can be bought next turn just as well."""
    card = richer(plan)
    if card is None or not payable(plan.end, plan.player, card):
        return
    yield from can_wait(plan, card)


def can_wait(plan: Plan, card: int) -> Iterator[Reason]:
    """Phrase for a card that the player can buy next turn too, as it is reserved or no rival can buy it before."""
    if card in plan.after.hand:
        yield to_mover(3.0, f"{{your}} {plan.called(card)} is reserved and can wait", "tempo", cards_named([card]))
    elif plan.view.module == "strongholds" and card in strongholds.of(plan.end).placed[plan.player]:
        text = f"{plan.called(card)} can wait: {{your}} stronghold keeps others off it"
        yield to_mover(3.0, text, "tempo", cards_named([card]))
    elif not any(payable(plan.end, seat, card) for seat in plan.rivals):
        text = f"{plan.called(card)} can wait: no rival can buy it next turn"
        yield Reason(3.0, text, "tempo", about=cards_named([card]))


def payment(plan: Plan) -> Iterator[Reason]:
    """Phrase for the best card that this way to pay brings nearer than the usual way."""
    match plan.action:
        case ("buy", int(card), paid):
            usual = MODULES[plan.view.module].payments(plan.view, plan.player, card)[0]
            more = {c: spent(plan, c, paid, usual) for c in plan.aims if c != card and plain(c)}
            best = max(more, key=lambda c: (more[c] * (1 + plan.prize(c)), -gap(plan.after, c)), default=None)
            if best is not None and more[best] > 0:
                text = f"so paid, {{you}} will need {plural(more[best], 'gem')} less for {plan.called(best)}"
                yield to_mover(1.0 + CARDS[best].points, text, about=cards_named([best]))


def spent(plan: Plan, card: int, paid: Sequence[int], usual: Sequence[int]) -> int:
    """Number of gems by which a card is nearer after one payment than after another."""
    other = plan.after.copy()
    other.tokens = [n + a - b for n, a, b in zip(plan.after.tokens, paid, usual, strict=False)]
    return gap(other, card) - gap(plan.after, card)


def progress(plan: Plan) -> Iterator[Reason]:
    """Phrases for nobles that the turn brings within two bonuses, and trading posts within POST_NEAR."""
    patrons = orient.of(plan.view).patrons[plan.player] if plan.view.module == "orient" else ()
    waiting = [noble for noble in (*plan.view.nobles, *patrons) if noble not in plan.after.nobles]
    theirs = [noble for noble in waiting if noble in plan.end.nobles or noble in patrons]
    for noble in theirs:
        short, cost = lacking(plan.after, NOBLES[noble].cost), NOBLES[noble].cost
        if 0 < short <= NOBLE_NEAR and short < lacking(plan.before, cost):
            whose = "{your} reserved noble" if noble in patrons else "the noble"
            text = f"brings {{you}} within {bonuses(short)} of {whose} ({tokens(cost)})"
            yield of_move(6.0 / short, text, "noble", about=(("noble", noble),))
    if plan.view.module == "cities":
        yield from towards_city(plan)
    if plan.view.module == "trading_posts":
        near: dict[int, list[int]] = {}
        for post, asked in enumerate(trading_posts.POSTS):
            short = lacking(plan.after, asked.cost)
            held = len(plan.after.nobles) >= asked.nobles
            if held and 0 < short <= POST_NEAR and short < lacking(plan.before, asked.cost):
                near.setdefault(short, []).append(post + 1)
        for short, posts in near.items():
            numbers = join_words([f"{post}" for post in posts])
            text = f"brings {{you}} within {bonuses(short)} of trading post{'s' * (len(posts) > 1)} {numbers}"
            yield of_move(5.0 / short, text, "post", about=tuple(("post", number - 1) for number in posts))


def towards_city(plan: Plan) -> Iterator[Reason]:
    """Phrase for what is left of the nearest city, if the turn brings bonuses or points for it."""
    if cities.of(plan.end).owned[plan.player] is not None or not cities.of(plan.end).table:
        return
    face = cities.nearest(plan.end, plan.player)
    lack, before = cities.lack(plan.after, face), cities.lack(plan.before, face)
    if lack.total < before.total:
        left = [plural(lack.points, "point")] * (lack.points > 0)
        left += [bonuses(sum(lack.all_bonuses))] * any(lack.all_bonuses)
        asked = cities.city_requirement(face, short=True)
        text = f"leaves {join_words(left)} to go for {{your}} nearest city ({asked})"
        yield of_move(6.0 / max(1, lack.cards), text, about=(("city", face),))


def wanted_by_city(plan: Plan, cards: Sequence[int]) -> Iterator[Reason]:
    """Phrase for the first of these cards whose bonus the player's nearest city still needs."""
    if plan.view.module != "cities" or cities.of(plan.end).owned[plan.player] is not None:
        return
    face = cities.nearest(plan.end, plan.player)
    needed = cities.lack(plan.after, face).all_bonuses
    for card in [card for card in cards if needed[CARDS[card].bonus]][:1]:
        asked = cities.city_requirement(face, short=True)
        text = f"{{your}} nearest city ({asked}) needs the {COLOURS[CARDS[card].bonus]} bonus of {plan.label(card)}"
        yield to_mover(0.9, text, "city", (("city", face),))


def reach(plan: Plan) -> Iterator[Reason]:
    """Phrase for the cards that have become affordable, even those that a rival may well take first, or else for those
    that need fewer gems than before.
    """
    cards = [card for card in plan.aims if ("reserve", card) != plan.action]
    new = [
        card
        for card in plan.cards
        if ("reserve", card) != plan.action
        and payable(plan.end, plan.player, card)
        and not payable(plan.view, plan.player, card)
    ]
    reserves = plan.action[0] in ("reserve", "reserve_blind")
    gold = "brings the gold that " * (reserves and plan.after.tokens[GOLD] > plan.before.tokens[GOLD])
    if new:
        best = sorted(new, key=lambda card: (card == plan.bought, card in cards, plan.prize(card)), reverse=True)
        text, about = f"{gold}makes {listed(plan, best)} affordable", cards_named(best)
        if best[0] in cards:
            prize = max(plan.prize(card) for card in new if card in cards)
            yield of_move(2.0 + 2.0 * prize, text, "tempo", about=about)
            yield from wanted_by_city(plan, best)
        else:
            doubt = f"if no rival takes {'it' if len(new) == 1 else 'them'} first"
            yield of_move(1.0, f"{text}, {doubt}", about=about)
        return
    if plan.action[0] not in ("take", "token", "reserve", "reserve_blind"):
        return
    near = {card: gap(plan.after, card) for card in cards if plain(card) and gap(plan.before, card) > 0}
    near = {card: short for card, short in near.items() if 0 < short <= FAR and short < gap(plan.before, card)}
    if plan.following:
        near.pop(plan.following.card, None)  # told with the turn in which it is bought
    if near:
        short = min(near.values())
        best = sorted((card for card in near if near[card] == short), key=plan.prize, reverse=True)
        text = f"{f'{gold}puts' if gold else 'brings'} {listed(plan, best)} within {plural(short, 'gem')}"
        weight = 0.5 + 2 * max(nearness(plan.after, card) for card in best)
        yield of_move(weight, text, "tempo", about=cards_named(best))
        yield from wanted_by_city(plan, best)


def held(plan: Plan) -> Iterator[Reason]:
    """Phrases for a reserved card and the gold that comes with it."""
    match plan.action:
        case ("reserve", int(card)) if plain(card):
            short = gap(plan.after, card)
            if short:
                text = f"secures {plan.called(card)}, needing {plural(short, 'more gem')}"
                yield of_move(max(0.5, 1.0 + CARDS[card].points - 0.4 * short), text, "reserve")
            else:
                text = f"secures {plan.called(card)}, affordable next turn"
                yield of_move(2.0 + 2.0 * CARDS[card].points, text, "points")
        case ("reserve_blind", _):
            yield of_move(0.4, "reserves a card nobody else has seen", "reserve")
    gold = plan.after.tokens[GOLD] - plan.before.tokens[GOLD]
    if plan.action[0] in ("reserve", "reserve_blind") and gold > 0 and not any(reach(plan)):
        yield of_move(0.8, "brings a gold token", "reserve")


def returned(plan: Plan) -> Iterator[Reason]:
    """Phrases for returning a token that is needed least."""
    if plan.action[0] != "return":
        return
    colour = plan.action[1]
    p = plan.after
    if colour < GOLD and all(COST[card][colour] <= p.bonuses[colour] + p.tokens[colour] for card in plan.cards):
        text = f"no visible card needs more {COLOURS[colour]} than {{you}} would have left"
        yield to_mover(2.0, text)
    still = [card for card in plan.aims if payable(plan.end, plan.player, card)]
    if still:
        best = max(still, key=lambda card: CARDS[card].points)
        text = f"keeps {plan.called(best)} affordable"
        yield of_move(1.0 + CARDS[best].points, text, "tempo", about=cards_named([best]))


def special(plan: Plan) -> Iterator[Reason]:
    """Phrases for reserving a noble, discarding a card (The Orient) and choosing among several nobles."""
    match plan.action:
        case ("reserve_noble", int(noble)):
            short = lacking(plan.after, NOBLES[noble].cost)
            text = f"that noble, {bonuses(short)} away, is then reserved for {{you}}"
            yield to_mover(2.0, text, "noble")
        case ("discard", int(card)):
            points = CARDS[card].points
            yield of_move(1.0, f"loses {plural(points, 'point')}" if points else "loses no points")
        case ("noble", int(noble)):
            for seat in plan.rivals:
                if 0 < (short := lacking(plan.view.players[seat], NOBLES[noble].cost)) <= 2:
                    away = f"{bonuses(short)} away"
                    yield of_move(13.0, f"keeps that noble from {plan.names[seat]}, {away}", "denial")


PARTS: tuple[Callable[[Plan], Iterator[Reason]], ...] = (
    ending,
    prizes,
    purchases,
    waiting,
    payment,
    progress,
    reach,
    later,
    denial,
    held,
    returned,
    forts,
    special,
)
