"""What to send along when something looks wrong."""

from __future__ import annotations

import locale
import os
import platform
import shutil
import sys
from importlib.metadata import version

import rules

from . import config
from .config import LEAST


def report() -> str:
    """Terminal, colours, size, folders and versions, a line each."""
    settings, problems = config.load_settings()
    terminal = config.terminal(settings, os.environ)
    size = shutil.get_terminal_size()
    small = "" if size >= LEAST else f": too small, {LEAST[0]} x {LEAST[1]} is the least"
    names = ("TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "SSH_CONNECTION", "TMUX")
    lines = [
        f"Tabletown   {version('tabletown')} with {', '.join(rules.load(name).TITLE for name in rules.GAMES)}",
        f"Python      {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"Libraries   {', '.join(f'{name} {version(name)}' for name in ('textual', 'rich', 'click', 'platformdirs'))}",
        f"Terminal    {size.columns} x {size.lines}{small}; {'a' if sys.stdout.isatty() else 'not a'} terminal",
        f"Colours     {terminal.colours} (setting: {settings.colours})",
        f"Glyphs      {terminal.glyphs} (setting: {settings.glyphs}; locale {locale.setlocale(locale.LC_CTYPE)})",
        f"Animation   {'on' if terminal.animation else 'off'} (setting: {settings.animation})",
        f"Environment {' '.join(f'{name}={os.environ[name]}' for name in names if name in os.environ) or 'none set'}",
        f"Settings    {config.config_folder() / 'settings.toml'}",
        f"Records     {config.records_folder()} ({writable()})",
        *(f"Problem     {problem}" for problem in problems),
    ]
    return "\n".join(lines)


def writable() -> str:
    """Can records be written? Looks at the folder, or at the nearest one above it that exists."""
    folder = config.records_folder()
    exists = next((f for f in (folder, *folder.parents) if f.exists()), folder)
    return "can be written" if os.access(exists, os.W_OK) else "CANNOT be written"
