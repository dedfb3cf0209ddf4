"""The README's pictures are what the product does today."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from memory.kinds import built_in
from tests.pictures import measured_recall
from tests.pictures.__main__ import PICTURES
from tests.pictures.svg import cut_to, is_rtl, width_of, words, wrapped
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
