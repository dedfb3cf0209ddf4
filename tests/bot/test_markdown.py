"""What models write is shown as they mean it, accepted by Telegram, and never loses a word."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cleaning import cleaned
from bot.entities import entities_of
from bot.links import linkable
from bot.markdown import render
from bot.rendered import Rendered
from bot.splitting import split
from tests.telegram import judge

judged = pytest.mark.skipif(not judge.available(), reason=judge.MISSING)


def shape(rendered: Rendered) -> list[tuple[str, str]]:
    return [(span.kind, rendered.text[span.start : span.end]) for span in rendered.spans]


def refusals(parts: tuple[Rendered, ...]) -> list[str]:
    judge.execute(judge.execute_quietly)
    verdicts = (
        judge.refusal(part.text, [e.model_dump(exclude_none=True) for e in entities_of(part)])
        for part in parts
    )
    return [verdict for verdict in verdicts if verdict]


@pytest.mark.parametrize(
    ("markdown", "text", "spans"),
    [
        ("**bold** and *italic*", "bold and italic", [("bold", "bold"), ("italic", "italic")]),
        ("Use `<div>` here", "Use <div> here", [("code", "<div>")]),
        ("Use <div> here", "Use <div> here", []),
        ("<div>\n**b**\n</div>", "<div>\nb\n</div>", [("bold", "b")]),
        ("Dear <name>, <b>hi</b>", "Dear <name>, <b>hi</b>", []),
        ("Name <a@b.c> is **x**", "Name a@b.c is x", [("bold", "x")]),
        ("2*3*4=24 and a**2**b", "2*3*4=24 and a**2**b", []),
        ("这是**重点**内容", "这是重点内容", [("bold", "重点")]),
        ("$5 and $10, or $a and b$", "$5 and $10, or $a and b$", []),
        ("about ~5 or ~6 things", "about ~5 or ~6 things", []),
        ("if a || b and c || d", "if a || b and c || d", []),
        ("snake_case and my_var_name", "snake_case and my_var_name", []),
        ("1. Fix (v1.2.3)! - ok", "1. Fix (v1.2.3)! - ok", []),
        ("[unused]: http://e.com", "[unused]: http://e.com", []),
        ("[](http://e.com/x)", "http://e.com/x", [("text_link", "http://e.com/x")]),
        ("see [the docs](./README.md)", "see the docs (./README.md)", []),
        ("[a](http://localhost:80/x) **b**", "a (http://localhost:80/x) b", [("bold", "b")]),
        ("[x](https://e.com/x)", "x", [("text_link", "x")]),
        ("a\r\nb\x00c\u202e", "a\nb c", []),
        ("half a pair \ud83d", "half a pair \ufffd", []),
        ("- [ ] do\n- [x] done", "☐ do\n☑ done", []),
        ("# Big *one*\ntext", "Big one\ntext", [("bold", "Big one"), ("italic", "one")]),
        ("~~gone~~", "gone", [("strikethrough", "gone")]),
        ("a ||spoiler|| b", "a spoiler b", [("spoiler", "spoiler")]),
        ("**a ||b** c||", "a ||b c||", [("bold", "a ||b")]),
        ("__init__.py and __main__", "__init__.py and __main__", []),
        ("__bold words__", "bold words", [("bold", "bold words")]),
        ("\\(a_1 * b_1\\) and $x^2$", "a₁ * b₁ and x²", [("code", "a₁ * b₁"), ("code", "x²")]),
        ("$\\unknown{x}$", "\\unknown{x}", [("code", "\\unknown{x}")]),
        ("- a\n  - b\n    1. c\n\n       d\n- e", "• a\n  ◦ b\n    1. c\n\n       d\n• e", []),
        ("1. a\n1. b\n7. c\n8) d", "1. a\n2. b\n7. c\n8) d", []),
        ("one\ntwo\n\n\n\nthree", "one\ntwo\n\nthree", []),
        ("> a\n> > b\n\nc", "a\n> b\n\nc", [("blockquote", "a\n> b")]),
        ("[p][r]\n\n[r]: ./p 'T'\n[r]: u", "p (./p) (T)\n[r]: u", []),
        ("note[^1]\n\n[^1]: word", "note[^1]\n\n[^1]: word", []),
        ("![cat](https://e.com/c.png)", "🖼 cat", [("text_link", "🖼 cat")]),
        ("[`x`](https://e.com)", "x", [("text_link", "x")]),
        ("`a\nb`", "a b", [("code", "a b")]),
        ("[a](<./b c>)", "a (./b c)", []),
    ],
)
def test_renders(markdown: str, text: str, spans: list[tuple[str, str]]) -> None:
    rendered = render(markdown)
    assert rendered.text.strip() == text
    assert shape(rendered) == spans


def test_code_keeps_its_language_and_every_character() -> None:
    code = "a || b || c\n<b> $x$ ~y~ 2*3*4\n\n\\(\\alpha\\) [r]: http://e.com"
    rendered = render(f"So:\n\n```py title=x\n{code}\n```\n\nand `a || b || <i>`")
    assert shape(rendered) == [("pre", code), ("code", "a || b || <i>")]
    assert rendered.spans[0].language == "py"


def test_a_fence_within_a_longer_fence_is_code() -> None:
    rendered = render("````md\n```py\nx = 1\n```\n````")
    assert shape(rendered) == [("pre", "```py\nx = 1\n```")]


def test_a_fence_that_quotes_markdown_ends_where_its_writer_meant() -> None:
    quoted = "# T\n\n```py\nx = 1\n```\n\n*end*"
    rendered = render(f"So:\n\n```markdown\n{quoted}\n```\n\nand *so*.")
    assert shape(rendered) == [("pre", quoted), ("italic", "so")]


def test_code_in_a_list_and_a_quote_is_without_their_indents() -> None:
    rendered = render("- run\n  ```sh\n  cd x\n    ls\n  ```\n\n> ```\n> a\n>  b\n> ```")
    assert [t for kind, t in shape(rendered) if kind == "pre"] == ["cd x\n  ls", "a\n b"]


def test_an_unclosed_fence_is_code_to_the_end() -> None:
    assert shape(render("look:\n```js\nlet x = 1")) == [("pre", "let x = 1")]


def test_a_table_that_fits_a_phone_is_monospace() -> None:
    rendered = render("|name|n|\n|:-|-:|\n|a **b**|9|\n|你好|10|\n|c||")
    assert [kind for kind, _ in shape(rendered)] == ["pre"]
    assert rendered.text.split("\n") == [
        "name │  n",
        "─────┼───",
        "a b  │  9",
        "你好 │ 10",
        "c    │",
    ]


def test_a_table_too_wide_for_a_phone_is_a_list_of_rows() -> None:
    rendered = render("|plan|price|what is in it|\n|-|-|-|\n|Free|$0|" + "a long line " * 4 + "|")
    assert rendered.text.split("\n") == [
        "plan · price · what is in it",
        "",
        "• Free",
        "  price: $0",
        "  what is in it: a long line a long line a long line a long line",
    ]
    assert shape(rendered) == [("bold", "plan · price · what is in it"), ("bold", "Free")]


def test_a_table_of_links_keeps_them() -> None:
    rendered = render("|name|link|\n|-|-|\n|a|[b](https://e.com/x_y_z)|\n|c|[d](./e)|")
    assert rendered.text == "name — link\n• a — b\n• c — d (./e)"
    assert rendered.spans[-1].url == "https://e.com/x_y_z"


def test_cells_a_row_has_too_many_are_shown() -> None:
    assert render("|a|b|\n|-|-|\n|1|2|3|").text.endswith("1 │ 2 │ 3")


def test_a_table_blown_up_by_a_title_in_every_row_is_shown_as_written() -> None:
    markdown = "|a|" + f"{'b' * 30}|" * 9 + "\n" + "|-" * 10 + "|\n" + "|x" * 10 * 100
    markdown = markdown.replace("|x" * 10, "|x" * 10 + "\n")
    assert render(markdown) == Rendered(markdown)


def test_an_escaped_mark_is_one_character_wherever_a_message_ends() -> None:
    parts = split(render("\\.\\-" * 5_000))
    assert "".join(part.text for part in parts) == ".-" * 5_000
    assert len(parts) == 3


def test_what_counts_is_the_length_that_is_shown() -> None:
    text = "word. (a-b)! " * 307
    assert 3_990 <= len(text) <= 4_096
    assert [part.text for part in split(render(text))] == [text.strip()]
    linked = "[one](https://example.com/a-rather-long-address) " * 90
    assert len(linked) > 4_096
    assert len(split(render(linked))) == 1


@pytest.mark.parametrize("text", ["parse_mode", "parse_mode is _not set", "a_b is _not c_d"])
def test_an_odd_number_of_underscores_is_text(text: str) -> None:
    assert render(text).text == text


@pytest.mark.parametrize("markdown", ["```\n", "***", "> ", "[r]: u", "<!-- x -->", "#"])
def test_what_would_come_out_empty_is_shown_as_written(markdown: str) -> None:
    assert render(markdown).text == markdown or not render(markdown).blank


@pytest.mark.parametrize("unit", ["\n- ", "\n> ", "```\n", "> ", "<", "$", "**a", "\n1. x"])
def test_a_model_that_repeats_itself_for_ever_holds_up_nobody(unit: str) -> None:
    began = time.perf_counter()
    split(render(unit * (20_000 // len(unit))))
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    "monster",
    [
        "<" * 5000,
        "<a" * 3000,
        "*" * 8000,
        "[" * 8000,
        "> " * 4000,
        "||" + "\n> " * 3000 + "||",
        "`" * 7000,
        "$" * 7001,
        "\n\n<div>" * 800,
        "|" * 9000,
        "![" * 4000,
        "- " * 3000,
    ],
)
def test_monsters_are_rendered_soon_and_accepted(monster: str) -> None:
    began = time.perf_counter()
    parts = split(render(monster))
    assert time.perf_counter() - began < 5
    if judge.available():
        assert refusals(parts) == []


PIECES = [
    *["`", "``", "```\n", "```py\n", "*", "**", "_", "__", "[", "](http://a.com/x)", "](./r)"],
    *["]", "(", ")", "<", "<b>", "</div>", "\n<div>\n", "<https://e.com>", "<a@b.c>", "||", "|"],
    *["\n|a|b|\n|-|-|\n|", "$", "$$", "\\", "\\(", "~", "~~", "# ", "\n> ", "\n- ", "\n1. "],
    *[
        "\n\n",
        "\n",
        " ",
        "    ",
        "\t",
        "😀",
        "👨‍👩‍👧",
        "سلام",
        "你好",
        "e\u0301",
        "a",
        "word",
        "12",
    ],
    *["&lt;", "\n[r]: http://z.com\n", "[r]", "[^1]", "\n[^1]: note\n", "!", "---", "==="],
    *["HX-1", "2026-11-30", "x", "\\(a_1\\)", "\n|x|`a|b`|\n", "<br>", "[`c`](http://c.com)"],
    *["![i](http://i.png)", "- [ ] ", "\r\n", "\x00", "\u202e", "http://localhost/x", "tel:+1"],
]
markdowns = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@judged
@given(markdowns | st.text(max_size=300), st.sampled_from([7, 50, 4096]))
@settings(max_examples=300, deadline=None)
def test_whatever_was_written_is_accepted_and_not_lost(markdown: str, units: int) -> None:
    rendered = render(markdown)
    parts = split(rendered, units)
    assert refusals(parts) == []
    shown = "".join("".join(part.text.split()) for part in parts if not part.blank)
    assert (
        shown == "".join(rendered.text.split())
        or rendered.blank
        or _only_blanks_lost(rendered.text, shown)
    )


@judged
@given(markdowns, st.floats(0, 1))
@settings(max_examples=300, deadline=None)
def test_every_prefix_that_streaming_shows_is_accepted(markdown: str, share: float) -> None:
    assert refusals(split(render(markdown[: int(len(markdown) * share)]))) == []


def _only_blanks_lost(text: str, shown: str) -> bool:
    def visible(written: str) -> str:
        return "".join(c for c in written if c.isalnum())

    return visible(text) == visible(shown)


@given(
    st.lists(st.sampled_from(["word ", "12 ", "سلام ", "你好 ", "<b> ", "**x** ", "a*b ", "`c` "]))
)
@settings(deadline=None)
def test_every_word_of_an_answer_is_shown(words: list[str]) -> None:
    markdown = "".join(words)
    assert [c for c in render(markdown).text if c.isalnum()] == [c for c in markdown if c.isalnum()]


@given(st.text(alphabet=[*"ab<>|$~*_[]()\\ \n", "😀"], min_size=1, max_size=80))
@settings(deadline=None)
def test_whatever_stands_in_a_fence_is_unchanged(code: str) -> None:
    shown = render(f"before\n\n~~~~~\n{code}\n~~~~~\n\nafter <b>")
    if not code.strip("\n"):
        return
    assert [text for kind, text in shape(shown) if kind == "pre"] == [code]


@pytest.mark.parametrize(
    ("url", "yes"),
    [
        ("https://example.com/a_(b)?q=1#x", True),
        ("http://sub.example.co.uk:8080", True),
        ("tg://user?id=12345", True),
        ("./README.md", False),
        ("#section", False),
        ("/abs", False),
        ("note", False),
        ("tel:+123", False),
        ("javascript:alert(1)", False),
        ("ftp://a.com", False),
        ("http://localhost:8000/x", False),
        ("sandbox:/mnt/data/x", False),
        ("https://", False),
        ("http://example.com:99999", False),
    ],
)
def test_links(url: str, yes: bool) -> None:
    assert linkable(url) is yes


@judged
@given(
    st.from_regex(
        r"\A(?:https?://|www\.|tg://user\?id=|)[a-zA-Z0-9._:@-]{1,30}(?:[/?#][ -~]{0,20})?\Z"
    )
    | st.text(max_size=40)
)
@settings(max_examples=500, deadline=None)
def test_telegram_accepts_every_link_we_keep(url: str) -> None:
    if linkable(url):
        judge.execute(judge.execute_quietly)
        entity = {"type": "text_link", "offset": 0, "length": 1, "url": url}
        assert judge.refusal("x", [entity]) is None


def test_cleaning_changes_nothing_of_an_ordinary_text() -> None:
    text = "سلام! 你好。\n\tcode 👨‍👩‍👧 می‌روم"
    assert cleaned(text) == text
