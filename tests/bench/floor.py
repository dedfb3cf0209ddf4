"""floor FILE…: how often the search says that nothing is relevant, where it should and where not.

`answered`: questions of the file; where nothing is recalled for one of them, that is a loss ·
`adversarial`: its questions of category 5, about what was not said · `elsewhere`: its questions,
asked of the file's next conversation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from memory.kind import Question
from memory.search.index import SearchIndex
from tests.bench._conversations import Asked, read_conversations
from tests.bench.fit import indexed


def shares(path: Path) -> dict[str, float]:
    """Group -> share of its questions for which nothing is recalled, though the search sees."""
    talks = read_conversations(path, unanswerable=True)
    indexes = [indexed(talk) for talk in talks]
    found: dict[str, list[bool]] = {"answered": [], "adversarial": [], "elsewhere": []}
    for talk, index in zip(talks, indexes, strict=True):
        for asked in talk.questions:
            group = "answered" if asked.answerable else "adversarial"
            found[group].append(_says_nothing(index, talk.question(asked)))
    pairs = pairwise([*zip(talks, indexes, strict=True), (talks[0], indexes[0])])
    for (talk, _), (other, index) in pairs:
        questions = (other.question(asked) for asked in _answerable(talk.questions))
        found["elsewhere"] += [_says_nothing(index, question) for question in questions]
    return {group: fmean(each) for group, each in found.items() if each}


def _answerable(questions: Sequence[Asked]) -> Iterator[Asked]:
    return (asked for asked in questions if asked.answerable)


def _says_nothing(index: SearchIndex, question: Question) -> bool:
    return not index.search(question, most=1) and index.sees(question)


def run(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench floor", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    for file in parser.parse_args(argv).files:
        print(file)
        for group, share in shares(Path(file)).items():
            print(f"  {group:12}{share:8.3f}")
    return 0
