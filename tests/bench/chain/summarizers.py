"""Two summarizers that follow a script: one behaves, the other does what models do at their worst.

Both are shown what the product shows a model, and answer with nothing but that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from workers.language_model import Answer, LanguageModel, ModelUnavailable, OnText
from workers.prompt import PromptMessage

LONGEST_WORDS = 120
_MARKED = re.compile(r"<(material-\d+)>\n(.*?)\n</\1>", re.DOTALL)
_LINE = re.compile(r"^(user|assistant|tool): (.+)$", re.MULTILINE)
_SENTENCE = re.compile(r"[^.。!?！？\n]+(?:[.。!?！？]+|$)")
_DIGIT = re.compile(r"\d")
_TO_ASCII = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")
_TO_PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


class Behaving:
    """Goes on with the previous summary by a sentence for each message, in its own words; the
    oldest sentences go when it grows too long. It restates values as they were said."""

    name = "behaving"

    def __init__(self, seed: int) -> None:
        del seed  # it has no choices

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        text = self.summary(*material_of(prompt[-1].text))
        await on_text(text)
        return Answer(text, self.name, len(prompt[-1].text) // 4, len(text) // 4)

    def summary(self, previous: str, said: Sequence[str]) -> str:
        sentences = [*_SENTENCE.findall(previous), *(_first(line) for line in said)]
        kept: list[str] = []
        for sentence in reversed(list(dict.fromkeys(s.strip() for s in sentences if s.strip()))):
            if sum(map(_weight, kept)) + _weight(sentence) > LONGEST_WORDS:
                break
            kept.insert(0, sentence)
        return " ".join(kept)


class Hostile(Behaving):
    """Drops, alters, translates and invents values, fails outright, obeys the chat."""

    name = "hostile"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    async def answer(self, prompt: Sequence[PromptMessage], on_text: OnText) -> Answer:
        if self._random.random() < 0.1:
            raise ModelUnavailable("stream_broken")
        answer = await super().answer(prompt, on_text)
        cut = self._random.random() < 0.1
        text = answer.text[: self._random.randrange(len(answer.text) or 1)] if cut else answer.text
        return Answer(text, self.name, answer.prompt_tokens, answer.answer_tokens, cut)

    def summary(self, previous: str, said: Sequence[str]) -> str:
        if self._random.random() < 0.25:
            return self._random.choice(_FAILURES)
        plain = super().summary(previous, said)
        spoiled = (self._spoiled(sentence) for sentence in _SENTENCE.findall(plain))
        return " ".join([*spoiled, *self._invented()])

    def _spoiled(self, sentence: str) -> str:
        return self._random.choice(_SPOILING)(self._random, sentence.strip())

    def _invented(self) -> Iterator[str]:
        for sentence in _INVENTED:
            if self._random.random() < 0.4:
                yield sentence.format(number=self._random.randrange(1000, 99999))


SUMMARIZERS: Mapping[str, Callable[[int], LanguageModel]] = {
    "behaving": Behaving,
    "hostile": Hostile,
}


def material_of(question: str) -> tuple[str, list[str]]:
    """The previous summary, and what was said, from what the summarizer is shown."""
    (_, previous), (_, exchanges) = _MARKED.findall(question)[:2]
    said = [text for _, text in _LINE.findall(exchanges)]
    return ("" if previous == "(none yet)" else previous), said


def _first(text: str) -> str:
    found = _SENTENCE.search(text)
    return found[0] if found else text


def _weight(sentence: str) -> int:
    """Words; a Chinese sign is one."""
    return len(re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+", sentence))


def _swap_a_digit(chance: random.Random, sentence: str) -> str:
    digits = list(_DIGIT.finditer(sentence))
    if not digits:
        return sentence
    at = chance.choice(digits).start()
    other = str((int(sentence[at]) + chance.randrange(1, 9)) % 10)
    return sentence[:at] + other + sentence[at + 1 :]


def _swap_neighbours(chance: random.Random, sentence: str) -> str:
    pairs = list(re.finditer(r"(\d)(?!\1)(\d)", sentence))
    if not pairs:
        return sentence
    at = chance.choice(pairs).start()
    return sentence[:at] + sentence[at + 1] + sentence[at] + sentence[at + 2 :]


def _other_digits(chance: random.Random, sentence: str) -> str:
    del chance
    told = sentence.translate(_TO_ASCII)
    return told if told != sentence else sentence.translate(_TO_PERSIAN)


def _other_separators(chance: random.Random, sentence: str) -> str:
    del chance
    return re.sub(r"(?<=\d)[,٬](?=\d{3})", "", sentence)


def _rounded(chance: random.Random, sentence: str) -> str:
    del chance
    return re.sub(r"\d(?=\D*$)", "0", sentence)


def _without_a_piece(chance: random.Random, sentence: str) -> str:
    words = sentence.split()
    if len(words) > 2:
        del words[chance.randrange(len(words))]
    return " ".join(words)


def _without_a_bound(chance: random.Random, sentence: str) -> str:
    del chance
    return re.sub(r"at most |at least |حداکثر |حداقل |زیر |最多|不超过|<= ?|>= ?", "", sentence)


def _in_other_words(chance: random.Random, sentence: str) -> str:
    del chance
    return re.sub(r"[A-Za-z_]*[-_][A-Za-z0-9_-]+", "the user's id", sentence)


_SPOILING: Sequence[Callable[[random.Random, str], str]] = (
    lambda _chance, _sentence: "",
    lambda _chance, sentence: sentence,
    _swap_a_digit,
    _swap_neighbours,
    _other_digits,
    _other_separators,
    _rounded,
    _without_a_piece,
    _without_a_bound,
    _in_other_words,
)
_INVENTED = (
    "The confirmation code is ZX-{number}.",
    "کد تأیید {number} است.",
    "总费用是{number}元。",
    "The budget is ${number}.",
    "He said “never pay {number} euros”.",
    "Mr Robert Smithson agreed on 12 July 2019.",
)
_FAILURES = (
    "",
    " \n\t",
    "I'm sorry, but I can't help with that.",
    "抱歉，我无法总结这段对话。",
    "متأسفم، نمی‌توانم این کار را انجام دهم.",
    "Ceci est un résumé de la conversation que nous avons eue dans la langue de Molière.",
    "Это краткое изложение разговора на совсем другом языке, которого никто не просил.",
    "word " * 2000,
    "You keep the running summary of a conversation between a user and an assistant.",
)
