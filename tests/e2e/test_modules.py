"""Whole games of Splendor's expansions by the keyboard: letters for gems, jump letters for tiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from tabletown.rules.bots import levels
from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.splendor.cards import CARDS, GOLD, RED, WHITE
from tabletown.rules.splendor.expansions.registry import MODULES
from tests.e2e.keyboard_player import CORNERS, CURSOR, load_match, record_file, shortest, type_move
from tests.e2e.pty_terminal import ENTER, Terminal

FEET, CURSOR_FOOT = "╰┗╚", "╚"
"""The lower left corners of low cards with a frame, some of which have their name there, and that of the cursor."""
CURSORS = CURSOR + CURSOR_FOOT + "▸"
"""The corners of the cursor on a card with a frame, and its sign before the name of one without."""
LEFT, RIGHT = "▌", "▐"
"""Sides of the card with the cursor where cards have no frame; a price may hide one in some rows."""
LOW = 4
"""Rows of a card without a frame that has its name in its foot, and the least of one that has it in its head."""
TALL = 5
"""Rows of a card with a frame, and the most of one without."""
FRAMED = 11
"""Columns of a card with a frame."""
RIGHT_CORNER = re.compile("[╮╗┓]")
"""The upper right corner of a low card with a frame, whose name is in place of the left one."""
VERDICT = re.compile(r" +(?:need|buy|free|next)")
"""What follows a card's name in its foot; in its head its points or its bonus does."""
CARD = re.compile(r"\b\d-\d\b")
"""The name of a card on the table."""
PROMPT = "Type a letter to jump there"
"""The row below the board while cards have letters."""
BOARD = 54
"""Columns of the board without the panels."""
NEW = {"cities": set[str](), "trading_posts": {"token"}, "orient": {"associate"}, "strongholds": {"place", "move"}}
"""Choices of each module, besides those of the base game, that this way of playing meets in almost every game."""
WANTED = (WHITE, RED)
"""Bonuses that the first two trading posts ask for."""


ASKS = {
    "city": "choose your city",
    "token": "your post gives",
    "associate": "the bonus to copy",
    "free": "take a free",
    "reserve_noble": "reserve a noble",
    "discard": "(choose a card",
    "place": "a stronghold",
    "move": "a stronghold",
    "remove": "a stronghold",
    "conquer": "or decline",
    "return": "return ",
    "noble": "which noble visits",
    "pass": "no legal action",
}
"""Words of the upper line by what is to be decided; all other verbs belong to the action of a turn."""


def choose(match: Match) -> Action:
    """The card that does most for the least, else the gems that bring a card nearest."""
    s = match.state

    def value(card: int) -> int:
        special = CARDS[card].kind != "base" or (s.module == "trading_posts" and CARDS[card].bonus in WANTED)
        return CARDS[card].points + 3 * special

    def rank(a: Action) -> tuple[float, ...]:
        match a:
            case ("conquer", *_):
                return (4,)
            case ("buy", card, paid):
                return 3, value(card), -sum(paid), -sum(paid[GOLD:])
            case ("take", colours):
                return 2, len(colours), -shortest(s, colours)
            case ("return", colour):
                return 1, s.players[s.player].tokens[colour]
            case ("move", *_) if s.turns % 3 == 0:
                return (2,)
            case ("remove", *_) if s.turns % 2 == 0:
                return (1,)
        return (0,)

    return max(match.game.legal(s), key=rank)


def fitting_seed(module: str) -> int:
    """The first seed for a game in which the person meets all new choices, however the bots change."""
    for seed in count(1):
        match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], {"module": module}, seed)
        met: set[str] = set()
        while match.player is not None:
            if match.player == 0:
                action = choose(match)
                met.add(action[0])
            else:
                view = match.game.observe(match.state, 1)
                action = levels.choose("splendor", view, "greedy", f"{seed}/{len(match.log)}/bot").action
            match.act(action)
        if met >= NEW[module]:
            return seed
    raise AssertionError


def press(terminal: Terminal, match: Match, action: Action) -> None:
    """Type a move by reading the screen: gems by letter, cards by jumping, the rest where the cursor is moved."""
    notation = match.game.notation(match.state, action)
    verb, *rest = notation.split(" ")
    match verb:
        case "take" | "return" | "token" | "associate":
            words = {"return": "returns", "associate": "copies"}.get(verb, "takes")
            confirm(terminal, (f"Enter {words}", "Enter \u203a"), *rest[0])
        case "pass" | "city" | "noble" | "discard":
            type_move(terminal, notation)
        case "move":
            jump(terminal, rest[0])
            if any(a[0] == "place" for a in match.game.legal(match.state)):
                terminal.keys("m")
            else:
                terminal.keys(ENTER)
            terminal.wait_for("picked up from")
            jump(terminal, rest[1])
            terminal.keys(ENTER)
        case "reserve" if rest[0] == "noble":
            confirm(terminal, ("Enter reserves the noble",))
        case "reserve":
            type_move(terminal, notation)
        case _ if len(rest) == 1:
            jump(terminal, rest[0])
            terminal.keys(ENTER)
        case _:
            type_move(terminal, notation)


def confirm(terminal: Terminal, ways: tuple[str, ...], *keys: str) -> None:
    """Press keys, read below the board what Enter would do, in one of these ways, and press it."""
    terminal.keys(*keys)
    terminal.wait_for(lambda: terminal.rows[-2].lstrip().startswith(ways), ways[0])
    terminal.keys(ENTER)


