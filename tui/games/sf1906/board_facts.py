"""Facts about a position for the screen: spaces, tokens, choices, objectives. No rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletown.rules.core.game import Action, Score
from tabletown.rules.core.match import LogLine
from tabletown.rules.sf1906.city import places
from tabletown.rules.sf1906.components import model as c
from tabletown.rules.sf1906.components.model import URBAN_TYPES, Bonus, Space
from tabletown.rules.sf1906.notation import SYMBOL_LETTERS, TYPE_WORDS
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
from .objective_texts import objective_title

WORDS = {
    c.MATERIALS: ("Materials",),
    c.PERMIT: ("Permit",),
    c.OBJECTIVE: ("Objective",),
    c.CLEAR_UP: ("Clear up",),
    c.URBAN: ("Develop",),
    c.BUILD: ("Build",),
    c.BUILD_GRANT: ("Build with grant", "Grant"),
    c.PASS: ("Pass",),
}
"""Names of the actions, the longest of each first."""
EFFECTS = {
    c.MATERIALS: ("take a building from your pool", "take a building"),
    c.PERMIT: ("take one of the permits on offer", "take a permit"),
    c.OBJECTIVE: ("take an objective, which scores at the end", "take an objective"),
    c.CLEAR_UP: ("move up on the development board", "move up"),
    c.URBAN: ("move right on the development board", "move right"),
    c.BUILD: ("build on a plot that your permits fit", "build with permits"),
    c.BUILD_GRANT: ("build where a permit's colour or number fits", "build by colour or number"),
}
"""Effects of the actions, each in full and in short."""
BONUS_WORDS = {
    "building": ("Take a building", "A building"),
    "permit": ("A permit", "Permit"),
    "objective": ("An objective", "Objective"),
    "right": ("A free step right", "Step right"),
    "build": ("Build",),
}
ORDINALS = ("1st", "2nd", "3rd", "4th")
BRIEF_WAITING = {"Materials": "Mater.", "Objective": "Object.", "Clear up": "Clear"}
"""Names of spaces of cards that are not open, where the open one needs the room."""
EARNINGS = "Earnings"
"""The title of the earnings spaces while a card is played."""
COLLECT: Part = ("do", "collect")
NO_TOKEN: Part = ("do", "clear_up")
NO_URBAN: Part = ("do", "no_urban")
BRIEF_TYPES = ("Light", "Cable", "Hydrant", "Park")
"""Names of the urban types in one word."""


class Choice(NamedTuple):
    """A row of the open card: the part to pick and its names, the longest first."""

    part: Part
    words: tuple[str, ...]


def fitted(words: Sequence[str], room: int) -> str:
    """The first of the names that fits into `room` columns, else the last, cut off; names run from long to short."""
    return next((word for word in words if len(word) <= room), words[-1][: max(0, room)])


# Players and stops


def viewing_seat(state: BoardState) -> int:
    """The seat whose hand is shown: the viewer's, for a spectator the player to move."""
    if state.viewer is not None:
        return state.viewer
    turn = state.game.turn(state.view)
    return turn if turn is not None else 0


def initial(state: BoardState, seat: int) -> str:
    """The first letter of a player's name, a small one where it is also that of a colour; the number of the seat where
    two players would have the same.
    """
    letters = [name[:1].upper() for name, _ in state.seats]
    letter = letters[seat]
    if letters.count(letter) > 1 or not letter.isascii():
        return str(seat + 1)
    return letter.lower() if letter in state.view.city.kit.letters else letter


def last_move(state: BoardState, seat: int) -> LogLine | None:
    """A player's last move; None before their first."""
    return next((line for line in reversed(state.story[: state.ply]) if line.player == seat), None)


def viewing_player(state: BoardState) -> Player:
    player: Player = state.view.players[viewing_seat(state)]
    return player


def point_sources(state: BoardState, paged: bool) -> Score:
    """The points by source of the player shown; in a small window without those that bring none."""
    return tuple(part for part in state.game.score(state.view)[viewing_seat(state)] if part[1] or not paged)


def stops(view: Sf1906) -> list[list[Space]]:
    """The spaces of the earnings strip and of the six cards."""
    strip = [Space(c.EARN, dollars) for dollars in view.city.kit.earnings]
    return [strip, *(list(view.city.sides[card]) for card in view.ring)]


def strip_year(view: Sf1906) -> int:
    """The year that the earnings strip started, or starts next once its tokens have left."""
    return view.year + (view.stop > STRIP + 1)


def strip_is_last(view: Sf1906) -> bool:
    """Does the strip stand for the last year, which has a bonus and no earnings?"""
    return strip_year(view) == len(view.city.kit.years) - 1


def gives_bonus_only(view: Sf1906) -> bool:
    """Is the current stop that of the last year?"""
    return view.stop == STRIP and strip_is_last(view)


