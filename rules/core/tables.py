"""Tables of cards and boards, which every game keeps in a folder `data`."""

from __future__ import annotations

import csv
from importlib.resources import files


def read_csv(package: str, name: str) -> list[dict[str, str]]:
    """The rows of a table in the folder `data` of a package, by the names of their columns."""
    text = files(package).joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
