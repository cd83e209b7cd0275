"""The games in lines of text, at every position of random games."""

from __future__ import annotations

import re

import pytest

from tabletown import rules
from tabletown.tui import games
from tabletown.tui.model.smallest_window import LEAST
from tabletown.tui.narration import narrator
from tabletown.tui.narration.events import Event
from tabletown.tui.narration.rulebook import lines
from tabletown.tui.narration.typed_moves import find
from tests.rules.random_play import configurations, play_random, sample_states
from tests.tui.sample_matches import BOT_NAMES

LINE = re.compile(r"[ -~]*[^ ]\.$")
"""ASCII, to a full stop."""
CONFIGURATIONS = [c for c in configurations() if ("memory", "off") not in c[2] or c[1] == 3]


def check(line: str) -> None:
    assert LINE.match(line), line
    assert "  " not in line and ".." not in line and " ." not in line and " ," not in line, line
    assert not line[0].islower(), line


@pytest.mark.parametrize(("name", "seats", "options"), CONFIGURATIONS)
def test_every_position_and_move_is_told_in_sentences(
    name: str, seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    run, narrator = play_random(rules.load(name), seats, dict(options), seed=2), games.load(name).narrator
    game, names = run.game, ["You", *BOT_NAMES][:seats]
    for s in [*sample_states(run, 12), run.states[-1]]:
        for viewer in (None, 0, 1):
            view = game.observe(s, viewer)
            for line in (*narrator.table(view, viewer, names), *narrator.details(view, viewer, names)):
                check(line)
            for who in range(seats):
                for line in narrator.player(view, viewer, who, names):
                    check(line)
        check(f"{narrator.phase(game.observe(s, None))}.")
    for s, a, after in zip(run.states, run.actions, run.states[1:], strict=False):
        mover = game.turn(s)
        for viewer in (None, mover):
            for event in narrator.news(game.observe(s, viewer), a, game.observe(after, viewer), names):
                check(event.text)
        check(f"T{narrator.task(game.observe(s, mover))}; {narrator.status(game.observe(s, mover), mover)}.")


@pytest.mark.slow_unless(seats=(2,))
@pytest.mark.parametrize(("name", "seats", "options"), CONFIGURATIONS)
def test_every_move_can_be_named_and_every_other_one_is_refused(
    name: str, seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    run, narrator = play_random(rules.load(name), seats, dict(options), seed=4), games.load(name).narrator
    game = run.game
    for s in sample_states(run, 8):
        view = game.observe(s, game.turn(s))
        named, legal = dict(narrator.all_named_moves(view)), game.legal(view)
        allowed = {game.notation(view, a): a for a in legal}
        payments = {n for n, a in allowed.items() if a[0] in ("buy", "conquer", "discard")}
        assert set(allowed) - set(named) <= payments, "a move without a name"
        for n, a in named.items():
            if a not in legal:
                check(game.refusal(view, a))
            else:
                assert allowed[find(n, allowed, [(n, a)]) or ""] == a
        for a in legal[:40]:
            check(f"Aside {narrator.aside(view, a)}".strip() + ".")


def test_what_follows_by_itself_is_told() -> None:
    """Posts, awards, years: the action does not name them. It names nobles and cities, so they are not repeated."""
    texts = {}
    for name, seats, options in CONFIGURATIONS:
        if seats == 2:
            run, narrator = play_random(rules.load(name), seats, dict(options), seed=3), games.load(name).narrator
            for s, a, after in zip(run.states, run.actions, run.states[1:], strict=False):
                events = narrator.news(run.game.observe(s, None), a, run.game.observe(after, None), BOT_NAMES[:2])
                news = " ".join(event.text for event in events)
                text = f"{run.game.describe(s, a)} {news}"
                assert text.count("gaining the noble") + text.count("taking the city") <= 1
                assert "gains the noble" not in news and "takes the city" not in news
                texts[dict(options).get("module", name)] = texts.get(dict(options).get("module", name), "") + text
    assert ", gaining the noble (" in texts["base"]
    assert ", taking the city (" in texts["cities"]
    assert "claims trading post" in texts["trading_posts"]
    assert "That is 2-" in texts["strongholds"], "where a stronghold stands"
    assert "builds 13 on" in texts["metropolys"] and "takes the subway card" in texts["metropolys"]
    assert "1907 begins" in texts["sf1906"] and "New permit on offer" in texts["sf1906"]


@pytest.mark.parametrize(("name", "options"), [(c[0], dict(c[2])) for c in CONFIGURATIONS if c[1] == 3])
def test_rules_have_no_marks_and_nothing_about_the_screen(name: str, options: dict[str, str]) -> None:
    paragraphs = lines(name, options)
    assert len(paragraphs) > 15
    for line in paragraphs:
        assert not set(line) & set("`|#") and "**" not in line, line
    assert not any(word in " ".join(paragraphs) for word in ("double frame", "Reading the table.", "On screen."))


def test_a_caption_is_whole_sentences() -> None:
    events = [
        Event("move", "Hana buys a card."),
        Event("supply", "New at 1-1: a card."),
        Event("result", "Hana gains a noble."),
        Event("result", "Hana has 4 points now."),
    ]
    assert narrator.fit_line(events, 50) == "Hana buys a card. Hana gains a noble."
    assert narrator.fit_line(events, LEAST[0]).endswith("Hana has 4 points now.")
    assert narrator.fit_line(events, 5) == "Hana buys a card."
