"""A value said once, among ten like it and forty lines of small talk, is recalled."""

from __future__ import annotations

import pytest

from memory.conversation import ConversationId
from memory.kind import MemoryOptions
from memory.recall import recall
from memory.recipes import build_recipe
from memory.store import ChatMemory
from tests.memory.chats import question, room, talk

ENGLISH = (
    "My order number is HX-48213 and the fee is ۱۲٬۵۰۰ تومان",
    "{}'s order number is QT-{}7{}21",
    ("Sara", "Omid", "Lena", "Wei", "Ahmad", "Nora", "Tom", "Zhang", "Maria", "Ivan"),
    "I had tea number {} with my cat and it is a nice day",
    "what is my order number?",
)
PERSIAN = (
    "شماره سفارش من HX-48213 است و هزینه ۱۲٬۵۰۰ تومان",
    "شماره سفارش {} QT-{}7{}21 است",
    ("سارا", "امید", "لنا", "علی", "احمد", "نورا", "تام", "مینا", "ماریا", "ایوان"),
    "امروز هوا خوب است و من چای {} را با گربه‌ام خوردم",
    "شمارهٔ سفارش من چیست؟",
)
CHINESE = (
    "我的订单号是HX-48213，费用是۱۲٬۵۰۰ تومان",
    "{}的订单号是QT-{}7{}21",
    ("小明", "小红", "李雷", "王伟", "张敏", "赵丽", "陈刚", "刘洋", "周杰", "吴芳"),
    "今天天气很好，我和我的猫喝了{}杯茶",
    "我的订单号是什么？",
)


@pytest.mark.parametrize("name", ["full", "knn"])
@pytest.mark.parametrize("said", [ENGLISH, PERSIAN, CHINESE], ids=["en", "fa", "zh"])
def test_the_askers_own_order_number_is_recalled(
    name: str, said: tuple[str, str, tuple[str, ...], str, str]
) -> None:
    first, of_others, names, small_talk, asked = said
    others = [of_others.format(each, n, n) for n, each in enumerate(names)]
    lines = talk(first, *others, *(small_talk.format(n) for n in range(40)))
    memory = ChatMemory(ConversationId("123"), lines, len(lines))

    recipe = build_recipe(name, MemoryOptions())
    shown = recall(memory, recipe, question(asked), room(1000))

    assert lines[0] not in shown.recent
    assert lines[0] in [pick.exchange for pick in shown.recalled]
