"""Reader for the tables of cards and boards that games keep in their folders `data`."""

from __future__ import annotations

import csv
from importlib.resources import files


def read_csv(package: str, name: str) -> list[dict[str, str]]:
    """Rows of a CSV file in the folder `data` of a package, each a dict by column."""
    text = files(package).joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
