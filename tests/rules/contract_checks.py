"""The contract of every game (`tabletown.rules.core.game`), as functions of a game played to its end.

`test_contract` runs them on every game and `test_controls` on games with a planted bug, where they must fail.
"""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

from tabletown.rules.core.game import Action, Illegal, apply, freeze, total_points
from tabletown.rules.core.match import Match, Seat
from tests.rules.random_play import PlayedGame, play_random, sample_states
from tests.rules.recounts import RECOUNTS, conserved

SAMPLES = 8
"""Worlds sampled where at least two must differ."""

MALFORMED: tuple[Any, ...] = (
    *((), None, 5, 1.5, True, {}, "pass", (None,), ((),), ("",), ("no such verb",), ("PASS",), ("pass", 1)),
    *((verb, *args) for verb in ("take", "buy", "reserve", "return", "noble") for args in ((), (-1,), (10**30,))),
    *(
        (verb, *args)
        for verb in ("city", "token", "place", "move", "remove", "conquer", "decline", "associate", "free", "discard")
        for args in ((), (-1,), (1.5,), ("w",), (None, 0), (0, 10**30), (10**30,), (0, 0, (9,) * 7))
    ),
    *(("reserve_noble", *args) for args in ((), (-1,), (99,), ("w",), ((0,),))),
    *(("take", colours) for colours in ((1.0,), (0, 1, 2, 3), (-1, -1), (5, 5), (0, 0, 0), ({},), ("w",), 7)),
    *(("buy", card, paid) for card in (-1, 0, 90, 126, 1.0, "x") for paid in ((), (9,) * 6, (9,) * 7, None)),
    *((verb, n) for verb in ("reserve", "reserve_blind", "return", "noble") for n in (1.5, "w", None, 99, (0,))),
)
"""Actions that no game has; some look like actions of Splendor."""


def check_legal(run: PlayedGame) -> None:
    """Complete lists without duplicates, the same when asked twice, and empty only at the end."""
    game = run.game
    for s in run.undecided:
        legal = game.legal(s)
        assert legal and len(set(legal)) == len(legal)
        assert game.legal(s) == legal
        assert game.turn(s) in range(run.seats)
    assert game.turn(run.states[-1]) is None
    assert game.legal(run.states[-1]) == []


def check_json(run: PlayedGame) -> None:
    """Actions survive JSON, and start with a verb."""
    for s in run.undecided:
        legal = run.game.legal(s)
        assert [freeze(a) for a in json.loads(json.dumps(legal))] == legal
        assert all(isinstance(a, tuple) and isinstance(a[0], str) for a in legal)


def check_history(run: PlayedGame) -> None:
    """No past state ever changes, by any play from it or any observation of it."""
    game, rng = run.game, Random(0)
    for s in run.undecided:
        for a in game.legal(s):
            apply(game, s, a, rng)
    for s in run.states:
        game.score(s), game.winners(s)
        for p in run.views:
            game.determinize(game.observe(s, p), rng)
    assert [repr(s) for s in run.states] == run.printed


def check_pieces(run: PlayedGame) -> None:
    """No action adds or loses a token, card or tile."""
    game, rng = run.game, Random(1)
    for s in run.states:
        assert conserved(game.NAME, s) == ""
    for s in sample_states(run, 10):
        for a in game.legal(s):
            assert conserved(game.NAME, apply(game, s, a, rng)) == "", a


def check_scores(run: PlayedGame) -> None:
    """Scores equal a recount from the pieces, and the winners are those whom the recount names."""
    recount = RECOUNTS[run.game.NAME]
    for s in run.states:
        scores = run.game.score(s)
        assert [total_points(parts) for parts in scores] == recount.points(s)
        assert len({tuple(label for label, _ in parts) for parts in scores}) == 1
        assert list(run.game.winners(s)) == recount.winners(s)


def check_same_seed(run: PlayedGame) -> None:
    """The same seed gives the same game."""
    again = play_random(run.game, run.seats, run.options, run.seed)
    assert again.actions == run.actions
    assert again.printed == run.printed


def check_words(run: PlayedGame) -> None:
    """Notation tells the legal actions apart; both it and the description are one line, and no secret is needed."""
    game = run.game
    for s in run.undecided:
        legal, view = game.legal(s), game.observe(s, game.turn(s))
        notes, sentences = [game.notation(s, a) for a in legal], [game.describe(s, a) for a in legal]
        for a, sentence in zip(legal, sentences, strict=True):
            brief = game.describe(s, a, brief=True)
            assert sentence.startswith(brief.partition(", ")[0]), "the move first, then what follows"
        assert len(set(notes)) == len(legal)
        assert all(text.strip() and text.isprintable() for text in notes + sentences)
        assert [game.notation(view, a) for a in legal] == notes
        assert [game.describe(view, a) for a in legal] == sentences


