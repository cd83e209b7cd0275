"""The lead of each district in words, which scores in the Expert edition: most tall buildings, then most medium."""

from __future__ import annotations

from collections.abc import Sequence

from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import DISTRICT_PLACES, DISTRICTS, SIZES
from tabletown.rules.metropolys.score import HIGHEST, highest_buildings, skyline
from tabletown.rules.metropolys.state import Metropolys

LEAD, SHARE = ("leads", "lead"), ("shares", "share")
"""Verbs of districts that another player, or you, lead alone or with others."""


def leaders(view: Metropolys) -> list[tuple[int, ...]]:
    """The players who lead each district; none of any in the Family edition."""
    return highest_buildings(view) if view.version == "expert" else [()] * len(DISTRICTS)


def districts_in_play(view: Metropolys) -> list[str]:
    """The names of the districts in which one can build."""
    return [name for name, there in zip(DISTRICTS, DISTRICT_PLACES, strict=True) if there & view.in_use]


def led(view: Metropolys, seat: int) -> list[str]:
    """The districts that a player leads, alone or with others: all of them score."""
    return [name for name, best in zip(DISTRICTS, leaders(view), strict=True) if seat in best]


def groups_led(view: Metropolys, seat: int, you: bool = False) -> list[tuple[str, list[str]]]:
    """The districts that a player leads alone, and those that they share, each list after its verb, for `you` if so."""
    all_led = [(name, best) for name, best in zip(DISTRICTS, leaders(view), strict=True) if seat in best]
    kinds = [(verb, [name for name, best in all_led if (len(best) == 1) == alone])
             for verb, alone in ((LEAD[you], True), (SHARE[you], False))]  # fmt: skip
    return [(verb, names) for verb, names in kinds if names]


def led_in_rows(view: Metropolys, seat: int, you: bool = False) -> list[str]:
    """The districts that a player leads with their points, and those that they share: "leads West +5"."""
    return [f"{verb} {join_words(names)} {HIGHEST * len(names):+}" for verb, names in groups_led(view, seat, you)]


def led_in_words(view: Metropolys, seat: int, you: bool = False) -> tuple[str, ...]:
    """Wordings of the districts that a player leads with their points, the longest first: "leads West +5, shares East
    +5", of which a short one leaves out the points: "leads W, shares E"; none if there are none.
    """
    groups = groups_led(view, seat, you)
    if not groups:
        return ()
    without_points = ", ".join(f"{verb} {initials(names)}" for verb, names in groups)
    points = f"{HIGHEST * sum(len(names) for _, names in groups):+}"
    return (
        ", ".join(led_in_rows(view, seat, you)),
        ", ".join(led_in_short_rows(view, seat, you)),
        *([without_points] if len(groups) > 1 else []),
        f"{', '.join(verb for verb, _ in groups)} {points}",
    )


def led_in_short_rows(view: Metropolys, seat: int, you: bool = False) -> list[str]:
    """The same rows as `led_in_rows` with the letters of the districts: "leads C W +10"."""
    return [f"{verb} {initials(names)} {HIGHEST * len(names):+}" for verb, names in groups_led(view, seat, you)]


def initials(districts: Sequence[str]) -> str:
    """The letters of districts, by which the names of their places begin."""
    return " ".join(district[0] for district in districts)


def advantage(view: Metropolys, seat: int, district: int) -> str:
    """The buildings by which a leader of a district is ahead of all who do not share it: "most tall buildings"."""
    own = skyline(view.players[seat], district)
    best = max((other for p in view.players if (other := skyline(p, district)) != own), default=(0, 0, 0))
    n = next(n for n, (mine, theirs) in enumerate(zip(own, best, strict=True)) if mine != theirs)
    sizes = SIZES[::-1]
    if not any(own[:n]):
        return f"most {sizes[n]} buildings"
    return f"as many {sizes[n - 1]} buildings, more {sizes[n]} ones"


def district_leaders(view: Metropolys, names: Sequence[str]) -> list[tuple[str, str]]:
    """The name of each district in play, and who leads it: "You", "Hana and Bruno", "nobody"."""
    return [
        (name, join_words([names[seat] for seat in best]) or "nobody")
        for name, best, there in zip(DISTRICTS, leaders(view), DISTRICT_PLACES, strict=True)
        if there & view.in_use
    ]


def tallest_places(view: Metropolys) -> int:
    """Mask of the buildings of the greatest size that the leaders of each district have there."""
    mask = 0
    for there, best in zip(DISTRICT_PLACES, leaders(view), strict=True):
        for seat in best:
            mask |= next(built & there for built in reversed(view.players[seat].built) if built & there)
    return mask
