"""Settings: .env.example tells the truth, and bad values are refused with the variable's name."""

from __future__ import annotations

import os
from pathlib import Path
from types import NoneType
from typing import get_args

import pytest
from dotenv import dotenv_values
from pydantic import SecretStr

from memory.kind import MemoryOptions
from memory.recipes import DEFAULT_RECIPE
from memory.recipes import RECIPES as KNOWN_RECIPES
from settings import RECIPES, REDIS_SCHEMES, BadSettings, Settings, keep_tracing_off, load_settings
from workers.drivers import DriverName
from workers.redis_address import read_url

ROOT = Path(__file__).parents[1]
TOKEN = "123456:" + "A" * 35


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field in Settings.model_fields.values():
        monkeypatch.delenv(str(field.alias), raising=False)
    monkeypatch.chdir(tmp_path)


def example_lines() -> list[str]:
    return (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()


def test_the_example_names_every_variable_once_and_no_other() -> None:
    named = [
        line.removeprefix("# ").partition("=")[0]
        for line in example_lines()
        if "=" in line and line.removeprefix("# ").partition("=")[0].isupper()
    ]
    assert sorted(named) == sorted(str(field.alias) for field in Settings.model_fields.values())


def test_the_example_shows_the_defaults() -> None:
    shown = dotenv_values(ROOT / ".env.example")
    for field in Settings.model_fields.values():
        value = shown.get(str(field.alias))
        if field.default in (None, frozenset(), ()):
            assert value is None, f"{field.alias} has no default but the example sets it"
        else:
            assert value is not None, field.alias
            assert type(field.default)(value) == field.default, field.alias


def test_every_variable_has_its_reason_above_it() -> None:
    lines = example_lines()
    for field in Settings.model_fields.values():
        index = next(i for i, line in enumerate(lines) if f"{field.alias}=" in line)
        above = lines[index - 1]
        assert above.startswith(("# ", "HAFEZ_MAX_WAITING_PER_CHAT")), field.alias


def test_the_example_can_be_used_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("\n".join(example_lines()), encoding="utf-8")
    assert load_settings() == Settings(_env_file=None)  # type: ignore[call-arg]  # pydantic-settings' own


def test_memory_defaults_are_those_of_the_memory_package() -> None:
    settings, options = load_settings(), MemoryOptions()
    assert settings.window_pairs == options.window_pairs
    assert settings.recalled == options.recalled
    assert settings.threshold_tokens == options.threshold_tokens
    assert settings.keep_recent == options.keep_recent
    assert settings.summary_rule == options.summary_rule
    assert settings.summary_tokens == options.summary_tokens
    assert settings.facts_tokens == options.facts_tokens


def test_the_recipes_are_those_of_the_memory_package() -> None:
    assert set(RECIPES) == set(KNOWN_RECIPES)
    assert load_settings().recipe == DEFAULT_RECIPE


@pytest.mark.parametrize("written", ["facts,graph,window", " facts , graph,window "])
def test_a_list_of_kinds_is_taken_without_its_spaces(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("HAFEZ_RECIPE", written)
    assert load_settings().recipe == "facts,graph,window"


def test_dotenv_is_read_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("HAFEZ_WINDOW=7\nHAFEZ_RECALLED=9\n", encoding="utf-8")
    monkeypatch.setenv("HAFEZ_RECALLED", "3")
    settings = load_settings()
    assert (settings.window_pairs, settings.recalled) == (7, 3)


def test_an_unrelated_variable_named_like_a_field_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.setenv("PREFIX", "/usr")
    assert load_settings().home == Path(".hafez")
    assert load_settings().prefix == "hafez"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "secret-without-a-colon"),
        ("TELEGRAM_BOT_TOKEN", "abc:" + "x" * 35),
        ("TELEGRAM_API_URL", "secret.example"),
        ("OPENAI_BASE_URL", "secret.example/v1"),
        ("OPENAI_TEMPERATURE", "secret"),
        ("EMBEDDING_BASE_URL", "secret.example/v1"),
        ("HAFEZ_EMBEDDING_TIMEOUT_SECONDS", "secret"),
        ("REDIS_URL", "memcached://user:secret@host"),
        ("REDIS_URL", "redis+secret://host"),
        ("REDIS_DRIVER", "secret"),
        ("REDIS_TLS_VERIFY", "secret"),
        ("HAFEZ_ALLOWED_USERS", "1, secret"),
        ("HAFEZ_OWNERS", "1, secret"),
        ("ACCESS", "secret"),
        ("HAFEZ_RECIPE", "secret"),
        ("HAFEZ_RECIPE", "secret,,window"),
        ("HAFEZ_RECIPE", "secret;window,facts"),
        ("HAFEZ_WINDOW", "-1"),
        ("HAFEZ_SUMMARY_THRESHOLD_TOKENS", "0"),
        ("HAFEZ_CONCURRENCY", "0"),
        ("HAFEZ_PREFIX", "secret prefix"),
        ("TIMEZONE", "Mars/secret"),
        ("TIMEZONE", "../../secret"),
        ("RETENTION_DAYS", "0"),
        ("HAFEZ_HEALTH_ADDRESS", "secret"),
    ],
)
def test_a_bad_value_is_refused_with_the_name_and_never_the_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as refused:
        load_settings()
    assert str(refused.value).startswith(f"{name}: ")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "OPENAI_BASE_URL"])
