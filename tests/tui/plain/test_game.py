"""Playing in lines of text: commands, moves that are none, taking back, handing over, leaving."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.bots.level_descriptions import BOTS
from tabletown.rules.core.game import defaults
from tabletown.rules.core.match import Match, Seat
from tabletown.rules.core.save_file import Record
from tabletown.tui.model.files import records_folder
from tabletown.tui.model.settings import Settings, save_settings
from tabletown.tui.narration.typed_moves import match as match_text
from tabletown.tui.narration.typed_moves import nearest
from tabletown.tui.plain.commands import holds
from tabletown.tui.plain.console import Page, folded
from tabletown.tui.plain.replay import Stepping
from tests.rules.random_play import configurations
from tests.tui.plain.text_player import dialogue, hot_seat, saved, talk, used_chance
from tests.tui.sample_matches import finished_match

ALONE = [("You", ""), ("Hana", "greedy")]


def alone(name: str = "splendor", seed: int = 5, **options: str) -> Match:
    return Match(name, [Seat(*seat) for seat in ALONE], {**defaults(rules.load(name)), **options}, seed)


def test_a_move_is_told_with_what_followed_and_whose_turn_it_is() -> None:
    before, after = dialogue(alone(), "take gwu")[:2]
    assert before[:3] == ["Splendor.", "Module: Base game.", "Players in order: You, Hana (greedy)."]
    assert before[-1] == "Your turn: take gems, buy a card or reserve one."
    assert after[0] == "You take white, blue and green."
    assert after[1].startswith("Hana ")
    assert after[-2] == (
        "Round 2, top score 0 of 15 points. You have tokens: 1 white, 1 blue and 1 green; bonuses: nothing; 0 points."
    )


def test_the_same_seed_and_answers_give_the_same_text() -> None:
    first, second = (talk(alone(), used_chance(Random(1))).text for _ in range(2))
    assert first == second and "Game over." in first


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("buy 1-1", "Not legal: You need 4 more: U2 B2."),
        ("take wwu", "Not legal: Take 3 different colours, or two the same."),
        ("why reserve 9", "'reserve 9' is not a legal move."),
        ("why take gg", "That is legal. take gg: take two green."),
        ("why", "Which move? For example: why take wug."),
        ("take", "'take' is not a legal move."),
        ("\x07\x1b[2J", "'??[2J' is not a legal move."),
        ("moves zebra", "No move matches 'zebra'. Legal moves: 30."),
        ("log x", "Give a number: log 30, or log all."),
        ("log", "No moves yet."),
        ("undo", "Nothing to undo."),
        ("redo", "Nothing to redo."),
        ("table zebra", "Nothing on the table matches 'zebra'."),
        ("TABLE bank", "Bank: 4 white, 4 blue, 4 green, 4 red, 4 black and 5 gold."),
        ("me", "You have 0 points."),
        ("score", "You: 0 points. Level 1 cards 0, Level 2 cards 0, Level 3 cards 0, Nobles 0."),
        ("", "Round 1, top score 0 of 15 points. You have tokens: nothing; bonuses: nothing; 0 points."),
    ],
)
def test_what_is_asked_and_mistyped_is_answered_and_plays_nothing(typed: str, reply: str) -> None:
    match = alone()
    lines = dialogue(match, typed)[1]
    assert lines[0] == reply
    assert "".join(lines).isprintable()
    assert not match.log


@pytest.mark.parametrize(
    ("name", "typed", "reply"),
    [
        ("splendor", ["take zz"], "'take zz' is not a legal move."),
        ("splendor", ["reserve 1-9"], "'reserve 1-9' is not a legal move."),
        ("metropolys", ["pass"], "Not legal: The player who starts an auction cannot pass."),
        ("metropolys", ["bid 4 C9", "bid 3 W1"], "Not legal: W1 is not adjacent to "),
        ("sf1906", ["act 1"], "Not legal: "),
        ("sf1906", ["space 99"], "'space 99' is not a legal move."),
    ],
)
def test_a_refusal_is_said_in_every_game(name: str, typed: list[str], reply: str) -> None:
    assert dialogue(alone(name), *typed)[len(typed)][0].startswith(reply)


def test_a_mistyped_move_names_the_nearest() -> None:
    assert "Closest: take wug, take wur, take wub" in dialogue(alone(), "take wu")[1][1]
    assert nearest("resreve 1-2", ["take wug", "reserve 1-1", "reserve 1-2"])[0] == "reserve 1-2"
    assert nearest("xyzzy", ["take wug", "take rr", "reserve 1"]) == ["take wug", "reserve 1"]
    assert match_text("BUY 1-4 *W", ["buy 1-4", "buy 1-4 w*"]) == "buy 1-4 w*"
    assert match_text("buy 4-1", ["buy 1-4"]) is None


def test_help_names_every_command_and_each_does_something() -> None:
    lines = dialogue(alone(), "help")[1]
    words = [line.partition(":")[0] for line in lines[1:-1]]
    assert {"table", "me", "players", "moves", "hint", "undo", "redo", "log", "why", "rules", "help", "quit"} <= set(
        words
    )
    for word in words:
        answer = dialogue(alone(), word)[1]
        assert answer[0] and "is not a legal move" not in answer[0]


@pytest.mark.parametrize(("name", "seats", "options"), [c for c in configurations() if c[1] == 2])
def test_every_move_that_is_listed_can_be_typed(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    match = Match(name, [Seat("You"), Seat("Bot", "random")], dict(options), 4)
    chance, listed, tried = used_chance(Random(2)), [0], [""]

    def answer(typist: Any) -> str | None:
        moves = [line.partition(":")[0] for line in typist.lines if re.match(r"\S+ ?[^:]*: ", line)]
        if typist.playing.match.log and tried[0]:
            assert "is not a legal move" not in typist.lines[0], tried
        if not typist.lines[0].startswith("asked") and listed[0] < 12 and tried[0] != "moves":
            tried[0] = "moves"
            return "moves"
        if tried[0] == "moves":
            listed[0] += 1
            legal = {match.game.notation(match.state, a) for a in match.game.legal(match.state)}
            if len(legal) <= 30:
                assert set(moves) >= legal
        tried[0] = ""
        return chance(typist)

    talk(match, answer)
    assert match.player is None and listed[0] == 12


def test_moves_by_words() -> None:
    match = alone("metropolys")
    many, nine, seven = dialogue(match, "moves", "moves c9", "moves 7 c9")[1:4]
    assert many[0].startswith("455 moves. Add a word")
    assert len(nine) == 14 and all("C9" in line for line in nine[:-1])
    assert seven[0].startswith("bid 7 C9: open with 7 on C9") and len(seven) == 2
    assert holds("takes white, blue and green.", ["whi", "green"]) and not holds("takes white.", ["w"])


def test_table_by_a_word_tells_what_begins_with_it() -> None:
    match = alone("metropolys")
    assert dialogue(match, "table c9")[1][0].startswith("C9: lodgings, free")
    assert len(dialogue(match, "table c9")[1]) == 2


@pytest.mark.parametrize("command", ["hint", "undo"])
def test_a_hint_or_undo_is_noted_in_the_saved_game(command: str, tmp_path: Path) -> None:
    match = alone()
    record = saved(tmp_path / "a.jsonl", match)
    dialogue(match, "take wug", record=record)
    assert Record.load(record.path, BOTS)[1].helped is False
    dialogue(match, command, record=record)
    assert Record.load(record.path, BOTS)[1].helped is True


def test_undo_takes_back_to_the_last_decision_and_redo_plays_again() -> None:
    match = alone()
    lines = dialogue(match, "take wug", "undo", "redo", "undo", "take rr")
    assert lines[2][0] == "Undone: 1. take wug: You take white, blue and green."
    assert lines[2][-2].startswith("Round 1,") and lines[3][:2] == lines[1][:2]
    assert match.log[0] == ("take", (3, 3)) and len(match.log) == 2


def test_between_people_nothing_is_taken_back_past_the_hand_over() -> None:
    match = hot_seat("splendor", {"module": "base"}, 3, bots=0)
    lines = dialogue(match, "take wug", "undo")
    assert lines[2][0] == "Nothing to undo." and len(match.log) == 1


def test_the_keyboard_is_handed_over_and_each_is_told_what_they_missed() -> None:
    save_settings(Settings(handover="always"))
    match = hot_seat("splendor", {"module": "base"}, 3, bots=1)
    lines = dialogue(match, "", "take wug", "moves", "", "take wr", "players", "quit")
    assert lines[0][-1] == "Hand over to Ada. Press Enter when only Ada can read this."
    assert lines[1][-1] == "Ada's turn: take gems, buy a card or reserve one."
    assert lines[2] == [
        "Ada takes white, blue and green.",
        "Hand over to Ben. Press Enter when only Ben can read this.",
    ]
    assert lines[3] == ["Hand over to Ben. Press Enter when only Ben can read this."], "a word is not Enter"
    assert lines[4][0] == "Ada takes white, blue and green."
    assert lines[-1][0] == "Game unfinished."


def test_a_secret_stays_to_be_read_before_the_keyboard_is_handed_over() -> None:
    match = hot_seat("splendor", {"module": "base"}, 3, bots=0)
    lines = dialogue(match, "reserve 2", "x", "", "", "take wug")
    assert lines[1][0] == "Ada reserves the top card of the level 2 deck, taking 1 gold." and lines[1][1].startswith(
        "It is a level 2 "
    )
    assert lines[1][-1] == lines[2][-1] == "Ada, this is secret. Press Enter to hide it."
    assert lines[3] == ["Hand over to Ben. Press Enter when only Ben can read this."]
    assert lines[4][0] == "Ada reserves the top card of the level 2 deck, taking 1 gold." and "It is" not in "".join(
        lines[4]
    )


def test_without_secrets_the_keyboard_passes_on_at_once() -> None:
    lines = dialogue(hot_seat("splendor", {"module": "base"}, 3, bots=0), "take wug", "take wru")
    assert lines[0][-1] == "Ada's turn: take gems, buy a card or reserve one."
    assert lines[1][0] == "Ada takes white, blue and green." and lines[1][-1].startswith("Ben's turn: ")
    assert [line for part in lines for line in part].count("Ada takes white, blue and green.") == 1
    assert lines[2][0] == "Ben takes white, blue and red." and lines[2][-1].startswith("Ada's turn: ")


def test_after_someone_with_secrets_the_page_is_hidden_from_a_player_without_any() -> None:
    """The card is no secret any more, but the lines about it may still be in sight."""
    match = hot_seat("splendor", {"module": "base"}, 3, bots=0)
    lines = dialogue(match, "reserve 2", "", "", "take wug", "", "take wug", "")
    assert lines[4] == [
        "Ben takes white, blue and green.",
        "Hand over to Ada. Press Enter when only Ada can read this.",
    ]
    assert lines[6][-1] == "Hand over to Ben. Press Enter when only Ben can read this."


def test_players_who_trust_each_other_are_never_asked_to_pass_the_keyboard() -> None:
    save_settings(Settings(handover="never"))
    lines = dialogue(hot_seat("splendor", {"module": "base"}, 3, bots=0), "reserve 2", "take wug", "take wug")
    assert not any("Press Enter" in line for part in lines for line in part)
    assert any(line.startswith("Ben's turn: ") for line in lines[1])


def test_a_resumed_game_tells_the_first_person_what_others_did(tmp_path: Path) -> None:
    match = hot_seat("splendor", {"module": "base"}, 3, bots=0)
    dialogue(match, "take wug", "take wru", record=saved(tmp_path / "a.jsonl", match))
    again, record = Record.load(tmp_path / "a.jsonl", BOTS)
    assert "Ben takes white, blue and red." in dialogue(again, record=record)[0]


def test_at_the_end_of_the_input_the_game_is_kept_and_goes_on_where_it_was(tmp_path: Path) -> None:
    match = alone("sf1906", 3)
    record = saved(tmp_path / "it's one.jsonl", match)
    first = dialogue(match, "space 2", record=record)
    assert first[-1][:2] == ["End of input.", first[-1][1]]
    assert first[-1][1].startswith("Game saved. Continue with: tabletown resume '")
    again, record = Record.load(record.path, BOTS)
    second = dialogue(again, record=record)
    assert again.log == match.log and second[0][-1] == first[1][-1] == "Your turn: take one of the permits on offer."


def test_resuming_tells_what_others_did_since_ones_last_move(tmp_path: Path) -> None:
    match = alone()
    last = dialogue(match, "take wug", record=saved(tmp_path / "a.jsonl", match))[1]
    again, record = Record.load(tmp_path / "a.jsonl", BOTS)
    assert dialogue(again, record=record)[0][-3:] == last[1:]


def test_a_folder_that_cannot_be_written_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    match = alone()
    lines = dialogue(match, "take wug", "take wug", record=Record(tmp_path / "file" / "a.jsonl"))
    printed = [line for part in lines for line in part]
    assert sum("Not saved" in line for line in printed) == 1
    assert printed[-1].startswith("Game unfinished and NOT saved: ")


@pytest.mark.parametrize("plies", [1, 2])
def test_how_many_moves_were_played_is_said_without_a_verb(plies: int) -> None:
    match = hot_seat("splendor", {"module": "base"}, 3, bots=0)
    for _ in range(plies):
        match.act(match.game.legal(match.state)[0])
    assert f"Moves played: {plies}." in dialogue(match)[0]


@pytest.mark.parametrize(("name", "seats", "options"), [c for c in configurations() if c[1] == 2])
def test_the_rules_have_no_marks_and_no_names_of_keys(
    name: str, seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    lines = dialogue(alone(name, **dict(options)), "rules")[1]
    assert not [
        line for line in lines if re.search(r"[{}`*|]{2}|\{[a-z]|`", line) or not re.search(r"[^:;.][.?!]$", line)
    ]


def test_in_ascii_names_lose_their_accents() -> None:
    match = Match("splendor", [Seat("Zoë"), Seat("Łucja", "random")], {"module": "base"}, 1)
    text = talk(match, lambda typist: None, ascii_only=True).text
    assert "Zoe, ?ucja (random)" in text and text.isascii()
    assert folded("naïve \u2013 ok") == "naive ? ok"


def test_a_replay_goes_forward_and_back() -> None:
    match = alone()
    dialogue(match, "take wug", "take wrb")

    out = StringIO()
    Stepping(match, Page(StringIO("\nnext 2\nback\ngo 1\nlog\nall\nfoo\nme\nquit\nnext\n"), out)).run()
    lines = out.getvalue().splitlines()
    places = [line.partition(".")[0] for line in lines if line.startswith("Move ")]
    assert places == [f"Move {n} of 4" for n in (0, 1, 3, 2, 1, 1, 4, 4, 4)]
    assert "End of the saved moves; the game is unfinished." in lines
    assert any(line.startswith("Unknown command 'foo'") for line in lines)


def stepped(match: Match, *typed: str) -> list[str]:
    out = StringIO()
    Stepping(match, Page(StringIO("".join(f"{line}\n" for line in typed)), out)).run()
    return out.getvalue().splitlines()


def test_a_replay_suggests_moves_once_nothing_is_hidden() -> None:
    match = alone()
    dialogue(match, "take wug", "take wrb")
    lines = stepped(match, "hint", "next", "hint")
    assert any(re.fullmatch(r"Best move: take \w+, take .* \(\d+% to win\)\.", line) for line in lines)
    assert lines.count("Hands are hidden until the game is over.") == 1


def test_a_suggested_move_in_a_replay_has_a_reason_and_the_figure_of_the_review() -> None:
    match = finished_match()
    replay = Stepping(match, Page(StringIO("go 12\nhint\n"), out := StringIO()))
    replay.run()
    chance = replay.background_review.progress.winning_chances[match.game.turn(match.states[12]) or 0][12]
    line, reason = [each for each in out.getvalue().splitlines() if not each.startswith("Move ")][-2:]
    assert line.endswith(f" ({chance:.0%} to win).") and reason.startswith("It ")


def test_a_replay_is_left_for_a_game_from_its_position() -> None:
    match = alone()
    dialogue(match, "take wug", "take wrb")
    other = match.game.legal(match.states[2])[-1]
    lines = stepped(match, "next 2", "play", match.game.notation(match.states[2], other), "quit")
    assert "Moves played: 2." in lines
    (path,) = records_folder().glob("*.jsonl")
    again, _ = Record.load(path, BOTS)
    assert again.log[:2] == match.log[:2] and again.log[2] == other != match.log[2] and len(match.log) == 4


def test_a_game_without_a_move_is_not_kept_when_it_is_left() -> None:
    for typed, kept in (("quit",), False), (("take gwu", "quit"), True), (("take gwu", "undo", "quit"), False):
        record = saved(records_folder() / f"{len(typed)}.jsonl", match := alone())
        lines = dialogue(match, *typed, record=record)[-1]
        assert record.path.exists() is kept
        assert ("Nobody has moved, so this game is not kept." in lines) is not kept
    elsewhere = saved(records_folder().parent / "mine.jsonl", match := alone())
    assert dialogue(match, "quit", record=elsewhere)[-1][0].startswith("Game saved.") and elsewhere.path.exists()
