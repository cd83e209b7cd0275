"""The table of Splendor: how its actions are picked, and what it says about them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from textual.binding import Binding, BindingType

from rules.game import Action, apply
from rules.splendor.cards import BACK, CARDS, COLOURS, GOLD, LETTERS, NOBLES, level_of
from rules.splendor.payment import missing, need, payments
from rules.splendor.score import stalemate
from rules.splendor.state import Splendor, deck_size
from rules.splendor.steps import GOAL, TOKEN_LIMIT
from rules.splendor.words import listed, name

from ...selection import Part
from ...widgets.board import Board, Tile
from ...widgets.canvas import Canvas
from ...widgets.scene import Scene
from .layout import place
from .paint import Painter

RESERVE: Part = ("do", "reserve")
BUY: Part = ("do", "buy")


class SplendorBoard(Board):
    """Cards, nobles, bank and players."""

    START = "cards"

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{key},{digit}", f"gem({colour})", f"{COLOURS[colour].capitalize()} token", show=False,
                  id=f"splendor.{COLOURS[colour]}")
          for colour, (key, digit) in enumerate(zip((*"wugrb", "asterisk"), "123456", strict=True))),
        Binding("v", "reserve", "Reserve", id="splendor.reserve"),
        Binding("p", "payment", "Payment", id="splendor.payment"),
    ]  # fmt: skip

    def place(self, scene: Scene, width: int, height: int) -> list[Tile]:
        return place(scene, width, height)

    def paint(self, scene: Scene, tile: Tile, here: bool) -> Canvas:
        return Painter(self.palette, scene, tile, here).paint()

    def parts(self, action: Action) -> Sequence[Part]:
        match action:
            case ("take", colours):
                return [("gem", colour) for colour in colours]
            case ("reserve", card):
                return [("card", card), RESERVE]
            case ("reserve_blind", level):
                return [("deck", level), RESERVE]
            case ("buy", card, paid):
                return [("card", card), BUY, ("pay", paid)]
            case ("return", colour):
                return [("gem", colour)]
            case ("noble", noble):
                return [("noble", noble)]
            case _:
                return [("do", "pass")]

    def preferred(self, scene: Scene) -> Action | None:
        """A card that can be bought is bought, with as little gold as will do; so is what alone is left."""
        left = scene.left
        if len(left) == 1 and left[0][0] not in ("reserve", "reserve_blind"):
            return left[0]
        if any(part[0] == "card" for part in scene.picked) and RESERVE not in scene.picked:
            return next((a for a in left if a[0] == "buy"), None)
        return None

    def at_once(self, scene: Scene) -> Action | None:
        """Buying is one Enter: the card said what it would cost."""
        action = self.preferred(scene)
        return action if action is not None and action[0] == "buy" else None

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of a choice are shown only to whom is asked for one."""
        return action not in ("gem", "reserve", "payment") or (self.scene is not None and self.scene.active)

    def action_gem(self, colour: int) -> None:
        self.hand.picked(("gem", colour))

    def action_reserve(self) -> None:
        """Reserve the card or deck under the cursor, or the one picked."""
        scene, part = self.scene, self.cursor
        if scene is None or part is None:
            return
        held = [p for p in scene.picked if p[0] in ("card", "deck")]
        if part[0] in ("card", "deck") and (not held or part not in held):
            self.hand.picked(part)
            if self.scene is None or part not in self.scene.picked:
                return  # it cannot be picked, and the line below says why
        elif not held:
            self.notify("Move to a card or a deck first; then reserve it.")
            return
        if RESERVE not in scene.picked or (held and part not in held):
            self.hand.picked(RESERVE)

    def action_payment(self) -> None:
        """Go through the ways to pay for the card."""
        scene = self.scene
        if scene is None or self.cursor is None:
            return
        card = next((p for p in scene.picked if p[0] == "card"), self.cursor)
        if card not in scene.picked:
            self.hand.picked(card)
        self.hand.cycled("pay")

    # Words

    def prompt(self, scene: Scene) -> str:
        view: Splendor = scene.view
        match scene.left[0][0] if scene.left else "":
            case "return":
                over = sum(view.players[view.player].tokens) - TOKEN_LIMIT
                return f"return a token, {over} to go (w u g r b *, then Enter)"
            case "noble":
                return "two nobles would visit you: choose one, then Enter"
            case "pass":
                return "nothing is possible but to pass (Enter)"
        return "take gems (w u g r b), buy (Enter) or reserve (v)"

    def alarm(self, scene: Scene) -> str:
        view: Splendor = scene.view
        if stalemate(view):
            return "Everybody had to pass"
        return "LAST ROUND" if view.last_round and not view.over else ""

    def notice(self, scene: Scene) -> str:
        view: Splendor = scene.view
        best = max(p.points for p in view.players)
        return f"Round {view.turns // len(view.players) + 1}  {best}/{GOAL}"

    def detail(self, scene: Scene, part: Part | None) -> str:
        if scene.active and scene.picked:
            return self.picks(scene)
        match part:
            case ("card", int(card)):
                return self.about_card(scene, card)
            case ("back", _, int(card)):
                return f"A card of level {level_of(card) + 1} that only its holder knows."
            case ("deck", int(level)):
                return self.about_deck(scene, level)
            case ("noble", int(noble)):
                return self.about_noble(scene, noble)
            case ("gem", int(colour)):
                return self.about_gem(scene, colour)
            case ("player", int(seat)):
                return about_player(scene, seat)
        return ""

    def why(self, scene: Scene, part: Part) -> str:
        view: Splendor = scene.view
        gems = [which for kind, which in scene.picked if kind == "gem"]
        match part:
            case ("gem", int(colour)):
                if len(gems) == 3:
                    return "Three are picked: Enter takes them; a letter again puts that one back."
                first = scene.left[0][0] if scene.left else ""
                verb = ("return", colour) if first == "return" else ("take", (*gems, colour))
                return scene.game.refusal(view, verb)
            case ("do", "reserve"):
                kind, which = next((p for p in scene.picked if p[0] in ("card", "deck")), ("card", -1))
                return scene.game.refusal(view, ("reserve" if kind == "card" else "reserve_blind", which))
            case ("card", int(card)):
                return scene.game.refusal(view, ("buy", card))
            case ("deck", int(level)):
                return scene.game.refusal(view, ("reserve_blind", level))
            case ("noble", int(noble)):
                return scene.game.refusal(view, ("noble", noble))
        return ""

    def picks(self, scene: Scene) -> str:
        """What is picked, what it will do, and what is still to pick."""
        exact = next((a for a in scene.left if sorted(map(str, self.parts(a))) == sorted(map(str, scene.picked))), None)
        action = exact or self.preferred(scene)
        if action is not None:
            ways = len(payments(scene.view.players[scene.view.player], action[1])) if action[0] == "buy" else 1
            more = f" (p: {ways} ways)" if ways > 1 else ""
            text = f"buys it for {brief(action[2]) or 'nothing'}" if action[0] == "buy" else ""
            text = text or scene.game.describe(scene.view, action)
            return f"Enter {text}{more} {self.palette['then']} {outcome(scene, action)}"
        gems = [part[1] for part in scene.picked if part[0] == "gem"]
        if gems:
            more_gems = sorted(p[1] for p in scene.options if p[0] == "gem")
            words = [COLOURS[c] if c not in gems else f"{COLOURS[c]} again" for c in more_gems]
            return f"Picked {listed([COLOURS[c] for c in gems])}; now {', '.join(words)}. Esc puts all back."
        card = next((part[1] for part in scene.picked if part[0] == "card"), None)
        if card is not None:
            return f"{scene.game.refusal(scene.view, ('buy', card))} v reserves it, Esc puts it back."
        return ""

    def about_card(self, scene: Scene, card: int) -> str:
        view: Splendor = scene.view
        player = scene.viewer if scene.viewer is not None else view.player
        owed = need(view.players[player], card)
        points = f"{CARDS[card].points} points, " if CARDS[card].points else ""
        what = f"{COLOURS[CARDS[card].bonus].capitalize()}, {points}" + (f"pay {brief(owed)}" if any(owed) else "free")
        if not scene.active:
            return f"{name(card).removeprefix('a ').capitalize()}, costs {brief(CARDS[card].cost)}."
        buy = next((a for a in scene.left if a[0] == "buy" and a[1] == card), None)
        if buy:
            return f"{what}. Enter {self.palette['then']} {outcome(scene, buy)}"
        short, gold = missing(view.players[player], card), view.players[player].tokens[GOLD]
        why = scene.game.refusal(view, ("buy", card))
        if sum(short) > gold:
            why = f"You are {sum(short) - gold} short: {brief(short)}{f', less *{gold}' if gold else ''}."
        return f"{what}. {why}"

    def about_deck(self, scene: Scene, level: int) -> str:
        n = deck_size(scene.view, level)
        what = f"Deck of level {level + 1}: {n} card{'s' * (n != 1)}. "
        why = scene.game.refusal(scene.view, ("reserve_blind", level)) if scene.active else ""
        return what + (why or ("v reserves the top card unseen." if scene.active else ""))

    def about_noble(self, scene: Scene, noble: int) -> str:
        view: Splendor = scene.view
        have = view.players[scene.viewer if scene.viewer is not None else view.player].bonuses
        lack = [max(0, n - h) for n, h in zip(NOBLES[noble].cost, have, strict=True)]
        state = f"you lack {brief(lack)}" if any(lack) else "you have all of them"
        points, cost = NOBLES[noble]
        return f"A noble worth {points} points visits whoever has {brief(cost)} in cards; {state}."

    def about_gem(self, scene: Scene, colour: int) -> str:
        view: Splendor = scene.view
        what = f"{COLOURS[colour].capitalize()}: {view.bank[colour]} in the bank. "
        if not scene.active or ("gem", colour) in scene.options:
            return what + (f"Enter or {LETTERS[colour]} picks one." if scene.active else "")
        return what + scene.game.refusal(view, ("take", (colour, colour)))