def moved(view: Sf1906) -> tuple[int, ...]:
    """The players whose tokens are already at this stop, in order of arrival."""
    if gives_bonus_only(view):
        return ()
    return view.order[: view.acted + (not view.over and view.step != SPACE)]


def tokens_at(view: Sf1906, stop: int) -> dict[int, int]:
    """The players whose tokens are at a stop, by space."""
    seats_moved = moved(view)
    if stop == view.stop:
        return {view.tokens[seat]: seat for seat in seats_moved}
    before = view.stop - 1 if view.stop != STRIP else len(view.ring)
    if stop != before:
        return {}
    return {view.tokens[seat]: seat for seat in view.order if seat not in seats_moved and view.tokens[seat] >= 0}


def next_stop(view: Sf1906) -> int:
    return 0 if view.stop == len(view.ring) else view.stop + 1


# The map


def columns(view: Sf1906) -> tuple[int, int]:
    """Number of columns of plots, and of plot cards."""
    across = row_of(view)
    return max(column for _, column in view.city.cells) + 1, (max(col for _, col in view.city.cells) + 1) // across


def row_of(view: Sf1906) -> int:
    """Number of columns of plots on a plot card."""
    return len(view.city.kit.cells[0])


def plot_rows(view: Sf1906) -> list[list[int | None]]:
    """Plots by row and column; None for a plaza."""
    grid: list[list[int | None]] = [
        [None] * columns(view)[0] for _ in range(max(row for row, _ in view.city.cells) + 1)
    ]
    for plot, (row, column) in enumerate(view.city.cells):
        grid[row][column] = plot
    return grid


def plot_title(view: Sf1906, plot: int) -> str:
    """Colour and number of a plot in words: "green 5"."""
    return f"{view.city.kit.colours[view.city.colours[plot]]} {view.city.numbers[plot]}"


def plot_label(view: Sf1906, plot: int) -> str:
    """Colour and number of a plot as printed: "G5"."""
    return f"{view.city.kit.letters[view.city.colours[plot]]}{view.city.numbers[plot]}"


def plot_words(view: Sf1906, plot: int) -> str:
    """A plot with its address: "green 5 at A2"."""
    return f"{plot_title(view, plot)} at {view.city.names[plot]}"


def owner(view: Sf1906, plot: int) -> int | None:
    return next((seat for seat, p in enumerate(view.players) if p.built >> plot & 1), None)


# Permits


def permit_label(view: Sf1906, permit: int) -> str:
    """Colour and number of a permit: "G5"; a star for a wild one."""
    colour, number = view.city.kit.permits[permit].colour, view.city.kit.permits[permit].number
    return "*" if colour is None else f"{view.city.kit.letters[colour]}{number}"


def permit_words(view: Sf1906, permit: int) -> tuple[str, ...]:
    """Names of a permit, the longest first: "yellow 4", "Y4"."""
    data = view.city.kit.permits[permit]
    if data.colour is None:
        return ("wild", "*")
    colour = view.city.kit.colours[data.colour]
    return f"{colour} {data.number}", permit_label(view, permit)


def symbols(view: Sf1906, permit: int) -> str:
    return "".join(SYMBOL_LETTERS[kind] for kind in sorted(view.city.kit.permits[permit].symbols))


def refills(view: Sf1906) -> bool:
    """Does a new permit take the place of one that is taken, before the next card?"""
    return bool(view.permit_deck or view.discards)


