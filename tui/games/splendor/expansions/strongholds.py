"""The Strongholds on screen: up to three on a card, with their owner's letter, and each player's supply."""

from __future__ import annotations

from rich.style import Style

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import CARDS
from tabletown.rules.splendor.expansions.strongholds import EACH, occupier, of, supply
from tabletown.rules.splendor.names import slot_label
from tabletown.rules.splendor.state import Splendor

from ....model.selection import Part
from ....narration.grammar import clause
from ....widgets.board_state import BoardState
from ....widgets.tiles import Tile
from .. import layout
from ..costs import AFFORDABLE, need_of, viewing_seat
from ..painter import SplendorPainter
from ..player_panel import WIDE
from ..prompts import SplendorPrompts
from ..seat_marks import mark
from ..selection import due, spelled

FORTIFY = ("place", "move", "remove")
DIM = Style(dim=True)


def lay_out(state: BoardState, width: int, height: int) -> list[Tile]:
    """Lay out the base game; picking a card that a stronghold would be picked up from means to pick it up."""
    tiles = layout.lay_out(state, width, height)
    return [tile._replace(part=("lift", tile.part[1])) if lifted(state, tile.part) else tile for tile in tiles]


def lifted(state: BoardState, part: Part) -> bool:
    """Does picking the card mean to pick up a stronghold from it?"""
    if part[0] != "card" or due(state) not in FORTIFY:
        return False
    lift = ("lift", part[1])
    return lift in state.picked or (lift in state.options and not supply(state.view, state.view.player))


def standing(view: Splendor, card: int) -> tuple[int | None, int]:
    """The seat that occupies a card, None if it is free, and the number of its strongholds there."""
    seat = occupier(view, card)
    return seat, 0 if seat is None else of(view).placed[seat].count(card)


class StrongholdsPainter(SplendorPainter):
    INTRODUCTION = "After buying a card, place a stronghold ({fort}) on another: now only you can buy that one."

    def card(self, card: int) -> None:
        super().card(card)
        seat, number = standing(self.view, card)
        if seat is None:
            return
        if seat != viewing_seat(self.state) and not self.legal:
            for row in self.c.rows[1:]:
                row[:] = [(char, style + DIM) for char, style in row]
        style = self.p.style(f"seat-{seat + 1}", bold=True, reverse=True)
        name, fort = mark(self.state.seats, seat), self.p["fort"]
        room = self.w - 2 - len(f"{self.label(card)} ") if not self.low else self.w - 1
        pieces = fort * number if len(name) + number <= room else f"{fort}{number}"
        self.c.right(self.w - 1, 0, name + pieces, style)

    lift = card

    def is_barred(self, card: int, seat: int) -> bool:
        return standing(self.view, card)[0] not in (None, seat)

    def offered(self, card: int, short: int) -> bool:
        seat, _ = standing(self.view, card)
        return super().offered(card, short) and (self.legal or seat in (None, viewing_seat(self.state)))

    def verdict(self, card: int, short: int) -> tuple[str, Style]:
        """The words on a card's edge; in a conquest, which no other purchase can follow, only its own card invites."""
        text, style = super().verdict(card, short)
        return "" if text == AFFORDABLE and due(self.state) == "conquer" else text, style

    def instead(self, card: int) -> str:
        seat, _ = standing(self.view, card)
        match due(self.state):
            case "place" | "move" | "remove" if self.legal:
                return self.with_need(self.describe_move(seat), self.short(self.state, card))
            case "conquer" if self.legal:
                return "conquer"
        if seat in (None, viewing_seat(self.state)):
            return ""
        name = self.state.seats[seat].name
        return f"{name[: self.w - 4]}'s"

    def with_need(self, verb: str, short: int) -> str:
        """A verb, and what the viewer still needs for the card, as much of it as there is room for."""
        need = need_of(short) if short > 0 else AFFORDABLE
        ways = (f"{verb}, {need}", f"{verb} {self.p['none']} {max(0, short)}", verb)
        return next((way for way in ways if len(way) <= self.room()), verb)

    def describe_move(self, seat: int | None) -> str:
        """The verb for what Enter does with a stronghold on the card."""
        if self.tile.part[0] == "lift":
            return "move"
        if seat not in (None, viewing_seat(self.state)):
            return "remove"
        return "place" if supply(self.view, self.view.player) and not self.state.picked else "to here"

    @property
    def says_new(self) -> bool:
        """Is there room for "new" on the upper edge? Strongholds take it."""
        return super().says_new and occupier(self.view, self.tile.part[1]) is None

    def piece_key(self, y: int) -> int:
        """Explain the sign of a stronghold."""
        words = (" stronghold: occupies a card", " stronghold", " fort")
        text = next((text for text in words if len(text) < self.w), "")
        x = self.c.write(0, y, self.p["fort"], self.p.style("ink", bold=True))
        self.c.write(x, y, text, self.p.style("muted"))
        return y + 1

    BADGE = 9

    def badge(self, seat: int, room: int) -> int:
        """Write the strongholds that a player has left to place, in a wide panel in words, until the game is over."""
        if self.view.over:
            return super().badge(seat, room)
        left, fort = supply(self.view, seat), self.p["fort"]
        long = f"{plural(left, 'stronghold')} left"
        short = f"{fort * left or f'no {fort}'} left"
        if self.w < WIDE:  # points with their unit follow at once
            short = (f"{fort * left} left" if left else f"no {fort}") + "," * (self.points_columns > len("99"))
        text = long if self.w >= WIDE and len(long) <= room else short
        self.c.right(self.edge, 0, text, self.p.style(f"seat-{seat + 1}", bold=True))
        return len(text)


