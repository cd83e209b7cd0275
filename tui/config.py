"""Settings, folders, and what the terminal can show."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_data_path

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": (),
    "glyphs": ("auto", "unicode", "ascii"),
    "colours": ("auto", "truecolor", "256", "16", "none"),
    "animation": ("auto", "on", "off"),
    "pace": ("slow", "normal", "fast", "instant"),
    "confirm": ("off", "on"),
    "bell": ("on", "off"),
}
"""Every setting and its values; themes are those that are found."""

LEAST = (80, 24)
"""Columns and rows that every screen is made for."""

PACE = {"slow": 1.6, "normal": 0.7, "fast": 0.25, "instant": 0.0}
"""Seconds that a bot's move takes at least."""


@dataclass(frozen=True)
class Settings:
    """What a player has set; kept in settings.toml."""

    theme: str = "dusk"
    glyphs: str = "auto"
    colours: str = "auto"
    animation: str = "auto"
    pace: str = "normal"
    confirm: str = "off"
    bell: str = "on"


def config_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_CONFIG") or user_config_path("tabletown"))


def data_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_DATA") or user_data_path("tabletown"))


def records_folder() -> Path:
    return data_folder() / "games"


def load_settings() -> tuple[Settings, list[str]]:
    """The settings, and what was wrong with the file; what is wrong counts as not set."""
    path = config_folder() / "settings.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError) as error:
        return Settings(), [f"{path}: {error}"]
    good, problems = {}, []
    for key, value in data.items():
        if key not in CHOICES or not isinstance(value, str) or (CHOICES[key] and value not in CHOICES[key]):
            problems.append(f"{path}: {key} = {value!r} is not a setting")
        else:
            good[key] = value
    return replace(Settings(), **good), problems


def save_settings(settings: Settings) -> None:
    """Raises OSError."""
    remember("settings", asdict(settings))


def remember(name: str, table: Mapping[str, str]) -> None:
    """Keep a small table of texts in the folder of settings. Raises OSError."""
    folder = config_folder()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{name}.toml.part"
    part.write_text(
        "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in table.items()), encoding="utf-8"
    )
    part.replace(folder / f"{name}.toml")


def remembered(name: str) -> dict[str, Any]:
    """A small table kept beside the settings, such as the last new game; empty when there is none."""
    try:
        return tomllib.loads((config_folder() / f"{name}.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


@dataclass(frozen=True)
class Terminal:
    """What the terminal is asked to show."""

    colours: str
    """truecolor, 256, 16 or none."""
    glyphs: str
    """unicode or ascii."""
    animation: bool

    @property
    def flat(self) -> bool:
        """Colours are those of the terminal and cannot be mixed."""
        return self.colours in ("16", "none")


def terminal(settings: Settings, env: Mapping[str, str]) -> Terminal:
    """Decide by settings first, then by the environment."""
    return Terminal(
        settings.colours if settings.colours != "auto" else colours(env),
        settings.glyphs if settings.glyphs != "auto" else glyphs(env),
        settings.animation == "on" or (settings.animation == "auto" and not over_ssh(env)),
    )


def colours(env: Mapping[str, str]) -> str:
    if env.get("NO_COLOR"):
        return "none"
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    term = env.get("TERM", "")
    if "256color" in term or "kitty" in term or "direct" in term:
        return "256"
    return "16" if term not in ("dumb", "vt100", "vt220", "") else "none"


def glyphs(env: Mapping[str, str]) -> str:
    if env.get("TERM") in ("vt100", "vt220", "dumb"):
        return "ascii"
    return "unicode" if unicode_locale(env) else "ascii"


def unicode_locale(env: Mapping[str, str]) -> bool:
    """Can text be written in UTF-8, whatever the terminal draws?"""
    locale = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    return "utf-8" in locale.lower() or "utf8" in locale.lower()


def over_ssh(env: Mapping[str, str]) -> bool:
    return "SSH_CONNECTION" in env or "SSH_TTY" in env
