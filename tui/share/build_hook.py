"""Hatchling build hook: rules, tui and themes become the one package `tabletown`.

A wheel gets the files of `tui/share/package` at its top. An editable installation gets a folder of links, so that
`import tabletown` finds the working tree.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LINKS = Path(".links", "tabletown")
FOLDERS = ("rules", "tui", "themes")
PACKAGE = Path("tui", "share", "package")


class OnePackage(BuildHookInterface[Any]):
    """Called by hatchling for every wheel, with "standard" or "editable"."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            link(Path(self.root))
        else:
            build_data["force_include"][str(PACKAGE)] = "tabletown"


def link(root: Path) -> None:
    """Make the links, or renew those of a repository that has been moved."""
    folder = root / LINKS
    folder.mkdir(parents=True, exist_ok=True)
    for target in [*(root / name for name in FOLDERS), *(root / PACKAGE).iterdir()]:
        if target.name != "__pycache__":
            place = folder / target.name
            place.unlink(missing_ok=True)
            place.symlink_to(target)
