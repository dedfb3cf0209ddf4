"""What a chat chooses with a command: how it remembers, its language, persona and model. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory.recipes import RECIPES
from workers.jobs import ChatSettings, Command, Notice
from workers.turn_options import TurnOptions

LONGEST_PERSONA = 2_000
"""Characters; it stands in every prompt, outside every budget."""

SPOKEN: Mapping[str, str] = {
    "en": "English",
    "fa": "فارسی",
    "zh": "中文",
    "ru": "Русский",
    "ar": "العربية",
}
"""Each language by its own name."""

_BACK = frozenset(
    {"off", "none", "clear", "default", "auto", "own"}
    | {"پاک", "هیچ", "خودم", "清除", "默认", "нет", "сброс", "لا شيء", "امح"}
)
"""Words that take a choice back."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What to say, and the chat's settings from now on; None when they stay."""

    notice: Notice
    values: Mapping[str, Any]
    settings: ChatSettings | None = None


def choose(command: Command, words: str, settings: ChatSettings, options: TurnOptions) -> Chosen:
    """Without words it shows what can be chosen. Raises KeyError for a command of another kind."""
    return _CHOICES[command](words.strip(), settings, options)


def is_choice(command: Command | None) -> bool:
    return command in _CHOICES


def _mode(words: str, settings: ChatSettings, options: TurnOptions) -> Chosen:
    """The list of kinds that the bot's owner chose can be chosen, too, but no other list. It
    is kept as "the owner's", so that it follows when the owner changes it."""
    wanted, own = "".join(words.split()).casefold(), options.recipe
    recipes = [*RECIPES] if own in RECIPES else [own, *RECIPES]
    if not wanted:
        values = {"current": settings.recipe or own, "recipes": recipes}
        return Chosen(Notice.MODE_LIST, values)
    named = next((each for each in recipes if each.casefold() == wanted), None)
    if named is None:
        return Chosen(Notice.MODE_UNKNOWN, {"recipe": words, "recipes": recipes})
    chosen = replace(settings, recipe=named if named in RECIPES else "")
    return Chosen(Notice.MODE_SET, {"recipe": named}, chosen)


def _language(words: str, settings: ChatSettings, _: TurnOptions) -> Chosen:
    if not words:
        return Chosen(Notice.LANG_LIST, {"current": settings.language, "languages": [*SPOKEN]})
    wanted = words.casefold()
    if wanted in _BACK:
        return Chosen(Notice.LANG_OWN, {}, replace(settings, language=""))
    for code, name in SPOKEN.items():
        if wanted in (code, name.casefold()):
            return Chosen(Notice.LANG_SET, {"name": name}, replace(settings, language=code))
    return Chosen(Notice.LANG_UNKNOWN, {"wanted": words, "languages": [*SPOKEN]})


def _persona(words: str, settings: ChatSettings, _: TurnOptions) -> Chosen:
    if not words:
        shown = Notice.PERSONA_SHOWN if settings.persona else Notice.PERSONA_NONE
        return Chosen(shown, {"persona": settings.persona} if settings.persona else {})
    if words.casefold() in _BACK:
        return Chosen(Notice.PERSONA_CLEARED, {}, replace(settings, persona=""))
    if len(words) > LONGEST_PERSONA:
        values = {"most": LONGEST_PERSONA, "characters": len(words)}
        return Chosen(Notice.PERSONA_TOO_LONG, values)
    return Chosen(Notice.PERSONA_SET, {"persona": words}, replace(settings, persona=words))


def _model(words: str, settings: ChatSettings, options: TurnOptions) -> Chosen:
    """The first of the list is the deployment's own; it is kept as "the owner's"."""
    models = [*options.models]
    if not words:
        current = settings.model if settings.model in models else "".join(models[:1])
        return Chosen(Notice.MODEL_LIST, {"current": current, "models": models})
    wanted = words.casefold()
    named = next((each for each in models if each.casefold() == wanted), None)
    if named is None:
        return Chosen(Notice.MODEL_UNKNOWN, {"wanted": words, "models": models})
    chosen = replace(settings, model="" if named == models[0] else named)
    return Chosen(Notice.MODEL_SET, {"model": named}, chosen)


_CHOICES: Mapping[Command | None, Callable[[str, ChatSettings, TurnOptions], Chosen]] = {
    Command.MODE: _mode,
    Command.LANG: _language,
    Command.PERSONA: _persona,
    Command.MODEL: _model,
}
