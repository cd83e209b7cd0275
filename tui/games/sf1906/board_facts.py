"""What the screen reads off a position: spaces, tokens, choices, the order of objectives. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rules.core.text import third_person
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.components.model import MAJORITIES, URBAN_TYPES, Space
from tabletown.rules.sf1906.notation import SYMBOL_LETTERS, TYPE_WORDS, objective_names
from tabletown.rules.sf1906.objectives import points as objective_points
from tabletown.rules.sf1906.state import (
    ACT,
    BONUS,
    CLEAR,
    FACE_DOWN,
    NONE,
    OBJECTIVE,
    PERMIT,
    SPACE,
    SPEND,
    STRIP,
    URBAN,
    Player,
    Sf1906,
)

from ...model.selection import Part
from ...narration.summary import Revealed
from ...widgets.board_state import BoardState

WORDS = {
    c.MATERIALS: ("Materials", "Mater."),
    c.PERMIT: ("Permit",),
    c.OBJECTIVE: ("Objective", "Object."),
    c.CLEAR_UP: ("Clear up", "Clear"),
    c.URBAN: ("Urban development", "Urban dev.", "Urban"),
    c.BUILD: ("Build",),
    c.BUILD_GRANT: ("Build with grant", "Grant"),
    c.PASS: ("Pass",),
}
"""The names of the actions, each the longest first."""
BONUS_WORDS = {
    "building": ("A building", "Building"),
    "permit": ("A permit", "Permit"),
    "objective": ("An objective", "Objective"),
    "right": ("A free step right", "Step right"),
    "build": ("Build",),
}
ORDINALS = ("1st", "2nd", "3rd", "4th")
COLLECT: Part = ("do", "collect")
NO_TOKEN: Part = ("do", "clear_up")
NO_URBAN: Part = ("do", "no_urban")
BRIEF_TYPES = ("Light", "Cable", "Hydr.", "Park")
"""The urban types in five columns."""


class Choice(NamedTuple):
    """A row of the open card: what is picked there and its name, the longest first."""

    part: Part
    words: tuple[str, ...]


def fitted(words: Sequence[str], room: int) -> str:
    """The longest of some names that fits."""
    return next((word for word in words if len(word) <= room), words[-1][: max(0, room)])


# Who and where


def viewing_seat(state: BoardState) -> int:
    """Whose hand is shown: the viewer's, else of whoever is to move."""
    if state.viewer is not None:
        return state.viewer
    turn = state.game.turn(state.view)
    return turn if turn is not None else 0


def initial(state: BoardState, seat: int) -> str:
    """The first letter of a player's name; the number of the seat where two would have the same."""
    letters = [name[:1].upper() for name, _ in state.seats]
    return letters[seat] if letters.count(letters[seat]) == 1 and letters[seat].isascii() else str(seat + 1)


def lately(state: BoardState, seat: int) -> tuple[str, str]:
    """What a player did last, in words and in notation; empty before that."""
    last = next((line for line in reversed(state.story[: state.shown]) if line.player == seat), None)
    return (third_person(last.text), last.notation) if last else ("", "")


def viewing_player(state: BoardState) -> Player:
    player: Player = state.view.players[viewing_seat(state)]
    return player


def stops(view: Sf1906) -> list[list[Space]]:
    """The spaces of the earnings strip and of the six cards."""
    strip = [Space(c.EARN, dollars) for dollars in view.city.kit.earnings]
    return [strip, *(list(view.city.sides[card]) for card in view.ring)]


def moved(view: Sf1906) -> tuple[int, ...]:
    """The players whose token lies at this stop already, in the order in which they came."""
    if view.stop == STRIP and view.year == len(view.city.kit.years) - 1:
        return ()
    return view.order[: view.acted + (not view.over and view.step != SPACE)]


def tokens_at(view: Sf1906, stop: int) -> dict[int, int]:
    """The players whose tokens lie at a stop, by space."""
    here = moved(view)
    if stop == view.stop:
        return {view.tokens[seat]: seat for seat in here}
    before = view.stop - 1 if view.stop != STRIP else len(view.ring)
    if stop != before:
        return {}
    return {view.tokens[seat]: seat for seat in view.order if seat not in here and view.tokens[seat] >= 0}