def check_refusals(run: PlayedGame) -> None:
    """A legal action is not refused; one that was legal at another time is, in words."""
    elsewhere: list[Action] = sorted({a for s in run.undecided for a in run.game.legal(s)}, key=repr)
    rng = Random(2)
    for s in sample_states(run, 20):
        legal = run.game.legal(s)
        assert [run.game.refusal(s, a) for a in legal] == [""] * len(legal)
        for a in (elsewhere[int(rng.random() * len(elsewhere))] for _ in range(60)):
            assert bool(run.game.refusal(s, a).strip()) == (a not in legal), a
    assert all(run.game.refusal(run.states[-1], a) for a in elsewhere[:20])


def check_malformed(run: PlayedGame) -> None:
    """Malformed actions are refused in words too, never with another exception."""
    for s in [*sample_states(run, 5), run.states[-1]]:
        legal = run.game.legal(s)
        for a in MALFORMED:
            if a not in legal:
                assert refused(run, s, a), f"{a!r} among {legal[:3]}"


def refused(run: PlayedGame, s: Any, a: Any) -> str:
    try:
        return str(run.game.refusal(s, a)).strip()
    except Exception as error:
        raise AssertionError(f"{a!r}: {error!r}") from error


def check_views(run: PlayedGame) -> None:
    """A view is the same seen twice, a world dealt from it looks the same, and it can be sent to another process."""
    game, rng = run.game, Random(3)
    for s in [*sample_states(run, 30), run.states[-1]]:
        for p in run.views:
            view = game.observe(s, p)
            assert game.observe(view, p) == view
            world = game.determinize(view, rng)
            assert game.observe(world, p) == view
            assert conserved(game.NAME, world) == ""
            assert pickle.loads(pickle.dumps(view)) == view
            assert game.turn(view) == game.turn(s)


def check_view_is_enough(run: PlayedGame) -> None:
    """The view alone tells the player to move which actions are legal."""
    for s in run.undecided:
        assert run.game.legal(run.game.observe(s, run.game.turn(s))) == run.game.legal(s)


def check_worlds_differ(runs: list[PlayedGame]) -> None:
    """For every seat, and for a spectator, sampled worlds differ at some time in the games of a variant."""
    for p in runs[0].views:
        ambiguous = any(len(dealt_states(run, s, p)) > 1 for run in runs for s in reversed(run.states))
        assert ambiguous, f"nothing is ever hidden from {p}"


def dealt_states(run: PlayedGame, s: Any, p: int | None) -> set[str]:
    view = run.game.observe(s, p)
    return {repr(run.game.determinize(view, Random(i))) for i in range(SAMPLES)}


def check_match(run: PlayedGame) -> None:
    """A match can be undone, redone and replayed, and refuses illegal actions."""
    match = begin(run)
    for a in replayed(run, match):
        match.act(a)
    whole, end = match.log[:], repr(match.state)
    printed = [repr(s) for s in match.states]
    while match.log:
        match.undo()
        assert repr(match.state) == printed[len(match.log)]
    assert match.undone == whole[::-1]
    while match.undone:
        match.redo()
    assert match.log == whole and [repr(s) for s in match.states] == printed
    again = begin(run)
    for a in json.loads(json.dumps(whole)):
        again.act(freeze(a))
    assert repr(again.state) == end and again.log == whole


def check_match_refuses(run: PlayedGame) -> None:
    """Illegal actions raise Illegal and change nothing; a new action forgets what could be redone."""
    match = begin(run)
    with expect_illegal():
        match.act(("no", "such"))
    first = match.game.legal(match.state)
    match.act(first[0])
    match.undo()
    with expect_illegal():
        match.act(("no", "such"))
    assert match.undone == [first[0]] and match.log == [] and len(match.states) == 1
    match.act(first[-1])
    assert match.undone == [] and match.log == [first[-1]]
    for a in replayed(run, match):
        match.act(a)
    with expect_illegal():
        match.act(match.log[-1])
    with pytest.raises(IndexError):
        match.redo()


def begin(run: PlayedGame) -> Match:
    return Match(run.game.NAME, [Seat(str(n)) for n in range(run.seats)], run.options, run.seed)


def replayed(run: PlayedGame, match: Match) -> Any:
    """Choices to the end of a match, which has chances of its own."""
    rng = Random(run.seed)
    while match.player is not None:
        legal = match.game.legal(match.state)
        yield legal[int(rng.random() * len(legal))]


class expect_illegal:
    """Like `pytest.raises(Illegal)`, but an AssertionError where nothing is raised."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        assert kind is not None, "an illegal action was played"
        return issubclass(kind, Illegal) and bool(str(error))


CHECKS = (
    check_legal,
    check_json,
    check_history,
    check_pieces,
    check_scores,
    check_same_seed,
    check_words,
    check_refusals,
    check_malformed,
    check_views,
    check_view_is_enough,
    check_match,
    check_match_refuses,
)
