"""The transcripts in `tests/playthroughs` agree with the rules.

A registered game, option or number of seats without a transcript fails. If a change is intended, make them again with
`python tests/rules/playthroughs.py --write`, and read what changed.
"""

from __future__ import annotations

import pytest

from tabletown import rules
from tests.rules.playthroughs import FOLDER, MOST_LINES, title, transcript
from tests.rules.random_play import configurations, game_with

CONFIGURATIONS = list(configurations())


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: title(*configuration))
def test_the_transcript_is_what_the_rules_do(configuration: tuple[str, int, tuple[tuple[str, str], ...]]) -> None:
    path = FOLDER / f"{title(*configuration)}.txt"
    assert path.exists(), f"no transcript of {path.stem}: run python tests/rules/playthroughs.py --write"
    kept = path.read_text(encoding="utf-8")
    assert transcript(*configuration).splitlines() == kept.splitlines()
    assert kept.count("\n") <= MOST_LINES


def test_there_is_no_transcript_of_anything_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {title(*configuration) for configuration in CONFIGURATIONS}


def test_transcripts_tell_games_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: another seed and another rule give another transcript."""
    first = CONFIGURATIONS[0]
    kept = transcript(*first)
    assert transcript(*first, seed=18) != kept
    game = rules.load(first[0])
    changed = game_with(game, describe=lambda s, a, *_: "does something")
    monkeypatch.setattr("tabletown.rules.core.match.load", lambda name: changed)
    assert transcript(*first) != kept
