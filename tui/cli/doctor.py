"""A diagnostic report: facts about terminal, folders and settings, problems, and advice."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tabletown import rules, themes
from tabletown.rules.core.registry import problems as outside_problems
from tabletown.rules.core.text import join_words, plural
from tabletown.rules.fast import installed as fast
from tabletown.rules.fast import ready

from ..model import files, invitation
from ..model import settings as config
from ..model import terminal as terminals
from ..model.settings import Settings
from ..model.smallest_window import LEAST
from ..model.terminal import Terminal

NAMES = ("TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "SSH_CONNECTION", "TMUX", "STY", "TERM_PROGRAM")
"""Environment variables that affect the program, or that identify the terminal."""


@dataclass(frozen=True)
class Report:
    """Facts by name, problems of files, and advice, one sentence each."""

    facts: Mapping[str, str]
    problems: list[str]
    advice: list[str]

    def text(self) -> str:
        rows = [*self.facts.items(), *(("Problem", text) for text in self.problems)]
        rows += [("Advice", text) for text in self.advice or ["no problems found"]]
        return "\n".join(f"{name:<11} {printable(value)}" for name, value in rows)

    def to_dict(self) -> dict[str, Any]:
        return {
            "facts": {name.lower(): value for name, value in self.facts.items()},
            "problems": self.problems,
            "advice": self.advice,
        }


def examine(env: Mapping[str, str]) -> Report:
    """Collect the report; this changes nothing."""
    settings, problems = config.load_settings()
    names, wrong_themes = list_themes(files.config_folder() / "themes")
    keymap, wrong_keys = keymap_summary()
    problems += [*wrong_keys, *wrong_themes, *outside_problems()]
    if settings.theme not in names:
        problems.append(f"unknown theme {settings.theme!r}; dusk is used until you choose another in Settings")
    engine, engine_problems = fast_engine()
    problems += [*engine_problems, *invitation_problems(env)]
    terminal, size = terminals.terminal(settings, env), shutil.get_terminal_size()
    (_, colours_why), (_, glyphs_why) = terminals.judged_colours(env), terminals.judged_glyphs(env)
    themed = "terminal colours" if terminal.flat else settings.theme
    facts = {
        "Tabletown": f"{version('tabletown')} with {', '.join(rules.GAMES)}",
        "Python": f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        "Libraries": ", ".join(f"{name} {version(name)}" for name in ("textual", "rich", "click", "platformdirs")),
        "Fast engine": engine,
        "Terminal": f"{size.columns}x{size.lines}{'' if sys.stdout.isatty() else '; output is not a terminal'}",
        "Session": session(env),
        "Colours": f"{terminal.colours} ({because(settings.colours, colours_why)})",
        "Glyphs": f"{terminal.glyphs} ({because(settings.glyphs, glyphs_why)})",
        "Animation": f"{'on' if terminal.animation else 'off'} ({because(settings.animation, moving(env))})",
        "Locale": f"{locale.setlocale(locale.LC_CTYPE)}; file names in {sys.getfilesystemencoding()}",
        "Environment": " ".join(f"{name}={env[name]}" for name in NAMES if name in env) or "none set",
        "Settings": f"{files.config_folder() / 'settings.toml'} ({writable(files.config_folder())})",
        "Theme": f"{themed}; available: {join_words(names, 'or')}",
        "Keys": keymap,
        "Saved games": f"{files.records_folder()} ({writable(files.records_folder())})",
    }
    return Report(facts, problems, list(advice(settings, terminal, env, (size.columns, size.lines))))


def fast_engine() -> tuple[str, list[str]]:
    """State of the fast engine, and the reason why it does not work. This imports Numba where it is installed."""
    libraries = fast.installed()
    if not fast.is_installed():
        return libraries, []
    if os.environ.get(ready.SWITCH) == "off":
        return f"{libraries}; turned off by {ready.SWITCH}=off", []
    if why := fast.fault():
        return libraries, [f"cannot use the fast engine: {why}"]
    return f"{libraries}; {'compiled' if ready.is_compiled() else 'not compiled yet (that happens while you play)'}", []


def invitation_problems(env: Mapping[str, str]) -> Iterator[str]:
    """The reason why texts of daily games leave out the invitation that is set."""
    if problem := invitation.problem(env):
        yield problem


def list_themes(folder: Path) -> tuple[list[str], list[str]]:
    """Names of all themes, and problems of the player's own."""
    wrong = [*themes.load(folder)[1], *themes.gaps(folder).values()] if themes.any_in(folder) else []
    return themes.names(folder), wrong


