"""Splendor in lines of text: the table, the players, the consequences of an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations_with_replacement

from tabletown.rules.core.game import Action
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.splendor.cards import BACK, CARDS, COLOURS, EMPTY, GOLD, LETTERS, LEVELS, NOBLES, deck_of, level_of
from tabletown.rules.splendor.expansions.cities import FACES
from tabletown.rules.splendor.expansions.orient import DISCARDS
from tabletown.rules.splendor.expansions.registry import MODULES
from tabletown.rules.splendor.limits import GOAL, HAND_LIMIT, TOKEN_LIMIT
from tabletown.rules.splendor.names import name, placed, slot_label, title, tokens
from tabletown.rules.splendor.notation import deck_name, noble_name
from tabletown.rules.splendor.refusal import refusal
from tabletown.rules.splendor.score import stalemate
from tabletown.rules.splendor.state import SLOT_DECKS, Player, Splendor, deck_size
from tabletown.rules.splendor.turn import legal
from tabletown.rules.splendor.wording import describe

from ...narration.events import Event
from ...narration.grammar import clause
from .expansions.narrator import more_news, more_pieces, more_table
from .selection import MAIN, PAID

TASKS = {
    "noble": "choose which noble visits you",
    "city": "choose your city",
    "token": "take the gem your trading post gives",
    "place": "place, move or remove a stronghold",
    "move": "move one of your strongholds, or remove another player's",
    "remove": "remove a stronghold",
    "conquer": "conquer the card under your strongholds, or decline",
    "associate": "choose the bonus to copy",
    "free": "take a free card",
    "reserve_noble": "reserve a noble",
    "discard": "discard a card",
    "pass": "no legal action: pass",
}
"""The player's task, by the verb of the first legal action."""
SPOKEN = {"token": "take", "associate": "copy"}
"""The verbs of the screen's texts for choices of a colour that have another one in notation."""


def task(view: Splendor) -> str:
    due = next((action[0] for action in legal(view)), "")
    if due == "return":
        over = sum(view.players[view.player].tokens) - TOKEN_LIMIT
        return f"return {over} more"
    return TASKS.get(due, "take gems, buy a card or reserve one")


def phase(view: Splendor) -> str:
    if stalemate(view):
        return "Everyone had to pass"
    last = "Last round" if view.last_round and not view.over else rounds(view)
    goal = "" if view.module == "cities" else f" of {GOAL} points"
    return f"{last}, top score {max(p.points for p in view.players)}{goal}"


def rounds(view: Splendor) -> str:
    """The current round, or in a finished game the number of rounds."""
    played = view.turns // len(view.players)
    return plural(played, "round") if view.over else f"Round {played + 1}"


def status(view: Splendor, seat: int) -> str:
    p = view.players[seat]
    return f"tokens: {tokens(p.tokens)}; bonuses: {tokens(p.bonuses)}; {plural(p.points, 'point')}"


# The table


def table(view: Splendor, seat: int | None, names: Sequence[str]) -> list[str]:
    """Lines for the bank, the nobles, an expansion's pieces, then the cards from level 3 to level 1."""
    lines = [f"Bank: {tokens(view.bank)}."]
    lines += [
        f"Noble {noble_name(view, noble)}: {noble_words(noble)}.{lacking_bonuses(view, seat, NOBLES[noble].cost)}"
        for noble in view.nobles
    ]
    lines += more_table(view, seat, names)
    for level in reversed(LEVELS):
        decks = [deck for deck in range(len(view.decks)) if deck % len(LEVELS) == level]
        piles = [f"{plural(deck_size(view, deck), 'card')} in deck {deck_name(deck)}" for deck in decks]
        lines.append(f"Level {level + 1}: {join_words(piles)}.")
        lines += [
            about_card(view, seat, names, card)
            for slot, card in enumerate(view.market)
            if card != EMPTY and SLOT_DECKS[slot] in decks
        ]
    return lines


def details(view: Splendor, seat: int | None, names: Sequence[str]) -> list[str]:
    """No details: the table already shows everything."""
    return []


def noble_words(noble: int) -> str:
    """A noble in words: "3 points for 4 red and 4 green in bonuses"."""
    return f"{NOBLES[noble].points} points for {tokens(NOBLES[noble].cost)} in bonuses"


