"""A person at the keyboard: reads the record, thinks a little, and presses keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.rules.core.save_file import Record
from tabletown.rules.splendor.cards import CARDS, GOLD
from tabletown.rules.splendor.payment import missing
from tabletown.rules.splendor.state import Splendor
from tests.e2e.pty_terminal import ENTER, ESCAPE, Terminal

CURSOR = "╔"
"""The corner of the frame round the tile under the cursor."""
CORNERS = "╭┏╔"
"""The corners of frames: around what cannot be picked, what can, and under the cursor."""
DETAIL = -2
"""The row below the board, above the footer."""


def record_files(env: Mapping[str, str]) -> list[Path]:
    """The records in the folder of the program, oldest first."""
    return sorted((Path(env["TABLETOWN_DATA"]) / "games").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)


def record_file(env: Mapping[str, str]) -> Path:
    """The only record."""
    (path,) = record_files(env)
    return path


def load_match(path: Path) -> Match:
    return Record.load(path, BOTS)[0]


def choose_action(match: Match) -> Action:
    """The card of most points for the least tokens; without one, the tokens that bring a card nearest."""
    s: Splendor = match.state

    def rank(a: Action) -> tuple[float, ...]:
        match a:
            case ("buy", card, paid):
                return 2, CARDS[card].points, -sum(paid), -paid[GOLD]
            case ("take", colours):
                return 1, len(colours), -shortest(s, colours)
            case ("return", colour):
                return 1, s.players[s.player].tokens[colour]
        return (0,)

    return max(match.game.legal(s), key=rank)


def shortest(s: Splendor, taken: tuple[int, ...]) -> int:
    """Tokens still missing after taking some, over the cards of the table."""
    me = s.players[s.player]
    cards = [card for card in s.market if 0 <= card < len(CARDS)]
    return min((sum(missing(me, c)) - sum(missing(me, c)[t] > 0 for t in set(taken)) for c in cards), default=0)


def play_action(terminal: Terminal, match: Match, action: Action) -> None:
    """Play an action: letters for tokens, the cursor for cards on the table, else a typed move."""
    notation = match.game.notation(match.state, action)
    verb, _, rest = notation.partition(" ")
    if verb in ("take", "return"):
        pick(terminal, f"Enter {verb}s", *rest)
    elif verb == "pass":
        terminal.keys(ENTER)
    elif "-" in rest and " " not in rest:
        walk_to_card(terminal, rest)
        pick(terminal, "Enter", *("v" if verb == "reserve" else ""))
    else:
        type_move(terminal, notation)


def pick(terminal: Terminal, consequence: str, *keys: str) -> None:
    """Press keys, read below the board what Enter would do, and press it."""
    terminal.keys(*keys)
    terminal.wait_for(lambda: consequence in terminal.rows[DETAIL], consequence)
    terminal.keys(ENTER)


def type_move(terminal: Terminal, notation: str) -> None:
    """Type a move in the log's notation; the field is open when it asks for one."""
    terminal.keys(":")
    terminal.wait_for("a move, e.g. ")
    terminal.keys(notation, ENTER)


def walk_to_card(terminal: Terminal, name: str) -> None:
    """Move the cursor by arrows, reading the screen, to the card with that name."""
    for step in range(40):
        terminal.wait_for(lambda: CURSOR in terminal.text and has_card(terminal, name), f"the cursor and {name}")
        (x, y), (column, row) = find_card(terminal, name), terminal.find(CURSOR)
        if (column, row) == (x, y):
            if not step:
                dismiss_news(terminal)
            return
        along, across = ("right" if column < x else "left"), ("down" if row < y else "up")
        on_a_card = row in (4, 9, 14)
        key = along if row == y or (column != x and on_a_card and step < 20) else across
        terminal.keys(key)
        terminal.wait_for(partial(cursor_moved, terminal, (column, row)), f"the cursor to move {key}")
    raise AssertionError(f"the cursor does not come to {name}:\n{terminal.text}")


def dismiss_news(terminal: Terminal) -> None:
    """Esc, for who wants to read what the cursor means and not what others have done."""
    terminal.keys(ESCAPE)
    terminal.settle(0.2)


def has_card(terminal: Terminal, name: str) -> bool:
    return any(glyph + name in terminal.text for glyph in CORNERS)


def find_card(terminal: Terminal, name: str) -> tuple[int, int]:
    """Position of the corner of the card with that name; the name alone could be in the log."""
    return next(terminal.find(glyph + name) for glyph in CORNERS if glyph + name in terminal.text)


def cursor_moved(terminal: Terminal, was: tuple[int, int]) -> bool:
    return CURSOR in terminal.text and terminal.find(CURSOR) != was


def person_decides(match: Match) -> bool:
    """Is a person to move, or is the game over?"""
    return match.player is None or not match.seats[match.player].bot


def play_turn(terminal: Terminal, path: Path) -> Match:
    """One action of the person at the keyboard, and all that bots do after it."""
    match = load_match(path)
    play_action(terminal, match, choose_action(match))
    wait_for_turn(terminal, path, len(match.log) + 1)
    return load_match(path)


def wait_for_turn(terminal: Terminal, path: Path, plies: int) -> None:
    """Wait until a person is to move after at least `plies`, or the game is over: on disk, then on screen."""

    def reached() -> bool:
        match = load_match(path)
        return len(match.log) >= plies and person_decides(match)

    terminal.wait_for(reached, f"a person's turn after {plies} moves")
    terminal.wait_for(lambda: is_ready(terminal), "the screen to ask for the next action")


def is_ready(terminal: Terminal) -> bool:
    """Nothing is picked, typed or thought about any more."""
    rows = terminal.rows
    table = "turn:" in rows[0] and "i Hint" in rows[-1] and not rows[DETAIL].lstrip().startswith("Enter")
    return table or "Hand over to" in terminal.text or "Rematch" in rows[-1]
