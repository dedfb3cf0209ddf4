"""The small words that say whose something is and what sort of thing is asked for.

All as memory.words.units gives them: folded, Chinese one character at a time (pairs where a
word is a pair).
"""

from __future__ import annotations


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


MINE = _words("my mine me i our ours we", "من مال ما ام مان", "我 咱 俺")
OTHERS = _words("his her hers their theirs", "او اش ایشان", "他 她 它")
OWNABLE = _words(
    "شماره سفارش کد رزرو تلفن موبایل هزینه قیمت ادرس ایمیل نام اسم بودجه بلیت بلیط پرواز حساب",
    "کارت قرار جلسه تولد فاکتور",
)
"""What the Persian ending -م makes "my": سفارشم."""

SILENT = _words(
    "a an the is are was were be been am it its this that these those of for to in on at by and or",
    "but with what which who whom when where how much many do does did you your please tell",
    "remember know can could would will s so as from about again there has have had just now give",
    "است هست بود شد را که و در به از برای این ان چیست چیه چی چه کدام چند چنده چقدر چقدره بگو لطفا",
    "یادت میشه می شود کرد تان شما رو یه اش ام",
    "的 了 是 吗 呢 吧 在 有 和 请 问 什 么 多 少 哪 个 谁 几 你 还 记 得",
)

EVERY = _words(
    "all every everything each complete",
    "همه تمام کل تمامی همگی هر",
    "所有 全部 一切",
    "كل جميع",
    "все всё",
)
"""A question with one of these may want every value there is."""

ASKED_FOR: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        _words(
            "fee fees cost costs price prices pay paid charge amount budget total",
            "هزینه قیمت مبلغ کرایه نرخ بودجه پول",
            "费 钱 费用 价格 价钱 金额 预算 运费",
        ),
        frozenset({"price"}),
    ),
    (
        _words("number code id reference serial", "شماره کد شناسه", "号 码 编号 号码 单号"),
        frozenset({"id", "number", "phone", "version"}),
    ),
    (
        _words("when date day time", "تاریخ زمان ساعت روز کی", "时候 日期 时间 几点"),
        frozenset({"date", "time"}),
    ),
    (_words("phone mobile telephone", "تلفن موبایل", "电话 手机"), frozenset({"phone"})),
    (_words("email mail", "ایمیل", "邮箱 邮件"), frozenset({"email"})),
)
"""Words of a question -> the kinds of facts that answer it."""
