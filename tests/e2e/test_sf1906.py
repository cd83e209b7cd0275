"""Games of 1906 San Francisco by keys, in the windows with one panel and with all; secrets at one keyboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tabletown.rules.core.game import Action, total_points
from tabletown.rules.core.match import Match
from tabletown.rules.core.undo import is_decision
from tabletown.rules.sf1906.building import spends
from tabletown.rules.sf1906.state import SPEND, Sf1906
from tabletown.tui.games.sf1906.board import ASKED
from tabletown.tui.games.sf1906.board_facts import permit_words, plot_words
from tabletown.tui.games.sf1906.objective_texts import objective_title
from tests.e2e.keyboard_player import load_match, record_file, wait_for_turn
from tests.e2e.pty_terminal import ENTER, Terminal
from tests.tui.scenes_sf1906 import building_action, match_at

PLAY = ("play", "sf1906", "--seed", "5", "--players", "me,random,random")
HOT_SEAT = ("play", "sf1906", "--seed", "5", "--players", "Ada,Ben")


def digits(match: Match, action: Action) -> str:
    """The key that plays an action, or picks its permits."""
    s: Sf1906 = match.state
    match action:
        case ("space" | "act", k):
            return str(k + 1)
        case ("permit", card):
            return str(s.permit_row.index(card) + 1)
        case ("objective", card):
            return str(s.objective_row.index(card) + 1)
        case ("objective_deck",):
            return str(len(s.objective_row) + 1)
        case ("bonus", kind):
            return str([part.kind for part in s.city.kit.years[s.year].bonus].index(kind) + 1)
        case ("urban", _):
            return str(match.game.legal(s).index(action) + 1)
        case ("spend", *permits):
            held = s.players[match.player or 0].permits
            return "".join(str(held.index(permit) + 1) for permit in permits)
    return "c"


def press(terminal: Terminal, match: Match, action: Action) -> None:
    """Digits and letters; plots by going through what can be picked."""
    s: Sf1906 = match.state
    if action[0] in ("plot", "clear"):
        verb = "Build on" if action[0] == "plot" else "Clear"
        expected = [f"{verb} {title}" for title in (plot_words(s, action[1]), s.city.names[action[1]])]
        terminal.settle()  # else what was said before counts as a move of the cursor
        for _ in range(50):
            terminal.wait_for(lambda: status(terminal) != "", "the line below the board")
            if any(is_about(title, status(terminal)) for title in expected):
                break
            before = status(terminal)
            terminal.keys("n")
            terminal.wait_for(partial(differs, terminal, before), "the cursor to move")
        assert any(is_about(title, status(terminal)) for title in expected)
        terminal.keys(ENTER)
    elif action[0] == "spend":
        terminal.keys(*digits(match, action))
        names = " and ".join(permit_words(s, permit)[0] for permit in action[1:])
        terminal.wait_for(f"Enter spends {names}")
        terminal.keys(ENTER)
    else:
        terminal.keys(digits(match, action))


def is_about(plot: str, text: str) -> bool:
    """Does a text start with a plot, and not with another whose column starts with the same digit?"""
    return text.startswith(plot) and not text.removeprefix(plot)[:1].isdigit()


def status(terminal: Terminal) -> str:
    """The start of the line below the board, which no notification covers."""
    return terminal.rows[-2][:24].strip()


def covered(terminal: Terminal, *titles: str) -> bool:
    """Is the table gone, and with it these objectives? Its paint may arrive in pieces."""
    text = terminal.text
    return "Press Enter when only" in text and not any(title in text for title in titles)


def differs(terminal: Terminal, before: str) -> bool:
    return status(terminal) not in ("", before)


def common_objectives(terminal: Terminal) -> str:
    """The common objectives on the score sheet, however its lines are broken."""
    text = " ".join(row.strip() for row in terminal.rows)
    return text.partition("Common ")[2].partition(" You  ")[0]


def next_decision(terminal: Terminal, path: Path, plies: int) -> Match:
    """Wait until a person decides after at least `plies`, or the game is over: the only choice within a turn plays
    itself, but for that of a plot.
    """
    wait_for_turn(terminal, path, plies)
    terminal.wait_for(lambda: decides(load_match(path)), "a decision")
    wait_for_turn(terminal, path, plies)
    return load_match(path)


def decides(match: Match) -> bool:
    return match.player is None or match.state.step in ASKED or is_decision(match, len(match.log))


def play(terminal: Terminal, env: dict[str, str], buildings: int) -> Match:
    """Play to the end, or until you have built so many times."""
    rng, built = Random(1), 0
    terminal.wait_for("Your turn")
    path = record_file(env)
    match = load_match(path)
    while match.player is not None and built < buildings:
        action = building_action(match.state, match.game.legal(match.state), rng)
        built += action[0] == "plot"
        press(terminal, match, action)
        match = next_decision(terminal, path, len(match.log) + 1)
    assert built
    return match


@pytest.mark.slow
def test_the_beginning_of_a_game_in_a_large_window(env: dict[str, str]) -> None:
    with Terminal(PLAY, env, (120, 36)) as terminal:
        assert play(terminal, env, 1).player is not None


@pytest.mark.slow
def test_a_whole_game(env: dict[str, str]) -> None:
    with Terminal(PLAY, env) as terminal:
        match = play(terminal, env, 10_000)
        terminal.wait_for("Rematch")
        totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
        total = next(row for row in terminal.rows if "Total" in row)
        assert total.split()[: 1 + len(totals)] == ["Total", *totals]  # behind it the scroll bar, if there is one
        terminal.keys(" ")
        terminal.wait_for("Space lists all")
        terminal.keys(" ")
        common = [objective_title(match.state, objective) for objective in match.state.common]
        terminal.wait_for(lambda: all(title in common_objectives(terminal) for title in common), str(common))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
def test_secret_objectives_stay_secret_at_one_keyboard(env: dict[str, str], size: tuple[int, int]) -> None:
    rng = Random(2)
    with Terminal(HOT_SEAT, env, size) as terminal:
        terminal.wait_for("Hand over to")
        terminal.keys(ENTER)
        terminal.wait_for("'s turn:")
        path = record_file(env)
        for turn in range(10):
            match = load_match(path)
            s: Sf1906 = match.state
            me = match.player
            assert me is not None
            terminal.keys("b")
            own, other = (objective_title(s, p.secret[0]) for p in (s.players[me], s.players[1 - me]))
            terminal.wait_for(f"? {own}")
            everything = [terminal.text]
            for key in ("a", "d", "e"):
                terminal.keys(key)
                terminal.wait_for(lambda: "i Hint" in terminal.rows[-1], "the panel")
                everything.append(terminal.text)
            assert other not in "\n".join(everything) or other == own, turn
            action = building_action(s, match.game.legal(s), rng)
            press(terminal, match, action)
            after = next_decision(terminal, path, len(match.log) + 1)
            if after.player != me:
                terminal.wait_for(partial(covered, terminal, own, other), "the hand-over, with no objective on it")
                terminal.keys(ENTER)
                terminal.wait_for("'s turn:")


def test_what_is_picked_by_digits_is_legal() -> None:
    """The keys above are those of the screen: permits by their place in the hand."""

    match = match_at(until=lambda s: s.step == SPEND)
    assert all(len(digits(match, action)) == len(action) - 1 for action in spends(match.state))
