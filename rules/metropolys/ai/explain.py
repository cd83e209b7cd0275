"""Effects of a move of Metropolys, in words: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.game import Action
from ...core.reason import Reason, Theme, of_move, to_mover
from ...core.text import join_words, plural
from ..board import BUILDINGS, DISTRICTS, NAMES, NEIGHBOURHOODS, NEIGHBOURS, places, values
from ..objectives import FACE_DOWN, MATCHING, OBJECTIVES, paid
from ..score import HIGHEST, LEADS, TOKEN_POINTS, changes, gains, highest_in, is_brief_lead, worth
from ..state import ARCHAEOLOGY, NOBODY, SUBWAY, TOKENS, Metropolys
from ..turn import PASS, build, higher, legal, standing
from .estimates import prospect
from .suspicions import STRONG, probable_map_card

CERTAIN, ALONE = 3.0, 1.5
"""Weight of a bid that cannot be outbid, and of one that can be outbid in a single way."""
LURE = 0.7
"""Weight of the bid that a rival is likely to answer with."""
BAIT = 4
"""Least value that a rival spends more than the bid, for which that is the aim of a bid that scores nothing."""
CLOSED_IN = 1.0
"""Weight of a place on which nobody can outbid the player later, besides its points."""
NEXT = 0.4
"""Weight, as a share of its points, of a group that one more building would complete."""


def terms(
    view: Metropolys, line: tuple[Action, ...], names: Sequence[str], likely: object = None, seed: int = 0
) -> list[Reason]:
    """Reasons for the first action of the line. A turn is one decision and involves no chance, so `likely`
    and `seed` are not used.
    """
    match line[0]:
        case ("bid", place, value):
            gains = together(place, list(gained(view, place, value, names)))
            lures = [*lured(view, line, names)]  # who is to outbid it need not find that hard
            if_it_wins = [] if lures else [*denied(view, place, names), *closed_in(view, place, value, names)]
            held_by = [] if lures else [*held(view, place, value, names, second([*gains, *if_it_wins]))]
            kept = [*cheap(view, place, value), *if_it_wins]
            return [*cost(view, place, value), *held_by, *gains, *kept, *lures]
    return [*left(view, names), *spared(view, names)]


DENIED = 0.6
"""Weight of each point that a rival loses or cannot score."""
BRIEF = 1.0
"""Weight of a lead that a rival could take with a single building."""
COST = 15.0
"""Weight of what a bid costs, which comes before all that it brings."""


def cost(s: Metropolys, place: int, value: int) -> Iterator[Reason]:
    """Phrase for a bid that costs points now: what they buy."""
    lost = worth(s, s.player, place, value)
    if lost < 0:
        lowest = value == min(values(s.players[s.player].hand))
        spent = f"gets rid of {{your}} {value}, {{your}} lowest," if lowest else f"builds {{your}} {value}"
        text = f"costs {plural(-lost, 'point')} now (archaeology), but {spent} and the winner opens the next auction"
        yield of_move(COST, text, "bid")


def denied(s: Metropolys, place: int, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for a place that probably scores for a rival's secret map card, as far as that rival's buildings show."""
    for seat, p in enumerate(s.players):
        card = probable_map_card(s, seat, STRONG)
        if seat == s.player or card is None or not p.hand:
            continue
        more = paid(card, p.places | 1 << place) - paid(card, p.places)
        if more > 0:
            text = f"keeps {NAMES[place]} from {names[seat]}, whose map card may be {OBJECTIVES[card].name}"
            yield of_move(DENIED * more, text, "denial")


class Gain(NamedTuple):
    """Points by a building, negative for a loss, a few words on what they are for, and the reason in full."""

    points: int
    what: str
    reason: Reason
    can_be_lost: bool = False
    """True with the subway card, which another player may win later."""


