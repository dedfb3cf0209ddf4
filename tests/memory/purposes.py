"""Small talks made for what one kind of memory is for, and how much of the wanted it brings back.

Each talk comes in several languages. Its subjects take turns and it ends on something else, as
talks do, so that the newest exchanges are not the wanted ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.conversation import Exchange, pair
from memory.kind import Kind, Question, state_from
from tests.memory.chats import NOW, numbers, room


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the numbers of the exchanges that belong to its answer."""

    text: str
    wanted: frozenset[int]
    previous: str = ""


def found_by(
    kind: Kind, exchanges: Sequence[Exchange], asked: Asked, tokens: int = 10_000
) -> float:
    """Share of the wanted that the kind recalls within the budget (a character is a token)."""
    state = state_from(kind, exchanges)
    question = Question(asked.text, NOW, asked.previous)
    shown = kind.recall(exchanges, state, question, room(tokens))
    return len(asked.wanted & set(numbers(shown))) / len(asked.wanted)


def in_turns(*subjects: Sequence[str], after: Sequence[str] = ()) -> tuple[Exchange, ...]:
    """One exchange a text: the first of each subject, the second of each, … and `after` last.
    A text is "what the user says | what is answered"."""
    texts = [text for row in zip(*subjects, strict=True) for text in row]
    said = [text.split(" | ") for text in (*texts, *after)]
    return tuple(pair(n, user, reply) for n, (user, reply) in enumerate(said, start=1))


def numbers_of(subject: int, subjects: int, each: int) -> frozenset[int]:
    """Numbers that `in_turns` gives the exchanges of a subject (the first is 0)."""
    return frozenset(range(subject + 1, subjects * each + 1, subjects))


KITCHEN = {
    "en": (
        "The kitchen needs a new sink | A steel sink would suit the kitchen.",
        "Which colour for the kitchen cabinets? | White cabinets make a kitchen look larger.",
        "The cabinets cost too much | Keep the old cabinets and change the doors.",
        "Is a gas stove better? | In a small kitchen an induction stove is safer than gas.",
        "The sink will be under the window | Good, a sink by the window has light.",
        "The stove comes on Friday | Then the cabinets beside the stove must be ready.",
    ),
    "fa": (
        "آشپزخانه سینک تازه می‌خواهد | سینک استیل برای آشپزخانه خوب است.",
        "کابینت آشپزخانه چه رنگی باشد؟ | کابینت سفید آشپزخانه را بزرگ‌تر نشان می‌دهد.",
        "کابینت خیلی گران است | کابینت قدیمی را نگه دار و درهایش را عوض کن.",
        "اجاق گازی بهتر است؟ | در آشپزخانه کوچک اجاق برقی امن‌تر است.",
        "سینک زیر پنجره می‌آید | خوب است، سینک کنار پنجره نور دارد.",
        "اجاق جمعه می‌رسد | پس کابینت کنار اجاق باید آماده باشد.",
    ),
    "zh": (
        "厨房要换新水槽 | 厨房用不锈钢水槽比较好。",
        "厨房的橱柜选什么颜色？ | 白色橱柜让厨房显得更大。",
        "橱柜太贵了 | 可以留下旧橱柜，只换柜门。",
        "燃气灶台好吗？ | 小厨房用电磁灶台更安全。",
        "水槽放在窗户下面 | 很好，窗边的水槽光线好。",
        "灶台星期五送到 | 那么灶台旁边的橱柜要先装好。",
    ),
}
MARATHON = {
    "en": (
        "I want to run a marathon | A marathon takes months of running training.",
        "How long should I run today? | Run ten kilometres at an easy pace.",
        "My running shoes are worn | New shoes save your knees in training.",
        "My knees hurt after training | Rest, and run on soft ground.",
        "What pace for the marathon? | Run the first half at an easy pace.",
        "Training in the rain again | Dry the shoes slowly after running.",
    ),
    "fa": (
        "می‌خواهم در ماراتن بدوم | ماراتن چند ماه تمرین دویدن می‌خواهد.",
        "امروز چقدر بدوم؟ | ده کیلومتر آرام دویدن کافی است.",
        "کفش دویدن من کهنه شده | کفش نو در تمرین از زانو محافظت می‌کند.",
        "بعد از تمرین زانو درد دارم | استراحت کن و روی زمین نرم تمرین کن.",
        "در ماراتن با چه سرعتی بدوم؟ | نیمه اول ماراتن را آرام بدو.",
        "باز هم تمرین زیر باران | کفش دویدن را آرام خشک کن.",
    ),
    "zh": (
        "我想跑马拉松 | 马拉松需要几个月的跑步训练。",
        "今天应该跑多久？ | 轻松跑步十公里就够了。",
        "我的跑步鞋旧了 | 训练时新跑鞋能保护膝盖。",
        "训练后膝盖疼 | 休息一下，在软地上跑步。",
        "马拉松用什么速度跑？ | 马拉松前半程要轻松跑。",
        "又在雨里训练 | 跑步之后慢慢晾干跑鞋。",
    ),
}
GOODBYE = {
    "en": (
        "Nice evening, isn't it | It is.",
        "I had soup | Enjoy.",
        "Good night then | Sleep well.",
    ),
    "fa": ("شب خوبی است | بله همین‌طور است.", "سوپ خوردم | نوش جان.", "شب به خیر | خوب بخوابی."),
    "zh": ("晚上真舒服 | 是的。", "我喝了汤 | 慢用。", "晚安 | 好梦。"),
}

