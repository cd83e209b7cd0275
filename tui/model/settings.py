"""Settings, folders, and what the terminal can show."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_data_path

from tabletown.rules.core.text import shown

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": (),
    "glyphs": ("auto", "unicode", "console", "ascii"),
    "colours": ("auto", "truecolor", "256", "16", "none"),
    "animation": ("auto", "on", "off"),
    "pace": ("slow", "normal", "fast", "instant"),
    "confirm": ("off", "on"),
    "hints": ("on", "off"),
    "bell": ("on", "off"),
}
"""Every setting and its values; themes are those that are found."""

LARGEST = 100_000
"""Bytes of the largest file of settings that is read."""
MOST = 3
"""Problems of one file that are told one by one."""

LEAST = (80, 24)
"""Columns and rows that every screen is made for."""

CONSOLE = "linux"
"""TERM on the console of Linux, whose font has few glyphs."""
BARE = ("vt100", "vt220", "dumb")
"""Values of TERM of terminals without colours, titles or other glyphs than ASCII."""

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
    hints: str = "on"
    bell: str = "on"


def config_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_CONFIG") or user_config_path("tabletown"))


def data_folder() -> Path:
    return Path(os.environ.get("TABLETOWN_DATA") or user_data_path("tabletown"))


def records_folder() -> Path:
    return data_folder() / "games"


def load_settings() -> tuple[Settings, list[str]]:
    """The settings, and what was wrong with the file; what is wrong counts as not set."""
    data, problems = table("settings")
    good = {}
    for key, value in data.items():
        if key not in CHOICES or not isinstance(value, str) or (CHOICES[key] and value not in CHOICES[key]):
            better = f"choose {listed(CHOICES[key])}" if CHOICES.get(key) else "remove it"
            said = f"{bare(key)} = {shown(value)} is not a setting; {better}"
            problems.append(f"{config_folder() / 'settings.toml'}: {said}")
        else:
            good[key] = value
    return replace(Settings(), **good), few(problems)


def save_settings(settings: Settings) -> None:
    """Raises OSError."""
    remember("settings", asdict(settings))


def remember(name: str, table: Mapping[str, str]) -> None:
    """Keep a small table of texts in the folder of settings. Raises OSError."""
    write(name, "".join(f"{key} = {quoted(value)}\n" for key, value in table.items()))


def write(name: str, text: str) -> None:
    """Put a file of settings in the place of the old one at once. Raises OSError."""
    folder = config_folder()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{name}.toml.part"
    part.write_text(text, encoding="utf-8")
    part.replace(folder / f"{name}.toml")


def remembered(name: str) -> dict[str, Any]:
    """A small table kept beside the settings, such as the last new game; empty when there is none."""
    return table(name)[0]


def table(name: str) -> tuple[dict[str, Any], list[str]]:
    """What is in a file of settings, empty when there is none or it cannot be read; and what is wrong with it."""
    path = config_folder() / f"{name}.toml"
    try:
        return tomllib.loads(read(path)), []
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [f"{path}: {error.strerror or error}"]
    except ValueError as error:
        return {}, [f"{path}: {error}; mend or remove it"]
    except RecursionError:
        return {}, [f"{path}: it is nested too deeply; mend or remove it"]


def read(path: Path) -> str:
    """The text of a small file. Raises OSError and ValueError."""
    if path.exists() and not path.is_file():
        raise ValueError("it is not a file")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"it is larger than {LARGEST // 1000} kB")
    return path.read_text(encoding="utf-8")


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def bare(key: str) -> str:
    """A key of a file as a message may show it."""
    return key if key.isidentifier() and len(key) < 40 else shown(key)


def listed(names: Iterable[str]) -> str:
    """ "a, b or c"."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def few(problems: list[str]) -> list[str]:
    """The first problems, and how many more there are."""
    more = len(problems) - MOST
    return problems if more <= 0 else [*problems[:MOST], f"... and {more} more of the kind"]


@dataclass(frozen=True)
class Terminal:
    """What the terminal is asked to show."""

    colours: str
    """truecolor, 256, 16 or none."""
    glyphs: str
    """unicode, console or ascii."""
    animation: bool
    light: bool = False
    """Is its own background light?"""
    titled: bool = True
    """Has it a title that can be set?"""
    mouse: bool = True
    """Can the mouse be asked for? GNU screen would hold back Esc until the next key."""

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
        light(env),
        env.get("TERM") not in (CONSOLE, *BARE),
        "STY" not in env,
    )


def colours(env: Mapping[str, str]) -> str:
    return judged_colours(env)[0]


def glyphs(env: Mapping[str, str]) -> str:
    return judged_glyphs(env)[0]


def judged_colours(env: Mapping[str, str]) -> tuple[str, str]:
    """How many colours there are, and why."""
    term, more = env.get("TERM", ""), env.get("COLORTERM", "")
    if env.get("NO_COLOR"):
        return "none", "NO_COLOR is set"
    if more.lower() in ("truecolor", "24bit"):
        return "truecolor", f"COLORTERM is {more}"
    because = f"TERM is {term or 'not set'}, COLORTERM {more or 'not set'}"
    if "256color" in term or "kitty" in term or "direct" in term:
        return "256", because
    return ("16" if term not in (*BARE, "") else "none"), because


def light(env: Mapping[str, str]) -> bool:
    """Is the background of the terminal light? Only some say so, with the numbers of their own colours."""
    return env.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def judged_glyphs(env: Mapping[str, str]) -> tuple[str, str]:
    """Which glyphs can be shown, and why."""
    name = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), "")
    if env.get("TERM") in BARE:
        return "ascii", f"TERM is {env['TERM']}"
    if env.get("TERM") == CONSOLE and unicode_locale(env):
        return "console", f"TERM is {CONSOLE}"
    return ("unicode" if unicode_locale(env) else "ascii"), (f"{name} is {env[name]}" if name else "no locale is set")


def unicode_locale(env: Mapping[str, str]) -> bool:
    """Can text be written in UTF-8, whatever the terminal draws?"""
    locale = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    return "utf-8" in locale.lower() or "utf8" in locale.lower()


def over_ssh(env: Mapping[str, str]) -> bool:
    return "SSH_CONNECTION" in env or "SSH_TTY" in env