def about_player(scene: Scene, seat: int) -> str:
    """Everything public about a player that the panel has no room for."""
    p = scene.view.players[seat]
    held = [f"level {level_of(c) + 1}" if c >= BACK else name(c).removeprefix("a ") for c in p.hand]
    nobles = f", {len(p.nobles)} nobles" if p.nobles else ""
    return f"{scene.seats[seat].name}: {len(p.cards)} cards{nobles}; reserved: {listed(held) or 'nothing'}."


def brief(counts: Sequence[int]) -> str:
    """Tokens as on the cards: "W3 U1"."""
    return " ".join(f"{LETTERS[colour].upper()}{n}" for colour, n in enumerate(counts) if n)


def outcome(scene: Scene, action: Action) -> str:
    """What the viewer would have after an action."""
    before: Splendor = scene.view
    player = before.player
    world = scene.game.determinize(before, Random(0))
    after: Splendor = apply(scene.game, world, action, Random(0))
    old, new = before.players[player], after.players[player]
    total = sum(new.tokens)
    said = [f"{new.points} points"] if new.points != old.points else []
    said += [f"{brief(new.tokens)} ({total}/{TOKEN_LIMIT})" if total else "no tokens"]
    if len(new.nobles) > len(old.nobles):
        said.append("a noble comes")
    if total > TOKEN_LIMIT:
        said.append(f"then return {total - TOKEN_LIMIT}")
    if after.last_round and not before.last_round:
        said.append("this is the last round")
    return ", ".join(said)


BOARD = SplendorBoard