def lacking_bonuses(view: Splendor, seat: int | None, cost: Sequence[int]) -> str:
    """The bonuses that the viewer still needs, as a sentence to append; empty for a spectator."""
    if seat is None:
        return ""
    lack = [max(0, n - have) for n, have in zip(cost, view.players[seat].bonuses, strict=True)]
    return f" You need {tokens(lack)}." if any(lack) else " You have them."


def about_card(view: Splendor, seat: int | None, names: Sequence[str], card: int) -> str:
    """A card: its place, price and strongholds, and whether the viewer can buy it."""
    placed: Sequence[Sequence[int]] = getattr(view.extra, "placed", ())
    forts = [(who, plural(held.count(card), "stronghold")) for who, held in enumerate(placed) if card in held]
    there = "".join(f" {clause(names[who], f'have {pieces} on it.')}" for who, pieces in forts)
    return f"{slot_label(view, card)}: {title(card)}, {price(card)}.{there}{affordable(view, seat, card)}"


def price(card: int) -> str:
    discarded = CARDS[card].discards
    if discarded is not None:
        return f"costs {DISCARDS} {COLOURS[discarded]} bonuses"
    return f"costs {tokens(CARDS[card].cost)}"


def affordable(view: Splendor, seat: int | None, card: int) -> str:
    """The payment for a card, or the reason why it cannot be bought; empty unless the viewer must choose an action."""
    options = [] if view.over else legal(view)
    if seat is None or seat != view.player or not any(a[0] in MAIN for a in options):
        return ""
    for a in options:
        if a[0] in PAID and a[1] == card:
            return f" You can buy it for {tokens(a[2])}."
    return f" {refusal(view, ('buy', card))}"


# Players


def player(view: Splendor, seat: int | None, who: int, names: Sequence[str]) -> list[str]:
    """Everything public about a player, and the viewer's knowledge of their reserved cards."""
    p = view.players[who]
    bonuses = f", bonuses: {tokens(p.bonuses)}" if any(p.bonuses) else ""
    total = sum(p.tokens)
    held = f": {tokens(p.tokens)}" if total else ""
    facts = [
        f"have {plural(p.points, 'point')}",
        f"have {plural(len(p.cards), 'card')}{bonuses}",
        f"hold {total} of {TOKEN_LIMIT} tokens{held}",
        *(f"have the noble: {noble_words(noble)}" for noble in p.nobles),
        *more_pieces(view, who),
    ]
    reserved = [reserved_card(view, seat, who, names, n) for n in range(len(p.hand))]
    return [clause(names[who], f"{fact}.") for fact in facts] + reserved


def reserved_card(view: Splendor, seat: int | None, who: int, names: Sequence[str], n: int) -> str:
    card = view.players[who].hand[n]
    if card >= BACK:
        kind = "Orient card" if deck_of(card) >= len(LEVELS) else "card"
        return clause(names[who], f"have reserved a level {level_of(card) + 1} {kind} face down.")
    which = f" as r{n + 1}" if who == seat else ""
    unseen = ", which nobody else has seen" if who == seat and card in view.players[who].blind else ""
    line = clause(names[who], f"have reserved{which} {name(card)}{unseen}, {price(card)}.")
    return line + (affordable(view, seat, card) if who == seat else "")


# What happened


def news(before: Splendor, action: Action, after: Splendor, names: Sequence[str]) -> list[Event]:
    """Events that followed automatically from an action: results for the player, then new cards on the table."""
    who = before.player
    old, new = before.players[who], after.players[who]
    results: list[str] = []
    for card in new.blind[len(old.blind) :]:
        if card < BACK:
            results.append(f"It is {name(card)}, {price(card)}.")
    results += more_news(before, action, after, names)
    if new.points != old.points:
        results.append(clause(names[who], f"have {plural(new.points, 'point')} now."))
    if after.last_round and not before.last_round and not after.over:
        results.append("This is the last round.")
    market = [card for slot, card in enumerate(after.market) if card not in (EMPTY, before.market[slot])]
    supply = [Event("supply", f"New at {slot_label(after, card)}: {name(card)}, {price(card)}.") for card in market]
    return [*(Event("result", text) for text in results), *supply]


