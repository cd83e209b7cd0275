"""Objectives in words: titles, short values for the panel, and one line that explains what an objective scores."""

from __future__ import annotations

from tabletown.rules.core.text import join_words, plural
from tabletown.rules.sf1906 import wording
from tabletown.rules.sf1906.components.model import MAJORITIES
from tabletown.rules.sf1906.notation import about
from tabletown.rules.sf1906.state import Sf1906

MEANINGS = {
    "majority_colour": "the most buildings on {}",
    "majority_rubble": "the most rubble tokens",
    "per_building": "each building built",
    "development_column_sidebar": "your steps right on the development board",
    "development_row_sidebar": "your steps up on the development board",
    "per_isolated_building": "each building with no other next to it",
    "per_building_next_to_rival": "each building next to a rival's",
    "per_own_adjacent_pair": "each pair of your buildings side by side",
    "per_surrounded_corner": "each corner building with no free plot next to it",
    "per_building_of_colour": "each building on {}",
    "per_set_of_4_colours": "each set of four buildings, one on each colour",
    "per_urban_card_of_type": "each {} card",
    "per_set_of_4_urban_types": "each set of four urban cards, one of each type",
    "per_rubble_token": "each rubble token",
    "per_3_dollars": "every $3",
}
"""Things that each kind of objective counts; {} stands for the colour or urban type."""
TIED = "="
"""The mark of points that players tied for a rank share."""


def objective_title(view: Sf1906, card: int) -> str:
    """Title of an objective."""
    return wording.objective_title(view.city.kit, card)


BRIEF_TITLES = {"per_surrounded_corner": "Corners"}
"""Short titles of objectives whose title leaves a narrow panel no room for their points, by kind."""


def panel_titles(view: Sf1906, card: int) -> tuple[str, ...]:
    """Wordings of an objective's title for a panel, the longest first."""
    title = objective_title(view, card)
    return title, BRIEF_TITLES.get(view.city.kit.objectives[card].kind, title)


def objective_values(view: Sf1906, card: int) -> tuple[str, ...]:
    """Wordings of the points of an objective each time, by rank or by level: "x3", "5, 3 or 1", "0 to 8"."""
    points = view.city.kit.objectives[card].points
    if ranks := [str(n) for n in points_by_rank(view, card)]:
        return join_words(ranks, "or"), ", ".join(ranks), f"{ranks[0]} to {ranks[-1]}"
    return (f"x{points}",) if points else (by_level(view, card), by_level(view, card, to="-"))


def objective_meaning(view: Sf1906, card: int) -> str:
    """Points of an objective and the reason for them: "2 points for each building on red"."""
    kit = view.city.kit
    o = kit.objectives[card]
    what = MEANINGS[o.kind].format(about(kit, card))
    if ranks := points_by_rank(view, card):
        rest = join_words([str(n) for n in ranks[1:]])
        return f"{plural(ranks[0], 'point')} for {what}{f', then {rest}' * bool(rest)}"
    return f"{plural(o.points, 'point')} for {what}" if o.points else f"{by_level(view, card)} points for {what}"


def by_level(view: Sf1906, card: int, to: str = " to ") -> str:
    """Points of an objective that a sidebar of the development board sets: "0 to 8"."""
    kit = view.city.kit
    column = kit.objectives[card].kind == "development_column_sidebar"
    sidebar = kit.column_sidebar if column else kit.row_sidebar
    return f"{min(sidebar)}{to}{max(sidebar)}"


def points_by_rank(view: Sf1906, card: int) -> list[int]:
    """Points of an objective for the first, the second and so on; empty if rank does not count."""
    by_rank = view.city.kit.objectives[card].kind in MAJORITIES
    return [n for n in view.city.kit.majority[view.city.seats] if n] if by_rank else []


def shares_rank(view: Sf1906, card: int, points: int) -> bool:
    """Are the points of an objective those of a tie: some, but of no single rank?"""
    return points > 0 and bool(ranks := points_by_rank(view, card)) and points not in ranks
