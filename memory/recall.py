"""What goes into the prompt: a recipe's kinds share one token budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memory.conversation import Exchange, after
from memory.kind import Budget, Kind, Pick, Place, Question, Recollection, Revising
from memory.log import Log, log_of
from memory.pairs import newest_that_fit
from memory.rebuilding import States
from memory.recipes import Recipe
from memory.store import ChatMemory

# Held back from the recent part until the other kinds were asked; what they leave goes to it.
RESERVED: Mapping[Place, float] = {"context": 0.15, "recalled": 0.2}
RESERVED_IN_ALL = 0.5  # however many kinds a recipe has


@dataclass(frozen=True, slots=True)
class Context:
    """One text that stands before the talk, or, where it was `chosen` for the question, beside it
    (see Recollection); `kind` is the kind that wrote it."""

    kind: str
    text: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Recall:
    """context: facts and summary, in the recipe's order · recent: the newest exchanges word for
    word, an unbroken suffix of the log, oldest first · recalled: older ones, oldest first, none
    of them among `recent` · tokens: what all of it costs."""

    context: tuple[Context, ...] = ()
    recent: tuple[Exchange, ...] = ()
    recalled: tuple[Pick, ...] = ()
    tokens: int = 0


def recall(memory: ChatMemory, recipe: Recipe, question: Question, budget: Budget) -> Recall:
    """Let the recipe's kinds show what they remember, together within the budget.

    Newest exchanges first: as many as a recent kind wants, and all past the watermark. A talk
    that fits as a whole is shown as a whole, what is left goes to the other kinds. Otherwise the
    others have their reserves; and when what is wanted does not fit beside these, the room that
    they turn out not to need is given back and they are asked again with what is left.

    Of a log touches only what it shows, and what the kinds touch (memory/log.py).
    """
    log = log_of(memory.exchanges)
    states = States(replace(memory, exchanges=log))
    wanted = _Wanted(log, recipe, states, question, budget).count(covered(memory, recipe))
    others = [kind for kind in recipe.kinds if kind.place != "recent"]
    share = _Sharing(log, others, states, question, budget)
    if wanted == len(log) == len(newest_that_fit(log, wanted, budget)):
        return share.out(wanted, {kind.name: 0 for kind in others}).shown
    first = share.out(wanted, _reserves(others, budget))
    if len(first.shown.recent) == wanted:
        return first.shown
    return share.out(wanted, first.used).shown


def shows_all(memory: ChatMemory, recipe: Recipe, question: Question, budget: Budget) -> bool:
    """Whether the talk is going to be shown as a whole, so that nothing is left to recall."""
    log = log_of(memory.exchanges)
    states = States(replace(memory, exchanges=log))
    wanted = _Wanted(log, recipe, states, question, budget).count(covered(memory, recipe))
    return wanted == len(log) == len(newest_that_fit(log, wanted, budget))


def covered(memory: ChatMemory, recipe: Recipe) -> int:
    """Number of the last exchange that the recipe's summary really covers; 0 without one."""
    kind = recipe.learning
    return memory.covered_by(kind.name, kind.version) if kind else 0


def past_watermark(memory: ChatMemory, recipe: Recipe) -> Sequence[Exchange]:
    """The exchanges that the recipe's summary does not cover; all of them without a summary."""
    return after(memory.exchanges, covered(memory, recipe))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """How many of the newest exchanges should be shown word for word."""

    log: Log
    recipe: Recipe
    states: States
    question: Question
    budget: Budget

    def count(self, watermark: int) -> int:
        """As many as a recent kind wants, and all past the watermark. What it wanted beside these
        when the watermark moved stays until it moves again: so long the prompt only grows at its
        end, and the model's server finds the rest of it in its cache."""
        now = self._by_recent_kinds(self.log)
        if self.recipe.learning is None:
            return now
        then = self.log.up_to(watermark + self.recipe.keep_recent)
        since = len(self.log) - len(then)
        past = len(self.log.after(watermark))
        return max(now, past, since + self._by_recent_kinds(then))

    def _by_recent_kinds(self, log: Log) -> int:
        recent = (kind for kind in self.recipe.kinds if kind.place == "recent")
        shown = (
            kind.recall(log, self.states.of(kind), self.question, self.budget).picks
            for kind in recent
        )
        return max((_suffix(log, picks) for picks in shown), default=0)


