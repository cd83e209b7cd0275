"""Sentences about players."""

from __future__ import annotations

IRREGULAR = {"is": "are", "has": "have", "passes": "pass", "goes": "go"}


def said(name: str, text: str) -> str:
    """ "Hana takes white", but "You take white"."""
    if name != "You":
        return f"{name} {text}"
    verb, space, rest = text.partition(" ")
    bare, comma = verb.rstrip(","), "," * verb.endswith(",")
    return f"You {IRREGULAR.get(bare, bare.removesuffix('s'))}{comma}{space}{rest}"
