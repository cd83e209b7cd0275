"""Environments of the laboratory, which is loaded in the tests, so that it costs nothing where they are left out."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from tabletown import rules
from tabletown.rules.core.game import defaults
from tests.rules.random_play import configurations, played_once

if TYPE_CHECKING:
    from tabletown.tui import lab
    from tabletown.tui.lab import __main__ as main
    from tests.tui.lab import environment_checks as checks

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def load_laboratory() -> None:
    global lab, checks, main
    from tabletown.tui import lab
    from tabletown.tui.lab import __main__ as main
    from tests.tui.lab import environment_checks as checks


@pytest.mark.parametrize("name, seats, options", configurations())
def test_environments_pass_every_check(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> None:
    """Of PettingZoo, of Gymnasium, and against the plain rules."""
    for check in checks.CHECKS:
        check(name, seats, dict(options))


def changes_of_observation(episode: lab.Episode, states: list[Any]) -> int:
    """Seats that notice when everything hidden from them is dealt anew, over several states."""
    game, noticed, rng = episode.coded.rules, 0, Random(1)
    for s in states:
        for seat in range(episode.coded.seats):
            seen = []
            for world in (s, game.determinize(game.observe(s, seat), rng)):
                episode.state, episode._legal = world, None
                episode._views.clear()
                seen.append((episode.observation(seat).tolist(), episode.mask(seat).tolist()))
            noticed += seen[0] != seen[1]
    return noticed


@pytest.mark.parametrize("name, seats, options", configurations())
def test_an_observation_does_not_depend_on_hidden_cards(
    name: str, seats: int, options: tuple[tuple[str, str], ...]
) -> None:
    run = played_once(name, seats, options, 0)
    episode = lab.Episode(lab.EncodedGame(name, seats, dict(options)), 0)
    assert changes_of_observation(episode, run.states[::25]) == 0


@pytest.mark.parametrize("name", rules.GAMES)
def test_the_test_notices_an_observation_of_the_whole_state(name: str) -> None:
    """The control: the same test with an environment that hides nothing."""
    options = defaults(rules.load(name))
    run = played_once(name, 2, tuple(options.items()), 0)

    class Open(lab.Episode):
        def view(self, seat: int) -> Any:
            return self.state

    assert changes_of_observation(Open(lab.EncodedGame(name, 2, options), 0), run.states) > 0


@pytest.mark.parametrize("name", rules.GAMES)
def test_actions_and_observations_are_described(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("sys.argv", ["lab", "describe", name, "--seats", "3"]):
        main.main()
    lines, coded = capsys.readouterr().out.splitlines(), lab.EncodedGame(name, 3, {})
    assert lines[0] == f"{coded.table.size} actions" and len(lines) == 2 + len(coded.table.groups) + len(coded.segments)


def test_every_environment_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    with patch("sys.argv", ["lab", "measure", "--games", "1"]):
        main.main()
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert len(rows) == len(list(configurations()))
    assert all(float(row[6]) <= int(row[7]) for row in rows)
    worlds = {tuple(row[:3]): row[8:] for row in rows}
    assert worlds["| Metropolys", "family, on", "2"] == ["100%", "2 |"], "which of two cards the other player has"


GAME = (
    '{"series": {"game": "metropolys", "options": {"version": "expert", "memory": "on"}, "seats": 2, "seed": 3, '
    '"bots": ["easy", "novice"]}, "number": %d, "shares": [1, 0], "seconds": [1, 1], "decisions": [9, 9], '
    '"moves": [9, 9], "capped": false}\n'
)
MINED = '{"category": "base", "candidates": 4, "puzzles": [{}], "seconds": 60}\n'


@pytest.mark.parametrize(
    ("results", "row"),
    [
        (GAME % 0 + GAME % 1, "| Metropolys, Expert, 2 players | easy against novice | 3 | 2 | 50.0% | +0 ("),
        (MINED * 2 + '{"categ', "| base | 2 | 8 | 2 | 60.0 |\n"),
        ((ROOT / "rules/splendor/ai/weights/base.json").read_text("utf-8"), "| 880 | 66,067 | 0.7002 to 0.7006 | 2.1"),
    ],
    ids=("games", "puzzles", "training"),
)
def test_a_results_file_has_a_report(results: str, row: str, tmp_path: Path) -> None:
    """A table and a plot, of games, puzzles or training; a line that was broken off is left out."""
    path = tmp_path / "results"
    path.write_text(results, encoding="utf-8")
    with patch("sys.argv", ["lab", "report", str(path), "--to", str(tmp_path / "report")]):
        main.main()
    assert row in (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "report" / "report.png").read_bytes().startswith(b"\x89PNG")


def test_other_files_have_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results"
    path.write_text("# Notes\n", encoding="utf-8")
    with patch("sys.argv", ["lab", "report", str(path), "--to", str(tmp_path)]), pytest.raises(SystemExit):
        main.main()
    assert f"{path} is not a results file of the arena" in capsys.readouterr().err


def test_an_illegal_action_loses() -> None:
    env = lab.aec_env("splendor")
    env.reset(seed=1)
    illegal = int((env.last()[0]["action_mask"] == 0).argmax())
    env.step(illegal)
    assert env.rewards["player_0"] == -1 and all(env.terminations.values())
    against = lab.BotEnv("splendor", seat=0)
    against.reset(seed=1)
    _, reward, over, _, info = against.step(illegal)
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_a_game_against_a_bot_is_a_match_of_its_seed() -> None:
    """The same seed and actions give the same game, and it can be shown and replayed as a match."""
    games = []
    for _ in range(2):
        env = lab.BotEnv("metropolys", 3, "novice", version="expert")
        (seen, info), over, rng = env.reset(seed=5), False, Random(5)
        while not over:
            seen, reward, over, truncated, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
            assert seen in env.observation_space and not truncated
        games.append((env.seat, reward, env.episode.log))
    assert games[0] == games[1] and reward in (-1, -1 / 3, 0, 1)
    assert repr(env.episode.match().state) == repr(env.episode.state)


def test_a_long_game_is_truncated() -> None:
    env = lab.RawEnv("splendor", most_decisions=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(next(iter(env.episode.legal())))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_the_next_game_has_another_deal() -> None:
    env = lab.RawEnv("splendor")
    seeds = [env.reset(seed=seed) or env.episode.seed for seed in (3, None, None, 3, None)]
    assert len(set(seeds)) == 3 and seeds[:2] == seeds[3:] and seeds[0] == 3


@pytest.mark.parametrize("name", rules.GAMES)
def test_the_table_is_rendered_as_you_see_it(name: str) -> None:
    """Text, and a picture of many colours that another deal changes."""
    env = lab.BotEnv(name, 3, "random", seat=1, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str) and rules.load(name).TITLE in text and "To move: Player 2" in text
    env.render_mode = "rgb_array"
    first: Any = env.render()
    assert (
        first.shape == (576, 960, 3)
        and first.dtype == "uint8"
        and len({*map(tuple, first[::8, ::8].reshape(-1, 3))}) > 9
    )
    env.reset(seed=2)
    assert (env.render() != first).any()
    env.render_mode = "hologram"
    with pytest.raises(ValueError, match="hologram"):
        env.render()


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ({"game": "chess"}, "splendor, metropolys, sf1906"),
        ({"game": "splendor", "seats": 5}, "not for 5"),
        ({"game": "splendor", "edition": "expert"}, "no option edition"),
        ({"game": "splendor", "module": "moon"}, "'moon'"),
        ({"game": "splendor", "reward": "gold"}, "victory, points"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        lab.RawEnv(**arguments)


def test_the_page_for_researchers_runs() -> None:
    results = doctest.testfile(str(ROOT / "tui" / "lab" / "README.md"), module_relative=False)
    assert results.attempted > 8 and not results.failed


def test_a_segment_of_an_observation_has_its_shape() -> None:
    env = lab.RawEnv("splendor")
    env.reset(seed=1)
    tokens = env.coded.segment(env.observe("player_0")["observation"], "bank")
    assert tokens.tolist() == [4, 4, 4, 4, 4, 5]