def test_a_key_or_an_address_wants_a_model(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "http://secret.example")
    with pytest.raises(BadSettings, match=r"^OPENAI_MODEL: ") as refused:
        load_settings()
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["EMBEDDING_API_KEY", "EMBEDDING_BASE_URL"])
def test_an_embedders_key_or_address_wants_a_model(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "http://secret.example")
    with pytest.raises(BadSettings, match=r"^EMBEDDING_MODEL: ") as refused:
        load_settings()
    assert "secret" not in str(refused.value)


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TELEGRAM_BOT_TOKEN", "OPENAI_API_KEY", "REDIS_URL", "HAFEZ_ALLOWED_USERS"):
        monkeypatch.setenv(name, "")
    settings = load_settings()
    assert settings.telegram_bot_token is None
    assert settings.openai_api_key is None
    assert settings.allowed_users == frozenset()


def test_allowed_users_are_numbers_between_commas_or_spaces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HAFEZ_ALLOWED_USERS", "1, 22 333,-1001234567890")
    monkeypatch.setenv("HAFEZ_OWNERS", "1")
    assert load_settings().allowed_users == {1, 22, 333, -1001234567890}
    assert load_settings().owners == {1}


@pytest.mark.parametrize("scheme", REDIS_SCHEMES)
def test_every_kind_of_server_may_be_named(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    url = {"unix": "unix:///s", "sentinel": f"{scheme}://h:1,h:2/lanes"}.get(
        scheme.rpartition("+")[2], f"{scheme}://h:1"
    )
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setenv("REDIS_CA", "ca.pem")
    monkeypatch.setenv("REDIS_TLS_VERIFY", "false")
    settings = load_settings()
    assert settings.redis_url
    assert read_url(settings.redis_url.get_secret_value())
    assert (settings.redis_ca, settings.redis_tls_verify) == (Path("ca.pem"), False)


def test_the_drivers_are_those_of_the_workers() -> None:
    known = Settings.model_fields["redis_driver"].annotation
    assert set(get_args(known)) == {DriverName, NoneType}


def test_the_bot_id_is_the_tokens_first_part(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().bot_id == "local"
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", TOKEN)
    assert load_settings().bot_id == "123456"


def test_secrets_do_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", TOKEN)
    monkeypatch.setenv("REDIS_URL", "redis://me:hush@host/0")
    monkeypatch.setenv("EMBEDDING_MODEL", "m")
    monkeypatch.setenv("EMBEDDING_API_KEY", "sk-hush")
    settings = load_settings()
    assert "sk-hush" in settings.secrets
    assert isinstance(settings.redis_url, SecretStr)
    assert "hush" not in repr(settings)
    assert "AAAA" not in repr(settings)


def test_tracing_is_off_unless_set_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGSMITH_TRACING", raising=False)
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    keep_tracing_off()
    assert os.environ["LANGSMITH_TRACING"] == "false"
    assert os.environ["LANGCHAIN_TRACING_V2"] == "true"
