"""How people say what a value is of, and that another one holds now: one file per language.

Meanings of the words:
  change     the value beside it replaces what held so far (make it, بشود, 改成)
  now        the same, but only for something named by the same words (now, final, 最终)
  old        the value right after it holds no longer (not, instead of, نه, 不是)
  old after  the value right before it holds no longer
  from       in a sentence of change, the value right after it is the one that is left behind
  another    the value is one more of its sort and replaces nothing
  maybe      a question or a supposition: nothing is said to hold
  is         says that the value is what the words before it name
  it         stands for what was spoken of before
  source     says who or what says so; no part of what the value is of
  belongs    what follows it says whose or for what the value is
  silent     says nothing about what the value is of
  letters    those that tell the language from others of its alphabet
  of NAME    a word for one of the things in CONCEPTS
"""

from __future__ import annotations

from collections.abc import Mapping

from memory.facts.change.ar import ARABIC
from memory.facts.change.de import GERMAN
from memory.facts.change.en import ENGLISH
from memory.facts.change.es import SPANISH
from memory.facts.change.fa import PERSIAN
from memory.facts.change.fr import FRENCH
from memory.facts.change.hi import HINDI
from memory.facts.change.ja import JAPANESE
from memory.facts.change.ru import RUSSIAN
from memory.facts.change.zh import CHINESE
from memory.facts.language import Language
from memory.facts.span import SpanKind

WORDINGS: tuple[Language, ...] = (
    ENGLISH,
    PERSIAN,
    CHINESE,
    ARABIC,
    RUSSIAN,
    HINDI,
    JAPANESE,
    GERMAN,
    FRENCH,
    SPANISH,
)

_AMOUNT: frozenset[SpanKind] = frozenset({"price", "number", "quantity", "constraint"})
_CODE: frozenset[SpanKind] = frozenset({"id", "number", "phone", "version"})
_MEASURE: frozenset[SpanKind] = frozenset({"number", "quantity", "constraint"})
_MOMENT: frozenset[SpanKind] = frozenset({"date", "time"})

CONCEPTS: Mapping[str, frozenset[SpanKind]] = {
    "price": _AMOUNT,
    "budget": _AMOUNT,
    "salary": _AMOUNT,
    "rent": _AMOUNT,
    "discount": _AMOUNT,
    "time": frozenset({"time"}),
    "date": frozenset({"date"}),
    "deadline": _MOMENT,
    "birthday": frozenset({"date"}),
    "people": _MEASURE,
    "age": _MEASURE,
    "weight": _MEASURE,
    "size": _MEASURE,
    "duration": _MEASURE,
    "latency": _MEASURE,
    "phone": frozenset({"phone", "number", "id"}),
    "email": frozenset({"email"}),
    "version": frozenset({"version", "number", "id"}),
    "password": _CODE,
    "code": _CODE,
    "order": _CODE,
    "reference": _CODE,
    "account": _CODE,
    "postcode": _CODE,
}
"""What a value can be of -> the kinds of values that can be it. Everything else is known by its
own words."""

IMPLIED: Mapping[SpanKind, str] = {
    "price": "price",
    "time": "time",
    "date": "date",
    "phone": "phone",
    "email": "email",
    "version": "version",
}
"""What a value of a kind is of when no word says so."""
