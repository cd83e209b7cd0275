"""Advantages of a better move of Metropolys over the one played: see `tabletown.rules.analysis.explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.game import Action
from ...core.reason import Reason, of_move, to_mover
from ...core.text import plural, possessive
from ..board import NAMES, NEIGHBOURS
from ..score import HIGHEST, LEADS, gains, is_brief_lead, worth
from ..state import Metropolys
from .explain import Gain, at_least, gained, in_parts, outbidding

PER_POINT, PER_STEP = 1.3, 0.25
"""Weight of a point more, and of a value less that a bid spends."""
SURE = 3.0
"""Weight of a bid that cannot be outbid where the one played can."""
AT_RISK = 0.8
"""Weight of points that others may take."""
LEFT = 3
"""Least points that a rival gains by a pass, to be worth a word."""


def differences(
    view: Metropolys, played: Action, line: tuple[Action, ...], names: Sequence[str], likely: object = None
) -> list[Reason]:
    """Reasons why the first action of the line is better than the one played."""
    match line[0], played:
        case ("bid", place, value), ("bid", there, _):
            more = [*richer(view, line[0], played, names)]
            keeps = [] if more or risk(view, place, value) else denied(view, place, there, names)
            return [*more, *safer(view, line[0], played, names), *keeps, *at_risk(view, line[0], played)]
        case ("pass",), ("bid", there, other):
            return [*spared(view, there, other)]
        case ("bid", _, _), ("pass",):
            return [*left(view, names)]
    return []


def richer(s: Metropolys, best: Action, played: Action, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for a bid that is worth more points."""
    (_, place, value), (_, there, other) = best, played
    mine, theirs = worth(s, s.player, place, value), worth(s, s.player, there, other)
    if mine <= theirs or (mine <= 0 <= theirs):
        return
    if mine <= 0:
        text = f"{NAMES[there]} {counted(theirs)}, {NAMES[place]} {counted(mine)}"
    elif place == there:
        rest = f"is worth {'only ' * (theirs > 0)}{counted(theirs)}" if theirs >= 0 else counted(theirs)
        text = f"{value} is worth {plural(mine, 'point')} on {NAMES[place]}, while {other} {rest}"
    else:
        parts = [gain for gain in gained(s, place, value, names) if isinstance(gain, Gain)]
        costs = any(gain.points < 0 for gain in parts)
        what = in_parts(parts) if costs else ", ".join(gain.what for gain in parts)
        details = f" ({what})" if sum(gain.points for gain in parts) == mine else ""
        note = " unless the card is lost" if any(gain.can_be_lost for gain in parts) else ""
        text = f"{NAMES[place]} is worth {plural(mine, 'point')}{details}{note}, {NAMES[there]} {counted(theirs)}"
    yield Reason(PER_POINT * (mine - theirs), text, "points")


def at_risk(s: Metropolys, best: Action, played: Action) -> Iterator[Reason]:
    """Phrases for a place that is worth more, but among that is the subway card or a lead, which can be lost."""
    (_, place, value), (_, there, other) = best, played
    card, theirs = (dict(gains(s, s.player, *bid))["Subway card"] for bid in ((place, value), (there, other)))
    most = worth(s, s.player, there, other)
    if theirs > card and most > worth(s, s.player, place, value):
        text = f"{theirs} of the {plural(most, 'point')} on {NAMES[there]} are the subway card"
        yield Reason(AT_RISK, f"{text}, which goes to the player with more subway tokens", "objective")
    brief, other_brief = (leads_briefly(s, *bid) for bid in ((place, value), (there, other)))
    if other_brief and not brief and most > worth(s, s.player, place, value):
        share = f"{HIGHEST} of the " if most > HIGHEST else "the "
        text = f"{share}{plural(most, 'point')} on {NAMES[there]} are for a lead that one building could take"
        yield Reason(AT_RISK, text, "objective")


def leads_briefly(s: Metropolys, place: int, value: int) -> bool:
    """Would the building newly lead a district, in a way that a rival could take with a single building?"""
    return dict(gains(s, s.player, place, value)).get(LEADS, 0) > 0 and is_brief_lead(s, s.player, place, value)


def counted(points: int) -> str:
    """Points beside those of another place: "2", "nothing", "costs 3 points"."""
    return f"{points}" if points > 0 else f"costs {plural(-points, 'point')}" if points else "nothing"


