"""The words by which sorts of messages are told apart: English, Persian, Chinese.

Few and general on purpose. They are written as words are folded (memory.words): without marks,
"dont" for "don't" is two words there, Persian with plain spaces. Where a language is missing, only
question marks, emoji and length are understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.search.keys import is_run, tokens
from memory.words import folded


@dataclass(frozen=True, slots=True)
class Signs:
    """spaced: words with a space on either side · unspaced: pieces of scripts without spaces."""

    spaced: tuple[str, ...]
    unspaced: tuple[str, ...]

    def anywhere(self, said: Heard) -> bool:
        return any(s in said.spaced for s in self.spaced) or any(
            s in said.unspaced for s in self.unspaced
        )

    def first(self, said: Heard) -> bool:
        return said.spaced.startswith(self.spaced) or said.unspaced.startswith(self.unspaced)

    def last(self, said: Heard) -> bool:
        return said.spaced.endswith(self.spaced)


@dataclass(frozen=True, slots=True)
class Heard:
    """A text as signs are looked for in it: its words, with spaces between and without."""

    words: Sequence[str]
    spaced: str
    unspaced: str


def heard(text: str) -> Heard:
    found = tokens(folded(text))
    return Heard(found, f" {' '.join(found)} ", "".join(found))


def _signs(*lines: str) -> Signs:
    found = [sign.strip() for line in lines for sign in line.split("|")]
    spaced = tuple(f" {sign} " for sign in found if not is_run(sign))
    return Signs(spaced, tuple(sign for sign in found if is_run(sign)))


CORRECTING_FIRST = _signs(
    "no | nope | actually | wait | correction | sorry i | oops",
    "نه | نخیر | در واقع | ببخشید منظورم | اصلاح",
    "不对 | 不是 | 其实 | 更正 | 错了",
)
CORRECTING = _signs(
    "i meant | i mean | i was wrong | that is wrong | thats wrong | that s wrong",
    "منظورم | اشتباه گفتم | اشتباه شد | غلط گفتم | درستش",
    "我是说 | 我的意思是 | 说错 | 搞错 | 记错",
)
LOOKING_BACK = _signs(
    "remember | did i say | did i tell | did i mention | i told you | i said | did you say",
    "you said | did we | we talked | we discussed | we decided | we agreed | last time | earlier",
    "یادت | یادته | گفتم | گفتی | گفتیم | گفته بودم | گفته بودی | قرار شد | دفعه قبل | قبلا",
    "记得 | 我说过 | 我告诉过 | 你说过 | 我们说过 | 我说的 | 你说的 | 之前 | 上次 | 我们决定",
)
MINE = _signs("my | mine | our | ours", "من | مال ما", "我的 | 我家 | 我们的")
FOLLOWING_FIRST = _signs(
    "and | why | how so | what about | how about | then | so | really | more | go on | continue",
    "it | that | this | one | which one | for example | like what | explain more | tell me more",
    "چرا | خب | پس | و | یعنی | ادامه | بیشتر | چطور | کدومش | مثلا | واقعا | بعدش",
    "为什么 | 然后 | 那 | 继续 | 还有 | 比如 | 真的 | 怎么会 | 再",
)
SMALL_TALK = _signs(
    "hi | hello | hey | thanks | thank you | thx | ok | okay | bye | goodbye | good morning",
    "good night | good evening | lol | haha | nice | great | cool | perfect | yes | no | sure",
    "سلام | درود | ممنون | مرسی | متشکرم | خداحافظ | باشه | اوکی | صبح بخیر | شب بخیر | خوبی",
    "صبح به خیر | شب به خیر | عالی | بله | نه | چشم | دمت گرم | خسته نباشید",
    "你好 | 您好 | 谢谢 | 再见 | 早上好 | 晚上好 | 晚安 | 哈哈 | 好的 | 嗯 | 不客气 | 太好了",
)
ASKING_TO_DO_FIRST = _signs(
    "please | can you | could you | would you | write | make | give | show | translate | explain",
    "summarize | summarise | help | list | draw | find | fix | create | draft | suggest | send",
    "لطفا | میشه | می شه | ترجمه | بنویس | بساز | کمک | خلاصه | پیشنهاد | فهرست",
    "请 | 帮我 | 帮忙 | 给我 | 写 | 翻译 | 解释 | 列出 | 总结 | 画 | 替我 | 推荐",
)
ASKING_TO_DO_LAST = _signs("please | بنویس | بده | کن | بساز | بگو | کنید | بفرست")
ASKING_FIRST = _signs(
    "what | who | whom | whose | which | when | where | why | how | is | are | was | were | do",
    "does | did | can | could | should | will | would | have | has",
    "ایا | چه | چی | کی | کجا | کدام | چند | چقدر | چطور | چگونه | چرا | چیست | کیست",
)
ASKING = _signs(
    "چیه | چیست | کجاست | کیه | چنده | چقدره | چی بود | چه بود | کی بود | کجا بود",
    "吗 | 呢 | 什么 | 谁 | 哪 | 几 | 多少 | 怎么 | 为什么 | 是不是 | 有没有",
)