LEAPS: dict[str, tuple[tuple[str, ...], tuple[Asked, ...]]] = {
    "en": (
        (
            "My locker code is 4417, the locker is blue | I will remember.",
            "Which locker code is the safest? | A locker code that is no birthday.",
            "How often should a locker code be changed? | A code is best changed each year.",
            "My sister Leila lives in Shiraz | A beautiful city.",
            "Where do sisters of kings live? | A king's sister often lives at court.",
            "Hello again | Hello!",
            "How do I boil rice? | Wash it, then cook it for twelve minutes.",
            "Thanks | You are welcome.",
            "Which jacket suits a wedding? | The grey jacket, it is lighter than the black.",
        ),
        (
            Asked("What is my locker code?", frozenset({1})),
            Asked("Where does my sister live?", frozenset({4})),
            Asked("Why?", frozenset({9})),
            Asked("And the blue one?", frozenset({9})),
        ),
    ),
    "fa": (
        (
            "کد کمد من ۴۴۱۷ است و کمد آبی است | یادم می‌ماند.",
            "کدام کد کمد امن‌تر است؟ | کد کمدی که تاریخ تولد نباشد.",
            "هر چند وقت کد کمد را باید عوض کرد؟ | کد را سالی یک بار عوض کن.",
            "خواهر من لیلا در شیراز زندگی می‌کند | شهر زیبایی است.",
            "خواهر پادشاهان کجا زندگی می‌کند؟ | خواهر پادشاه در دربار زندگی می‌کند.",
            "سلام دوباره | سلام!",
            "برنج را چطور بپزم؟ | بشوی و دوازده دقیقه بپز.",
            "ممنون | خواهش می‌کنم.",
            "کدام کت برای عروسی خوب است؟ | کت خاکستری، از مشکی روشن‌تر است.",
        ),
        (
            Asked("کد کمد من چی بود؟", frozenset({1})),
            Asked("خواهر من کجا زندگی می‌کند؟", frozenset({4})),
            Asked("چرا؟", frozenset({9})),
            Asked("و آبی چطور؟", frozenset({9})),
        ),
    ),
    "zh": (
        (
            "我的储物柜密码是4417，柜子是蓝色的 | 记住了。",
            "储物柜密码用什么最安全？ | 不是生日的储物柜密码。",
            "储物柜密码多久换一次？ | 密码最好每年换一次。",
            "我的妹妹莉莉住在成都 | 很美的城市。",
            "国王的妹妹住在哪里？ | 国王的妹妹住在王宫。",
            "你好 | 你好！",
            "米饭怎么煮？ | 先洗米，再煮十二分钟。",
            "谢谢 | 不客气。",
            "婚礼穿哪件外套合适？ | 灰色的外套，比黑色的更亮。",
        ),
        (
            Asked("我的储物柜密码是多少？", frozenset({1})),
            Asked("我的妹妹住在哪里？", frozenset({4})),
            Asked("为什么？", frozenset({9})),
            Asked("那蓝色的呢？", frozenset({9})),
        ),
    ),
}
"""A talk that leaps between telling, asking, greeting and leaning on what was just said, with
questions that look back at what was told and questions that lean."""