def _reserves(others: Sequence[Kind], budget: Budget) -> dict[str, int]:
    """Kind's name -> tokens held back for it at first."""
    in_all = sum(RESERVED[kind.place] for kind in others)
    scale = budget.tokens * min(1.0, RESERVED_IN_ALL / in_all) if others else 0
    return {kind.name: int(RESERVED[kind.place] * scale) for kind in others}


def _suffix(log: Log, picks: Sequence[Pick]) -> int:
    """How many of the newest exchanges are among the picks without a gap."""
    picked = {pick.exchange.number for pick in picks}
    gaps = (i for i, number in enumerate(reversed(log.numbers)) if number not in picked)
    return next(gaps, len(log))


@dataclass(frozen=True, slots=True)
class _Shared:
    shown: Recall
    used: Mapping[str, int]  # kind's name -> tokens


@dataclass(frozen=True, slots=True)
class _Sharing:
    """One way through the budget: the recent part, then the other kinds in the recipe's order."""

    log: Log
    others: Sequence[Kind]
    states: States
    question: Question
    budget: Budget

    def out(self, wanted: int, reserves: Mapping[str, int]) -> _Shared:
        """Share the budget out. Each kind has its reserve for sure, and what those before it
        left over."""
        room = self.budget.tokens - sum(reserves.values())
        recent = newest_that_fit(self.log, wanted, self.budget.limited_to(room))
        hidden = self.log[: len(self.log) - len(recent)]
        shown = Recall(recent=recent, tokens=sum(map(self.budget.cost, recent)))
        used: dict[str, int] = {}
        for kind in self.others:
            later = sum(reserves[each.name] for each in self.others if each.name not in used)
            room = self.budget.tokens - shown.tokens - (later - reserves[kind.name])
            before = shown.tokens
            shown = self._with(shown, kind, hidden, self.budget.limited_to(room))
            used[kind.name] = shown.tokens - before
        return _Shared(_oldest_first(shown), used)

    def _with(self, shown: Recall, kind: Kind, hidden: Log, room: Budget) -> Recall:
        """What is shown so far and what this kind adds to it within its room."""
        free = hidden
        if kind.place == "recalled":
            free = hidden.without({pick.exchange.number for pick in shown.recalled})
        if not free and not self.states.stored(kind):
            return shown  # it knows nothing that is not shown as it was said
        state = self.states.of(kind)
        if isinstance(kind, Revising):
            state = kind.revised(state, self.log)
        found = kind.recall(free, state, self.question, room)
        if kind.place == "context":
            return _with_text(shown, kind, found, room)
        picks = _fitting(found.picks, free, room)
        cost = sum(room.cost(pick.exchange) for pick in picks)
        return replace(shown, recalled=(*shown.recalled, *picks), tokens=shown.tokens + cost)


def _with_text(shown: Recall, kind: Kind, found: Recollection, room: Budget) -> Recall:
    cost = room.count(found.text) if found.text else 0
    if not found.text or cost > room.tokens:
        return shown
    context = (*shown.context, Context(kind.name, found.text, found.chosen))
    return replace(shown, context=context, tokens=shown.tokens + cost)


def _fitting(picks: Sequence[Pick], free: Log, room: Budget) -> tuple[Pick, ...]:
    """The best picks, each exchange once, none that was not offered, within the room."""
    left, taken, kept = room.tokens, set[int](), []
    for pick in picks:
        number, cost = pick.exchange.number, room.cost(pick.exchange)
        if free.holds(number) and number not in taken and cost <= left:
            taken.add(number)
            left -= cost
            kept.append(pick)
    return tuple(kept)


def _oldest_first(shown: Recall) -> Recall:
    ordered = sorted(shown.recalled, key=lambda pick: pick.exchange.number)
    return replace(shown, recalled=tuple(ordered))
