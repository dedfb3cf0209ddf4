"""The README's pictures are what the product does today."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest

from memory.kinds import built_in
from tests.pictures import measured_recall
from tests.pictures.__main__ import PICTURES
from tests.pictures.bubbles import Bubble
from tests.pictures.formatted import laid_out
from tests.pictures.scripted_model import Line
from tests.pictures.svg import cut_to, is_rtl, width_of, words, wrapped
from tests.pictures.telegram_run import Seen, chats
from tests.pictures.telegram_scripts import KILN
from tests.processes import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", PICTURES)
def test_make_pictures_would_change_nothing(name: str) -> None:
    stored = (ROOT / "docs" / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == PICTURES[name](), "a picture is out of date: run make pictures"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small_well_formed_and_asks_nobody_for_anything(name: str) -> None:
    stored = (ROOT / "docs" / f"{name}.svg").read_bytes()
    root = ElementTree.fromstring(stored)
    assert len(stored) < 60_000
    assert root.findtext(f"{SVG}title")
    assert stored.count(b"//") == 1  # the namespace
    assert not {f"{SVG}image", f"{SVG}script", f"{SVG}style"} & {each.tag for each in root.iter()}


def test_the_recall_that_is_drawn_is_what_the_kinds_recall_today() -> None:
    """Ties may fall otherwise on another machine, so a hair's breadth is allowed."""
    today = measured_recall.measured()
    for language, curves in measured_recall.stored().items():
        assert set(curves) <= set(today[language]) == set(built_in())  # a new kind is one file
        for kind, points in curves.items():
            for drawn, found in zip(points, today[language][kind], strict=True):
                assert drawn[0] == pytest.approx(found[0], rel=0.05), f"{kind}: run make pictures"
                assert drawn[1] == pytest.approx(found[1], abs=0.03), f"{kind}: run make pictures"


def test_persian_is_laid_out_from_the_right_also_when_an_id_begins_it() -> None:
    assert is_rtl("HX-48213-B — شمارهٔ سفارش من")
    assert not is_rtl("Sara's order number, سفارش")
    drawn = ElementTree.fromstring(words(10, 20, "سفارش HX-1 است", marks={"HX-1": "red"}))
    assert drawn.get("direction") == "rtl"
    assert "".join(drawn.itertext()) == "سفارش HX-1 است"
    assert [each.text for each in drawn] == ["HX-1"]


def test_what_people_write_stays_text() -> None:
    assert "".join(ElementTree.fromstring(words(0, 0, "a<b>&c")).itertext()) == "a<b>&c"


def test_long_texts_are_wrapped_and_cut() -> None:
    text = "one two three four five six"
    lines = wrapped(text, 80)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(width_of(line) <= 80 for line in lines)
    cut = cut_to(text, 80)
    assert cut.endswith("…")
    assert width_of(cut) <= 80
    assert cut_to("short", 80) == "short"


def test_what_is_drawn_of_telegram_is_what_the_chats_showed() -> None:
    draft, answer = chats().private[-4:-2]
    assert draft.draft
    assert answer.text.startswith(draft.text)
    assert KILN not in draft.text
    assert KILN in answer.text
    shown = "".join(_drawn("telegram").itertext())
    assert KILN in shown
    assert "◼ Stop" in shown


def test_a_model_that_was_not_shown_a_value_cannot_say_it() -> None:
    line = Line("Which kiln?", "KX-1.", recalls=("KX-1",))
    question = {"role": "user", "content": "Which kiln?"}
    line.check([{"role": "user", "content": "The kiln is KX-1."}, question])
    with pytest.raises(LookupError, match="KX-1"):
        line.check([question])


def test_formats_stand_where_telegram_counts_them() -> None:
    (block,) = laid_out("😀😀 bold", [{"type": "bold", "offset": 5, "length": 4}], 300)
    (line,) = block.lines
    assert [sign for sign, styles in line.letters if "bold" in styles] == list("bold")


def test_a_persian_line_begins_at_the_right_and_code_in_it_at_the_left() -> None:
    code = [{"type": "pre", "offset": 13, "length": 7, "language": "sh"}]
    prose, block = laid_out("\u2066HX-1\u2069 سفارش\nls \\\n-l", code, 300)
    assert [line.rtl for line in prose.lines] == [True]
    assert (block.kind, block.language) == ("pre", "sh")
    assert ["".join(sign for sign, _ in line.letters) for line in block.lines] == ["ls \\", "-l"]
    assert not any(line.rtl for line in block.lines)


def test_a_long_message_is_wrapped_into_its_bubble_and_its_buttons_share_a_row() -> None:
    keys = [[{"text": "one"}, {"text": "two"}]]
    markup = {"inline_keyboard": keys}
    bubble = Bubble(_seen("word " * 40, reply_markup=markup), mine=False, room=300)
    assert bubble.width <= 300
    assert all(line.width <= 300 for block in bubble.blocks for line in block.lines)
    plain = Bubble(_seen("word " * 40), mine=False, room=300)
    assert plain.height < bubble.height
    drawn = ElementTree.fromstring(f"<svg>{''.join(bubble.drawn(0, 0))}</svg>")
    assert [each.text for each in drawn.iter("text")][-2:] == ["one", "two"]


def _seen(text: str, **more: Any) -> Seen:
    return Seen({"text": text, **more}, datetime(2026, 11, 3, tzinfo=UTC))


def _drawn(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(PICTURES[name]())
