"""The search over one chat that grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.conversation import Exchange, pair
from memory.kind import Question
from memory.search.card import card_of
from memory.search.hit import Hit
from memory.search.index import SearchIndex
from memory.search.rows import SESSION_GAP_SECONDS
from tests.memory.chats import NOW, talk
from tests.memory.search.chats import days, found, index_of

WORDS = st.sampled_from(
    [
        *("my", "cat", "cats", "order 17", "2 May", "yesterday", "tea", "Miso", "the", ""),
        *("من", "سفارش", "۵ مهر", "我的", "猫", "订单", "东京"),
    ]
)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
GAPS = st.sampled_from([0, 30, SESSION_GAP_SECONDS, SESSION_GAP_SECONDS + 1, 90_000, 40 * 86_400])
CHATS = st.lists(st.tuples(TEXTS, TEXTS, GAPS), min_size=1, max_size=12)
QUESTIONS = st.builds(Question, TEXTS, st.just(NOW), TEXTS)


def chat_of(said: Sequence[tuple[str, str, int]]) -> list[Exchange]:
    at, exchanges = NOW, []
    for number, (user, reply, gap) in enumerate(said, start=1):
        at += timedelta(seconds=gap)
        exchanges.append(pair(2 * number, user, reply, at=at))
    return exchanges


@settings(max_examples=60, deadline=None)
@given(CHATS, QUESTIONS, QUESTIONS)
def test_searching_between_additions_changes_nothing(
    said: list[tuple[str, str, int]], asked: Question, before: Question
) -> None:
    exchanges, grown = chat_of(said), SearchIndex()
    for exchange in exchanges:
        grown.search(before)
        grown.add(exchange.number, card_of(exchange))
    assert grown.search(asked) == index_of(exchanges).search(asked)


@settings(max_examples=60, deadline=None)
@given(CHATS, QUESTIONS, st.integers(0, 26))
def test_dropping_the_oldest_is_as_if_they_had_never_been(
    said: list[tuple[str, str, int]], asked: Question, number: int
) -> None:
    exchanges = chat_of(said)
    left = index_of(exchanges)
    left.drop_before(number)
    anew = index_of([each for each in exchanges if each.number >= number])

    assert len(left) == len(anew)
    assert left.search(asked) == anew.search(asked)
    assert left.size_bytes == anew.size_bytes
    later = pair(99, "my cat Miso on 2 May", "", at=NOW + timedelta(days=100))
    for index in (left, anew):
        index.add(99, card_of(later))
    assert left.search(asked) == anew.search(asked)


@settings(max_examples=60, deadline=None)
@given(CHATS, QUESTIONS)
def test_hits_are_exchanges_of_the_chat_each_once_best_first(
    said: list[tuple[str, str, int]], asked: Question
) -> None:
    exchanges = chat_of(said)
    hits = index_of(exchanges).search(asked)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len({hit.number for hit in hits}) == len(hits)
    assert {hit.number for hit in hits} <= {each.number for each in exchanges}
    assert all(score > 0 for score in scores)


def test_numbers_only_grow() -> None:
    index = index_of(talk("a cat"))
    with pytest.raises(ValueError, match="order"):
        index.add(1, card_of(pair(1, "a cat", "")))


def test_an_empty_index_finds_nothing_and_sees_nothing() -> None:
    index = SearchIndex()
    index.drop_before(5)
    assert (len(index), found(index, "cat"), index.sees(Question("cat", NOW))) == (0, [], False)


def test_only_those_asked_for_are_found_and_no_more_than_wanted() -> None:
    index = index_of(days("my cat", "a cat", "cat", "dog"))
    asked = Question("cat", NOW)
    assert {hit.number for hit in index.search(asked, among=lambda n: n != 2)} == {1, 3}
    assert index.search(asked, most=1) == index.search(asked)[:1]
    assert index.search(asked, most=0) == []


def test_what_is_far_behind_is_measured_by_the_best_that_may_be_found() -> None:
    index = index_of(days("my order", "tea", "my order no", "my order number is AB-17"))
    asked = Question("what is my order number?", NOW)
    assert [hit.number for hit in index.search(asked)] == [4]
    assert {hit.number for hit in index.search(asked, among=lambda n: n < 4)} == {1, 3}


def test_of_equals_the_newest_comes_first() -> None:
    assert found(index_of(days("red tea", "red tea", "red tea")), "tea") == [3, 2, 1]


def test_neighbours_of_the_same_session_are_found_too() -> None:
    said = talk("shall we go to Kashan?", "on the fast train", "fine")
    assert found(index_of(said), "Kashan")[:2] == [1, 2]
    assert found(index_of(days("shall we go to Kashan?", "on the fast train")), "Kashan") == [1]


def test_an_hours_pause_parts_sessions_and_a_label_overrules_it() -> None:
    near, far = (timedelta(seconds=SESSION_GAP_SECONDS + more) for more in (0, 1))
    for pause, hits in ((near, [1, 2]), (far, [1])):
        said = (pair(1, "Kashan", "", at=NOW), pair(2, "by train", "", at=NOW + pause))
        assert found(index_of(said), "Kashan") == hits
        labelled = (replace(each, more={"session": 4}) for each in said)
        assert found(index_of(labelled), "Kashan") == [1, 2]


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("what did I say on 30 November?", 2),
        ("and on the 1st of December", 3),
        ("۱۰ آذر چه گفتم", 3),
        ("12月2日我说了什么", 4),
        ("what did I tell you yesterday", 4),
        ("دیروز چه بود", 4),
        ("前天", 3),
        ("what happened in May?", 5),
        ("在五月", 5),
    ],
)
def test_days_asked_for_are_compared_with_the_exchanges_own_and_those_it_names(
    asked: str, right: int
) -> None:
    index = index_of(days("tea", "rice", "bread", "soup", "I was born on 7 May"))
    assert found(index, asked, at=datetime(2026, 12, 3, 9, tzinfo=UTC))[0] == right


def test_a_morning_in_the_east_is_found_though_it_is_still_the_day_before_in_utc() -> None:
    tehran = datetime(2026, 5, 1, 21, 30, tzinfo=UTC)
    index = index_of(
        [pair(1, "tea", "", at=tehran - timedelta(days=3)), pair(2, "rice", "", at=tehran)]
    )
    assert found(index, "on 2 May") == [2]


def test_another_year_is_another_day() -> None:
    index = index_of(days("tea", "rice"))
    assert found(index, "on 29 November 2026") == [1, 2]
    assert found(index, "on 30 November 2026") == [2, 1]
    assert found(index, "on 29 November 2025") == []


def test_the_newest_is_preferred_only_where_it_is_asked_for() -> None:
    said = days("my address is Tulip Street 4, I love it", "tea", "my new address is Rose Street 9")
    index = index_of(said)
    assert found(index, "what is my current address?")[0] == 3
    assert found(index, "آدرس address now")[0] == 3
    assert found(index, "is my address Tulip Street?")[0] == 1


def test_the_users_own_things_are_told_from_other_peoples() -> None:
    said = days("my order is AB-1", *(f"{name}'s order is CD-{name}" for name in ("Sara", "Omid")))
    assert found(index_of(said), "what is my order?")[0] == 1
    assert found(index_of(said), "what is Omid's order?")[0] == 3


def test_a_misspelled_word_is_found_and_a_number_only_as_it_is() -> None:
    index = index_of(days("the appointment at the dentist", "it costs 48213", "tea"))
    assert found(index, "dentsit apointment") == [1]
    assert found(index, "48214") == []
    assert found(index, "48213") == [2]


def test_the_question_before_counts_only_beside_few_words() -> None:
    index = index_of(days("Rumi was born in Balkh", "Hafez was born in Shiraz", "tea"))
    born = "where was he born?"
    assert found(index, born, previous="who was Rumi?")[0] == 1
    assert found(index, born, previous="who was Hafez?")[0] == 2
    whole = "tell me which green tea we drank together"
    assert found(index, whole, previous="who was Rumi?") == found(index, whole)


def test_nothing_is_recalled_of_a_long_chat_that_has_next_to_nothing_in_common() -> None:
    subjects = ("bread", "soup", "tea", "rice", "a train to Kashan", "rain", "a red coat")
    index = index_of(days(*(f"{subjects[i % 7]} number {i} and more" for i in range(250))))
    asked = Question("which constellation contains neutron stars, pulsars and a red quasar?", NOW)
    assert index.search(asked) == []
    assert index.sees(asked)
    assert index.search(Question("which train do we take to Kashan?", NOW)) != []


def test_a_pasted_page_is_read_by_its_rarest_words() -> None:
    said = days(*(f"common{i % 70} tea rice" for i in range(210)), "the train to Kashan")
    index = index_of(said)
    page = " ".join(
        [*(f"common{i}" for i in range(70)), *(f"new{i}" for i in range(900)), "train to Kashan"]
    )
    assert found(index, page)[0] == 211


def test_a_question_in_another_script_is_not_seen_at_all() -> None:
    assert not index_of(days("tea", "rice")).sees(Question("совсем другое", NOW))


def test_the_size_grows_with_what_is_said() -> None:
    sizes = [index_of(talk(*(f"word{i} and" for i in range(n)))).size_bytes for n in (0, 10, 100)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 0
    assert sizes[1] < sizes[2]


def test_a_hit_is_a_number_and_a_score() -> None:
    (hit,) = index_of(days("Kashan")).search(Question("Kashan", NOW))
    assert hit == Hit(1, hit.score)
    assert 0 < hit.score <= 1
