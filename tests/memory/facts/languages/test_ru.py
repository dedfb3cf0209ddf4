"""Russian sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    "Заказ ⟦№88-1420⟧ доставят ⟦3 марта 2027 г.⟧ в ⟦14:45⟧.",
    "Номер машины ⟦К482МР78⟧, паспорт ⟦4012 778899⟧.",
    "Звоните ⟦+7 495 120-44-55⟧ или ⟦8 (495) 120-44-56⟧.",
    "Сумма ⟦7 250,90 ₽⟧, скидка ⟦15%⟧.",
    "Это стоит ⟦две тысячи рублей⟧, а доставка ⟦350 руб.⟧",
    "Приходите в ⟦пятницу⟧ ⟦после 18:00⟧.",
    "Встреча ⟦двадцать пятого апреля⟧ в ⟦5 вечера⟧.",
    "Срок ⟦10 дней⟧, ⟦через 2 часа⟧ позвоню.",
    "⟦Не более 3 попыток⟧ и ⟦не менее 5 человек⟧.",
    "Мороз ⟦минус 20 градусов⟧, вес ⟦2,5 кг⟧.",
    "Код подтверждения: ⟦WQXLPT⟧.",
    "Он сказал: «ни в коем случае», и ушёл.",
    "Работаем ⟦с 9:00 до 18:00⟧.",
    "Прошло ⟦сто двадцать три дня⟧.",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
