"""Refusals: sentences that say why a move of Metropolys is not legal."""

from __future__ import annotations

from ..core.game import Action
from .board import BUILDINGS, CORNERS, DISTRICTS, NAMES, NEIGHBOURHOODS, NEIGHBOURS
from .state import NOBODY, Metropolys, owner
from .turn import higher, legal, standing, targets

UNKNOWN = "That move is not available now."


def refusal(s: Metropolys, a: Action) -> str:
    """Reason why the action is not legal now, as a sentence; empty when it is legal."""
    if a in legal(s):
        return ""
    if s.over:
        return "Game over."
    match a:
        case ("pass",):
            return "The player who starts an auction cannot pass."
        case ("bid", int(place), int(value)) if place in range(len(NAMES)):
            return refuse_place(s, place) or refuse_value(s, value)
    return UNKNOWN


def refuse_place(s: Metropolys, place: int) -> str:
    """Reason why nobody can bid on a neighbourhood now; empty when it is possible."""
    if targets(s) >> place & 1:
        return ""
    name = NAMES[place]
    if not s.in_use >> place & 1:
        return f"{name} is in the {DISTRICTS[NEIGHBOURHOODS[place].district]}, which is not in play."
    if owner(s, place) != NOBODY:
        return f"{name} already has a building."
    if not s.free >> place & 1:
        return f"{name} already has a bid."
    return refuse_distance(s.bids[-1][1], place)


def refuse_distance(latest: int, place: int) -> str:
    """Reason why two neighbourhoods are not adjacent; empty when they are."""
    if NEIGHBOURS[latest] >> place & 1:
        return ""
    bid_site, site = NEIGHBOURHOODS[latest], NEIGHBOURHOODS[place]
    if {bid_site.name, site.name} in CORNERS:
        return f"{site.name} only touches {bid_site.name} (the latest bid) at a corner."
    if set(bid_site.lakes) & set(site.lakes):
        return f"A lake separates {site.name} from {bid_site.name} (the latest bid)."
    return f"{site.name} is not adjacent to {bid_site.name} (the latest bid)."


def refuse_value(s: Metropolys, value: int) -> str:
    """Reason why the player to move cannot bid a value; empty when it is possible."""
    if value not in BUILDINGS:
        return f"Buildings range from {BUILDINGS[0]} to {BUILDINGS[-1]}."
    if (s.player, value) in ((bidder, lying) for bidder, _, lying in s.bids):
        return f"You have already bid your {value} in this auction."
    if not s.players[s.player].hand >> value - 1 & 1:
        return f"Your {value} is already built."
    least = standing(s)
    if value > least:
        return ""
    if higher(s.players[s.player].hand, least):
        return f"Bid higher than {least}."
    return f"None of your buildings is higher than {least}, so you must pass."
