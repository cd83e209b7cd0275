"""The arena's check of reviews: mistakes, the deeper searches of them, and the time that reviews take."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletown import rules
from tabletown.rules.analysis.decision import Decision, Question, ReviewTerms, questions
from tabletown.rules.arena import check_mistakes as module
from tabletown.rules.arena import review_time
from tabletown.rules.arena.check_mistakes import Check, Part, check, checks, interval, line, main, play, sample


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert interval(9, 10) == pytest.approx((0.596, 0.982), abs=1e-3)
    assert interval(0, 0) == (0.0, 1.0) and interval(10, 10)[1] == pytest.approx(1)


def test_a_mistake_is_confirmed_if_it_loses_enough_in_the_deeper_search() -> None:
    sample = [Check(0.0), Check(0.1, 0.2), Check(0.3, 0.019), Check(0.2, 0.02)]
    text = line("splendor/base/2", sample)
    assert "4 moves, 3 mistakes, confirmed 2 = 67%" in text and "mean loss 20.0%" in text
    assert "confirmed 0 = 0%" in line("splendor/base/2", [])


def test_only_mistakes_are_searched_deeper_and_ten_times_as_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the ten times 40 positions for each of the two moves."""
    asked: list[float | None] = []

    def judged(q: Question) -> Decision:
        better = rules.load(q.game).notation(q.view, rules.load(q.game).legal(q.view)[0])
        return Decision(q.ply, q.player, "", 0.5, 0.1 * (q.ply % 3 == 0), better, "", (), ())

    monkeypatch.setattr(module, "judge", judged)
    monkeypatch.setattr(module, "checked_loss", lambda game, q, better, terms: asked.append(terms.nodes) or 0.5)
    some = questions(play(sample_part()), ReviewTerms(nodes=40))[:6]
    assert [check(q, 10) for q in some] == [Check(0.1, 0.5), Check(0), Check(0)] * 2 and asked == [200, 200]


def sample_part() -> Part:
    return Part("splendor", {"module": "base"}, 2, 1, 40, 10)


def test_a_run_continues_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def some(part: Part) -> list[Check]:
        played.append(part.seed)
        return [Check(0.0), Check(0.1, 0.1)]

    monkeypatch.setattr(module, "checks", some)
    parts = [sample_part()._replace(seed=seed) for seed in range(5)]
    file = tmp_path / "checks.jsonl"
    assert len(sample(parts, 2, 1, file)) == 4 and played == [0, 1]
    assert len(sample(parts, 3, 1, file)) == 6 and played == [0, 1, 2], "what is in the file is not played again"
    assert sample(parts, 3, 1, file) == sample(parts, 3, 1, None)


@pytest.mark.slow
def test_the_same_game_gives_the_same_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOVES", 3)
    part = sample_part()._replace(times=2)
    assert checks(part) == checks(part) and len(checks(part)) == 3


def test_a_case_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "chess"])
    assert "no case starts with 'chess'" in capsys.readouterr().err


def test_both_passes_of_a_review_are_timed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(review_time, "QUICK", 1)
    monkeypatch.setattr(review_time, "full_depth", lambda match: 2)
    assert review_time.main(["--only", "splendor/base/2", "--jobs", "1"]) == 0
    text = capsys.readouterr().out
    assert "moves at 1 positions: " in text and "moves at 2 positions: " in text and "s CPU" in text
