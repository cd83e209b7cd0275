"""Rate limits of clients: those who ask too often wait no longer than they must."""

from __future__ import annotations

from tabletown.tui.server.limits import Bucket


def test_asking_in_vain_makes_nobody_wait_longer() -> None:
    bucket = Bucket(rate=0.5, burst=2, now=0.0)
    assert bucket.spare(0.0) and bucket.spare(0.0)
    assert not any(bucket.spare(0.1 * n) for n in range(1, 20))
    assert bucket.spare(2.01), "a token comes in two seconds, however often it was asked for"
    assert not bucket.spare(2.02) and bucket.spare(4.03)


def test_a_message_that_comes_too_fast_waits_for_its_token() -> None:
    bucket = Bucket(rate=2.0, burst=1, now=0.0)
    assert [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0)] == [0.0, 0.5, 1.0]
