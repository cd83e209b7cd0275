"""1906 San Francisco: the moves of a turn told together, in the log and in the line about others' turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tabletown.rules.core.game import Action
from tabletown.rules.core.match import Match
from tabletown.tui.games.sf1906 import narrator
from tabletown.tui.games.sf1906.paint_ring import strip_words
from tabletown.tui.games.sf1906.recap import log_entries, recent
from tabletown.tui.narration.likely_play import likely_play
from tabletown.tui.narration.recap import news
from tabletown.tui.widgets.board_state import BoardState
from tests.tui.scenes_sf1906 import board_state, fresh, whole_match


def steps_of(match: Match, moves: Sequence[str]) -> Iterator[Action]:
    """Play moves, each the start of its notation."""
    for words in moves:
        legal = {match.game.notation(match.state, a): a for a in match.legal()}
        action = next(a for name, a in legal.items() if name.startswith(words))
        match.act(action)
        yield action


def match_after(*moves: str) -> Match:
    """A two-player game after moves."""
    match: Match = fresh("You", "greedy")
    list(steps_of(match, moves))
    return match


def state_after(*moves: str) -> BoardState:
    """The state of a two-player game after moves."""
    match = match_after(*moves)
    story = tuple(match.line(ply) for ply in range(len(match.log)))
    return replace(board_state(match), story=story, ply=len(story))


OPENING = ("space 3", "permit", "space 1", "permit")


def test_the_log_has_an_entry_for_each_turn() -> None:
    entries = log_entries(state_after(*OPENING))
    assert [(entry.first, entry.ply, entry.player) for entry in entries] == [(0, 1, 0), (2, 3, 1)]
    earnings, permit = entries[0].predicates
    assert earnings == "earn $2" and permit.startswith("take the ") and "permit (" in permit


def test_a_space_and_its_action_are_told_by_what_came_of_them() -> None:
    state = state_after(*OPENING, "space 2", "collect", "space 1")
    *_, collected, begun = log_entries(state)
    assert collected.predicates == ("collect $1",)
    assert begun.predicates == (state.story[-1].text,), "a turn that has only begun"


def test_others_turns_are_told_in_few_words() -> None:
    state = state_after(*OPENING)
    text = news(recent(state, 0), state.seats, 45)
    assert text.startswith("Hana earns $4 and takes the ") and len(text) <= 45


def test_others_turns_are_told_until_the_viewer_has_acted() -> None:
    state = state_after(*OPENING, "space 2")
    assert recent(state, 0) == recent(state_after(*OPENING), 0) != []


def test_turns_on_two_cards_do_not_read_like_one() -> None:
    """After your turn on card 1 another player may act there, and first on card 2."""
    state = state_after(*OPENING, "space 1", "collect", "space 3", "collect", "space 1", "collect")
    assert (
        state.story[-1].player == 1
        and recent(state, 0)[-1].text == f"collect $1 on cards {state.view.stop - 1} and {state.view.stop}"
    )
    state = state_after("space 3", "permit", "space 4", "permit", "space 1", "collect")
    assert [line.text for line in recent(state, 0)][-1] == "then collect $1"
    assert news(recent(state, 0), state.seats, 80).endswith(", then collects $1.")


def test_the_likely_play_tells_a_turn_as_one_move() -> None:
    match = match_after("space 3", "permit", "space 1", "permit", "space 2")
    line = ("collect", "space 1", "act 2", "permit", "space 1")
    view = match.state
    first, *later = likely_play(match, view, list(steps_of(match, line)), 3)
    assert first == "Collect $1" and len(later) == 2
    assert later[0].startswith("Hana takes ") and later[0].count("takes") == 1 and "Permit action" not in later[0]


def test_the_likely_play_leaves_out_the_rest_of_your_turn() -> None:
    match = match_after("space 3", "permit", "space 1", "permit")
    line = ("space 2", "collect", "space 1", "act 2", "permit", "space 1")
    first, *later = likely_play(match, match.state, list(steps_of(match, line)), 3)
    assert first.startswith("Take the ") and later[0].startswith("Hana takes ")


def test_the_last_bonus_is_no_year_and_is_told_although_nobody_chose_it() -> None:
    course = whole_match(("You", "Hana"), 4)
    assert course.state.over and course.state.year == len(course.state.city.kit.years) - 1
    state = replace(
        board_state(course), story=tuple(course.line(n) for n in range(len(course.log))), ply=len(course.log)
    )
    last = [(entry.player, text) for entry in log_entries(state) for text in entry.predicates if "last bonus" in text]
    assert last == [(seat, "take $2 as the last bonus") for seat in course.state.order]
    events = narrator.news(course.states[-2], course.log[-1], course.state, ("You", "Hana"))
    assert [event.text for event in events if "last" in event.text] == [
        "Hana takes $2 as the last bonus.",
        "You take $2 as the last bonus.",
    ]
    assert strip_words(course.state)[0] == "Last bonus" and narrator.phase(course.state) == "Last bonus"
    assert not any("1912" in text for entry in log_entries(state) for text in entry.predicates)