def denied(s: Metropolys, place: int, there: int, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for the rival who would score more on the better place than on the other."""
    for seat, p in enumerate(s.players):
        if seat == s.player or not p.hand:
            continue
        mine, theirs = (worth(s, seat, each, p.hand.bit_length()) for each in (place, there))
        if mine >= LEFT and mine > theirs:
            text = f"keeps {NAMES[place]} from {names[seat]}, who could score {plural(mine, 'point')} there"
            yield of_move(0.6 * (mine - max(0, theirs)), text, "denial")


def risk(s: Metropolys, place: int, value: int) -> dict[int, int]:
    """The rivals who could outbid a bid, each with the lowest building that does."""
    return outbidding(s, value) if s.free & NEIGHBOURS[place] else {}


def safer(s: Metropolys, best: Action, played: Action, names: Sequence[str]) -> Iterator[Reason]:
    """Phrases for a bid that is harder to outbid, or cheaper."""
    (_, place, value), (_, there, other) = best, played
    mine, theirs = risk(s, place, value), risk(s, there, other)
    same = place == there
    a, b = (f"{value}", f"{other}") if same else (f"{value} on {NAMES[place]}", f"{other} on {NAMES[there]}")
    if theirs:
        rival = min(theirs, key=lambda seat: theirs[seat])
        beaten = f"{b} can, by {possessive(names[rival])} {theirs[rival]}"
        if not mine:
            yield Reason(SURE, f"{a} cannot be outbid, while {beaten}", "bid")
        elif min(mine.values()) > theirs[rival]:
            beaten = f"{possessive(names[rival])} {theirs[rival]} beats {b}"
            text = f"only {at_least(min(mine.values()))} can outbid {a}, while {beaten}"
            yield Reason(0.5 + 0.4 * (min(mine.values()) - theirs[rival]), text, "bid")
    if value < other:
        yield cheaper(s, best, played, mine, theirs)
    elif same and not theirs:
        yield of_move(0.6, f"keeps {{your}} {other} for another place, and {value} is as safe here", "bid")


def cheaper(s: Metropolys, best: Action, played: Action, mine: dict[int, int], theirs: dict[int, int]) -> Reason:
    """Phrase for a bid that spends a lower building."""
    (_, place, value), (_, there, other) = best, played
    weight = PER_STEP * (other - value) + 0.4
    if place != there:
        if theirs:  # a bid that is outbid comes back
            return of_move(weight, f"spends only {{your}} {value} if it wins, not {{your}} {other}", "bid")
        return of_move(weight, f"spends only {{your}} {value} and keeps {{your}} {other}", "bid")
    if not mine:
        return to_mover(weight + 1, f"{value} cannot be outbid either, and keeps {{your}} {other}", "bid")
    if theirs and min(mine.values()) == min(theirs.values()):
        text = f"{other} is no harder to outbid than {value}, so keep {{your}} {other}"
        return to_mover(weight + 1, text, "bid")
    pays = worth(s, s.player, place, value)
    if pays > LEFT:
        text = (
            f"{value} keeps {{your}} {other} for another place, and only {at_least(min(mine.values()))} can outbid it"
        )
    else:
        scores = f"scores only {plural(pays, 'point')}" if pays > 0 else "scores nothing now"
        text = f"{NAMES[place]} is not worth {{your}} {other}: it {scores}"
    return to_mover(weight, text, "bid")


def spared(s: Metropolys, there: int, other: int) -> Iterator[Reason]:
    """Phrase for a pass instead of a bid: its cost and its gain."""
    pays, bidder = worth(s, s.player, there, other), s.bids[-1]
    only = "only " * (pays < LEFT)
    rest = f"{NAMES[there]} scores {only}{plural(pays, 'point')}" if pays > 0 else f"{NAMES[there]} scores nothing now"
    yield of_move(2.0, f"keeps {{your}} {other} for a better place: {rest}", "bid")
    if (theirs := risk(s, there, other)) and bidder:
        yield Reason(0.8, f"{other} could still be outbid, by {min(theirs.values())}", "bid")


def left(s: Metropolys, names: Sequence[str]) -> Iterator[Reason]:
    """Phrase for a bid instead of a pass: what the pass leaves to the latest bidder."""
    bidder, place, value = s.bids[-1]
    pays = worth(s, bidder, place, value)
    if pays >= LEFT:
        text = f"a pass leaves {names[bidder]} {NAMES[place]} for {plural(pays, 'point')}"
        yield Reason(0.7 * pays, text, "denial")