def next_stop(view: Sf1906) -> int:
    return 0 if view.stop == len(view.ring) else view.stop + 1


def next_order(view: Sf1906) -> tuple[int | None, ...]:
    """The order of the next stop as the tokens lie; None for a space where somebody may still come in between."""
    here = moved(view)
    lying = {view.tokens[seat]: seat for seat in here}
    if not lying:
        return ()
    spaces = range(len(stops(view)[view.stop]) - 1, -1, -1)
    return tuple(lying.get(space) for space in spaces if space in lying or len(here) < len(view.order))


# The map


def columns(view: Sf1906) -> tuple[int, int]:
    """Columns of plots, and of plot cards."""
    across = row_of(view)
    return max(column for _, column in view.city.cells) + 1, (max(col for _, col in view.city.cells) + 1) // across


def row_of(view: Sf1906) -> int:
    """Columns of plots on a card."""
    return len(view.city.kit.cells[0])


def plot_rows(view: Sf1906) -> list[list[int | None]]:
    """Plots by row and column; None for a plaza."""
    found: list[list[int | None]] = [
        [None] * columns(view)[0] for _ in range(max(row for row, _ in view.city.cells) + 1)
    ]
    for plot, (row, column) in enumerate(view.city.cells):
        found[row][column] = plot
    return found


def plot_title(view: Sf1906, plot: int) -> str:
    """Colour and number in words, as in "green 5"."""
    return f"{view.city.kit.colours[view.city.colours[plot]]} {view.city.numbers[plot]}"


def plot_label(view: Sf1906, plot: int) -> str:
    """Colour and number as printed, as in "G5"."""
    return f"{view.city.kit.letters[view.city.colours[plot]]}{view.city.numbers[plot]}"


def plot_words(view: Sf1906, plot: int) -> str:
    """As in "green 5 at A2"."""
    return f"{plot_title(view, plot)} at {view.city.names[plot]}"


def owner(view: Sf1906, plot: int) -> int | None:
    return next((seat for seat, p in enumerate(view.players) if p.built >> plot & 1), None)


# Permits


def permit_label(view: Sf1906, permit: int) -> str:
    """Colour and number as in "G5"; a grant is a star."""
    colour, number = view.city.kit.permits[permit].colour, view.city.kit.permits[permit].number
    return "*" if colour is None else f"{view.city.kit.letters[colour]}{number}"


def permit_words(view: Sf1906, permit: int) -> tuple[str, ...]:
    """Its names, the longest first: "yellow 4", "yel 4", "Y4"."""
    data = view.city.kit.permits[permit]
    if data.colour is None:
        return ("grant", "*")
    colour = view.city.kit.colours[data.colour]
    return f"{colour} {data.number}", f"{colour[:3]} {data.number}", permit_label(view, permit)


def symbols(view: Sf1906, permit: int) -> str:
    return "".join(SYMBOL_LETTERS[kind] for kind in sorted(view.city.kit.permits[permit].symbols))