def keymap_summary() -> tuple[str, list[str]]:
    """Summary of the keymap, and problems of the player's own keys; the keymap is loaded only if there are any."""
    data, problems = files.load_toml("keys")
    if not data:
        return "preset default, no custom keys", problems
    from ..model import keymap as keys

    keymap, problems = keys.load()
    return f"preset {keymap.preset}, {plural(len(keymap.own), 'custom key')}", problems


def advice(settings: Settings, terminal: Terminal, env: Mapping[str, str], size: tuple[int, int]) -> Iterator[str]:
    """Suggestions, one sentence each."""
    if size[0] < LEAST[0] or size[1] < LEAST[1]:
        yield f"The window is {size[0]}x{size[1]}; enlarge it to at least {LEAST[0]}x{LEAST[1]}."
    yield from about_colours(settings, terminal, env)
    if terminal.glyphs == "unicode" and terminals.judged_glyphs(env)[0] == "ascii":
        yield "Unicode is forced but may not display here: set glyphs = auto if you see question marks."
    elif terminal.glyphs == "ascii" and settings.glyphs == "auto":
        why = terminals.judged_glyphs(env)[1]
        yield f"Using plain ASCII because {why}: switch to a UTF-8 locale such as C.UTF-8, or set glyphs = unicode."
    if settings.animation == "on" and terminals.over_ssh(env):
        yield "Animation is on over SSH: set animation = auto if the connection is slow."
    for folder, option, trouble in (
        (files.records_folder(), "--data", "Cannot save games"),
        (files.config_folder(), "--config", "Cannot save settings"),
    ):
        if not can_write(folder):
            yield f"{trouble} in {folder}: make it writable, or use {option}."


def about_colours(settings: Settings, terminal: Terminal, env: Mapping[str, str]) -> Iterator[str]:
    term = env.get("TERM", "")
    if settings.colours == "auto" and env.get("NO_COLOR"):
        yield "NO_COLOR is set: to get colours in Tabletown only, choose them in Settings."
    elif settings.colours == "auto" and terminal.colours == "256":
        more = env.get("COLORTERM") or "not set"
        yield f"COLORTERM is {more}: using 256 colours. If your terminal supports truecolor, set colours = truecolor."
    elif settings.colours == "auto" and terminal.colours == "16" and "TMUX" in env:
        yield f"TERM={term} gives 16 colours: for 256, add 'set -g default-terminal tmux-256color' to tmux.conf."
    elif settings.colours == "auto" and terminal.colours == "16":
        yield f"TERM={term} gives 16 colours: if your terminal supports 256, set colours = 256."
    elif settings.colours == "auto" and terminal.colours == "none":
        yield f"TERM={term or 'nothing'} gives no colours: set TERM=xterm-256color if your terminal supports it."
    elif terminal.colours == "truecolor" and "STY" in env:
        yield "GNU screen may drop 24-bit colours: set colours = 256 if they look wrong."


def because(setting: str, why: str) -> str:
    """The reason for a value: the settings or the environment."""
    return why if setting == "auto" else f"set in Settings; {why}"


def moving(env: Mapping[str, str]) -> str:
    return "over SSH" if terminals.over_ssh(env) else "not over SSH"


def session(env: Mapping[str, str]) -> str:
    """The programs between Tabletown and the player: tmux, screen, SSH."""
    layers = {"tmux": "TMUX" in env, "screen": "STY" in env, "SSH": terminals.over_ssh(env)}
    return ", ".join(name for name, there in layers.items() if there) or "local (no tmux, screen or SSH)"


def can_write(folder: Path) -> bool:
    """True when the folder, or else its nearest existing parent, is writable."""
    exists = next((f for f in (folder, *folder.parents) if f.exists()), folder)
    return exists.is_dir() and os.access(exists, os.W_OK | os.X_OK)


def writable(folder: Path) -> str:
    return "writable" if can_write(folder) else "NOT WRITABLE"


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)
