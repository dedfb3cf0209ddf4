"""What is said in the chats that the README shows. The people's words and the model's are ours;
where and how they appear, and what the model was shown of the past, is Hafez' doing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.pictures.scripted_model import Line


@dataclass(frozen=True)
class Person:
    id: int
    name: str


SARA, OMID, NIKA, MINA = (
    Person(7, "Sara"),
    Person(8, "Omid"),
    Person(9, "Nika"),
    Person(11, "Mina"),
)
GROUP = -1_001_234_567_890
NAMED = "@hafez_test_bot"

KILN, DAY, PRICE = "KX-48213-B", "14 December", "$1,175"

BEFORE_THE_SUMMARY = (
    Line(
        "The new kiln for my pottery shop has the serial number KX-48213-B and costs $1,250. "
        "Omid brings it on 14 December.",
        "Good news! Kiln **KX-48213-B** for **$1,250**, with Omid on **14 December**: noted.",
    ),
    Line(
        "They gave me a discount: make it $1,175, not $1,250.",
        "Well bargained. **$1,175** it is, then.",
    ),
    Line(
        "My glazes keep crawling off the rims. Any idea why?",
        "Mostly it is dust or grease under the glaze, or a coat that went on too thick. Wipe the "
        "bisque with a damp sponge, let it dry, and glaze thinner at the rims.",
    ),
    Line(
        "I am thinking about evening classes for beginners.",
        "Lovely. Keep the groups small, let everybody take one finished bowl home, and fire the "
        "rest together: they will come back for it.",
    ),
    Line(
        "How should I arrange the shelves by the window?",
        "Tall vases at the back, bowls at eye level, and a favourite alone where the morning "
        "light falls. Empty space sells better than another mug, so leave some.",
    ),
    Line(
        "Customers ask for blue all the time, and I love green.",
        "Then offer both: green outside, blue inside. They get their colour, and you see yours on "
        "the shelf whenever you look up.",
    ),
    Line(
        "Can I fire those at a lower temperature?",
        "Only if the glaze is made for it: a stoneware glaze stays dull and rough when the kiln "
        "is too cool. Try it on a few test tiles before.",
    ),
)
AFTER_THE_SUMMARY = (
    Line(
        "The first class was fun, everybody wants to come again!",
        "Wonderful! Ask them now, while their hands are still dusty, which evening suits them.",
    ),
    Line(
        "And the window looks much better with less in it.",
        "It does what it should, then: people stop. Change the favourite now and then.",
    ),
)
SUMMARY = (
    "Sara runs a pottery shop and awaits a new kiln, which Omid brings. She learnt to keep glazes "
    "from crawling, plans evening classes for beginners, wants fewer pieces in the window, and "
    "makes bowls that are green outside and blue inside."
)
NOTE = Line(
    "Write Omid a short note: which kiln, when, and what I pay.",
    "Here it is:\n\n"
    f"> Dear Omid, on **{DAY}** you bring me the kiln **{KILN}**. I pay **{PRICE}** when it stands "
    "in its place. Thank you!\n\n"
    "As you told me since we began:\n\n"
    "| kiln | price | was |\n|---|---:|---:|\n"
    f"| {KILN} | {PRICE} | $1,250 |\n",
    recalls=(KILN, DAY, PRICE, "$1,250"),
    held="you bring me the kiln",
)

PERSIAN = (
    Line(
        "سفارش HX-48213-B را ۱۲ آبان ثبت کردم و مبلغش ۱۲٬۵۰۰٬۰۰۰ ریال شد.",
        "یادداشت شد: سفارش **HX-48213-B** به مبلغ **۱۲٬۵۰۰٬۰۰۰ ریال** در **۱۲ آبان**.",
    ),
    Line(
        "سفارش دوم KT-10922 است، ۸٬۴۰۰٬۰۰۰ ریال، ۱۹ آبان.",
        "سفارش **KT-10922** هم کنارش نوشته شد.",
    ),
    Line(
        "سفارش‌هایم را مرتب کن و بگو چطور در گزارش سرور پیدایشان کنم.",
        "شما **دو سفارش** دارید:\n\n"
        "| سفارش | مبلغ | تاریخ |\n|---|---|---|\n"
        "| HX-48213-B | ۱۲٬۵۰۰٬۰۰۰ ریال | ۱۲ آبان |\n"
        "| KT-10922 | ۸٬۴۰۰٬۰۰۰ ریال | ۱۹ آبان |\n\n"
        "برای پیدا کردن HX-48213-B و KT-10922 در فایل orders.log این دستور کافی است:\n\n"
        '```bash\ngrep -E "HX-48213-B|KT-10922" \\\n  /var/log/shop/orders.log\n```\n',
        recalls=("HX-48213-B", "KT-10922", "۱۲٬۵۰۰٬۰۰۰ ریال", "۸٬۴۰۰٬۰۰۰ ریال"),
    ),
    Line(
        "ممنون! جمعشان چقدر می‌شود؟",
        "جمع هر دو سفارش **۲۰٬۹۰۰٬۰۰۰ ریال** است.",
        recalls=("۱۲٬۵۰۰٬۰۰۰ ریال", "۸٬۴۰۰٬۰۰۰ ریال"),
    ),
)

IN_THE_GROUP: Sequence[tuple[Person, str | Line]] = (
    (SARA, Line(f"{NAMED} I paid $620 for the hall.", "Noted, Sara: **$620** for the hall.")),
    (OMID, Line(f"{NAMED} and I paid $85 for the posters.", "Noted, Omid: **$85** for posters.")),
    (OMID, "Are we all there on Friday?"),
    (SARA, "I am! With cake."),
    (
        NIKA,
        Line(
            f"{NAMED} who paid what so far? We are three.",
            "Together **$705**, so **$235** each:\n\n"
            "- **Sara** paid $620 and gets back $385\n"
            "- **Omid** paid $85 and owes $150\n"
            "- **Nika**, you owe $235\n",
            recalls=("Sara", "$620", "Omid", "$85"),
        ),
    ),
)


def lines() -> Sequence[Line]:
    in_the_group = [said for _, said in IN_THE_GROUP if isinstance(said, Line)]
    return [*BEFORE_THE_SUMMARY, *AFTER_THE_SUMMARY, NOTE, *PERSIAN, *in_the_group]