def together(place: int, gained: Sequence[Gain | Reason]) -> list[Reason]:
    """The gains at a place as reasons; several that score at once in a single one, with what the place costs. None if
    it costs more than it brings, which `cost` names.
    """
    gains = [gain for gain in gained if isinstance(gain, Gain)]
    others = [reason for reason in gained if isinstance(reason, Reason)]
    if sum(gain.points for gain in gains) < 0 or all(gain.points < 0 for gain in gains):
        return others
    if len(gains) < 2:
        return [*(gain.reason._replace(points=gain.points) for gain in gains), *others]
    total = sum(gain.points for gain in gains)
    themes = [gain.reason.theme for gain in gains]
    theme: Theme = "denial" if "denial" in themes else "objective" if "objective" in themes else "bid"
    result = f"is worth {plural(total, 'point')}" if total else "scores nothing now"
    text = f"{NAMES[place]} {result}: {in_parts(gains)}"
    return [Reason(sum(gain.reason.weight for gain in gains), text, theme, points=total), *others]


def in_parts(gains: Sequence[Gain]) -> str:
    """Each gain and loss with its points: "+3 trendy token, -1 archaeology"."""
    return ", ".join(f"{gain.points:+} {gain.what}" for gain in gains)


def second(reasons: Sequence[Reason]) -> float:
    """A weight above that of all these reasons but the strongest."""
    return max(sorted((reason.weight for reason in reasons), reverse=True)[1:], default=0.0) + 0.1


def outbidding(s: Metropolys, value: int) -> dict[int, int]:
    """The rivals who hold a building higher than `value`, with the lowest of those."""
    hands = {seat: p.hand for seat, p in enumerate(s.players) if seat != s.player and not s.passed >> seat & 1}
    return {seat: min(values(above)) for seat, hand in hands.items() if (above := higher(hand, value))}


def held(s: Metropolys, place: int, value: int, names: Sequence[str], weight: float) -> Iterator[Reason]:
    """Phrases for how hard the bid is to outbid; those for its value and for one that nobody can outbid have at least
    that weight.
    """
    rivals = outbidding(s, value)
    near = s.free & NEIGHBOURS[place]
    if not near:
        yield of_move(max(CERTAIN, weight), "cannot be outbid: no free place is next to it", "bid")
    elif not rivals:
        yield of_move(
            max(CERTAIN, weight), f"cannot be outbid on {NAMES[place]}: nobody can bid higher than {value}", "bid"
        )
    else:
        lowest, own = min(rivals.values()), values(higher(s.players[s.player].hand, standing(s)))
        lower = [mine for mine in own if mine < value]
        if lower and lowest > min(outbidding(s, lower[-1]).values()):
            text = f"only {at_least(lowest)} can outbid it"
            kept = [f"{mine}" for mine in own if mine > value]
            if kept:
                low = join_words(kept) if len(kept) < 4 else "higher buildings"
                text = f"keeps {{your}} {low} for later, and {text}"
            yield of_move(max(1.0, weight), text, "bid") if kept else Reason(max(1.0, weight), text, "bid")
        elif lowest > value + 1:
            yield Reason(min(2.5, 0.4 * (lowest - value)), f"only {at_least(lowest)} can outbid it", "bid")
        if len(rivals) == 1 and len(s.players) > 2:
            yield Reason(ALONE, f"only {names[min(rivals)]} can outbid it", "bid")
        if len(places(near)) == 1:
            [only] = places(near)
            yield of_move(ALONE, f"can only be outbid on {NAMES[only]}", "bid", about=(("place", only),))


def at_least(value: int) -> str:
    """Words for the buildings of that value and above: "11 or higher", "a 13"."""
    return f"{value} or higher" if value < BUILDINGS[-1] else f"a {value}"


