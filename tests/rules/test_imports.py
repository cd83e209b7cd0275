"""`rules` is plain Python: none of it needs a screen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FORBIDDEN = ("textual", "rich", "click", "platformdirs", "distributed", "dask", "tabletown.tui", "tabletown.themes")
PROGRAM = """
import importlib, pkgutil, sys
import {first}
from tabletown import rules
for module in pkgutil.walk_packages(rules.__path__, "tabletown.rules."):
    if not module.name.endswith("__main__") and not module.name.startswith("tabletown.rules.fast."):
        importlib.import_module(module.name)
found = sorted(name for name in sys.modules if name.startswith({forbidden!r}))
print(*found)
print(sum(name.startswith("tabletown.rules.") for name in sys.modules))
"""


def loaded(first: str) -> tuple[str, int]:
    """Forbidden modules that a fresh Python has loaded after all of `rules`, and how many modules `rules` has."""
    program = PROGRAM.format(first=first, forbidden=FORBIDDEN)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    modules, count = done.stdout.split("\n")[:2]
    return modules, int(count)


def test_rules_import_no_screens() -> None:
    modules, count = loaded("sys")
    assert modules == ""
    assert count > 10


def test_the_check_sees_a_screen() -> None:
    """The control: the same program finds a forbidden module that was imported."""
    modules, _ = loaded("click")
    assert "click" in modules.split()