def shown_permits(state: BoardState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those of the row, and those of whose hand is shown."""
    return state.view.permit_row, viewing_player(state).permits


# Choices


def choices(state: BoardState) -> list[Choice]:
    """The rows of the open card: its spaces, or what is chosen in their place."""
    view: Sf1906 = state.view
    if view.step == BONUS and not view.over:
        return [bonus_choice(view, n) for n in range(len(view.city.kit.years[view.year].bonus))]
    if view.step == URBAN and view.plot != NONE:
        return urban_choices(state)
    found = [Choice(("slot", k), space_words(space)) for k, space in enumerate(stops(view)[view.stop])]
    if view.stop == STRIP:
        return found
    if view.step == CLEAR:
        return [*found, Choice(NO_TOKEN, ("Step up, no token", "Step up"))]
    return [*found, Choice(COLLECT, ("Collect $1",))]


def urban_choices(state: BoardState) -> list[Choice]:
    """The types of urban card to choose from, and none."""
    options = urban_options(state)
    kinds = [kind for kind in range(len(URBAN_TYPES)) if ("urban", kind) in options]
    found = [Choice(("urban", kind), (f"{TYPE_WORDS[kind]} card".capitalize(), BRIEF_TYPES[kind])) for kind in kinds]
    return [*found, Choice(NO_URBAN, ("No urban card", "No card"))] if ("no_urban",) in options else found


def urban_options(state: BoardState) -> set[tuple[object, ...]]:
    """The urban cards to choose from; legality is asked, not known."""
    return set(state.game.legal(state.view))


def bonus_choice(view: Sf1906, n: int) -> Choice:
    part = view.city.kit.years[view.year].bonus[n]
    if part.kind != "money":
        return Choice(("bonus", part.kind), BONUS_WORDS[part.kind])
    each = (f"${part.dollars} a building", f"${part.dollars} each") if part.per_built else (f"${part.dollars}",)
    return Choice(("bonus", "money"), each)


def space_words(space: Space) -> tuple[str, ...]:
    """The names of a space of a card."""
    return (f"Earn ${space.dollars}",) if space.kind == c.EARN else WORDS[space.kind]


# Objectives


def goals(state: BoardState) -> list[Part]:
    """Common, in the row, one's own: headings and cards."""
    view: Sf1906 = state.view
    own = viewing_player(state)
    known = [card for card in own.secret if card != FACE_DOWN]
    found: list[Part] = [("label", "common"), *cards(view.common), ("label", "row"), *cards(view.objective_row)]
    return [*found, ("deck",), ("label", "own"), *cards([*known, *own.open])]


def others_goals(state: BoardState) -> list[Part]:
    """What others have taken face up."""
    rivals = [p for seat, p in enumerate(state.view.players) if seat != viewing_seat(state)]
    shown = [card for p in rivals for card in (*p.open, *(c for c in p.secret if c != FACE_DOWN))]
    return [("label", "others"), *cards(shown)] if shown else []


def cards(held: Sequence[int]) -> list[Part]:
    return [("objective", card) for card in held]


def holder_of(state: BoardState, card: int) -> int:
    """For whom an objective is counted: who has it, else whose hand is shown."""
    seat = viewing_seat(state)
    return next((n for n, p in enumerate(state.view.players) if n != seat and card in (*p.open, *p.secret)), seat)


def objective_title(view: Sf1906, card: int) -> str:
    """Short enough for a panel, in the words that are typed."""
    return objective_names(view.city.kit)[card].replace("-", " ").capitalize()


def objective_value(view: Sf1906, card: int) -> str:
    """What it pays a time, or by rank."""
    points = view.city.kit.objectives[card].points
    return "/".join(map(str, points_by_rank(view, card))) or (str(points) if points else "track")


def points_by_rank(view: Sf1906, card: int) -> list[int]:
    """What an objective pays the first, the second and so on; nothing where rank does not count."""
    by_rank = view.city.kit.objectives[card].kind in MAJORITIES
    return [n for n in view.city.kit.majority[view.city.seats] if n] if by_rank else []


def revealed(s: Sf1906) -> list[Revealed]:
    """Every objective that counted: the common ones for all, the others for their holder, those kept secret last."""
    seats = range(len(s.players))
    found = [
        Revealed("Common", objective_title(s, card), tuple(str(objective_points(s, seat, card)) for seat in seats))
        for card in s.common
    ]
    for where in ("open", "secret"):
        for holder in seats:
            for card in getattr(s.players[holder], where):
                points = str(objective_points(s, holder, card))
                own = tuple(points if seat == holder else None for seat in seats)
                found.append(Revealed(where.capitalize(), objective_title(s, card), own))
    return found


def keys(state: BoardState) -> dict[Part, str]:
    """The digit of everything that can be picked from a short list now, counted as it lies on the table."""
    view: Sf1906 = state.view
    if not state.active:
        return {}
    if view.step in (SPACE, ACT, BONUS, URBAN):
        listed: list[Part] = [choice.part for choice in choices(state)]
    elif view.step == PERMIT:
        listed = [("permit", permit) for permit in view.permit_row]
    elif view.step == SPEND:
        listed = [("permit", permit) for permit in viewing_player(state).permits]
    elif view.step == OBJECTIVE:
        listed = [*(("objective", card) for card in view.objective_row), ("deck",)]
    else:
        return {}
    return {part: str(n) for n, part in enumerate(listed, 1)}
