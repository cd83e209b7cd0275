"""Without Numba, or with an unsuitable one, the fast engine says in a sentence that it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabletown.rules.fast import __main__ as tools
from tabletown.rules.fast import installed, ready
from tabletown.tui.cli import doctor


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Find out anew in each test, and afterwards."""
    installed.fault.cache_clear()
    yield
    installed.fault.cache_clear()


def versions(monkeypatch: pytest.MonkeyPatch, **given: str) -> None:
    """Let these libraries be installed, and nothing turn the engine off."""
    monkeypatch.delenv(ready.SWITCH)
    monkeypatch.setattr(installed, "version_of", lambda name: given.get(name, ""))


def fail(name: str, package: str | None) -> None:
    raise SystemError("numpy.core.multiarray failed to import")


def test_a_missing_numba_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    versions(monkeypatch, numpy="2.4.6")
    assert installed.installed() == 'not installed (optional: install "tabletown[fast]")'
    assert installed.too_old() == ""
    with pytest.raises(SystemExit) as ended:
        tools.main(["compare"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(
        'cannot use the fast engine: Numba and numpy are not installed; install "tabletown[fast]"\n'
    )


def test_an_old_numba_is_a_sentence_in_the_doctors_report(monkeypatch: pytest.MonkeyPatch) -> None:
    versions(monkeypatch, numba="0.55.1", numpy="2.4.1")
    assert installed.fault() == 'numba 0.55.1 is too old; install "tabletown[fast]"'
    report = doctor.examine({})
    assert report.facts["Fast engine"] == "numba 0.55.1 and numpy 2.4.1"
    assert f"cannot use the fast engine: {installed.fault()}" in report.problems


def test_a_numba_that_fails_is_a_sentence_in_the_doctors_report(monkeypatch: pytest.MonkeyPatch) -> None:
    versions(monkeypatch, numba="0.68.1", numpy="2.4.6")
    monkeypatch.setattr(installed, "import_module", fail)
    assert installed.fault().startswith("Numba does not work (numpy.core.multiarray failed to import); install ")
    assert f"cannot use the fast engine: {installed.fault()}" in doctor.examine({}).problems
    monkeypatch.setenv(ready.SWITCH, "off")
    assert doctor.fast_engine() == (
        "numba 0.68.1 and numpy 2.4.6; turned off by TABLETOWN_FAST=off",
        [],
    )


@pytest.mark.parametrize(
    "compiled, state", [(True, "compiled"), (False, "not compiled yet (that happens while you play)")]
)
def test_the_doctor_says_whether_the_search_is_compiled(
    compiled: bool, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions(monkeypatch, numba="0.68.1", numpy="2.4.6")
    monkeypatch.setattr(installed, "import_module", lambda name, package: None)
    monkeypatch.setattr(ready, "is_compiled", lambda: compiled)
    assert doctor.fast_engine() == (f"numba 0.68.1 and numpy 2.4.6; {state}", [])
