"""Cuts a text into tokens in one pass: maximal runs first, so that everything after it is linear.

A token is one of: chain (Latin, Greek or Cyrillic letters and digits of any script, held together
by connectors: ORD-2026-88417, 1,299.00, 10:30), letters (a word of another alphabet), han (one
Chinese character), gap (white space or a zero-width joiner), break (white space with a line
break), sign (any other single character).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast

import regex

TokenKind = Literal["chain", "letters", "han", "gap", "break", "sign"]

_ATOM = r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Nd}_]\p{M}*+"
_TOKENS = regex.compile(
    rf"""
    (?P<chain> (?:{_ATOM})++
        (?: (?: (?<=\p{{Nd}}) [,٬٫،'’:–−·] (?=\p{{Nd}})
              | (?<=\p{{L}}) [·•] (?=[\p{{Latin}}\p{{Nd}}])
              | [-‐‑./@] (?=[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Nd}}_]) )
            (?:{_ATOM})++ )*+ )
  | (?P<han> [\p{{Han}}〇] )
  | (?P<letters> [[\p{{L}}\p{{M}}]--[\p{{Latin}}\p{{Greek}}\p{{Cyrillic}}\p{{Han}}]]++ )
  | (?P<break> [^\S\n]*+\n\s*+ )
  | (?P<gap> [\s\u200c\u200d\u200e\u200f\u2066-\u2069]++ )
  | (?P<sign> . )
    """,
    regex.VERBOSE | regex.DOTALL | regex.V1,
)
_SAME_LETTERS = str.maketrans("يىكةؤأإ", "ییکهواا")


def folded(word: str) -> str:
    """The form in which words are compared; never the form in which anything is kept."""
    plain = unicodedata.normalize("NFKC", word).casefold().translate(_SAME_LETTERS)
    return "".join(c for c in plain if unicodedata.category(c) != "Mn")


@dataclass(frozen=True, slots=True)
class Token:
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


def tokens_of(text: str, timeout_s: float | None = None) -> Tokens:
    """Raises TimeoutError when cutting takes longer than `timeout_s`."""
    return Tokens(text, tuple(_cut(text, timeout_s)))


def _cut(text: str, timeout_s: float | None) -> Iterator[Token]:
    for match in _TOKENS.finditer(text, timeout=timeout_s):
        kind = cast("TokenKind", match.lastgroup)
        start, end = match.span()
        yield Token(kind, start, end, folded(match.group()) if kind in _COMPARED else "")


_COMPARED = frozenset({"chain", "han", "letters", "sign"})