def gained(s: Metropolys, place: int, value: int, names: Sequence[str]) -> Iterator[Gain | Reason]:
    """The gains and losses of a building there, if the bid wins the auction."""
    name, changes = NAMES[place], dict(gains(s, s.player, place, value))
    for kind, laid in enumerate(s.tokens):
        if laid >> place & 1 and TOKEN_POINTS[kind] > 0:
            points = TOKEN_POINTS[kind]
            if kind != SUBWAY or not changes["Subway card"]:
                text = f"{name} has a {TOKENS[kind]} token ({plural(points, 'point')})"
                yield Gain(points, f"{TOKENS[kind]} token", Reason(1.0 * points, text, "bid"))
    if changes["Subway card"] > 0:
        more = changes["Subway card"] + TOKEN_POINTS[SUBWAY]
        rival = "" if s.subway_card == NOBODY else f" from {names[s.subway_card]}"
        text = f"{name} has a subway token that wins the subway card{rival} ({plural(more, 'point')})"
        reason = Reason(1.0 * more, text, "denial" if rival else "bid")
        yield Gain(more, f"subway token and card{rival}", reason, can_be_lost=True)
    yield from objectives(s, place)
    if (lost := changes["Archaeology tokens"] + changes["Archaeology card"]) < 0:
        yield Gain(lost, "archaeology", Reason(1.0 * lost, f"{name} has an archaeology token", "bid"))
    district = NEIGHBOURHOODS[place].district
    if changes.get(LEADS, 0) > 0:
        shared = is_shared(s, district, place, value)
        what = f"{'shared ' * shared}lead in the {DISTRICTS[district]}"
        text, weight = f"takes {'a' if shared else 'the'} {what} ({plural(HIGHEST, 'point')})", 1.0 * HIGHEST
        if is_brief_lead(s, s.player, place, value):
            what, text, weight = f"{what} for now", f"{text} for now, but one building could take that", BRIEF
        yield Gain(HIGHEST, what, of_move(weight, text, "bid"))
    yield from leads_lost(s, district, place, value, names)


