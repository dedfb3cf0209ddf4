"""What is found in a text, in English, Persian and Chinese."""

from __future__ import annotations

import itertools

import pytest

from memory.facts.extract import extract
from memory.facts.span import Span

UUID = "4ba71ab7-ac05-04a5-6cc6-be1805fdf179"


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.kind) for span in extract(text)]


def values(text: str) -> list[str]:
    return [value for value, _ in found(text)]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        # identifiers
        ("Your order ORD-2026-88417 is open", "ORD-2026-88417", "id"),
        (f"set it to {UUID} now", UUID, "id"),
        ("شماره سفارش من HX-48213 است", "HX-48213", "id"),
        ("我的订单号是DD20261129-0087，谢谢", "DD20261129-0087", "id"),
        ("车牌京A·12345在这里", "京A·12345", "id"),
        ("پلاک ۱۲ ب ۳۴۵ ایران ۶۷ است", "۱۲ ب ۳۴۵ ایران ۶۷", "id"),
        ("The train is TR 4765 then", "TR 4765", "id"),
        ("My IBAN is GB29 NWBK 6016 1331 9268 19.", "GB29 NWBK 6016 1331 9268 19", "id"),
        ("The reference number is LERUQAPY.", "LERUQAPY", "id"),
        ("The booking code is trnphvyh.", "trnphvyh", "id"),
        ("کد رزرو شما ABXQZ است", "ABXQZ", "id"),
        ("参考号码是 LERUQAPY。", "LERUQAPY", "id"),
        ("from 192.168.1.17:8080 to us", "192.168.1.17:8080", "ip"),
        ("We run v2.10.3-rc.1 now", "v2.10.3-rc.1", "version"),
        # tool names, field keys, variable names
        ("Call the tool search_flights please", "search_flights", "symbol"),
        ("then maxResults matters", "maxResults", "symbol"),
        ("ابزار search را صدا بزن", "search", "symbol"),
        ("调用工具 search 一下", "search", "symbol"),
        ("call get_weather() first", "get_weather()", "symbol"),
        # numbers, prices, units
        ("growth was -3.4% and more", "-3.4%", "number"),
        ("learning rate 1.5e-3 then", "1.5e-3", "number"),
        ("it costs $1,299.00 today", "$1,299.00", "price"),
        ("balance -$40.00 now", "-$40.00", "price"),
        ("budget €2.5M", "€2.5M", "price"),
        ("مبلغ ۱۲٬۳۴۵٫۶۷ تومان است", "۱۲٬۳۴۵٫۶۷ تومان", "price"),
        ("بودجه ۷۰۰ هزار تومان است", "۷۰۰ هزار تومان", "price"),
        ("قیمت 21000 ریال شد", "21000 ریال", "price"),
        ("总价￥1,299.00元", "￥1,299.00元", "price"),
        ("一共一百二十三元", "一百二十三元", "price"),
        ("He is 5 ft 11 in tall", "5 ft 11 in", "quantity"),
        ("with 256GB of memory", "256GB", "quantity"),
        ("کره 100 گرمی پاک", "100 گرمی", "quantity"),
        ("距离约5公里吧", "约5公里", "quantity"),
        # dates and times
        ("due 2026-11-03 or so", "2026-11-03", "date"),
        ("on 29 November 2026 at noon", "29 November 2026", "date"),
        ("on March 3rd then", "March 3rd", "date"),
        ("تا ۸ آذر ۱۴۰۵ صبر کن", "تا ۸ آذر ۱۴۰۵", "date"),
        ("سه‌شنبه بیست‌ونهم آبان ۱۴۰۵ بیا", "سه‌شنبه بیست‌ونهم آبان ۱۴۰۵", "date"),
        ("5月2日见", "5月2日", "date"),
        ("from 10:30–11:45 daily", "10:30–11:45", "time"),
        ("open 2–4 pm only", "2–4 pm", "time"),
        ("قرار ساعت هفت‌ونیم صبح است", "ساعت هفت‌ونیم صبح", "time"),
        ("下午3点半送达", "下午3点半", "time"),
        # constraints with their comparator
        ("retry no more than 3 times", "no more than 3 times", "constraint"),
        ("must stay <= 250 ms", "<= 250 ms", "constraint"),
        ("حداکثر ۳ نفر می‌آیند", "حداکثر ۳ نفر", "constraint"),
        ("最多3个人来", "最多3个人", "constraint"),
        ("评分4.5分以上", "4.5分以上", "constraint"),
        # quotations
        ("She said “never delete it” today", "“never delete it”", "quote"),
        ("گفت «هرگز گره 9406 را نبند» و رفت", "«هرگز گره 9406 را نبند»", "quote"),
        ("他说「千万不要重启」了", "「千万不要重启」", "quote"),
        # code
        ("Run `pip install x==1.2` now", "`pip install x==1.2`", "code"),
        ("so:\n```py\nx = 1\n```\nright", "```py\nx = 1\n```", "code"),
        # exact agreements
        ("Well. We agreed that Ali pays. Bye.", "We agreed that Ali pays.", "agreement"),
        ("سلام. قرار شد جمعه ببینیم. خداحافظ", "قرار شد جمعه ببینیم.", "agreement"),
        ("你好。我们约定每周开会。再见", "我们约定每周开会。", "agreement"),
        # addresses
        ("see https://x.io/a?b=۷۷, please", "https://x.io/a?b=۷۷", "url"),
        ("mail sara.k+bot@example.co.uk now", "sara.k+bot@example.co.uk", "email"),
        ("存到/srv/jobs/conf-29.yaml。", "/srv/jobs/conf-29.yaml", "path"),
        ("Call +98 912 345 6789 now", "+98 912 345 6789", "phone"),
        ("شماره‌ام ۰۹۱۲۳۱۸۸۴۹۷ است", "۰۹۱۲۳۱۸۸۴۹۷", "phone"),
        ("call 0 754 - 399 - 4513 then", "0 754 - 399 - 4513", "phone"),
    ],
)  # fmt: skip
def test_a_value_is_found_as_it_is_written(text: str, value: str, kind: str) -> None:
    assert (value, kind) in found(text)


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("from 10:30–11:45 daily", ["10:30", "11:45", "10", "45"]),
        ("قیمت ۱۲٬۳۴۵٫۶۷ تومان", ["۱۲", "۶۷", "۱۲٬۳۴۵"]),
        ("C-3PO and R2-D2 on an iPhone 15", ["3", "2", "15"]),
        ("گفت «حداکثر ۳ نفر» و رفت", ["۳", "حداکثر ۳ نفر"]),
        ("The drop of −7 to -12.5 °C", ["7", "12.5 °C", "12.5"]),
        ("call 0 754 - 399 - 4513 then", ["754", "399", "4513"]),
    ],
)
def test_no_part_of_a_value_stands_alone(text: str, fragments: list[str]) -> None:
    assert not set(fragments) & set(values(text))


