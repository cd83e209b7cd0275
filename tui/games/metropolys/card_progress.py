"""Progress of a player towards the next group of an expert map card."""

from __future__ import annotations

from typing import NamedTuple

from tabletown.rules.core.text import join_words
from tabletown.rules.metropolys.board import DISTRICT_PLACES, DISTRICTS, LAKES, NAMES, places
from tabletown.rules.metropolys.objectives import BOARD, EXPERT_AREA, GROUPS, OBJECTIVES, grouping, union
from tabletown.rules.metropolys.state import Metropolys


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
    own = view.players[seat].places
    free = view.free | union(tuple(1 << place for _, place, _ in view.bids))
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
