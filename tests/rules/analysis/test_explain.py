"""Reasons in any game: never the move again, the same whatever chance deals, and addressed to the right player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.analysis.explain import (
    FORCED,
    foreseen,
    is_told,
    named,
    objections,
    reason,
    reason_to_others,
    terms,
)
from tabletown.rules.bots.bot import Candidate, Choice, Limit
from tabletown.rules.bots.ismcts import ismcts
from tabletown.rules.core.game import Action, Game, defaults
from tabletown.rules.core.reason import of_move, to_mover
from tests.rules.analysis.explained_moves import NAMES, phrases
from tests.rules.metropolys import positions as metropolys_positions
from tests.rules.splendor import positions as splendor_positions
from tests.rules.splendor.positions import find, give, hold, lay, spare, table

YOU = re.compile(r'^[^"]*\byour?\b')
"""A phrase that says "you" before any title."""


EVERY_GAME = pytest.mark.parametrize(
    "name, options, seats",
    [
        *(
            ("splendor", {"module": module}, 3)
            for module in ("base", "cities", "trading_posts", "orient", "strongholds")
        ),
        ("metropolys", {"version": "expert"}, 3),
        ("metropolys", {"version": "family"}, 2),
        ("sf1906", {}, 3),
    ],
)


def moves(name: str, options: dict[str, str], seats: int) -> Iterator[tuple[Game[Any], Any, Action]]:
    """Moves from a whole game or a part of it, each with the view in which it is legal."""
    game, rng = rules.load(name), Random(5)
    s = game.setup(seats, {**defaults(game), **options}, Random(4))
    for ply in range(60):
        if game.turn(s) is None:
            break
        view = game.observe(s, game.turn(s))
        legal = game.legal(view)
        for a in rng.sample(legal, min(3, len(legal))):
            yield game, view, a
        best = max(legal, key=lambda a: (a[0] in ("buy", "act", "bid"), rng.random()))
        game.advance(s, best, Random(ply))


@EVERY_GAME
def test_a_reason_is_never_the_move_again_and_chance_has_no_part_in_it(
    name: str, options: dict[str, str], seats: int
) -> None:
    for game, view, a in moves(name, options, seats):
        why = reason(game, view, Choice(a), NAMES)
        assert why != game.describe(view, a) and '""' not in why
        first = terms(game, view, (a,), NAMES)
        spoken = {game.describe(view, a, person, brief) for person in ("third", "second") for brief in (False, True)}
        effects = [term for term in first if term.phrase.removeprefix("you ").removeprefix("it ") not in spoken]
        assert bool(why) == bool(effects) or why == FORCED, game.notation(view, a)
        assert all(terms(game, view, (a,), NAMES, seed) == first for seed in (1, 2)), game.notation(view, a)


@EVERY_GAME
def test_a_reason_notes_that_it_says_you_to_its_player(name: str, options: dict[str, str], seats: int) -> None:
    for game, view, a in moves(name, options, seats):
        for term in terms(game, view, (a,), NAMES[1:]):
            assert bool(term.template) == bool(YOU.match(term.phrase)), term


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("fits {your} map card", "fits Hana's map card"),
        ("now reserved for {you}", "now reserved for Hana"),
        ('lets {your} permits fit "Your Corner"', 'lets Hana\'s permits fit "Your Corner"'),
    ],
)
def test_a_reason_told_to_others_names_the_player_who_moves(template: str, expected: str) -> None:
    term = to_mover(1.0, template)
    assert named(term, "Hana").phrase == expected and named(term, "You") is term
    rival = of_move(1.0, "takes the subway card from you")
    assert named(rival, "Hana") is rival and rival.said_of("bidding 3") == "bidding 3 takes the subway card from you"


def test_a_review_says_whose_building_a_bot_spends() -> None:
    s = metropolys_positions.do(metropolys_positions.table(seats=2), "bid 5 C9")
    game = rules.load("metropolys")
    action = next(a for a in game.legal(s) if a[0] == "bid")
    assert "Hana's 6 is the cheapest building" in reason_to_others(game, s, Choice(action), ("You", "Hana"))


def test_what_the_alternatives_do_too_counts_less() -> None:
    s = table()
    lay(s, 4, find(level=1, points=2, cost="rrrrr"))
    give(s, 0, "rr**")
    game = rules.load("splendor")
    view = game.observe(s, 0)

    def choice(text: str, *others: str) -> Choice:
        actions: dict[str, Action] = {game.notation(view, a): a for a in game.legal(view)}
        weighed = tuple(Candidate(actions[name], 0.5) for name in (text, *others))
        return Choice(actions[text], 0.5, candidates=weighed)

    alone = reason(game, view, choice("take wur"), NAMES)
    assert alone.startswith("it makes 2-1 (2 points), 1-1 and 2 more affordable")
    assert "reserve" not in alone
    shared = reason(game, view, choice("reserve 2-1", "take wur", "take ugr"), NAMES)
    assert shared.startswith("it secures 2-1")


def test_a_move_without_effects_has_no_reason() -> None:
    s = metropolys_positions.table(seats=2)
    metropolys_positions.hold(s, 0, 3, 4)
    metropolys_positions.hold(s, 1, 5)
    game = rules.load("metropolys")
    silent = next(a for a in game.legal(s) if not terms(game, s, (a,), NAMES))
    assert reason(game, s, Choice(silent), NAMES) == ""


def test_a_forced_move_is_said_to_be_forced() -> None:
    s = table()
    splendor_positions.clear(s)
    s.bank = [0] * 6
    game = rules.load("splendor")
    assert reason(game, game.observe(s, 0), Choice(("pass",))) == FORCED


def test_a_planted_secret_would_be_seen() -> None:
    """The control of the test above: what is earlier_reasons of a known reserved card changes with the card."""
    s = table()
    hold(s, 0, *spare(s, level=2, number=1))
    hold(s, 0, *spare(s, level=0, number=1))
    reasons = {phrase for text in splendor_positions.can(s)[:20] for phrase in phrases(s, "splendor", text)}
    assert [phrase for phrase in reasons if " r1" in phrase or " r2" in phrase]


def test_the_play_foreseen_is_told_with_names() -> None:
    game = rules.load("splendor")
    s = table()
    view = game.observe(s, 0)
    choice = ismcts(game, view, Random(1), Limit(nodes=400))
    moves = foreseen(game, view, choice.line, NAMES)
    assert moves[0] == game.notation(view, choice.action)
    assert moves[1].startswith("Hana: take ")
    others = foreseen(game, view, choice.line, ["Hana", "You"])
    assert others[1] == moves[1].replace("Hana: ", "you: "), "whoever asks"


def test_a_reason_is_told_by_the_same_words_or_of_the_same_pieces() -> None:
    card, other = (("card", 1),), (("card", 2),)
    earlier_reasons = [
        of_move(1.0, "makes 1-1 affordable", "tempo", card),
        of_move(1.0, "makes 6 cards cheaper", "engine"),
    ]
    assert is_told(of_move(1.0, "makes 1-1 affordable, which needs 1 more gem now", "tempo", card), earlier_reasons)
    assert not is_told(of_move(1.0, "makes 1-2 affordable", "tempo", other), earlier_reasons)
    assert is_told(of_move(1.0, "makes 6 cards cheaper at once", "engine"), earlier_reasons)
    assert not is_told(of_move(1.0, "keeps 1-2 from Hana", "denial"), earlier_reasons)


def test_what_speaks_against_both_moves_speaks_against_neither() -> None:
    s, game = table(), rules.load("splendor")
    give(s, 0, "wwuuggrr")
    moves = {game.notation(s, a): a for a in game.legal(s)}
    taking = objections(game, s, moves["take wug"], Choice(moves["take ugr"]), NAMES, "it")
    assert not any("must return" in text for text in taking)
    blind = next(a for a in game.legal(s) if a[0] == "reserve_blind")
    assert any("must return" in text for text in objections(game, s, moves["take wug"], Choice(blind), NAMES, "it"))