def aside(view: Splendor, action: Action) -> str:
    """A remark about an action before it is played; empty for most."""
    hand: Player = view.players[view.player]
    full = action[0] in ("reserve", "reserve_blind") and len(hand.hand) == HAND_LIMIT - 1
    return "you then have three reserved cards, the limit" if full else ""


def in_short_of_rival(view: Splendor, action: Action) -> str:
    """The same as `in_short`, but of a card that the player has reserved: "buy the reserved r2 (red, 4 points)"."""
    hand = view.players[view.player].hand
    return in_short(view, action, "the reserved " if action[0] == "buy" and action[1] in hand else "")


def as_seen_from(later: Splendor, start: Splendor) -> Splendor:
    """A later position in which reserved cards keep their numbers: one that was bought still has its own."""
    players = [
        replace(player, reserved=(*before.hand, *(card for card in player.hand if card not in before.hand)), blind=())
        for player, before in zip(later.players, start.players, strict=True)
    ]
    return replace(later, players=players)


def in_short(view: Splendor, action: Action, which: str = "") -> str:
    """An action as an instruction that names cards by their places: "buy 2-3 (red, 4 points)"; `which` comes before
    the place of a card to buy.
    """
    match action:
        case ("buy" | "conquer" as verb, int(card), paid):
            ways = MODULES[view.module].payments(view, view.player, card)
            chosen = any(paid[GOLD + 1 :]) or (len(ways) > 1 and (paid != ways[0] or any(paid[GOLD:])))
            return f"{verb} {which}{placed(view, card)}" + f" for {tokens(paid)}" * chosen
        case ("reserve" | "discard" as verb, int(card)):
            return f"{verb} {placed(view, card)}"
        case ("free", int(card)):
            return f"take {placed(view, card)}"
        case ("reserve_noble", int(noble)):
            return f"reserve the noble ({tokens(NOBLES[noble].cost)})"
        case ("reserve_blind", int(deck)):
            return f"reserve from deck {deck_name(deck)}"
        case ("token", int(colour)):
            return f"take a {COLOURS[colour]} gem"
        case ("city", int(face)):
            return f"take the city of {FACES[face].points} points"
        case ("place" | "remove" as verb, int(card)):
            return f"{verb} a stronghold {'on' if verb == 'place' else 'from'} {placed(view, card)}"
        case ("move", int(source), int(target)):
            return f"move a stronghold from {slot_label(view, source)} to {slot_label(view, target)}"
    return describe(view, action, "second", True)


# Moves that can be named, legal or not


def all_named_moves(view: Splendor) -> Iterator[tuple[str, Action]]:
    """Every move that can be named here, with its action, legal or not, so that refusals can be explained."""
    gems = chain.from_iterable(combinations_with_replacement(range(GOLD + 1), n) for n in (1, 2, 3))
    for colours in gems:
        letters = "".join(LETTERS[c] for c in colours)
        yield f"take {letters}", ("take", colours)
        if len(colours) > 1:
            yield letters, ("take", colours)
    market = [card for card in view.market if card != EMPTY]
    for card in (*market, *view.players[view.player].hand):
        yield f"buy {slot_label(view, card)}", ("buy", card)
    for card in market:
        for verb in ("reserve", "free", "place", "remove", "conquer"):
            yield f"{verb} {slot_label(view, card)}", (verb, card)
        for target in market:
            yield f"move {slot_label(view, card)} {slot_label(view, target)}", ("move", card, target)
    for deck in range(len(view.decks)):
        yield f"reserve {deck_name(deck)}", ("reserve_blind", deck)
    for colour, letter in enumerate(LETTERS):
        for verb in ("return", "token", "associate"):
            yield f"{verb} {letter}", (verb, colour)
    for n, noble in enumerate(view.nobles, 1):
        yield f"noble {n}", ("noble", noble)
        yield f"reserve noble {n}", ("reserve_noble", noble)
    for n, face in enumerate(getattr(view.extra, "table", ()), 1):
        yield f"city {n}", ("city", face)
    due = next((action[0] for action in legal(view)), "")
    for colour, letter in enumerate(LETTERS):
        if due in ("token", "return", "associate"):
            yield letter, (due, colour)
        if due in SPOKEN:
            yield f"{SPOKEN[due]} {letter}", (due, colour)
    yield "pass", ("pass",)
    yield "decline", ("decline",)
