"""Search keys in every script: text folded, then cut into the units that are compared.

Keys are for comparing only; what was written is never replaced by them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

import regex

# Letters that Arabic and Persian keyboards write differently, to one Persian form. Alef with
# hamza or madda, waw and yeh with hamza lose their mark with the other combining marks.
_SAME_LETTER = str.maketrans(
    {
        "ي": "ی",
        "ى": "ی",
        "ې": "ی",
        "ك": "ک",
        "ٱ": "ا",
        "ة": "ه",
        "ە": "ه",
        "ہ": "ه",
        "ھ": "ه",
        "ـ": None,
        "\u200c": " ",  # the zero-width non-joiner parts the words of a Persian compound
    }
)
# Marks that decorate a letter; the sound marks of kana are part of it, and so are the vowel
# signs of the Indic scripts, which are no script's common property.
_DECORATION = regex.compile(
    r"[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309A]]",
    regex.V1,
)
_INVISIBLE = regex.compile(r"\p{Cf}")
_DIGIT = regex.compile(r"[\p{Nd}--[0-9]]", regex.V1)
_THOUSANDS = regex.compile(r"(?<=[0-9])[,٬،'’_](?=[0-9]{3}(?![0-9]))")
UNSPACED = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\u30FC\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
)
"""Letters of scripts written without spaces, for use inside a class of an expression."""
_UNSPACED_UNIT = regex.compile(rf"[{UNSPACED}]", regex.V1)
_UNIT = regex.compile(rf"[{UNSPACED}]\p{{M}}*|[[\w]--[{UNSPACED}]]+", regex.V1)


def folded(text: str) -> str:
    """One form for everything that reads the same: compatibility forms, case, Arabic and
    Persian letters, the digits of all scripts, marks and invisible characters."""
    parted = unicodedata.normalize("NFKD", text).translate(_SAME_LETTER)
    bare = _DECORATION.sub("", _INVISIBLE.sub("", parted))
    plain = unicodedata.normalize("NFKC", bare.casefold()).translate(_SAME_LETTER)
    return _THOUSANDS.sub("", _DIGIT.sub(_ascii_digit, plain))


def _ascii_digit(match: regex.Match[str]) -> str:
    return str(unicodedata.decimal(match[0]))


def units(text: str) -> list[str]:
    """The folded words of a text, in order; scripts written without spaces (Chinese, Japanese,
    Korean, Thai …) come one character at a time, so that pairs of neighbours make words."""
    return _UNIT.findall(folded(text))


def terms(text: str) -> list[str]:
    """The keys of word search: single units, pairs of neighbours, and in unspaced scripts threes
    as well (我的订 tells "my order" from other people's, which no pair of characters does)."""
    found = units(text)
    return [*found, *map(" ".join, pairwise(found)), *_unspaced_threes(found)]


def _unspaced_threes(found: list[str]) -> Iterator[str]:
    unspaced = [_UNSPACED_UNIT.match(unit) is not None for unit in found]
    for start in range(len(found) - 2):
        if all(unspaced[start : start + 3]):
            yield " ".join(found[start : start + 3])
