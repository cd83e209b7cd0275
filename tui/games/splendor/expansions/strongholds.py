"""The Strongholds on the table: up to three on a card with their owner's letter, and what one has left of them."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.expansions.strongholds import EACH, occupier, of, supply
from tabletown.rules.splendor.names import place as place_name
from tabletown.rules.splendor.state import Splendor

from ....model.selection import Part
from ....widgets.board import Tile
from ....widgets.board_state import BoardState
from .. import layout
from ..costs import eye
from ..painter import Painter
from ..prompts import Words
from ..seat_marks import mark
from ..selection import due

FORTIFY = ("place", "move", "remove")
DIM = Style(dim=True)


def place(scene: BoardState, width: int, height: int) -> list[Tile]:
    """As in the base game; a card from which a stronghold would be lifted is picked for that."""
    tiles = layout.place(scene, width, height)
    return [tile._replace(part=("lift", tile.part[1])) if lifted(scene, tile.part) else tile for tile in tiles]


def lifted(scene: BoardState, part: Part) -> bool:
    """Does picking that card mean to lift a stronghold from it?"""
    if part[0] != "card" or due(scene) not in FORTIFY:
        return False
    lift = ("lift", part[1])
    return lift in scene.picked or (lift in scene.options and not supply(scene.view, scene.view.player))


def standing(view: Splendor, card: int) -> tuple[int | None, int]:
    """Whose strongholds stand on a card, and how many."""
    seat = occupier(view, card)
    return seat, 0 if seat is None else of(view).placed[seat].count(card)


class StrongholdsPainter(Painter):
    def card(self, card: int) -> None:
        super().card(card)
        seat, number = standing(self.view, card)
        if seat is None:
            return
        if seat != eye(self.scene) and not self.legal:
            for row in self.c.rows[1:]:
                row[:] = [(char, style + DIM) for char, style in row]
        style = self.p.style(f"seat-{seat + 1}", bold=True, reverse=True)
        self.c.right(self.w - 1, 0, mark(self.scene.seats, seat) + self.p["fort"] * number, style)

    lift = card

    def offered(self, card: int, short: int) -> bool:
        seat, _ = standing(self.view, card)
        return super().offered(card, short) and (self.legal or seat in (None, eye(self.scene)))

    def instead(self, card: int) -> str:
        seat, number = standing(self.view, card)
        match due(self.scene):
            case "place" | "move" | "remove" if self.legal:
                return f" {self.describe_move(seat)} "
            case "conquer" if self.legal:
                return " conquer "
        if seat in (None, eye(self.scene)):
            return ""
        name = self.scene.seats[seat].name
        return f"{name[: self.w - 4]}'s" if self.w < 15 else f"{number} of {name[: self.w - 9]}'s"

    def describe_move(self, seat: int | None) -> str:
        """What Enter does with a stronghold on the card."""
        if self.tile.part[0] == "lift":
            return "lift"
        if seat not in (None, eye(self.scene)):
            return "remove"
        return "place" if supply(self.view, self.view.player) and not self.scene.picked else "to here"

    def fresh(self) -> None:
        if occupier(self.view, self.tile.part[1]) is None:
            super().fresh()
        else:
            self.c.write(1, self.h - 1, "new", self.p.style("fresh", bold=True))

    def room(self) -> int:
        return super().room() - 4 * (self.is_fresh and occupier(self.view, self.tile.part[1]) is not None)

    def badge(self, seat: int) -> int:
        left = supply(self.view, seat)
        text = mark(self.scene.seats, seat) + self.p["fort"] * left + self.p["none"] * (EACH - left)
        self.c.right(self.edge, 0, text, self.p.style(f"seat-{seat + 1}", bold=True))
        return len(text)


class StrongholdsWords(Words):
    def prompt(self, scene: BoardState) -> str:
        view: Splendor = scene.view
        verbs = {a[0] for a in scene.left}
        match due(scene):
            case "place" | "move" | "remove" if any(part[0] == "lift" for part in scene.picked):
                return f"choose its new card, {scene.enter}; {scene.esc} cancels"
            case "place" | "move" | "remove":
                by = f" ({scene.keys['splendor.lift']})" * (supply(view, view.player) > 0)
                ways = {"place": "place", "move": f"move{by}", "remove": "remove"}
                able = [ways[verb] for verb in FORTIFY if verb in verbs]
                return f"{', '.join(able[:-1])}{' or ' if able[1:] else ''}{able[-1]} a stronghold: {scene.enter}"
            case "decline":
                return f"decline the conquest? {scene.enter} yes, {scene.esc} no"
            case "conquer":
                decline = scene.keys["splendor.decline"]
                return f"conquer {place_name(view, scene.left[0][1])} ({scene.enter}), or decline ({decline})"
        return super().prompt(scene)

    def choice(self, scene: BoardState, part: Part) -> str:
        view: Splendor = scene.view
        match part:
            case ("lift", int(card)) if part in scene.options:
                _, number = standing(view, card)
                which = "your stronghold" if number == 1 else f"one of your {number} strongholds"
                return f"{scene.enter} picks up {which}; then choose a card."
            case ("card", int(card)) if due(scene) == "conquer" and part in scene.options:
                return self.about_card(scene, card)
            case ("card", int(card)) if ("remove", card) in scene.left:
                return super().choice(scene, part)
            case ("card", int()) if not supply(view, view.player) and part in scene.options and not scene.picked:
                return f"{scene.enter}, then choose which of your strongholds moves to {place_name(view, part[1])}."
            case ("card", int(card)) if due(scene) == "place" and ("lift", card) in scene.options:
                return f"{super().choice(scene, part)}; {scene.keys['splendor.lift']} lifts one"
        return super().choice(scene, part)

    def picks(self, scene: BoardState) -> str:
        if len(scene.picked) == 1 and len(scene.left) > 1 and due(scene) in FORTIFY:
            (kind, _), where = scene.picked[0], place_name(scene.view, scene.picked[0][1])
            if kind == "lift":
                return f"A stronghold is lifted from {where}: go to another card, then {scene.enter}."
            return f"A stronghold goes to {where}: choose which, then {scene.enter}."
        return super().picks(scene)

    def summary(self, scene: BoardState, action: Action) -> str:
        view: Splendor = scene.view
        match action:
            case ("place", card):
                return f"places a stronghold on {place_name(view, card)}"
            case ("move", one, other):
                return f"moves a stronghold from {place_name(view, one)} to {place_name(view, other)}"
            case ("remove", card):
                owner = scene.seats[occupier(view, card) or 0].name
                return f"gives a stronghold on {place_name(view, card)} back to {owner}"
            case ("decline",):
                return "declines: your strongholds stay"
        return super().summary(scene, action)

    def outcome(self, scene: BoardState, action: Action) -> str:
        """Of a stronghold: how many stand there then, and how many are left."""
        view: Splendor = scene.view
        match action:
            case ("place", card):
                there = of(view).placed[view.player].count(card) + 1
                return f"{there} there, {supply(view, view.player) - 1} left{conquest(there)}"
            case ("move", _, card):
                there = of(view).placed[view.player].count(card) + 1
                return f"{there} there{conquest(there)}"
            case ("remove", card):
                seat, number = standing(view, card)
                return f"{number - 1} of {scene.seats[seat or 0].name}'s there"
        return super().outcome(scene, action)

    def more(self, before: Splendor, after: Splendor) -> list[str]:
        player = before.player
        back = len(of(before).placed[player]) - len(of(after).placed[player])
        return [f"{plural(back, 'stronghold')} back"] if back > 0 else []

    def lacking(self, scene: BoardState, card: int) -> str:
        seat, number = standing(scene.view, card)
        if seat in (None, eye(scene)):
            return super().lacking(scene, card)
        pieces = "stronghold keeps" if number == 1 else f"{number} strongholds keep"
        return f"{scene.seats[seat].name}'s {pieces} you off."

    def why(self, scene: BoardState, part: Part) -> str:
        view: Splendor = scene.view
        match part:
            case ("lift", _):
                return "You have no stronghold there."
            case ("card", int(card)) if due(scene) in FORTIFY:
                if ("lift", card) in scene.picked:
                    return f"Picked up from here: choose another card, or {scene.esc}."
                seat, _ = standing(view, card)
                if card not in view.market:
                    return "Strongholds go on cards on the table."
                if scene.picked and seat not in (None, view.player):
                    return f"{scene.seats[seat].name}'s strongholds stand there."
                return scene.game.refusal(view, ("place", card))
            case ("card", int(card)) if due(scene) == "conquer":
                return scene.game.refusal(view, ("conquer", card))
        return super().why(scene, part)

    def pieces(self, scene: BoardState, seat: int) -> list[str]:
        placed = of(scene.view).placed[seat]
        where = [f"{placed.count(card)} on {place_name(scene.view, card)}" for card in dict.fromkeys(placed)]
        return [f"strongholds {join_words([*where, f'{EACH - len(placed)} left'])}"]


def conquest(there: int) -> str:
    return ", then conquest" if there == EACH else ""
