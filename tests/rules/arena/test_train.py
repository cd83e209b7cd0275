"""Learning from games: the net, its descent, the file, the command."""

from __future__ import annotations

import json
from copy import deepcopy
from math import exp
from pathlib import Path
from random import Random

import pytest

from tabletown.rules.arena import train
from tabletown.rules.arena.train import TrainingExample, TrainingGame
from tabletown.rules.bots import networks
from tabletown.rules.bots.networks import ValueNet, Weights, softmax

FEATURE_NAMES = 5


def numbers(rng: Random, count: int) -> tuple[float, ...]:
    return tuple(rng.uniform(-1, 2) for _ in range(count))


def value(seed: int = 1) -> ValueNet:
    rng = Random(seed)
    net = train.fresh(FEATURE_NAMES, rng)
    return ValueNet([rng.gauss(0, 1) for _ in net.direct], net.hidden, [rng.gauss(0, 1) for _ in net.out])


def rows(count: int, seats: int = 2) -> list[tuple[list[tuple[float, ...]], list[float]]]:
    """Positions whose winner is given by the first feature alone."""
    rng, examples = Random(7), []
    for _ in range(count):
        xs = [numbers(rng, FEATURE_NAMES) for _ in range(seats)]
        examples.append((xs, list(softmax([3 * x[0] for x in xs]))))
    return examples


def test_a_value_is_a_weighted_sum_and_a_layer_of_rectified_units() -> None:
    net_, x = ValueNet([1.0, 2.0], [[1.0, 0.0, 0.5], [-1.0, 0.0, 0.0]], [10.0, 100.0]), (3.0, 4.0)
    assert net_(x) == 3 + 8 + 10 * 3.5
    assert net_((-3.0, 4.0)) == -3 + 8 + 100 * 3


@pytest.mark.parametrize("seed", range(20))
def test_a_packed_value_is_the_same(seed: int) -> None:
    exact, rng = value(seed), Random(seed)
    fast = networks.fixed_point(exact)
    for _ in range(50):
        x = tuple(rng.uniform(-9, 9) for _ in range(FEATURE_NAMES))
        assert fast(x) == pytest.approx(exact(x), abs=1e-5)


def test_a_packed_value_is_the_same_at_its_limits() -> None:
    """Every sum as far from zero as it may be, beside others that are as far on the other side."""
    exact = ValueNet([30.0, -30.0], [[-30.0, 30.0, -20.0], [30.0, -30.0, 20.0], [0.0, 0.0, 1e-6]], [1.0, 10.0, 100.0])
    fast = networks.fixed_point(exact)
    for x in ((500.0, -500.0), (-500.0, 500.0), (0.0, 0.0), (1e-7, -1e-7)):
        assert fast(x) == pytest.approx(exact(x), rel=1e-6, abs=1e-4)


def test_a_step_goes_down_the_gradient() -> None:
    """Every weight moves by the rate times the slope of the cross entropy, measured by small steps."""
    start, [row] = value(), rows(1, seats=3)
    moved, rate, small = deepcopy(start), 1e-4, 1e-5
    train.train_epoch(moved, [row], rate)

    def slope(change: object) -> float:
        assert callable(change)
        up, down = deepcopy(start), deepcopy(start)
        change(up, small)
        change(down, -small)
        return (train.cross_entropy(up, [row]) - train.cross_entropy(down, [row])) / (2 * small)

    for i in range(FEATURE_NAMES):

        def direct(v: ValueNet, by: float, i: int = i) -> None:
            v.direct[i] += by

        assert moved.direct[i] - start.direct[i] == pytest.approx(-rate * slope(direct), abs=1e-7)
        for h in range(0, train.HIDDEN, 5):

            def hidden(v: ValueNet, by: float, h: int = h, i: int = i) -> None:
                v.hidden[h][i] += by

            assert moved.hidden[h][i] - start.hidden[h][i] == pytest.approx(-rate * slope(hidden), abs=1e-6)
    for h in range(train.HIDDEN):

        def out(v: ValueNet, by: float, h: int = h) -> None:
            v.out[h] += by

        assert moved.out[h] - start.out[h] == pytest.approx(-rate * slope(out), abs=1e-7)


def test_what_tells_the_winner_is_found() -> None:
    games = [TrainingGame([TrainingExample(*row, [], [])], tuple(row[1])) for row in rows(400)]  # type: ignore[arg-type]
    value_net, before, after = train.train_value(None, games, 30, Random(1))
    assert after < before - 0.1
    better, worse = value_net((2.0, 0.0, 0.0, 0.0, 0.0)), value_net((0.0, 0.0, 0.0, 0.0, 0.0))
    assert better - worse > 3


def test_taste_learns_what_is_visited() -> None:
    rng, games = Random(3), []
    for _ in range(200):
        xs = [(1.0, rng.random()) for _ in range(4)]
        best = max(xs)
        example = TrainingExample([], (), [("take", x) for x in xs], [float(x == best) for x in xs])
        games.append(TrainingGame([example], ()))
    policy, before, after = train.train_policy({}, games, 20, Random(1))
    assert after < before / 2 and policy["take"][1] > 3


