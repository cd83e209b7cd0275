"""The table of Metropolys: the city, how a bid is picked, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType

from tabletown.rules.core.game import Action, apply, total_points
from tabletown.rules.core.match import LogLine, Seat
from tabletown.rules.core.text import plural
from tabletown.rules.metropolys.board import (
    BORDERS,
    BRIDGES,
    BUILDINGS,
    LAKES,
    NAMES,
    NEIGHBOURHOODS,
    NEIGHBOURS,
    STATUES,
    TYPE_PLACES,
    TYPES,
    places,
)
from tabletown.rules.metropolys.objectives import EXPERT_AREA, FACE_DOWN, FEATURES, MATCHING, OBJECTIVES, union
from tabletown.rules.metropolys.score import gains, groups
from tabletown.rules.metropolys.state import NOBODY, UNSEEN, Metropolys, owner
from tabletown.rules.metropolys.turn import higher, standing

from ...model.action_table import TYPED
from ...model.actions import bindings
from ...model.palette import Palette
from ...model.selection import Part
from ...narration.grammar import clause, owned
from ...widgets.board import Board, BoardController, Tile
from ...widgets.board_state import BoardState
from ...widgets.canvas import Canvas, Rect
from ...widgets.move_log import LOG
from .maps import Map, city
from .painter import TOKEN_NAMES, Painter, cards_of, held_by, tokens_of
from .recap import call_of, ending, fresh, points_in_words, recent, taken, told

MAP: Part = ("map",)
ASKED = 16
"""Cells of the first line beside its two texts: who is asked, and what keeps them apart."""
FEATURE_PLACES = {
    "statues": union(STATUES),
    "lakes": union(LAKES),
    "bridges": union(BRIDGES),
    "outer edge": BORDERS,
    **{name: TYPE_PLACES[i] for i, name in enumerate(TYPES)},
}
"""What can be lit up, besides one's own objectives."""