class StrongholdsPrompts(SplendorPrompts):
    def prompt(self, state: BoardState) -> str:
        view: Splendor = state.view
        verbs = {a[0] for a in state.left}
        match due(state):
            case "place" | "move" | "remove" if any(part[0] == "lift" for part in state.picked):
                return f"move the stronghold ({state.enter}) or cancel ({state.esc})"
            case "place" | "move" | "remove":
                lifting = "move" in verbs and supply(view, view.player) > 0
                able = join_words(
                    [verb for verb in FORTIFY if verb in verbs and not (lifting and verb == "move")], "or"
                )
                if lifting:
                    return f"{able} ({state.enter}) or move ({state.keys['splendor.lift']}) a stronghold"
                return f"{able} a stronghold ({state.enter})"
            case "decline":
                return f"decline the conquest ({state.enter}) or go back ({state.esc})"
            case "conquer":
                decline = state.keys["splendor.decline"]
                return (
                    f"conquer {slot_label(view, state.left[0][1])}: buy it too ({state.enter}), or decline ({decline})"
                )
        return super().prompt(state)

    def choice(self, state: BoardState, part: Part) -> str:
        view: Splendor = state.view
        match part:
            case ("lift", int(card)) if part in state.options:
                _, number = standing(view, card)
                which = "your stronghold" if number == 1 else f"one of your {number} strongholds"
                return f"{state.enter} picks up {which}; then choose a card."
            case ("card", int(card)) if due(state) == "conquer" and part in state.options:
                return self.about_card(state, card)
            case ("card", int(card)) if ("remove", card) in state.left:
                return super().choice(state, part)
            case ("card", int()) if not supply(view, view.player) and part in state.options and not state.picked:
                return f"{state.enter}, then choose which of your strongholds moves to {slot_label(view, part[1])}."
            case ("card", int(card)) if due(state) == "place" and ("lift", card) in state.options:
                places = super().choice(state, part)
                return self.fitting(f"{places} {state.keys['splendor.lift']} picks one up.", places)
        return super().choice(state, part)

    def start(self, state: BoardState) -> Part | None:
        """For a stronghold: of the cards without one, that which a rival can buy for most points, else that which the
        viewer can buy soonest.
        """
        view, me = state.view, viewing_seat(state)
        if due(state) not in FORTIFY or state.picked:
            return None
        free = [a[-1] for a in state.left if a[0] in ("place", "move") and standing(view, a[-1])[0] is None]
        rivals = [seat for seat in range(len(state.seats)) if seat != me]
        in_reach = [card for card in free if any(self.short(state, card, seat) <= 0 for seat in rivals)]
        if any(CARDS[card].points for card in in_reach):
            return ("card", max(in_reach, key=lambda card: CARDS[card].points))
        soonest = min(free, key=lambda card: (self.short(state, card, me), -CARDS[card].points), default=None)
        return None if soonest is None else ("card", soonest)

    def picks(self, state: BoardState) -> str:
        asks = len(state.picked) == 1 and len(state.left) > 1 and due(state) in FORTIFY
        if asks and spelled(state) is None:
            (kind, _), where = state.picked[0], slot_label(state.view, state.picked[0][1])
            if kind == "lift":
                return f"Stronghold picked up from {where}: choose another card, then {state.enter}."
            return f"A stronghold will move to {where}: choose which, then {state.enter}."
        return super().picks(state)

    def summary(self, state: BoardState, action: Action) -> str:
        view: Splendor = state.view
        match action:
            case ("place", card):
                return f"places a stronghold on {slot_label(view, card)}"
            case ("move", source, target):
                return f"moves a stronghold from {slot_label(view, source)} to {slot_label(view, target)}"
            case ("remove", card):
                owner = state.seats[occupier(view, card) or 0].name
                return f"gives a stronghold on {slot_label(view, card)} back to {owner}"
            case ("decline",):
                return "declines: your strongholds stay"
        return super().summary(state, action)

    def outcome(self, state: BoardState, action: Action, brevity: int = 0) -> str:
        """The outcome of an action; for a stronghold the number on the card and the number left."""
        view: Splendor = state.view
        match action:
            case ("place", card):
                there = of(view).placed[view.player].count(card) + 1
                left = supply(view, view.player) - 1
                rest = f", {left} left" if brevity else f"; {plural(left, 'stronghold')} left"
                return effect(there, slot_label(view, card), brevity) + rest * (there < EACH)
            case ("move", _, card):
                there = of(view).placed[view.player].count(card) + 1
                return effect(there, slot_label(view, card), brevity)
            case ("remove", card):
                seat, number = standing(view, card)
                name, left = state.seats[seat or 0].name, number - 1
                return (
                    f"; {clause(name, 'keep')} {left} there" if left else f"; nobody occupies {slot_label(view, card)}"
                )
        return super().outcome(state, action, brevity)

    def more(self, before: Splendor, after: Splendor, brevity: int) -> list[str]:
        player = before.player
        back = len(of(before).placed[player]) - len(of(after).placed[player])
        return [f"{plural(back, 'stronghold')} back"] if back > 0 else []

    def needs(self, state: BoardState, card: int, in_short: bool = False) -> str:
        return "" if self.blocker(state, card) is not None else super().needs(state, card, in_short)

    def obstacle(self, state: BoardState, card: int) -> str:
        seat = self.blocker(state, card)
        if seat is None:
            return super().obstacle(state, card)
        _, number = standing(state.view, card)
        pieces = "stronghold occupies" if number == 1 else f"{number} strongholds occupy"
        return f"{state.seats[seat].name}'s {pieces} this card."

    def blocker(self, state: BoardState, card: int) -> int | None:
        """The rival whose strongholds keep the viewer from a card."""
        seat, _ = standing(state.view, card)
        return None if seat == viewing_seat(state) else seat

    def why(self, state: BoardState, part: Part) -> str:
        view: Splendor = state.view
        match part:
            case ("lift", _):
                return "You have no stronghold there."
            case ("card", int(card)) if due(state) in FORTIFY:
                if ("lift", card) in state.picked:
                    return f"Picked up from here: choose another card, or {state.esc}."
                seat, _ = standing(view, card)
                if card not in view.market:
                    return "Place strongholds on cards on the table."
                if state.picked and seat not in (None, view.player):
                    return f"{state.seats[seat].name} already has strongholds there."
                return state.game.refusal(view, ("place", card))
            case ("card", int(card)) if due(state) == "conquer":
                return state.game.refusal(view, ("conquer", card))
        return super().why(state, part)

    def pieces(self, state: BoardState, seat: int) -> list[str]:
        placed = of(state.view).placed[seat]
        where = [f"{placed.count(card)} on {slot_label(state.view, card)}" for card in dict.fromkeys(placed)]
        left = EACH - len(placed)
        return [f"strongholds {join_words([*where, f'{left} left'] if left else where)}"]


def effect(there: int, card: str, brevity: int) -> str:
    """The effect of so many strongholds of a player on a card: the first occupies it, the last allows a conquest."""
    if there == 1:
        return f"; only you can buy {card}"
    return ", your second there" if there < EACH else f", your third{': conquer it if you can pay' * (not brevity)}"
