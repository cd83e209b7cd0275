"""What is told of players: to "You" as to a person."""

from __future__ import annotations

import pytest

from tabletown import rules
from tabletown.tui.narration.grammar import misnamed, said
from tabletown.tui.widgets.status_line import fitting
from tests.rules.random_play import first_match, play_match


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("takes white", "You take white"),
        ("passes", "You pass"),
        ("passes; Hana builds 10 on N1", "You pass; Hana builds 10 on N1"),
        ("goes for a permit", "You go for a permit"),
    ],
)
def test_you_are_told_of_as_a_person(text: str, told: str) -> None:
    assert said("You", text) == told
    assert said("Hana", text) == f"Hana {text}"


@pytest.mark.parametrize("name", rules.GAMES)
def test_no_sentence_has_a_second_verb_that_would_have_to_change(name: str) -> None:
    """In a whole game: "clears B1 for $3", not "pays $3 and clears B1"."""
    match = play_match(first_match(name, 2, 1))
    for s in match.states:
        for a in match.game.legal(s):
            words = match.game.describe(s, a)
            assert not any(f" and {verb} " in words for verb in ("clears", "takes", "gives", "loses", "discards"))


def test_names_are_not_taken_for_each_other() -> None:
    assert misnamed([("You", ""), ("Hana", "easy")]) == misnamed([("Ada", ""), ("Ben", "")]) == ""
    assert misnamed([("You", ""), ("Hana", "easy"), ("Hana", "hard")]).startswith("Two players are called Hana;")
    assert misnamed([("Ada", ""), ("You", "easy")]).startswith("You is whoever sits here;")


def test_a_line_ends_with_a_whole_phrase() -> None:
    text = "You: take wur, 4% lost; better take wug (56%): brings 3 points; leaves 4-1 to Hana"
    assert fitting(text, len(text)) == text
    assert fitting(text, len(text) - 1) == "You: take wur, 4% lost; better take wug (56%): brings 3 points"
    assert fitting(text, 50) == "You: take wur, 4% lost; better take wug (56%)"
    assert fitting(text, 10) == "You" and fitting("One phrase", 3) == "One phrase"
