"""Settings in text mode: listed, changed and refused by typed lines."""

from __future__ import annotations

import pytest

from tabletown.rules.core.match import Match, Seat
from tabletown.tui.model import keymap
from tabletown.tui.model import settings as config
from tabletown.tui.model.files import config_folder
from tabletown.tui.plain.settings import settings
from tests.tui.plain.text_player import dialogue


def test_every_setting_is_listed_with_its_value_and_its_choices() -> None:
    lines = settings([])
    assert [line.partition(":")[0].partition(" ")[0] for line in lines[: len(config.LABELS)]] == list(config.LABELS)
    assert lines[4].startswith("pace (bot speed): normal. ") and lines[4].endswith(
        "Choose slow, normal, fast or instant."
    )
    assert lines[-2] == f"They are kept in {config_folder()}."


def test_a_setting_is_changed_and_kept() -> None:
    assert settings(["pace", "FAST"]) == ["pace is now fast."]
    assert settings(["theme", "paper"]) == ["theme is now paper."]
    assert settings(["keys", "vi"]) == ["keys is now vi."]
    kept = config.load_settings()[0]
    assert (kept.pace, kept.theme, kept.bell) == ("fast", "paper", "on") and keymap.load()[0].preset == "vi"


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("pace never", "'never' is not a valid value for pace. Choose slow, normal, fast or instant."),
        ("speed fast", "Unknown setting 'speed'. Choose theme, glyphs, "),
        ("theme nosuch", "'nosuch' is not a valid value for theme. Choose ansi, "),
    ],
)
def test_what_is_no_setting_is_refused_with_the_choices(typed: str, reply: str) -> None:
    (line,) = settings(typed.split())
    assert line.startswith(reply)
    assert config.load_settings()[0] == config.Settings()


def test_hints_can_be_turned_off() -> None:
    settings(["hints", "off"])
    match = Match("splendor", [Seat("You"), Seat("Hana", "greedy")], {"module": "base"}, 5)
    assert (
        dialogue(match, "hint")[1][0] == 'Hints are off. To turn them on, type "settings hints on" at the home prompt.'
    )
