"""Texts for Splendor's table: the player's task, the part under the cursor, the outcome of a choice."""

from __future__ import annotations

from dataclasses import replace

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural, third_person
from tabletown.rules.splendor.cards import BACK, CARDS, COLOURS, GOLD, LEVELS, NOBLES, deck_of, level_of
from tabletown.rules.splendor.limits import GOAL, PAIR, TOKEN_LIMIT
from tabletown.rules.splendor.names import slot_label, title
from tabletown.rules.splendor.payment import need
from tabletown.rules.splendor.score import stalemate
from tabletown.rules.splendor.state import SLOTS, Player, Splendor, deck_size
from tabletown.rules.splendor.wording import phrases

from ...model.palette import Palette
from ...model.selection import Part
from ...narration.grammar import clause, owned, sentence
from ...widgets.board_state import BoardState
from ...widgets.status_line import fitting
from .costs import AFFORDABLE, brief, need_of, viewing_player, viewing_seat
from .last_moves import card_chip
from .narrator import rounds
from .outcomes import Outcomes
from .requirements import bonuses_missing
from .seat_marks import host_of
from .selection import BASE, MAIN, PAID, deck_title, due, is_pair, parts, preferred, reserving, spelled

NOTICE = 16
"""Columns that the longest prompt leaves to the notice in the smallest window."""
ROOMY = 90
"""Columns that the longest prompt leaves room beside for the round."""


