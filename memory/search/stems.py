"""Light stemming: one key for the forms of a word. English and Persian have it; words of other
languages stay as they are, and meet through their letters (see letters.py)."""

from __future__ import annotations

from memory.remembered import remembered

_IRREGULAR = """
go went gone goes going · see saw seen · buy bought · take took taken · give gave given
make made · come came · find found · tell told · say said · think thought · know knew known
write wrote written · read reads · meet met · eat ate eaten · drink drank drunk · run ran
begin began begun · feel felt · keep kept · leave left · lose lost · win won · teach taught
catch caught · bring brought · send sent · spend spent · sell sold · speak spoke spoken
swim swam swum · sing sang sung · drive drove driven · ride rode ridden · fly flew flown
grow grew grown · draw drew drawn · break broke broken · choose chose chosen · wear wore worn
forget forgot forgotten · fall fell fallen · build built · hold held · hear heard · pay paid
sit sat · stand stood · sleep slept · understand understood · become became · wake woke woken
child children · person people · man men · woman women · wife wives · life lives · foot feet
tooth teeth · mouse mice · knife knives · leaf leaves · good better best · bad worse worst
"""
_TABLE = {
    form: group.split()[0]
    for line in _IRREGULAR.strip().splitlines()
    for group in line.split(" · ")
    for form in group.split()
}
_VOWELS = frozenset("aeiouy")
_PERSIAN_ENDINGS = ("هایی", "های", "ها", "ترین", "تر", "ان", "ی")
_SHORTEST = 3


@remembered(50_000)
def stem(word: str) -> str:
    """The key of a folded word."""
    if word.isascii():
        return _english(_TABLE.get(word, word)) if word.isalpha() else word
    return _persian(word) if "\u0600" <= word[0] <= "\u06ff" else word


def _english(word: str) -> str:
    if len(word) <= _SHORTEST:
        return _without_last_vowel(word)
    word = _without_plural(word)
    for ending in ("ingly", "edly", "ing", "ed", "ly"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= _SHORTEST and not _VOWELS.isdisjoint(rest):
            word = _undoubled(rest)
            break
    return _without_last_vowel(word)


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _undoubled(word: str) -> str:
    """ "planned" and "planning" belong to "plan"; "fall" and "miss" keep both letters."""
    twice = len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "lsz"
    return word[:-1] if twice and word[-1] not in _VOWELS else word


def _without_last_vowel(word: str) -> str:
    """ "hope" and "hoping", "try" and "tries" become one."""
    if len(word) > _SHORTEST and word.endswith("e"):
        return word[:-1]
    if len(word) >= _SHORTEST and word.endswith("y") and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word


def _persian(word: str) -> str:
    for ending in _PERSIAN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word
