"""docs/telegram.svg, persian.svg and group.svg: chats on Telegram, as their people saw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.pictures.bubbles import Bubble, colour_of
from tests.pictures.svg import DIM, LINE, PAGE, box, drawing, width_of, words
from tests.pictures.telegram_run import Seen, chats
from tests.pictures.telegram_scripts import MINA, NIKA, SARA, Person

PHONE, EDGE, HEAD, GAP, FACE = 396, 12, 52, 8, 30
WIDEST = 350
HAFEZ = "Hafez"


@dataclass(frozen=True)
class Screen:
    """What one person sees of a chat. shown: messages, and words that stand between them."""

    title: str
    below: str
    owner: Person
    shown: Sequence[Seen | str]
    group: bool = False

    @property
    def height(self) -> float:
        return HEAD + sum(self._height(each) + GAP for each in self.shown) + GAP

    def drawn(self, x: float) -> Iterator[str]:
        yield from self._head(x)
        y: float = HEAD + GAP
        for each in self.shown:
            if isinstance(each, str):
                yield from _between(x + PHONE / 2, y, each)
            else:
                yield from self._message(each, x, y)
            y += self._height(each) + GAP

    def _head(self, x: float) -> Iterator[str]:
        yield from _face(x + EDGE, 11, self.title)
        yield words(x + EDGE + FACE + 10, 23, self.title, size=14.5, weight=600)
        yield words(x + EDGE + FACE + 10, 40, self.below, size=11.5, fill=DIM, rtl=False)
        yield f'<path d="M{x:g} {HEAD - 0.5}H{x + PHONE:g}" stroke="{LINE}"/>'

    def _message(self, seen: Seen, x: float, y: float) -> Iterator[str]:
        bubble = self._bubble(seen)
        if bubble.mine:
            yield from bubble.drawn(x + PHONE - EDGE - bubble.width, y)
            return
        if self.group:
            yield from _face(x + EDGE, y, bubble.name)
        yield from bubble.drawn(x + EDGE + (FACE + 6 if self.group else 0), y)

    def _bubble(self, seen: Seen) -> Bubble:
        person = seen.message.get("from", {}).get("first_name", HAFEZ)
        mine = person == self.owner.name
        room = WIDEST - (FACE if self.group and not mine else 0)
        return Bubble(seen, mine, room, person if self.group and not mine else "")

    def _height(self, each: Seen | str) -> float:
        return 24 if isinstance(each, str) else self._bubble(each).height


def telegram() -> str:
    """One private chat on two screens: an answer while it is written and after, and /memory."""
    seen = chats().private
    told, written, page = seen[:4], seen[-5:-2], seen[-2:]
    since = (len(seen) - len(told) - len(written) - len(page)) // 2
    later = f"{since} exchanges and a summary later"
    left = Screen(HAFEZ, "bot", SARA, [*told, later, *written])
    right = Screen(HAFEZ, "bot", SARA, page)
    return _picture("A private chat with Hafez on Telegram, and its page /memory", left, right)


def persian() -> str:
    return _picture("A chat with Hafez in Persian", Screen(HAFEZ, "ربات", MINA, chats().persian))


def group() -> str:
    screen = Screen("The fair", "Sara, Omid, Nika, Hafez", NIKA, chats().group, group=True)
    return _picture("Hafez in a group", screen)


def _picture(title: str, *screens: Screen) -> str:
    height = round(max(screen.height for screen in screens))
    parts: list[str] = []
    for at, screen in enumerate(screens):
        x = at * (PHONE + GAP)
        if at:
            parts.append(f'<path d="M{x - GAP / 2:g} 0V{height}" stroke="{LINE}"/>')
        parts += screen.drawn(x)
    width = len(screens) * (PHONE + GAP) - GAP
    return drawing(title, width, height, parts)


def _face(x: float, y: float, name: str) -> Iterator[str]:
    middle, radius = x + FACE / 2, FACE / 2
    colour = colour_of(name)
    yield f'<circle cx="{middle:g}" cy="{y + radius:g}" r="{radius:g}" fill="{colour}"/>'
    yield words(middle, y + 20, name[0], size=14, fill=PAGE, anchor="middle", weight=700)


def _between(middle: float, y: float, text: str) -> Iterator[str]:
    width = width_of(text, 11.5) + 20
    yield box(middle - width / 2, y, width, 22, fill=LINE, radius=11)
    yield words(middle, y + 15, text, size=11.5, anchor="middle")
