"""The words the offline responder knows: what may be asked for, and what it says itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Language = Literal["en", "fa", "zh"]

CONCEPTS: Mapping[str, str] = {
    "me": "my|mine|i|me|i'm|i've|من|بنده|منو|مرا|خودم|我",
    "order": "order|سفارش|订单|訂單",
    "number": "number|id|no|شماره|号码|號碼|编号|号|號",
    "fee": "fee|charge|commission|کارمزد|手续费|手續費|服务费|费用",
    "price": "price|cost|amount|total|قیمت|هزینه|مبلغ|价格|价钱|金额",
    "pay": "pay|paid|payment|پرداخت|付|支付",
    "phone": "phone|mobile|telephone|تلفن|موبایل|电话|手机",
    "email": "email|e-mail|ایمیل|邮箱|邮件",
    "address": "address|آدرس|نشانی|地址",
    "name": "name|اسم|نام|名字",
    "date": "date|day|تاریخ|日期",
    "when": "when|کی|什么时候|何时",
    "time": "time|ساعت|时间|几点",
    "code": "code|کد|代码|验证码",
    "password": "password|passcode|pin|رمز|گذرواژه|پسورد|密码",
    "account": "account|حساب|账户|账号",
    "card": "card|کارت|卡",
    "tracking": "tracking|پیگیری|رهگیری|快递|运单",
    "invoice": "invoice|فاکتور|发票",
    "birthday": "birthday|birth|تولد|生日",
    "flight": "flight|پرواز|航班",
    "room": "room|اتاق|房间",
    "colour": "colour|color|رنگ|颜色",
}
"""concept -> its words in all languages, folded; a question in one language so finds what was
said in another."""

KINDS: Mapping[str, frozenset[str]] = {
    "number": frozenset({"id", "number", "phone", "symbol", "version"}),
    "fee": frozenset({"price", "quantity", "number", "id"}),
    "price": frozenset({"price", "quantity", "number"}),
    "pay": frozenset({"price", "quantity", "number"}),
    "phone": frozenset({"phone", "number"}),
    "email": frozenset({"email"}),
    "date": frozenset({"date", "time"}),
    "when": frozenset({"date", "time"}),
    "birthday": frozenset({"date"}),
    "time": frozenset({"time", "date"}),
    "code": frozenset({"id", "number", "code", "symbol", "quote"}),
    "password": frozenset({"id", "number", "code", "symbol", "quote"}),
    "tracking": frozenset({"id", "number"}),
    "invoice": frozenset({"id", "number"}),
    "flight": frozenset({"id", "number"}),
    "room": frozenset({"id", "number"}),
}
"""concept -> the kinds of value that answer a question about it."""

VAGUE = frozenset({"number", "price", "pay", "date", "when", "time", "code"})
"""Of these a question means any of the kind; of all others in KINDS the very thing."""

NUMBERED = frozenset(
    {"phone", "email", "tracking", "invoice", "account", "card", "flight", "room"}
    | {"password", "birthday", "fee"}
)
"""A value called one of these is not the number of anything else."""

_PEOPLE = (
    "friend wife husband mother father brother sister colleague boss son daughter partner "
    "his her their him he she friends mom mum dad uncle aunt cousin neighbour neighbor "
    "roommate client customer someone somebody guy man woman lady teacher manager grandmother "
    "grandfather niece nephew buddy someone's "
    "دوست دوستم همسرم مادرم پدرم برادرم خواهرم همکار همکارم دخترم پسرم "
    "مادر پدر برادر خواهر همسر همسایه مشتری خانم آقای خاله دایی عمو عمه مامان بابا رئیسم "
    "朋友 妈妈 爸爸 母亲 父亲 邻居 客户 顾客 室友 叔叔 阿姨 妻子 老婆 丈夫 老公 同事 "
    "哥哥 姐姐 弟弟 妹妹 女儿 儿子 老板"
)
PEOPLE = frozenset(_PEOPLE.split())
"""Where one of these is named, the value is somebody else's."""

