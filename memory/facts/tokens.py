"""Cuts a text into tokens in one pass: maximal runs first, so that everything after it is linear.

A token is one of: chain (Latin, Greek or Cyrillic letters and digits of any script, held together
by connectors: ORD-2026-88417, 1,299.00, 10:30), letters (a word of another alphabet), han (one
Chinese or Japanese character), gap (white space or a zero-width joiner), break (white space with
a line break), sign (any other single character).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import regex

from memory.remembered import remembered

TokenKind = Literal["chain", "letters", "han", "gap", "break", "sign"]
Cutter = Callable[[str], tuple[str, ...]]
"""A chain -> the pieces that are tokens of their own; none leaves it whole."""

JOINER = "\u200c"
_CASED = r"\p{Latin}\p{Greek}\p{Cyrillic}"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉"
_ATOM = rf"[{_CASED}\p{{Nd}}_][\p{{M}}{_RAISED}]*+"
_ONE_BY_ONE = r"\p{Han}\p{Hiragana}\p{Katakana}〇ー"
_TOKENS = regex.compile(
    rf"""
    (?P<chain> (?: (?<![\w.]) \. (?=\p{{Nd}}) )? (?:{_ATOM})++
        (?: (?: (?<=\p{{Nd}}) [,٬٫،'’:：–—－·] (?=\p{{Nd}})
              | (?<=\p{{L}}) [·•] (?=[\p{{Latin}}\p{{Nd}}])
              | (?<=\p{{Nd}}o|^o|\Wo) ['’] (?=clock)
              | [-‐‑./@] (?=[{_CASED}\p{{Nd}}_]) )
            (?:{_ATOM})++ )*+ )
  | (?P<han> [{_ONE_BY_ONE}] )
  | (?P<letters> [[\p{{L}}\p{{M}}]--[{_CASED}{_ONE_BY_ONE}]]++ )
  | (?P<break> [^\S\n]*+\n\s*+ )
  | (?P<gap> [\s\u200c\u200d\u200e\u200f\u2066-\u2069]++ )
  | (?P<sign> . )
    """,
    regex.VERBOSE | regex.DOTALL | regex.V1,
)
_KINDS: dict[int, TokenKind] = {
    _TOKENS.groupindex[name]: name for name in ("chain", "han", "letters", "break", "gap", "sign")
}
_VOWEL_SIGNS = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670\u093c"
_SAME_LETTERS = str.maketrans("يىكةؤأإآ", "ییکهوااا", _VOWEL_SIGNS)
"""Letters that are typed for one another; signs that are written or left out at will."""
_REMEMBERED_WORDS = 1 << 15  # some 4 MB


@remembered(_REMEMBERED_WORDS)
def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold().translate(_SAME_LETTERS)


def folded(word: str) -> str:
    """The form in which words are compared; never the form in which anything is kept."""
    if word.isascii():
        return word.lower()
    return _folded(word) if len(word) <= 40 else _folded.__wrapped__(word)


class Token(NamedTuple):
    kind: TokenKind
    start: int
    end: int
    folded: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text and its tokens; positions are indexes into `all`."""

    text: str
    all: tuple[Token, ...]

    def __len__(self) -> int:
        return len(self.all)

    def written(self, at: int) -> str:
        token = self.all[at]
        return self.text[token.start : token.end]

    def kind(self, at: int) -> TokenKind | None:
        return self.all[at].kind if 0 <= at < len(self.all) else None

    def past_gap(self, at: int) -> int:
        """The position after one gap, or `at` itself where there is none."""
        return at + 1 if at < len(self.all) and self.all[at].kind == "gap" else at

    def before_gap(self, at: int) -> int:
        """The position of what stands before `at`, past one gap; -1 at the beginning."""
        return at - 2 if at > 0 and self.all[at - 1].kind == "gap" else at - 1

    def joined(self, at: int) -> bool:
        """Whether nothing that can be seen stands between the token and the one before it."""
        if at <= 0 or self.all[at - 1].kind in ("break", "sign"):
            return False
        return self.all[at - 1].kind != "gap" or not self.written(at - 1).strip(JOINER)


def tokens_of(text: str, timeout_s: float | None = None, cut: Cutter | None = None) -> Tokens:
    """Raises TimeoutError when cutting takes longer than `timeout_s`."""
    return Tokens(text, tuple(_cut(text, timeout_s, cut)))


def _cut(text: str, timeout_s: float | None, cut: Cutter | None) -> Iterator[Token]:
    for match in _TOKENS.finditer(text, timeout=timeout_s):
        kind = _KINDS[match.lastindex or 0]
        start, end = match.span()
        if kind in ("gap", "break"):
            yield Token(kind, start, end, "")
            continue
        word = text[start:end]
        if kind == "sign":
            yield Token(kind, start, end, word)  # № is not No
            continue
        pieces = cut(word) if cut is not None and kind == "chain" else ()
        for piece in pieces:
            named: TokenKind = kind if piece[0].isalnum() else "sign"
            yield Token(named, start, start + len(piece), folded(piece))
            start += len(piece)
        if not pieces:
            yield Token(kind, start, end, folded(word))
