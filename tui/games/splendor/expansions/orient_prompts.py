"""Texts for the Orient: its kinds of cards, and the choices that come with a new card."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import CARDS, COLOURS, NOBLES
from tabletown.rules.splendor.expansions.orient import DISCARDS, double_gold, of
from tabletown.rules.splendor.names import slot_label
from tabletown.rules.splendor.state import Player, Splendor

from ....model.selection import Part
from ....widgets.board_state import BoardState
from ..costs import brief, viewing_player
from ..prompts import SplendorPrompts
from ..selection import due
from .orient_painter import OrientCosts, baseless

SORTS = {"double_gold": "Double gold", "associate": "Copy card", "associate_take1": "Copy card"}
"""The kinds of cards without a colour of their own."""
EFFECTS = {
    "double_gold": "2 gold, use once",
    "associate": "copies a bonus you have",
    "associate_take1": "copies a bonus, free level 1 card",
    "double_bonus": "double bonus",
    "reserve_noble": "reserves a noble",
    "take2": "free level 2 card",
    "discard2": "discard 2 {discards} bonuses",
}
"""The effects of cards by kind, to follow their names."""

FEW = 2
"""Keys that a prompt has room for as a list in words."""

PROMPTS = {
    "associate": "choose the bonus to copy ({letters}, then {enter})",
    "free": "take a free level {level} card ({enter})",
    "reserve_noble": "reserve a noble for yourself ({enter})",
    "discard": "discard {owed} {colour} (choose a card, {enter})",
}


class OrientPrompts(OrientCosts, SplendorPrompts):
    def prompt(self, state: BoardState) -> str:
        verb = due(state)
        if verb not in PROMPTS:
            return super().prompt(state)
        effect = of(state.view).effects[0]
        keys = [self.letter(state, a[1]) for a in state.game.legal(state.view) if verb == "associate"]
        letters = " ".join(keys) if len(keys) > FEW else join_words(keys, "or")
        values = {"letters": letters, "level": effect[1] + 1, "enter": state.enter}
        if verb == "discard":
            values |= {"colour": f"{COLOURS[effect[1]]} bonus{'es' * (effect[-1] > 1)}", "owed": effect[-1]}
        return PROMPTS[verb].format(**values)

    def sort(self, card: int) -> str:
        return SORTS.get(CARDS[card].kind) or super().sort(card)

    def effect(self, card: int) -> str:
        kind, lost = CARDS[card].kind, CARDS[card].discards
        return EFFECTS[kind].format(discards="" if lost is None else COLOURS[lost]) if kind in EFFECTS else ""

    def price(self, card: int) -> str:
        lost = CARDS[card].discards
        return super().price(card) if lost is None else f"{DISCARDS} {COLOURS[lost]} bonuses"

    def no_cost(self, card: int) -> str:
        """The word for the cost of a card that takes no tokens; empty if it costs bonuses, which `effect` names."""
        return "" if CARDS[card].discards is not None else super().no_cost(card)

    def needs(self, state: BoardState, card: int, in_short: bool = False) -> str:
        lack, lost = self.short(state, card), CARDS[card].discards
        if lost is not None and lack > 0:
            return f"you have {'none' if lack == DISCARDS else 'one'}"
        if lost is None and baseless(state, card):
            return "you have no bonus" if in_short else "you need a card with a bonus first"
        return super().needs(state, card, in_short)

    def visits(self, state: BoardState, noble: int) -> str:
        """The bonuses that a noble visits for, and the player who reserved it: it visits no one else."""
        holder = next((seat for seat, held in enumerate(of(state.view).patrons) if noble in held), None)
        if holder is None:
            return super().visits(state, noble)
        by = "you" if holder == state.viewer else state.seats[holder].name
        return f"requires {brief(NOBLES[noble].cost)} in bonuses, reserved by {by}"

    def summary(self, state: BoardState, action: Action) -> str:
        match action:
            case ("free", card):
                return f"takes {slot_label(state.view, card)} at no cost"
            case ("reserve_noble", noble):
                return f"reserves the noble ({brief(NOBLES[noble].cost)})"
            case ("discard", card):
                return f"discards the {COLOURS[CARDS[card].bonus]} card"
        return super().summary(state, action)

    def announced(self, state: BoardState, action: Action) -> list[str]:
        lost = CARDS[action[1]].discards if action[0] == "buy" else None
        if lost is None:
            return super().announced(state, action)
        short = f"{state.enter} buys {slot_label(state.view, action[1])}"
        return [f"{short}, discarding {self.price(action[1])}", short]

    def outcome(self, state: BoardState, action: Action, brevity: int = 0) -> str:
        match action:
            case ("associate", colour):
                return f"; you then have {viewing_player(state).bonuses[colour] + 1} {COLOURS[colour]} bonuses"
            case ("reserve_noble", noble):
                return f"; {self.noble_need(state, noble)}"
        return super().outcome(state, action, brevity)

    def settled(self, state: BoardState, action: Action, after: Splendor) -> Splendor:
        return self.paid_up(replace(state, view=after)) if action[0] == "buy" else after

    def paid_up(self, state: BoardState) -> Splendor:
        """The position after the discards for a new card that lose the fewest points."""
        after: Splendor = state.view
        while discards := [a for a in state.game.legal(after) if a[0] == "discard"]:
            after = apply(state.game, after, min(discards, key=lambda a: CARDS[a[1]].points), Random(0))
        return after

    def more(self, before: Splendor, after: Splendor, brevity: int) -> list[str]:
        old, new, player = of(before), of(after), before.player
        phrases = [
            f"+1 {COLOURS[colour]} bonus copied"
            for bag, colour in new.bags[player]
            if (bag, colour) not in old.bags[player]
        ]
        phrases += ["noble reserved"] if len(new.patrons[player]) > len(old.patrons[player]) else []
        discarded = [card for card in new.gone if card not in old.gone and CARDS[card].kind != "double_gold"]
        if discarded and before.step == after.step:
            points = sum(CARDS[card].points for card in discarded)
            with_points = f" and {plural(points, 'point')}" * (points > 0)
            phrases.append(f"{plural(len(discarded), 'card')}{with_points} lost")
        return phrases

    def choice(self, state: BoardState, part: Part) -> str:
        """The choice of a part, or where there is nothing to choose the step's question."""
        return super().choice(state, part) if part in state.options else self.asks(state) or super().choice(state, part)

    def asks(self, state: BoardState) -> str:
        """The choice to make in a step of the Orient, in a sentence; empty in other steps."""
        match due(state):
            case "associate":
                return self.listed(state, "Choose the bonus to copy", state.game.legal(state.view))
            case "free":
                return f"Choose a level {int(of(state.view).effects[0][1]) + 1} card on the table: you take it free."
            case "reserve_noble":
                return "Choose a noble to reserve for yourself."
        return ""

    def why(self, state: BoardState, part: Part) -> str:
        match part:
            case ("gem", int(colour)) if due(state) == "associate":
                return f"You have no {COLOURS[colour]} bonus to copy."
            case ("noble", _) if due(state) == "reserve_noble":
                return "That noble is already reserved."
        return self.asks(state) or super().why(state, part)

    def cards(self, player: Player) -> str:
        doubles = len(double_gold(player))
        return super().cards(player) + (f", {doubles} of them double gold" if doubles else "")

    def pieces(self, state: BoardState, seat: int) -> list[str]:
        orient = of(state.view)
        bags = [COLOURS[colour] for _, colour in orient.bags[seat]]
        nobles = [brief(NOBLES[noble].cost) for noble in orient.patrons[seat]]
        phrases = [f"copied {join_words(bags)}"] if bags else []
        return phrases + ([f"noble {join_words(nobles)} reserved"] if nobles else [])
