"""Finds in a line what reads from left to right: Latin words, ids, numbers, code, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import bidirectional

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces with one space between them. words: Latin ones outside code and addresses ·
    harmless: shown in its order among right-to-left words without further signs."""

    start: int
    end: int
    words: int
    harmless: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two spaces, without the sentence's own signs around it. open, shut:
    nothing was taken off before, behind it, so that it goes on with its neighbour."""

    start: int
    end: int
    words: int
    plain: str
    open: bool
    shut: bool


_ADDRESS = r"(?:https?://|www\.)[^\s<>«»،؛]+"
_TOKEN = re.compile(rf"{_ADDRESS}|\S+", re.IGNORECASE)
_IS_ADDRESS = re.compile(_ADDRESS, re.IGNORECASE)
_LEADING = re.compile(r"[(\[{\"'«“‘¿¡*•◦▪☐☑│>,;:!?…،؛؟–—-]*")
_TRAILING = re.compile(r"[)\]}\"'»”’.,;:!?…،؛؟。–—]*\Z")
_LEFTWARD_WORD = re.compile(r"[\u0590-\u06ef\u200c\u06fa-\u08ff]+[.,:!]*")
_VALUE = re.compile(r"[0-9A-Za-z۰-۹]")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"[0-9۰-۹]+(?:[.,:/٫٬][0-9۰-۹]+)*[%٪]?")
_JOINING = re.compile(r"[+*/=<>&|×÷≈≤≥^~→-]{1,3}")
_PAIRS = {")": "(", "]": "[", "}": "{", '"': '"', "'": "'"}
_ITEM = re.compile(r"\s*(?:[•◦▪☐☑>]|\d{1,9}[.)])\s+(?:[☐☑]\s+)?")


def runs(line: str, code: Sequence[Range]) -> list[Run]:
    """In the order of the line; `code` is where inline code stands, taken as one piece each. A
    list's mark is none."""
    found: list[list[_Piece]] = []
    going = False
    for piece in _pieces(line, code):
        if piece is None:
            going = False
            continue
        if going and piece.open and line[found[-1][-1].end : piece.start] == " ":
            found[-1].append(piece)
        elif _VALUE.search(piece.plain):
            found.append([piece])
        else:
            continue
        going = piece.shut
    return [_run(_without_joining_end(pieces)) for pieces in found]


def content_of(line: str) -> str:
    """The line without the mark of a list."""
    mark = _ITEM.match(line)
    return line[mark.end() :] if mark else line


def _without_joining_end(pieces: list[_Piece]) -> list[_Piece]:
    while not _VALUE.search(pieces[-1].plain):
        pieces.pop()
    return pieces


def _run(pieces: Sequence[_Piece]) -> Run:
    letters = [bool(_LETTERS.fullmatch(piece.plain)) for piece in pieces]
    simple = all(
        only_letters or _NUMBER.fullmatch(piece.plain)
        for only_letters, piece in zip(letters, pieces, strict=True)
    )
    return Run(
        pieces[0].start,
        pieces[-1].end,
        sum(piece.words for piece in pieces),
        harmless=simple and (letters[0] or len(pieces) == 1),
    )


def _pieces(line: str, code: Sequence[Range]) -> Iterator[_Piece | None]:
    """None for what reads from right to left, or ends a run."""
    mark = _ITEM.match(line)
    at = mark.end() if mark else 0
    for start, end in (*code, (len(line), len(line))):
        yield from _tokens(line, at, start)
        if start < end:
            yield from _code_piece(line, start, end)
        at = max(at, end)


def _code_piece(line: str, start: int, end: int) -> Iterator[_Piece | None]:
    attached = (start > 0 and not line[start - 1].isspace()) or (
        end < len(line) and not line[end].isspace()
    )
    if attached:
        yield None
    yield _Piece(start, end, 0, _code_words(line[start:end]), not attached, not attached)


def _code_words(code: str) -> str:
    """As `plain`: code of one Latin word or number is harmless, any other is not."""
    return code if _LETTERS.fullmatch(code) or _NUMBER.fullmatch(code) else f"a-{code}"


def _tokens(line: str, at: int, end: int) -> Iterator[_Piece | None]:
    for token in _TOKEN.finditer(line, at, end):
        yield _piece(line, token.start(), token.end())


def _piece(line: str, start: int, end: int) -> _Piece | None:
    token = line[start:end]
    if _LEFTWARD_WORD.fullmatch(token):
        return None
    address = _IS_ADDRESS.match(token)
    lead = 0 if address else _length_of_lead(token)
    tail = _length_of_tail(token[lead:])
    plain = token[lead : len(token) - tail]
    if not address and any(bidirectional(sign) in ("R", "AL", "AN") for sign in plain):
        return None
    if not (_VALUE.search(plain) or _JOINING.fullmatch(plain)):
        return None
    return _Piece(
        start + lead,
        end - tail,
        0 if address else len(_LETTERS.findall(plain)),
        f"a-{plain}" if address else plain,
        lead == 0,
        tail == 0,
    )


def _length_of_lead(token: str) -> int:
    """The signs before a value that are the sentence's: not the bracket of (021), not a minus."""
    lead = _LEADING.match(token)
    taken = len(lead.group()) if lead else 0
    while taken and (token[taken - 1] == "-" or _is_closed(token, taken - 1)):
        taken -= 1
    return taken


def _is_closed(token: str, at: int) -> bool:
    closing = {"(": ")", "[": "]", "{": "}"}.get(token[at])
    inner = token.find(closing, at + 1) if closing else -1
    return 0 <= inner < len(token) - 1 or (closing == ")" and token[at + 1 : inner].isdigit())


def _length_of_tail(token: str) -> int:
    """The signs behind a value that are the sentence's: not a bracket that closes one of it."""
    tail = _TRAILING.search(token)
    kept = tail.start() if tail else len(token)
    while kept < len(token) and token[kept] in _PAIRS and _opens(token, kept):
        kept += 1
    return len(token) - kept


def _opens(token: str, closing: int) -> bool:
    opening = _PAIRS[token[closing]]
    before = token[:closing]
    if opening == token[closing]:
        return before.count(opening) % 2 == 1
    return before.count(opening) > before.count(token[closing])