def leads_lost(s: Metropolys, district: int, place: int, value: int, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for the rivals who would lose the lead of a district by a building there."""
    if s.version != "expert":
        return
    after = s.copy()
    build(after, s.player, place, value)
    left = highest_in(after, district)
    if losers := [names[seat] for seat in highest_in(s, district) if seat not in left]:
        each = " each" * (len(losers) > 1)
        text = f"costs {join_words(losers)} {plural(HIGHEST, 'point')}{each} for leading the {DISTRICTS[district]}"
        yield of_move(DENIED * HIGHEST, text, "denial")


def is_shared(s: Metropolys, district: int, place: int, value: int) -> bool:
    """Would rivals share the lead of the district that a building there leads?"""
    after = s.copy()
    build(after, s.player, place, value)
    return len(highest_in(after, district)) > 1


def objectives(s: Metropolys, place: int) -> Iterator[Gain | Reason]:
    """Gains and phrases for the points of the player's own objective cards from a building there."""
    own, open_, bit = s.players[s.player].places, s.free, 1 << place
    for _, lying, _ in s.bids:
        open_ |= 1 << lying
    for card in s.players[s.player].cards:
        if card == FACE_DOWN:
            continue
        o, more = OBJECTIVES[card], paid(card, own | bit) - paid(card, own)
        if more > 0:
            what = "fits" if card in MATCHING else "completes a group for"
            text = f"{NAMES[place]} {what} {{your}} {o.kind} ({o.name}, {plural(more, 'point')})"
            yield Gain(more, o.name, to_mover(1.3 * more, text, "objective"))
        elif card not in MATCHING:
            where = places(prospect(card, own | bit, open_ & ~bit).scoring)
            if where and not prospect(card, own, open_).scoring:
                end = NAMES[where[0]] if len(where) == 1 else f"one of {len(where)} other places"
                text = f"prepares a {o.name} group, which {end} would complete"
                yield of_move(NEXT * o.points, text, "objective")


def closed_in(s: Metropolys, place: int, value: int, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for a place that the building closes in, so that nobody can outbid the player's lowest one there, with
    what that will score once the building is there.
    """
    own = s.players[s.player].hand | sum(1 << lying - 1 for bidder, _, lying in s.bids if bidder == s.player)
    rest = own & ~(1 << value - 1)
    before = s.free | sum(1 << where for _, where, _ in s.bids)
    after = before & ~(1 << place)
    closed = [near for near in places(after & NEIGHBOURS[place]) if not after & NEIGHBOURS[near]]
    if not rest or not closed:
        return
    lowest, then = min(values(rest)), s.copy()
    build(then, s.player, place, value)
    points, there = max((worth(then, s.player, near, lowest), near) for near in closed)
    if points >= 0:
        gains = [gain for gain in gained(then, there, lowest, names) if isinstance(gain, Gain)]
        losses = enumerate(changes(then, s.player, there, lowest))
        total = plural(points, "point") + f": {in_parts(gains)}" * (len(gains) > 1)
        gain = f" ({'; '.join([total, *(f'{names[who]} {n:+}' for who, n in losses if n < 0)])})" if points else ""
        text = f"leaves no free place next to {NAMES[there]}, where nobody can then outbid {{your}} {lowest}{gain}"
        yield of_move(CLOSED_IN + points, text, "bid", about=(("place", there),))


def cheap(s: Metropolys, place: int, value: int) -> Iterator[Reason]:
    """Phrases for a bid with the cheapest building that suffices, or with the player's last one."""
    hand, least = s.players[s.player].hand, standing(s)
    if min(values(higher(hand, least))) == value:
        cheapest = f"{{your}} {value} is the cheapest building that beats {least}"
        yield to_mover(0.6, cheapest, "bid") if least else of_move(0.6, f"costs only {{your}} {value}", "bid")
    mine = [lying for bidder, _, lying in s.bids if bidder == s.player]
    if not mine and hand == 1 << value - 1:
        is_safe = not s.free & NEIGHBOURS[place] or not outbidding(s, value)
        why = "no free place is next to it" if not s.free & NEIGHBOURS[place] else f"nobody can bid above {value}"
        end = f"cannot be outbid on {NAMES[place]}, as {why}: the game ends" if is_safe else "if it wins, the game ends"
        text = f"{{your}} {value} is {{your}} last building{' and' if is_safe else ':'} {end}"
        yield to_mover(20.0, text, "finish")


def lured(s: Metropolys, line: tuple[Action, ...], names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for the bid by which a rival is likely to outbid at once."""
    match line:
        case (("bid", site, value), ("bid", place, above), *_) if outbidding(s, value) and s.free & NEIGHBOURS[site]:
            rival = next(following_seats(s))
            text = f"may make {names[rival]} spend {above} on {NAMES[place]}, and {{your}} {value} comes back for later"
            if above - value >= BAIT and worth(s, s.player, site, value) <= 0:
                text = f"is bait, which need not score: it {text}"
            yield of_move(LURE, text, "bid", (("place", place),))


def following_seats(s: Metropolys) -> Iterator[int]:
    """The rivals still in the auction, in the order in which they act."""
    seats = len(s.players)
    return (seat for n in range(1, seats) if not s.passed >> (seat := (s.player + n) % seats) & 1)


def left(s: Metropolys, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for a pass that leaves an archaeology token to the last bidder."""
    bidder, place, _ = s.bids[-1]
    if s.tokens[ARCHAEOLOGY] >> place & 1:
        yield of_move(2.0, f"leaves {names[bidder]} the archaeology token on {NAMES[place]}")


def instead(s: Metropolys, bids: list[Action], most: int, names: Sequence[str]) -> str:
    """Words on a place that is worth more than `most` points to the lowest building that could bid now, in a later
    auction, or on the rival who could outbid any of the bids; empty if there is neither.
    """
    lowest, near = min(value for _, _, value in bids), {place for _, place, _ in bids}
    pays = {place: worth(s, s.player, place, lowest) for place in places(s.free) if place not in near}
    best = max(pays, key=lambda place: pays[place], default=None)
    if best is not None and pays[best] > most:
        return f", while {lowest} on {NAMES[best]} would bring {pays[best]}"
    above = outbidding(s, max(value for _, _, value in bids))
    rival = min(above, key=lambda seat: above[seat], default=None)
    return "" if rival is None else f", and {names[rival]} could still outbid {{you}} with {above[rival]}"


def spared(s: Metropolys, names: Sequence[str]) -> Iterator[Reason]:
    """Phrases for a pass: the cost and gain of outbidding instead."""
    bids = [a for a in legal(s) if a != PASS]
    if not bids:
        return
    best, spent, where = max((worth(s, s.player, place, value), -value, NAMES[place]) for _, place, value in bids)
    lowest = min(value for _, _, value in bids)
    if best <= 0:
        yield Reason(1.5, "no bid would score points now")
    else:
        higher_too = " or higher" if any(value > lowest for _, _, value in bids) else ""
        most = f"outbidding brings {plural(best, 'point')} at most ({-spent} on {where})"
        text = f"saves {{your}} {lowest}{higher_too}: {most}"
        yield of_move(1.0, text + instead(s, bids, best, names), "bid")
    near = [place for place in {a[1] for a in bids} if s.tokens[SUBWAY] >> place & 1]
    if not near and not any(s.tokens[0] >> a[1] & 1 for a in bids):
        yield Reason(0.5, "no place next to the latest bid has a trendy or subway token", "bid")