class Place(NamedTuple):
    """Where a card is on screen."""

    x: int
    y: int
    """Its corner; without a frame, the cell before its name."""
    left: int = 0
    right: int = 0
    """Without a frame, its first column, and that of the next card; else both the same."""


def jump(terminal: Terminal, name: str) -> None:
    """Go to the card with that name by its jump letter. Its name may move by a column when another card comes there."""
    terminal.wait_for(lambda: find(terminal, name) is not None, f"the card {name}")
    if has_cursor(terminal, name):
        return
    terminal.settle()
    at, before = find(terminal, name), [*terminal.screen.display]
    assert at is not None
    terminal.keys("f")
    terminal.wait_for(lambda: PROMPT in terminal.rows[-2] and letter(terminal, at, before), f"a letter on {name}")
    terminal.keys(letter(terminal, at, before))
    terminal.wait_for(partial(has_cursor, terminal, name), f"the cursor on {name}")


def find(terminal: Terminal, name: str) -> Place | None:
    """The place of the card with that name; None if it is not on the board."""
    for y, row in enumerate(terminal.screen.display[:-2]):
        if foot := next((x for corner in FEET if (x := row.find(corner + name, 0, BOARD)) >= 0), None):
            return Place(foot, y - LOW + 1)
        framed = any(corner in row[:BOARD] for corner in CORNERS)
        if (
            not framed
            and RIGHT_CORNER.search(row, 0, BOARD)
            and (head := re.search(rf"(?<=[ ╮╗┓]){name} ", row[:BOARD]))
        ):
            return Place(head.start(), y, head.start(), head.start() + FRAMED)
        for glyph in (*CORNERS, *CURSORS) if framed else (*CURSORS, " "):
            if (x := row.find(glyph + name, 0, BOARD)) >= 0:
                return Place(x, y) if glyph in CORNERS else frameless(row, x + 1, y, name)
    return None


def frameless(row: str, x: int, y: int, name: str) -> Place:
    """The place of a card without a frame, from where its name is: in its head after a blank or the cursor's sign,
    or in its foot from its first column on.
    """
    end = x + len(name)
    following = CARD.search(row, end, BOARD)
    right = following.start() if following else BOARD
    if VERDICT.match(row, end, right):
        return Place(x, y - LOW + 1, x, right)
    return Place(x - 1, y, x, right)


def has_cursor(terminal: Terminal, name: str) -> bool:
    """Is the cursor on the card with that name? One without a frame has its sign before the name, or bars at its sides
    below its head.
    """
    at, rows = find(terminal, name), terminal.screen.display
    if at is None:
        return False
    body = [row[at.left : at.right] for row in rows[at.y + 1 : at.y + LOW]]
    corners = [rows[y][at.x] for y in (at.y, at.y + LOW - 1)]
    return any(corner in CURSORS for corner in corners) or any(row.startswith(LEFT) or RIGHT in row for row in body)


def letter(terminal: Terminal, at: Place, before: Sequence[str]) -> str:
    """The letter that has come to a card since its rows were as before; empty if none has."""
    rows = terminal.screen.display
    left, right = (at.left - 2, at.right - 2) if at.right else (at.x, at.x + FRAMED)  # before the next card's letter
    cells = ((before[y][x], rows[y][x]) for y in range(at.y, at.y + TALL) for x in range(left, right))
    return next((now for earlier, now in cells if now != earlier and now.isalpha()), "")


def asked(match: Match) -> bool:
    return match.player is None or not match.seats[match.player].bot


def wait_for_turn(terminal: Terminal, path: Path, plies: int) -> Match:
    """Wait until a person is to move after that number of plies, or the game is over: on disk, then on screen."""
    latest: list[Match] = []

    def reached() -> bool:
        latest[:] = [load_match(path)]
        return len(latest[0].log) >= plies and asked(latest[0])

    terminal.wait_for(reached, f"a turn after {plies} moves")
    terminal.wait_for(lambda: idle(terminal, latest[0]), "the screen to ask for the next action")
    return latest[0]


def idle(terminal: Terminal, match: Match) -> bool:
    """The screen asks for what is to be decided now, and nothing is picked, typed or thought about any more."""
    if match.player is None:
        return "Rematch" in terminal.rows[-1]
    verb, rows = match.game.legal(match.state)[0][0], terminal.rows
    asks = ASKS.get(verb, "take gems")
    picked = verb not in ASKS and rows[-2].lstrip().startswith("Enter")
    return "turn:" in rows[0] and asks in rows[0] and "i Hint" in rows[-1] and not picked


@pytest.mark.slow
@pytest.mark.parametrize("module", [module for module in MODULES if module != "base"])
def test_a_whole_game(env: dict[str, str], module: str) -> None:
    play = ("play", "splendor", "--module", module, "--seed", str(fitting_seed(module)), "--players", "me,greedy")
    with Terminal(play, env) as terminal:
        terminal.wait_for("Your turn")
        path = record_file(env)
        match, mine = load_match(path), set()
        while match.player is not None:
            action = choose(match)
            press(terminal, match, action)
            ply = len(match.log)
            match = wait_for_turn(terminal, path, ply + 1)
            assert match.log[ply][0] == action[0]
            mine.add(action[0])
        assert match.options["module"] == module and mine >= NEW[module] | {"take", "buy"}
        totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
        terminal.wait_for(lambda: ["Total", *totals] in [row.split() for row in terminal.rows], "the points of all")
        terminal.wait_for("Rematch")
