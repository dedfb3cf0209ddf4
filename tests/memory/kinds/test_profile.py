"""profile: the newest word of a user about himself holds, with its source."""

from __future__ import annotations

from datetime import UTC, datetime

from memory.conversation import Exchange, Sender, pair
from memory.kind import state_from
from memory.kinds.profile import Profile
from tests.memory.chats import question, room, talk

KIND = Profile()
DAY = datetime(2026, 11, 1, tzinfo=UTC)


def shown(*exchanges: Exchange, tokens: int = 1_000_000) -> str:
    state = state_from(KIND, exchanges)
    return KIND.recall(exchanges, state, question(), room(tokens)).text


def said(*texts: str, sender: Sender | None = None) -> tuple[Exchange, ...]:
    return tuple(pair(n, text, "ok", at=DAY, sender=sender) for n, text in enumerate(texts, 1))


def test_each_field_has_its_source() -> None:
    assert shown(*said("I'm allergic to nuts.", "my name is Sara")) == (
        "About the user, by their own words:\n"
        "- name: Sara (exchange 2, 2026-11-01)\n"
        "- allergies: nuts (exchange 1, 2026-11-01)"
    )


def test_the_newest_wins_and_the_older_is_history() -> None:
    text = shown(
        *said("I live in Berlin.", "I live in Oslo.", "I live in Rome.", "I live in Bonn.")
    )
    assert "home: Bonn (exchange 4, 2026-11-01; earlier: Rome, exchange 3; earlier: Oslo" in text
    assert "Berlin" not in text


def test_fields_with_several_values_keep_them_all_and_keyed_ones_one_a_key() -> None:
    text = shown(
        *said("I like tea. I like jazz.", "My dog is called Rex.", "My cat is called Mia.",
              "My dog is called Max."),
    )  # fmt: skip
    assert text.count("likes: ") == 2
    assert "pets, cat: Mia" in text
    assert "pets, dog: Max (exchange 4, 2026-11-01; earlier: Rex, exchange 2)" in text


def test_what_is_taken_back_is_gone() -> None:
    assert shown(*said("I live in Berlin.", "I don't live in Berlin anymore.")) == ""
    text = shown(*said("I like tea.", "I hate tea."))
    assert "dislikes: tea" in text
    assert "likes: tea" not in text.replace("dislikes", "")


def test_only_the_user_speaks_for_himself() -> None:
    exchange = pair(1, "hello", "My name is Hafez and I live in Shiraz.")
    assert shown(exchange) == ""


def test_in_a_group_everyone_has_a_profile_of_his_own() -> None:
    one, two = Sender("1", "Ali"), Sender("2", "Mina")
    text = shown(
        pair(1, "I live in Qom", "ok", at=DAY, sender=one),
        pair(2, "I live in Yazd", "ok", at=DAY, sender=two),
    )
    assert text == (
        "About Ali, by their own words:\n- home: Qom (exchange 1, 2026-11-01)\n"
        "About Mina, by their own words:\n- home: Yazd (exchange 2, 2026-11-01)"
    )


def test_what_is_said_in_the_shown_exchanges_is_not_repeated_nor_what_it_replaces() -> None:
    exchanges = said("I live in Berlin.", "my name is Sara", "I live in Oslo.")
    whole = state_from(KIND, exchanges)
    assert "home" not in KIND.recall(exchanges[:2], whole, question(), room()).text
    stored = KIND.revised(state_from(KIND, exchanges[:2]), exchanges)
    assert stored == whole


def test_under_a_small_budget_the_first_fields_are_shown() -> None:
    exchanges = said("my name is Sara", "I like tea", "I live in Bonn")
    assert shown(*exchanges, tokens=80).splitlines()[1:] == [
        "- name: Sara (exchange 1, 2026-11-01)"
    ]
    assert shown(*exchanges, tokens=40) == ""
    assert shown(*talk("nothing", "to see")) == ""
