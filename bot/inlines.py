"""What stands within a paragraph: text, formats, code, formulas, links, pictures."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.cleaning import cleaned
from bot.formulas import readable
from bot.links import linkable
from bot.misread import literal_signs
from bot.parsing import Event, told
from bot.shielding import SPOILER_CLOSES, SPOILER_OPENS, formula, spoiler_pieces, unshielded
from bot.writing import Writing

PICTURE = "🖼 "
_FORMATS = {"Emphasis": "italic", "Strong": "bold", "Strikethrough": "strikethrough"}


@dataclass(frozen=True, slots=True)
class _Link:
    """began: where in what is written its text begins · linked: Telegram takes its address."""

    url: str
    title: str
    began: int
    linked: bool


@dataclass(slots=True)
class Inlines:
    """`out` is where it is written: the answer, or one cell of a table."""

    source: bytes
    out: Writing
    _signs: list[str] = field(default_factory=list)
    _links: list[_Link] = field(default_factory=list)

    def take(self, event: Event) -> None:
        match event.act:
            case "Text":
                self._text(event.value)
            case "Code":
                self._apart("code", unshielded(event.value))
            case "InlineMath" | "DisplayMath":
                shown = readable(formula(event.value))
                self._apart("pre" if "\n" in shown else "code", shown)
            case "SoftBreak" | "HardBreak":
                self.out.write("\n")
            case "start" if event.tag in ("Link", "Image"):
                self._link(event)
            case "end" if event.tag in ("Link", "Image"):
                self._link_ends()
            case "start" if event.tag in _FORMATS:
                self._format(event)
            case "end" if event.tag in _FORMATS:
                self._format_ends()
            case "start" | "end":
                pass  # nothing of it is shown but what it holds
            case _:  # HTML that is none
                self.out.write(unshielded(str(event.value or "")))

    def _text(self, text: str) -> None:
        if text.isprintable():
            self.out.write(text)
            return
        for piece in spoiler_pieces(text):
            if piece == SPOILER_OPENS:
                self.out.open("spoiler")
            elif piece == SPOILER_CLOSES:
                self.out.close()
            else:
                self.out.write(unshielded(piece))

    def _apart(self, kind: str, text: str) -> None:
        """Code, which Telegram allows in no link's text and in no other code."""
        if any(self.out.has_open(outer) for outer in ("text_link", "code", "pre")):
            self.out.write(text)
            return
        self.out.open(kind)
        self.out.write(text)
        self.out.close()

    def _format(self, event: Event) -> None:
        signs = literal_signs(self.source, event)
        self._signs.append(signs)
        if signs:
            self.out.write(signs)
        else:
            self.out.open(_FORMATS[event.tag])

    def _format_ends(self) -> None:
        signs = self._signs.pop()
        if signs:
            self.out.write(signs)
        else:
            self.out.close()

    def _link(self, event: Event) -> None:
        url = cleaned(unshielded(str(told(event)["dest_url"])))
        title = cleaned(unshielded(str(told(event)["title"])))
        linked = linkable(url) and not self.out.has_open("text_link")
        if linked:
            self.out.open("text_link", url=url)
        self._links.append(_Link(url, title, self.out.here(), linked))
        if event.tag == "Image":
            self.out.write(PICTURE)

    def _link_ends(self) -> None:
        """An address that Telegram refuses, or that nothing else shows, follows the text."""
        link = self._links.pop()
        shown = self.out.since(link.began).removeprefix(PICTURE).strip()
        if link.linked:
            if not shown:
                self.out.write(link.url)
            self.out.close()
        elif not shown:
            self.out.write(link.url or "[]()")
        elif link.url not in ("", shown, f"mailto:{shown}"):
            self.out.write(f" ({link.url})")
        if link.title and link.title != shown:
            self.out.write(f" ({link.title})")
