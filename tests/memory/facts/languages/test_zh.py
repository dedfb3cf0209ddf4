"""Chinese sentences: what is marked is found, whole, and nothing else is."""

from __future__ import annotations

import pytest

from tests.memory.facts.marked import found, marked

SENTENCES = [
    # identifiers
    "订单号是⟦DD20270101-0042⟧。",
    "确认码是 ⟦WQXLPT⟧。",
    "车牌⟦沪B·88X21⟧停在门口。",
    "邮政编码是⟦ab12 cd⟧，别写错。",
    "身份证号⟦11010519900307123X⟧。",
    # phones
    "电话⟦（021）64331234⟧，手机⟦138 1234 5678⟧。",
    "前台⟦010-65551234转802⟧。",
    "他的号码：⟦010-65551234、010-65555678⟧。",
    # tools
    "调用工具 ⟦search⟧，字段⟦user_id⟧。",
    # numbers and units
    "路程⟦约12公里⟧，要⟦一小时二十分钟⟧。",
    "一共⟦三百零五页⟧，看⟦第三章⟧。",
    "来⟦两斤⟧苹果和⟦半斤⟧葡萄。",
    "占⟦三分之一⟧，涨了⟦百分之六⟧，再打⟦八五折⟧。",
    "气温⟦零下5度⟧，湿度⟦６５％⟧。",
    "订⟦三间⟧房，住⟦两晚⟧，⟦一人⟧。",
    "他⟦30多岁⟧。",
    "这家一般，一起去，一些朋友也来。",
    # prices
    "人均⟦80-120元⟧，门票⟦免费⟧，停车⟦不免费⟧。",
    "总价⟦￥2,480.50⟧。",
    "花了⟦三万五千元⟧。",
    "门票⟦2英镑50⟧。",
    "⟦每人50元⟧，⟦每晚480元⟧。",
    "收费⟦5镑⟧。",
    # dates
    "⟦2027年1月8日星期五⟧出发。",
    "⟦二〇二七年三月⟧毕业。",
    "⟦5月2日至5月7日⟧放假，⟦春节⟧不开。",
    "⟦下周三⟧或⟦周末⟧都行。",
    "⟦当天⟧来回，⟦3月底⟧结账。",
    # times
    "⟦下午三点一刻⟧开会。",
    "⟦5点以后⟧有空，⟦五点后⟧前往机场。",
    "⟦最迟19:45⟧到，⟦19:45左右⟧也行。",
    "⟦从5:00开始每2小时⟧。",
    "营业时间是⟦周一至周日 10:30-14:00 17:00-21:00 节假日 10:00-22:00⟧。",
    "⟦午餐11:00-14:00，晚餐17:00-21:00⟧。",
    "⟦10：30—14：00⟧营业，⟦全天⟧有人。",
    "⟦两小时后⟧再来，⟦10分钟内⟧到。",
    # constraints
    "⟦最多3个人⟧，⟦不超过500元⟧，⟦4.5分以上⟧。",
    # names and no fact
    "⟦华为Mate 60⟧和⟦波音737⟧。",
    "1、苹果\n2、梨",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_what_is_marked_is_found_whole_and_nothing_else_is(sentence: str) -> None:
    assert found(sentence) == marked(sentence)
