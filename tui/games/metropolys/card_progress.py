"""Progress of a player towards the next group of an expert map card, and the places where it can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import DISTRICT_PLACES, DISTRICTS, LAKES, NAMES, places
from tabletown.rules.metropolys.objectives import BOARD, EXPERT_AREA, GROUPS, OBJECTIVES, grouping, paid, union
from tabletown.rules.metropolys.state import Metropolys

FEW = 3
"""The most places of a next group that are named."""


class Progress(NamedTuple):
    """The player's buildings in the groups that need fewest more."""

    built: int
    needed: int
    where: tuple[str, ...]
    """The buildings, or the district, of each such group."""
    in_districts: bool

    @property
    def brief(self) -> str:
        """In words: "2 of 3"."""
        return f"{self.built} of {self.needed}"

    @property
    def full(self) -> str:
        """In words: "2 of 3 built (C8 C10 or W4 W5)", "1 of 3 built in the East"."""
        where = join_words(self.where, "or")
        return f"{self.brief} built in {where}" if self.in_districts else f"{self.brief} built ({where})"


def progress(view: Metropolys, seat: int, card: int) -> Progress | None:
    """Progress towards the next group that is still possible; None for other cards, and before its first building."""
    if card not in EXPERT_AREA:
        return None
    own, free = view.players[seat].places, unbuilt(view)
    in_districts = OBJECTIVES[card].name == "districts"
    parts = districts(own, free) if in_districts else groups(card, own, free)
    most = max((part.bit_count() for part in parts), default=0)
    if not most:
        return None
    where = [name for part, name in parts.items() if part.bit_count() == most]
    return Progress(most, 2 if OBJECTIVES[card].name == "bridges" else 3, tuple(where), in_districts)


def districts(own: int, free: int) -> dict[int, str]:
    """Masks of the player's buildings in each district that does not score yet and still can, with its name."""
    return {
        own & there: f"the {name}"
        for there, name in zip(DISTRICT_PLACES, DISTRICTS, strict=True)
        if 0 < (own & there).bit_count() < 3 <= ((own | free) & there).bit_count()
    }


def groups(card: int, own: int, free: int) -> dict[int, str]:
    """Masks of the player's buildings in groups that are still possible, with their names."""
    name, scored = OBJECTIVES[card].name, grouping(card, own)
    alone = own & ~union(scored)
    if name == "lakes":
        alone &= ~union(tuple(lake for lake in LAKES if any(not group & ~lake for group in scored)))
    parts = {group & alone for group in GROUPS[name] if not group & BOARD & ~(alone | free)} - {0}
    return {part: " ".join(NAMES[place] for place in places(part)) for part in sorted(parts)}


def unbuilt(view: Metropolys) -> int:
    """Mask of the places in play without a building, with a bid or without."""
    return view.free | union(tuple(1 << place for _, place, _ in view.bids))


def completing_words(view: Metropolys, seat: int, built: Sequence[int]) -> dict[int, str]:
    """For each of a player's latest buildings in this order that completed a group of the expert map card: "completing
    a group (+7)".
    """
    cards = [card for card in view.players[seat].cards if card in EXPERT_AREA]
    own, words = view.players[seat].places & ~union(tuple(1 << place for place in built)), dict[int, str]()
    for place in built:
        with_it = own | 1 << place
        if (more := sum(paid(card, with_it) - paid(card, own) for card in cards)) > 0:
            words[place] = f"completing a group ({more:+})"
        own = with_it
    return words


@lru_cache(maxsize=256)
def scoring_places(card: int, own: int, free: int) -> int:
    """Mask of the free places where one more building beside those of `own` would score for a card at once."""
    now = paid(card, own)
    return sum(1 << place for place in places(free) if paid(card, own | 1 << place) > now)


@lru_cache(maxsize=256)
def helping_places(card: int, own: int, free: int) -> int:
    """Mask of the free places that help an expert map card most where none scores at once: those of the groups that
    need fewest more.
    """
    name, scored = OBJECTIVES[card].name, grouping(card, own)
    needed, groups = (0, GROUPS[name]) if name != "districts" else (3, begun_or_empty(own))
    usable = [group & (own | free) & ~union(scored) for group in groups]
    possible = [use for use, group in zip(usable, groups, strict=True) if use.bit_count() >= (needed or size(group))]
    most = max(((use & own).bit_count() for use in possible), default=0)
    return union(tuple(use for use in possible if (use & own).bit_count() == most)) & free


def begun_or_empty(own: int) -> tuple[int, ...]:
    """Masks of the districts that do not score yet."""
    return tuple(there for there in DISTRICT_PLACES if (own & there).bit_count() < 3)


def size(group: int) -> int:
    """Number of places of a group."""
    return (group & BOARD).bit_count()


def completing(view: Metropolys, seat: int, card: int, many: str) -> str:
    """The places where one more building would score for a map card, in words, or if there are more than a few `many`;
    empty if there are none.
    """
    where = scoring_places(card, view.players[seat].places, unbuilt(view)) if card in EXPERT_AREA else 0
    return many if where.bit_count() > FEW else join_words([NAMES[place] for place in places(where)], "or")
