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
from tabletown.rules.splendor.wording import describe_alone

from ...model.palette import Palette
from ...model.selection import Part
from ...widgets.board_state import BoardState
from .costs import Purse, seen_by
from .seat_marks import host_of
from .selection import BASE, PAID, due, parts, preferred, spelled


class Words(Purse):
    """Of the base game; an expansion says more in a class of its own."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette

    def letter(self, scene: BoardState, colour: int) -> str:
        """The key of a gem; its letter unless that was given to another."""
        return scene.keys[f"splendor.{COLOURS[colour]}"]

    def prompt(self, scene: BoardState) -> str:
        view: Splendor = scene.view
        letters = [self.letter(scene, colour) for colour in range(len(COLOURS))]
        match scene.left[0][0] if scene.left else "":
            case "return":
                over = sum(view.players[view.player].tokens) - TOKEN_LIMIT
                return f"return {over} more ({together(letters)}, then {scene.enter})"
            case "noble":
                return f"choose which noble visits you, then {scene.enter}"
            case "pass":
                return f"no legal action: pass ({scene.enter})"
        gems, reserve = together(letters[:GOLD]), scene.keys["splendor.reserve"]
        return f"take gems ({gems}), buy ({scene.enter}) or reserve ({reserve})"

    def alarm(self, scene: BoardState) -> str:
        view: Splendor = scene.view
        if stalemate(view):
            return "Everyone had to pass"
        return "LAST ROUND" if view.last_round and not view.over else ""

    def notice(self, scene: BoardState) -> str:
        view: Splendor = scene.view
        best = max(p.points for p in view.players)
        return f"Round {view.turns // len(view.players) + 1}  lead {best}/{GOAL}"

    def detail(self, scene: BoardState, part: Part | None) -> str:
        if scene.active and scene.picked:
            return self.picks(scene)
        if part is not None and due(scene) not in ("", *BASE):
            return self.choice(scene, part)
        return self.about(scene, part)

    def choice(self, scene: BoardState, part: Part) -> str:
        """In a step of an expansion: what picking the part would do, or why it cannot be picked."""
        action = next((a for a in scene.left if list(parts(a)) == [part]), None)
        if action is None:
            asked = part[0] in {kind for kind, *_ in scene.options}
            return (asked and self.why(scene, part)) or self.about(replace(scene, active=False), part)
        key = f"{scene.enter} or {self.letter(scene, part[1])} picks it:" if part[0] == "gem" else scene.enter
        return f"{key} {self.summary(scene, action)} {self.palette['then']} {self.outcome(scene, action)}"

    def summary(self, scene: BoardState, action: Action) -> str:
        """An action in words that fit before its consequences."""
        view: Splendor = scene.view
        match action:
            case ("reserve", card):
                return f"reserves {place(view, card)}{', with 1 gold' * (view.bank[GOLD] > 0)}"
            case ("noble", noble):
                return f"gains the noble ({brief(NOBLES[noble].cost)})"
        return third_person(describe_alone(view, action))

    def about(self, scene: BoardState, part: Part | None) -> str:
        """What there is to know about a part of the table."""
        match part:
            case ("card", int(card)):
                return self.about_card(scene, card)
            case ("back", _, int(card)):
                orient = "Orient " * (deck_of(card) >= len(LEVELS))
                return f"A level {level_of(card) + 1} {orient}card known only to its holder."
            case ("deck", int(deck)):
                return self.about_deck(scene, deck)
            case ("noble", int(noble)):
                return self.about_noble(scene, noble)
            case ("gem", int(colour)):
                return self.about_gem(scene, colour)
            case ("player", int(seat)):
                return self.about_player(scene, seat)
        return ""

    def why(self, scene: BoardState, part: Part) -> str:
        view: Splendor = scene.view
        gems = [which for kind, which in scene.picked if kind == "gem"]
        match part:
            case ("gem", int(colour)):
                if len(gems) == 3:
                    return f"Three picked: {scene.enter} takes them; repeat a letter to unpick it."
                first = scene.left[0][0] if scene.left else ""
                verb = ("return", colour) if first == "return" else ("take", (*gems, colour))
                return scene.game.refusal(view, verb)
            case ("do", "reserve"):
                kind, which = next((p for p in scene.picked if p[0] in ("card", "deck")), ("card", -1))
                return scene.game.refusal(view, ("reserve" if kind == "card" else "reserve_blind", which))
            case ("card", int(card)):
                return scene.game.refusal(view, ("buy", card))
            case ("deck", int(deck)):
                return scene.game.refusal(view, ("reserve_blind", deck))
            case ("noble", int(noble)):
                return scene.game.refusal(view, ("noble", noble))
        return ""

    def picks(self, scene: BoardState) -> str:
        """What is picked, what it will do, and what is still to pick."""
        action = spelled(scene) or preferred(scene)
        if action is not None:
            ways = len(self.ways(scene, action[1])) if action[0] in PAID else 1
            more = f" ({scene.keys['splendor.payment']}: {ways} ways)" if ways > 1 else ""
            verb = {"buy": "buys", "conquer": "conquers"}.get(action[0])
            text = f"{verb} it for {brief(action[2]) or 'nothing'}" if verb else ""
            text = text or self.summary(scene, action)
            return f"{scene.enter} {text}{more} {self.palette['then']} {self.outcome(scene, action)}"
        gems = [part[1] for part in scene.picked if part[0] == "gem"]
        if gems:
            more_gems = sorted(p[1] for p in scene.options if p[0] == "gem")
            words = [COLOURS[c] if c not in gems else f"{COLOURS[c]} again" for c in more_gems]
            picked = join_words([COLOURS[c] for c in gems])
            return f"Picked {picked}; now {', '.join(words)}. {scene.esc} clears."
        card = next((part[1] for part in scene.picked if part[0] == "card"), None)
        if card is not None:
            reserve = scene.keys["splendor.reserve"]
            return f"{self.lacking(scene, card)} {reserve} reserves it, {scene.esc} clears."
        return ""

    def about_card(self, scene: BoardState, card: int) -> str:
        if not scene.active:
            return f"Level {level_of(card) + 1} {title(card)}, costs {self.price(card)}."
        owed = need(seen_by(scene), card)
        worth = CARDS[card].points
        cost = f"pay {brief(owed)}" if any(owed) else self.no_cost(card)
        what = ", ".join(filter(None, (self.sort(card), plural(worth, "point") if worth else "", cost)))
        buy = next((a for a in scene.left if a[0] in PAID and a[1] == card), None)
        if buy:
            return f"{what}. {scene.enter} {self.palette['then']} {self.outcome(scene, buy)}"
        return f"{what}. {self.lacking(scene, card)}"

    def no_cost(self, card: int) -> str:
        """What is said of a card that takes no tokens."""
        return "free"

    def sort(self, card: int) -> str:
        """What a card gives: the colour of its bonus."""
        return COLOURS[CARDS[card].bonus].capitalize()

    def price(self, card: int) -> str:
        return brief(CARDS[card].cost)

    def lacking(self, scene: BoardState, card: int) -> str:
        """What is missing to buy a card, or why else it cannot be bought."""
        lack, gold = self.short(scene, card), seen_by(scene).tokens[GOLD]
        if lack > 0:
            return f"You need {lack} more: {brief(missing(seen_by(scene), card))}{f', minus *{gold}' if gold else ''}."
        return scene.game.refusal(scene.view, ("buy", card))

    def about_deck(self, scene: BoardState, deck: int) -> str:
        n = deck_size(scene.view, deck)
        what = f"{deck_title(deck)}: {plural(n, 'card')}. "
        why = scene.game.refusal(scene.view, ("reserve_blind", deck)) if scene.active else ""
        reserve = f"{scene.keys['splendor.reserve']} reserves the top card, face down." if scene.active else ""
        return what + (why or reserve)

    def about_noble(self, scene: BoardState, noble: int) -> str:
        points, cost = NOBLES[noble]
        host = host_of(scene.view, noble)
        if host is not None:
            return f"This noble ({brief(cost)}) has visited {scene.seats[host].name}: {points} points."
        return f"Noble, {points} points: {self.visits(scene, noble)}; {self.noble_need(scene, noble)}."

    def visits(self, scene: BoardState, noble: int) -> str:
        """Whom a noble visits."""
        return f"visits a player with {brief(NOBLES[noble].cost)} in bonuses"

    def noble_need(self, scene: BoardState, noble: int) -> str:
        """The bonuses that the viewer still needs for a noble."""
        pairs = zip(NOBLES[noble].cost, seen_by(scene).bonuses, strict=True)
        missing_bonuses = [max(0, n - have) for n, have in pairs]
        return f"you need {brief(missing_bonuses)}" if any(missing_bonuses) else "you qualify"

    def about_gem(self, scene: BoardState, colour: int) -> str:
        view: Splendor = scene.view
        if due(scene) == "return" and ("gem", colour) in scene.options:
            mine, key = seen_by(scene).tokens[colour], self.letter(scene, colour)
            return f"{COLOURS[colour].capitalize()}: you have {mine}. {scene.enter} or {key} returns one."
        what = f"{COLOURS[colour].capitalize()}: {view.bank[colour]} in the bank. "
        if not scene.active or ("gem", colour) in scene.options:
            return what + (f"{scene.enter} or {self.letter(scene, colour)} picks one." if scene.active else "")
        return what + scene.game.refusal(view, ("take", (colour, colour)))

    def outcome(self, scene: BoardState, action: Action) -> str:
        """What the viewer would have after an action, the tokens last; of them nothing when they stay and there is more
        to say.
        """
        before: Splendor = scene.view
        player = before.player
        world = scene.game.determinize(before, Random(0))
        after: Splendor = apply(scene.game, world, action, Random(0))
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

    def about_player(self, scene: BoardState, seat: int) -> str:
        """Everything public about a player that the panel has no room for."""
        p = scene.view.players[seat]
        held = [f"level {level_of(c) + 1}" if c >= BACK else f"level {level_of(c) + 1} {title(c)}" for c in p.hand]
        cards, nobles = len(p.cards), len(p.nobles)
        owned = plural(cards, "card") + (f", {plural(nobles, 'noble')}" if nobles else "")
        known = [*self.pieces(scene, seat), owned]
        return f"{scene.seats[seat].name}: {'; '.join(known)}; reserved: {join_words(held) or 'nothing'}."

    def pieces(self, scene: BoardState, seat: int) -> list[str]:
        """What a player has of an expansion's pieces."""
        return []


def together(keys: Sequence[str]) -> str:
    """ "wugrb", with blanks where a key has a longer name."""
    return ("" if all(len(key) == 1 for key in keys) else " ").join(keys)


def brief(counts: Sequence[int]) -> str:
    """Tokens as on the cards: "W3 U1"."""
    return " ".join(f"{PAID_LETTERS[what].upper()}{n}" for what, n in enumerate(counts) if n)


def deck_title(deck: int) -> str:
    orient, level = divmod(deck, len(LEVELS))
    return f"{'Orient deck' if orient else 'Deck'} of level {level + 1}"