class MetropolysBoard(Board):
    """The wide map where it fits, else the compact one."""

    START, OWN_TOO = "city", True
    TYPED = TYPED["metropolys"]
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("metropolys")]

    def __init__(self, palette: Palette, hand: BoardController) -> None:
        super().__init__(palette, hand)
        self.lit = ""
        self._typed = self._digits = ""
        """The name of a place, and a value, as far as they are typed."""

    # Where things lie

    def drawn(self, width: int, height: int) -> Map:
        wide = city("wide")
        return wide if width >= wide.width + 30 and height >= wide.height else city("compact")

    def place(self, scene: BoardState, width: int, height: int) -> list[Tile]:
        drawn, seats = self.drawn(width, height), len(scene.seats)
        wide = drawn is city("wide")
        tiles = [Tile(MAP, Rect(0, 0, drawn.width, drawn.height), "")]
        if wide or not scene.log_open:
            for place, (x, y, w, h) in enumerate(drawn.labels):
                rows = 2 if wide else 1
                tiles.append(Tile(("place", place), Rect(x, y + (h - rows) // 2, w, rows), "city"))
        if wide:
            return tiles + beside(seats, Rect(drawn.width + 1, 0, width - drawn.width - 1, height))
        if scene.log_open:
            return beside(seats, Rect(1, 0, width - 2, height))
        each = width // seats
        return tiles + [
            Tile(("player", seat), Rect(seat * each, drawn.height, each, 1), "players") for seat in range(seats)
        ]

    def paint(self, scene: BoardState, tile: Tile, here: bool) -> Canvas:
        lit = self.lights(scene).get(self.lit)
        return Painter(self.palette, scene, tile, here, self.drawn(*self._room), lit).paint()

    def lights(self, scene: BoardState) -> dict[str, int]:
        """What can be lit up: features, types, the viewer's objectives, and at the end the groups that were scored."""
        view: Metropolys = scene.view
        found: dict[str, int] = {}
        if view.over:
            for seat, (name, _) in enumerate(scene.seats):
                for card in view.players[seat].cards:
                    found[f"{owned(name)} {OBJECTIVES[card].name}"] = scored(view, seat, card)
        elif scene.viewer is not None:
            for card in view.players[scene.viewer].cards:
                found[f"your {OBJECTIVES[card].name}"] = wanted(card) & view.in_use
        return found | {name: places & view.in_use for name, places in FEATURE_PLACES.items()}

    # Picking

    def parts(self, action: Action) -> Sequence[Part]:
        match action:
            case ("bid", place, value):
                return [("place", place), ("value", value)]
            case _:
                return [("do", "pass")]

    def preferred(self, scene: BoardState) -> Action | None:
        """With a place picked the lowest building that holds; to pass when that is all that is left."""
        if any(part[0] == "place" for part in scene.picked):
            return next((a for a in scene.left if a[0] == "bid"), None)
        return scene.left[0] if len(scene.left) == 1 else None

    def at_once(self, scene: BoardState) -> Action | None:
        """A bid shows its value first."""
        return None

    def turn(self, scene: BoardState) -> None:
        """From where nothing can be played, the cursor goes to the nearest place where it can."""
        x, y = self._rect.centre
        legal = [tile for tile in self.tiles if tile.part in scene.options]
        if legal and self.cursor not in scene.options:
            self.cursor = min(legal, key=lambda t: abs(t.rect.centre[0] - x) + 2 * abs(t.rect.centre[1] - y)).part

    def clear(self) -> None:
        self.lit = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        active = self.scene is not None and self.scene.active
        if action == "pass":
            return active and self.scene is not None and bool(self.scene.view.bids)
        return action != "value" or active

    def action_pass(self) -> None:
        self.hand.picked(("do", "pass"))

    def action_value(self, step: int) -> None:
        """Pick the place under the cursor, then another building for it."""
        scene = self.scene
        if scene is None or self.cursor is None:
            return
        if not any(part[0] == "place" for part in scene.picked):
            self.hand.picked(self.cursor)
        self.hand.cycled("value", step)

    def action_legal(self, step: int) -> None:
        """Through the places that can be picked, in order; without any, through all."""
        parts = [tile.part for tile in self.tiles if tile.zone == "city"]
        legal = [part for part in parts if self.scene is not None and part in self.scene.options] or parts
        if legal:
            at = legal.index(self.cursor) if self.cursor in legal else (-1 if step > 0 else 0)
            self.cursor = legal[(at + step) % len(legal)]

    def action_light(self, step: int) -> None:
        if self.scene is not None:
            names = ["", *self.lights(self.scene)]
            at = names.index(self.lit) if self.lit in names else 0
            self.lit = names[(at + step) % len(names)]
            self.hand.turned()

    def takes(self, event: events.Key) -> bool:
        """Typing a name goes there, as c14; digits alone choose the value once a place is picked."""
        if super().takes(event):
            return True
        char = (event.character or "").upper()
        if self.scene is None or not self.scene.active or not char or char not in self.TYPED:
            self._typed = self._digits = ""
            return False
        if char.isdigit() and not self._typed:
            self.type_value(char)
            return False
        self._digits = ""
        self._typed = char if char.isalpha() else self._typed + char
        if self._typed in NAMES:
            self.cursor = ("place", NAMES.index(self._typed))
        return True

    def type_value(self, digit: str) -> None:
        """The building whose value is typed; a 1 may be followed by 0 to 3. What cannot be bid is only said."""
        scene = self.scene
        if scene is None:
            return
        self._digits = f"1{digit}" if self._digits == "1" and digit in "0123" else digit
        wanted = ("value", int(self._digits))
        place = next((part[1] for part in scene.picked if part[0] == "place"), None)
        values = [value for _, _, value in bids_on(scene, place)]
        if wanted[1] not in values:
            if self._digits != "1" or max(values, default=0) < 10:
                self.hand.picked(wanted)
        elif place is not None:
            for part in scene.picked:
                if part[0] == "value":
                    self.hand.picked(part)
            self.hand.picked(wanted)

    def scene_options(self) -> frozenset[Part]:
        return self.scene.options if self.scene is not None else frozenset()

    # Words

    def prompt(self, scene: BoardState) -> str:
        view: Metropolys = scene.view
        if not view.bids:
            return f"open a call: choose any place, {scene.enter}"
        _, place, value = view.bids[-1]
        beat = f"beat {value} next to {NAMES[place]}"
        if self.lit and ending(view):  # both are said beside it
            return beat
        return f"{beat} ({scene.enter}), or pass ({scene.keys['metropolys.pass']})"

    def told(self, story: Sequence[LogLine], newest: Metropolys, seats: Sequence[Seat]) -> tuple[LogLine, ...]:
        return told(story, newest, seats)

    def recent(self, scene: BoardState) -> list[LogLine]:
        return [] if scene.viewer is None else recent(scene, scene.viewer)

    def notice(self, scene: BoardState) -> str:
        view: Metropolys = scene.view
        if self.lit:
            return f"shown: {self.lit}"
        most = max(p.places.bit_count() for p in view.players)
        race = f"lead {most}/{len(BUILDINGS)}"
        if view.bids and not scene.active:
            race = f"beat {standing(view)}  {race}"
        names = [NAMES[place] for place in places(fresh(scene))]
        if not names:
            return race
        news = f"new {' '.join(names)}  {race}"
        return self.beside(scene, news, f"{len(names)} new  {race}")

    def alarm(self, scene: BoardState) -> str:
        """What is lit goes with it, as it stands in the place of the notice."""
        last, lit = ending(scene.view), f"  lit: {self.lit}" if self.lit else ""
        if not last:
            return ""
        name = scene.seats[last[0]].name
        last_of = f"LAST BUILDING: {name}"
        return self.beside(scene, f"{last_of}, then game over{lit}", f"{last_of}{lit}", f"LAST BUILDING{lit}")

    def warning(self, scene: BoardState) -> str:
        name = scene.seats[ending(scene.view)[0]].name
        return f"LAST BUILDING: {clause(name, 'have one building left; building it ends the game.')}"

    def beside(self, scene: BoardState, *texts: str) -> str:
        """The first of them that the first line has room for beside the prompt, else the last."""
        room = self.app.size.width - cell_len(self.prompt(scene)) - ASKED
        return next((text for text in texts if cell_len(text) <= room), texts[-1])

    def why(self, scene: BoardState, part: Part) -> str:
        match part:
            case ("place", int(place)):
                return scene.game.refusal(scene.view, ("bid", place, BUILDINGS[-1]))
            case ("value", int(value)):
                return self.why_value(scene, value)
            case ("do", "pass"):
                return scene.game.refusal(scene.view, ("pass",))
        return ""

    def why_value(self, scene: BoardState, value: int) -> str:
        """Why a building cannot be bid, and which could, on the place that is picked or else on any."""
        where = next((part[1] for part in scene.picked if part[0] == "place"), None)
        bids = bids_on(scene, where)
        if 0 < value <= standing(scene.view):
            least = min((a[2] for a in bids), default=standing(scene.view) + 1)
            return f"{value} is too low: bid at least {least} here."
        place = bids[0][1] if bids else 0
        return scene.game.refusal(scene.view, ("bid", place, value)) or "Choose a place first."

    def detail(self, scene: BoardState, part: Part | None) -> str:
        action = self.preferred(scene) if scene.active and scene.picked else None
        if action is not None and action[0] == "bid":
            (_, place, value), keys = action, scene.keys
            others = len([a for a in scene.left if a[0] == "bid"]) > 1 or any(p[0] == "value" for p in scene.picked)
            more = f" ({keys['metropolys.higher']} {keys['metropolys.lower']} change)" if others else ""
            bid = f"{scene.enter} bids {value} on {NAMES[place]}"
            ends = self.consequences(scene, place, value)
            return self.fitting(f"{bid}{more}: {ends[0]}", *(f"{bid}: {end}" for end in ends))
        if action is not None:
            return f"{scene.enter} passes; you drop out of this call."
        match part:
            case ("place", int(place)):
                return self.about_place(scene, place)
            case ("player", int(seat)):
                return self.about_player(scene, seat)
        return ""

    def about_player(self, scene: BoardState, seat: int) -> str:
        """Points, the last move, tokens and objectives; the tokens in short where there is no room for words."""
        view: Metropolys = scene.view
        first = [points_in_words(scene, seat), call_of(scene, seat)]
        tokens, cards = (tokens_of(view, seat), held_by(view, seat)), cards_of(view.players[seat])
        ways = [[*first, tokens[0], cards], [*first, tokens[1], cards], [*first, tokens[1]], first]
        return self.fitting(*(f"{scene.seats[seat].name}: {'; '.join(filter(None, way))}." for way in ways))

    def about_place(self, scene: BoardState, place: int) -> str:
        view: Metropolys = scene.view
        n, seat = NEIGHBOURHOODS[place], owner(view, place)
        token = [f"{TOKEN_NAMES[kind]} token" for kind, where in enumerate(view.tokens) if where >> place & 1]
        value = view.values[place]
        building = value if value != UNSEEN else "building"
        whose = "your" if seat == scene.viewer else owned(scene.seats[seat].name)
        stands = [f"{whose} {building}"] if seat != NOBODY else []
        if fresh(scene) >> place & 1:
            kind = taken(scene, place)
            stands.append("new" if kind is None else f"new, took the {TOKEN_NAMES[kind]} token")
        what = f"{n.name} {TYPES[n.type]}" + "".join(f", {word}" for word in token + stands)
        if not scene.active:
            return f"{what}."
        least = next((a[2] for a in scene.left if a[0] == "bid" and a[1] == place), None)
        if least is None:
            refusal = scene.game.refusal(view, ("bid", place, BUILDINGS[-1]))
            return self.fitting(f"{what}. {refusal}", refusal if seat == NOBODY else f"{what}.")
        ends = self.consequences(scene, place, least)
        return self.fitting(*(f"{n.name} {TYPES[n.type]}, {least}: {end}" for end in ends))

    def consequences(self, scene: BoardState, place: int, value: int) -> list[str]:
        """What building there would pay now, and who could still outbid; in full, then ever shorter."""
        view: Metropolys = scene.view
        assert scene.viewer is not None
        parts = [(label.lower(), n) for label, n in gains(view, scene.viewer, place, value) if n]
        pays = ", ".join(f"{n:+} {label.removesuffix(' tokens')}" for label, n in parts) or "no points"
        shorter = pays
        for name in ("area card", "neighbourhood card", "highest buildings"):
            shorter = shorter.replace(name, name.split()[0])
        total = total_points(parts)
        brief = plural(total, "point", sign=True) if parts else pays
        rivals = outbidders(scene, place, value)
        after = "cannot be outbid" if not rivals else f"{', '.join(rivals)} could outbid"
        return [f"{what}; {after}." for what in (pays, shorter, brief)]


def bids_on(scene: BoardState, place: int | None) -> list[Action]:
    """The legal bids on a place, or on any."""
    return [a for a in scene.game.legal(scene.view) if a[0] == "bid" and place in (None, a[1])]


def scored(view: Metropolys, seat: int, card: int) -> int:
    """The buildings for which a card has paid."""
    return union(groups(view, seat)) if card in EXPERT_AREA else view.players[seat].places & MATCHING[card]


def wanted(card: int) -> int:
    """The places that a card is about; for chains and districts that is everywhere."""
    if card == FACE_DOWN:
        return 0
    if card in EXPERT_AREA:
        return FEATURES.get(OBJECTIVES[card].name, (1 << len(NAMES)) - 1)
    return MATCHING[card]


def outbidders(scene: BoardState, place: int, value: int) -> list[str]:
    """Names of the players who could still outbid; none when the bid would end the call."""
    view: Metropolys = scene.view
    after = apply(scene.game, scene.game.determinize(view, Random(0)), ("bid", place, value), Random(0))
    if not after.bids:
        return []
    return [
        scene.seats[seat].name
        for seat, p in enumerate(view.players)
        if seat != view.player and not view.passed >> seat & 1 and higher(p.hand, value)
        if after.free & NEIGHBOURS[place]
    ]


def beside(seats: int, rect: Rect) -> list[Tile]:
    """Players one below the other, then the log."""
    x, y, w, h = rect
    each = 6 if h >= 26 else max(3, min(6, (h - 4) // seats))
    tiles = [Tile(("player", seat), Rect(x, y + seat * each, w, each), "players") for seat in range(seats)]
    return [*tiles, Tile(LOG, Rect(x, y + seats * each, w, h - seats * each), "")]


BOARD = MetropolysBoard
