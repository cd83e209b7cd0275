"""Component sets by name: the tables of this package, or those of a folder.

The tables of this package say which of their values are official, inferred or designed. Owners of the game can copy
the folder, enter the printed values and play with them.
"""

from __future__ import annotations

import copyreg
import re
from functools import lru_cache
from pathlib import Path

from .model import Components
from .parse import parse
from .tables import BadComponents, Folder

STAND_IN = "stand-in"
"""Name of the component set of this package."""

RECORDED = re.compile("(.*)#([0-9a-f]{12})", re.DOTALL)
"""A folder and the fingerprint of its tables."""


def named(folder: str) -> str:
    """Value of the option for a folder: its path and a fingerprint of the tables, so that a saved game continues only
    with the tables that it started with. Takes such a value too; raises BadComponents.
    """
    if folder == STAND_IN:
        return folder
    recorded = RECORDED.fullmatch(folder)
    fingerprint = ""
    if recorded and not Path(folder).exists():
        folder, fingerprint = recorded.groups()
    if not folder or not Path(folder).is_dir():
        raise BadComponents(f"no component set in {folder}")
    path = str(Path(folder).resolve())
    tables = Folder(path)
    if fingerprint and fingerprint != tables.fingerprint():
        raise BadComponents(f"the component set has changed since the game was saved: {folder}")
    parse(path, tables)
    return f"{path}#{tables.fingerprint()}"


@lru_cache(maxsize=8)
def components(name: str) -> Components:
    """The component set for a value of the option; raises BadComponents."""
    if name == STAND_IN:
        return parse(name, Folder(""))
    value = named(name)
    return parse(name, Folder(value.rpartition("#")[0])) if name == value else components(value)


copyreg.pickle(Components, lambda kit: (components, (kit.name,)))  # the same object in every process
