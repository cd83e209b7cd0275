"""Rules beyond import-linter: no two modules import each other, and the package is imported by its own name."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("rules", "tui", "themes", "tests")


def cycle(graph: grimp.ImportGraph) -> list[str]:
    """Modules that import each other in a circle, also inside functions and for types; empty when there are none."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return [str(module) for module in error.args[1]]
    return []


def test_there_is_no_import_cycle() -> None:
    graph = grimp.build_graph("tabletown")
    assert len(graph.modules) > 200
    assert cycle(graph) == []


def test_the_search_for_cycles_finds_one() -> None:
    graph = grimp.build_graph("tabletown")
    graph.add_import(importer="tabletown.rules.core.game", imported="tabletown.rules.bots.levels")
    assert "tabletown.rules.core.game" in cycle(graph)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_package_is_imported_by_its_installed_name(folder: str) -> None:
    """The repository's root has folders of the same names as its packages, which Python would find there too."""
    bare = re.compile(r"^\s*(?:from|import) (?:rules|tui|themes)\b", re.MULTILINE)
    files = [path for path in (ROOT / folder).rglob("*.py") if path != Path(__file__)]
    assert files and [path for path in files if bare.search(path.read_text(encoding="utf-8"))] == []
