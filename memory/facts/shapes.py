"""Says what a chain looks like: a number, a date, a code, a name with an underscore, a word."""

from __future__ import annotations

from typing import Literal

import regex

from memory.remembered import remembered

Shape = Literal[
    "word", "number", "date", "clock", "size", "ordinal", "version", "ip", "id", "symbol", "path"
]
LONGEST_SHAPED = 200
"""A longer chain is not looked into: with a digit it is an id, kept whole."""

_REMEMBERED_CHAINS = 1 << 13

_DIGIT = regex.compile(r"\p{Nd}")
_DAY = r"\p{Nd}{1,2}"
_TIME = rf"{_DAY}[:：]\p{{Nd}}{{2}}"
_FILES = (
    "py|js|ts|json|ya?ml|toml|md|txt|csv|pdf|docx?|xlsx?|png|jpe?g|gif|mp[34]|zip|gz|tar|sh|sql|db"
    "|log|html?|css|xml|ini|cfg|env|exe|apk|ipynb|lua|rs|go|java|cpp|conf"
)
_EXPRESSIONS: tuple[tuple[Shape, str], ...] = (
    ("ip", r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5}|/[0-9]{1,2})?"),
    ("date", rf"\p{{Nd}}{{4}}([-/.−–]){_DAY}\1{_DAY}(?:T{_TIME}(?::[\p{{Nd}}.]+)?Z?)?"),
    ("date", rf"{_DAY}([-/.]){_DAY}\1(?:\p{{Nd}}{{4}}|\p{{Nd}}{{2}})"),
    ("clock", rf"{_TIME}(?:[:：]\p{{Nd}}{{2}}(?:[.,]\p{{Nd}}+)?)?(?:[-–—－−~]{_TIME})?"),
    ("size", r"\p{Nd}+(?:[.,]\p{Nd}+)?(?:x\p{Nd}+(?:[.,]\p{Nd}+)?)+"),
    ("ordinal", r"\p{Nd}+(?:st|nd|rd|th)"),
    ("number", r"\p{Nd}{1,3}(?:\.\p{Nd}{3})+(?:,\p{Nd}+)?"),
    ("version", r"v\.?[0-9]+(?:\.[0-9a-z]+)*+(?:-[0-9a-z.]+)?"),
    ("version", r"[0-9]+(?:\.[0-9]+){2,}+(?:[-.]?(?:rc|a|b|alpha|beta|dev|post)[-.]?[0-9]*)?"),
    ("number", r"\.?\p{Nd}++(?:[.,٬٫،'’/:：–—－−_-]\p{Nd}++)*+"),
    ("number", r"\p{Nd}++(?:[.,٫]\p{Nd}++)?e[-+−]?\p{Nd}++"),
    ("path", r"(?:[\w.-]+/)+[\w.-]*\.[a-z][a-z0-9]{0,7}"),
    ("path", rf"[\w.-]*\.(?:{_FILES})"),
)
_SHAPES = tuple((shape, regex.compile(text, regex.IGNORECASE)) for shape, text in _EXPRESSIONS)
_NAMED = regex.compile(r"_*[A-Za-z0-9]++(?:[_.-]++[A-Za-z0-9]++)*+_*")
_CAMEL = regex.compile(r"[a-z]++[A-Z]|[A-Z]++[a-z]++[A-Z]")


def shape_of(chain: str) -> Shape:
    """What a chain is, by its letters and digits alone."""
    if chain.isalpha():
        return "symbol" if _is_camel(chain) else "word"
    if len(chain) > LONGEST_SHAPED:
        return "id" if has_digit(chain) else "word"
    return _shape(chain)


@remembered(_REMEMBERED_CHAINS)
def _shape(chain: str) -> Shape:
    for shape, pattern in _SHAPES:
        if pattern.fullmatch(chain):
            return shape
    if "_" in chain.strip("_") and _NAMED.fullmatch(chain):
        return "symbol"
    return "id" if has_digit(chain) else "word"


def _is_camel(word: str) -> bool:
    """CamelCase, as tools, fields and variables are called."""
    return not word[1:].islower() and not word.isupper() and _CAMEL.match(word) is not None


def has_digit(text: str) -> bool:
    return _DIGIT.search(text) is not None


def digits_in(text: str) -> int:
    return sum(1 for _ in _DIGIT.finditer(text))
