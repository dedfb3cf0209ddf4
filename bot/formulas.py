"""Formulas as people read them in a chat: `x^2` is x², `\\alpha` α; where that would lose
anything, as written."""

from __future__ import annotations

import re
from unicodedata import normalize

from telegramify_markdown.latex_escape.helper import LatexToUnicodeHelper

MOST_CHARACTERS = 400
_COMMAND = re.compile(r"\\[A-Za-z]+")
_READER = LatexToUnicodeHelper()


def readable(formula: str) -> str:
    """`formula` without its marks."""
    formula = formula.strip()
    if len(formula) > MOST_CHARACTERS or formula.count("{") != formula.count("}"):
        return formula
    shown = str(_READER.convert(formula)).strip()  # type: ignore[no-untyped-call]  # it has no types
    return shown if "\\" not in shown and _letters(formula) == _letters(shown) else formula


def _letters(formula: str) -> str:
    """What must still be there: ASCII letters and digits outside commands, in order."""
    plain = normalize("NFKD", re.sub(r"\\(?:begin|end)\{\w+\}", "", formula))
    return "".join(re.findall(r"[A-Za-z0-9]", _COMMAND.sub("", plain)))