class SplendorPrompts(Outcomes):
    """Texts of the base game; an expansion adds its own in a subclass."""

    def __init__(self, palette: Palette, width: int, sheet: int | None = None) -> None:
        super().__init__(width)
        self.palette = palette
        self.sheet = sheet
        """The seat whose player sheet is open."""

    def prompt(self, state: BoardState) -> str:
        view: Splendor = state.view
        letters = [self.letter(state, colour) for colour in range(len(COLOURS))]
        match state.left[0][0] if state.left else "":
            case "return":
                over = tokens_to_return(view) - len(state.picked)
                if not over:
                    return f"return the tokens picked ({state.enter}) or clear ({state.esc})"
                return f"return {plural(over, 'token')} ({' '.join(letters)}, {state.enter})"
            case "noble":
                return f"choose which noble visits you, then {state.enter}"
            case "pass":
                return f"no legal action: pass ({state.enter})"
        gems, reserve = " ".join(letters[:GOLD]), state.keys["splendor.reserve"]
        return f"take gems ({gems}), buy ({state.enter}) or reserve ({reserve})"

    def alarm(self, state: BoardState) -> str:
        view: Splendor = state.view
        if stalemate(view):
            return "Everyone had to pass"
        return "LAST ROUND" if view.last_round and not view.over else ""

    def notice(self, state: BoardState) -> str:
        view: Splendor = state.view
        score = self.score(state)
        return f"{rounds(view)}, {score}" if self.is_roomy(view) else score

    def score(self, state: BoardState) -> str:
        """The points of the leader: "Hana leads: 4/15", "level at 4/15"; at first the goal."""
        totals = [p.points for p in self.paid_up(state).players]
        best = max(totals)
        leaders = [state.seats[seat].name for seat, total in enumerate(totals) if total == best]
        if not best:
            return f"goal: {GOAL} points"
        if len(leaders) > 1:
            together = "tied" if len(leaders) < len(totals) else "level" if len(totals) == 2 else "all"
            return f"{together} at {best}/{GOAL}"
        leads = clause(leaders[0], "lead")
        if self.is_roomy(state.view):
            return f"{leads}: {best}{f' of {GOAL}' * (best < GOAL)} points"
        points_so_far = f": {best}/{GOAL}"
        room = NOTICE - len(points_so_far)
        return (leads if len(leads) <= room else leaders[0][:room]) + points_so_far

    def paid_up(self, state: BoardState) -> Splendor:
        """The position after what a purchase still costs, in an expansion."""
        view: Splendor = state.view
        return view

    def is_roomy(self, view: Splendor) -> bool:
        """Return whether there is room for the round beside the longest prompt."""
        return view.over or self.width >= ROOMY

    def detail(self, state: BoardState, part: Part | None) -> str:
        """A text about the picks, else about the part under the cursor, cut after the last phrase that fits."""
        return fitting(self.full_detail(state, part), self.width - 2)

    def full_detail(self, state: BoardState, part: Part | None) -> str:
        if state.active and state.picked:
            return self.picks(state)
        if state.view.over:
            scores = [f"{seat.name} {p.points}" for seat, p in zip(state.seats, state.view.players, strict=True)]
            return f"Final scores: {', '.join(scores)}. {self.about(state, part)}".rstrip()
        if part is not None and due(state) not in ("", *BASE):
            return self.choice(state, part)
        return self.about(state, part)

    def choice(self, state: BoardState, part: Part) -> str:
        """In a step of an expansion: the effect of picking the part, or the reason why it cannot be picked."""
        action = next((a for a in state.left if list(parts(a)) == [part]), None)
        if action is None:
            asked = part[0] in {kind for kind, *_ in state.options}
            return (asked and self.why(state, part)) or self.about(replace(state, active=False), part)
        return self.leads(state, action, f"{state.enter} {self.summary(state, action)}")

    def start(self, state: BoardState) -> Part | None:
        """In a step of an expansion: the part that the cursor best starts on; None for the nearest one to pick."""
        return None

    def summary(self, state: BoardState, action: Action) -> str:
        """An action in a few words, to stand before its outcome."""
        view: Splendor = state.view
        match action:
            case ("reserve", card):
                return f"reserves {slot_label(view, card)}"
            case ("reserve_blind", deck):
                return f"reserves a {deck_title(deck)} card face down"
            case ("noble", noble):
                return f"gains the noble ({brief(NOBLES[noble].cost)})"
            case ("take", (*pair, extra)) if is_pair(pair):
                return f"takes two {COLOURS[pair[0]]} and a {COLOURS[extra]} gem"
            case ("return", tuple(colours)):
                return f"returns {brief([colours.count(c) for c in range(GOLD + 1)])}"
        return third_person(", ".join(phrases(view, action)))

    def about(self, state: BoardState, part: Part | None) -> str:
        """A description of a part of the table; empty if there is none."""
        match part:
            case ("card", int(card)):
                return self.about_card(state, card)
            case ("back", _, int(card)):
                orient = "Orient " * (deck_of(card) >= len(LEVELS))
                return f"A level {level_of(card) + 1} {orient}card, face down: only its owner has seen it."
            case ("empty", int(level), int(slot)):
                deck = level + len(LEVELS) * (slot >= SLOTS)
                if deck_size(state.view, deck):
                    return "Empty: a new card comes when this purchase is complete."
                return f"Empty: the {deck_title(deck)} deck has run out."
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
        gems = [picked[1] for picked in state.picked if picked[0] == "gem"]
        match part:
            case ("gem", int(colour)):
                if due(state) == "return" and gems and len(gems) == tokens_to_return(view):
                    return f"{plural(len(gems), 'token')} picked: {state.enter} returns them, {state.esc} clears."
                if len(gems) == 3:
                    return f"Three picked: {state.enter} takes them; press a letter again to clear that gem."
                first = state.left[0][0] if state.left else ""
                verb = ("return", colour) if first == "return" else ("take", (*gems, colour))
                return state.game.refusal(view, verb)
            case ("reserve", "card" | "deck" as kind, int(which)):
                return state.game.refusal(view, ("reserve" if kind == "card" else "reserve_blind", which))
            case ("reserve", *_):
                return "Put the cursor on a card or deck first."
            case ("card", None):
                return "Put the cursor on a card that you can buy."
            case ("card", int(card)):
                return self.too_dear(state, card) or self.about_card(state, card)
            case ("deck", int(deck)):
                return self.about_deck(state, deck)
            case ("noble", int(noble)):
                return state.game.refusal(view, ("noble", noble))
        return ""

    def too_dear(self, state: BoardState, card: int) -> str:
        """Reason why the viewer cannot buy a card; empty if nothing is missing or another step comes first."""
        needs = self.needs(state, card) if due(state) in MAIN else ""
        first = f"You cannot buy {slot_label(state.view, card)} yet; {needs}." if needs else ""
        return self.fitting(f"{first} {self.reserves(state, ('card', card))}".rstrip(), first)

    def picks(self, state: BoardState) -> str:
        """A text about the picks: their outcome, or the colours that can be added."""
        action = spelled(state) or preferred(state)
        if action is not None:
            return self.leads(state, action, *self.announced(state, action))
        gems = [part[1] for part in state.picked if part[0] == "gem"]
        if gems:
            more_gems = sorted(p[1] for p in state.options if p[0] == "gem")
            words = [COLOURS[c] if c not in gems else f"{COLOURS[c]} again" for c in more_gems]
            picked = join_words([COLOURS[c] for c in gems])
            text = f"Picked {picked}. Add {join_words(words, 'or')}, or clear ({state.esc})."
            bank = state.view.bank
            low = [c for c in gems if due(state) in MAIN and len(gems) == 1 and bank[c] < PAIR]
            return self.fitting(*(f"{text} A pair needs {PAIR} {COLOURS[c]} in the bank." for c in low), text)
        return ""

    def announced(self, state: BoardState, action: Action) -> list[str]:
        """Wordings of the action that Enter plays, the longest first."""
        if action[0] not in PAID:
            return [f"{state.enter} {self.summary(state, action)}"]
        verb, where = third_person(action[0]), slot_label(state.view, action[1])
        ways = len(self.ways(state, action[1]))
        more = f" ({state.keys['splendor.payment']}: {ways} ways to pay)" if ways > 1 else ""
        paid = brief(action[2])
        short = f"{state.enter} {verb} {where}"
        full = f"{short} for {paid}" if paid else f"{short} at no cost"
        plain = ways == 1 and not any(action[2][GOLD:])
        return [full, short] if plain else [full + more, full]

    def typed(self, state: BoardState, action: Action) -> str:
        return self.leads(state, action, *self.announced(state, action))

    def about_card(self, state: BoardState, card: int) -> str:
        if not state.active:
            return f"Level {level_of(card) + 1} {title(card)}, costs {self.price(card)}."
        buy = next((a for a in state.left if a[0] in PAID and a[1] == card), None)
        if buy:
            verb = "buys" if buy[0] == "buy" else "conquers"
            paid = f" for {brief(buy[2])}" if any(buy[2][GOLD:]) else ""
            ways = [f"{cost}. {state.enter} {verb} it{paid}" for cost in filter(None, self.costs(state, card))]
            if ways and self.effect(card):
                ways = [f"{self.what_it_does(card)}. {way}" for way in (*ways, self.announced(state, buy)[-1])]
                outcome = self.outcome(state, buy, 2)
                plain = self.leads(state, buy, *self.announced(state, buy))
                return self.fitting(*(f"{way}{outcome}." for way in ways), *(f"{way}." for way in ways), plain)
            return self.leads(state, buy, *ways, *self.announced(state, buy))
        what = self.what_it_does(card)
        costs = [". ".join(filter(None, (what, cost))) for cost in self.costs(state, card)]
        needs = self.needs(state, card)
        if not needs:
            obstacle = self.obstacle(state, card)
            return self.fitting(*(f"{text}. {obstacle}" for text in (*costs, what)), what, obstacle)
        reserves = self.reserves(state, ("card", card))
        number = self.needs(state, card, in_short=True)
        worded = [[f"{cost}; {lack}." for cost in costs] for lack in (needs, number)]
        texts = [text for way in worded for text in (*(f"{whole} {reserves}".rstrip() for whole in way), *way)]
        return self.fitting(*texts, f"{what}; {needs}.", f"{what}; {number}.", sentence(needs))

    def what_it_does(self, card: int) -> str:
        """A card's bonus and points, and in an expansion its effect: "Green card, 1 point: reserves a noble"."""
        return ": ".join(filter(None, (self.bonus_and_points(card), self.effect(card))))

    def effect(self, card: int) -> str:
        """In an expansion, a card's effect, to follow its name; empty if it has none."""
        return ""

    def costs(self, state: BoardState, card: int) -> list[str]:
        """The cost of a card in sentences without full stop, the longest first: "Costs W3, you pay W1";
        empty if its name says it.
        """
        owed, full = need(viewing_player(state), card), CARDS[card].cost
        if not any(full):
            return [self.no_cost(card)]
        if not any(owed):
            return [f"Costs {brief(full)}, free with your bonuses"]
        if tuple(owed) == tuple(full):
            return [f"Costs {brief(full)}"]
        return [f"Costs {brief(full)}, you pay {brief(owed)}", f"You pay {brief(owed)}"]

    def bonus_and_points(self, card: int) -> str:
        """A card's bonus and points: "Green card, 4 points"."""
        points = CARDS[card].points
        return ", ".join(filter(None, (self.sort(card), plural(points, "point") if points else "")))

    def reserves(self, state: BoardState, part: Part) -> str:
        """A sentence with the key that reserves a card or deck; empty if that is not legal."""
        return f"{state.keys['splendor.reserve']} reserves it." if reserving(part) in state.options else ""

    def no_cost(self, card: int) -> str:
        """The cost of a card that takes no tokens."""
        return "Free"

    def sort(self, card: int) -> str:
        """The kind of a card: "Green card"."""
        return f"{COLOURS[CARDS[card].bonus].capitalize()} card"

    def price(self, card: int) -> str:
        return brief(CARDS[card].cost)

    def needs(self, state: BoardState, card: int, in_short: bool = False) -> str:
        """The tokens that the viewer still needs for a card: "you need 2 more: W1 U1", without the colours `in_short`
        or if they have nothing towards it; empty if none are missing.
        """
        short = self.short(state, card)
        if short <= 0:
            return ""
        if in_short or short == sum(need(viewing_player(state), card)):
            return f"you {need_of(short)} more"
        return f"you {self.shortage(state, card)}"

    def obstacle(self, state: BoardState, card: int) -> str:
        """A sentence on why a card cannot be bought though nothing is missing."""
        return state.game.refusal(state.view, ("buy", card))

    def about_deck(self, state: BoardState, deck: int) -> str:
        n = deck_size(state.view, deck)
        what = f"The {deck_title(deck)} deck has {plural(n, 'card')} left. "
        why = state.game.refusal(state.view, ("reserve_blind", deck)) if state.active else ""
        reserve = f"{state.keys['splendor.reserve']} reserves the top card face down." if state.active else ""
        return self.fitting(what + why, why) if why else what + reserve

    def about_noble(self, state: BoardState, noble: int) -> str:
        points, cost = NOBLES[noble]
        host = host_of(state.view, noble)
        if host is not None:
            return f"{owned(state.seats[host].name)} noble ({brief(cost)}): {points} points."
        text = f"{self.visits(state, noble)}; {self.noble_need(state, noble)}"
        what = f"Noble, {points} points: {text}"
        rival = self.closest(state, noble)
        return self.fitting(f"{what}; {rival}.", sentence(f"{text}; {rival}"), f"{what}.", sentence(text))

    def closest(self, state: BoardState, noble: int) -> str:
        """The rival who needs the fewest bonuses for a noble, with their number."""
        rivals = [seat for seat in range(len(state.seats)) if seat != viewing_seat(state)]
        number, seat = min((sum(bonuses_missing(state.view.players[seat], noble)), seat) for seat in rivals)
        return clause(state.seats[seat].name, f"need {number}")

    def visits(self, state: BoardState, noble: int) -> str:
        """The bonuses that a noble visits for."""
        return f"requires {brief(NOBLES[noble].cost)} in bonuses"

    def noble_need(self, state: BoardState, noble: int) -> str:
        """The bonuses that the viewer still needs for a noble."""
        lack = bonuses_missing(viewing_player(state), noble)
        if not any(lack):
            return "you qualify"
        return f"you need {sum(lack)} more" + (f": {brief(lack)}" if lack != list(NOBLES[noble].cost) else "")

    def about_gem(self, state: BoardState, colour: int) -> str:
        view: Splendor = state.view
        if due(state) == "return" and ("gem", colour) in state.options:
            mine, key = viewing_player(state).tokens[colour], self.letter(state, colour)
            return f"{COLOURS[colour].capitalize()}: you have {mine}. {state.enter} or {key} picks one to return."
        what = f"{COLOURS[colour].capitalize()}: {view.bank[colour]} in the bank. "
        if not state.active or ("gem", colour) in state.options:
            return what + (f"{state.enter} or {self.letter(state, colour)} picks one." if state.active else "")
        return what + state.game.refusal(view, ("take", (colour, colour)))

    def about_player(self, state: BoardState, seat: int) -> str:
        """A player's reserved cards with costs and shortages, as detailed as there is room for; else only the number of
        cards.
        """
        p: Player = state.view.players[seat]
        name, nobles = state.seats[seat].name, len(p.nobles)
        owned = self.cards(p) + (f", {plural(nobles, 'noble')}" if nobles else "")
        hands = [[self.held_card(state, seat, card, form) for card in p.hand] for form in range(4)]
        texts = [f"reserved: {'; '.join(hand)}." for hand in hands] if p.hand else ["nothing reserved."]
        heads = ([owned, *self.pieces(state, seat)], self.pieces(state, seat))
        details = ["; ".join([*head, text]) for head in heads for text in (*texts, f"{len(p.hand)} reserved.")]
        more = f" {state.enter} shows more." if seat != self.sheet else ""
        return self.fitting(*(f"{name}: {text}{more}" for text in details), f"{name}: {details[-1]}")

    def cards(self, player: Player) -> str:
        """The number of a player's cards."""
        return plural(len(player.cards), "card")

    def held_card(self, state: BoardState, seat: int, card: int, form: int) -> str:
        """A reserved card: "green card, 4 points for U7 (needs 3 more: U3)" (form 0), in fewer words (form 1),
        with the number needed alone (form 2), with its price alone (form 3).
        """
        if card >= BACK:
            return f"a level {level_of(card) + 1} card face down"
        full_name = self.bonus_and_points(card)
        what = card_chip(card).text if form else f"{full_name[0].lower()}{full_name[1:]}"
        text = f"{what} for {self.price(card)}"
        short = self.short(state, card, seat)
        if form == 3:
            return text
        if short <= 0:
            return f"{text} ({AFFORDABLE})"
        return (
            f"{text} (needs {short} more)"
            if form == 2
            else f"{text} ({third_person(self.shortage(state, card, seat))})"
        )

    def pieces(self, state: BoardState, seat: int) -> list[str]:
        """A player's pieces of an expansion, as phrases."""
        return []


def tokens_to_return(view: Splendor) -> int:
    """Number of tokens that the player to move has above the limit; negative below it."""
    return sum(view.players[view.player].tokens) - TOKEN_LIMIT
