"""Words that say nothing about what a text is about, and so are no search keys.

Small on purpose: rarity (idf) already tells most words that matter from those that do not.
Written as keys, that is folded: without marks, Persian yeh and kaf, a space for each joiner.
"""

from __future__ import annotations

ENGLISH = """
a an the this that these those and or but if so than then as of at by for from in into on onto
to up with about over out off i me my mine we us our ours you your yours he him his she her hers
it its they them their theirs am is are was were be been being do does did doing done have has
had having will would shall should can could may might must not no nor s t d m ll re ve what
which who whom whose when where why how there here just also too very some any all both each
im ive dont didnt don didn doesn isn wasn couldn wouldn won aren ain haven hasn shouldn
hey hi hello yeah yes oh ok okay wow thanks thank hmm please sure
really well lot thing things something much more most such other always get got gotten go let
"""

PERSIAN = """
و یا که را رو از به در با بر برای تا هم نیز این ان انها اینها چه چی چیست کی کیست کجا کدام چرا
چگونه چطور چند چقدر ایا است هست هستند نیست بود بودند باشد شد شده شود شوند می نمی ها های هایی ای
من تو او ما شما ایشان ام ات اش مان تان شان خود یک یه هر اگر اما ولی پس نه بله کرد کرده کردند کند
کنند کنم کنیم کنید کردن دارد دارند داشت داشته خواهد باید توسط دیگر همچنین بین یکی وی مورد انجام
قرار روی همه بسیار اند بوده
"""

CHINESE = """
我们 你们 他们 她们 什么 怎么 怎样 哪里 哪儿 哪些 哪个 哪 谁 多少 几 为什么 是否 有没有
那个 这个 那些 这些 一个 一下 还 记得 曾经 时候
的 了 是 在 我 你 他 她 它 们 吗 呢 吧 啊 呀 和 与 跟 就 都 也 很 不 没 有 过 着 把 被 对 给 到
说 去 会 能 要 这 那 个 么 得 地 之 为
"""

WORDS = frozenset((ENGLISH + PERSIAN).split())
"""Stop words of scripts that part words by spaces."""

UNSPACED = tuple(sorted(CHINESE.split(), key=lambda word: (-len(word), word)))
"""Stop words of scripts without spaces, the longest first."""
