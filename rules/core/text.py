"""What a person or a file has written, as a message may repeat it."""

from __future__ import annotations


def shorten(text: str) -> str:
    """At most 60 printable characters."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."


def shown(value: object) -> str:
    """A value of a file as an error message may show it."""
    return shorten(repr(value))
