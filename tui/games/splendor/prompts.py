"""What is said of Splendor's table: what to do, what the cursor stands on, what a choice would lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tabletown.rules.core.game import Action, apply
from tabletown.rules.core.text import join_words, plural, third_person
from tabletown.rules.splendor.base_turn import GOAL, TOKEN_LIMIT
from tabletown.rules.splendor.cards import BACK, CARDS, COLOURS, GOLD, LEVELS, NOBLES, deck_of, level_of
from tabletown.rules.splendor.names import PAID_LETTERS, place, title
from tabletown.rules.splendor.payment import missing, need
from tabletown.rules.splendor.score import stalemate
from tabletown.rules.splendor.state import Splendor, deck_size
from tabletown.rules.splendor.wording import phrases

from ...model.palette import Palette
from ...model.selection import Part
from ...narration.grammar import owned
from ...widgets.board_state import BoardState
from ...widgets.prompts import Prompts
from .costs import CardCosts, viewing_player
from .seat_marks import host_of
from .selection import BASE, PAID, due, parts, preferred, spelled


class SplendorPrompts(CardCosts, Prompts):
    """Of the base game; an expansion says more in a class of its own."""

    def __init__(self, palette: Palette, width: int) -> None:
        super().__init__(width)
        self.palette = palette

    def letter(self, state: BoardState, colour: int) -> str:
        """The key of a gem; its letter unless that was given to another."""
        return state.keys[f"splendor.{COLOURS[colour]}"]

    def prompt(self, state: BoardState) -> str:
        view: Splendor = state.view
        letters = [self.letter(state, colour) for colour in range(len(COLOURS))]
        match state.left[0][0] if state.left else "":
            case "return":
                over = sum(view.players[view.player].tokens) - TOKEN_LIMIT
                return f"return {over} more ({together(letters)}, then {state.enter})"
            case "noble":
                return f"choose which noble visits you, then {state.enter}"
            case "pass":
                return f"no legal action: pass ({state.enter})"
        gems, reserve = together(letters[:GOLD]), state.keys["splendor.reserve"]
        return f"take gems ({gems}), buy ({state.enter}) or reserve ({reserve})"

    def alarm(self, state: BoardState) -> str:
        view: Splendor = state.view
        if stalemate(view):
            return "Everyone had to pass"
        return "LAST ROUND" if view.last_round and not view.over else ""

    def notice(self, state: BoardState) -> str:
        view: Splendor = state.view
        best = max(p.points for p in view.players)
        return f"Round {view.turns // len(view.players) + 1}  lead {best}/{GOAL}"

    def detail(self, state: BoardState, part: Part | None) -> str:
        if state.active and state.picked:
            return self.picks(state)
        if part is not None and due(state) not in ("", *BASE):
            return self.choice(state, part)
        return self.about(state, part)

    def choice(self, state: BoardState, part: Part) -> str:
        """In a step of an expansion: what picking the part would do, or why it cannot be picked."""
        action = next((a for a in state.left if list(parts(a)) == [part]), None)
        if action is None:
            asked = part[0] in {kind for kind, *_ in state.options}
            return (asked and self.why(state, part)) or self.about(replace(state, active=False), part)
        key = f"{state.enter} or {self.letter(state, part[1])} picks it:" if part[0] == "gem" else state.enter
        return f"{key} {self.summary(state, action)} {self.palette['then']} {self.outcome(state, action)}"

    def summary(self, state: BoardState, action: Action) -> str:
        """An action in words that fit before its consequences."""
        view: Splendor = state.view
        match action:
            case ("reserve", card):
                return f"reserves {place(view, card)}{', with 1 gold' * (view.bank[GOLD] > 0)}"
            case ("noble", noble):
                return f"gains the noble ({brief(NOBLES[noble].cost)})"
        return third_person(", ".join(phrases(view, action)))

    def about(self, state: BoardState, part: Part | None) -> str:
        """What there is to know about a part of the table."""
        match part:
            case ("card", int(card)):
                return self.about_card(state, card)
            case ("back", _, int(card)):
                orient = "Orient " * (deck_of(card) >= len(LEVELS))
                return f"A level {level_of(card) + 1} {orient}card known only to its holder."
            case ("deck", int(deck)):
                return self.about_deck(state, deck)
            case ("noble", int(noble)):
                return self.about_noble(state, noble)
            case ("gem", int(colour)):
                return self.about_gem(state, colour)
            case ("player", int(seat)):
                return self.about_player(state, seat)
        return ""

    def why(self, state: BoardState, part: Part) -> str:
        view: Splendor = state.view
        gems = [which for kind, which in state.picked if kind == "gem"]
        match part:
            case ("gem", int(colour)):
                if len(gems) == 3:
                    return f"Three picked: {state.enter} takes them; repeat a letter to unpick it."
                first = state.left[0][0] if state.left else ""
                verb = ("return", colour) if first == "return" else ("take", (*gems, colour))
                return state.game.refusal(view, verb)
            case ("do", "reserve"):
                kind, which = next((p for p in state.picked if p[0] in ("card", "deck")), ("card", -1))
                return state.game.refusal(view, ("reserve" if kind == "card" else "reserve_blind", which))
            case ("card", int(card)):
                return state.game.refusal(view, ("buy", card))
            case ("deck", int(deck)):
                return state.game.refusal(view, ("reserve_blind", deck))
            case ("noble", int(noble)):
                return state.game.refusal(view, ("noble", noble))
        return ""

    def picks(self, state: BoardState) -> str:
        """What is picked, what it will do, and what is still to pick."""
        action = spelled(state) or preferred(state)
        if action is not None:
            ways = len(self.ways(state, action[1])) if action[0] in PAID else 1
            more = f" ({state.keys['splendor.payment']}: {ways} ways)" if ways > 1 else ""
            verb = {"buy": "buys", "conquer": "conquers"}.get(action[0])
            text = f"{verb} it for {brief(action[2]) or 'nothing'}" if verb else ""
            text = text or self.summary(state, action)
            return f"{state.enter} {text}{more} {self.palette['then']} {self.outcome(state, action)}"
        gems = [part[1] for part in state.picked if part[0] == "gem"]
        if gems:
            more_gems = sorted(p[1] for p in state.options if p[0] == "gem")
            words = [COLOURS[c] if c not in gems else f"{COLOURS[c]} again" for c in more_gems]
            picked = join_words([COLOURS[c] for c in gems])
            return f"Picked {picked}; now {', '.join(words)}. {state.esc} clears."
        card = next((part[1] for part in state.picked if part[0] == "card"), None)
        if card is not None:
            reserve = state.keys["splendor.reserve"]
            return f"{self.lacking(state, card)} {reserve} reserves it, {state.esc} clears."
        return ""

    def about_card(self, state: BoardState, card: int) -> str:
        if not state.active:
            return f"Level {level_of(card) + 1} {title(card)}, costs {self.price(card)}."
        owed = need(viewing_player(state), card)
        worth = CARDS[card].points
        cost = f"pay {brief(owed)}" if any(owed) else self.no_cost(card)
        what = ", ".join(filter(None, (self.sort(card), plural(worth, "point") if worth else "", cost)))
        buy = next((a for a in state.left if a[0] in PAID and a[1] == card), None)
        if buy:
            return f"{what}. {state.enter} {self.palette['then']} {self.outcome(state, buy)}"
        return f"{what}. {self.lacking(state, card)}"

    def no_cost(self, card: int) -> str:
        """What is said of a card that takes no tokens."""
        return "free"

    def sort(self, card: int) -> str:
        """What a card gives: the colour of its bonus."""
        return COLOURS[CARDS[card].bonus].capitalize()

    def price(self, card: int) -> str:
        return brief(CARDS[card].cost)

    def lacking(self, state: BoardState, card: int) -> str:
        """What is missing to buy a card, or why else it cannot be bought."""
        lack, player = self.short(state, card), viewing_player(state)
        if lack > 0:
            gold = f", minus *{player.tokens[GOLD]}" if player.tokens[GOLD] else ""
            return f"You need {lack} more: {brief(missing(player, card))}{gold}."
        return state.game.refusal(state.view, ("buy", card))

    def about_deck(self, state: BoardState, deck: int) -> str:
        n = deck_size(state.view, deck)
        what = f"{deck_title(deck)}: {plural(n, 'card')}. "
        why = state.game.refusal(state.view, ("reserve_blind", deck)) if state.active else ""
        reserve = f"{state.keys['splendor.reserve']} reserves the top card, face down." if state.active else ""
        return what + (why or reserve)

    def about_noble(self, state: BoardState, noble: int) -> str:
        points, cost = NOBLES[noble]
        host = host_of(state.view, noble)
        if host is not None:
            return f"{owned(state.seats[host].name)} noble ({brief(cost)}): {points} points."
        return f"Noble, {points} points: {self.visits(state, noble)}; {self.noble_need(state, noble)}."

    def visits(self, state: BoardState, noble: int) -> str:
        """Whom a noble visits."""
        return f"visits a player with {brief(NOBLES[noble].cost)} in bonuses"

    def noble_need(self, state: BoardState, noble: int) -> str:
        """The bonuses that the viewer still needs for a noble."""
        pairs = zip(NOBLES[noble].cost, viewing_player(state).bonuses, strict=True)
        missing_bonuses = [max(0, n - have) for n, have in pairs]
        return f"you need {brief(missing_bonuses)}" if any(missing_bonuses) else "you qualify"

    def about_gem(self, state: BoardState, colour: int) -> str:
        view: Splendor = state.view
        if due(state) == "return" and ("gem", colour) in state.options:
            mine, key = viewing_player(state).tokens[colour], self.letter(state, colour)
            return f"{COLOURS[colour].capitalize()}: you have {mine}. {state.enter} or {key} returns one."
        what = f"{COLOURS[colour].capitalize()}: {view.bank[colour]} in the bank. "
        if not state.active or ("gem", colour) in state.options:
            return what + (f"{state.enter} or {self.letter(state, colour)} picks one." if state.active else "")
        return what + state.game.refusal(view, ("take", (colour, colour)))

    def outcome(self, state: BoardState, action: Action) -> str:
        """What the viewer would have after an action, the tokens last; of them nothing when they stay and there is more
        to say.
        """
        before: Splendor = state.view
        player = before.player
        world = state.game.determinize(before, Random(0))
        after: Splendor = apply(state.game, world, action, Random(0))
        old, new = before.players[player], after.players[player]
        total = sum(new.tokens)
        phrases = [plural(new.points, "point")] if new.points != old.points else []
        if after.last_round and not before.last_round:
            phrases.append("last round")
        if len(new.nobles) > len(old.nobles) and action[0] != "noble":
            phrases.append("noble visits")
        phrases += self.more(before, after)
        if new.tokens != old.tokens or not phrases:
            phrases.append(f"{brief(new.tokens)} ({total}/{TOKEN_LIMIT})" if total else "no tokens")
        if total > TOKEN_LIMIT:
            phrases.append(f"then return {total - TOKEN_LIMIT}")
        return ", ".join(phrases)

    def more(self, before: Splendor, after: Splendor) -> list[str]:
        """What else an action leads to, with an expansion."""
        return []

    def about_player(self, state: BoardState, seat: int) -> str:
        """Everything public about a player that the panel has no room for."""
        p = state.view.players[seat]
        held = [f"level {level_of(c) + 1}" if c >= BACK else f"level {level_of(c) + 1} {title(c)}" for c in p.hand]
        cards, nobles = len(p.cards), len(p.nobles)
        owned = plural(cards, "card") + (f", {plural(nobles, 'noble')}" if nobles else "")
        known = [*self.pieces(state, seat), owned]
        return f"{state.seats[seat].name}: {'; '.join(known)}; reserved: {join_words(held) or 'nothing'}."

    def pieces(self, state: BoardState, seat: int) -> list[str]:
        """What a player has of an expansion's pieces."""
        return []


def together(keys: Sequence[str]) -> str:
    """ "wugrb", with blanks where a key has a longer name."""
    return ("" if all(len(key) == 1 for key in keys) else " ").join(keys)


def brief(counts: Sequence[int]) -> str:
    """Tokens as on the cards: "W3 U1"."""
    return " ".join(briefs(counts))


def briefs(counts: Sequence[int]) -> list[str]:
    """The same, each colour for itself."""
    return [f"{PAID_LETTERS[what].upper()}{n}" for what, n in enumerate(counts) if n]


def deck_title(deck: int) -> str:
    orient, level = divmod(deck, len(LEVELS))
    return f"{'Orient deck' if orient else 'Deck'} of level {level + 1}"
