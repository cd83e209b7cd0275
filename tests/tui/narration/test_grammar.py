"""Sentences about players; "You" is addressed as a person."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.tui.narration.chances import about, instead_of
from tabletown.tui.narration.grammar import clause, misnamed, past_clause
from tabletown.tui.widgets.status_line import fitting
from tests.rules.random_play import first_match, play_match


@pytest.mark.parametrize(
    ("predicate", "third", "past"),
    [
        ("take white", "takes white", "took white"),
        ("pass", "passes", "passed"),
        ("pass; Hana builds 10 on N1", "passes; Hana builds 10 on N1", "passed; Hana builds 10 on N1"),
        ("move to the permit space", "moves to the permit space", "moved to the permit space"),
        ("try, then go", "tries, then go", "tried, then go"),
        ("pay $2 for distance", "pays $2 for distance", "paid $2 for distance"),
    ],
)
def test_the_verb_agrees_with_the_subject(predicate: str, third: str, past: str) -> None:
    assert clause("You", predicate) == f"You {predicate}" and past_clause("You", predicate) == f"You {past}"
    assert clause("Hana", predicate) == f"Hana {third}" and past_clause("Hana", predicate) == f"Hana {past}"


def test_chances_are_no_finer_than_a_search_can_tell() -> None:
    assert [about(chance) for chance in (0.01, 0.43, 0.96, 1.0)] == ["under 5%", "about 45%", "about 95%", "over 95%"]
    assert instead_of(0.3, 0.61) == "30% to win instead of 61%", "as the curve of a review has them"


def test_a_clause_may_have_several_verbs() -> None:
    predicates = ("buy 1-2", "return red", "gain a noble")
    assert clause("Hana", *predicates) == "Hana buys 1-2, returns red and gains a noble"
    assert clause("you", *predicates[:2]) == "you buy 1-2 and return red"
    reserve = "reserve 1-2, taking 1 gold"
    assert clause("Hana", reserve, "return red") == "Hana reserves 1-2, taking 1 gold, and returns red"


@pytest.mark.parametrize("name", rules.GAMES)
def test_no_sentence_has_a_second_verb_that_would_have_to_change(name: str) -> None:
    """In a whole game: "clears A2 of rubble for $3", not "pays $3 and clears B1"."""
    match = play_match(first_match(name, 2, 1))
    for s in match.states:
        for a in match.game.legal(s):
            words = match.game.describe(s, a)
            assert not any(f" and {verb} " in words for verb in ("clears", "takes", "gives", "loses", "discards"))


def test_names_are_not_taken_for_each_other() -> None:
    assert misnamed([("You", ""), ("Hana", "easy")]) == misnamed([("Ada", ""), ("Ben", "")]) == ""
    assert misnamed([("You", ""), ("Hana", "easy"), ("Hana", "hard")]).startswith("Two players are called Hana. Rename")
    assert misnamed([("Ada", ""), ("You", "easy")]).startswith('"You" is reserved for the human player.')


def test_a_line_ends_with_a_whole_phrase() -> None:
    text = "You: take wur (-4%); better: take wug (56%): brings 3 points; leaves 4-1 to Hana"
    assert fitting(text, len(text)) == text
    assert fitting(text, len(text) - 1) == "You: take wur (-4%); better: take wug (56%): brings 3 points"
    assert fitting(text, 50) == "You: take wur (-4%); better: take wug (56%)"
    assert fitting(text, 36) == "You: take wur (-4%)"
    assert fitting("Hana: take white (just as good: take white, blue", 40) == "Hana: take white"
    assert fitting(text, 10) == "You" and fitting("One phrase", 3) == "One phrase"