_STOP = (
    "what what's whats is was are were be been the a an of for to in on at by from and or but it "
    "its this that these those tell remind please do does did you know remember can could would "
    "will which who whose where how much many about have has had again said say told give so as "
    "چیه چیست چی چه بود بودم است هست هستم هستش شد شده رو را و در به از که این آن اون یادت یادته "
    "یاد میدونی می دانی بگو بگی لطفا چقدر چقدره چند چنده کدام کدوم کجا کجاست چطور چرا آیا برای با "
    "هم ه ی تو ما بهت گفتم گفته ام دارم داشتم میشه شود ای داشت داره دارد توانی میتوانی میتونی "
    "بگویی بگویید باشه باش هستند بوده خود خودمون بدانم بدم یادآوری کن "
    "me us you're i'd want need like please's me's let again number's told gave mention mentioned "
    "get got just only also now currently exactly actual actually please, ok okay hey hi well "
    "they them اش شان دادم دادند کردند گرفت گرفتند "
    "forgot forget forgotten pls plz placed made hafez حافظ فراموش کردم"
)
STOP = frozenset(_STOP.split())
_HAN_STOP = (
    "记住 别忘了 帮我 一个 "
    "是多少 是什么 多少钱 多少 什么 请问 告诉 记得 知道 还 请 的 是 了 吗 呢 啊 吧 在 有 "
    "你 给 说 过 和 叫 为 能 把 一下 哪 几 那 这 就 也 我们 到底 究竟 现在 上次 刚才 之前 一共"
)
HAN_STOP = tuple(_HAN_STOP.split())
_NO_NAMES = (
    "note notes remember please update reminder info information question answer order correction "
    "fyi ps hi hello hey sorry also here keep record save memo attention important thanks today "
    "yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february "
    "march april may june july august september october november december mr mrs ms for the and "
    "in on at no yes my our this that it its there we you he she they then so but ok okay well "
    "نکته توجه یادداشت سلام ببخشید اصلاح راستی باشه یادت "
    "记住 请记住 注意 备注 提醒 更正 你好 对不起 补充"
)
NO_NAMES = frozenset(_NO_NAMES.split())
"""Words that begin a message, or are written with a capital, and name nobody."""
TELLS = (
    r"\b(?:remember|keep|note|save|memori[sz]e|forget|(?:know|told you) that)\b"
    r"|یادت باش|یادت بم|به خاطر بسپار|فراموش نکن|记住|别忘|记下"
)
"""With a value in it, what asks for this tells something, question mark or not."""
IDIOMS = r"\bin order (?:to|that|for)\b|\b(?:in good|out of|on the|in the|made to) order\b"
"""Phrases whose words do not mean what they mean alone."""
PERSIAN_ENDINGS = ("هایم", "های", "ها", "ام", "اش", "ات", "م", "ش", "ت", "ی", "و")
MINE_ENDINGS = frozenset({"هایم", "ام", "م"})

ASKS = (
    r"[?؟？]\s*$"
    r"|^\s*(?:what|who|whose|when|where|which|how|why|do|does|did|is|are|was|were|can|could|will"
    r"|would|tell me|remind me)\b"
    r"|(?:^|\s)(?:چیه|چیست|چی|چند|چنده|چقدر|چقدره|کجا|کجاست|کدام|کدوم|چطور|چرا|آیا|بگو|بگویی|بگویید|بگی|یادته|یادت)"
    r"(?:\s|$)"
    r"|什么|多少|哪|谁|怎么|[吗呢]\s*$|告诉我"
)
SMALL_TALK = (
    r"\bhow(?:'s| are| is) (?:you|it going|things|life|your day)\b|\bwhat'?s up\b|\bhow do you do\b"
    r"|\bwho are you\b|\bwhat(?: can|'s| is| are)? you(?:r name)?\b.{0,12}$"
    r"|حالت?\s*(?:چطور|خوب)|چطوری|خوبی|چه خبر|کی هستی|اسمت چیه"
    r"|你好吗|你怎么样|最近怎么样|你是谁|你叫什么"
)

GREETING = (
    r"^\s*(?:hi|hello|hey|good (?:morning|evening)|سلام|درود|صبح بخیر|شب بخیر|你好|您好|早上好)"
    r"[\s!.！。]*$"
)
THANKS = r"^\s*(?:thanks|thank you|thx|ممنون|مرسی|متشکرم|سپاس|谢谢|多谢)[\s!.！。]*$"


@dataclass(frozen=True, slots=True)
class Sentences:
    """What the responder says in one language; braces name what is filled in."""

    told: str
    answered: str
    kept: str
    unknown: str
    noted: str
    small_talk: str
    greeting: str
    welcome: str


def day_of(moment: datetime, language: Language) -> str:
    """The day as people of that language write it, in digits that any reader knows. No digits
    with hyphens in Persian: among its letters 2026-11-29 is shown as 29-11-2026."""
    if language == "zh":
        return f"{moment.month}月{moment.day}日"
    return f"{moment.day} {_MONTHS[language].split()[moment.month - 1]}"


_MONTHS: Mapping[Language, str] = {
    "en": "January February March April May June July August September October November December",
    "fa": "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
}

SAYS: Mapping[Language, Sentences] = {
    "en": Sentences(
        told="you told me on {day}: “{clause}”",
        answered="I said on {day}: “{clause}”",
        kept="from what I keep of our chat: “{clause}”",
        unknown="I do not know that: I found nothing about it in what you told me.",
        noted="Noted.",
        small_talk="I am well, thank you. Tell me something to keep, or ask me what you told me.",
        greeting="Hello! Tell me something to keep, or ask me what you told me.",
        welcome="You are welcome.",
    ),
    "fa": Sentences(
        told="در {day} به من گفتی: «{clause}»",
        answered="در {day} گفتم: «{clause}»",
        kept="از آنچه از گفت‌وگویمان نگه داشته‌ام: «{clause}»",
        unknown="این را نمی‌دانم: در حرف‌هایت چیزی درباره‌اش پیدا نکردم.",
        noted="یادم می‌ماند.",
        small_talk="خوبم، ممنون. چیزی بگو تا یادم بماند، یا بپرس چه گفته بودی.",
        greeting="سلام! چیزی بگو تا یادم بماند، یا بپرس چه گفته بودی.",
        welcome="خواهش می‌کنم.",
    ),
    "zh": Sentences(
        told="你在{day}告诉我：“{clause}”",
        answered="我在{day}说过：“{clause}”",
        kept="我记下的内容：“{clause}”",
        unknown="这个我不知道：在你告诉我的话里没有找到。",
        noted="记住了。",
        small_talk="我很好，谢谢。告诉我要记住的事，或者问我你说过什么。",
        greeting="你好！告诉我要记住的事，或者问我你说过什么。",
        welcome="不客气。",
    ),
}
