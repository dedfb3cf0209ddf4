"""The languages the extractor reads, all at once: people mix them in one sentence.

To add a language, write a file like the others here and name it in LANGUAGES. A language may use
any meaning below, and any of its own in its rules. These the code asks for; the rest is asked for
by rules alone:
  number_word, scale   parts of a number in words: seven, thousand
  weak_number          a number only before another part, a unit or money: one, 一
  leading_scale        a scale that a number can begin with: هزار و دویست
  last_number          a number only behind another: (hundred and) one
  tail_number          a number with "and" written on to it: وعشرون
  number_joiner        stands between parts of a number: and, و
  not_number           begins with a numeral and is none: 一般 · not_alone: no number by itself
  unit, money          what is counted · unit_if_last: short units that are words as well: in
  percent, percent_sign, money_sign, sign, plus, caret, zone …   signs, in everywhere.py
  month, weekday       known with a slip of the pen, too
  range_sign, range_word, range_from, between, range_and, range_end   5–7, from 5 to 7
  or_word              5 or 6 · every, recurrence_link, recurrence_joiner, time_link: every 2 hours
  comparator, comparator_after         at most 5, 5 or more
  time_bound, time_bound_after         after 13:00, 13:00 or later · not_bound: 前往 is no 前
  approximately, locator, in_month     about 5 km, page 5, in March
  per, article, price_note, price_condition   5 EUR per night, 3 times a day, each, payable on site
  free_of_charge       a price only in a range: from free to 5 pounds
  code_cue, cue_link   a code follows: reference number is … · name_cue, name_link: tool named …
  extension            010-84659299转8001 · product_word: iPhone 15 Pro · is_verb: Pixel 7 is …
  label, closing       inside of opening hours: lunch, closed
  agreement            the sentence says what was agreed · not_name: no name although a capital
  dimension            6 in tall
"""

from __future__ import annotations

from memory.facts.language import Language
from memory.facts.languages.ar import ARABIC
from memory.facts.languages.en import ENGLISH
from memory.facts.languages.everywhere import EVERYWHERE
from memory.facts.languages.fa import PERSIAN
from memory.facts.languages.hi import HINDI
from memory.facts.languages.ja import JAPANESE
from memory.facts.languages.ru import RUSSIAN
from memory.facts.languages.zh import CHINESE

LANGUAGES: tuple[Language, ...] = (
    EVERYWHERE,
    ENGLISH,
    PERSIAN,
    CHINESE,
    RUSSIAN,
    ARABIC,
    HINDI,
    JAPANESE,
)
