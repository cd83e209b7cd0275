"""The abilities of the terminal: colours, glyphs, its background, and whether it is reached over SSH."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .settings import Settings

LEAST = (80, 24)
"""Columns and rows that every screen is made for."""

CONSOLE = "linux"
"""TERM on the console of Linux, whose font has few glyphs."""

BARE = ("vt100", "vt220", "dumb")
"""Values of TERM of terminals without colours, titles or other glyphs than ASCII."""


@dataclass(frozen=True)
class Terminal:
    """The colours and glyphs in use."""

    colours: str
    """truecolor, 256, 16 or none."""
    glyphs: str
    """unicode, console or ascii."""
    animation: bool
    light: bool = False
    """Set when its own background is light."""
    titled: bool = True
    """Set when it has a title that can be set."""
    mouse: bool = True
    """Can the mouse be asked for? GNU screen would hold back Esc until the next key."""

    @property
    def flat(self) -> bool:
        """Colours are terminal colours and cannot be mixed."""
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
    """The number of colours, and the reason."""
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
