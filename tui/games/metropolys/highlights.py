"""Places to highlight on the map: features, types, the viewer's objectives, and at the end the buildings scored."""

from __future__ import annotations

from tabletown.rules.metropolys.board import BORDERS, BRIDGES, LAKES, NAMES, STATUES, TYPE_PLACES, TYPES
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, FEATURES, MATCHING, OBJECTIVES, union
from tabletown.rules.metropolys.score import groups
from tabletown.rules.metropolys.state import Metropolys

from ...narration.grammar import owned
from ...widgets.board_state import BoardState

FEATURE_PLACES = {
    "statues": union(STATUES),
    "lakes": union(LAKES),
    "bridges": union(BRIDGES),
    "outer edge": BORDERS,
    **{name: TYPE_PLACES[i] for i, name in enumerate(TYPES)},
}
"""Highlights other than objectives, as masks of places."""


def highlights(state: BoardState) -> dict[str, int]:
    """Masks of places by highlight: features, types, the viewer's objectives, and at the end the buildings scored."""
    view: Metropolys = state.view
    masks: dict[str, int] = {}
    if view.over:
        for seat, (name, _) in enumerate(state.seats):
            for card in view.players[seat].cards:
                masks[f"{owned(name)} {OBJECTIVES[card].kind}"] = scored_places(view, seat, card)
    elif state.viewer is not None:
        for card in view.players[state.viewer].cards:
            masks[f"{OBJECTIVES[card].name} (your card)"] = relevant_places(card) & view.in_use
    return masks | {name: places & view.in_use for name, places in FEATURE_PLACES.items()}


def scored_places(view: Metropolys, seat: int, card: int) -> int:
    """Mask of the buildings that scored for a card."""
    return union(groups(view, seat)) if card in EXPERT_AREA else view.players[seat].places & MATCHING[card]


def relevant_places(card: int) -> int:
    """Mask of the places relevant to a card: all places for chains and districts, none if it is face down."""
    if card == FACE_DOWN:
        return 0
    if card in EXPERT_AREA:
        return FEATURES.get(OBJECTIVES[card].name, (1 << len(NAMES)) - 1)
    return MATCHING[card]
