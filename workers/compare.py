"""python -m workers compare: what each kind of memory recalls for a question, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from memory.compare import BadComparison, Compared, Comparison, read_comparison
from workers.plain_printing import print_plainly

TEXT_WIDTH = 48


def run_compare(file: str, *, as_json: bool = False, every_kind: bool = False) -> int:
    """Print the comparison that `file` asks for and return 0; a file that cannot be used gives
    one sentence on standard error and 2. The table is about every kind there is, so that a new one
    is seen; JSON about those that the file is about, unless `every_kind`."""
    try:
        comparison = read_comparison(_read(Path(file)), every_kind=every_kind or not as_json)
        found = comparison.run()
    except BadComparison as error:
        print(f"{file}: {error}", file=sys.stderr)
        return 2
    print_plainly(_as_json(found) if as_json else "\n".join(_table(comparison, found)))
    return 0


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadComparison(f"The file cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise BadComparison("The file is not JSON in UTF-8.") from None


def _as_json(found: Sequence[Compared]) -> str:
    """Kind -> numbers of the exchanges it recalls, or the text that it shows."""
    shown = {each.kind: each.text or each.numbers for each in found if not each.broken}
    return json.dumps(shown, ensure_ascii=False)


def _table(comparison: Comparison, found: Sequence[Compared]) -> Iterator[str]:
    yield f"question: {comparison.question}"
    yield f"{'kind':10} {'exchange':>8} {'score':>7}  {'why':18} user"
    for each in found:
        yield from _rows(each)


def _rows(compared: Compared) -> Iterator[str]:
    if not compared.picks:
        text = compared.broken or compared.text or "nothing"
        for line in text.splitlines():
            yield f"{compared.kind:10} {'-':>8} {'-':>7}  {'':18} {line}"
    for pick in compared.picks:
        score = "-" if pick.score is None else f"{pick.score:.4f}"
        user = _short(pick.exchange.user)
        yield f"{compared.kind:10} {pick.exchange.number:>8} {score:>7}  {pick.why:18} {user}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TEXT_WIDTH else line[: TEXT_WIDTH - 1] + "…"
