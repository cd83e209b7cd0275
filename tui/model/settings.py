"""Settings: their values, and the file in which they are saved."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from tabletown.rules.core.text import join_words, quoted

from .files import config_folder, load_toml, remember

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": (),
    "glyphs": ("auto", "unicode", "console", "ascii"),
    "colours": ("auto", "truecolor", "256", "16", "none"),
    "animation": ("auto", "on", "off"),
    "pace": ("slow", "normal", "fast", "instant"),
    "confirm": ("off", "on"),
    "hints": ("on", "off"),
    "coach": ("off", "on"),
    "bell": ("on", "off"),
    "handover": ("secret", "always", "never"),
}
"""Values of every setting that is chosen; "theme" takes the name of any theme that is found."""
TYPED = {"invitation": 34}
"""Settings that are typed, with the most columns of each."""

LABELS = {
    "theme": ("Theme", "Colour theme. With 16 colours or fewer, your terminal's own colours are used."),
    "glyphs": ("Glyphs", "Frames and symbols: auto follows your locale; ascii works in any terminal."),
    "colours": ("Colours", "Colours your terminal supports; auto detects them. Takes effect on restart."),
    "animation": ("Animation", "Animated effects; auto turns them off over SSH. Takes effect on restart."),
    "pace": ("Bot speed", "Minimum time a bot takes to move, so you can follow the game."),
    "confirm": ("Confirm moves", "Ask for a second key press before a move is played."),
    "hints": ("Hints", "Let players ask a strong bot for a hint during the game."),
    "coach": (
        "Coach",
        "Against bots, warn of costly moves. Games with a coach are not rated.",
    ),
    "bell": ("Bell", "Ring the terminal bell when it is your turn."),
    "handover": (
        "Hand-over",
        "Hide the table between players: always, never, or only for hidden cards.",
    ),
    "invitation": (
        "Invitation",
        "Tells friends where to get Tabletown, at the end of results that you send.",
    ),
    "keys": ("Keys", "Key preset. Press {remap} to change individual keys."),
}
"""Name of each setting, and a sentence on its meaning."""

MOST = 3
"""Maximum number of problems of one file that are shown."""


@dataclass(frozen=True)
class Settings:
    """A player's settings, saved in settings.toml."""

    theme: str = "dusk"
    glyphs: str = "auto"
    colours: str = "auto"
    animation: str = "auto"
    pace: str = "normal"
    confirm: str = "off"
    hints: str = "on"
    coach: str = "off"
    bell: str = "on"
    handover: str = "secret"
    """Hide the table between two people at one keyboard: to protect hidden cards, always or never."""
    invitation: str = ""
    """Line that ends texts to share; empty for none."""


def load_settings() -> tuple[Settings, list[str]]:
    """The settings, and the problems of the file; invalid entries are ignored."""
    data, problems = load_toml("settings")
    good = {}
    for key, value in data.items():
        if key in TYPED:
            if is_line(value, TYPED[key]):
                good[key] = value
            else:
                problems.append(problem_with(key, value, f"use one line of at most {TYPED[key]} columns"))
        elif key not in CHOICES or not isinstance(value, str) or (CHOICES[key] and value not in CHOICES[key]):
            better = f"choose {join_words(list(CHOICES[key]), 'or')}" if CHOICES.get(key) else "remove it"
            better = "choose one of the themes" if key == "theme" else better
            problems.append(problem_with(key, value, better))
        else:
            good[key] = value
    return replace(Settings(), **good), summarise(problems)


def problem_with(key: str, value: object, better: str) -> str:
    """A sentence on an invalid entry of the file, and what would be valid."""
    return f"{config_folder() / 'settings.toml'}: invalid setting {escape_key(key)} = {quoted(value)}; {better}"


def is_line(value: object, width: int) -> bool:
    """True for a printable text of at most `width` columns, also an empty one."""
    from rich.cells import cell_len

    return isinstance(value, str) and value.isprintable() and cell_len(value) <= width


def save_settings(settings: Settings) -> None:
    """Save the settings. Raises OSError."""
    remember("settings", asdict(settings))


def escape_key(key: str) -> str:
    """Escape a key of a settings file for a message."""
    return key if key.isidentifier() and len(key) < 40 else quoted(key)


def summarise(problems: list[str]) -> list[str]:
    """The first problems, and the number of further ones."""
    more = len(problems) - MOST
    return problems if more <= 0 else [*problems[:MOST], f"... and {more} more"]
