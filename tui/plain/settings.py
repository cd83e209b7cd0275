"""Settings in text mode: show and change them by typed lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from tabletown import themes
from tabletown.rules.core.text import join_words, shorten

from ..model import files, keymap
from ..model import settings as config

HELP = "To change one: settings NAME VALUE, e.g. settings pace fast."
NOTHING = "none"
"""Word that empties a setting that is typed."""
KEYS = "Key preset for full-screen mode."


def settings(words: Sequence[str]) -> list[str]:
    """Lines on all settings, on one of them, or on the result of a change."""
    values, choices = current(), possible()
    if not words:
        lines = [line(name, values[name], choices[name]) for name in values]
        return [*lines, f"They are kept in {files.config_folder()}.", HELP]
    name = words[0].lower()
    if name not in values:
        return [f"Unknown setting {shorten(words[0])!r}. Choose {join_words(list(values), 'or')}."]
    if len(words) == 1:
        return [line(name, values[name], choices[name])]
    value = " ".join(words[1:])
    if name in config.TYPED:
        value = "" if value == NOTHING else value
        fits = config.is_line(value, config.TYPED[name])
        return [change(name, value) if fits else f"{name} takes at most {config.TYPED[name]} columns."]
    value = value.lower()
    if value not in choices[name]:
        return [f"{shorten(value)!r} is not a valid value for {name}. Choose {join_words(choices[name], 'or')}."]
    return [change(name, value)]


def current() -> dict[str, str]:
    """Every setting with its value."""
    return {**asdict(config.load_settings()[0]), "keys": keymap.load()[0].preset}


def possible() -> dict[str, list[str]]:
    """Every setting with its choices."""
    lists = {name: list(choices) for name, choices in config.CHOICES.items()}
    typed = {name: [NOTHING] for name in config.TYPED}
    return {**lists, **typed, "theme": themes.names(files.config_folder() / "themes"), "keys": list(keymap.presets())}


def line(name: str, value: str, choices: Sequence[str]) -> str:
    title, about = ("Keys", KEYS) if name == "keys" else config.LABELS[name]
    name = name if name == title.lower() else f"{name} ({title.lower()})"
    how = f"Type it, or {NOTHING}." if name in config.TYPED else f"Choose {join_words(list(choices), 'or')}."
    return f"{name}: {value or NOTHING}. {about} {how}"


def change(name: str, value: str) -> str:
    """Save a new value; return the line to print."""
    try:
        if name == "keys":
            fresh, lost = keymap.without_clashes(replace(keymap.load()[0], preset=value))
            keymap.save(fresh)
            return " ".join(
                [f"{name} is now {value}.", *(f"{clash.id} no longer has a custom key: {clash.why}" for clash in lost)]
            )
        config.save_settings(replace(config.load_settings()[0], **{name: value}))
    except OSError as error:
        return f"Could not save the setting: {error.strerror}."
    return f"{name} is now {value or NOTHING}."
