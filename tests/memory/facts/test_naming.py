"""Names that nobody said, in whatever letters."""

from __future__ import annotations

import pytest

from memory.facts.naming import names_nobody_said, other_script

SAID = "I met Ali Rezaei in Shiraz. He works with Python."


@pytest.mark.parametrize(
    ("sentence", "said", "strange"),
    [
        ("The user met Ali Rezaei in Shiraz.", SAID, False),
        ("Ali works with Python.", SAID, False),
        ("The user met Robert in Shiraz.", SAID, True),
        ("They met Ali Rezaei's friend.", SAID, False),
        ("The user met علی in Shiraz.", SAID, True),
        ("کاربر علی رضایی را دید.", "دیروز علی رضایی را دیدم.", False),
        ("کاربر Ali Rezaei را دید.", "دیروز علی رضایی را دیدم.", True),
        ("کاربر Python می‌خواهد.", "برایم Python بنویس.", False),
        ("کاربر Java می‌خواهد.", "برایم Python بنویس.", True),
        ("用户见了王伟。", "我昨天见了王伟。", False),
        ("用户见了Wang Wei。", "我昨天见了王伟。", True),
        ("Der Nutzer hat einen Hund und eine Katze.", "Ich habe Hund und Katze.", False),
    ],
)
def test_a_name_must_have_been_said(sentence: str, said: str, *, strange: bool) -> None:
    assert names_nobody_said(sentence, said) is strange


def test_a_text_in_other_letters_is_told() -> None:
    assert other_script("کاربر چای می‌خواهد", "The user wants some tea, please.")
    assert not other_script("The user wants tea.", "I want some tea, please.")
    assert not other_script("12", "چای")
