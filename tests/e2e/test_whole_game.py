"""Games from the first key to the last, as people play them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown.rules.core.game import total_points
from tabletown.rules.core.match import Match
from tabletown.rules.splendor.cards import CARDS
from tests.e2e.keyboard_player import (
    DETAIL,
    choose_action,
    load_match,
    play_action,
    play_turn,
    record_file,
    type_move,
    wait_for_turn,
)
from tests.e2e.pty_terminal import ENTER, Terminal

PLAY = ("play", "splendor", "--seed", "7", "--players")
BOARD = ("reserve", "L3", "card", "L1", "L2")
"""Texts that are on every table, and not on a screen that covers it."""


@pytest.mark.slow
def test_a_whole_game_against_a_bot(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        match = load_match(record_file(env))
        while match.player is not None:
            match = play_turn(terminal, record_file(env))
        assert {"take", "buy"} <= {action[0] for ply, action in enumerate(match.log) if mover(match, ply) == 0}
        check_the_end(terminal, match)
        terminal.keys("q")
        terminal.wait_for("T A B L E T O W N")
        terminal.wait_for(lambda: "Continue" not in terminal.text, "a list without the finished game")
        terminal.keys("q", "q")
        assert terminal.exit_code() == 0


def mover(match: Match, ply: int) -> int | None:
    return match.game.turn(match.states[ply])


def check_the_end(terminal: Terminal, match: Match) -> None:
    """The score sheet has all players' totals, and names the winner."""
    terminal.wait_for("Total")
    terminal.wait_for("Rematch")
    (winner, *others) = match.game.winners(match.state)
    name = match.seats[winner].name
    assert others or ("You win" if name == "You" else f"{name} wins") in terminal.text
    totals = [str(total_points(parts)) for parts in match.game.score(match.state)]
    assert next(row for row in terminal.rows if "Total" in row).split() == ["Total", *totals]


@pytest.mark.slow
def test_people_at_one_keyboard_change_places(env: dict[str, str]) -> None:
    """Two people and a bot: at every change of places nothing is on screen but the request to change."""
    always_covered(env)
    with Terminal([*PLAY, "Ada,Bob,greedy"], env) as terminal:
        take_over(terminal, "Ada")
        path = record_file(env)
        match = load_match(path)
        passes = 0
        while passes < 20:
            before = match.player
            play_action(terminal, match, choose_action(match))
            wait_for_turn(terminal, path, len(match.log) + 1)
            match = load_match(path)
            if match.player != before:
                assert match.player is not None
                take_over(terminal, match.seats[match.player].name)
                passes += 1


def always_covered(env: dict[str, str]) -> None:
    """Let the table be covered between people whether the next one holds a secret or not."""
    (Path(env["TABLETOWN_CONFIG"]) / "settings.toml").write_text('handover = "always"\n', encoding="utf-8")


def take_over(terminal: Terminal, name: str) -> None:
    """Change places, with a look at what is on screen meanwhile."""
    terminal.wait_for(f"Press Enter when only {name} can see the screen")
    terminal.wait_for(lambda: not behind(terminal), "the board to be hidden")
    terminal.keys(ENTER)
    terminal.wait_for(f"{name}'s turn:")
    terminal.wait_for(lambda: len(behind(terminal)) == len(BOARD), "the whole board")


def behind(terminal: Terminal) -> list[str]:
    return [word for word in BOARD if word in terminal.text]


@pytest.mark.slow
def test_a_card_reserved_unseen_is_for_its_holder_alone(env: dict[str, str]) -> None:
    always_covered(env)
    with Terminal([*PLAY, "Ada,Bob"], env) as terminal:
        take_over(terminal, "Ada")
        type_move(terminal, "reserve 3")
        terminal.wait_for("Press Enter when only Bob can see the screen")
        card = load_match(record_file(env)).state.players[0].hand[0]
        cost = [f"{letter}{n}" for letter, n in zip("WUGRB", CARDS[card].cost, strict=True) if n]
        take_over(terminal, "Bob")
        terminal.settle()
        assert "L3  face down" in terminal.text
        assert "r1" not in terminal.text
        look_at_the_panels(terminal)
        type_move(terminal, "take wug")
        take_over(terminal, "Ada")
        terminal.wait_for(lambda: all(text in hand(terminal) for text in ["r1", *cost]), "the card of one's own")


def look_at_the_panels(terminal: Terminal) -> None:
    """Neither the log nor what is said of the player tells the card."""
    terminal.keys("o")
    terminal.wait_for("─ Log ─")
    terminal.wait_for("Ada reserves the top card")
    assert "worth" not in terminal.text
    terminal.keys("o")
    terminal.wait_for("L3  face down")
    terminal.keys("\t", "\t", "\t", "\t")
    for _ in range(6):
        if "Ada: 0 cards" in terminal.rows[DETAIL]:
            break
        terminal.keys("\t")
        terminal.settle()
    assert "Ada: 0 cards; reserved: a level 3 card face down." in terminal.rows[DETAIL]


def hand(terminal: Terminal) -> str:
    """The lower right corner, with the reserved cards of the person at the keyboard."""
    return "\n".join(row[52:] for row in terminal.screen.display[16:22])


@pytest.mark.slow
def test_the_prompt_says_whom_to_pass_to_from_the_first_turn_on(env: dict[str, str]) -> None:
    always_covered(env)
    with Terminal([*PLAY, "Ada,Bob"], env) as terminal:
        terminal.wait_for("Press Enter when only Ada can see the screen")
        terminal.settle()
        assert "Hand over to Ada, then press Enter" in terminal.text
        assert "turn:" not in terminal.text


def test_keys_typed_ahead_are_played_in_order(env: dict[str, str]) -> None:
    """Over a slow line several keys arrive at once: what is picked counts before Enter does."""
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.settle()
        terminal.keys(f"wug{ENTER}")
        terminal.wait_for("You take W U G")
        assert load_match(record_file(env)).log[0] == ("take", (0, 1, 2))


def test_a_move_typed_ahead_is_typed_into_the_field(env: dict[str, str]) -> None:
    with Terminal([*PLAY, "me,greedy"], env) as terminal:
        terminal.wait_for("Your turn")
        terminal.settle()
        terminal.keys(f":take grb{ENTER}")
        terminal.wait_for("You take G R B")
        terminal.wait_for(lambda: load_match(record_file(env)).log, "the typed move to be played")
        assert load_match(record_file(env)).log[0] == ("take", (2, 3, 4))
