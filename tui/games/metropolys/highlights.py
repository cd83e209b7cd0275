"""Places to highlight on the map, with words for them: cards, leads of districts, features and types of places."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from tabletown.rules.core.text import plural, possessive
from tabletown.rules.metropolys.board import (
    BORDERS,
    BRIDGES,
    LAKES,
    STATUES,
    TYPE_PLACES,
    TYPES,
)
from tabletown.rules.metropolys.objectives import (
    BOARD,
    EXPERT_AREA,
    FACE_DOWN,
    FEATURES,
    MATCHING,
    OBJECTIVES,
    paid,
    union,
)
from tabletown.rules.metropolys.score import HIGHEST, groups
from tabletown.rules.metropolys.state import Metropolys

from ...widgets.board_state import BoardState
from .card_progress import helping_places, progress, scoring_places, unbuilt
from .holdings import card_tasks
from .tallest import district_leaders, tallest_places

FAMILY_PLACES = {
    "statues": union(STATUES),
    "lakes": union(LAKES),
    "bridges": union(BRIDGES),
    "outer edge": BORDERS,
}
"""Highlights that are the same in all games of the Family edition, as masks of places."""
EXPERT_PLACES = {name: there for name, there in FAMILY_PLACES.items() if name != "outer edge"} | {
    name: TYPE_PLACES[i] for i, name in enumerate(TYPES)
}
"""Those of the Expert edition, in which types score too, but not the edge."""


class Highlight(NamedTuple):
    """A mask of places, and wordings of a title for them and of a note, the longest first."""

    places: int
    title: tuple[str, ...]
    note: tuple[str, ...] = ()


def highlights(state: BoardState) -> dict[str, Callable[[], Highlight]]:
    """Functions that make each highlight, by name: the viewer's cards or at the end all cards, then features."""
    view: Metropolys = state.view
    makers: dict[str, Callable[[], Highlight]] = {}
    if view.over:
        for seat, (name, _) in enumerate(state.seats):
            for card in view.players[seat].cards:
                title = f"{possessive(name)} {OBJECTIVES[card].kind}"
                makers[title] = partial(scored_card, view, seat, card, title)
    elif state.viewer is not None:
        for card in view.players[state.viewer].cards:
            if card != FACE_DOWN:
                makers[f"your {OBJECTIVES[card].kind}"] = partial(own_card, view, state.viewer, card)
    if view.version == "expert":
        makers["district leads"] = partial(tallest, state)
    shown = EXPERT_PLACES if view.version == "expert" else FAMILY_PLACES
    return makers | {name: partial(feature, view, name, there) for name, there in shown.items()}


def feature(view: Metropolys, name: str, there: int) -> Highlight:
    """A feature or a type of the board."""
    return Highlight(there & view.in_use, (f"Highlighted: {name}",))


def tallest(state: BoardState) -> Highlight:
    """The buildings that lead each district, and their owners; all places while there are none."""
    leaders = district_leaders(state.view, [name for name, _ in state.seats])
    in_full, in_short = (", ".join(f"{name[:n]} {who}" for name, who in leaders) for n in (None, 1))
    title = (
        f"Leads a district ({HIGHEST:+}): {in_full}",
        f"Leads a district: {in_short}",
        f"Leads: {in_short}",
    )
    note = (
        "only sizes count: most tall ones lead; if level, most medium ones, then most small ones",
        "most tall ones lead; if level, most medium ones",
    )
    return Highlight(tallest_places(state.view) or state.view.in_use, title, note)


# Cards


def scored_card(view: Metropolys, seat: int, card: int, name: str) -> Highlight:
    """The buildings that scored for a card."""
    own = view.players[seat].places
    where = union(groups(view, seat)) if card in EXPERT_AREA else own & MATCHING[card]
    title = f"Highlighted: {name}"
    return Highlight(where, (f"{title}, {OBJECTIVES[card].name}: {plural(paid(card, own), 'point')}", title))


def own_card(view: Metropolys, seat: int, card: int) -> Highlight:
    """A card of the viewer: the own buildings that count, and the places where another one would score or help."""
    own, free = view.players[seat].places, unbuilt(view)
    scoring = scoring_places(card, own, free)
    also = "places that would score" if scoring else "places that can help"
    so_far, next_group = f"{plural(paid(card, own), 'point')} so far", progress(view, seat, card)
    ways = [f"{so_far}; next {next_group.full}", f"{so_far}; next {next_group.brief}"] if next_group else [so_far]
    notes = f"{ways[0]}; in colour: your buildings and {also}", *ways
    area = MATCHING[card] if card in MATCHING else FEATURES.get(OBJECTIVES[card].name, BOARD)
    lit = own & area | (scoring or (MATCHING[card] & free if card in MATCHING else helping_places(card, own, free)))
    return Highlight(lit, card_tasks(card), notes)
