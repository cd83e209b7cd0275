"""Malformed messages and requests that are refused: the server keeps answering, and no table changes."""

from __future__ import annotations

from tests.tui.server.fuzz import against_a_server

MESSAGES = 2000
"""`python -m tests.tui.server.fuzz` sends more."""


def test_nothing_that_is_sent_harms_the_server_or_a_table() -> None:
    report = against_a_server(MESSAGES)
    assert not report.changed
    assert report.sent >= MESSAGES and len(report.answer_times) > 20
    assert report.replies["problem"] > MESSAGES / 2 and report.replies["bye"] > MESSAGES / 10
