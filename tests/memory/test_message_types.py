"""What sort of message it is, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.message_types import MESSAGE_TYPES, MessageType, message_type

SAID: dict[MessageType, tuple[str, ...]] = {
    "small talk": (
        *("hi!", "thanks a lot", "ok", "no", "😀", "", "Good morning", "…"),
        *("سلام", "نه", "خیلی ممنون", "شب به خیر"),
        *("你好", "好的", "晚安！", "谢谢你"),
    ),
    "question": (
        *("How do I boil an egg?", "is it far to Rome", "Who wrote Hamlet", "Why is water wet?"),
        *("تخم مرغ را چطور بپزم؟", "پایتخت ژاپن کجاست"),
        *("怎么煮鸡蛋？", "日本的首都是哪里"),
        *("Где метро?", "¿Dónde está el museo?"),
    ),
    "looking back": (
        *("What is my locker code?", "Do you remember the name of the hotel?"),
        *("which colour did I say for the door", "What did we decide about the trip?"),
        *("کد کمد من چی بود؟", "یادته اسم خواهرم چیه؟", "چه رنگی گفتم؟"),
        *("我的储物柜密码是多少？", "你还记得那家酒店吗？", "我说过什么颜色"),
    ),
    "telling": (
        *("My locker code is 4417", "I moved to Berlin last year", "7"),
        *("کد کمد من ۴۴۱۷ است", "پارسال به برلین رفتم"),
        *("我的储物柜密码是4417", "我去年搬到了柏林"),
    ),
    "request": (
        *("Please write a poem about rain", "translate this sentence into French"),
        *("یک شعر درباره باران بنویس", "لطفا این جمله را ترجمه کن"),
        *("请写一首关于雨的诗", "帮我翻译这句话"),
    ),
    "correction": (
        *("No, it is 4471", "Actually the train leaves at nine", "I meant the other hotel"),
        *("نه، ۴۴۷۱ است", "منظورم هتل دیگر بود"),
        *("不对，是4471", "我是说另一家酒店"),
    ),
    "following up": (
        *("why?", "And then?", "go on", "what about tomorrow?", "And the blue one?"),
        *("چرا؟", "خب بعدش؟", "ادامه بده", "و آبی چطور؟"),
        *("为什么？", "然后呢？", "继续", "那蓝色的呢？"),
    ),
}


@pytest.mark.parametrize(
    ("text", "sort"), [(text, sort) for sort, texts in SAID.items() for text in texts]
)
def test_the_sort_of_a_message_is_told_by_its_signs(text: str, sort: MessageType) -> None:
    assert message_type(text) == sort


@pytest.mark.parametrize(
    ("one", "other"),
    [("چه رنگي گفتم؟", "چه رنگی گفتم؟"), ("THANKS", "thanks"), ("یادت‌ه؟", "یادت ه؟")],
)
def test_spelling_variants_are_the_same_sort(one: str, other: str) -> None:
    assert message_type(one) == message_type(other)


@given(st.text(max_size=40))
def test_any_text_is_of_some_sort(text: str) -> None:
    assert message_type(text) in MESSAGE_TYPES
