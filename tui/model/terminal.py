"""Abilities of the terminal: colours, glyphs, background, animation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .settings import Settings

CONSOLE = "linux"
"""TERM of the Linux console, whose font has few glyphs."""

BARE = ("vt100", "vt220", "dumb")
"""TERM of terminals without colours, titles or glyphs other than ASCII."""


@dataclass(frozen=True)
class Terminal:
    """The colours and glyphs in use."""

    colours: str
    """truecolor, 256, 16 or none."""
    glyphs: str
    """unicode, console or ascii."""
    animation: bool
    light: bool = False
    """True when the terminal's own background is light."""
    titled: bool = True
    """True when the window has a title that can be set."""
    mouse: bool = True
    """True when the mouse can be used; in GNU screen it would hold back Esc until the next key."""

    @property
    def flat(self) -> bool:
        """True when the colours are the terminal's own, or none, and cannot be mixed."""
        return self.colours in ("16", "none")


def terminal(settings: Settings, env: Mapping[str, str]) -> Terminal:
    """Terminal as given by the settings first, then by the environment."""
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
    """Colours that the terminal supports, and the reason."""
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
    """True for a light background, known only from terminals that set COLORFGBG to the numbers of their colours."""
    return env.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def judged_glyphs(env: Mapping[str, str]) -> tuple[str, str]:
    """Glyphs that the terminal can show, and the reason."""
    name = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), "")
    if env.get("TERM") in BARE:
        return "ascii", f"TERM is {env['TERM']}"
    if env.get("TERM") == CONSOLE and unicode_locale(env):
        return "console", f"TERM is {CONSOLE}"
    return ("unicode" if unicode_locale(env) else "ascii"), (f"{name} is {env[name]}" if name else "no locale is set")


def unicode_locale(env: Mapping[str, str]) -> bool:
    """True when the locale uses UTF-8, whatever the terminal can draw."""
    locale = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    return "utf-8" in locale.lower() or "utf8" in locale.lower()


def over_ssh(env: Mapping[str, str]) -> bool:
    return "SSH_CONNECTION" in env or "SSH_TTY" in env