def shown_permits(state: BoardState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Permits in the row, and permits of the player shown."""
    return state.view.permit_row, viewing_player(state).permits


# Choices


def choices(state: BoardState) -> list[Choice]:
    """The rows of the open card: its spaces, or the bonuses or urban cards to choose from in their place."""
    view: Sf1906 = state.view
    if view.step == URBAN and view.plot != NONE:
        return urban_choices(state)
    if view.step == BONUS or gives_bonus_only(view):
        return [bonus_choice(part) for part in view.city.kit.years[view.year].bonus]
    rows = [Choice(("slot", k), space_words(space)) for k, space in enumerate(stops(view)[view.stop])]
    if view.over:
        return rows
    if view.step == CLEAR:
        return [*rows, Choice(NO_TOKEN, ("Move up, no rubble", "Move up"))]
    return [*rows, Choice(COLLECT, ("Collect $1",))] if view.step == ACT else rows


def urban_choices(state: BoardState) -> list[Choice]:
    """Choices for the types of urban card, and for no card."""
    options = urban_options(state)
    kinds = [kind for kind in range(len(URBAN_TYPES)) if ("urban", kind) in options]
    rows = [Choice(("urban", kind), (TYPE_WORDS[kind].capitalize(), BRIEF_TYPES[kind])) for kind in kinds]
    return [*rows, Choice(NO_URBAN, ("No urban card", "No card"))] if ("no_urban",) in options else rows


def urban_options(state: BoardState) -> set[tuple[object, ...]]:
    """The legal actions of choosing an urban card, from the rules."""
    return set(state.game.legal(state.view))


def bonus_choice(part: Bonus) -> Choice:
    if part.kind != "money":
        return Choice(("bonus", part.kind), BONUS_WORDS[part.kind])
    each = (f"${part.dollars} per building", f"${part.dollars}/building") if part.per_built else (f"${part.dollars}",)
    return Choice(("bonus", "money"), each)


def space_words(space: Space) -> tuple[str, ...]:
    """Names of a space of a card, the longest first."""
    return (f"Earn ${space.dollars}",) if space.kind == c.EARN else WORDS[space.kind]


def waiting_words(space: Space) -> tuple[str, ...]:
    """Short names of a space of a card that is not open, the longest first."""
    name = space_words(space)[-1]
    return (name, BRIEF_WAITING[name]) if name in BRIEF_WAITING else (name,)


# Objectives


def goals(state: BoardState, first_on_offer: bool = False) -> list[Part]:
    """Headings and objectives: those of the player shown, the best first, the common ones, and those in the row with
    the deck; or these first, for a player who chooses from them.
    """
    view: Sf1906 = state.view
    seat, own = viewing_seat(state), viewing_player(state)
    face_up = [card for card in (*own.secret, *own.open) if card != FACE_DOWN]
    held = cards(sorted(face_up, key=lambda card: -objective_points(view, seat, card)))
    counted: list[Part] = [("label", "own"), *(held or [("label", "none")]), ("label", "common"), *cards(view.common)]
    offered: list[Part] = [("label", "row"), *cards(view.objective_row), ("deck",)]
    return [*offered, *counted] if first_on_offer else [*counted, *offered]


def counted_goals(state: BoardState) -> list[Part]:
    """The objectives that count for the player shown, without headings."""
    own = viewing_player(state)
    return cards([*state.view.common, *(card for card in own.secret if card != FACE_DOWN), *own.open])


def best_goals(state: BoardState, rows: int) -> list[Part]:
    """The same in their order, of a list that is too long for its rows those that score most now."""
    seat, counted = viewing_seat(state), counted_goals(state)
    ranked = sorted(counted, key=lambda part: -objective_points(state.view, seat, part[1]))
    return [part for part in counted if part in ranked[:rows]]


def others_goals(state: BoardState) -> list[Part]:
    """Heading and objectives of the other players that are face up; empty if there are none."""
    rivals = [p for seat, p in enumerate(state.view.players) if seat != viewing_seat(state)]
    goals = [card for p in rivals for card in (*p.open, *(c for c in p.secret if c != FACE_DOWN))]
    return [("label", "others"), *cards(goals)] if goals else []


def cards(held: Sequence[int]) -> list[Part]:
    return [("objective", card) for card in held]


def holder_of(state: BoardState, card: int) -> int:
    """The seat that an objective is counted for: its owner, else the player shown."""
    seat = viewing_seat(state)
    return next((n for n, p in enumerate(state.view.players) if n != seat and card in (*p.open, *p.secret)), seat)


def revealed(s: Sf1906) -> list[Revealed]:
    """Every objective that counted: common ones for all players, others for their owners, secret ones last."""
    seats = range(len(s.players))
    rows = [
        Revealed("Common", objective_title(s, card), tuple(str(objective_points(s, seat, card)) for seat in seats))
        for card in s.common
    ]
    for where, kind in (("open", ""), ("secret", "secret")):
        for holder in seats:
            for card in getattr(s.players[holder], where):
                points = str(objective_points(s, holder, card))
                own = tuple(points if seat == holder else None for seat in seats)
                rows.append(Revealed(kind, objective_title(s, card), own))
    return rows


def keys(state: BoardState) -> dict[Part, str]:
    """The digit of each part in the list to choose from now, in table order; empty if the viewer has no choice."""
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


def in_order(view: Sf1906, plots: int) -> list[int]:
    """The plots of a mask by row and column."""
    return sorted(places(plots), key=lambda plot: view.city.cells[plot])


def only_site(state: BoardState) -> str:
    """The plot that is all the player can build on, in words; empty if there is a choice."""
    plots = [part[1] for part in state.options if part[0] == "plot"]
    return plot_words(state.view, plots[0]) if len(plots) == 1 else ""


def action_of(view: Sf1906, part: Part) -> Action | None:
    """The action that a part alone means at this step; None if it means none."""
    match part:
        case ("slot", int(k)):
            return ("space" if view.step == SPACE else "act", k)
        case ("do", str(which)):
            return (which,)
        case ("permit", int(permit)):
            return ("spend" if view.step == SPEND else "permit", permit)
        case ("objective", int(card)):
            return ("objective", card)
        case ("deck",):
            return ("objective_deck",)
        case ("plot", int(plot)):
            return ("clear" if view.step == CLEAR else "plot", plot)
        case ("urban" | "bonus", _):
            return part
    return None
