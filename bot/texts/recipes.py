"""Ways of remembering, in words."""

from __future__ import annotations

from bot.texts.page import TEXTS, isolated


def recipe_words(recipe: str, language: str) -> str:
    """ "window – the latest messages"; a recipe without words by its name."""
    key, name = f"recipe_{recipe}", isolated(recipe, language)
    return f"{name} – {TEXTS.say(key, language)}" if TEXTS.has(key) else name
