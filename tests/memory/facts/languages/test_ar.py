"""Arabic sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    "رقم الطلب ⟦٥٥١٢٠⟧ والمبلغ ⟦٢٬٤٨٠٫٥٠ ريال⟧ بتاريخ ⟦٣ مارس ٢٠٢٧⟧.",
    "⟦الحد الأقصى ٤ أشخاص⟧ فقط.",
    "الموعد ⟦يوم الخميس⟧ ⟦الساعة ٧ مساء⟧.",
    "اجتماعنا ⟦الساعة الخامسة والنصف⟧.",
    "أريد ⟦ثلاثة كيلو⟧ ⟦وخمسة وعشرون⟧ كوبا.",
    "انتظر ⟦ساعتين⟧ ثم ⟦٣٠ دقيقة⟧.",
    "الدوام ⟦من ٨ إلى ٥⟧.",
    "الخصم ⟦١٥٪⟧ والضريبة ⟦٥ بالمئة⟧.",
    "اتصل على ⟦+966 55 123 4567⟧.",
    "رمز التأكيد: ⟦WQXLPT⟧.",
    "السعر ⟦لا يزيد عن ٢٠٠ درهم⟧.",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
