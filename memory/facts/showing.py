"""What of a ledger the prompt shows: all of it while it fits, else what answers, and the newest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memory.facts.fact import Fact
from memory.facts.known_ledger import KnownLedger
from memory.facts.lines import HEADS, Entry, Lines, Section, written
from memory.kind import NOTHING, Budget, Recollection

_MISSES = 20
"""After so many lines in a row that do not fit, none is tried any more."""
_MORE = "({} more are kept and not shown here; the user sees all with /facts.)"
_JOINED = 1.25
"""Lines may cost less together than apart; what costs more than this apart does not fit."""


def shown(known: KnownLedger, last: int, question: str, budget: Budget) -> Recollection:
    """Of the facts up to exchange `last`. What is looked at is bounded by the budget, not by how
    many facts there are."""
    return _Showing(known, last, question, budget).recollection()


@dataclass(frozen=True, slots=True)
class _Showing:
    known: KnownLedger
    last: int
    question: str
    budget: Budget

    def recollection(self) -> Recollection:
        lines = Lines(self.known.ledger.said, self.last)
        entries = self._all_if_they_fit(lines)
        if entries is None:
            return Recollection(text=self._chosen(lines), chosen=True)
        return Recollection(text=written(entries)) if entries else NOTHING

    def _all_if_they_fit(self, lines: Lines) -> list[Entry] | None:
        """All entries, None as soon as it is clear that they are too many."""
        entries, cost = list[Entry](), 0
        for entry in lines.all():
            entries.append(entry)
            cost += self.budget.count(entry.text)
            if cost > self.budget.tokens * _JOINED:
                return None
        return entries if self.budget.count(written(entries)) <= self.budget.tokens else None

    def _chosen(self, lines: Lines) -> str:
        kept = self._worth_most(lines)
        facts = self.known.ledger.said.count(self.last)
        while kept:
            more = facts - sum(len(entry.facts) for entry in kept)
            text = "\n".join([written(sorted(kept, key=self._place)), _MORE.format(more)])
            if self.budget.count(text) <= self.budget.tokens:
                return text
            kept.pop()
        return ""

    def _worth_most(self, lines: Lines) -> list[Entry]:
        """Entries that fit, those of most worth first."""
        left, misses = self.budget.tokens - self._frame(), 0
        kept, seen = list[Entry](), set[str]()
        for entry in self._by_worth(lines):
            if entry.facts[0].id in seen:
                continue
            seen.add(entry.facts[0].id)
            cost = self.budget.count(entry.text + "\n")
            misses = 0 if cost <= left else misses + 1
            if misses > _MISSES:
                break
            if not misses:
                kept.append(entry)
                left -= cost
        return kept

    def _by_worth(self, lines: Lines) -> Iterator[Entry]:
        """Those that answer the question, then the newest; what held once comes last."""
        near = self._near()
        yield from self._entries(lines, (f for f in near if f.status != "superseded"))
        over = self._entries(lines, (f for f in near if f.status == "superseded"))
        for entry in lines.newest_first():
            if entry.section == "history":
                yield from over
            yield entry

    def _near(self) -> list[Fact]:
        said, index = self.known.ledger.said, self.known.index
        index.grow(said.facts)
        ranked = index.near(said.facts, self.question)
        return [fact for fact, score in ranked if score > 0 and fact.exchange <= self.last]

    @staticmethod
    def _entries(lines: Lines, facts: Iterable[Fact]) -> Iterator[Entry]:
        return (entry for entry in map(lines.showing, facts) if entry is not None)

    def _frame(self) -> int:
        """Tokens of the headings, and of the word that there is more."""
        said = self.known.ledger.said
        there: dict[Section, bool] = {
            "holds": said.any_holds(self.last),
            "unsettled": bool(said.conflicting(self.last)),
            "history": said.any_over(self.last),
        }
        heads = [head for section, head in HEADS.items() if there[section]]
        return self.budget.count("\n".join([*heads, _MORE.format(len(said)), ""]))

    def _place(self, entry: Entry) -> tuple[int, int]:
        at = self.known.ledger.said.position(entry.facts[0].id)
        return list(HEADS).index(entry.section), at or 0
