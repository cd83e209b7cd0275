"""Themes are read as the program reads them: with folders of the test's own."""

from tests.tui.conftest import folders

__all__ = ["folders"]