@pytest.mark.parametrize(
    "text",
    ["1. milk\n2. eggs\n3. bread", "1) اول\n2) دوم", "1、苹果\n2、梨", "the first and the second"],
)
def test_list_numbers_and_bare_ordinals_are_no_facts(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize("digits", ["42", "۴۲", "٤٢", "४२", "４２", "৪২"])
def test_every_run_of_digits_is_kept_in_every_script(digits: str) -> None:
    assert any(digits in value for value in values(f"xx {digits} yy"))


def test_an_assignment_is_kept_with_its_name_and_its_value() -> None:
    kept = values('Call it with thread_id = "user-123" please.')
    assert {'thread_id = "user-123"', "thread_id", "user-123"} <= set(kept)


def test_only_containing_kinds_hold_other_spans() -> None:
    text = 'We agreed on x_1 = "5 USD" and “id AB-12” by 3 May; `y = 2` too.'
    spans = extract(text)
    for one, other in itertools.permutations(spans, 2):
        if one.holds(other):
            assert one.kind in ("agreement", "assignment", "quote", "code")


def test_a_message_that_takes_too_long_is_kept_whole() -> None:
    ticks = itertools.count()
    assert extract("call 5", time_box_s=0.5, clock=lambda: next(ticks)) == (Span(0, 6, "message"),)
