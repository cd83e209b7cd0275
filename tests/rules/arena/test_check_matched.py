"""The command that measures matched opponents."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabletown.rules.arena import check_matched, series
from tabletown.rules.arena.check_matched import Person, PersonGame, main, play, row
from tabletown.rules.arena.series import SeriesTerms, bot_spec
from tabletown.rules.bots.bot import Choice
from tabletown.rules.bots.matched import RATINGS, level_ratings
from tabletown.rules.bots.player_rating import expected

TERMS = SeriesTerms("sf1906", {"components": "stand-in"}, 2, 1, None, None)


def by_rating(person: Person, case: Any, rating: Any, number: int) -> PersonGame:
    """A game that is decided by the ratings alone."""
    opponent = check_matched.matched_name(check_matched.even_rating(case, rating.mean, person.terms.seats - 1))
    mine = level_ratings(case)[person.level]
    others = [RATINGS[opponent]] * (person.terms.seats - 1)
    return PersonGame(opponent, float(Random(f"{person.run}/{number}").random() < expected(mine, others)))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_matched_opponent_finds_a_known_strength_within_twenty_games(
    level: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_matched, "play_next", by_rating)
    runs = [play(Person(TERMS._replace(seats=seats), level, run, 60, None)) for run in range(12)]
    late = [1 - played.share for games in runs for played in games[20:]]
    assert 0.45 < sum(late) / len(late) < 0.55


def test_real_games_are_played_and_continued_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games"
    two = play(Person(TERMS, "easy", 0, 2, file))
    played = list[int]()
    play_next = check_matched.play_next
    monkeypatch.setattr(check_matched, "play_next", lambda *given: played.append(given[-1]) or play_next(*given))
    three = play(Person(TERMS, "easy", 0, 3, file))
    assert three[:2] == two and played == [2] and three == play(Person(TERMS, "easy", 0, 3, None))
    assert [json.loads(line)[5] for line in file.read_text().splitlines()] == [0, 1, 2]
    assert play(Person(TERMS, "novice", 0, 0, file)) == []


def test_a_row_counts_the_first_games_apart() -> None:
    games = [PersonGame("matched-600", 1.0), PersonGame("matched-900", 0.0), PersonGame("matched-800", 1.0)]
    assert row("easy", [games, games], 1) == (
        "easy: opponent won 0% of 2 games while adapting, then 50% +-49% of 4 games; last rated 800, 800"
    )


def test_the_command_prints_a_row_for_each_person(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(check_matched, "play_next", by_rating)
    main(["metropolys", "--option", "version=expert", "--people", "easy,hard", "--runs", "2", "--jobs", "1"])
    title, *rows = capsys.readouterr().out.splitlines()
    assert title == "Metropolys, Expert, 2 players"
    assert [text.split(":")[0] for text in rows] == ["easy", "hard"] and "of 80 games; last" in rows[0]


@pytest.mark.parametrize("wrong", [["--seats", "9"], ["--people", "greedy"], ["--games", "0"], ["--option", "a=b"]])
def test_bad_arguments_end_with_code_2(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["splendor", *wrong])
    assert end.value.code == 2


def test_in_the_arena_a_matched_opponent_has_the_limits_of_the_levels_it_plays_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = bot_spec(TERMS, "matched-700")
    assert (spec.name, spec.seconds, spec.nodes, spec.error) == ("matched-700", None, None, None)
    given = []

    def noted(game: str, view: Any, level: str, seed: str, *rest: Any, **limits: Any) -> Choice:
        given.append((level, limits["value_noise"]))
        return Choice(rules_legal(view)[0])

    monkeypatch.setattr(series, "choose", noted)
    rules_legal = partial(series.rules.load("sf1906").legal)
    series.play_moves(TERMS, ("matched-700", "easy"), 0, lambda s, player, choice: None)
    assert ("matched-700", None) in given and all(noise is not None for level, noise in given if level == "easy")