def test_scaled_inputs_and_scaled_weights_cancel() -> None:
    net, x, factors = value(), numbers(Random(2), FEATURE_NAMES), [0.5, 2.0, 3.0, 1.0, 0.1]
    assert train.scaled(net, factors)([v / f for v, f in zip(x, factors, strict=True)]) == pytest.approx(net(x))


def test_new_inputs_mean_nothing_at_first() -> None:
    net, x = value(), numbers(Random(2), FEATURE_NAMES)
    assert train.widened(net, FEATURE_NAMES + 3)((*x, 5.0, -4.0, 9.0)) == pytest.approx(net(x))


def test_a_file_keeps_the_weights() -> None:
    old = Weights(value(), {"take": [0.1234567, -2.0]}, [{"command": "a command", "games": 3}])
    data = json.loads(networks.dump_weights(old))
    assert data["made"] == old.rounds
    again = ValueNet(data["direct"], data["hidden"], data["out"])
    x = numbers(Random(4), FEATURE_NAMES)
    assert again(x) == pytest.approx(old.value(x), rel=1e-3)
    assert data["taste"] == {"take": [0.12346, -2.0]}


def test_softmax_of_great_numbers() -> None:
    assert softmax([1000.0, 999.0]) == pytest.approx((1 / (1 + exp(-1)), 1 / (1 + exp(1))))


def test_the_command_plays_learns_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights.json"
    command = ["splendor", "--games", "3", "--nodes", "10", "--epochs", "2", "--seats", "2,3", "--jobs", "1"]
    train.main([*command, "--to", str(path)])
    first = path.read_text(encoding="utf-8")
    made = json.loads(first)["made"][-1]
    assert made["games"] == 3 and made["positions"] > 60 and "--games 3" in made["command"]
    train.main([*command, "--to", str(path)])
    assert path.read_text(encoding="utf-8") == first, "the same command learns the same"
    assert str(made["positions"]) in capsys.readouterr().out


def test_without_a_search_only_the_value_is_learned(tmp_path: Path) -> None:
    """Values are learned from results, at a part of the positions; `--anew` starts without the old weights."""
    path, old = tmp_path / "weights.json", networks.load_weights("splendor", "base")
    command = ["splendor", "--games", "12", "--nodes", "0", "--epochs", "2", "--seats", "2", "--jobs", "1"]
    train.main([*command, "--anew", "--to", str(path)])
    new = json.loads(path.read_text(encoding="utf-8"))
    assert old is not None and new["taste"] == json.loads(networks.dump_weights(old))["taste"]
    assert new["direct"] != old.value.direct and 100 < new["made"][-1]["positions"] < 600
    before, after = new["made"][-1]["value loss before and after"]
    assert before == pytest.approx(0.69, abs=0.2), "chances that know nothing" and after != before


@pytest.mark.parametrize(
    "args",
    [
        ["--option", "module=moon"],
        ["--option", "module"],
        ["--seats", "2,9"],
        ["--seats", "two"],
        ["--games", "1"],
        ["--nodes", "-1"],
        ["--rate", "0"],
        ["--start", "moon"],
        ["--start", "base", "--to", "weights.json"],
    ],
)
def test_what_cannot_be_is_refused(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        train.main(["splendor", *args])
    assert left.value.code == 2 and len(capsys.readouterr().err.strip().splitlines()) <= 4


def test_what_was_learned_comes_back_when_it_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training starts with another version's weights, which self-play needs if there are none for its own."""

    def interrupted(*_: object) -> list[TrainingGame]:
        assert len(path.read_text(encoding="utf-8")) > 1000, "the other version's"
        raise KeyboardInterrupt

    path = tmp_path / "splendor" / "ai" / "weights" / "orient.json"
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(train, "__file__", str(tmp_path / "bots" / "learn.py"))
    monkeypatch.setattr(train, "games", interrupted)
    for before in ("what was learned", None):
        if before:
            path.write_text(before, encoding="utf-8")
        else:
            path.unlink()
        with pytest.raises(KeyboardInterrupt):
            train.main(["splendor", "--option", "module=orient", "--start", "base", "--jobs", "1"])
        assert (path.read_text(encoding="utf-8") if path.exists() else None) == before


def test_what_is_to_be_found_is_the_result_where_nothing_was_searched() -> None:
    game = TrainingGame(
        [TrainingExample([(1.0,), (0.0,)], (), [], []), TrainingExample([(1.0,), (0.0,)], (0.4, 0.6), [], [])],
        (1.0, 0.0),
    )
    assert train.targets(game, game.examples[0]) == [1.0, 0.0]
    assert train.targets(game, game.examples[1]) == pytest.approx([0.7, 0.3])
