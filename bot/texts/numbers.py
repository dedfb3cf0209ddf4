"""Numbers of ours as a language writes them, alone and with what they count. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def _pairs(plain: str, shown: str) -> dict[int, str]:
    return {ord(old): new for old, new in zip(plain, shown, strict=True)}


_WRITTEN: Mapping[str, dict[int, str]] = {
    "fa": _pairs("0123456789,", "۰۱۲۳۴۵۶۷۸۹٬"),
    "ar": _pairs("0123456789,", "٠١٢٣٤٥٦٧٨٩٬"),
    "ru": _pairs(",", "\u00a0"),
}

FORMS: Mapping[str, int] = {"en": 2, "fa": 1, "zh": 1, "ru": 3, "ar": 6}
"""How many forms of a counted word each language tells apart."""


def written(value: int, language: str) -> str:
    """ "1,234", "۱٬۲۳۴", "1 234"."""
    return f"{value:,}".translate(_WRITTEN.get(language, {}))


def digits(text: str, language: str) -> str:
    """A text of ours, such as a date, with the language's digits."""
    own = {sign: new for sign, new in _WRITTEN.get(language, {}).items() if chr(sign).isdecimal()}
    return text.translate(own)


class Counted:
    """An integer in a sentence: `{n}` is the number alone; `{n:# word|# words}` the form for it,
    with the number at the #. Forms go from one to many; Arabic's begin with those for none, one
    and two. Raises ValueError where a language's forms are not all given."""

    def __init__(self, value: int, language: str) -> None:
        self._value = value
        self._language = language

    def __format__(self, forms: str) -> str:
        number = written(self._value, self._language)
        if not forms:
            return number
        given = forms.split("|")
        if len(given) != FORMS[self._language]:
            raise ValueError(f"{self._language} wants {FORMS[self._language]} forms")
        return given[_FORM[self._language](abs(self._value))].replace("#", number)


def _one_or_many(value: int) -> int:
    return 0 if value == 1 else 1


def _russian(value: int) -> int:
    last, two = value % 10, value % 100
    if last == 1 and two != 11:
        return 0
    return 1 if last in (2, 3, 4) and two not in (12, 13, 14) else 2


def _arabic(value: int) -> int:
    """None, one, two, a few (103 counts like 3), many (111 like 11), and hundreds."""
    if value <= 2:
        return value
    two = value % 100
    if 3 <= two <= 10:
        return 3
    return 4 if two >= 11 else 5


_FORM: Mapping[str, Callable[[int], int]] = {
    "en": _one_or_many,
    "fa": lambda _: 0,
    "zh": lambda _: 0,
    "ru": _russian,
    "ar": _arabic,
}
