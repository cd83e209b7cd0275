"""The README's session with the rules runs as it is printed."""

import doctest
from pathlib import Path


def test_the_session_in_the_readme_runs() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.attempted >= 8 and not results.failed
