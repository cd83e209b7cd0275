"""Whole games of Splendor's expansions by the keyboard: letters for gems, jump letters for what lies on the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rules.game import Action
from rules.match import Match
from rules.splendor.cards import CARDS, GOLD
from rules.splendor.modules import MODULES
from tests.e2e.playing import CORNERS, CURSOR, load, ready, record, shortest, type_move
from tests.e2e.terminal import ENTER, Terminal

SEED = {"cities": "7", "trading_posts": "4", "orient": "6", "strongholds": "6"}
NEW = {
    "cities": {"city"},
    "trading_posts": {"token"},
    "orient": {"associate", "free", "reserve_noble"},
    "strongholds": {"place", "move", "remove"},
}
"""What a person has to choose in the games below, besides what the base game asks for."""


def choose(match: Match) -> Action:
    """The card that does most for the least, else the gems that bring a card nearest."""
    s = match.state

    def rank(a: Action) -> tuple[float, ...]:
        match a:
            case ("conquer", *_):
                return (4,)
            case ("buy", card, paid):
                return 3, CARDS[card].points + 3 * (CARDS[card].kind != "base"), -sum(paid), -sum(paid[GOLD:])
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


def press(terminal: Terminal, match: Match, action: Action) -> None:
    """As one who reads the screen: gems by letter, cards by jumping to them, the rest as the cursor is led to it."""
    notation = match.game.notation(match.state, action)
    verb, *rest = notation.split(" ")
    match verb:
        case "take" | "return" | "token" | "associate":
            confirm(terminal, "Enter", *rest[0])
        case "pass" | "city" | "noble" | "discard":
            type_move(terminal, notation)
        case "move":
            jump(terminal, rest[0])
            if any(a[0] == "place" for a in match.game.legal(match.state)):
                terminal.keys("m")
            else:
                terminal.keys(ENTER)
            terminal.wait_for("is lifted from")
            jump(terminal, rest[1])
            terminal.keys(ENTER)
        case "reserve" if rest[0] == "noble":
            confirm(terminal, "Enter reserves the noble")
        case "reserve":
            type_move(terminal, notation)
        case _ if len(rest) == 1:
            jump(terminal, rest[0])
            terminal.keys(ENTER)
        case _:
            type_move(terminal, notation)


def confirm(terminal: Terminal, consequence: str, *keys: str) -> None:
    """Press keys, read below the board what Enter would do, and press it."""
    terminal.keys(*keys)
    terminal.wait_for(lambda: terminal.rows[-2].lstrip().startswith(consequence), consequence)
    terminal.keys(ENTER)


def jump(terminal: Terminal, name: str) -> None:
    """Go to the card with that name by its jump letter."""
    terminal.wait_for(lambda: corner(terminal, name) is not None, f"the card {name}")
    at = corner(terminal, name)
    assert at is not None
    x, y = at
    if terminal.screen.display[y][x] == CURSOR:
        return
    terminal.keys("f")
    terminal.wait_for(partial(lettered, terminal, x, y), f"a letter on {name}")
    terminal.keys(terminal.screen.display[y][x + 1])
    terminal.wait_for(lambda: terminal.screen.display[y][x] == CURSOR, f"the cursor on {name}")


def corner(terminal: Terminal, name: str) -> tuple[int, int] | None:
    """Where the frame of a card begins."""
    for y, row in enumerate(terminal.screen.display):
        for glyph in CORNERS:
            if (x := row.find(glyph + name)) >= 0:
                return x, y
    return None


def lettered(terminal: Terminal, x: int, y: int) -> bool:
    letter = terminal.screen.display[y][x : x + 3]
    return letter[0] == letter[2] == " " and letter[1].isalnum()


def asked(match: Match) -> bool:
    return match.player is None or not match.seats[match.player].bot


def wait_for_turn(terminal: Terminal, path: Path, plies: int) -> Match:
    """Until a person is asked after so many plies, or the game is over: on disk, then on screen."""
    terminal.wait_for(lambda: len(load(path).log) >= plies and asked(load(path)), f"a turn after {plies} moves")
    terminal.wait_for(lambda: idle(terminal), "the screen to ask for the next action")
    return load(path)


def idle(terminal: Terminal) -> bool:
    """Nothing is typed or thought about any more."""
    return ready(terminal) or ("turn:" in terminal.rows[0] and ": Type" in terminal.rows[-1])


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("module", [module for module in MODULES if module != "base"])
def test_a_whole_game(env: dict[str, str], module: str, size: tuple[int, int]) -> None:
    play = ("play", "splendor", "--module", module, "--seed", SEED[module], "--players", "me,greedy")
    with Terminal(play, env, size) as terminal:
        terminal.wait_for("Your turn")
        path = record(env)
        match, mine = load(path), set()
        while match.player is not None:
            action = choose(match)
            press(terminal, match, action)
            ply = len(match.log)
            match = wait_for_turn(terminal, path, ply + 1)
            assert match.log[ply][0] == action[0]
            mine.add(action[0])
        assert match.options["module"] == module and mine >= NEW[module] | {"take", "buy"}
        terminal.wait_for("Rematch")
        totals = [str(sum(points for _, points in parts)) for parts in match.game.score(match.state)]
        assert next(row for row in terminal.rows if "Total" in row).split() == ["Total", *totals]


@pytest.mark.parametrize("module", MODULES)
def test_a_demo_plays_itself(env: dict[str, str], module: str) -> None:
    with Terminal(("demo", "splendor", "--module", module), env) as terminal:
        terminal.wait_for("Rematch")
