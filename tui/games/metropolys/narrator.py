"""Metropolys in lines of text: the auction, the city by district, the players, consequences of an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.metropolys.board import (
    BUILDINGS,
    DISTRICT_PLACES,
    DISTRICTS,
    NAMES,
    NEIGHBOURHOODS,
    SIZES,
    TYPES,
    places,
    size,
    values,
)
from tabletown.rules.metropolys.objectives import FACE_DOWN, OBJECTIVES
from tabletown.rules.metropolys.score import HIGHEST, gains, highest_in
from tabletown.rules.metropolys.state import NOBODY, TOKENS, UNSEEN, Metropolys, owner
from tabletown.rules.metropolys.turn import targets

from ...narration.events import Event
from ...narration.grammar import clause, owned
from .auction_log import with_awards

AIM = "to win the game"
"""Words after winning chances: an auction can be won too."""


def task(view: Metropolys) -> str:
    if not view.bids:
        return "start an auction: bid any building on any free place"
    _, place, value = view.bids[-1]
    near = join_words([NAMES[there] for there in places(targets(view))], "or")
    return f"bid more than {value} on {near} (next to {NAMES[place]}), or pass"


def phase(view: Metropolys) -> str:
    most = max(p.places.bit_count() for p in view.players)
    return f"Closest to finishing: {most} of {len(BUILDINGS)} built"


def status(view: Metropolys, seat: int) -> str:
    return f"in hand: {join_words([str(v) for v in values(view.players[seat].hand)])}"


def annotate_log(story: Sequence[LogLine], newest: Metropolys, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
    return with_awards(story, newest, seats)


# The city


def table(view: Metropolys, seat: int | None, names: Sequence[str]) -> list[str]:
    """Lines for the auction, the special cards, then each district: buildings, tokens, free places."""
    lines = auction(view, names)
    lines.append(f"Subway card: {holder(view.subway_card, names)}.")
    lines.append(f"Archaeology card: {holder(view.archaeology_card, names)}.")
    for n, there in enumerate(DISTRICT_PLACES):
        if view.in_use & there:
            lines += district(view, names, n)
    return lines


def auction(view: Metropolys, names: Sequence[str]) -> list[str]:
    """Lines for the bids of the current auction, the latest first, and the players who have passed."""
    if not view.bids:
        return ["No auction in progress."]
    bidder, place, value = view.bids[-1]
    lines = [f"Latest bid: {value} on {NAMES[place]}, by {names[bidder]}."]
    lines += [f"Previous bid: {v} on {NAMES[p]}, by {names[b]}." for b, p, v in reversed(view.bids[:-1])]
    out = [name for who, name in enumerate(names) if view.passed >> who & 1]
    return [*lines, f"Passed: {join_words(out)}."] if out else lines


def holder(seat: int, names: Sequence[str]) -> str:
    return "nobody" if seat == NOBODY else names[seat]


def district(view: Metropolys, names: Sequence[str], n: int) -> list[str]:
    there = DISTRICT_PLACES[n]
    built = [place for place in places(there) if view.values[place]]
    lines = [f"{DISTRICTS[n]}: {plural(len(built), 'building')}, {(view.free & there).bit_count()} free."]
    lines += [f"{NAMES[place]}: {building(view, names, place)}." for place in built]
    for kind, where in zip(TOKENS, view.tokens, strict=True):
        if with_token := [NAMES[place] for place in places(where & there)]:
            lines.append(f"{DISTRICTS[n]}, {kind} tokens: {' '.join(with_token)}.")
    if view.version == "expert" and (best := highest_in(view, n)):
        lines.append(
            f"{DISTRICTS[n]}, most tall buildings, {HIGHEST} points: {join_words([names[who] for who in best])}."
        )
    lines.append(f"{DISTRICTS[n]}, free: {' '.join(NAMES[p] for p in places(view.free & there)) or 'nothing'}.")
    return lines


def building(view: Metropolys, names: Sequence[str], place: int) -> str:
    """A building: "Hana's tall building (12)", or if values are hidden its size alone."""
    who, value = owner(view, place), view.values[place]
    sizes = [SIZES[n] for n, where in enumerate(view.players[who].built) if where >> place & 1]
    whose = "your" if names[who] == "You" else owned(names[who])
    return f"{whose} {sizes[0]} building{'' if value == UNSEEN else f' ({value})'}"


def details(view: Metropolys, seat: int | None, names: Sequence[str]) -> list[str]:
    """A line for each neighbourhood in play: type, pieces and surroundings."""
    return [about(view, names, place) for place in places(view.in_use)]


def about(view: Metropolys, names: Sequence[str], place: int) -> str:
    n = NEIGHBOURHOODS[place]
    bids = [f"{names[who]} bids {value}" for who, where, value in view.bids if where == place]
    stands = [building(view, names, place)] if view.values[place] else bids or ["free"]
    token = [f"{kind} token" for kind, where in zip(TOKENS, view.tokens, strict=True) if where >> place & 1]
    beside = [name for name in n.land if view.in_use >> NAMES.index(name) & 1]
    over = [name for name in n.bridges if view.in_use >> NAMES.index(name) & 1]
    facts = [f"next to {' '.join(beside) or 'nothing'}"]
    facts += [f"bridge to {' '.join(over)}"] if over else []
    facts += [f"bridge to {' '.join(away)} (not in play)"] if (away := [b for b in n.bridges if b not in over]) else []
    facts += [f"statue {' '.join(n.statues)}"] if n.statues else []
    facts += [f"lake {' '.join(n.lakes)}"] if n.lakes else []
    facts += ["outer edge"] if n.outer_edge else []
    return f"{n.name}: {TYPES[n.type]}, {', '.join([*stands, *token])}; {', '.join(facts)}."


# Players


def player(view: Metropolys, seat: int | None, who: int, names: Sequence[str]) -> list[str]:
    p = view.players[who]
    sizes = [f"{len(of_this_size)} {SIZES[n]}" for n in range(len(SIZES)) if (of_this_size := of_size(p.hand, n))]
    hand = f"{join_words([str(v) for v in values(p.hand)])}" if p.hand else "nothing"
    held = [plural(n, f"{kind} token") for n, kind in zip(p.tokens, TOKENS, strict=True) if n]
    held += ["the subway card"] if view.subway_card == who else []
    held += ["the archaeology card"] if view.archaeology_card == who else []
    facts = [
        f"have built {p.places.bit_count()} of {len(BUILDINGS)} buildings",
        f"have {hand} in hand" + (f": {join_words(sizes)}" if sizes else ""),
        f"have {join_words(held) or 'no tokens'}",
        *(f"have the {OBJECTIVES[c].kind} {OBJECTIVES[c].name}: {task_of(c)}" for c in p.cards if c != FACE_DOWN),
    ]
    return [clause(names[who], f"{fact}.") for fact in facts]


def of_size(hand: int, which: int) -> list[int]:
    """The values of the buildings of one size in a hand."""
    return [value for value in values(hand) if size(value) == which]


def task_of(card: int) -> str:
    return f"{OBJECTIVES[card].points} points for {OBJECTIVES[card].task}"


# What happened


def news(before: Metropolys, action: Action, after: Metropolys, names: Sequence[str]) -> list[Event]:
    """Events for the building and token that ended an auction, and for cards that changed hands."""
    if after.bids:
        return []
    who = after.player
    old, new = before.players[who], after.players[who]
    where = [place for place in places(new.places) if not old.places >> place & 1]
    results = []
    for place in where:
        token = [
            f"a {kind} token"
            for n, kind in enumerate(TOKENS)
            if before.tokens[n] >> place & 1 and kind != "archaeology"
        ] + ["an archaeology token"] * (before.tokens[TOKENS.index("archaeology")] >> place & 1)
        gains = [f"take {token[0]}"] if token else []
        value = action[2] if action[0] == "bid" else before.bids[-1][2]
        build = f"build {value} on {NAMES[place]} ({TYPES[NEIGHBOURHOODS[place].type]})"
        results.append(f"{clause(names[who], build, *gains)}.")
    if after.subway_card != before.subway_card:
        results.append(clause(names[after.subway_card], "take the subway card."))
    if after.archaeology_card != before.archaeology_card:
        results.append(clause(names[after.archaeology_card], "take the archaeology card."))
    for n, district in enumerate(DISTRICTS if after.version == "expert" else ()):
        if who in highest_in(after, n) and who not in highest_in(before, n):
            results.append(clause(names[who], f"take the lead in the {district}."))
    left = len(BUILDINGS) - new.places.bit_count()
    if left in (1, 2, 3):
        results.append(clause(names[who], f"have {plural(left, 'building')} left."))
    return [Event("result", text) for text in results]


def aside(view: Metropolys, action: Action) -> str:
    """A remark about an action: the points for building there now, or the effect of passing."""
    if action[0] != "bid":
        return "you drop out of this auction"
    _, place, value = action
    pays = [f"{n:+} {label.lower()}" for label, n in gains(view, view.player, place, value) if n]
    return f"if built: {', '.join(pays)}" if pays else ""


def all_named_moves(view: Metropolys) -> Iterator[tuple[str, Action]]:
    """Every move that can be named, with its action, legal or not, so that refusals can be explained."""
    for value in BUILDINGS:
        for place, name in enumerate(NAMES):
            yield f"bid {value} {name}", ("bid", place, value)
    yield "pass", ("pass",)
