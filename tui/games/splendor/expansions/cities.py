"""The Cities on screen: three tiles in place of the nobles, with their requirements and the viewer's shortages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import plural
from tabletown.rules.splendor.cards import COLOURS, GOLD, LETTERS
from tabletown.rules.splendor.expansions.cities import FACES, all_faces, lack, nearest, of
from tabletown.rules.splendor.state import Player, Splendor

from ....model.selection import Part
from ....narration.summary import Revealed
from ....widgets.board_state import BoardState
from ....widgets.canvas import Rect
from ....widgets.tiles import Tile
from ..costs import brief, viewing_player, viewing_seat
from ..layout import measured, table
from ..narrator import rounds
from ..painter import SplendorPainter
from ..prompts import SplendorPrompts
from ..selection import due
from .requirements import owner

PROMPT = 64
"""Columns of the longest prompt, and margins."""
NOTICE = 16
"""Columns that it leaves to the notice in the smallest window."""
AND = " +"
"""The sign between the points of a city and the bonuses that a player still needs for it."""
WIDE = 24
"""Columns from which a tile has its bonuses in rows, and houses."""
LEAST_SKYLINE = 5
"""Columns from which houses look like a city."""
ROOFS = (2, 5, 3, 7, 4, 4, 8, 1, 6, 3, 5, 2, 7, 6, 3, 4)
"""Heights of houses, in eighths of the tallest."""


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    plan = measured(width, height)
    faces = all_faces(state.view)
    each = plan.board // len(faces)
    tiles = [Tile(("city", face), Rect(i * each, 0, each, plan.top), "cities") for i, face in enumerate(faces)]
    return [*tiles, *table(state, plan)]


def revealed(s: Splendor) -> list[Revealed]:
    """The cities taken and their owners, which decided the game; empty in other modules."""
    if s.module != "cities":
        return []
    owned = of(s).owned
    taken = (face for face in owned if face is not None)
    return [Revealed("City", asked(face), tuple("" if face == own else None for own in owned)) for face in taken]


def asked(face: int) -> str:
    """The requirement of a city: "13 points, R4 B3"."""
    texts = (f"{FACES[face].points} points", each(FACES[face].cost) or brief(FACES[face].cost), alike(face))
    return ", ".join(filter(None, texts))


def each(bonuses: Sequence[int]) -> str:
    """Bonuses of all colours, as many of each: "2 of each colour"; else empty."""
    return f"{same} colour" if (same := of_each(bonuses)) else ""


def of_each(bonuses: Sequence[int]) -> str:
    """The same where there is little room: "2 of each"."""
    return f"{bonuses[0]} of each" if bonuses[0] and len(set(bonuses[:GOLD])) == 1 else ""


def alike(face: int) -> str:
    """The requirement of bonuses of one colour: "6 of one colour", "4 of another"; empty if there is none."""
    asked = FACES[face]
    return f"{asked.alike} of {'one colour' if asked.alike_not is None else 'another'}" if asked.alike else ""


def brief_requirement(face: int) -> str:
    """The requirement of a city in the fewest words: "13pt R4 B3", "14pt G4, 4 alike", "14pt, 8 bonuses"."""
    city, colours = FACES[face], brief(FACES[face].cost)
    if not any(city.cost) and not city.alike:
        return f"{city.points} points"
    points, alike = f"{city.points}pt", f", {city.alike} alike" * bool(city.alike)
    if same := of_each(city.cost):
        return f"{points}, {same}"
    ways = (f"{points}{f' {colours}' * bool(colours)}{alike}", f"{points}, {sum(city.cost)} bonuses{alike}")
    return next((way for way in ways if len(way) <= NOTICE), ways[-1])


class Shortage(NamedTuple):
    """The shortage of a player for a city, in which bonuses of one colour are of no colour until one of them leads."""

    points: int
    bonuses: list[int]
    alike: int

    @property
    def cards(self) -> int:
        """The number of bonuses."""
        return sum(self.bonuses) + self.alike

    @property
    def colours(self) -> list[int]:
        """The colours of which bonuses are needed."""
        return [colour for colour in range(GOLD) if self.bonuses[colour]]


def shortage(p: Player, face: int) -> Shortage:
    """The shortage of a player for a city."""
    short = lack(p, face)
    if len(best_colours(p, face)) == 1:
        return Shortage(short.points, short.all_bonuses, 0)
    return Shortage(short.points, short.bonuses, short.alike)


def best_colours(p: Player, face: int) -> list[int]:
    """The colours of which a player has most bonuses, of those that count as bonuses of one colour; none without any
    such bonus.
    """
    counting = [colour for colour in range(GOLD) if colour != FACES[face].alike_not]
    most = max(p.bonuses[colour] for colour in counting)
    return [colour for colour in counting if p.bonuses[colour] == most > 0]


def needed(short: Shortage) -> tuple[str, ...]:
    """Points and bonuses still needed for a city, the longest wording first: "need 12 points W4", "need 12pt W4", and
    with the number of cards for the bonuses "need 12 pts + 4 cards", "12 pts + 4 cards" and "12pt + 4 cards"; while no
    colour leads "need 12 points, 6 alike" to "12pt + 6 alike".
    """
    bonuses = of_each(short.bonuses) or brief(short.bonuses)
    points = [each * bool(short.points) for each in (plural(short.points, "point"), f"{short.points}pt")]
    alike = f"{short.alike} alike" * bool(short.alike)
    full, in_short = (
        ", ".join(filter(None, (" ".join(filter(None, ("need", each, bonuses))), alike))) for each in points
    )
    cards = alike if alike and not bonuses else plural(short.cards, "card") * bool(short.cards)
    with_cards, shortest = (
        " + ".join(filter(None, (each, cards))) for each in (f"{short.points} pts" * bool(short.points), points[1])
    )
    return full, in_short, f"need {with_cards}", with_cards, shortest


class CitiesPainter(SplendorPainter):
    INTRODUCTION = "You win only with a city: reach the points and bonuses that one of them shows."

    def goal(self, seat: int) -> int:
        """The points required by the city that the player is closest to."""
        return FACES[nearest(self.view, seat)].points

    def race(self, y: int, seat: int, after: int = 0) -> int:
        """Draw the bar, and after it the bonuses still needed for the same city: without room their number."""
        short = shortage(self.view.players[seat], nearest(self.view, seat))
        colours, alike = short.colours, f"{short.alike} alike" * bool(short.alike)
        bar = 2 + self.goal(seat) + len(f" {self.view.players[seat].points}/{self.goal(seat)}")
        room, quiet = self.w - bar, self.p.style("muted")
        needs = f" points, {'need' if self.is_you(seat) else 'needs'}"
        columns = 3 * len(colours) + (1 + len(alike)) * bool(alike)
        words = next((words for words in (needs, AND) if len(words) + columns <= room), "")
        number = f"{AND} {plural(short.cards, 'card') if colours else alike}"
        x = super().race(y, seat, len(number) if short.cards and not words else 0)
        if not short.cards or not words:
            return self.c.write(x, y, number if short.cards else "", quiet)
        x = self.c.write(x, y, words, quiet)
        for colour in colours:
            x = self.gem_chip(x + 1, y, f"{LETTERS[colour].upper()}{short.bonuses[colour]}", colour)
        return self.c.write(x + 1, y, alike, quiet) if alike else x

    def body_style(self, ink: str = "ink", bold: bool = False) -> Style:
        return self.ground(ink, bold) if self.part[0] == "city" else super().body_style(ink, bold)

    def city(self, face: int) -> None:
        seat = owner(self.view, face)
        self.frame(strong=self.legal, ink="noble" if seat is None else f"seat-{seat + 1}")
        style = self.p.style("noble", bold=True)
        near = seat is None and not self.view.over and face == nearest(self.view, viewing_seat(self.state))
        goals = (f" {FACES[face].points} points ", f" {FACES[face].points} pts ", f"{FACES[face].points}")
        ways = [("nearest city", goal) for goal in goals[:-1] if near] + [("city", goal) for goal in goals]
        fitting = [way for way in ways if len("".join(way)) <= self.w - 2]
        title, goal = (fitting or [("", goals[-1])])[0]
        self.c.write(1, 0, title, self.p.style("ink", bold=True) if near else style)
        self.c.right(self.w - 1, 0, goal, style + Style(reverse=True))
        x = self.requirement(face)
        if self.h > 3 and self.w >= WIDE:
            self.skyline(face, x + 1)
        if seat is not None:
            text, style = (
                f" {self.state.seats[seat].name[: self.w - 10]} ",
                self.p.style(f"seat-{seat + 1}", bold=True, reverse=True),
            )
            self.c.right(self.w - 1, self.h - 1, text, style)
            self.c.write(1, self.h - 1, "taken", self.p.style("muted"))
        else:
            self.progress(face)
        if self.picked:
            self.c.right(self.w - 1, self.h - 1, " picked ", self.p.style("picked", bold=True))

    def requirement(self, face: int) -> int:
        """Write the bonuses required as chips, as on cards with what is left of them, then the number of one colour,
        and in the row below how far the viewer's best colour is; return the column after the longest row.
        """
        asked, free = FACES[face], owner(self.view, face) is None
        short, wide, y = lack(self.me, face), self.w >= WIDE, 1 if self.h < 6 else 2
        left = short.bonuses if free else asked.cost
        joint = ("+ " if wide else " + ") * (any(asked.cost) and asked.alike > 0)
        tail = self.alike(face) if asked.alike else "points only" * (not any(asked.cost))
        end, x, y = self.required(y, asked.cost, left, 0 if wide else len(joint + tail))
        x = self.c.write(x, y, joint, self.p.style("ink", "card"))
        x = self.c.write(x, y, tail, self.p.style("ink" if short.alike or not free else "muted", "card"))
        below = self.best(face, y + 1) if wide and free and y + 1 < self.h - 1 else 0
        return max(end, x, below)

    def alike(self, face: int) -> str:
        """The number of bonuses of one colour that a city asks for, in as many words as there is room for."""
        asked = FACES[face]
        if not any(asked.cost):
            return f"{asked.alike} alike"
        return f"{asked.alike} other{' alike' * (self.w >= WIDE)}"

    def best(self, face: int, y: int) -> int:
        """Write how many bonuses of one colour the viewer has: "best: W 2/6", while no colour leads "best: 2/6"; return
        the column after it, 0 if the city asks for none or the viewer has none.
        """
        colours, quiet = best_colours(self.me, face), self.p.style("muted", "card")
        if not FACES[face].alike or not colours:
            return 0
        x = self.c.write(2, y, "best: ", quiet)
        if len(colours) == 1:
            x = self.gem_chip(x, y, LETTERS[colours[0]].upper(), colours[0]) + 1
        return self.c.write(x, y, f"{self.me.bonuses[colours[0]]}/{FACES[face].alike}", quiet)

    def required(self, y: int, cost: Sequence[int], left: Sequence[int], words: int) -> tuple[int, int, int]:
        """Write the bonuses required and what is left of them; where there is no room for both beside so many columns
        of words, what is left of those reduced. Return the column after them, and where words go.
        """
        chips, wide = [colour for colour, n in enumerate(cost) if n], self.w >= WIDE
        reduced = sum(left[colour] != cost[colour] for colour in chips)
        room, plain = self.w - 3 if wide else self.w - 2, 3 * len(chips) + words - bool(chips)
        arrows = plain + 2 * reduced <= room
        x = 2 if wide else max(1, (self.w - plain - 2 * reduced * arrows) // 2)
        for colour in chips:
            self.cost(x, y, colour, cost[colour], left[colour], arrows)
            x += 3 + 2 * (arrows and left[colour] != cost[colour])
        end = x - bool(chips)
        return (end, 2, y + 1) if wide and chips else (end, end, y)

    def progress(self, face: int) -> None:
        """Write on the lower edge the points and bonuses that the viewer still needs, points in short unless all tiles
        have room for the word.
        """
        if not lack(self.me, face):
            return self.c.right(self.w - 1, self.h - 1, "ready", self.p.style("good", bold=True))
        long = all(len(needed(shortage(self.me, each))[0]) <= self.w - 2 for each in of(self.view).table)
        ways = needed(shortage(self.me, face))[not long :]
        text = next((way for way in ways if len(way) <= self.w - 2), ways[-1])
        return self.c.right(self.w - 1, self.h - 1, text, self.p.style("muted"))

    def skyline(self, face: int, first: int) -> None:
        """Draw houses along the right side of a tile, from its column `first` on, if the theme has glyphs and colours
        for them.
        """
        if self.p.flat or not self.p["art"]:
            return
        rows, width = self.h - 2, min(12, self.w - 18, self.w - 1 - first)
        if width < LEAST_SKYLINE:
            return
        style = self.p.style("faint", "card")
        for i in range(width):
            eighths = ROOFS[(7 * face + i) % len(ROOFS)] * rows
            for row in range(rows):
                filled = max(0, min(8, eighths - 8 * row))
                self.c.write(self.w - 1 - width + i, self.h - 2 - row, " ▁▂▃▄▅▆▇█"[filled], style)


class CitiesPrompts(SplendorPrompts):
    def notice(self, state: BoardState) -> str:
        """The round, and what the city requires that the viewer is closest to, as much as there is room for."""
        view, seat = state.view, viewing_seat(state)
        city = nearest(view, seat)
        kind, short = "nearest city", brief_requirement(city)
        if of(view).owned[seat] is not None:
            kind = "your city" if seat == state.viewer else "city"
        ways = (
            f"{rounds(view)}, {kind}: {asked(city)}",
            f"{kind}: {asked(city)}",
            f"{kind}: {short}",
            f"city: {short}",
        )
        return next((way for way in ways if len(way) <= self.width - PROMPT), short)

    def prompt(self, state: BoardState) -> str:
        if due(state) == "city":
            return f"choose your city ({state.enter})"
        return super().prompt(state)

    def why(self, state: BoardState, part: Part) -> str:
        if part[0] == "city":
            return about_city(state, part[1])
        return super().why(state, part)

    def summary(self, state: BoardState, action: Action) -> str:
        return f"takes the city ({asked(action[1])})" if action[0] == "city" else super().summary(state, action)

    def more(self, before: Splendor, after: Splendor, brevity: int) -> list[str]:
        new = of(after).owned[before.player] != of(before).owned[before.player]
        return ["the city is yours"] if new else []

    def about(self, state: BoardState, part: Part | None) -> str:
        match part:
            case ("city", int(face)):
                return about_city(state, face)
        return super().about(state, part)


def about_city(state: BoardState, face: int) -> str:
    view: Splendor = state.view
    seat, near = owner(view, face), not view.over and face == nearest(view, viewing_seat(state))
    what = f"{'Nearest city' if near else 'City'}: {asked(face)}"
    if seat is not None:
        return f"{what}: owned by {state.seats[seat].name}. Only city owners can win."
    if of(view).owned[viewing_seat(state)] is not None:
        return f"{what}. You already have a city."
    player = viewing_player(state)
    short = lack(player, face)
    if not short:
        return f"{what}: you qualify; it is yours at the end of your turn."
    leads = len(best_colours(player, face)) == 1
    more = f"{short.alike} {COLOURS[short.nearest] if leads else 'alike'}" if short.alike else ""
    points = f"{short.points} more point{'s' * (short.points > 1)}" if short.points else ""
    phrases = [points, brief(short.bonuses), more]
    return f"{what}; you need {', '.join(filter(None, phrases))}."
