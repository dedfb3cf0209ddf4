from __future__ import annotations

import pytest

from workers.jobs import Notice
from workers.language_model import ContextTooLong, ModelRefused, ModelUnavailable
from workers.retries import backoff_ms, judge, tending_backoff_ms


def longest() -> float:
    return 1 - 1e-12


def shortest() -> float:
    return 0.0


def test_each_wait_is_twice_the_one_before_up_to_a_minute() -> None:
    waits = [backoff_ms(attempt, random=longest) for attempt in range(10)]

    assert waits[:4] == [499, 999, 1999, 3999]
    assert waits[-1] == 59999
    assert backoff_ms(10_000, random=longest) == 59999


def test_waits_are_spread_over_their_upper_half() -> None:
    assert backoff_ms(3, random=shortest) == 2000
    assert backoff_ms(3, random=longest) == 3999


def test_a_wait_is_never_shorter_than_the_server_asked_for() -> None:
    assert 7000 <= backoff_ms(0, 7.0, random=longest) <= 7050
    assert backoff_ms(0, 7.0, random=shortest) == 7000
    assert backoff_ms(5, 0.0, random=shortest) == 8000


def test_a_server_that_asks_for_hours_is_asked_again_after_minutes() -> None:
    assert 300_000 <= backoff_ms(0, 13_938.0, random=longest) <= 300_050


def test_a_negative_retry_after_is_no_wait() -> None:
    assert backoff_ms(0, -5.0, random=shortest) == 250


def test_memory_is_tended_again_after_half_a_minute_up_to_an_hour() -> None:
    assert tending_backoff_ms(0, random=longest) == 29_999
    assert tending_backoff_ms(1, random=longest) == 59_999
    assert tending_backoff_ms(99, random=longest) == 3_599_999


def test_an_unavailable_model_is_asked_again_until_the_last_attempt() -> None:
    error = ModelUnavailable("http_503")

    first = judge(error, 0, 5, random=shortest)
    last = judge(error, 4, 5, random=shortest)

    assert (first.retry_in_ms, first.reason) == (250, "model_unavailable:http_503")
    assert (last.retry_in_ms, last.notice) == (None, Notice.MODEL_UNAVAILABLE)


def test_what_the_server_asked_for_is_heeded() -> None:
    assert judge(ModelUnavailable("http_429", 9), 0, 5, random=shortest).retry_in_ms == 9000


@pytest.mark.parametrize(
    ("error", "notice"),
    [(ModelRefused("bad_key"), Notice.MODEL_REFUSED), (ContextTooLong(), Notice.TOO_LONG)],
)
def test_what_will_not_get_better_is_given_up_at_once(error: Exception, notice: Notice) -> None:
    verdict = judge(error, 0, 5, random=shortest)

    assert (verdict.retry_in_ms, verdict.notice) == (None, notice)


def test_an_unknown_fault_is_tried_again_and_named_by_its_type_alone() -> None:
    verdict = judge(KeyError("what the user wrote"), 0, 5, random=shortest)

    assert verdict.retry_in_ms == 250
    assert verdict.reason == "failed:KeyError"
    assert judge(KeyError("x"), 4, 5, random=shortest).notice is Notice.FAILED
