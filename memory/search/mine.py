"""What a user calls their own: "my order number", «شماره سفارش من», 我的订单号.

"My" stands in too many texts to be a key. Together with the words beside it, it tells the user's
own things from other people's, which have the same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memory.search.keys import is_run, kept, keys

_MY_BEFORE = frozenset(["my", "our"])
_MY_AFTER = frozenset(["من", "ما"])
_MY_IN_RUN = "我的"
_REACH = 2
"""So many words beside it are what it is about, unless a stop word comes between."""


def called_mine(tokens: Sequence[str]) -> list[str]:
    """The keys of what these words (of one text, in order) call the speaker's own, each once."""
    return list(dict.fromkeys(_called_mine(tokens)))


def _called_mine(tokens: Sequence[str]) -> Iterator[str]:
    for i, token in enumerate(tokens):
        if token in _MY_BEFORE:
            yield from _words(tokens[i + 1 : i + 1 + _REACH])
        elif token in _MY_AFTER:
            yield from _words(tokens[max(0, i - _REACH) : i][::-1])
        elif is_run(token):
            for thing in token.split(_MY_IN_RUN)[1:]:
                yield from keys(thing[: _REACH + 1]) if thing else ()


def _words(beside: Sequence[str]) -> Iterator[str]:
    for token in beside:
        if not kept(token):
            return
        yield from keys(kept(token)[0])
