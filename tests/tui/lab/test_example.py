"""The example of the laboratory, with something that learns nothing in place of scikit-learn, which no test needs."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tabletown.tui.lab import example

pytestmark = pytest.mark.slow


class Uniform:
    """A classifier that gives every action the same probability."""

    loss_ = 0.0

    def __init__(self, *layers: tuple[int, ...], **settings: int) -> None: ...

    def partial_fit(self, rows: Any, answers: Any, classes: Any) -> None:
        assert len(rows) == len(answers) and answers.max() < len(classes)
        assert (rows[range(len(rows)), answers - len(classes)] == 1).all(), "what the teacher plays is legal"
        self.classes = classes

    def predict_proba(self, rows: Any) -> Any:
        return rows[:, -len(self.classes) :] * 0 + 1 / len(self.classes)


@pytest.fixture(autouse=True)
def load_example(monkeypatch: pytest.MonkeyPatch) -> None:
    global example
    monkeypatch.setitem(sys.modules, "sklearn", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "threadpoolctl", SimpleNamespace(threadpool_limits=nullcontext))
    monkeypatch.setitem(sys.modules, "sklearn.neural_network", SimpleNamespace(MLPClassifier=Uniform))
    from tabletown.tui.lab import example


def test_the_example_plays_learns_and_is_tested(capsys: pytest.CaptureFixture[str]) -> None:
    example.main(["--games", "2", "--passes", "3", "--test-games", "2"])
    first, *_, last = capsys.readouterr().out.splitlines()
    assert " decisions of 2 games, " in first and last.startswith("won 0 and shared 0 of 2 games against easy")
