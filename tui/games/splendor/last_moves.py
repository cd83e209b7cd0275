"""Moves of Splendor told briefly: beside the nobles, in the panels, and in the recap of a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tabletown.rules.core.match import LogLine
from tabletown.rules.core.text import third_person
from tabletown.rules.splendor.cards import CARDS, COLOURS, GOLD, LETTERS, NOBLES
from tabletown.rules.splendor.expansions.orient import BAGS
from tabletown.rules.splendor.names import colour_name, sort_and_points, tokens

from .selection import deck_title

VERBS = {
    "take": "take",
    "reserve": "reserve",
    "reserve_blind": "reserve",
    "buy": "buy",
    "return": "return",
    "noble": "gain noble",
    "pass": "pass",
    "token": "take",
    "associate": "copy",
    "free": "take",
    "reserve_noble": "reserve noble",
    "discard": "discard",
    "city": "take a city",
    "place": "place a stronghold",
    "move": "move a stronghold",
    "remove": "remove a stronghold",
    "conquer": "conquer",
    "decline": "decline to conquer",
}
"""The verb of each action, in the base form."""


def place_of(line: LogLine) -> str:
    """The place of a card that a move is about, as it is typed: "buy 2-1" has "2-1"."""
    return line.notation.split()[1]


def where(line: LogLine, you: bool, reserved: str) -> str:
    """The place of a card as it is typed; for a card that another player had reserved, the word given."""
    place = place_of(line)
    return reserved if place.startswith("r") and not you else place


def verb_of(line: LogLine, you: bool) -> str:
    """The verb of a move of "you", or of anybody else."""
    verb = VERBS[line.action[0]]
    return verb if you else third_person(verb)


class Run(NamedTuple):
    """Words of a move, plain or on the colour of a gem."""

    text: str
    colour: int | None = None


PLACED, NAMED = 1, 2
"""Briefer ways to tell a move: without points; without the place either, and without the cost of a noble."""
FORTS = {"place": "occupy {}", "move": "move one to {}", "remove": "remove one from {}"}
"""The step of a stronghold more briefly, with its card."""


def runs(lines: Sequence[LogLine], you: bool, brevity: int = 0) -> list[list[Run]]:
    """The steps of a turn, each as its verb and the pieces it is about; tokens returned one by one are one step, and
    double gold cards that a purchase spends are one more.
    """
    steps = []
    for verb, group in groupby(lines, lambda line: line.action[0]):
        for same in [list(group)] if verb == "return" else [[line] for line in group]:
            if verb in FORTS and brevity:
                steps.append([Run(fort_in_short(same[0], you))])
                continue
            steps.append([Run(verb_of(same[0], you)), *(run for line in same for run in pieces(line, you, brevity))])
            if spent := doubles_spent(same[0]):
                steps.append([Run("spend" if you else "spends"), Run(spent, GOLD)])
    return steps


def fort_in_short(line: LogLine, you: bool) -> str:
    """Words for a stronghold placed, moved or removed, with the card: "occupies 2-3"."""
    text = FORTS[line.action[0]].format(line.notation.split()[-1])
    return text if you else third_person(text)


def doubles_spent(line: LogLine) -> str:
    """The double gold cards that a purchase spends, in words; empty if none."""
    number = sum(line.action[2][GOLD + 1 :]) if line.action[0] == "buy" and line.action[2:] else 0
    return f"{number} " * (number > 1) + "double gold" if number else ""


def pieces(line: LogLine, you: bool, brevity: int = 0) -> list[Run]:
    """The tokens, the card, its place, the deck or the cost of the noble that a move of "you", or of anybody else, is
    about.
    """
    match line.action:
        case ("take", colours):
            return [token(colour) for colour in colours]
        case ("return" | "token" | "associate", int(colour)):
            return [token(colour)]
        case ("reserve" | "buy" | "conquer" | "free" | "discard" as kind, int(card), *_):
            place = [] if brevity == NAMED or kind == "discard" else [Run(where(line, you, "reserved"))]
            return [*([Run("free")] * (kind == "free")), *place, card_chip(card, brevity)]
        case ("reserve_blind", int(deck)):
            return [Run("a card" if brevity == NAMED else f"a {deck_title(deck)} card")]
        case ("place" | "remove" as kind, _):
            return [Run(f"{'on' if kind == 'place' else 'from'} {place_of(line)}")]
        case ("move", *_):
            return [Run(f"to {line.notation.split()[-1]}")]
        case ("noble" | "reserve_noble", int(noble)) if brevity < NAMED:
            cost = NOBLES[noble].cost
            return [Run(f"{LETTERS[c].upper()}{cost[c]}", c) for c in range(GOLD) if cost[c]]
    return []


def token(colour: int) -> Run:
    return Run(LETTERS[colour].upper(), colour)


def card_chip(card: int, brevity: int = 0) -> Run:
    """A card as its colour and its points: "red 2pt" on red; without the points if told more briefly."""
    data = CARDS[card]
    text = "2 gold" if brevity == NAMED and data.kind == "double_gold" else colour_name(card)
    points = f" {data.points}pt" if data.points and not brevity else ""
    return Run(text + points, None if data.kind in BAGS else data.bonus)


def condensed(lines: Sequence[LogLine], names: Sequence[str]) -> list[LogLine]:
    """Lines with their moves as text for notation; tokens that a player returned one by one are in one line."""
    words = [line._replace(notation=in_words(line, names[line.player] == "You")) for line in lines]
    groups = groupby(words, lambda line: (line.player, line.action[0]))
    return [
        line
        for (player, verb), same in groups
        for line in ([returned([*same], names[player] == "You")] if verb == "return" else same)
    ]


def returned(lines: Sequence[LogLine], you: bool) -> LogLine:
    """Tokens that a player returned one by one, in one line: "returns W W"."""
    counts = [sum(line.action[1] == colour for line in lines) for colour in range(GOLD + 1)]
    text = f"return {tokens(counts)}" if len(lines) > 1 else lines[0].text
    notation = plain(runs(lines, you)[0]) if len(lines) > 1 else lines[0].notation
    return lines[-1]._replace(notation=notation, text=text)


def in_words(line: LogLine, you: bool) -> str:
    """A move as text: "takes W U G", "buys a red card (2 points)"."""
    verb = verb_of(line, you)
    match line.action:
        case ("reserve" | "buy" | "conquer" | "free" | "discard" as kind, int(card), *_):
            place = "a card" if kind == "discard" else where(line, you, "a reserved card")
            spent = doubles_spent(line)
            more = f", {'spend' if you else 'spends'} {spent}" if spent else ""
            return f"{verb} {'free ' * (kind == 'free')}{place} ({sort_and_points(card)}){more}"
        case ("token" | "return" | "associate", int(colour)):
            return f"{verb} {COLOURS[colour]}"
        case ("reserve_blind", int(deck)):
            return f"{verb} a {deck_title(deck)} card"
    return plain(runs([line], you)[0])


def plain(step: Sequence[Run]) -> str:
    """A step of a turn as plain text."""
    return " ".join(run.text for run in step)


def fitted(lines: Sequence[LogLine], room: int, you: bool) -> list[list[Run]]:
    """A turn in `room` columns: all its steps, else the first, which led to the others, if need be in short."""
    steps, placed, named = (runs(lines, you, brevity) for brevity in (0, PLACED, NAMED))
    ways = (steps, placed, steps[:1], placed[:1], named[:1])
    return next((way for way in ways if len(", ".join(map(plain, way))) <= room), [])


def wrapped(lines: Sequence[LogLine], room: int, you: bool) -> list[list[list[Run]]]:
    """The steps of a turn in rows of `room` columns, in short or left out where even one a row is too long."""
    rows: list[list[list[Run]]] = []
    for ways in zip(*(runs(lines, you, brevity) for brevity in (0, PLACED, NAMED)), strict=True):
        step = next((way for way in ways if len(plain(way)) <= room), ways[-1])
        if rows and len(", ".join(map(plain, [*rows[-1], step]))) <= room:
            rows[-1].append(step)
        elif not rows or len(plain(step)) <= room:
            rows.append([step])
    return rows


def shortest(lines: Sequence[LogLine], you: bool) -> int:
    """The columns that a turn needs at least."""
    return sum(len(plain(step)) for step in runs(lines, you, NAMED)[:1])
