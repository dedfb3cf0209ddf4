"""Japanese sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    "注文番号は⟦JP-55120⟧です。",
    "⟦2027年3月3日（水）⟧の⟦午後3時半⟧に来てください。",
    "料金は⟦2,480円⟧で、⟦10%引き⟧です。",
    "⟦令和9年3月3日⟧に届きます。",
    "⟦10時から12時まで⟧営業、⟦18時以降⟧は休みです。",
    "⟦最大4人⟧、⟦500円以上⟧でお願いします。",
    "⟦2.5キロ⟧歩いて⟦30分⟧かかりました。",
    "電話は⟦03-1234-9876⟧です。",
    "⟦来週の金曜日⟧に⟦3名様⟧で予約します。",
    "気温は⟦マイナス5度⟧、⟦第3章⟧を読みました。",
    "⟦一万二千円⟧です。",
    "一番いい人と一緒に行きます。",
    "ツール⟦search⟧を使ってください。",
    "営業時間は⟦平日7時30分から22時まで⟧です。",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
