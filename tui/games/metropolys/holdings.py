"""Cards of a player of Metropolys, in words."""

from __future__ import annotations

from tabletown.rules.core.text import plural
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, MATCHING, OBJECTIVES, paid, union
from tabletown.rules.metropolys.state import Metropolys, Player

from .card_progress import scoring_places, unbuilt

GROUPS = {
    "bridges": "bridge pair: {}",
    "statues": "3 round a statue: {}",
    "lakes": "3 round a lake: {}",
    "districts": "3 in a district: {}",
    "chains": "chain of 3: {}",
}
"""The groups of an expert map card, with a place for their points."""
TASKS = {
    "bridges": "two buildings joined by a bridge",
    "statues": "three buildings round a statue",
    "lakes": "three buildings round a lake",
    "districts": "three buildings in a district",
    "chains": "a chain of three adjacent buildings",
}
"""Short tasks of the expert map cards."""
SHORT_TASKS = {
    "edge": "each building on the outer edge",
    "industry": "each building on an industry place",
    "lodgings": "each building on a lodgings place",
    "mall": "each building on a mall place",
    "administration": "each building on an admin. place",
    "park": "each building on a park place",
}
"""Shorter forms of the long tasks of cards that pay for single buildings."""
BESIDE = {"bridges": "at a bridge", "statues": "at a statue", "lakes": "at a lake", "edge": "on the edge"}
"""The places of the cards of the Family edition."""
SHORT_NAMES = {"administration": "admin."}
"""Short forms of the long names of objectives."""


def card_places(view: Metropolys, viewer: int | None) -> int | None:
    """Mask of the places that score for the viewer's map card in the Family edition, where types do not.

    None in the Expert edition; no place for a viewer without a card.
    """
    if view.version == "expert":
        return None
    cards = () if viewer is None else view.players[viewer].cards
    return union(tuple(MATCHING[card] for card in cards if card != FACE_DOWN))


def helping(view: Metropolys, viewer: int | None) -> int:
    """Mask of the places where a building would score for the viewer's map card at once in the Expert edition."""
    cards = () if viewer is None or view.over else view.players[viewer].cards
    own = 0 if viewer is None else view.players[viewer].places
    return union(tuple(scoring_places(card, own, unbuilt(view)) for card in cards if card in EXPERT_AREA))


def group_points(view: Metropolys, viewer: int | None) -> int:
    """The points of each group of the viewer's map card in the Expert edition; 0 without one."""
    cards = () if viewer is None else view.players[viewer].cards
    return sum(OBJECTIVES[card].points for card in cards if card in EXPERT_AREA)


def cards_of(p: Player) -> str:
    """A player's objectives that the viewer can see, with their points."""
    return "; ".join(objective(card)[0] for card in p.cards if card != FACE_DOWN)


def objective(card: int) -> tuple[str, ...]:
    """Wordings of an objective with its points, the longest first: "3 in a district: +4 each", "districts +4"."""
    name, points = OBJECTIVES[card].name, OBJECTIVES[card].points
    short = SHORT_NAMES.get(name, name)
    if card in MATCHING:
        return f"{name} {points:+} each", f"{short} {points:+} each", f"{short} {points:+}"
    group = GROUPS[name].format(f"{points:+}")
    return f"{group} each", group, f"{short} {points:+}"


def earned(view: Metropolys, seat: int, card: int) -> tuple[str, ...]:
    """Wordings of what an objective has earned the player, the longest first: "park 2 x +2 = 4"; none before that."""
    points = paid(card, view.players[seat].places)
    name, each = OBJECTIVES[card].name, OBJECTIVES[card].points
    times = f"{points // each} x {each:+} = {points}"
    return tuple(f"{word} {times}" for word in dict.fromkeys((name, SHORT_NAMES.get(name, name)))) if points else ()


def tally(card: int) -> tuple[str, ...]:
    """Wordings of a card of groups that has scored nothing so far, the longest first: "bridge pair: 0 x +4"."""
    o = OBJECTIVES[card]
    times = f"0 x {o.points:+}"
    return GROUPS[o.name].format(times), f"{o.name} {times}", f"{o.name} 0"


def card_tasks(card: int) -> tuple[str, ...]:
    """Wordings of a card of the viewer with its task, the longest first."""
    o = OBJECTIVES[card]
    short = o.task if card in MATCHING else TASKS[o.name]
    return (
        f"Your {o.kind}: {plural(o.points, 'point')} for {o.task}",
        f"Your {o.kind}: {o.points:+} for {short}",
        f"Your card: {task_of(card)}",
    )


def task_of(card: int) -> str:
    """The task of a card with its points: "+4 for two buildings joined by a bridge"."""
    name = OBJECTIVES[card].name
    task = SHORT_TASKS.get(name, OBJECTIVES[card].task) if card in MATCHING else TASKS[name]
    return f"{OBJECTIVES[card].points:+} for {task}"


def places_of_card(card: int) -> tuple[str, ...]:
    """Wordings of what the sign of a place that fits the viewer's card means, the longest first."""
    points, own = f"{OBJECTIVES[card].points:+}", f"your {OBJECTIVES[card].kind}"
    return (
        f"places that fit {own} ({OBJECTIVES[card].name}): {points} for each of your buildings there",
        f"fits {own}: {points} for each building {BESIDE[OBJECTIVES[card].name]}",
        f"fits {own}: {points} each {BESIDE[OBJECTIVES[card].name]}",
        f"fits {own}: {points}",
    )


def scored_objective(view: Metropolys, seat: int, card: int) -> str:
    """An objective at the end of the game with the points that it scored: "districts: 4"."""
    return f"{OBJECTIVES[card].name}: {paid(card, view.players[seat].places)}"
