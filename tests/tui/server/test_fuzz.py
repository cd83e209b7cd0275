"""Malformed messages and requests that are refused: the server keeps answering, and no table changes."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from tabletown.tui.protocol.client_messages import FromClient
from tests.tui.server.fuzz import Ground, against_a_server, random_message

MESSAGES = 800
"""`python -m tests.tui.server.fuzz` sends more."""


def test_every_message_of_a_client_is_among_them() -> None:
    ground = Ground(["ABCDEF", "GHJKLM", "NPQRST"], [["take", 1]])
    sent = {type(random_message(Random(n), ground, on_turn=False, seated=False)) for n in range(2000)}
    assert {message.__name__ for message in get_args(FromClient)} - {message.__name__ for message in sent} == set()


@pytest.mark.slow
def test_nothing_that_is_sent_harms_the_server_or_a_table() -> None:
    report = against_a_server(MESSAGES)
    assert not report.changed
    assert report.sent >= MESSAGES and len(report.answer_times) > 20
    assert report.replies["problem"] > MESSAGES / 2 and report.replies["bye"] > MESSAGES / 10
