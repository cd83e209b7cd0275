"""The contract's checks can fail: each is run on games with a bug planted on purpose."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random, SystemRandom
from typing import Any

import pytest

from tabletown import rules
from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tests.rules import contract_checks
from tests.rules.random_play import PlayedGame, game_with, play_random, variants

GAME = rules.load("splendor")
OPTIONS = next(iter(variants(GAME)))


def in_the_dark(s: Any) -> bool:
    """Does the player who decides not know a card in another hand?"""
    return any(card < 90 for seat, p in enumerate(s.players) if seat != s.player for card in p.blind)


@cache
def telling_seed() -> int:
    """The first seed of a game in which there is something to hide for long, and tokens come back."""
    for seed in range(0, 100, 2):
        run = play_random(GAME, 2, dict(OPTIONS), seed)
        if sum(map(in_the_dark, run.undecided)) >= 30 and any(a[0] == "return" for a in run.actions):
            return seed
    raise AssertionError("no game has secrets")


def good() -> PlayedGame:
    """A fresh game: some bugs spoil the states."""
    return play_random(GAME, 2, dict(OPTIONS), telling_seed())


def with_bug(**replaced: Any) -> PlayedGame:
    """A game played by the real rules, then checked with the broken ones."""
    run = good()
    return PlayedGame(game_with(GAME, **replaced), 2, run.options, run.seed, run.states, run.actions, run.printed)


def fails(check: Callable[[Any], None], run: Any) -> None:
    """The check finds the bug, or stumbles over it inside the rules."""
    with pytest.raises((AssertionError, ValueError)):
        check(run)


def duplicate(s: Any) -> list[Action]:
    legal = GAME.legal(s)
    return legal + legal[:1]


def peeking(s: Any) -> list[Action]:
    """One action less while the player knows the cards in another hand."""
    return GAME.legal(s)[in_the_dark(s) :] or GAME.legal(s)


def losing(s: Any, a: Action, rng: Random) -> None:
    """A token falls under the table now and then."""
    GAME.advance(s, a, rng)
    if s.turns % 2:
        s.bank[5] -= 1


def shrinking(view: Any, rng: Random) -> Any:
    """A world with one card less."""
    world = GAME.determinize(view, rng)
    world.decks[0] = world.decks[0][1:]
    return world


def once_more(s: Any, p: int | None) -> Any:
    """A view that differs when seen again."""
    view = GAME.observe(s, p)
    view.turns += 1
    return view


def careless(s: Any, p: int | None) -> Any:
    """Hides by changing the table itself."""
    s.bank.sort()
    return GAME.observe(s, p)


def raising(s: Any, a: Action) -> str:
    return "" if a in GAME.legal(s) else f"no {a[0]}"


BUGS = {
    "a duplicate": (contract_checks.check_legal, {"legal": duplicate}),
    "nothing legal": (contract_checks.check_legal, {"legal": lambda s: []}),
    "nobody to move": (contract_checks.check_legal, {"turn": lambda s: None}),
    "a game that goes on": (contract_checks.check_legal, {"turn": lambda s: 0}),
    "not JSON": (contract_checks.check_json, {"legal": lambda s: [*GAME.legal(s), ("pass", float("nan"))]}),
    "an observe that changes the table": (contract_checks.check_history, {"observe": careless}),
    "a lost token": (contract_checks.check_pieces, {"advance": losing}),
    "a forgotten score": (
        contract_checks.check_scores,
        {"score": lambda s: tuple(parts[:3] for parts in GAME.score(s))},
    ),
    "everybody wins": (contract_checks.check_scores, {"winners": lambda s: tuple(range(len(s.players)))}),
    "one notation for two": (contract_checks.check_words, {"notation": lambda s, a: GAME.notation(s, a)[:6]}),
    "no description": (contract_checks.check_words, {"describe": lambda s, a, **_: ""}),
    "a description of two lines": (contract_checks.check_words, {"describe": lambda s, a, **_: "takes\nwhite"}),
    "never a refusal": (contract_checks.check_refusals, {"refusal": lambda s, a: ""}),
    "always a refusal": (contract_checks.check_refusals, {"refusal": lambda s, a: "No."}),
    "a refusal that raises": (contract_checks.check_malformed, {"refusal": raising}),
    "a view that changes": (contract_checks.check_views, {"observe": once_more}),
    "a world without a card": (contract_checks.check_views, {"determinize": shrinking}),
    "a determinize that hides on": (contract_checks.check_views, {"determinize": lambda view, rng: view.copy()}),
    "a legal that peeks": (contract_checks.check_view_is_enough, {"legal": peeking}),
}


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    check, replaced = BUGS[bug]
    fails(check, with_bug(**replaced))


@pytest.mark.parametrize(
    "replaced",
    [{"observe": lambda s, p: s.copy()}, {"determinize": lambda view, rng: GAME.determinize(view, Random(0))}],
    ids=["an observe that hides nothing", "a determinize without chance"],
)
def test_worlds_that_do_not_differ_are_found(replaced: dict[str, Any]) -> None:
    fails(contract_checks.check_worlds_differ, [with_bug(**replaced)])


@pytest.mark.parametrize("name", ["bank", "decks", "market"])
def test_a_copy_that_shares_a_list_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(good().states[0])
    copy = kind.copy

    def sharing(self: Any) -> Any:
        s = copy(self)
        setattr(s, name, getattr(self, name))
        return s

    run = good()
    contract_checks.check_history(run)
    monkeypatch.setattr(kind, "copy", sharing)
    fails(contract_checks.check_history, run)


def test_players_shared_by_copies_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = good()
    monkeypatch.setattr(type(run.states[0].players[0]), "copy", lambda self: self)
    fails(contract_checks.check_history, run)


def test_chance_from_elsewhere_is_found() -> None:
    """An `advance` that draws from a generator of its own."""
    game = game_with(GAME, advance=lambda s, a, rng: GAME.advance(s, a, SystemRandom()))
    fails(contract_checks.check_same_seed, play_random(game, 2, dict(OPTIONS), 0))


def test_a_game_without_end_is_found() -> None:
    game = game_with(GAME, legal=lambda s: [("pass",)], advance=lambda s, a, rng: None)
    with pytest.raises(AssertionError, match="does not end"):
        play_random(game, 2, dict(OPTIONS), 0)


def test_the_same_checks_pass_without_a_bug() -> None:
    """A bug is not found for want of another reason to fail."""
    for check in {check for check, _ in BUGS.values()}:
        check(good())
    for check in (contract_checks.check_same_seed, contract_checks.check_match, contract_checks.check_match_refuses):
        check(good())


def test_a_match_that_forgets_what_it_took_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def forgetful(self: Match) -> Action:
        a = undo(self)
        self.undone.clear()
        return a

    monkeypatch.setattr(Match, "undo", forgetful)
    fails(contract_checks.check_match, good())


def test_a_match_with_chance_of_its_own_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ply whose chance depends on what was played before cannot be replayed."""
    monkeypatch.setattr("tabletown.rules.core.match.Random", lambda seed: SystemRandom())
    fails(contract_checks.check_match, good())


def test_a_match_that_still_offers_an_old_future_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "act", Match._play)
    fails(contract_checks.check_match_refuses, good())


def test_a_match_that_takes_anything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    act = Match.act

    def lenient(self: Match, a: Action) -> None:
        if a in self.game.legal(self.state):
            act(self, a)

    monkeypatch.setattr(Match, "act", lenient)
    fails(contract_checks.check_match_refuses, good())
